// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * Which instructions this CPU has and the operating system lets us use, from
 * cpuid and xgetbv (Intel SDM volume 1, sections 13.2 and 14.3, 15.2).
 */
#include "cpu_x86.h"

/* Register state that the operating system saves: xmm and ymm for AVX; opmask,
 * upper halves of zmm0-15 and zmm16-31 too for AVX-512, even on narrow
 * registers, since EVEX instructions fault without it. */
#define XCR0_AVX	0x06
#define XCR0_AVX512	0xe6

#define BIT(reg, n, cpu) ((reg) >> (n) & 1 ? (cpu) : 0)

/* Skylake-X, Cascade Lake and Cooper Lake share a model number; 512-bit
 * instructions lower their clock by more than they win. */
static bool zmm_lowers_clock(const struct cpuid_regs *leaf1, bool intel)
{
	uint32_t family = leaf1->eax >> 8 & 0xf;
	uint32_t model = (leaf1->eax >> 4 & 0xf) | (leaf1->eax >> 12 & 0xf0);

	return intel && family == 6 && model == 0x55;
}

uint32_t testudo_cpu_bits_from(const struct cpu_source *source)
{
	struct cpuid_regs leaf0 = source->cpuid(0, 0), leaf1, leaf7;
	/* "GenuineIntel", in ebx, edx, ecx */
	bool intel = leaf0.ebx == 0x756e6547 && leaf0.edx == 0x49656e69 &&
		     leaf0.ecx == 0x6c65746e;
	uint64_t xcr0 = 0;
	uint32_t bits;

	if (leaf0.eax < 1)
		return 0;
	leaf1 = source->cpuid(1, 0);
	bits = BIT(leaf1.ecx, 9, CPU_SSSE3) | BIT(leaf1.ecx, 19, CPU_SSE41) |
	       BIT(leaf1.ecx, 25, CPU_AES);
	if (leaf1.ecx >> 27 & 1)	/* OSXSAVE: xgetbv exists */
		xcr0 = source->xgetbv0();
	if ((xcr0 & XCR0_AVX) == XCR0_AVX)
		bits |= BIT(leaf1.ecx, 28, CPU_AVX);
	if (leaf0.eax < 7)
		return bits;
	leaf7 = source->cpuid(7, 0);
	bits |= BIT(leaf7.ebx, 8, CPU_BMI2);
	if (bits & CPU_AVX)
		bits |= BIT(leaf7.ebx, 5, CPU_AVX2) |
			BIT(leaf7.ecx, 9, CPU_VAES);
	if ((bits & CPU_AVX2) && (xcr0 & XCR0_AVX512) == XCR0_AVX512)
		bits |= BIT(leaf7.ebx, 16, CPU_AVX512F);
	if (bits & CPU_AVX512F) {
		bits |= BIT(leaf7.ebx, 30, CPU_AVX512BW) |
			BIT(leaf7.ebx, 31, CPU_AVX512VL) |
			BIT(leaf7.ebx, 21, CPU_AVX512IFMA) |
			BIT(leaf7.ecx, 6, CPU_AVX512VBMI2);
		if (!zmm_lowers_clock(&leaf1, intel))
			bits |= CPU_FAST_ZMM;
	}
	return bits;
}

#ifdef __x86_64__

static struct cpuid_regs cpuid(uint32_t leaf, uint32_t subleaf)
{
	struct cpuid_regs r;

	__asm__ volatile("cpuid"
			 : "=a"(r.eax), "=b"(r.ebx), "=c"(r.ecx), "=d"(r.edx)
			 : "a"(leaf), "c"(subleaf));
	return r;
}

static uint64_t xgetbv0(void)
{
	uint32_t lo, hi;

	__asm__ volatile("xgetbv" : "=a"(lo), "=d"(hi) : "c"(0));
	return (uint64_t)hi << 32 | lo;
}

uint32_t testudo_cpu_bits(void)
{
	static const struct cpu_source this_cpu = { cpuid, xgetbv0 };

	return testudo_cpu_bits_from(&this_cpu);
}

#else

uint32_t testudo_cpu_bits(void)
{
	return 0;
}

#endif
