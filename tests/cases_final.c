// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * The end of AEGIS composed from single updates: length fields of 64 bits,
 * which no message of a test is long enough for.
 */
#include "test_util.h"

/* Finalize of RFC 10032 by way of absorb, on the canonical state. */
static void composed(const struct testudo_alg_entry *alg,
		     const struct testudo_ops *ops, uint8_t *state,
		     uint64_t ad_len, uint64_t len, uint8_t *tag,
		     size_t tag_len)
{
	size_t lane_bytes = 16 * alg->lanes;
	size_t words = tag_len == 16 && alg->words == 8 ? 7 : alg->words;
	uint8_t lens[16], block[128];

	store_le64(lens, ad_len);
	store_le64(lens + 8, len);
	for (size_t i = 0; i < alg->rate; i++)
		block[i] = lens[i % 16] ^
			   state[(alg->words == 8 ? 2 : 3) * lane_bytes +
				 i % lane_bytes];
	for (int i = 0; i < 7; i++)
		ops->absorb(state, block, alg->rate);
	memset(tag, 0, tag_len);
	for (size_t j = 0; j < words; j++)
		for (size_t i = 0; i < lane_bytes; i++)
			tag[(tag_len == 32 && j >= alg->words / 2u ? 16 : 0) +
			    i % 16] ^= state[j * lane_bytes + i];
}

/* A number of any size, so that each carry and each width is met. */
static uint64_t any_length(struct test_rng *rng)
{
	uint64_t n = test_next(rng);

	return n >> (n & 63) << (n >> 6 & 1 ? 3 : 0);
}

static void length_fields(struct kunit *test)
{
	const struct test_row *row = test_row(test);
	const struct testudo_alg_entry *alg = row->entry;
	const struct testudo_ops *ops = testudo_ops(row->slot), *last;
	uint8_t *a = kunit_kzalloc(test, 1024, GFP_KERNEL), *b = a + 512;
	size_t state_len = 16 * alg->words * alg->lanes, n = 0;
	struct test_rng rng = { 77 };
	uint8_t tag[32], right[32];

	KUNIT_ASSERT_NOT_NULL(test, a);
	while (alg->rows[n + 1])
		n++;
	last = alg->rows[n];
	for (int i = 0; i < 400; i++) {
		uint64_t ad_len = any_length(&rng), len = any_length(&rng);
		size_t tag_len = i % 2 ? 16 : 32;

		test_bytes(&rng, a, state_len);
		memcpy(b, a, state_len);
		ops->finish(a, ad_len, len, tag, tag_len);
		composed(alg, last, b, ad_len, len, right, tag_len);
		KUNIT_ASSERT_MEMEQ_MSG(test, tag, right, tag_len,
				       "lengths %llx, %llx",
				       (unsigned long long)ad_len,
				       (unsigned long long)len);
		/* the state is left behind the last update, for AEGISMAC */
		KUNIT_ASSERT_MEMEQ(test, a, b, state_len);
	}
}

/*
 * The counts of a context reach the tag in full: with counts as if much had
 * gone before, which only a test may write, bits, not bytes, are counted.
 */
static void counts(struct kunit *test)
{
	const struct test_row *row = test_row(test);
	const struct testudo_alg_entry *alg = row->entry;
	struct testudo_ctx *ctx = kunit_kzalloc(test, sizeof(*ctx), GFP_KERNEL);
	struct test_msg *m = test_msg(test, row, 1, 128);
	uint8_t *state = kunit_kzalloc(test, 512, GFP_KERNEL);
	uint8_t tag[32], right[32];

	KUNIT_ASSERT_TRUE(test, ctx && state);
	for (int shift = 20; shift < 61; shift++) {
		uint64_t ad = (1ull << shift) - 9, len = (3ull << shift >> 2);

		test_msg_make(test, m, 0, alg->rate, 32);
		testudo_ctx_init(ctx, m->nonce, m->nonce_len, &m->key);
		ctx->ad_len = ad;
		ctx->len = len;
		KUNIT_ASSERT_EQ(test, testudo_encrypt_update(ctx, m->out,
							     m->msg,
							     alg->rate), 0);
		memcpy(state, ctx->state, 16 * alg->words * alg->lanes);
		composed(alg, testudo_ops(row->slot), state, ad << 3,
			 (len + alg->rate) << 3, right, 32);
		KUNIT_ASSERT_EQ(test, testudo_encrypt_final(ctx, tag), 0);
		KUNIT_ASSERT_MEMEQ_MSG(test, tag, right, 32, "2^%d bytes",
				       shift);
	}
}

static struct kunit_case final_cases[] = {
	KUNIT_CASE_PARAM(length_fields, test_aegis_rows_gen_params),
	KUNIT_CASE_PARAM(counts, test_aegis_rows_gen_params),
	{}
};

static struct kunit_suite final_suite = {
	.name = "final",
	.test_cases = final_cases,
};

kunit_test_suite(final_suite);
