// SPDX-License-Identifier: MIT OR GPL-2.0-only
/* What AEGISMAC refuses, and contexts that an update has spoilt. */
#include "test_util.h"

struct mac_args {
	const struct test_row *row;
	const struct testudo_alg_info *info;
	uint8_t key[64], nonce[64], msg[64], tag[64];
	struct testudo_aegismac_ctx c, before;
};

static struct mac_args *new_args(struct kunit *test)
{
	const struct test_row *row = test_row(test);
	struct mac_args *a = kunit_kzalloc(test, sizeof(*a), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, a);
	a->row = row;
	a->info = &row->entry->info;
	memset(a->tag, 0xa5, sizeof(a->tag));
	memset(&a->c, 0xa5, sizeof(a->c));
	a->before = a->c;
	return a;
}

static int init(struct mac_args *a)
{
	return testudo_aegismac_init(&a->c, a->row->alg, a->key,
				     a->info->key_len, a->nonce,
				     a->info->nonce_len);
}

static void unchanged(struct kunit *test, struct mac_args *a)
{
	KUNIT_ASSERT_MEMEQ(test, &a->c, &a->before, sizeof(a->c));
	KUNIT_ASSERT_TRUE(test, test_all(a->tag, 0xa5, sizeof(a->tag)));
}

static void init_refuses(struct kunit *test)
{
	struct mac_args *a = new_args(test);
	size_t key_len, nonce_len;
	enum testudo_alg alg;

	alg = a->row->alg;
	key_len = a->info->key_len;
	nonce_len = a->info->nonce_len;
#define REFUSED(...) do {						\
		KUNIT_ASSERT_EQ(test, testudo_aegismac_init(__VA_ARGS__), \
				-EINVAL);				\
		unchanged(test, a);					\
	} while (0)
	for (size_t n = 0; n <= 64; n++) {
		if (n != key_len)
			REFUSED(&a->c, alg, a->key, n, a->nonce, nonce_len);
		if (n != nonce_len)
			REFUSED(&a->c, alg, a->key, key_len, a->nonce, n);
		if (n)
			REFUSED(&a->c, alg, a->key, key_len, NULL, n);
	}
	REFUSED(&a->c, alg, NULL, key_len, a->nonce, nonce_len);
	REFUSED(NULL, alg, a->key, key_len, a->nonce, nonce_len);
	REFUSED(&a->c, (enum testudo_alg)0, a->key, key_len, a->nonce,
		nonce_len);
	REFUSED(&a->c, TESTUDO_AES_128_GCM, a->key, 16, a->nonce, 12);
	REFUSED(&a->c, TESTUDO_CHACHA20_POLY1305, a->key, 32, a->nonce, 12);
	REFUSED(&a->c, TESTUDO_XCHACHA20_POLY1305, a->key, 32, a->nonce, 24);
#undef REFUSED
}

static void tag_lengths(struct kunit *test)
{
	struct mac_args *a = new_args(test);

	KUNIT_ASSERT_EQ(test, init(a), 0);
	testudo_aegismac_update(&a->c, a->msg, 20);
	a->before = a->c;
	for (size_t n = 0; n <= 64; n++) {
		if (n == 16 || n == 32)
			continue;
		KUNIT_ASSERT_EQ(test, testudo_aegismac_final(&a->c, a->tag, n),
				-EINVAL);
		KUNIT_ASSERT_EQ(test, testudo_aegismac_verify(&a->c, a->tag, n),
				-EINVAL);
		unchanged(test, a);
	}
	KUNIT_ASSERT_EQ(test, testudo_aegismac_final(&a->c, NULL, 16), -EINVAL);
	KUNIT_ASSERT_EQ(test, testudo_aegismac_verify(&a->c, NULL, 16),
			-EINVAL);
	unchanged(test, a);
	KUNIT_ASSERT_EQ(test, testudo_aegismac_final(&a->c, a->tag, 16), 0);
}

/* No tag comes out of c, and no tag is accepted. */
static void no_tag(struct kunit *test, struct mac_args *a, int err)
{
	struct testudo_aegismac_ctx copy = a->c;

	memset(a->tag, 0xa5, sizeof(a->tag));
	KUNIT_ASSERT_EQ(test, testudo_aegismac_final(&copy, a->tag, 16), err);
	if (err == -EMSGSIZE)
		KUNIT_ASSERT_TRUE(test, test_all(&copy, 0, sizeof(copy)));
	copy = a->c;
	KUNIT_ASSERT_EQ(test, testudo_aegismac_verify(&copy, a->tag, 32), err);
	KUNIT_ASSERT_TRUE(test, test_all(a->tag, 0xa5, sizeof(a->tag)));
}

static void spoilt(struct kunit *test)
{
	struct mac_args *a = new_args(test);

	/* never begun */
	memset(&a->c, 0, sizeof(a->c));
	no_tag(test, a, -EINVAL);
	testudo_aegismac_update(&a->c, a->msg, 5);
	no_tag(test, a, -EINVAL);
	/* finished */
	KUNIT_ASSERT_EQ(test, init(a), 0);
	KUNIT_ASSERT_EQ(test, testudo_aegismac_final(&a->c, a->tag, 16), 0);
	no_tag(test, a, -EINVAL);
	testudo_aegismac_update(&a->c, a->msg, 5);
	no_tag(test, a, -EINVAL);
	testudo_aegismac_update(&a->c, a->msg, 0);
	no_tag(test, a, -EINVAL);
	/* an algorithm, but not begun */
	KUNIT_ASSERT_EQ(test, init(a), 0);
	a->c.ctx.phase = 0;
	no_tag(test, a, -EINVAL);
	/* a message that is not there; nothing heals the context but init */
	KUNIT_ASSERT_EQ(test, init(a), 0);
	testudo_aegismac_update(&a->c, NULL, 1);
	no_tag(test, a, -EMSGSIZE);
	testudo_aegismac_update(&a->c, a->msg, 1);
	no_tag(test, a, -EMSGSIZE);
	/* too long, in one piece and in many */
	KUNIT_ASSERT_EQ(test, init(a), 0);
	testudo_aegismac_update(&a->c, a->msg, SIZE_MAX);
	no_tag(test, a, -EMSGSIZE);
	KUNIT_ASSERT_EQ(test, init(a), 0);
	a->c.ctx.ad_len = (1ull << 61) - 3;
	testudo_aegismac_update(&a->c, a->msg, 2);
	KUNIT_ASSERT_EQ(test, testudo_aegismac_final(&a->c, a->tag, 16), 0);
	KUNIT_ASSERT_EQ(test, init(a), 0);
	a->c.ctx.ad_len = (1ull << 61) - 3;
	testudo_aegismac_update(&a->c, a->msg, 3);
	no_tag(test, a, -EMSGSIZE);
	KUNIT_ASSERT_EQ(test, init(a), 0);
	KUNIT_ASSERT_EQ(test, testudo_aegismac_final(&a->c, a->tag, 16), 0);
}

static struct kunit_case mac_refuse_cases[] = {
	KUNIT_CASE_PARAM(init_refuses, test_aegis_algs_gen_params),
	KUNIT_CASE_PARAM(tag_lengths, test_aegis_algs_gen_params),
	KUNIT_CASE_PARAM(spoilt, test_aegis_algs_gen_params),
	{}
};

static struct kunit_suite mac_refuse_suite = {
	.name = "mac_refuse",
	.test_cases = mac_refuse_cases,
};

kunit_test_suite(mac_refuse_suite);
