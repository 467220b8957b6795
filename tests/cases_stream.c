// SPDX-License-Identifier: MIT OR GPL-2.0-only
/* Messages in pieces: any split, rows changed and contexts copied on the way,
 * any order of calls. */
#include "test_util.h"

/* A context with the alignment of its type and no more: 8 modulo 64. */
static struct testudo_ctx *new_ctx(struct kunit *test)
{
	uint8_t *p = kunit_kzalloc(test, sizeof(struct testudo_ctx) + 128,
				   GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, p);
	p += 64 - (uintptr_t)p % 64 + 8;
	return (struct testudo_ctx *)(void *)p;
}

struct stream {
	const struct test_row *row;
	struct test_msg *m;
	struct testudo_ctx *ctx, *other;
	const char *rows[TEST_ROWS_MAX];
	size_t rows_n;
	uint8_t *odd;			/* room for a context at any address */
	bool mix, copy;
};

static struct stream *new_stream(struct kunit *test, size_t ad_max,
				 size_t len_max)
{
	const struct test_row *row = test_row(test);
	struct stream *s = kunit_kzalloc(test, sizeof(*s), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, s);
	s->row = row;
	s->m = test_msg(test, row, ad_max, len_max);
	s->ctx = new_ctx(test);
	s->other = new_ctx(test);
	s->odd = kunit_kzalloc(test, sizeof(*s->ctx) + 64, GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, s->odd);
	s->rows_n = test_rows(row, s->rows);
	return s;
}

/* What may happen between two calls: another row, a copy of the context that
 * goes on while the original is spoilt. */
static void between(struct kunit *test, struct stream *s)
{
	struct test_rng *rng = &s->m->rng;
	size_t r = test_below(rng, 4);

	if (s->mix)
		test_force(test, s->row, s->rows[test_below(rng, s->rows_n)]);
	if (s->copy && r == 0) {
		struct testudo_ctx *old = s->ctx;

		*s->other = *old;
		memset(old, 0x5a, sizeof(*old));
		s->ctx = s->other;
		s->other = old;
	} else if (s->copy && r == 1) {
		size_t at = test_below(rng, 64);

		memcpy(s->odd + at, s->ctx, sizeof(*s->ctx));
		memset(s->ctx, 0xa5, sizeof(*s->ctx));
		memcpy(s->ctx, s->odd + at, sizeof(*s->ctx));
	}
}

/* Sizes of pieces: short ones, around the block, sometimes all that is left. */
static size_t piece(struct stream *s, size_t left)
{
	size_t rate = s->row->entry->rate, n;

	switch (test_below(&s->m->rng, 4)) {
	case 0:
		n = test_below(&s->m->rng, 4);
		break;
	case 1:
		n = rate * test_below(&s->m->rng, 4);
		break;
	case 2:
		n = test_below(&s->m->rng, 3 * rate + 1);
		break;
	default:
		n = test_below(&s->m->rng, left + 1);
	}
	return n < left ? n : left;
}

static void begin(struct kunit *test, struct stream *s)
{
	struct test_msg *m = s->m;
	struct testudo_key key = m->key;
	uint8_t nonce[32];
	size_t n;

	memcpy(nonce, m->nonce, sizeof(nonce));
	memset(s->ctx, 0xee, sizeof(*s->ctx));
	KUNIT_ASSERT_EQ(test, testudo_ctx_init(s->ctx, nonce, m->nonce_len,
					       &key), 0);
	/* neither is needed from here on */
	memset(&key, 0x5a, sizeof(key));
	memset(nonce, 0x5a, sizeof(nonce));
	for (size_t at = 0; at < m->ad_len; at += n) {
		between(test, s);
		n = piece(s, m->ad_len - at);
		KUNIT_ASSERT_EQ(test, testudo_auth_update(s->ctx, m->ad + at,
							  n), 0);
	}
	if (test_below(&m->rng, 4) == 0)
		KUNIT_ASSERT_EQ(test, testudo_auth_update(s->ctx, NULL, 0), 0);
	between(test, s);
}

