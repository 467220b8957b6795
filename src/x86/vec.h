/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* What the x86 files share. */
#ifndef TESTUDO_X86_VEC_H
#define TESTUDO_X86_VEC_H

#include <immintrin.h>

/*
 * Before a return: nothing secret stays in a register, and the upper halves
 * are clean, so that SSE code behind us is not slowed down and the operating
 * system saves less.  A VEX-encoded vpxor clears all 512 bits of registers 0
 * to 15; the zmm files keep to those (see there).
 */
#define CLEAR_XMM(insn)							\
	insn(0) insn(1) insn(2) insn(3) insn(4) insn(5) insn(6) insn(7)	\
	insn(8) insn(9) insn(10) insn(11) insn(12) insn(13) insn(14) insn(15)
#define CLOBBER_XMM							\
	"xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7",	\
	"xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15"
#define PXOR(n) "pxor %%xmm" #n ", %%xmm" #n "\n\t"
#define VPXOR(n) "vpxor %%xmm" #n ", %%xmm" #n ", %%xmm" #n "\n\t"
#define VPXORD(n) "vpxord %%xmm" #n ", %%xmm" #n ", %%xmm" #n "\n\t"

#define LEAVE_SSE() __asm__ volatile(CLEAR_XMM(PXOR) : : : CLOBBER_XMM)
#define LEAVE_AVX() \
	__asm__ volatile(CLEAR_XMM(VPXOR) "vzeroupper" : : : CLOBBER_XMM)

#endif
