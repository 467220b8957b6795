/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * SplitMix64: the random numbers of tests, the same everywhere for the same
 * seed.  Not for keys of anything but tests.
 */
#ifndef TESTUDO_PRNG_H
#define TESTUDO_PRNG_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct prng {
	uint64_t state;
};

static inline uint64_t prng_next(struct prng *p)
{
	uint64_t z = p->state += 0x9e3779b97f4a7c15;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
	z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
	return z ^ (z >> 31);
}

/* Whole words, little-endian; what the last one has too much is dropped. */
static inline void prng_bytes(struct prng *p, uint8_t *dst, size_t n)
{
	while (n) {
		uint64_t word = prng_next(p);
		size_t take = n < 8 ? n : 8;

		for (size_t i = 0; i < take; i++)
			*dst++ = (uint8_t)(word >> 8 * i);
		n -= take;
	}
}

/* 0 to n - 1; that small ones are a little likelier does not matter here. */
static inline size_t prng_below(struct prng *p, size_t n)
{
	return (size_t)(prng_next(p) % n);
}

#endif