/* The message in pieces, in place if wanted, against the reference. */
static void run(struct kunit *test, struct stream *s, bool decrypt,
		bool in_place)
{
	int (*update)(struct testudo_ctx *, uint8_t *, const uint8_t *,
		      size_t) = decrypt ? testudo_decrypt_update :
					  testudo_encrypt_update;
	struct test_msg *m = s->m;
	const uint8_t *src = decrypt ? m->ct : m->msg;
	const uint8_t *right = decrypt ? m->msg : m->ct;
	uint8_t tag[32];
	size_t n;

	begin(test, s);
	memset(m->out, 0xa5, m->len + 64);
	for (size_t at = 0; at < m->len; at += n) {
		n = piece(s, m->len - at);
		if (in_place)
			memcpy(m->out + at, src + at, n);
		KUNIT_ASSERT_EQ(test, update(s->ctx, m->out + at,
					     in_place ? m->out + at : src + at,
					     n), 0);
		/* every byte that went in has come out, and no other */
		KUNIT_ASSERT_MEMEQ_MSG(test, m->out + at, right + at, n,
				       "at %u of %u", (unsigned int)at,
				       (unsigned int)m->len);
		KUNIT_ASSERT_EQ(test, m->out[at + n], 0xa5);
		between(test, s);
	}
	if (test_below(&m->rng, 4) == 0)
		KUNIT_ASSERT_EQ(test, update(s->ctx, NULL, NULL, 0), 0);
	if (decrypt) {
		KUNIT_ASSERT_EQ(test, testudo_decrypt_final(s->ctx, m->tag), 0);
	} else {
		KUNIT_ASSERT_EQ(test, testudo_encrypt_final(s->ctx, tag), 0);
		KUNIT_ASSERT_MEMEQ(test, tag, m->tag, m->tag_len);
	}
	KUNIT_ASSERT_TRUE(test, test_all(s->ctx, 0, sizeof(*s->ctx)));
}

static void many(struct kunit *test, bool mix, bool copy)
{
	struct stream *s = new_stream(test, 700, 1500);

	s->mix = mix;
	s->copy = copy;
	for (int i = 0; i < 200; i++) {
		struct test_msg *m = s->m;
		bool tiny = i % 4 == 0;

		test_msg_make(test, m, test_below(&m->rng, tiny ? 3 : 700),
			      test_below(&m->rng, tiny ? 3 : 1500),
			      i % 2 ? 16 : 32);
		run(test, s, i & 2, i & 8);
	}
}

static void random_pieces(struct kunit *test)
{
	many(test, false, false);
}

static void copied_contexts(struct kunit *test)
{
	many(test, false, true);
}

static void mixed_rows(struct kunit *test)
{
	many(test, true, true);
}

/* This row begins, each other one ends, with the change at every call. */
static void row_pairs(struct kunit *test)
{
	struct stream *s = new_stream(test, 100, 300);
	struct testudo_ctx *ctx = s->ctx;
	struct test_msg *m = s->m;

	test_msg_make(test, m, 100, 300, 16);
	for (size_t r = 0; r < s->rows_n; r++)
		for (int change = 0; change < 5; change++) {
			int i = 0;

#define STEP(call) do {							\
		test_force(test, s->row,				\
			   i++ < change ? s->row->name : s->rows[r]);	\
		KUNIT_ASSERT_EQ(test, call, 0);				\
	} while (0)
			test_force(test, s->row, s->row->name);
			STEP(testudo_ctx_init(ctx, m->nonce, m->nonce_len,
					      &m->key));
			STEP(testudo_auth_update(ctx, m->ad, 100));
			STEP(testudo_decrypt_update(ctx, m->out, m->ct, 141));
			STEP(testudo_decrypt_update(ctx, m->out + 141,
						    m->ct + 141, 300 - 141));
			STEP(testudo_decrypt_final(ctx, m->tag));
#undef STEP
			KUNIT_ASSERT_MEMEQ(test, m->out, m->msg, 300);
		}
}

static struct kunit_case stream_cases[] = {
	KUNIT_CASE_PARAM(random_pieces, test_rows_gen_params),
	KUNIT_CASE_PARAM(copied_contexts, test_rows_gen_params),
	KUNIT_CASE_PARAM(mixed_rows, test_rows_gen_params),
	KUNIT_CASE_PARAM(row_pairs, test_rows_gen_params),
	{}
};

static struct kunit_suite stream_suite = {
	.name = "stream",
	.test_cases = stream_cases,
};

kunit_test_suite(stream_suite);
