// SPDX-License-Identifier: MIT OR GPL-2.0-only
/* Whole messages: right results for every length. */
#include "test_util.h"
#include "sha256.h"
#include "vectors.h"

static void vector(struct kunit *test, const struct test_vector *v,
		   const struct testudo_alg_info *info, struct test_area a)
{
	uint8_t *out = a.end - v->len, tag[33];
	struct testudo_key key;

	KUNIT_ASSERT_EQ(test, testudo_key_init(&key, v->alg, v->key,
					       info->key_len, v->tag_len), 0);
	if (v->valid) {
		tag[v->tag_len] = 0x5a;
		KUNIT_ASSERT_EQ(test, testudo_encrypt(out, v->msg, v->len, tag,
						      v->ad, v->ad_len,
						      v->nonce, info->nonce_len,
						      &key), 0);
		KUNIT_ASSERT_MEMEQ_MSG(test, out, v->ct, v->len, "%s",
				       v->source);
		KUNIT_ASSERT_MEMEQ_MSG(test, tag, v->tag, v->tag_len, "%s",
				       v->source);
		KUNIT_ASSERT_EQ(test, tag[v->tag_len], 0x5a);
	}
	memset(out, 0xa5, v->len);
	KUNIT_ASSERT_EQ_MSG(test, testudo_decrypt(out, v->ct, v->len, v->tag,
						  v->ad, v->ad_len, v->nonce,
						  info->nonce_len, &key),
			    v->valid ? 0 : -EBADMSG, "%s", v->source);
	if (v->valid)
		KUNIT_ASSERT_MEMEQ_MSG(test, out, v->msg, v->len, "%s",
				       v->source);
	else
		KUNIT_ASSERT_TRUE(test, test_all(out, 0, v->len));
}

static void vectors(struct kunit *test)
{
	const struct test_row *row = test_row(test);
	struct test_area a = test_area(test, 2048);
	size_t n = sizeof(aead_vectors) / sizeof(aead_vectors[0]), seen = 0;

	for (size_t i = 0; i < n; i++)
		if (aead_vectors[i].alg == row->alg) {
			vector(test, &aead_vectors[i], &row->entry->info, a);
			seen++;
		}
	KUNIT_ASSERT_TRUE(test, seen >= 22);
}

/* The published states, which the single operations must reach. */
static void states(struct kunit *test)
{
	const struct test_row *row = test_row(test);
	const struct testudo_ops *ops = testudo_ops(row->slot);
	size_t n = sizeof(state_vectors) / sizeof(state_vectors[0]);
	uint8_t state[16 * 8 * 4];

	for (size_t i = 0; i < n; i++) {
		const struct state_vector *v = &state_vectors[i];

		if (v->alg != row->alg)
			continue;
		if (v->before) {
			memcpy(state, v->before, v->len);
			ops->absorb(state, v->block, row->entry->rate);
		} else {
			ops->init(state, v->key, v->nonce);
		}
		KUNIT_ASSERT_MEMEQ_MSG(test, state, v->after, v->len, "%s",
				       v->source);
	}
}

/* One random message against the reference, both ways. */
static void both_ways(struct kunit *test, struct test_msg *m, size_t ad_len,
		      size_t len, size_t tag_len)
{
	uint8_t tag[32];

	test_msg_make(test, m, ad_len, len, tag_len);
	memset(m->out, 0xa5, len + 64);
	KUNIT_ASSERT_EQ(test, test_encrypt(m, m->out, tag), 0);
	KUNIT_ASSERT_MEMEQ_MSG(test, m->out, m->ct, len, "ad %u, len %u",
			       (unsigned int)ad_len, (unsigned int)len);
	KUNIT_ASSERT_MEMEQ_MSG(test, tag, m->tag, m->tag_len, "ad %u, len %u",
			       (unsigned int)ad_len, (unsigned int)len);
	KUNIT_ASSERT_TRUE(test, test_all(m->out + len, 0xa5, 64));

	memset(m->out, 0xa5, len);
	KUNIT_ASSERT_EQ_MSG(test, test_decrypt(m, m->out), 0, "ad %u, len %u",
			    (unsigned int)ad_len, (unsigned int)len);
	KUNIT_ASSERT_MEMEQ_MSG(test, m->out, m->msg, len, "ad %u, len %u",
			       (unsigned int)ad_len, (unsigned int)len);
	KUNIT_ASSERT_TRUE(test, test_all(m->out + len, 0xa5, 64));
}

static void every_length(struct kunit *test)
{
	struct test_msg *m = test_msg(test, test_row(test), 600, 4100);

	for (size_t len = 0; len <= 4100; len++)
		both_ways(test, m, 37 * len % 600, len, len % 2 ? 16 : 32);
}

static void every_ad_length(struct kunit *test)
{
	struct test_msg *m = test_msg(test, test_row(test), 1100, 512);

	for (size_t len = 0; len <= 1100; len++)
		both_ways(test, m, len, 29 * len % 512, len % 2 ? 32 : 16);
}

static void random_lengths(struct kunit *test)
{
	struct test_msg *m = test_msg(test, test_row(test), 12288, 12288);

	for (int i = 0; i < 60; i++)
		both_ways(test, m, test_below(&m->rng, i % 3 ? 64 : 12289),
			  test_below(&m->rng, 12289), i % 2 ? 16 : 32);
}

