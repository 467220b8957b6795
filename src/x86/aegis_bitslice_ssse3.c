// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * AEGIS bitsliced on xmm registers, with the byte shuffle of SSSE3.
 */
#ifdef __x86_64__
#include "../aegis.h"
#include "../aes_ct.h"
#include "leave.h"

#define ROW bitslice_ssse3
#define ROW_CPU CPU_SSSE3
ISA_BEGIN("ssse3")

#define LEAVE() LEAVE_SSE()
#define SHUFFLE 1
#define VB 16

#define FORGET forget_stack
DEFINE_FORGET(forget_stack, 4096)

#define ENGINE "aegis_planes.inc"
#include "../aegis_variants.inc"

ISA_END
#endif
