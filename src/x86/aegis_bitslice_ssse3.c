// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * AEGIS bitsliced on xmm registers, with the byte shuffle of SSSE3.
 */
#include "../aegis.h"
#include "../aes_ct.h"
#include "leave.h"

#define ROW "bitslice_ssse3"
#define ROW_CPU CPU_SSSE3
ISA_BEGIN("ssse3")

#define LEAVE() LEAVE_SSE()
#define SHUFFLE 1
#define VB 16

#define FORGET forget_stack
DEFINE_FORGET(forget_stack, 4096)

#define LANES 4
#define WORDS 8
#define NAME(x) aegis128x4_bitslice_ssse3_##x
#include "../aegis_planes.inc"
#include "../aegis.inc"

#define LANES 4
#define WORDS 6
#define NAME(x) aegis256x4_bitslice_ssse3_##x
#include "../aegis_planes.inc"
#include "../aegis.inc"

#define LANES 2
#define WORDS 8
#define NAME(x) aegis128x2_bitslice_ssse3_##x
#include "../aegis_planes.inc"
#include "../aegis.inc"

#define LANES 2
#define WORDS 6
#define NAME(x) aegis256x2_bitslice_ssse3_##x
#include "../aegis_planes.inc"
#include "../aegis.inc"

#define LANES 1
#define WORDS 8
#define NAME(x) aegis128l_bitslice_ssse3_##x
#include "../aegis_planes.inc"
#include "../aegis.inc"

#define LANES 1
#define WORDS 6
#define NAME(x) aegis256_bitslice_ssse3_##x
#include "../aegis_planes.inc"
#include "../aegis.inc"

ISA_END
