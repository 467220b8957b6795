// SPDX-License-Identifier: MIT OR GPL-2.0-only
/* What Poly1305 refuses, contexts that an update has spoilt, wrong tags. */
#include "test_util.h"

/* One block of memory that must not change: message, key, context. */
struct refuse {
	uint8_t mem[512] __attribute__((aligned(8)));
	uint8_t copy[512];
	struct testudo_poly1305_ctx *c;
};

#define CONTEXT 320	/* where in mem */

static struct refuse *new_refuse(struct kunit *test)
{
	struct refuse *r = kunit_kzalloc(test, sizeof(*r), GFP_KERNEL);
	struct test_rng rng = { 5 };

	KUNIT_ASSERT_NOT_NULL(test, r);
	(void)test_row(test);
	test_bytes(&rng, r->copy, sizeof(r->copy));
	memcpy(r->mem, r->copy, sizeof(r->mem));
	r->c = (void *)(r->mem + CONTEXT);
	return r;
}

static void unchanged(struct kunit *test, const struct refuse *r)
{
	KUNIT_ASSERT_MEMEQ(test, r->mem, r->copy, sizeof(r->mem));
}

#define REFUSED(call) do {						\
		KUNIT_ASSERT_EQ(test, call, -EINVAL);			\
		unchanged(test, r);					\
	} while (0)

static void one_call(struct kunit *test)
{
	struct refuse *r = new_refuse(test);
	uint8_t *msg = r->mem, *key = r->mem + 160, right[16];

	REFUSED(testudo_poly1305(NULL, msg, 100, key));
	REFUSED(testudo_poly1305(r->mem + 128, msg, 100, NULL));
	REFUSED(testudo_poly1305(r->mem + 128, NULL, 1, key));
	REFUSED(testudo_poly1305(r->mem + 128, NULL, SIZE_MAX, key));
	/* the tag over the key, and right beside it */
	KUNIT_ASSERT_EQ(test, testudo_poly1305(right, msg, 100, key), 0);
	for (int at = -16; at <= 32; at++) {
		if (at > -16 && at < 32) {
			REFUSED(testudo_poly1305(key + at, msg, 100, key));
			continue;
		}
		KUNIT_ASSERT_EQ(test, testudo_poly1305(key + at, msg, 100, key),
				0);
		KUNIT_ASSERT_MEMEQ(test, key + at, right, 16);
		memcpy(r->mem, r->copy, sizeof(r->mem));
	}
	/* the tag anywhere in the message, which is the key even */
	for (int at = 0; at <= 100; at++) {
		KUNIT_ASSERT_EQ(test, testudo_poly1305(msg + at, msg, 100, key),
				0);
		KUNIT_ASSERT_MEMEQ(test, msg + at, right, 16);
		memcpy(r->mem, r->copy, sizeof(r->mem));
	}
	KUNIT_ASSERT_EQ(test, testudo_poly1305(right, key, 32, key), 0);
	/* no message: the tag is s */
	KUNIT_ASSERT_EQ(test, testudo_poly1305(right, NULL, 0, key), 0);
	KUNIT_ASSERT_MEMEQ(test, right, key + 16, 16);
	unchanged(test, r);
}

static void init_refuses(struct kunit *test)
{
	struct refuse *r = new_refuse(test);
	uint8_t *inside = r->mem + CONTEXT;

	REFUSED(testudo_poly1305_init(NULL, r->mem));
	REFUSED(testudo_poly1305_init(r->c, NULL));
	for (size_t at = 0; at < sizeof(*r->c); at++)
		REFUSED(testudo_poly1305_init(r->c, inside + at));
	for (size_t at = 1; at < 32; at++)
		REFUSED(testudo_poly1305_init(r->c, inside - at));
	KUNIT_ASSERT_EQ(test, testudo_poly1305_init(r->c, inside - 32), 0);
	KUNIT_ASSERT_EQ(test, testudo_poly1305_init(r->c, inside +
						    sizeof(*r->c)), 0);
}

static void begin(struct kunit *test, struct refuse *r, size_t len)
{
	KUNIT_ASSERT_EQ(test, testudo_poly1305_init(r->c, r->mem + 160), 0);
	testudo_poly1305_update(r->c, r->mem, len);
	memcpy(r->copy, r->mem, sizeof(r->copy));
}