/* Every pair of the lengths at which code takes another way. */
static void length_matrix(struct kunit *test)
{
	const struct test_row *row = test_row(test);
	struct test_msg *m = test_msg(test, row, 520, 520);
	size_t r = row->entry->rate, n = 0, len[20];

	for (size_t k = 0; k <= 4; k += k < 2 ? 1 : 2) {
		if (k)
			len[n++] = k * r - 1;
		len[n++] = k * r;
		len[n++] = k * r + 1;
	}
	len[n++] = 15;
	len[n++] = 16;
	len[n++] = 17;
	len[n++] = 3 * r + r / 2;
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < n; j++) {
			both_ways(test, m, len[i], len[j], 16);
			both_ways(test, m, len[i], len[j], 32);
		}
}

/* A step of the Monte Carlo run: see gen_vectors.py. */
static void monte_carlo_step(struct kunit *test, struct test_msg *m,
			     unsigned int i, struct test_sha256 *hash)
{
	const struct testudo_alg_info *info = &m->entry->info;
	size_t bit;

	m->tag_len = test_tag_len(m->entry, i % 2 ? 32 : 16);
	m->ad_len = 37 * i % 301;
	m->len = i;
	test_bytes(&m->rng, m->raw, info->key_len);
	test_bytes(&m->rng, m->nonce, info->nonce_len);
	test_bytes(&m->rng, m->ad, m->ad_len);
	test_bytes(&m->rng, m->msg, i);
	/* one draw, as the definition says; which bit it means is left open */
	bit = test_below(&m->rng, 8 * (i + m->tag_len));

	KUNIT_ASSERT_EQ(test, testudo_key_init(&m->key, m->entry->alg, m->raw,
					       info->key_len, m->tag_len), 0);
	KUNIT_ASSERT_EQ(test, test_encrypt(m, m->ct, m->tag), 0);
	test_sha256_update(hash, m->ct, i);
	test_sha256_update(hash, m->tag, m->tag_len);
	KUNIT_ASSERT_EQ(test, test_decrypt(m, m->out), 0);
	KUNIT_ASSERT_MEMEQ_MSG(test, m->out, m->msg, i, "step %u", i);

	if (bit / 8 < i)
		m->ct[bit / 8] ^= (uint8_t)(1 << bit % 8);
	else
		m->tag[bit / 8 - i] ^= (uint8_t)(1 << bit % 8);
	KUNIT_ASSERT_EQ_MSG(test, test_decrypt(m, m->out), -EBADMSG,
			    "step %u", i);
	KUNIT_ASSERT_TRUE(test, test_all(m->out, 0, i));
}

static void monte_carlo_run(struct kunit *test)
{
	const struct test_row *row = test_row(test);
	struct test_msg *m = test_msg(test, row, 301, 4101);
	const struct monte_carlo *run = monte_carlo;
	struct test_sha256 hash;
	uint8_t digest[32];
	unsigned int i = 0;

	while (run->alg != row->alg || run->kind != RUN_AEAD)
		run++;
	m->rng.s = MONTE_CARLO_SEED;
	test_sha256_init(&hash);
	for (int point = 0; point < 4; point++) {
		for (; i <= run->points[point].step; i++)
			monte_carlo_step(test, m, i, &hash);
		test_sha256_digest(&hash, digest);
		KUNIT_ASSERT_MEMEQ_MSG(test, digest, run->points[point].digest,
				       32, "up to step %u", i - 1);
	}
}

/* Where there is nothing there need be no pointer. */
static void nothing(struct kunit *test)
{
	struct test_msg *m = test_msg(test, test_row(test), 0, 0);
	uint8_t tag[32];

	test_msg_make(test, m, 0, 0, 16);
	KUNIT_ASSERT_EQ(test, testudo_encrypt(NULL, NULL, 0, tag, NULL, 0,
					      m->nonce, m->nonce_len, &m->key),
			0);
	KUNIT_ASSERT_MEMEQ(test, tag, m->tag, 16);
	KUNIT_ASSERT_EQ(test, testudo_decrypt(NULL, NULL, 0, tag, NULL, 0,
					      m->nonce, m->nonce_len, &m->key),
			0);
	tag[0] ^= 1;
	KUNIT_ASSERT_EQ(test, testudo_decrypt(NULL, NULL, 0, tag, NULL, 0,
					      m->nonce, m->nonce_len, &m->key),
			-EBADMSG);
}

static struct kunit_case aead_cases[] = {
	KUNIT_CASE_PARAM(vectors, test_rows_gen_params),
	KUNIT_CASE_PARAM(states, test_aegis_rows_gen_params),
	KUNIT_CASE_PARAM(every_length, test_rows_gen_params),
	KUNIT_CASE_PARAM(every_ad_length, test_rows_gen_params),
	KUNIT_CASE_PARAM(random_lengths, test_rows_gen_params),
	KUNIT_CASE_PARAM(length_matrix, test_rows_gen_params),
	KUNIT_CASE_PARAM(nothing, test_rows_gen_params),
	KUNIT_CASE_PARAM(monte_carlo_run, test_rows_gen_params),
	{}
};

static struct kunit_suite aead_suite = {
	.name = "aead",
	.test_cases = aead_cases,
};

kunit_test_suite(aead_suite);
