// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * ChaCha's block counter: one rule for every row, at once or in pieces.  Word
 * 12 counts modulo 2^32, and no other word ever changes.
 */
#include "cases_chacha.h"

#define BLOCKS 40
#define MANY 100	/* several passes of the widest row */

/* The data of every block for itself, with the counter set for each: what no
 * wrong carry or lane can reach. */
static void block_by_block(struct chacha *c, size_t blocks)
{
	uint32_t start = c->s.x[12];

	for (size_t i = 0; i < blocks; i++) {
		struct testudo_chacha_state one = c->s;

		one.x[12] = start + (uint32_t)i;
		c->generic->chacha(one.x, NULL, c->right + 64 * i,
				   c->src + 64 * i, 64, c->rounds);
	}
	c->right_s = c->s;
	c->right_s.x[12] = start + (uint32_t)blocks;
}

/* 40 blocks from a counter: at once, cut at every block, and with the first
 * block apart. */
static void from(struct kunit *test, struct chacha *c, uint32_t counter)
{
	const size_t len = 64 * BLOCKS;
	struct testudo_chacha_state s;

	chacha_key(c);
	c->s.x[12] = counter;
	/* neighbours whose lowest or whose every bit a carry would change */
	c->s.x[11] = counter & 1 ? 0xffffffff : 0;
	c->s.x[13] = counter & 2 ? 0xffffffff : 0;
	s = c->s;
	block_by_block(c, BLOCKS);
	for (size_t cut = 0; cut <= len; cut += 64) {
		c->s = s;
		memset(c->dst, 0xa5, len + 64);
		testudo_chacha_crypt(&c->s, c->dst, c->src, cut, c->rounds);
		KUNIT_ASSERT_EQ(test, c->s.x[12],
				counter + (uint32_t)(cut / 64));
		testudo_chacha_crypt(&c->s, c->dst + cut, c->src + cut,
				     len - cut, c->rounds);
		chacha_compare(test, c, len);
	}
	c->s = s;
	memset(c->src, 0, 64);
	block_by_block(c, BLOCKS);
	chacha_op(c->s.x, c->key, c->dst + 64, c->src + 64, len - 64,
		  c->rounds);
	memcpy(c->dst, c->key, 64);
	chacha_compare(test, c, len);
}

/* The wrap in every block of a long message. */
static void many_blocks(struct kunit *test)
{
	struct chacha *c = chacha_new(test, 64 * MANY);

	c->rounds = 8;
	for (uint32_t k = 0; k <= MANY; k++) {
		chacha_key(c);
		c->s.x[12] = -k;
		c->s.x[13] = k & 1 ? 0xffffffff : 0;
		block_by_block(c, MANY);
		memset(c->dst, 0xa5, 64 * MANY + 64);
		testudo_chacha_crypt(&c->s, c->dst, c->src, 64 * MANY, 8);
		chacha_compare(test, c, 64 * MANY);
	}
}

static void starts(struct kunit *test)
{
	static const uint32_t some[] = { 0, 1, 0xffffff00, 0x7fffffff };
	struct chacha *c = chacha_new(test, 64 * BLOCKS);

	for (int i = 0; i < 3; i++) {
		c->rounds = chacha_rounds[i];
		for (int k = 0; k < 4; k++)
			from(test, c, some[k]);
		for (uint32_t k = 1; k <= BLOCKS; k++)
			from(test, c, -k);
	}
}

/*
 * The last addition of the key to the permuted words, in all of which a carry
 * out of the 32 bits is likely: with 2^16 keys each block meets it often, and
 * no counter wraps.
 */
static void carries(struct kunit *test)
{
	struct chacha *c = chacha_new(test, 64 * BLOCKS);

	c->rounds = 8;
	for (int i = 0; i < 65536; i++) {
		chacha_key(c);
		c->s.x[12] = 0xffffff00;
		chacha_reference(c, false, 1024);
		testudo_chacha_crypt(&c->s, c->dst, c->src, 1024, 8);
		KUNIT_ASSERT_MEMEQ_MSG(test, c->dst, c->right, 1024,
				       "key %d", i);
	}
	/* and whatever way other numbers of blocks take */
	for (int i = 0; i < 100 * BLOCKS; i++) {
		size_t len = 64 * (1 + (size_t)i % BLOCKS);

		chacha_key(c);
		c->s.x[12] = 0xffffff00;
		chacha_reference(c, false, len);
		memset(c->dst + len, 0xa5, 64);
		testudo_chacha_crypt(&c->s, c->dst, c->src, len, 8);
		chacha_compare(test, c, len);
	}
}

