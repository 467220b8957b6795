/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* SHA-256 (FIPS 180-4) for the Monte Carlo digests, made for reading. */
#ifndef TESTS_SHA256_H
#define TESTS_SHA256_H

#include "port.h"

struct test_sha256 {
	uint32_t h[8];
	uint64_t len;
	uint8_t block[64];
};

static inline void test_sha256_init(struct test_sha256 *s)
{
	static const uint32_t h[8] = {
		0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
		0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
	};

	memcpy(s->h, h, sizeof(h));
	s->len = 0;
}

static inline uint32_t test_ror(uint32_t x, int n)
{
	return x >> n | x << (32 - n);
}

static inline uint32_t test_be32(const uint8_t *p)
{
	return (uint32_t)p[0] << 24 | p[1] << 16 | p[2] << 8 | p[3];
}

static inline void test_sha256_block(struct test_sha256 *s, const uint8_t *p)
{
	static const uint32_t k[64] = {
		0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b,
		0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01,
		0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7,
		0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc,
		0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152,
		0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
		0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc,
		0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
		0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819,
		0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08,
		0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f,
		0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
		0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
	};
	uint32_t v[8], w[16] = { 0 };

	memcpy(v, s->h, sizeof(v));
	for (int i = 0; i < 64; i++) {
		uint32_t x = w[(i + 1) % 16], y = w[(i + 14) % 16], t;

		if (i < 16)
			w[i] = test_be32(p + 4 * i);
		else
			w[i % 16] += w[(i + 9) % 16] + (x >> 3 ^
				     test_ror(x, 7) ^ test_ror(x, 18)) +
				     (y >> 10 ^
				     test_ror(y, 17) ^ test_ror(y, 19));
		t = v[7] + k[i] + w[i % 16] + ((v[4] & v[5]) ^ (~v[4] & v[6])) +
		    (test_ror(v[4], 6) ^ test_ror(v[4], 11) ^
		     test_ror(v[4], 25));
		x = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);
		x += test_ror(v[0], 2) ^ test_ror(v[0], 13) ^
		     test_ror(v[0], 22);
		memmove(v + 1, v, 7 * sizeof(v[0]));
		v[4] += t;
		v[0] = t + x;
	}
	for (int i = 0; i < 8; i++)
		s->h[i] += v[i];
}

static inline void test_sha256_update(struct test_sha256 *s, const void *data,
				      size_t len)
{
	const uint8_t *p = data;

	while (len) {
		size_t fill = (size_t)(s->len % 64), n = 64 - fill;

		if (n > len)
			n = len;
		memcpy(s->block + fill, p, n);
		s->len += n;
		p += n;
		len -= n;
		if (fill + n == 64)
			test_sha256_block(s, s->block);
	}
}

/* The digest so far; s itself goes on. */
static inline void test_sha256_digest(const struct test_sha256 *s,
				      uint8_t digest[32])
{
	static const uint8_t pad[64] = { 0x80 };
	struct test_sha256 t = *s;
	uint8_t bits[8];

	for (int i = 0; i < 8; i++)
		bits[i] = (uint8_t)(s->len << 3 >> (56 - 8 * i));
	test_sha256_update(&t, pad, 1 + (size_t)((119 - s->len % 64) % 64));
	test_sha256_update(&t, bits, 8);
	for (int i = 0; i < 32; i++)
		digest[i] = (uint8_t)(t.h[i / 4] >> (24 - 8 * (i % 4)));
}

#endif
