// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * AEGIS bitsliced on the 16-byte vectors that every x86-64 and AArch64 CPU has.
 * It is right on any target, but where the compiler takes the vectors apart the
 * generic row is faster; so dispatch.c has this one on these two only.
 */
#if defined(__x86_64__) || defined(__aarch64__)
#include "aegis.h"
#include "aes_ct.h"

#define ROW "bitslice"
#define ROW_CPU 0
#define VB 16

#ifdef __x86_64__
#include "x86/leave.h"
#define SHUFFLE 0
#define LEAVE() LEAVE_SSE()
ISA_BEGIN("sse2")	/* kernels are compiled without it */
#else
#define SHUFFLE 1
#define LEAVE() clear_vectors()
#endif

#define FORGET forget_stack
DEFINE_FORGET(forget_stack, 4096)

#define LANES 4
#define WORDS 8
#define NAME(x) aegis128x4_bitslice_##x
#include "aegis_planes.inc"
#include "aegis.inc"

#define LANES 4
#define WORDS 6
#define NAME(x) aegis256x4_bitslice_##x
#include "aegis_planes.inc"
#include "aegis.inc"

#define LANES 2
#define WORDS 8
#define NAME(x) aegis128x2_bitslice_##x
#include "aegis_planes.inc"
#include "aegis.inc"

#define LANES 2
#define WORDS 6
#define NAME(x) aegis256x2_bitslice_##x
#include "aegis_planes.inc"
#include "aegis.inc"

#define LANES 1
#define WORDS 8
#define NAME(x) aegis128l_bitslice_##x
#include "aegis_planes.inc"
#include "aegis.inc"

#define LANES 1
#define WORDS 6
#define NAME(x) aegis256_bitslice_##x
#include "aegis_planes.inc"
#include "aegis.inc"

#ifdef __x86_64__
ISA_END
#endif
#endif
