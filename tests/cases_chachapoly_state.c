// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * ChaCha20-Poly1305 between two calls: the state, the same on every row, length
 * fields of 64 bits, and the counter at the end of the longest message.
 */
#include "test_util.h"
#include "chacha20poly1305.h"
#include "poly1305_model.h"

/* The state of a row and of generic: the same, as far as there is one way to
 * write it. */
static void same_state(struct kunit *test, const uint8_t *a, const uint8_t *b,
		       const char *when)
{
	const struct chacha20poly1305 *s = (const void *)a;
	const struct chacha20poly1305 *t = (const void *)b;
	struct model m;

	KUNIT_ASSERT_MEMEQ_MSG(test, s->x, t->x, sizeof(s->x), "%s", when);
	KUNIT_ASSERT_MEMEQ_MSG(test, s->mac.r, t->mac.r, 16, "%s", when);
	KUNIT_ASSERT_MEMEQ_MSG(test, s->mac.s, t->mac.s, 16, "%s", when);
	model_load(m.h, t->mac.h);
	KUNIT_ASSERT_TRUE_MSG(test, model_is(&m, s->mac.h) && s->mac.h[2] < 8,
			      "%s", when);
}

/* Every operation by itself, on a state that is the same before. */
static void states(struct kunit *test)
{
	const struct test_row *row = test_row(test);
	const struct testudo_ops *ops = testudo_ops(row->slot);
	const struct testudo_ops *const *last = row->entry->rows;
	struct test_msg *m = test_msg(test, row, 16, 8192);
	uint64_t state[2][64] = { { 0 } };
	uint8_t *s = (uint8_t *)state[0], *t = (uint8_t *)state[1];
	uint8_t block[2][64];

	while (last[1])
		last++;
#define BOTH(when, ours, generic) do {				\
		memcpy(s, t, sizeof(state[0]));			\
		ops->ours;					\
		(*last)->generic;				\
		same_state(test, s, t, when);			\
	} while (0)
	for (size_t n = 64; n <= 8192; n += n < 2048 ? 64 : 320) {
		size_t part = n - n / 64 % 23;

		test_msg_make(test, m, 0, 8192, 16);
		BOTH("init", init(s, m->raw, m->nonce),
		     init(t, m->raw, m->nonce));
		BOTH("absorb", absorb(s, m->msg, part),
		     absorb(t, m->msg, part));
		BOTH("encrypt_blocks", encrypt_blocks(s, m->out, m->msg, n),
		     encrypt_blocks(t, m->ct, m->msg, n));
		KUNIT_ASSERT_MEMEQ(test, m->out, m->ct, n);
		/* up to the last block that there can be, and once around */
		((struct chacha20poly1305 *)(void *)t)->x[12] =
			-(uint32_t)(n / 64);
		BOTH("encrypt_blocks", encrypt_blocks(s, m->out, m->msg, n),
		     encrypt_blocks(t, m->ct, m->msg, n));
		KUNIT_ASSERT_MEMEQ(test, m->out, m->ct, n);
		BOTH("decrypt_blocks", decrypt_blocks(s, m->out, m->msg, n),
		     decrypt_blocks(t, m->ct, m->msg, n));
		KUNIT_ASSERT_MEMEQ(test, m->out, m->ct, n);
		BOTH("keystream", keystream(s, block[0]),
		     keystream(t, block[1]));
		KUNIT_ASSERT_MEMEQ(test, block[0], block[1], 64);
	}
#undef BOTH
}

/* A number of any size, so that each width is met. */
static uint64_t any_length(struct test_rng *rng)
{
	uint64_t n = test_next(rng);

	return n >> (n & 63);
}

/* Length fields of 64 bits each, in bytes. */
static void length_fields(struct kunit *test)
{
	const struct test_row *row = test_row(test);
	const struct testudo_ops *ops = testudo_ops(row->slot);
	struct test_rng rng = { 64 };
	uint64_t state[64];
	struct chacha20poly1305 *s = (void *)state;
	uint8_t lens[16], tag[32], right[16];
	struct model m;

	for (int i = 0; i < 400; i++) {
		uint64_t ad_len = any_length(&rng), len = any_length(&rng);

		test_bytes(&rng, state, sizeof(state));
		s->mac.h[2] &= 3;
		s->mac.r[0] &= 0x0ffffffc0fffffff;
		s->mac.r[1] &= 0x0ffffffc0ffffffc;
		model_load(m.h, s->mac.h);
		store_le64(m.r, s->mac.r[0]);
		store_le64(m.r + 8, s->mac.r[1]);
		store_le64(lens, ad_len);
		store_le64(lens + 8, len);
		model_block(&m, lens, 1);
		store_le64(lens, s->mac.s[0]);
		store_le64(lens + 8, s->mac.s[1]);
		model_tag(&m, lens, right);
		ops->finish((uint8_t *)state, ad_len, len, tag, 16);
		KUNIT_ASSERT_MEMEQ_MSG(test, tag, right, 16,
				       "lengths %llx, %llx",
				       (unsigned long long)ad_len,
				       (unsigned long long)len);
	}
}

/*
 * The end of the longest message: its last block is number 2^32 - 1.  The
 * counts are written into the context, which only a test may do.
 */
static void last_blocks(struct kunit *test)
{
	struct testudo_ctx *ctx = kunit_kzalloc(test, sizeof(*ctx), GFP_KERNEL);
	struct test_msg *m = test_msg(test, test_row(test), 0, 600);
	uint64_t max = m->entry->info.max_len;
	struct chacha20poly1305 *state = (void *)ctx->state;
	uint8_t tag[16];

	KUNIT_ASSERT_NOT_NULL(test, ctx);
	for (uint32_t k = 1; k <= 9; k++) {
		struct testudo_chacha_state s;

		test_msg_make(test, m, 0, 64 * k, 16);
		KUNIT_ASSERT_EQ(test, testudo_ctx_init(ctx, m->nonce,
						       m->nonce_len, &m->key),
				0);
		/* block 1 + len / 64 is the next one */
		KUNIT_ASSERT_EQ(test, state->x[12], 1);
		ctx->len = max - 64 * k;
		state->x[12] = (uint32_t)(1 + ctx->len / 64);
		KUNIT_ASSERT_EQ(test, state->x[12], -k);
		memcpy(&s, state->x, sizeof(s));
		testudo_chacha_crypt(&s, m->ct, m->msg, m->len, 20);
		KUNIT_ASSERT_EQ(test, testudo_encrypt_update(ctx, m->out,
							     m->msg, m->len),
				0);
		KUNIT_ASSERT_MEMEQ(test, m->out, m->ct, m->len);
		KUNIT_ASSERT_EQ(test, testudo_encrypt_update(ctx, m->out,
							     m->msg, 1),
				-EMSGSIZE);
		KUNIT_ASSERT_EQ(test, testudo_encrypt_final(ctx, tag), 0);
	}
}

static struct kunit_case chachapoly_state_cases[] = {
	KUNIT_CASE_PARAM(states, test_chachapoly_rows_gen_params),
	KUNIT_CASE_PARAM(length_fields, test_chachapoly_rows_gen_params),
	KUNIT_CASE_PARAM(last_blocks, test_chachapoly_rows_gen_params),
	{}
};

static struct kunit_suite chachapoly_state_suite = {
	.name = "chachapoly_state",
	.test_cases = chachapoly_state_cases,
};

kunit_test_suite(chachapoly_state_suite);
