// SPDX-License-Identifier: MIT OR GPL-2.0-only
/* ChaCha and HChaCha: right results for every length, wherever buffers lie. */
#include "cases_chacha.h"
#include "known.h"
#include "sha256.h"

static void vectors(struct kunit *test)
{
	size_t streams = sizeof(stream_vectors) / sizeof(stream_vectors[0]);
	size_t hchachas = sizeof(hchacha_vectors) / sizeof(hchacha_vectors[0]);
	uint8_t *out = kunit_kzalloc(test, KNOWN_MAX, GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, out);
	(void)test_row(test);
	for (size_t i = 0; i < streams; i++)
		KUNIT_ASSERT_TRUE_MSG(test,
				      known_stream(&stream_vectors[i], out),
				      "%s", stream_vectors[i].source);
	for (size_t i = 0; i < hchachas; i++)
		KUNIT_ASSERT_TRUE_MSG(test, known_hchacha(&hchacha_vectors[i]),
				      "%s", hchacha_vectors[i].source);
	/* RFC 8439, the two drafts, reference.py */
	KUNIT_ASSERT_TRUE(test, streams >= 15 + 5 + 24 + 12);
	KUNIT_ASSERT_TRUE(test, hchachas >= 1 + 12);
}

static void monte_carlo_run(struct kunit *test)
{
	size_t n = sizeof(monte_carlo) / sizeof(monte_carlo[0]), seen = 0;
	uint8_t *msg = kunit_kzalloc(test, KNOWN_MAX, GFP_KERNEL);
	uint8_t *out = kunit_kzalloc(test, KNOWN_MAX + 32, GFP_KERNEL);
	struct test_sha256 hash;
	uint8_t digest[32];

	KUNIT_ASSERT_TRUE(test, msg && out);
	(void)test_row(test);
	for (const struct monte_carlo *r = monte_carlo; r < monte_carlo + n;
	     r++) {
		uint64_t seed = MONTE_CARLO_SEED;
		unsigned int i = 0;

		if (r->alg != TESTUDO_CHACHA)
			continue;
		seen++;
		test_sha256_init(&hash);
		for (int point = 0; point < 4; point++) {
			for (; i <= r->points[point].step; i++)
				test_sha256_update(&hash, out,
						   known_step(r, i, &seed, msg,
							      out));
			test_sha256_digest(&hash, digest);
			KUNIT_ASSERT_MEMEQ_MSG(test, digest,
					       r->points[point].digest, 32,
					       "run %u, %d rounds, to step %u",
					       r->kind, r->rounds, i - 1);
		}
	}
	KUNIT_ASSERT_EQ(test, seen, 7);
}

/* By the public call. */
static void one_length(struct kunit *test, struct chacha *c, size_t len)
{
	chacha_key(c);
	chacha_reference(c, false, len);
	memset(c->dst, 0xa5, len + 64);
	testudo_chacha_crypt(&c->s, c->dst, c->src, len, c->rounds);
	chacha_compare(test, c, len);
}

static void every_length(struct kunit *test)
{
	struct chacha *c = chacha_new(test, 4100);

	for (size_t len = 0; len <= 4100; len++)
		for (int i = 0; i < 3; i++) {
			c->rounds = chacha_rounds[i];
			one_length(test, c, len);
		}
}

static void random_lengths(struct kunit *test)
{
	struct chacha *c = chacha_new(test, 12288);

	for (int i = 0; i < 100; i++) {
		c->rounds = chacha_rounds[i % 3];
		one_length(test, c, test_below(&c->rng, 12289));
	}
}

/* The first block apart, all of it, before data of every length. */
static void with_key(struct kunit *test)
{
	struct chacha *c = chacha_new(test, 4100);

	for (size_t len = 0; len <= 4100; len++) {
		c->rounds = chacha_rounds[len % 7 < 5 ? 0 : len % 7 - 4];
		chacha_key(c);
		chacha_reference(c, true, len);
		memset(c->dst, 0xa5, len + 64);
		memset(c->key, 0xa5, sizeof(c->key));
		chacha_op(c->s.x, c->key, c->dst, c->src, len, c->rounds);
		KUNIT_ASSERT_MEMEQ_MSG(test, c->key, c->right_key, 64,
				       "key, len %u", (unsigned int)len);
		KUNIT_ASSERT_TRUE(test, test_all(c->key + 64, 0xa5, 64));
		chacha_compare(test, c, len);
	}
}

/* Compared with generic elsewhere: a second pass would hide blocks left out. */
static void in_place(struct kunit *test)
{
	struct chacha *c = chacha_new(test, 4100);

	for (size_t len = 0; len <= 4100; len += len < 2200 ? 1 : 13)
		for (int key = 0; key < 2; key++) {
			chacha_key(c);
			chacha_reference(c, key, len);
			memcpy(c->dst, c->src, len);
			memset(c->dst + len, 0xa5, 64);
			chacha_op(c->s.x, key ? c->key : NULL, c->dst, c->dst,
				  len, 20);
			chacha_compare(test, c, len);
		}
}

