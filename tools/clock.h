/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Time in cycles of the core.  The time stamp counter is not the core's clock,
 * which moves with load and temperature, and hardware counters are not there
 * in most virtual machines.  So the ratio of both is measured around each run:
 * a chain of n dependent additions takes n core cycles.
 */
#ifndef TESTUDO_CLOCK_H
#define TESTUDO_CLOCK_H

#include <stdint.h>

#if defined(__x86_64__)

#include <x86intrin.h>

#define CLOCK_UNIT "cycles"
#define CLOCK_CALIBRATED 1
#define CLOCK_CHAIN 16384

static inline uint64_t clock_ticks(void)
{
	uint64_t t;

	_mm_lfence();
	t = __rdtsc();
	_mm_lfence();
	return t;
}

/* Core cycles in a tick, just now; takes some 5 microseconds. */
static inline double clock_calibrate(void)
{
	uint64_t a = 1, b = 3, n = CLOCK_CHAIN / 64, start = clock_ticks();

	__asm__ volatile("1:\n\t"
			 ".rept 64\n\t"
			 "add %2, %0\n\t"
			 ".endr\n\t"
			 "dec %1\n\t"
			 "jnz 1b"
			 : "+r"(a), "+r"(n) : "r"(b) : "cc");
	return CLOCK_CHAIN / (double)(clock_ticks() - start);
}

#else

#include "tool.h"

#define CLOCK_UNIT "ns"
#define CLOCK_CALIBRATED 0

static inline uint64_t clock_ticks(void)
{
	return now_ns();
}

static inline double clock_calibrate(void)
{
	return 1;
}

#endif
#endif
