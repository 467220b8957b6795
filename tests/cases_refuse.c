// SPDX-License-Identifier: MIT OR GPL-2.0-only
/* Arguments that are refused, before anything is written. */
#include "test_util.h"

#define SIZE 512

/* One call's arguments, in one block of memory that must not change. */
struct args {
	uint8_t mem[4096];
	uint8_t copy[4096];
	struct testudo_key key;
	struct testudo_packet p;
	size_t nonce_len;
};

static struct args *new_args(struct kunit *test)
{
	const struct test_row *row = test_row(test);
	const struct testudo_alg_info *info = &row->entry->info;
	struct args *a = kunit_kzalloc(test, sizeof(*a), GFP_KERNEL);
	struct test_rng rng = { row->slot };

	KUNIT_ASSERT_NOT_NULL(test, a);
	test_bytes(&rng, a->mem, sizeof(a->mem));
	memcpy(a->copy, a->mem, sizeof(a->mem));
	KUNIT_ASSERT_EQ(test, testudo_key_init(&a->key, row->alg, a->mem,
					       info->key_len,
					       info->tag_len_max), 0);
	a->nonce_len = info->nonce_len;
	a->p = (struct testudo_packet){
		.dst = a->mem + 1024, .src = a->mem + 2048, .len = SIZE,
		.tag = a->mem + 64, .ad = a->mem + 128, .ad_len = 77,
		.nonce = a->mem + 256, .key = &a->key,
	};
	return a;
}

/* Every way of making the call must refuse it and write nothing. */
static void all_refuse(struct kunit *test, struct args *a, int err)
{
	const struct testudo_packet p = a->p;
	struct testudo_key key = a->key;

	KUNIT_ASSERT_EQ(test, testudo_encrypt(p.dst, p.src, p.len, p.tag, p.ad,
					      p.ad_len, p.nonce, a->nonce_len,
					      p.key), err);
	KUNIT_ASSERT_EQ(test, testudo_decrypt(p.dst, p.src, p.len, p.tag, p.ad,
					      p.ad_len, p.nonce, a->nonce_len,
					      p.key), err);
	KUNIT_ASSERT_MEMEQ(test, a->mem, a->copy, sizeof(a->mem));
	KUNIT_ASSERT_MEMEQ(test, &a->key, &key, sizeof(key));
}

/* As all_refuse(), and in a batch, where there is no nonce length. */
static void refuse(struct kunit *test, struct args *a, int err)
{
	all_refuse(test, a, err);
	a->p.status = 1;
	KUNIT_ASSERT_EQ(test, testudo_encrypt_batch(&a->p, 1), 1);
	KUNIT_ASSERT_EQ(test, a->p.status, err);
	a->p.status = 1;
	KUNIT_ASSERT_EQ(test, testudo_decrypt_batch(&a->p, 1), 1);
	KUNIT_ASSERT_EQ(test, a->p.status, err);
	KUNIT_ASSERT_MEMEQ(test, a->mem, a->copy, sizeof(a->mem));
}

/* These are not refused; what they write is other tests' matter. */
static void accept(struct kunit *test, struct args *a)
{
	const struct testudo_packet p = a->p;

	KUNIT_ASSERT_EQ(test, testudo_encrypt(p.dst, p.src, p.len, p.tag, p.ad,
					      p.ad_len, p.nonce, a->nonce_len,
					      p.key), 0);
	memcpy(a->mem, a->copy, sizeof(a->mem));
}

