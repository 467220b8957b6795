/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A row of ChaCha and what it is compared with. */
#ifndef TESTS_CASES_CHACHA_H
#define TESTS_CASES_CHACHA_H

#include "test_util.h"

static const int chacha_rounds[] = { 20, 12, 8 };

struct chacha {
	const struct test_row *row;
	const struct testudo_ops *generic;
	struct test_rng rng;
	int rounds;
	struct testudo_chacha_state s, right_s;
	uint8_t key[64 + 64], right_key[64];	/* one with space behind it */
	uint8_t *src, *dst, *right;		/* max + 64 bytes */
};

static inline struct chacha *chacha_new(struct kunit *test, size_t max)
{
	struct chacha *c = kunit_kzalloc(test, sizeof(*c), GFP_KERNEL);
	const struct testudo_ops *const *last;

	KUNIT_ASSERT_NOT_NULL(test, c);
	c->row = test_row(test);
	for (last = c->row->entry->rows; last[1]; )
		last++;
	c->generic = *last;
	c->rng.s = 0x636861636861;
	c->rounds = 20;
	c->src = kunit_kzalloc(test, max + 64, GFP_KERNEL);
	c->dst = kunit_kzalloc(test, max + 64, GFP_KERNEL);
	c->right = kunit_kzalloc(test, max + 64, GFP_KERNEL);
	KUNIT_ASSERT_TRUE(test, c->src && c->dst && c->right);
	test_bytes(&c->rng, c->src, max + 64);
	return c;
}

/* Another key and nonce, any counter.  All 16 words may have any value. */
static inline void chacha_key(struct chacha *c)
{
	test_bytes(&c->rng, &c->s, sizeof(c->s));
}

/* What must come out for s: right, right_s, and right_key if there is a key. */
static inline void chacha_reference(struct chacha *c, bool key, size_t len)
{
	static const uint8_t zero[64];

	c->right_s = c->s;
	if (key)
		c->generic->chacha(c->right_s.x, NULL, c->right_key, zero, 64,
				   c->rounds);
	c->generic->chacha(c->right_s.x, NULL, c->right, c->src, len,
			   c->rounds);
}

/* The operation of the row, as the rows of the AEADs and poly1305.c call it. */
static inline void chacha_op(uint32_t *x, uint8_t *key, uint8_t *dst,
			     const uint8_t *src, size_t len, int rounds)
{
	const struct testudo_ops *ops = testudo_ops(SLOT_CHACHA);

	ops->chacha(x, key, dst, src, len, rounds);
	forget(ops);
}

/* Is dst right, with nothing behind it written, and the state? */
static inline void chacha_compare(struct kunit *test, struct chacha *c,
				  size_t len)
{
	KUNIT_ASSERT_MEMEQ_MSG(test, c->dst, c->right, len,
			       "len %u, %d rounds", (unsigned int)len,
			       c->rounds);
	KUNIT_ASSERT_TRUE(test, test_all(c->dst + len, 0xa5, 64));
	KUNIT_ASSERT_MEMEQ_MSG(test, c->s.x, c->right_s.x, 64,
			       "state, len %u, %d rounds", (unsigned int)len,
			       c->rounds);
}

#endif