static void alignments(struct kunit *test)
{
	struct chacha *c = chacha_new(test, 2048);
	uint8_t *src = c->src + 64 - (uintptr_t)c->src % 64;
	uint8_t *dst = c->dst + 64 - (uintptr_t)c->dst % 64;
	uint8_t *all = c->src;

	for (size_t i = 0; i < 64 * 64; i++) {
		size_t s = i % 64, d = i / 64, len = 1700 - 17 * d;

		c->src = src + s;
		chacha_key(c);
		chacha_reference(c, false, len);
		chacha_op(c->s.x, NULL, dst + d, src + s, len, 20);
		KUNIT_ASSERT_MEMEQ_MSG(test, dst + d, c->right, len,
				       "src %u, dst %u", (unsigned int)s,
				       (unsigned int)d);
	}
	c->src = all;
}

enum { DST, SRC, STATE, KEY, AREAS };

/* n bytes that end right before a forbidden page, or begin behind one. */
static void *place(const struct test_area *a, bool at_end, size_t n,
		   const void *data)
{
	uint8_t *p = at_end ? a->end - n : a->start;

	if (data)
		memcpy(p, data, n);
	else
		memset(p, 0xa5, n);
	return p;
}

static void fences(struct kunit *test, bool at_end)
{
	struct chacha *c = chacha_new(test, 2300);
	struct test_area a[AREAS];
	uint8_t *src, *dst, *key;
	uint32_t *x;

	for (int i = 0; i < AREAS; i++)
		a[i] = test_area(test, 4096);
	for (size_t len = 0; len <= 2300; len++)
		for (int with = 0; with < 2; with++) {
			chacha_key(c);
			chacha_reference(c, with, len);
			src = place(&a[SRC], at_end, len, c->src);
			dst = place(&a[DST], at_end, len, NULL);
			key = place(&a[KEY], at_end, 64, NULL);
			x = place(&a[STATE], at_end, 64, c->s.x);
			chacha_op(x, with ? key : NULL, dst, src, len, 20);
			KUNIT_ASSERT_MEMEQ_MSG(test, dst, c->right, len,
					       "len %u", (unsigned int)len);
			KUNIT_ASSERT_MEMEQ(test, x, c->right_s.x, 64);
			if (with)
				KUNIT_ASSERT_MEMEQ(test, key, c->right_key, 64);
			else
				KUNIT_ASSERT_TRUE(test, test_all(key, 0xa5,
								 64));
		}
}

static void fence_behind(struct kunit *test)
{
	fences(test, true);
}

static void fence_before(struct kunit *test)
{
	fences(test, false);
}

/* init and HChaCha: nothing but what they are given, at any address. */
static void keys_and_ivs(struct kunit *test)
{
	static const uint32_t sigma[4] = {
		0x61707865, 0x3320646e, 0x79622d32, 0x6b206574,
	};
	struct chacha *c = chacha_new(test, 64);
	struct testudo_chacha_state *s;
	struct test_area a[AREAS];
	uint8_t *key, *iv, *out;

	for (int i = 0; i < AREAS; i++)
		a[i] = test_area(test, 4096);
	for (int i = 0; i < 600; i++) {
		bool at_end = i % 2;

		test_bytes(&c->rng, c->key, 48);
		key = place(&a[KEY], at_end, 32, c->key);
		iv = place(&a[SRC], at_end, 16, c->key + 32);
		s = place(&a[STATE], at_end, sizeof(*s), NULL);
		testudo_chacha_init(s, key, iv);
		KUNIT_ASSERT_MEMEQ(test, s->x, sigma, 16);
		for (int k = 0; k < 12; k++)
			KUNIT_ASSERT_EQ(test, s->x[4 + k],
					load_le32(c->key + 4 * k));
		/*
		 * HChaCha is a block without the final addition.  Its result
		 * may go to where key or nonce are.
		 */
		c->s = *s;
		c->rounds = chacha_rounds[i % 3];
		chacha_reference(c, true, 0);
		out = i % 6 == 1 ? key : place(&a[DST], at_end, 32, NULL);
		if (i % 6 == 2)
			out = memcpy(a[DST].start, iv, 16);
		testudo_hchacha(key, i % 6 == 2 ? out : iv, out, c->rounds);
		for (int k = 0; k < 8; k++) {
			int word = k < 4 ? k : 8 + k;

			KUNIT_ASSERT_EQ(test, load_le32(out + 4 * k),
					load_le32(c->right_key + 4 * word) -
					c->s.x[word]);
		}
	}
}

static struct kunit_case chacha_cases[] = {
	KUNIT_CASE_PARAM(vectors, test_chacha_rows_gen_params),
	KUNIT_CASE_PARAM(monte_carlo_run, test_chacha_rows_gen_params),
	KUNIT_CASE_PARAM(every_length, test_chacha_rows_gen_params),
	KUNIT_CASE_PARAM(random_lengths, test_chacha_rows_gen_params),
	KUNIT_CASE_PARAM(with_key, test_chacha_rows_gen_params),
	KUNIT_CASE_PARAM(in_place, test_chacha_rows_gen_params),
	KUNIT_CASE_PARAM(alignments, test_chacha_rows_gen_params),
	KUNIT_CASE_PARAM(fence_behind, test_chacha_rows_gen_params),
	KUNIT_CASE_PARAM(fence_before, test_chacha_rows_gen_params),
	KUNIT_CASE_PARAM(keys_and_ivs, test_chacha_rows_gen_params),
	{}
};

static struct kunit_suite chacha_suite = {
	.name = "chacha",
	.test_cases = chacha_cases,
};

kunit_test_suite(chacha_suite);
