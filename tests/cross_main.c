// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * Known answers without a test framework, for processors that are emulated and
 * have none: the vectors, and the Monte Carlo runs up to a step that the
 * emulator's speed allows.  Prints each algorithm's best row, then every row.
 *
 * cross_main [LAST_STEP [EXPECTED_BEST_ROW]]
 */
#include <stdio.h>
#include <stdlib.h>

#include <testudo/testudo.h>
#include "core.h"
#include "sha256.h"
#include "vectors.h"

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))
#define STEP_MAX 4100
#define AD_MAX 300

/* ---- known answers */

static bool vector_ok(const struct test_vector *v)
{
	const struct testudo_alg_info *info = testudo_alg_info(v->alg);
	uint8_t out[1024], tag[32];
	struct testudo_key key;
	int err;

	if (!info || v->len > sizeof(out) ||
	    testudo_key_init(&key, v->alg, v->key, info->key_len, v->tag_len))
		return false;
	err = testudo_decrypt(out, v->ct, v->len, v->tag, v->ad, v->ad_len,
			      v->nonce, info->nonce_len, &key);
	if (!v->valid)
		return err == -EBADMSG;
	if (err || (v->len && memcmp(out, v->msg, v->len)))
		return false;
	err = testudo_encrypt(out, v->msg, v->len, tag, v->ad, v->ad_len,
			      v->nonce, info->nonce_len, &key);
	return !err && (!v->len || !memcmp(out, v->ct, v->len)) &&
	       !memcmp(tag, v->tag, v->tag_len);
}

static bool mac_vector_ok(const struct test_vector *v)
{
	const struct testudo_alg_info *info = testudo_alg_info(v->alg);
	struct testudo_aegismac_ctx c;
	uint8_t tag[32];

	if (!info || testudo_aegismac_init(&c, v->alg, v->key, info->key_len,
					   v->nonce, info->nonce_len))
		return false;
	testudo_aegismac_update(&c, v->msg, v->len);
	return !testudo_aegismac_final(&c, tag, v->tag_len) &&
	       !memcmp(tag, v->tag, v->tag_len) == v->valid;
}

/* ---- Monte Carlo */

static uint64_t random_state;

static uint64_t random_word(void)
{
	uint64_t z = random_state += 0x9e3779b97f4a7c15;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
	z = (z ^ z >> 27) * 0x94d049bb133111eb;
	return z ^ z >> 31;
}

static void random_bytes(uint8_t *p, size_t n)
{
	uint64_t word = 0;

	for (size_t i = 0; i < n; i++) {
		if (i % 8 == 0)
			word = random_word();
		p[i] = (uint8_t)(word >> 8 * (i % 8));
	}
}

static bool aead_step(const struct monte_carlo *m, unsigned int i,
		      struct test_sha256 *hash)
{
	static uint8_t ad[AD_MAX], msg[STEP_MAX], out[STEP_MAX + 32];
	const struct testudo_alg_info *info = testudo_alg_info(m->alg);
	size_t ad_len = 37 * i % 301, tag_len = i % 2 ? 32 : 16, bit;
	uint8_t raw[32], nonce[32], *tag = out + i;
	struct testudo_key key;

	random_bytes(raw, info->key_len);
	random_bytes(nonce, info->nonce_len);
	random_bytes(ad, ad_len);
	random_bytes(msg, i);
	bit = (size_t)(random_word() % (8 * (i + tag_len)));
	if (testudo_key_init(&key, m->alg, raw, info->key_len, tag_len) ||
	    testudo_encrypt(out, msg, i, tag, ad, ad_len, nonce,
			    info->nonce_len, &key))
		return false;
	test_sha256_update(hash, out, i + tag_len);
	out[bit / 8] ^= (uint8_t)(1 << bit % 8);
	if (i == 0 || bit / 8 >= i) {	/* data as it was: try it as it is */
		if (testudo_decrypt(out, out, i, tag, ad, ad_len, nonce,
				    info->nonce_len, &key) != -EBADMSG)
			return false;
		for (unsigned int k = 0; k < i; k++)
			if (out[k])
				return false;
		return true;
	}
	out[bit / 8] ^= (uint8_t)(1 << bit % 8);
	return !testudo_decrypt(out, out, i, tag, ad, ad_len, nonce,
				info->nonce_len, &key) &&
	       !memcmp(out, msg, i);
}

