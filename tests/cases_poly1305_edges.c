// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * Poly1305 where lazy reductions go wrong: every bit of r and of the message
 * set, sums around the powers of two and multiples of p that code reduces by.
 * On the operation of the row, which the public calls may pass by for a short
 * message, and against the model.
 */
#include "test_util.h"
#include "poly1305_model.h"

#define SPLIT_BLOCKS 130	/* cut everywhere */
#define BLOCKS 420		/* beyond the step of any row */

struct edges {
	const struct testudo_ops *ops;
	struct test_rng rng;
	uint8_t msg[16 * BLOCKS];
	struct model right[BLOCKS + 1];	/* behind so many blocks */
};

enum { KEYS = 7, MESSAGES = 6, SUMS = 10 * 16 };

static struct edges *new_edges(struct kunit *test)
{
	struct edges *e = kunit_kzalloc(test, sizeof(*e), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, e);
	e->ops = testudo_ops(test_row(test)->slot);
	e->rng.s = 130;
	return e;
}

/* r: all bits, none, 1, all of one half, the highest bit alone, random */
static void make_key(struct edges *e, int which, uint8_t key[32])
{
	memset(key, which == 0 ? 0xff : 0, 32);
	if (which == 2)
		key[0] = 1;
	if (which == 3)
		memset(key, 0xff, 8);
	if (which == 4)
		memset(key + 8, 0xff, 8);
	if (which == 5)
		key[15] = 8;
	if (which == 6)
		test_bytes(&e->rng, key, 32);
}

/* All bits, none, p's 16 bytes, all but the lowest bit of each 26, ... */
static void make_message(struct edges *e, int which)
{
	memset(e->msg, which == 1 ? 0 : 0xff, sizeof(e->msg));
	for (size_t i = 0; i < sizeof(e->msg); i++) {
		if (which == 2 && i % 16 == 0)
			e->msg[i] = 0xfb;
		if (which == 3 && i % 3 == 0)
			e->msg[i] = 0xfe;
		if (which == 4 && i / 16 % 2)
			e->msg[i] = 0;
	}
	if (which == 5)
		test_bytes(&e->rng, e->msg, sizeof(e->msg));
}

/* The state of the library at the beginning of a message. */
static struct poly1305 first(const struct model *m)
{
	struct poly1305 p = { .h = { 0 } };

	p.r[0] = load_le64(m->r);
	p.r[1] = load_le64(m->r + 8);
	p.s[0] = 0x0123456789abcdef;
	p.s[1] = 0xfedcba9876543210;
	return p;
}

static void add(const struct edges *e, struct poly1305 *p, const uint8_t *src,
		size_t n)
{
	e->ops->poly1305(p, src, n);
	forget(e->ops);
}

/* As the contract says: congruent, below 2^131, r and s as they were. */
static void compare(struct kunit *test, const struct model *right,
		    const struct poly1305 *p, unsigned int a, unsigned int b)
{
	struct poly1305 before = first(right);

	KUNIT_ASSERT_TRUE_MSG(test, model_is(right, p->h), "%u and %u blocks",
			      a, b);
	KUNIT_ASSERT_TRUE_MSG(test, p->h[2] < 8, "%u and %u blocks", a, b);
	KUNIT_ASSERT_MEMEQ(test, p->r, before.r, sizeof(p->r));
	KUNIT_ASSERT_MEMEQ(test, p->s, before.s, sizeof(p->s));
}

static void cut_at(struct kunit *test, const struct edges *e, unsigned int n,
		   unsigned int cut)
{
	struct poly1305 p = first(e->right);

	add(e, &p, e->msg, cut);
	compare(test, &e->right[cut], &p, cut, 0);
	add(e, &p, e->msg + 16 * cut, n - cut);
	compare(test, &e->right[n], &p, cut, n - cut);
}

static void splits(struct kunit *test)
{
	struct edges *e = new_edges(test);
	uint8_t key[32];

	for (int i = 0; i < KEYS * MESSAGES; i++) {
		struct model *right = e->right;

		make_key(e, i % KEYS, key);
		make_message(e, i / KEYS);
		model_begin(right, key);
		for (size_t n = 0; n < BLOCKS; n++) {
			right[n + 1] = right[n];
			model_block(&right[n + 1], e->msg + 16 * n, 1);
		}
		for (unsigned int n = 0; n <= SPLIT_BLOCKS; n++)
			for (unsigned int cut = 0; cut <= n; cut++)
				cut_at(test, e, n, cut);
		for (unsigned int n = SPLIT_BLOCKS; n <= BLOCKS; n++)
			cut_at(test, e, n, n % 3 ? 0 : n / 2);
	}
}

/* 2^128 k + d for a d around 0: around p for k of 4, up to the largest number
 * that a state may have and beyond 2 p for k of 8. */
