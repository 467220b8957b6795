// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * Known answers without a test framework, for processors that are emulated and
 * have none: the vectors, and the Monte Carlo runs up to a step that the
 * emulator's speed allows.  Prints each algorithm's best row, then every row.
 *
 * cross_main [LAST_STEP [AEGIS CHACHA POLY1305 CHACHA20POLY1305]]
 *
 * The words behind LAST_STEP are the rows that must be chosen.
 */
#include <stdio.h>
#include <stdlib.h>

#include <testudo/testudo.h>
#include "core.h"
#include "known.h"
#include "sha256.h"

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))
#define STEP_MAX 4100
#define AD_MAX 300

/* ---- known answers */

static bool vector_ok(const struct test_vector *v)
{
	const struct testudo_alg_info *info = testudo_alg_info(v->alg);
	uint8_t out[2048], tag[32];
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

static bool stream_vector_ok(const struct stream_vector *v)
{
	uint8_t out[2048];

	return v->len <= sizeof(out) && known_stream(v, out);
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

static bool bare_step(const struct monte_carlo *m, unsigned int i,
		      struct test_sha256 *hash)
{
	static uint8_t msg[STEP_MAX], out[STEP_MAX + 32];

	test_sha256_update(hash, out,
			   known_step(m, i, &random_state, msg, out));
	return true;
}

static bool aead_step(const struct monte_carlo *m, unsigned int i,
		      struct test_sha256 *hash)
{
	static uint8_t ad[AD_MAX], msg[STEP_MAX], out[STEP_MAX + 32];
	const struct testudo_alg_info *info = testudo_alg_info(m->alg);
	size_t ad_len = 37 * i % 301, bit;
	size_t tag_len = i % 2 ? info->tag_len_max : 16;
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

static bool step(const struct monte_carlo *m, unsigned int i,
		 struct test_sha256 *hash)
{
	return m->kind == RUN_AEAD ? aead_step(m, i, hash) :
	       m->kind == RUN_MAC ? mac_step(m, i, hash) :
	       bare_step(m, i, hash);
}

/* Up to the last checkpoint that is not beyond last; *done is that step. */
static bool monte_carlo_ok(const struct monte_carlo *m, unsigned int last,
			   unsigned int *done)
{
	struct test_sha256 hash;
	uint8_t digest[32];
	size_t point = 0;

	test_sha256_init(&hash);
	random_state = MONTE_CARLO_SEED;
	for (unsigned int i = 0; point < COUNT(m->points) &&
	     m->points[point].step <= last; i++) {
		if (!step(m, i, &hash))
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

/* Runs a test on the entries of a table that are this algorithm's. */
#define EACH(table, mine, what, ok)					\
	for (size_t i = 0; i < COUNT(table); i++)			\
		if ((mine) && ++tried && !(ok))				\
			return printf(" " what " %zu", i), false

/* Everything about one algorithm on the row that is forced. */
static bool row_ok(enum testudo_alg alg, unsigned int last)
{
	unsigned int tried = 0, done = 0;

	EACH(aead_vectors, aead_vectors[i].alg == alg, "vector",
	     vector_ok(&aead_vectors[i]));
	EACH(mac_vectors, mac_vectors[i].alg == alg, "MAC vector",
	     mac_vector_ok(&mac_vectors[i]));
	EACH(stream_vectors, alg == TESTUDO_CHACHA, "vector",
	     stream_vector_ok(&stream_vectors[i]));
	EACH(hchacha_vectors, alg == TESTUDO_CHACHA, "HChaCha vector",
	     known_hchacha(&hchacha_vectors[i]));
	EACH(poly1305_vectors, alg == TESTUDO_POLY1305, "vector",
	     known_poly1305(&poly1305_vectors[i]));
	EACH(monte_carlo, monte_carlo[i].alg == alg, "Monte Carlo run",
	     monte_carlo_ok(&monte_carlo[i], last, &done));
	printf(" %u vectors and runs, steps 0 to %u", tried, done);
	return tried > 2 && done;
}

int main(int argc, char **argv)
{
	/* and the argument that says which row is expected */
	static const struct {
		enum testudo_alg alg;
		int expected;
	} algs[] = {
		{ TESTUDO_AEGIS128L, 2 }, { TESTUDO_AEGIS128X2, 2 },
		{ TESTUDO_AEGIS128X4, 2 }, { TESTUDO_AEGIS256, 2 },
		{ TESTUDO_AEGIS256X2, 2 }, { TESTUDO_AEGIS256X4, 2 },
		{ TESTUDO_CHACHA, 3 }, { TESTUDO_POLY1305, 4 },
		{ TESTUDO_CHACHA20_POLY1305, 5 },
		{ TESTUDO_XCHACHA20_POLY1305, 5 },
	};
	unsigned int last = argc > 1 ? (unsigned int)atoi(argv[1]) : STEP_MAX;
	int failed = 0;

	if (COUNT(algs) != testudo_algs_n - 1) {
		fprintf(stderr, "an algorithm is not in the list here\n");
		return 1;
	}
	if (argc > 2 && argc != 6) {
		fprintf(stderr, "four rows are expected, or none\n");
		return 1;
	}
	for (size_t a = 0; a < COUNT(algs); a++) {
		enum testudo_alg alg = algs[a].alg;
		const char *name = testudo_algs[testudo_slot(alg)].info.name;
		const char *rows[16];
		size_t n = testudo_impl_list(alg, rows, COUNT(rows));
		bool best_ok;

		best_ok = n && !strcmp(testudo_impl_name(alg), rows[0]) &&
			  (argc <= 2 ||
			   !strcmp(rows[0], argv[algs[a].expected]));
		failed += !best_ok;
		printf("%s: best row %s%s\n", name, n ? rows[0] : "(none)",
		       best_ok ? "" : ": UNEXPECTED");
		for (size_t i = 0; i < n; i++) {
			bool ok;

			printf("%s %s:", name, rows[i]);
			ok = !testudo_impl_force(alg, rows[i]) &&
			     !strcmp(testudo_impl_name(alg), rows[i]) &&
			     row_ok(alg, last);
			failed += !ok;
			printf(ok ? "\n" : ": FAILED\n");
			fflush(stdout);
		}
	}
	return failed ? 1 : 0;
}
