// SPDX-License-Identifier: MIT OR GPL-2.0-only
/* Poly1305: right tags for every length, in any pieces, on every row. */
#include "test_util.h"
#include "known.h"
#include "poly1305_model.h"
#include "sha256.h"

#define MAX 12288

struct poly {
	const struct test_row *row;
	struct test_rng rng;
	struct testudo_poly1305_ctx c;
	uint8_t key[32], tag[32], right[16];
	uint8_t msg[MAX + 64];
};

static struct poly *new_poly(struct kunit *test)
{
	struct poly *p = kunit_kzalloc(test, sizeof(*p), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, p);
	p->row = test_row(test);
	p->rng.s = 1305;
	test_bytes(&p->rng, p->msg, sizeof(p->msg));
	return p;
}

/* Another key, now and then with an r whose every bit is set. */
static void new_key(struct poly *p)
{
	test_bytes(&p->rng, p->key, sizeof(p->key));
	if (test_below(&p->rng, 4) == 0)
		memset(p->key, 0xff, 16);
}

static void vectors(struct kunit *test)
{
	size_t n = sizeof(poly1305_vectors) / sizeof(poly1305_vectors[0]);
	uint8_t tag[16];

	(void)test_row(test);
	for (size_t i = 0; i < n; i++) {
		const struct test_vector *v = &poly1305_vectors[i];

		KUNIT_ASSERT_TRUE_MSG(test, known_poly1305(v), "%s", v->source);
		/* the model that other cases here rely on */
		model_poly1305(tag, v->msg, v->len, v->key);
		KUNIT_ASSERT_MEMEQ_MSG(test, tag, v->tag, 16, "%s", v->source);
	}
	/* RFC 8439, and sums at the edges of made_vectors.py */
	KUNIT_ASSERT_TRUE(test, n >= 14 + 100);
}

static void monte_carlo_run(struct kunit *test)
{
	const struct monte_carlo *run = monte_carlo;
	struct poly *p = new_poly(test);
	uint64_t seed = MONTE_CARLO_SEED;
	struct test_sha256 hash;
	uint8_t digest[32];
	unsigned int i = 0;

	while (run->kind != RUN_POLY1305)
		run++;
	test_sha256_init(&hash);
	for (int point = 0; point < 4; point++) {
		for (; i <= run->points[point].step; i++)
			test_sha256_update(&hash, p->tag,
					   known_step(run, i, &seed, p->msg,
						      p->tag));
		test_sha256_digest(&hash, digest);
		KUNIT_ASSERT_MEMEQ_MSG(test, digest, run->points[point].digest,
				       32, "up to step %u", i - 1);
	}
}

/* The tag of len bytes by one call, against the model. */
static void one_length(struct kunit *test, struct poly *p, const uint8_t *msg,
		       size_t len)
{
	new_key(p);
	model_poly1305(p->right, msg, len, p->key);
	memset(p->tag, 0xa5, sizeof(p->tag));
	KUNIT_ASSERT_EQ(test, testudo_poly1305(p->tag, msg, len, p->key), 0);
	KUNIT_ASSERT_MEMEQ_MSG(test, p->tag, p->right, 16, "len %u",
			       (unsigned int)len);
	KUNIT_ASSERT_TRUE(test, test_all(p->tag + 16, 0xa5, 16));
}

static void every_length(struct kunit *test)
{
	struct poly *p = new_poly(test);

	for (size_t len = 0; len <= 4100; len++)
		one_length(test, p, p->msg, len);
	for (int i = 0; i < 100; i++)
		one_length(test, p, p->msg, test_below(&p->rng, MAX + 1));
	for (size_t at = 0; at < 64; at++)
		for (size_t len = 700; len < 764; len++)
			one_length(test, p, p->msg + at, len);
}

static void begin(struct kunit *test, struct poly *p)
{
	memset(&p->c, 0xee, sizeof(p->c));
	KUNIT_ASSERT_EQ(test, testudo_poly1305_init(&p->c, p->key), 0);
}

/* tag and what is behind it, and the wiped context */
static void end(struct kunit *test, struct poly *p, size_t len)
{
	memset(p->tag, 0xa5, sizeof(p->tag));
	KUNIT_ASSERT_EQ(test, testudo_poly1305_final(&p->c, p->tag), 0);
	KUNIT_ASSERT_MEMEQ_MSG(test, p->tag, p->right, 16, "len %u",
			       (unsigned int)len);
	KUNIT_ASSERT_TRUE(test, test_all(p->tag + 16, 0xa5, 16));
	KUNIT_ASSERT_TRUE(test, test_all(&p->c, 0, sizeof(p->c)));
}

/* Two pieces, cut everywhere, at once and byte by byte. */
static void every_split(struct kunit *test)
{
	struct poly *p = new_poly(test);

	for (size_t len = 0; len <= 400; len += 1 + len % 50) {
		new_key(p);
		model_poly1305(p->right, p->msg, len, p->key);
		for (size_t cut = 0; cut <= len; cut++) {
			begin(test, p);
			testudo_poly1305_update(&p->c, p->msg, cut);
			testudo_poly1305_update(&p->c, p->msg + cut, len - cut);
			end(test, p, len);
		}
		begin(test, p);
		for (size_t at = 0; at < len; at++)
			testudo_poly1305_update(&p->c, p->msg + at, 1);
		testudo_poly1305_update(&p->c, NULL, 0);
		end(test, p, len);
	}
}

