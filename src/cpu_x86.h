/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* CPU detection over answers that a test can make up. */
#ifndef TESTUDO_CPU_X86_H
#define TESTUDO_CPU_X86_H

#include "core.h"

struct cpuid_regs {
	uint32_t eax, ebx, ecx, edx;
};

/* cpuid of a leaf and subleaf, and extended control register 0. */
struct cpu_source {
	struct cpuid_regs (*cpuid)(uint32_t leaf, uint32_t subleaf);
	uint64_t (*xgetbv0)(void);
};

/* The CPU_* bits that follow from these answers. */
uint32_t testudo_cpu_bits_from(const struct cpu_source *source);

#endif
