// SPDX-License-Identifier: MIT OR GPL-2.0-only
/* Messages in two pieces, cut everywhere; copies of a context at any point. */
#include "test_util.h"

/* In two pieces, cut at every point, with an empty one at either end; byte by
 * byte where step is 1. */
static void cut_at(struct kunit *test, struct test_msg *m,
		   struct testudo_ctx *ctx, size_t cut, size_t step)
{
	uint8_t tag[32];
	size_t at;

	KUNIT_ASSERT_EQ(test, testudo_ctx_init(ctx, m->nonce, m->nonce_len,
					       &m->key), 0);
	for (at = 0; at < cut; at += step)
		KUNIT_ASSERT_EQ(test, testudo_auth_update(ctx, m->ad + at,
							  step), 0);
	KUNIT_ASSERT_EQ(test, testudo_auth_update(ctx, m->ad + at,
						  m->ad_len - at), 0);
	for (at = 0; at < cut; at += step)
		KUNIT_ASSERT_EQ(test, testudo_encrypt_update(ctx, m->out + at,
							     m->msg + at,
							     step), 0);
	KUNIT_ASSERT_EQ(test, testudo_encrypt_update(ctx, m->out + at,
						     m->msg + at,
						     m->len - at), 0);
	KUNIT_ASSERT_EQ(test, testudo_encrypt_final(ctx, tag), 0);
	KUNIT_ASSERT_MEMEQ_MSG(test, m->out, m->ct, m->len, "cut %u",
			       (unsigned int)cut);
	KUNIT_ASSERT_MEMEQ_MSG(test, tag, m->tag, m->tag_len, "cut %u",
			       (unsigned int)cut);
}

static void every_split(struct kunit *test)
{
	struct test_msg *m = test_msg(test, test_row(test), 300, 300);
	struct testudo_ctx *ctx = kunit_kzalloc(test, sizeof(*ctx), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, ctx);
	test_msg_make(test, m, 300, 300, 32);
	for (size_t cut = 0; cut <= 300; cut++)
		cut_at(test, m, ctx, cut, cut ? cut : 1);
	cut_at(test, m, ctx, 300, 1);
}

/* A copy and its original both go on, from any point of a message. */
static void twins(struct kunit *test)
{
	struct test_msg *m = test_msg(test, test_row(test), 150, 300);
	struct testudo_ctx *one = kunit_kzalloc(test, 2 * sizeof(*one),
						GFP_KERNEL);
	struct testudo_ctx *two = one + 1;

	KUNIT_ASSERT_NOT_NULL(test, one);
	test_msg_make(test, m, 150, 300, 16);
	for (size_t at = 0; at <= 450; at++) {
		size_t ad = at < 150 ? at : 150, len = at - ad;

		memset(m->out, 0, 300);
		testudo_ctx_init(one, m->nonce, m->nonce_len, &m->key);
		testudo_auth_update(one, m->ad, ad);
		if (len)
			testudo_decrypt_update(one, m->out, m->ct, len);
		*two = *one;
		for (int i = 0; i < 2; i++) {
			struct testudo_ctx *ctx = i ? two : one;

			if (!len)
				testudo_auth_update(ctx, m->ad + ad, 150 - ad);
			memset(m->out + len, 0, 300 - len);
			testudo_decrypt_update(ctx, m->out + len, m->ct + len,
					       300 - len);
			KUNIT_ASSERT_EQ(test, testudo_decrypt_final(ctx,
								    m->tag),
					0);
			KUNIT_ASSERT_MEMEQ(test, m->out, m->msg, 300);
		}
	}
}

static struct kunit_case split_cases[] = {
	KUNIT_CASE_PARAM(every_split, test_rows_gen_params),
	KUNIT_CASE_PARAM(twins, test_rows_gen_params),
	{}
};

static struct kunit_suite split_suite = {
	.name = "split",
	.test_cases = split_cases,
};

kunit_test_suite(split_suite);