/* In pieces at random, with the row changed and the state copied in between. */
static void pieces(struct kunit *test)
{
	struct chacha *c = chacha_new(test, 5000);
	const char *names[TEST_ROWS_MAX];
	size_t rows = test_rows(c->row, names), n, len;
	struct testudo_chacha_state copy;

	for (int i = 0; i < 400; i++) {
		len = test_below(&c->rng, 5001);
		c->rounds = chacha_rounds[i % 3];
		chacha_key(c);
		if (i % 4 == 0)
			c->s.x[12] |= 0xffffffe0;
		chacha_reference(c, false, len);
		memset(c->dst, 0xa5, len + 64);
		test_force(test, c->row, c->row->name);
		for (size_t at = 0; at < len; at += n) {
			n = 64 * test_below(&c->rng, i % 3 ? 30 : 3);
			n = n < len - at ? n : len - at;
			copy = c->s;
			memset(&c->s, 0x5a, sizeof(c->s));
			testudo_chacha_crypt(&copy, c->dst + at, c->src + at, n,
					     c->rounds);
			c->s = copy;
			test_force(test, c->row,
				   names[test_below(&c->rng, rows)]);
		}
		chacha_compare(test, c, len);
	}
}

/* A part of a block uses it up. */
static void parts(struct kunit *test)
{
	struct chacha *c = chacha_new(test, 2048);

	for (size_t len = 0; len < 2048; len++) {
		uint32_t blocks = (uint32_t)(len + 63) / 64;

		chacha_key(c);
		c->s.x[12] = -(uint32_t)(len % 37);
		c->right_s = c->s;
		c->right_s.x[12] += blocks;
		testudo_chacha_crypt(&c->s, c->dst, c->src, len, 8);
		KUNIT_ASSERT_MEMEQ(test, c->s.x, c->right_s.x, 64);
	}
}

/* Rounds that do not exist, and nothing to do. */
static void nothing(struct kunit *test)
{
	static const int bad[] = {
		0, 1, 2, 4, 6, 7, 9, 10, 11, 13, 14, 16, 18, 19, 21, 22, 24, 40,
		-8, -12, -20, 256 + 20, 65536 + 8, -2147483647 - 1, 2147483647,
	};
	struct chacha *c = chacha_new(test, 2048);
	uint8_t out[32];

	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		for (size_t len = 0; len <= 2048; len += 64) {
			chacha_key(c);
			c->right_s = c->s;
			memset(c->dst, 0xa5, 2048 + 64);
			testudo_chacha_crypt(&c->s, c->dst, c->src, len,
					     bad[i]);
			KUNIT_ASSERT_TRUE_MSG(test,
					      test_all(c->dst, 0xa5, 2048 + 64),
					      "%d rounds", bad[i]);
			KUNIT_ASSERT_MEMEQ(test, c->s.x, c->right_s.x, 64);
			memset(out, 0xa5, sizeof(out));
			testudo_hchacha(c->src, c->src + 32, out, bad[i]);
			KUNIT_ASSERT_TRUE(test, test_all(out, 0xa5, 32));
		}
	for (int i = 0; i < 3; i++) {
		c->right_s = c->s;
		testudo_chacha_crypt(&c->s, NULL, NULL, 0, chacha_rounds[i]);
		testudo_chacha_crypt(&c->s, c->dst, c->src, 0,
				     chacha_rounds[i]);
		KUNIT_ASSERT_MEMEQ(test, c->s.x, c->right_s.x, 64);
		/* nor data behind the block that is the key */
		c->rounds = chacha_rounds[i];
		chacha_reference(c, true, 0);
		chacha_op(c->s.x, c->key, NULL, NULL, 0, c->rounds);
		KUNIT_ASSERT_MEMEQ(test, c->key, c->right_key, 64);
		KUNIT_ASSERT_MEMEQ(test, c->s.x, c->right_s.x, 64);
	}
}

static struct kunit_case counter_cases[] = {
	KUNIT_CASE_PARAM(starts, test_chacha_rows_gen_params),
	KUNIT_CASE_PARAM(many_blocks, test_chacha_rows_gen_params),
	KUNIT_CASE_PARAM(carries, test_chacha_rows_gen_params),
	KUNIT_CASE_PARAM(pieces, test_chacha_rows_gen_params),
	KUNIT_CASE_PARAM(parts, test_chacha_rows_gen_params),
	KUNIT_CASE_PARAM(nothing, test_chacha_rows_gen_params),
	{}
};

static struct kunit_suite counter_suite = {
	.name = "counter",
	.test_cases = counter_cases,
};

kunit_test_suite(counter_suite);