static bool mac_step(const struct monte_carlo *m, unsigned int i,
		     struct test_sha256 *hash)
{
	static uint8_t data[STEP_MAX];
	const struct testudo_alg_info *info = testudo_alg_info(m->alg);
	size_t tag_len = i % 2 ? 32 : 16;
	uint8_t raw[32], nonce[32], tag[32];
	struct testudo_aegismac_ctx c;

	random_bytes(raw, info->key_len);
	random_bytes(nonce, info->nonce_len);
	random_bytes(data, i);
	if (testudo_aegismac_init(&c, m->alg, raw, info->key_len, nonce,
				  info->nonce_len))
		return false;
	testudo_aegismac_update(&c, data, i);
	if (testudo_aegismac_final(&c, tag, tag_len))
		return false;
	test_sha256_update(hash, tag, tag_len);
	return true;
}

/* Up to the last checkpoint that is not beyond last; *done is that step. */
static bool monte_carlo_ok(const struct monte_carlo *m, unsigned int last,
			   unsigned int *done)
{
	struct test_sha256 hash;
	uint8_t digest[32];
	size_t point = 0;

	test_sha256_init(&hash);
	random_state = 0x4145474953000001;
	for (unsigned int i = 0; point < COUNT(m->points) &&
	     m->points[point].step <= last; i++) {
		if (!(m->mac ? mac_step(m, i, &hash) : aead_step(m, i, &hash)))
			return false;
		if (i != m->points[point].step)
			continue;
		test_sha256_digest(&hash, digest);
		if (memcmp(digest, m->points[point].digest, sizeof(digest)))
			return false;
		*done = i;
		point++;
	}
	return true;
}

/* Everything about one algorithm on the row that is forced. */
static bool row_ok(enum testudo_alg alg, unsigned int last)
{
	unsigned int tried = 0, done = 0;

	for (size_t i = 0; i < COUNT(aead_vectors); i++)
		if (aead_vectors[i].alg == alg && ++tried &&
		    !vector_ok(&aead_vectors[i]))
			return printf(" vector %zu", i), false;
	for (size_t i = 0; i < COUNT(mac_vectors); i++)
		if (mac_vectors[i].alg == alg && ++tried &&
		    !mac_vector_ok(&mac_vectors[i]))
			return printf(" MAC vector %zu", i), false;
	for (size_t i = 0; i < COUNT(monte_carlo); i++)
		if (monte_carlo[i].alg == alg && ++tried &&
		    !monte_carlo_ok(&monte_carlo[i], last, &done))
			return printf(" Monte Carlo behind step %u", done),
			       false;
	printf(" %u vectors, steps 0 to %u", tried, done);
	return tried > 2 && done;
}

int main(int argc, char **argv)
{
	static const enum testudo_alg algs[] = {
		TESTUDO_AEGIS128L, TESTUDO_AEGIS128X2, TESTUDO_AEGIS128X4,
		TESTUDO_AEGIS256, TESTUDO_AEGIS256X2, TESTUDO_AEGIS256X4,
	};
	unsigned int last = argc > 1 ? (unsigned int)atoi(argv[1]) : STEP_MAX;
	int failed = 0;

	if (COUNT(algs) != testudo_algs_n - 1) {
		fprintf(stderr, "an algorithm is not in the list here\n");
		return 1;
	}
	for (size_t a = 0; a < COUNT(algs); a++) {
		const char *alg = testudo_alg_info(algs[a])->name, *rows[16];
		size_t n = testudo_impl_list(algs[a], rows, COUNT(rows));
		bool best_ok;

		best_ok = n && !strcmp(testudo_impl_name(algs[a]), rows[0]) &&
			  (argc <= 2 || !strcmp(rows[0], argv[2]));
		failed += !best_ok;
		printf("%s: best row %s%s\n", alg, n ? rows[0] : "(none)",
		       best_ok ? "" : ": UNEXPECTED");
		for (size_t i = 0; i < n; i++) {
			bool ok;

			printf("%s %s:", alg, rows[i]);
			ok = !testudo_impl_force(algs[a], rows[i]) &&
			     !strcmp(testudo_impl_name(algs[a]), rows[i]) &&
			     row_ok(algs[a], last);
			failed += !ok;
			printf(ok ? "\n" : ": FAILED\n");
			fflush(stdout);
		}
	}
	return failed ? 1 : 0;
}
