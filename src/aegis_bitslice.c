// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * AEGIS bitsliced on the 16-byte vectors that every x86-64 and AArch64 CPU has.
 * It is right on any target, but where the compiler takes the vectors apart the
 * generic row is faster; so dispatch.c has this one on these two only.
 */
#if defined(__x86_64__) || defined(__aarch64__)
#include "aegis.h"
#include "aes_ct.h"

#define ROW bitslice
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

#define ENGINE "aegis_planes.inc"
#include "aegis_variants.inc"

#ifdef __x86_64__
ISA_END
#endif
#endif
