// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * AEGIS with AES-NI in AVX encodings, which have three operands and so save the
 * register moves, one lane after the other.
 */
#ifdef __x86_64__
#include "../aegis.h"
#include <immintrin.h>
#include "leave.h"

#define ROW aesni_avx
#define ROW_CPU (CPU_AES | CPU_AVX)
ISA_BEGIN("aes,avx")

#define LEAVE() LEAVE_AVX()

#define FORGET forget_stack
#define FORGET_LONG forget_stack_long
DEFINE_FORGET_AVX(forget_stack, 768)
DEFINE_FORGET_AVX(forget_stack_long, 2048)

#include "vec16.inc"

#define ENGINE "aegis_aes.inc"
#include "../aegis_variants.inc"

ISA_END
#endif