static void key_lengths(struct kunit *test)
{
	const struct test_row *row = test_row(test);
	const struct testudo_alg_info *info = &row->entry->info;
	struct testudo_key key, before;
	uint8_t raw[64] = { 1 };

	memset(&key, 0xa5, sizeof(key));
	before = key;
	for (size_t n = 0; n <= 64; n++)
		for (size_t t = 0; t <= 64; t++) {
			bool ok = n == info->key_len &&
				  (t == 16 || t == info->tag_len_max);

			KUNIT_ASSERT_EQ(test, testudo_key_init(&key, row->alg,
							       raw, n, t),
					ok ? 0 : -EINVAL);
			if (!ok)
				KUNIT_ASSERT_MEMEQ(test, &key, &before,
						   sizeof(key));
			key = before;
		}
	KUNIT_ASSERT_EQ(test, testudo_key_init(&key, row->alg, NULL,
					       info->key_len, 16), -EINVAL);
	KUNIT_ASSERT_EQ(test, testudo_key_init(&key, 0, raw, info->key_len, 16),
			-EINVAL);
	KUNIT_ASSERT_EQ(test, testudo_key_init(&key, (enum testudo_alg)0x7fff,
					       raw, info->key_len, 16),
			-EINVAL);
	KUNIT_ASSERT_EQ(test, testudo_key_init(&key, row->alg, raw,
					       info->key_len + ((size_t)1 <<
					       (8 * sizeof(size_t) - 1)), 16),
			-EINVAL);
	KUNIT_ASSERT_EQ(test, testudo_key_init(&key, row->alg, raw,
					       info->key_len, 16 + 256),
			-EINVAL);
	KUNIT_ASSERT_MEMEQ(test, &key, &before, sizeof(key));
	KUNIT_ASSERT_EQ(test, testudo_key_init(NULL, row->alg, raw,
					       info->key_len, 16), -EINVAL);
}

static void nonce_lengths(struct kunit *test)
{
	struct testudo_ctx *ctx = kunit_kzalloc(test, sizeof(*ctx), GFP_KERNEL);
	struct args *a = new_args(test);
	size_t right = a->nonce_len;

	KUNIT_ASSERT_NOT_NULL(test, ctx);
	memset(ctx, 0xa5, sizeof(*ctx));
	for (size_t n = 0; n <= 64; n++) {
		if (n == right)
			continue;
		a->nonce_len = n;
		all_refuse(test, a, -EINVAL);
		KUNIT_ASSERT_EQ(test, testudo_ctx_init(ctx, a->p.nonce, n,
						       &a->key), -EINVAL);
	}
	KUNIT_ASSERT_EQ(test, testudo_ctx_init(ctx, NULL, right, &a->key),
			-EINVAL);
	KUNIT_ASSERT_EQ(test, testudo_ctx_init(ctx, a->p.nonce, right, NULL),
			-EINVAL);
	testudo_wipe(&a->key, sizeof(a->key));
	KUNIT_ASSERT_EQ(test, testudo_ctx_init(ctx, a->p.nonce, right, &a->key),
			-EINVAL);
	KUNIT_ASSERT_TRUE(test, test_all(ctx, 0xa5, sizeof(*ctx)));
	KUNIT_ASSERT_EQ(test, testudo_ctx_init(NULL, a->p.nonce, right,
					       &a->key), -EINVAL);
}

static void null_pointers(struct kunit *test)
{
	struct args *a = new_args(test);
	const struct testudo_packet good = a->p;

#define WITHOUT(member) do {			\
		a->p = good;			\
		a->p.member = NULL;		\
		refuse(test, a, -EINVAL);	\
	} while (0)
	WITHOUT(dst);
	WITHOUT(src);
	WITHOUT(tag);
	WITHOUT(ad);
	WITHOUT(nonce);
	WITHOUT(key);
#undef WITHOUT
	a->p = good;
	a->p.ad = NULL;
	a->p.ad_len = 0;
	accept(test, a);
	a->p = good;
	a->p.dst = NULL;
	a->p.src = NULL;
	a->p.len = 0;
	accept(test, a);
	/* a wiped key, and one that never was one */
	a->p = good;
	testudo_wipe(&a->key, sizeof(a->key));
	refuse(test, a, -EINVAL);
	memset(&a->key, 0xff, sizeof(a->key));
	refuse(test, a, -EINVAL);
}