static void final_refuses(struct kunit *test)
{
	struct refuse *r = new_refuse(test);
	uint8_t *inside = r->mem + CONTEXT, tag[16];

	begin(test, r, 21);
	REFUSED(testudo_poly1305_final(NULL, r->mem));
	REFUSED(testudo_poly1305_verify(NULL, r->mem));
	REFUSED(testudo_poly1305_final(r->c, NULL));
	REFUSED(testudo_poly1305_verify(r->c, NULL));
	for (size_t at = 0; at < sizeof(*r->c); at++)
		REFUSED(testudo_poly1305_final(r->c, inside + at));
	for (size_t at = 1; at < 16; at++)
		REFUSED(testudo_poly1305_final(r->c, inside - at));
	/* it is as good as before */
	KUNIT_ASSERT_EQ(test, testudo_poly1305(tag, r->mem, 21, r->mem + 160),
			0);
	KUNIT_ASSERT_EQ(test, testudo_poly1305_verify(r->c, tag), 0);
}

/* No tag comes out of c, and none is accepted; it is zero then. */
static void no_tag(struct kunit *test, struct refuse *r)
{
	static const uint8_t zero[16];
	struct testudo_poly1305_ctx copy = *r->c;
	uint8_t before[160];

	memcpy(before, r->mem, sizeof(before));
	KUNIT_ASSERT_EQ(test, testudo_poly1305_final(&copy, r->mem + 100),
			-EINVAL);
	KUNIT_ASSERT_TRUE(test, test_all(&copy, 0, sizeof(copy)));
	copy = *r->c;
	KUNIT_ASSERT_EQ(test, testudo_poly1305_verify(&copy, zero), -EINVAL);
	KUNIT_ASSERT_TRUE(test, test_all(&copy, 0, sizeof(copy)));
	KUNIT_ASSERT_MEMEQ(test, r->mem, before, sizeof(before));
}

static void spoilt(struct kunit *test)
{
	struct refuse *r = new_refuse(test);
	uint8_t tag[16];

	/* never begun */
	memset(r->c, 0, sizeof(*r->c));
	no_tag(test, r);
	testudo_poly1305_update(r->c, r->mem, 40);
	no_tag(test, r);
	testudo_poly1305_update(r->c, NULL, 1);
	no_tag(test, r);
	testudo_poly1305_update(NULL, r->mem, 1);
	/* finished, by either */
	begin(test, r, 40);
	KUNIT_ASSERT_EQ(test, testudo_poly1305_final(r->c, tag), 0);
	no_tag(test, r);
	testudo_poly1305_update(r->c, r->mem, 40);
	no_tag(test, r);
	begin(test, r, 40);
	KUNIT_ASSERT_EQ(test, testudo_poly1305_verify(r->c, tag), 0);
	no_tag(test, r);
	/* a message that is not there; nothing heals the context but init */
	for (size_t len = 0; len < 40; len++) {
		begin(test, r, len);
		testudo_poly1305_update(r->c, NULL, len % 2 ? 1 : SIZE_MAX);
		no_tag(test, r);
		testudo_poly1305_update(r->c, r->mem, len);
		testudo_poly1305_update(r->c, NULL, 0);
		no_tag(test, r);
	}
	begin(test, r, 40);
	testudo_poly1305_update(r->c, NULL, 0);
	KUNIT_ASSERT_EQ(test, testudo_poly1305_verify(r->c, tag), 0);
}

static void wrong_tags(struct kunit *test)
{
	struct refuse *r = new_refuse(test);
	uint8_t tag[16];

	for (size_t len = 0; len <= 100; len += 20)
		for (size_t bit = 0; bit < 128; bit++)
			for (size_t also = 0; also < 128; also += 8) {
				KUNIT_ASSERT_EQ(test,
						testudo_poly1305(tag, r->mem,
								 len,
								 r->mem + 160),
						0);
				tag[bit / 8] ^= (uint8_t)(1 << bit % 8);
				if (also != bit)
					tag[also / 8] ^= 1;
				begin(test, r, len);
				KUNIT_ASSERT_EQ(test,
						testudo_poly1305_verify(r->c,
									tag),
						-EBADMSG);
				KUNIT_ASSERT_TRUE(test, test_all(r->c, 0,
							sizeof(*r->c)));
			}
}

static struct kunit_case poly1305_refuse_cases[] = {
	KUNIT_CASE_PARAM(one_call, test_poly1305_rows_gen_params),
	KUNIT_CASE_PARAM(init_refuses, test_poly1305_rows_gen_params),
	KUNIT_CASE_PARAM(final_refuses, test_poly1305_rows_gen_params),
	KUNIT_CASE_PARAM(spoilt, test_poly1305_rows_gen_params),
	KUNIT_CASE_PARAM(wrong_tags, test_poly1305_rows_gen_params),
	{}
};

static struct kunit_suite poly1305_refuse_suite = {
	.name = "poly1305_refuse",
	.test_cases = poly1305_refuse_cases,
};

kunit_test_suite(poly1305_refuse_suite);
