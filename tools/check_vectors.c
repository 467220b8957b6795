// SPDX-License-Identifier: MIT OR GPL-2.0-only
/* Published vectors: what others say must come out. */
#include <errno.h>
#include <stdbool.h>
#include <string.h>

#include <testudo/mac.h>
#include "../tests/vectors.h"
#include "selftest.h"

#define LEN_MAX 4096

static bool equal(const void *a, const void *b, size_t n)
{
	return n == 0 || memcmp(a, b, n) == 0;
}

/* Some vectors are forgeries, with the right answer "no". */
static const char *aead_vector(const struct test_vector *v)
{
	const struct testudo_alg_info *info = testudo_alg_info(v->alg);
	static uint8_t out[LEN_MAX];
	struct testudo_key key;
	uint8_t tag[32];
	int err;

	if (v->len > LEN_MAX)
		return "is longer than this test has room for";
	if (testudo_key_init(&key, v->alg, v->key, info->key_len, v->tag_len))
		return "key refused";
	if (v->valid) {
		if (testudo_encrypt(out, v->msg, v->len, tag, v->ad, v->ad_len,
				    v->nonce, info->nonce_len, &key))
			return "cannot encrypt";
		if (!equal(out, v->ct, v->len))
			return "wrong ciphertext";
		if (!equal(tag, v->tag, v->tag_len))
			return "wrong tag";
	}
	err = testudo_decrypt(out, v->ct, v->len, v->tag, v->ad, v->ad_len,
			      v->nonce, info->nonce_len, &key);
	if (!v->valid)
		return err == -EBADMSG ? NULL : "forgery accepted";
	if (err)
		return "not accepted";
	return equal(out, v->msg, v->len) ? NULL : "wrong plaintext";
}

static const char *mac_vector(const struct test_vector *v)
{
	const struct testudo_alg_info *info = testudo_alg_info(v->alg);
	struct testudo_aegismac_ctx ctx, copy;
	uint8_t tag[32];
	int err;

	if (testudo_aegismac_init(&ctx, v->alg, v->key, info->key_len,
				  v->nonce, info->nonce_len))
		return "key refused";
	testudo_aegismac_update(&ctx, v->msg, v->len);
	copy = ctx;
	err = testudo_aegismac_verify(&copy, v->tag, v->tag_len);
	if (!v->valid)
		return err == -EBADMSG ? NULL : "forgery accepted";
	if (testudo_aegismac_final(&ctx, tag, v->tag_len) ||
	    !equal(tag, v->tag, v->tag_len))
		return "wrong tag";
	return err ? "not accepted" : NULL;
}

static int all(enum testudo_alg alg, const struct test_vector *v, size_t n,
	       const char *(*run)(const struct test_vector *v), struct why *why)
{
	int count = 0;

	for (size_t i = 0; i < n; i++) {
		const char *wrong = v[i].alg == alg ? run(&v[i]) : NULL;

		if (wrong)
			return because(why, "%s, %zu bytes, tag of %zu: %s",
				       v[i].source, v[i].len, v[i].tag_len,
				       wrong);
		count += v[i].alg == alg;
	}
	return count;
}

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

int check_vectors(enum testudo_alg alg, struct why *why)
{
	int aead, mac;

	if (!testudo_alg_info(alg))
		return check_bare_vectors(alg, why);
	aead = all(alg, aead_vectors, COUNT(aead_vectors), aead_vector, why);
	if (aead < 0)
		return -1;
	mac = all(alg, mac_vectors, COUNT(mac_vectors), mac_vector, why);
	return mac < 0 ? -1 : aead + mac;
}
