// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * AEGIS with VAES but without AVX-512 (Alder Lake, Zen 3): the X variants, two
 * lanes to a ymm register.  VEX encodings only.  AEGIS-128L and -256 have one
 * lane and gain nothing from wider registers.
 */
#ifdef __x86_64__
#include "../aegis.h"
#include <immintrin.h>
#include "leave.h"

#define ROW vaes256
#define ROW_CPU (CPU_AES | CPU_AVX2 | CPU_VAES)
ISA_BEGIN("aes,avx2,vaes")

#define LEAVE() LEAVE_AVX()

#define FORGET forget_stack
#define FORGET_LONG forget_stack_long
DEFINE_FORGET_AVX(forget_stack, 1024)
DEFINE_FORGET_AVX(forget_stack_long, 2048)

#include "vec32.inc"

#define LANES 4
#define WORDS 8
#define NAME(x) ROW_NAME(aegis128x4, x)
#include "../aegis_aes.inc"
#include "../aegis.inc"

#define LANES 4
#define WORDS 6
#define NAME(x) ROW_NAME(aegis256x4, x)
#include "../aegis_aes.inc"
#include "../aegis.inc"

#define LANES 2
#define WORDS 8
#define NAME(x) ROW_NAME(aegis128x2, x)
#include "../aegis_aes.inc"
#include "../aegis.inc"

#define LANES 2
#define WORDS 6
#define NAME(x) ROW_NAME(aegis256x2, x)
#include "../aegis_aes.inc"
#include "../aegis.inc"

ISA_END
#endif
