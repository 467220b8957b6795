// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * AEGIS bitsliced with AVX2: on ymm registers where a variant's sets of planes
 * come in pairs, else on xmm registers, with three operands.
 */
#include "../aegis.h"
#include "../aes_ct.h"
#include "leave.h"

#define ROW "bitslice_avx2"
#define ROW_CPU CPU_AVX2
ISA_BEGIN("avx2")

#define LEAVE() LEAVE_AVX()
#define SHUFFLE 1

#define VB 32
#define FORGET forget_stack
DEFINE_FORGET(forget_stack, 4096)

#define LANES 4
#define WORDS 8
#define NAME(x) aegis128x4_bitslice_avx2_##x
#include "../aegis_planes.inc"
#include "../aegis.inc"

#undef VB
#define VB 16
#define LANES 4
#define WORDS 6
#define NAME(x) aegis256x4_bitslice_avx2_##x
#include "../aegis_planes.inc"
#include "../aegis.inc"

#undef VB
#define VB 32
#define LANES 2
#define WORDS 8
#define NAME(x) aegis128x2_bitslice_avx2_##x
#include "../aegis_planes.inc"
#include "../aegis.inc"

#define LANES 2
#define WORDS 6
#define NAME(x) aegis256x2_bitslice_avx2_##x
#include "../aegis_planes.inc"
#include "../aegis.inc"

#undef VB
#define VB 16
#define LANES 1
#define WORDS 8
#define NAME(x) aegis128l_bitslice_avx2_##x
#include "../aegis_planes.inc"
#include "../aegis.inc"

#define LANES 1
#define WORDS 6
#define NAME(x) aegis256_bitslice_avx2_##x
#include "../aegis_planes.inc"
#include "../aegis.inc"

ISA_END
