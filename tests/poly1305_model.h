/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Poly1305 as at school, on digits of 8 bits: nothing in common with any row.
 * A number has 17 digits, of which the last may have more bits.
 */
#ifndef TESTS_POLY1305_MODEL_H
#define TESTS_POLY1305_MODEL_H

#include "port.h"

struct model {
	uint32_t h[17];
	uint8_t r[16];
};

/* Carries to the top, and what is above 2^130 comes back five times. */
static inline void model_carry(uint32_t h[17])
{
	for (int round = 0; round < 3; round++) {
		for (int i = 0; i < 16; i++) {
			h[i + 1] += h[i] >> 8;
			h[i] &= 0xff;
		}
		h[0] += 5 * (h[16] >> 2);
		h[16] &= 3;
	}
}

/* h = (h + block + one * 2^128) r */
static inline void model_block(struct model *m, const uint8_t block[16],
			       uint32_t one)
{
	uint32_t t[33] = { 0 };

	for (int i = 0; i < 16; i++)
		m->h[i] += block[i];
	m->h[16] += one;
	for (int i = 0; i < 17; i++)
		for (int j = 0; j < 16; j++)
			t[i + j] += m->h[i] * m->r[j];
	/* 2^136 is 5 * 2^6; a digit has at most 2^21 here */
	for (int i = 0; i < 17; i++)
		m->h[i] = t[i] + (i < 16 ? 320 * t[17 + i] : 0);
	model_carry(m->h);
}

/* From and to the words of the library's state.  h is below 2^131 before and
 * between 0 and 2^130 - 6 afterwards. */
static inline void model_load(uint32_t h[17], const uint64_t words[3])
{
	for (int i = 0; i < 16; i++)
		h[i] = words[i / 8] >> 8 * (i % 8) & 0xff;
	h[16] = (uint32_t)words[2];
	model_carry(h);
}

static inline void model_reduce(uint32_t h[17])
{
	uint32_t g[17];

	model_carry(h);
	memcpy(g, h, sizeof(g));
	g[0] += 5;
	for (int i = 0; i < 16; i++) {
		g[i + 1] += g[i] >> 8;
		g[i] &= 0xff;
	}
	if (g[16] < 4)
		return;
	g[16] -= 4;
	memcpy(h, g, sizeof(g));
}

/* Is this the same number modulo 2^130 - 5? */
static inline bool model_is(const struct model *m, const uint64_t words[3])
{
	uint32_t a[17], b[17];

	memcpy(a, m->h, sizeof(a));
	model_load(b, words);
	model_reduce(a);
	model_reduce(b);
	return !memcmp(a, b, sizeof(a));
}

static inline void model_tag(const struct model *m, const uint8_t s[16],
			     uint8_t tag[16])
{
	uint32_t h[17], carry = 0;

	memcpy(h, m->h, sizeof(h));
	model_reduce(h);
	for (int i = 0; i < 16; i++) {
		carry += h[i] + s[i];
		tag[i] = (uint8_t)carry;
		carry >>= 8;
	}
}

/* key: r, which is clamped here, and s */
static inline void model_begin(struct model *m, const uint8_t key[32])
{
	memset(m, 0, sizeof(*m));
	memcpy(m->r, key, 16);
	for (int i = 3; i < 16; i += 4)
		m->r[i] &= 15;
	for (int i = 4; i < 16; i += 4)
		m->r[i] &= 252;
}

/* All of a message. */
static inline void model_poly1305(uint8_t tag[16], const uint8_t *msg,
				  size_t len, const uint8_t key[32])
{
	uint8_t last[16] = { 0 };
	struct model m;

	model_begin(&m, key);
	for (; len >= 16; len -= 16, msg += 16)
		model_block(&m, msg, 1);
	if (len) {
		memcpy(last, msg, len);
		last[len] = 1;
		model_block(&m, last, 0);
	}
	model_tag(&m, key + 16, tag);
}

#endif
