/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Known answers of the bare ChaCha and Poly1305: what the cases, cross_main.c
 * and `testudo check` do with their entries in vectors.h.
 */
#ifndef TESTS_KNOWN_H
#define TESTS_KNOWN_H

#include <testudo/chacha.h>
#include <testudo/mac.h>
#include "port.h"
#include "vectors.h"

/* The longest message of a run, which has so many steps too. */
#define KNOWN_MAX 4100

/* The state for an IV of 16 bytes, or for XChaCha's nonce of 24. */
static inline void known_state(struct testudo_chacha_state *s,
			       const uint8_t *key, const uint8_t *iv,
			       bool extended, uint32_t counter)
{
	uint8_t subkey[32], rest[16] = { 0 };

	if (!extended) {
		testudo_chacha_init(s, key, iv);
		return;
	}
	testudo_hchacha(key, iv, subkey, 20);
	store_le32(rest, counter);
	memcpy(rest + 8, iv + 16, 8);
	testudo_chacha_init(s, subkey, rest);
}

/* The vectors; out has room for the message. */
static inline bool known_stream(const struct stream_vector *v, uint8_t *out)
{
	struct testudo_chacha_state s;

	known_state(&s, v->key, v->iv, v->extended, v->counter);
	testudo_chacha_crypt(&s, out, v->msg, v->len, v->rounds);
	return !v->len || !memcmp(out, v->ct, v->len);
}

static inline bool known_hchacha(const struct hchacha_vector *v)
{
	uint8_t out[32];

	testudo_hchacha(v->key, v->nonce, out, v->rounds);
	return !memcmp(out, v->out, sizeof(out));
}

static inline bool known_poly1305(const struct test_vector *v)
{
	uint8_t tag[16];

	return !testudo_poly1305(tag, v->msg, v->len, v->key) &&
	       !memcmp(tag, v->tag, sizeof(tag));
}

/* The generator of the Monte Carlo runs. */
static inline void known_bytes(uint64_t *seed, uint8_t *p, size_t n)
{
	uint64_t z = 0;

	for (size_t i = 0; i < n; i++, z >>= 8) {
		if (i % 8 == 0) {
			z = *seed += 0x9e3779b97f4a7c15;
			z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
			z = (z ^ z >> 27) * 0x94d049bb133111eb;
			z ^= z >> 31;
		}
		p[i] = (uint8_t)z;
	}
}

/*
 * Step i of a run (gen_vectors.py, bare_step()).  out gets, of its i + 32
 * bytes, what goes into the digest; returns how much that is.
 */
static inline size_t known_step(const struct monte_carlo *run, unsigned int i,
				uint64_t *seed, uint8_t *msg, uint8_t *out)
{
	bool extended = run->kind == RUN_XCHACHA;
	struct testudo_chacha_state s;
	uint8_t key[32], iv[24];

	known_bytes(seed, key, 32);
	if (run->kind != RUN_POLY1305)
		known_bytes(seed, iv, extended ? 24 : 16);
	if (run->kind == RUN_HCHACHA) {
		testudo_hchacha(key, iv, out, run->rounds);
		return 32;
	}
	known_bytes(seed, msg, i);
	if (run->kind == RUN_POLY1305)
		return testudo_poly1305(out, msg, i, key) ? 0 : 16;
	known_state(&s, key, iv, extended, 0);
	testudo_chacha_crypt(&s, out, msg, i, run->rounds);
	if (extended)
		return i;
	store_le32(out + i, s.x[12]);
	return i + 4;
}

#endif
