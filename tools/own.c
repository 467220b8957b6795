// SPDX-License-Identifier: MIT OR GPL-2.0-only
/* This library, for `testudo speed`: every row that this CPU can run. */
#include <stdlib.h>

#include <testudo/testudo.h>
#include "../src/core.h"
#include "measure.h"

#define ROWS_MAX 16

static bool force(struct subject *s)
{
	return !testudo_impl_force(s->id, s->impl);
}

/* One subject for each row of the algorithm, alike but for that. */
static size_t add_rows(struct subject *list, size_t n, size_t max,
		       struct subject s)
{
	const char *rows[ROWS_MAX];
	size_t count = testudo_impl_list(s.id, rows, ROWS_MAX);

	s.select = force;
	for (size_t i = 0; i < count && i < ROWS_MAX && n < max; i++) {
		s.impl = rows[i];
		list[n++] = s;
	}
	return n;
}

static int seal(void *state, uint8_t *dst, const uint8_t *src, size_t len,
		uint8_t *tag, const uint8_t *ad, const uint8_t *nonce)
{
	const struct testudo_key *key = state;

	return testudo_encrypt(dst, src, len, tag, ad, MEASURE_AD_LEN, nonce,
			       testudo_algs[key->slot].info.nonce_len, key);
}

static int open(void *state, uint8_t *dst, const uint8_t *src, size_t len,
		const uint8_t *tag, const uint8_t *ad, const uint8_t *nonce)
{
	const struct testudo_key *key = state;

	return testudo_decrypt(dst, src, len, tag, ad, MEASURE_AD_LEN, nonce,
			       testudo_algs[key->slot].info.nonce_len, key);
}

static size_t add_aeads(struct subject *list, size_t n, size_t max)
{
	for (size_t i = 1; i < testudo_algs_n; i++) {
		const struct testudo_alg_info *info = &testudo_algs[i].info;
		enum testudo_alg alg = testudo_algs[i].alg;
		struct testudo_key *key = calloc(1, sizeof(*key));

		if (!key || testudo_key_init(key, alg, measure_key,
					     info->key_len, MEASURE_TAG_LEN)) {
			free(key);
			continue;
		}
		n = add_rows(list, n, max, (struct subject){
			.alg = info->name, .nonce_len = info->nonce_len,
			.state = key, .seal = seal, .open = open, .id = alg,
		});
	}
	return n;
}

/* The state of the subject: the number of rounds.  A message begins with its
 * key and IV, as in a protocol. */
static int crypt(void *state, uint8_t *dst, const uint8_t *src, size_t len,
		 uint8_t *tag, const uint8_t *ad, const uint8_t *nonce)
{
	struct testudo_chacha_state s;

	(void)tag;
	(void)ad;
	testudo_chacha_init(&s, measure_key, nonce);
	testudo_chacha_crypt(&s, dst, src, len, *(const int *)state);
	return 0;
}

static int crypt_again(void *state, uint8_t *dst, const uint8_t *src,
		       size_t len, const uint8_t *tag, const uint8_t *ad,
		       const uint8_t *nonce)
{
	(void)tag;
	return crypt(state, dst, src, len, NULL, ad, nonce);
}

static int mac(void *state, uint8_t *dst, const uint8_t *src, size_t len,
	       uint8_t *tag, const uint8_t *ad, const uint8_t *nonce)
{
	(void)state;
	(void)dst;
	(void)ad;
	(void)nonce;
	return testudo_poly1305(tag, src, len, measure_key);
}

static int verify(void *state, uint8_t *dst, const uint8_t *src, size_t len,
		  const uint8_t *tag, const uint8_t *ad, const uint8_t *nonce)
{
	struct testudo_poly1305_ctx c;

	(void)state;
	(void)dst;
	(void)ad;
	(void)nonce;
	testudo_poly1305_init(&c, measure_key);
	testudo_poly1305_update(&c, src, len);
	return testudo_poly1305_verify(&c, tag);
}

static size_t add_bare(struct subject *list, size_t n, size_t max)
{
	static int rounds[] = { 20, 12, 8 };
	static const char *const names[] = {
		"ChaCha20", "ChaCha12", "ChaCha8",
	};

	for (size_t i = 0; i < 3; i++)
		n = add_rows(list, n, max, (struct subject){
			.alg = names[i], .kind = SUBJECT_CIPHER,
			.nonce_len = 16, .state = &rounds[i], .seal = crypt,
			.open = crypt_again, .id = TESTUDO_CHACHA,
		});
	return add_rows(list, n, max, (struct subject){
		.alg = "Poly1305", .kind = SUBJECT_MAC, .nonce_len = 16,
		.seal = mac, .open = verify, .id = TESTUDO_POLY1305,
	});
}

size_t own_add(struct subject *list, size_t n, size_t max)
{
	n = add_aeads(list, n, max);
	return add_bare(list, n, max);
}