static bool make_sum(struct edges *e, unsigned int i, uint64_t h[3])
{
	unsigned int k = i / 16;
	int d = (int)(i % 16) - (k == 8 ? 16 : 8);

	h[0] = (uint64_t)d;
	h[1] = h[2] = d < 0 ? ~0ull : 0;
	h[2] += k;
	if (k == 9) {		/* nothing in particular */
		test_bytes(&e->rng, h, 24);
		h[2] &= 7;
	}
	return h[2] < 8;
}

static void sums(struct kunit *test)
{
	struct edges *e = new_edges(test);
	uint8_t key[32];

	for (int i = 0; i < KEYS * MESSAGES; i++) {
		make_key(e, i % KEYS, key);
		make_message(e, i / KEYS);
		for (unsigned int k = 0; k < SUMS; k++) {
			struct poly1305 start;
			struct model m;

			model_begin(&m, key);
			start = first(&m);
			if (!make_sum(e, k, start.h))
				continue;
			model_load(m.h, start.h);
			for (unsigned int n = 0; n < 150; n++) {
				struct poly1305 p = start;

				if (n < 44 || n % 16 == 0 || n > 146) {
					add(e, &p, e->msg, n);
					compare(test, &m, &p, n, k);
				}
				model_block(&m, e->msg + 16 * n, 1);
			}
		}
	}
}

/* The end of a message, by the public calls: sums that are not below p, which
 * only a test can put into a context, and the addition of s. */
static void last_reduction(struct kunit *test)
{
	struct testudo_poly1305_ctx c;
	struct edges *e = new_edges(test);
	uint8_t key[32], tag[16], right[16];
	struct model m;

	for (unsigned int i = 0; i < SUMS * 4; i++) {
		make_key(e, 6, key);
		if (i % 4 < 2)
			memset(key + 16, i % 4 ? 0xff : 0, 16);
		KUNIT_ASSERT_EQ(test, testudo_poly1305_init(&c, key), 0);
		if (!make_sum(e, i / 4, c.h))
			continue;
		model_begin(&m, key);
		model_load(m.h, c.h);
		if (i % 4 == 2) {	/* just no carry, just a carry */
			memset(key + 16, 0, 16);
			model_tag(&m, key + 16, key + 16);
			for (int k = 0; k < 16; k++)
				key[16 + k] = (uint8_t)~key[16 + k];
			c.s[0] = load_le64(key + 16);
			c.s[1] = load_le64(key + 24);
		}
		model_tag(&m, key + 16, right);
		KUNIT_ASSERT_EQ(test, testudo_poly1305_final(&c, tag), 0);
		KUNIT_ASSERT_MEMEQ_MSG(test, tag, right, 16, "sum %u", i / 4);
	}
}

/* The bits of r that are clamped count for nothing, every other bit of the key
 * and every bit of the message does. */
static void every_bit(struct kunit *test)
{
	struct edges *e = new_edges(test);
	uint8_t key[32], tag[16], right[16];

	make_key(e, 6, key);
	make_message(e, 5);
	KUNIT_ASSERT_EQ(test, testudo_poly1305(right, e->msg, 999, key), 0);
	for (size_t bit = 0; bit < 8 * 32; bit++) {
		bool clamped = bit < 128 &&
			       ((bit % 32 >= 28) ||
				(bit >= 32 && bit % 32 < 2));

		key[bit / 8] ^= (uint8_t)(1 << bit % 8);
		KUNIT_ASSERT_EQ(test, testudo_poly1305(tag, e->msg, 999, key),
				0);
		key[bit / 8] ^= (uint8_t)(1 << bit % 8);
		KUNIT_ASSERT_EQ_MSG(test, !memcmp(tag, right, 16), clamped,
				    "bit %u of the key", (unsigned int)bit);
	}
	for (size_t bit = 0; bit < 8 * 999; bit++) {
		e->msg[bit / 8] ^= (uint8_t)(1 << bit % 8);
		KUNIT_ASSERT_EQ(test, testudo_poly1305(tag, e->msg, 999, key),
				0);
		e->msg[bit / 8] ^= (uint8_t)(1 << bit % 8);
		KUNIT_ASSERT_TRUE_MSG(test, memcmp(tag, right, 16),
				      "bit %u of the message",
				      (unsigned int)bit);
	}
}

static struct kunit_case poly1305_edges_cases[] = {
	KUNIT_CASE_PARAM(splits, test_poly1305_rows_gen_params),
	KUNIT_CASE_PARAM(sums, test_poly1305_rows_gen_params),
	KUNIT_CASE_PARAM(last_reduction, test_poly1305_rows_gen_params),
	KUNIT_CASE_PARAM(every_bit, test_poly1305_rows_gen_params),
	{}
};

static struct kunit_suite poly1305_edges_suite = {
	.name = "poly1305_edges",
	.test_cases = poly1305_edges_cases,
};

kunit_test_suite(poly1305_edges_suite);
