// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * AEGIS with AES-NI in AVX encodings, which have three operands and so save the
 * register moves, one lane after the other.
 */
#include "../aegis.h"
#include <immintrin.h>
#include "leave.h"

#define ROW "aesni_avx"
#define ROW_CPU (CPU_AES | CPU_AVX)
ISA_BEGIN("aes,avx")

#define LEAVE() LEAVE_AVX()

#define FORGET forget_stack
#define FORGET_LONG forget_stack_long
DEFINE_FORGET_AVX(forget_stack, 768)
DEFINE_FORGET(forget_stack_long, 2048)

#include "vec16.inc"

#define LANES 4
#define WORDS 8
#define NAME(x) aegis128x4_aesni_avx_##x
#include "../aegis_aes.inc"
#include "../aegis.inc"

#define LANES 4
#define WORDS 6
#define NAME(x) aegis256x4_aesni_avx_##x
#include "../aegis_aes.inc"
#include "../aegis.inc"

#define LANES 2
#define WORDS 8
#define NAME(x) aegis128x2_aesni_avx_##x
#include "../aegis_aes.inc"
#include "../aegis.inc"

#define LANES 2
#define WORDS 6
#define NAME(x) aegis256x2_aesni_avx_##x
#include "../aegis_aes.inc"
#include "../aegis.inc"

#define LANES 1
#define WORDS 8
#define NAME(x) aegis128l_aesni_avx_##x
#include "../aegis_aes.inc"
#include "../aegis.inc"

#define LANES 1
#define WORDS 6
#define NAME(x) aegis256_aesni_avx_##x
#include "../aegis_aes.inc"
#include "../aegis.inc"

ISA_END
