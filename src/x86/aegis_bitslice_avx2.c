// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * AEGIS bitsliced with AVX2: on ymm registers where a variant's sets of planes
 * come in pairs, else on xmm registers, with three operands.
 */
#ifdef __x86_64__
#include "../aegis.h"
#include "../aes_ct.h"
#include "leave.h"

#define ROW bitslice_avx2
#define ROW_CPU CPU_AVX2
ISA_BEGIN("avx2")

#define LEAVE() LEAVE_AVX()
#define SHUFFLE 1

/* Two sets share a vector where there is an even number of them. */
#define VB (LANES == 2 || (LANES == 4 && WORDS == 8) ? 32 : 16)

#define FORGET forget_stack
DEFINE_FORGET(forget_stack, 4096)

#define ENGINE "aegis_planes.inc"
#include "../aegis_variants.inc"

ISA_END
#endif