/* No data is there: a touch of the memory would end the test. */
static void too_long(struct kunit *test)
{
	struct args *a = new_args(test);
	const struct testudo_alg_info *info =
		testudo_alg_info(((const struct test_row *)test->param_value)
				 ->alg);
	const struct testudo_packet good = a->p;
	const size_t lens[] = {
		(size_t)info->max_len + 1, (size_t)info->max_len + 2,
		SIZE_MAX / 2, SIZE_MAX / 2 + 1, SIZE_MAX - 4095, SIZE_MAX,
	};

	if (info->max_len > SIZE_MAX - 2)
		return;
	for (int i = 0; i < 6; i++) {
		a->p = good;
		a->p.len = lens[i];
		refuse(test, a, -EMSGSIZE);
		a->p.src = a->p.dst;
		refuse(test, a, -EMSGSIZE);
		a->p = good;
		a->p.ad_len = lens[i];
		if (lens[i] > info->max_ad_len)
			refuse(test, a, -EMSGSIZE);
	}
	/* The longest message is not too long: what is wrong with it is found
	 * out behind its length. */
	a->p = good;
	a->p.len = (size_t)info->max_len;
	a->p.src = a->p.dst + 1;
	refuse(test, a, -EINVAL);
	a->p.len++;
	refuse(test, a, -EMSGSIZE);
}

/*
 * The limits hold for the sum of all pieces.  To get there in no time, the
 * counts are written into the context, which only a test may do.
 */
static void too_long_in_pieces(struct kunit *test)
{
	struct testudo_ctx *ctx = kunit_kzalloc(test, 2 * sizeof(*ctx),
						GFP_KERNEL);
	struct args *a = new_args(test);
	const struct testudo_packet *p = &a->p;
	struct testudo_ctx *before = ctx + 1;
	const struct testudo_alg_info *info =
		testudo_alg_info(((const struct test_row *)test->param_value)
				 ->alg);

	KUNIT_ASSERT_NOT_NULL(test, ctx);
	KUNIT_ASSERT_EQ(test, testudo_ctx_init(ctx, p->nonce, a->nonce_len,
					       p->key), 0);
	ctx->ad_len = info->max_ad_len - 5;
	*before = *ctx;
	KUNIT_ASSERT_EQ(test, testudo_auth_update(ctx, p->ad, 6), -EMSGSIZE);
	KUNIT_ASSERT_EQ(test, testudo_auth_update(ctx, p->ad, SIZE_MAX),
			-EMSGSIZE);
	KUNIT_ASSERT_MEMEQ(test, ctx, before, sizeof(*ctx));
	KUNIT_ASSERT_EQ(test, testudo_auth_update(ctx, p->ad, 5), 0);
	KUNIT_ASSERT_EQ(test, testudo_auth_update(ctx, p->ad, 1), -EMSGSIZE);
	ctx->len = info->max_len - 5;
	*before = *ctx;
	KUNIT_ASSERT_EQ(test, testudo_encrypt_update(ctx, p->dst, p->src, 6),
			-EMSGSIZE);
	KUNIT_ASSERT_EQ(test, testudo_decrypt_update(ctx, p->dst, p->dst,
						     SIZE_MAX), -EMSGSIZE);
	KUNIT_ASSERT_MEMEQ(test, ctx, before, sizeof(*ctx));
	KUNIT_ASSERT_MEMEQ(test, a->mem, a->copy, sizeof(a->mem));
	KUNIT_ASSERT_EQ(test, testudo_encrypt_update(ctx, p->dst, p->src, 5),
			0);
	KUNIT_ASSERT_EQ(test, testudo_encrypt_update(ctx, p->dst, p->src, 1),
			-EMSGSIZE);
}

static struct kunit_case refuse_cases[] = {
	KUNIT_CASE_PARAM(key_lengths, test_algs_gen_params),
	KUNIT_CASE_PARAM(nonce_lengths, test_algs_gen_params),
	KUNIT_CASE_PARAM(null_pointers, test_algs_gen_params),
	KUNIT_CASE_PARAM(too_long, test_algs_gen_params),
	KUNIT_CASE_PARAM(too_long_in_pieces, test_algs_gen_params),
	{}
};

static struct kunit_suite refuse_suite = {
	.name = "refuse",
	.test_cases = refuse_cases,
};

kunit_test_suite(refuse_suite);