/* In pieces at random, the row changed and the context copied before each. */
static void pieces(struct kunit *test)
{
	const char *names[TEST_ROWS_MAX];
	struct poly *p = new_poly(test);
	size_t rows = test_rows(p->row, names), n, len;
	struct testudo_poly1305_ctx copy;

	for (int i = 0; i < 600; i++) {
		len = test_below(&p->rng, i % 4 ? 1500 : MAX + 1);
		new_key(p);
		model_poly1305(p->right, p->msg, len, p->key);
		begin(test, p);
		for (size_t at = 0; at < len; at += n) {
			if (i % 2)
				test_force(test, p->row,
					   names[test_below(&p->rng, rows)]);
			n = test_below(&p->rng, i % 3 ? 700 : 20);
			n = n < len - at ? n : len - at;
			copy = p->c;
			memset(&p->c, 0x5a, sizeof(p->c));
			testudo_poly1305_update(&copy, p->msg + at, n);
			p->c = copy;
		}
		end(test, p, len);
		test_force(test, p->row, p->row->name);
	}
}

/* Every pair of rows, for every number of blocks that either may get. */
static void row_pairs(struct kunit *test)
{
	const char *names[TEST_ROWS_MAX];
	struct poly *p = new_poly(test);
	size_t rows = test_rows(p->row, names), tail;

	for (size_t r = 0; r < rows; r++)
		for (size_t a = 0; a <= 40; a++)
			for (size_t b = 0; b <= 40; b++) {
				tail = (a + b) % 16;
				new_key(p);
				model_poly1305(p->right, p->msg,
					       16 * (a + b) + tail, p->key);
				begin(test, p);
				test_force(test, p->row, p->row->name);
				testudo_poly1305_update(&p->c, p->msg, 16 * a);
				test_force(test, p->row, names[r]);
				testudo_poly1305_update(&p->c, p->msg + 16 * a,
							16 * b + tail);
				end(test, p, 16 * (a + b) + tail);
			}
}

/* Message, key, tag and context beside forbidden pages. */
static void fences(struct kunit *test)
{
	struct poly *p = new_poly(test);
	struct test_area a[4];
	struct testudo_poly1305_ctx *c;
	uint8_t *msg, *key, *tag;

	for (int i = 0; i < 4; i++)
		a[i] = test_area(test, 4096);
	for (size_t i = 0; i <= 2 * 2100; i++) {
		bool at_end = i % 2;
		size_t len = i / 2;

		new_key(p);
		msg = at_end ? a[0].end - len : a[0].start;
		key = at_end ? a[1].end - 32 : a[1].start;
		tag = at_end ? a[2].end - 16 : a[2].start;
		c = (void *)(at_end ? a[3].end - sizeof(*c) : a[3].start);
		memcpy(msg, p->msg, len);
		memcpy(key, p->key, 32);
		model_poly1305(p->right, p->msg, len, p->key);
		KUNIT_ASSERT_EQ(test, testudo_poly1305(tag, msg, len, key), 0);
		KUNIT_ASSERT_MEMEQ_MSG(test, tag, p->right, 16, "len %u",
				       (unsigned int)len);
		KUNIT_ASSERT_EQ(test, testudo_poly1305_init(c, key), 0);
		testudo_poly1305_update(c, msg, len);
		KUNIT_ASSERT_EQ(test, testudo_poly1305_verify(c, tag), 0);
		KUNIT_ASSERT_EQ(test, testudo_poly1305_init(c, key), 0);
		testudo_poly1305_update(c, p->msg, len % 48);
		memcpy(msg, p->msg + len % 48, len - len % 48);
		testudo_poly1305_update(c, msg, len - len % 48);
		memset(tag, 0, 16);
		KUNIT_ASSERT_EQ(test, testudo_poly1305_final(c, tag), 0);
		KUNIT_ASSERT_MEMEQ_MSG(test, tag, p->right, 16, "len %u",
				       (unsigned int)len);
	}
}

static struct kunit_case poly1305_cases[] = {
	KUNIT_CASE_PARAM(vectors, test_poly1305_rows_gen_params),
	KUNIT_CASE_PARAM(monte_carlo_run, test_poly1305_rows_gen_params),
	KUNIT_CASE_PARAM(every_length, test_poly1305_rows_gen_params),
	KUNIT_CASE_PARAM(every_split, test_poly1305_rows_gen_params),
	KUNIT_CASE_PARAM(pieces, test_poly1305_rows_gen_params),
	KUNIT_CASE_PARAM(row_pairs, test_poly1305_rows_gen_params),
	KUNIT_CASE_PARAM(fences, test_poly1305_rows_gen_params),
	{}
};

static struct kunit_suite poly1305_suite = {
	.name = "poly1305",
	.test_cases = poly1305_cases,
};

kunit_test_suite(poly1305_suite);
