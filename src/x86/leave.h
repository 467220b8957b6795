/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Before a return: nothing secret stays in a vector register, and the upper
 * halves are clean, so that SSE code behind us is not slowed down and the
 * operating system saves less.  Zeroing a register takes no execution port,
 * and a VEX or EVEX encoding clears all 512 bits.
 */
#ifndef TESTUDO_X86_LEAVE_H
#define TESTUDO_X86_LEAVE_H

#define EACH_OF_16(insn)						\
	insn(0) insn(1) insn(2) insn(3) insn(4) insn(5) insn(6) insn(7)	\
	insn(8) insn(9) insn(10) insn(11) insn(12) insn(13) insn(14)	\
	insn(15)
#define EACH_ABOVE_16(insn)						\
	insn(16) insn(17) insn(18) insn(19) insn(20) insn(21) insn(22)	\
	insn(23) insn(24) insn(25) insn(26) insn(27) insn(28) insn(29)	\
	insn(30) insn(31)
#define PXOR(n) "pxor %%xmm" #n ", %%xmm" #n "\n\t"
#define VPXOR(n) "vpxor %%xmm" #n ", %%xmm" #n ", %%xmm" #n "\n\t"
#define VPXORD(n) "vpxord %%xmm" #n ", %%xmm" #n ", %%xmm" #n "\n\t"
#define CLOBBERS							\
	"xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7",	\
	"xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15"
#define CLOBBERS_ABOVE_16						\
	"xmm16", "xmm17", "xmm18", "xmm19", "xmm20", "xmm21", "xmm22",	\
	"xmm23", "xmm24", "xmm25", "xmm26", "xmm27", "xmm28", "xmm29",	\
	"xmm30", "xmm31"

/*
 * What the command line allows (-march=x86-64-v4), compilers use in every row,
 * whatever the row asks for, and then more has to be cleared.  This is read
 * before any ISA_BEGIN().
 */
#ifdef __AVX512VL__
#define LEAVE_AVX() LEAVE_AVX512()
#else
#define LEAVE_AVX() \
	__asm__ volatile(EACH_OF_16(VPXOR) "vzeroupper" : : : CLOBBERS)
#endif
#ifdef __AVX__
#define LEAVE_SSE() LEAVE_AVX()
#else
#define LEAVE_SSE() __asm__ volatile(EACH_OF_16(PXOR) : : : CLOBBERS)
#endif
#define LEAVE_AVX512()							\
	__asm__ volatile(EACH_ABOVE_16(VPXORD) EACH_OF_16(VPXOR)	\
			 "vzeroupper"					\
			 : : : CLOBBERS, CLOBBERS_ABOVE_16)

/*
 * DEFINE_FORGET() of port.h.  A C array would leave gaps, where the compiler
 * saves registers or pads; so the stack pointer moves here.  The second form
 * is for rows so fast that each store counts.
 */
#define DEFINE_FORGET_X86(name, bytes)					\
	static NOINLINE void name(void)					\
	{								\
		uint64_t at = 0;					\
									\
		__asm__ volatile("sub %1, %%rsp\n"			\
				 "1:\tmovq $0, (%%rsp,%0)\n\t"		\
				 "add $8, %0\n\t"			\
				 "cmp %1, %0\n\t"			\
				 "jne 1b\n\t"				\
				 "add %1, %%rsp"			\
				 : "+r"(at)				\
				 : "i"(bytes)				\
				 : "memory", "cc");			\
	}
#define DEFINE_FORGET_SIMD(name, bytes, width, zero, store, end)	\
	static NOINLINE void name(void)					\
	{								\
		__asm__ volatile("sub %0, %%rsp\n\t"			\
				 zero					\
				 ".set .Lat, 0\n\t"			\
				 ".rept %c0 / " #width "\n\t"		\
				 store ", .Lat(%%rsp)\n\t"		\
				 ".set .Lat, .Lat + " #width "\n\t"	\
				 ".endr\n\t"				\
				 "add %0, %%rsp\n\t"			\
				 end					\
				 :					\
				 : "i"(bytes)				\
				 : "memory", "cc", "xmm0");		\
	}
#define DEFINE_FORGET_SSE(name, bytes) \
	DEFINE_FORGET_SIMD(name, bytes, 16, PXOR(0), "movups %%xmm0", "")
#define DEFINE_FORGET_AVX(name, bytes)					\
	DEFINE_FORGET_SIMD(name, bytes, 32, VPXOR(0), "vmovups %%ymm0",	\
			   "vzeroupper")
#define DEFINE_FORGET_AVX512(name, bytes)				\
	DEFINE_FORGET_SIMD(name, bytes, 64, VPXOR(0), "vmovups %%zmm0",	\
			   "vzeroupper")

#endif
