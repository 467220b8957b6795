// SPDX-License-Identifier: MIT OR GPL-2.0-only
/* dst is src or touches nothing else: the rule at every distance. */
#include "test_util.h"

#define LEN 96		/* of src and dst */
#define AT 256		/* where dst begins */
#define MEM 640

struct overlap {
	const struct test_row *row;
	struct testudo_key key;
	uint8_t mem[MEM], copy[MEM], nonce[32], ad[48], tag[32];
	size_t nonce_len, tag_len;
	struct testudo_packet p;
};

static struct overlap *new_overlap(struct kunit *test)
{
	struct overlap *o = kunit_kzalloc(test, sizeof(*o), GFP_KERNEL);
	struct test_rng rng = { 1 };

	KUNIT_ASSERT_NOT_NULL(test, o);
	o->row = test_row(test);
	test_bytes(&rng, o->copy, MEM);
	o->tag_len = o->row->entry->info.tag_len_max;
	KUNIT_ASSERT_EQ(test, testudo_key_init(&o->key, o->row->alg, o->copy,
					       o->row->entry->info.key_len,
					       o->tag_len), 0);
	o->nonce_len = o->row->entry->info.nonce_len;
	return o;
}

static void reset(struct overlap *o)
{
	memcpy(o->mem, o->copy, MEM);
	o->p = (struct testudo_packet){
		.dst = o->mem + AT, .src = o->mem + AT, .len = LEN,
		.tag = o->tag, .ad = o->ad, .ad_len = sizeof(o->ad),
		.nonce = o->nonce, .key = &o->key,
	};
}

/*
 * Encrypts and decrypts with what stands in o->p: refused without a write if
 * the buffers meet, else done right, which for encryption is compared with the
 * result in buffers of their own.
 */
static void try(struct kunit *test, struct overlap *o, bool meet, long dist)
{
	struct testudo_packet p = o->p;
	uint8_t dst[LEN], tag[32];
	int err;

	KUNIT_ASSERT_EQ(test, testudo_encrypt(dst, p.src, p.len, tag, p.ad,
					      p.ad_len, p.nonce, o->nonce_len,
					      p.key), 0);
	err = testudo_encrypt(p.dst, p.src, p.len, p.tag, p.ad, p.ad_len,
			      p.nonce, o->nonce_len, p.key);
	KUNIT_ASSERT_EQ_MSG(test, err, meet ? -EINVAL : 0, "distance %ld",
			    dist);
	if (meet) {
		KUNIT_ASSERT_MEMEQ(test, o->mem, o->copy, MEM);
	} else {
		KUNIT_ASSERT_MEMEQ(test, p.dst, dst, p.len);
		KUNIT_ASSERT_MEMEQ(test, p.tag, tag, o->tag_len);
	}
	memcpy(o->mem, o->copy, MEM);
	p.status = 1;
	KUNIT_ASSERT_EQ(test, testudo_encrypt_batch(&p, 1), meet);
	KUNIT_ASSERT_EQ(test, p.status, meet ? -EINVAL : 0);
	memcpy(o->mem, o->copy, MEM);
	/* not authentic, so whatever is not refused is cleared */
	memset(o->tag, 0, sizeof(o->tag));
	err = testudo_decrypt(p.dst, p.src, p.len, p.tag, p.ad, p.ad_len,
			      p.nonce, o->nonce_len, p.key);
	KUNIT_ASSERT_EQ_MSG(test, err, meet ? -EINVAL : -EBADMSG,
			    "distance %ld", dist);
	if (meet)
		KUNIT_ASSERT_MEMEQ(test, o->mem, o->copy, MEM);
	else
		KUNIT_ASSERT_TRUE(test, test_all(p.dst, 0, p.len));
}

/* A buffer of n bytes at a distance from dst, of LEN bytes. */
static bool meets(long dist, size_t n)
{
	return n && dist < LEN && dist + (long)n > 0;
}

static void source(struct kunit *test)
{
	struct overlap *o = new_overlap(test);

	for (long dist = -(LEN + 3); dist <= LEN + 3; dist++) {
		reset(o);
		o->p.src = o->p.dst + dist;
		try(test, o, dist && meets(dist, LEN), dist);
	}
}

static void other_buffers(struct kunit *test)
{
	struct overlap *o = new_overlap(test);

	for (long dist = -(LEN + 3); dist <= LEN + 3; dist++) {
		reset(o);
		o->p.ad = o->p.dst + dist;
		try(test, o, meets(dist, sizeof(o->ad)), dist);
		reset(o);
		o->p.nonce = o->p.dst + dist;
		try(test, o, meets(dist, o->nonce_len), dist);
		reset(o);
		o->p.tag = o->p.dst + dist;
		try(test, o, meets(dist, o->tag_len), dist);
	}
}

/* Nothing overlaps a buffer of no bytes, wherever its pointer points. */
static void empty_buffers(struct kunit *test)
{
	struct overlap *o = new_overlap(test);

	for (long dist = -3; dist <= LEN + 3; dist++) {
		reset(o);
		o->p.ad = o->p.dst + dist;
		o->p.ad_len = 0;
		try(test, o, false, dist);
		reset(o);
		o->p.len = 0;
		o->p.ad = o->p.dst;
		o->p.ad_len = 16;
		try(test, o, false, dist);
	}
}

static void in_pieces(struct kunit *test)
{
	struct testudo_ctx *ctx = kunit_kzalloc(test, 3 * sizeof(*ctx),
						GFP_KERNEL);
	struct overlap *o = new_overlap(test);
	uint8_t *p = (uint8_t *)(ctx + 1);

	KUNIT_ASSERT_NOT_NULL(test, ctx);
	KUNIT_ASSERT_EQ(test, testudo_ctx_init(ctx + 1, o->nonce, o->nonce_len,
					       &o->key), 0);
	ctx[0] = ctx[1];
	for (long dist = -(LEN + 3); dist <= LEN + 3; dist++) {
		bool meet = dist && meets(dist, LEN);

		reset(o);
		KUNIT_ASSERT_EQ_MSG(test, testudo_encrypt_update(ctx + 1,
				    o->p.dst, o->p.dst + dist, LEN),
				    meet ? -EINVAL : 0, "distance %ld", dist);
		if (meet)
			KUNIT_ASSERT_MEMEQ(test, o->mem, o->copy, MEM);
		ctx[1] = ctx[0];
		reset(o);
		KUNIT_ASSERT_EQ_MSG(test, testudo_decrypt_update(ctx + 1,
				    o->p.dst, o->p.dst + dist, LEN),
				    meet ? -EINVAL : 0, "distance %ld", dist);
		ctx[1] = ctx[0];
	}
	/* dst inside the context, and right beside it */
	for (long at = -LEN - 1; at <= (long)sizeof(*ctx) + 1; at++) {
		bool meet = at > -LEN && at < (long)sizeof(*ctx);

		KUNIT_ASSERT_EQ_MSG(test, testudo_encrypt_update(ctx + 1,
				    p + at, o->copy, LEN), meet ? -EINVAL : 0,
				    "at %ld of the context", at);
		if (meet)
			KUNIT_ASSERT_MEMEQ(test, ctx, ctx + 1, sizeof(*ctx));
		KUNIT_ASSERT_EQ(test, testudo_ctx_init(ctx, o->nonce,
						       o->nonce_len, &o->key),
				0);
		ctx[1] = ctx[0];
	}
}

/* What the calls read to the end must not be where they write. */
static void key_and_context(struct kunit *test)
{
	struct overlap *o = new_overlap(test);
	struct testudo_ctx *ctx = kunit_kzalloc(test, sizeof(*ctx), GFP_KERNEL);
	struct testudo_ctx before;
	struct testudo_key key;
	uint8_t *in_key;

	if (!o || !ctx)
		return;
	key = o->key;
	for (size_t at = 0; at < sizeof(o->key); at++) {
		in_key = (uint8_t *)&o->key + at;
		KUNIT_ASSERT_EQ(test, testudo_encrypt(in_key, o->copy, 1,
				o->tag, NULL, 0, o->nonce, o->nonce_len,
				&o->key), -EINVAL);
		KUNIT_ASSERT_EQ(test, testudo_encrypt(NULL, NULL, 0, in_key,
				NULL, 0, o->nonce, o->nonce_len, &o->key),
				-EINVAL);
	}
	KUNIT_ASSERT_MEMEQ(test, &o->key, &key, sizeof(key));
	KUNIT_ASSERT_EQ(test, testudo_ctx_init(ctx, (uint8_t *)ctx + 512,
					       o->nonce_len, &o->key), -EINVAL);
	memcpy(ctx, &o->key, sizeof(o->key));
	KUNIT_ASSERT_EQ(test, testudo_ctx_init(ctx, o->nonce, o->nonce_len,
			(const struct testudo_key *)ctx), -EINVAL);
	KUNIT_ASSERT_EQ(test, testudo_ctx_init(ctx, o->nonce, o->nonce_len,
					       &o->key), 0);
	before = *ctx;
	KUNIT_ASSERT_EQ(test, testudo_encrypt_final(ctx, (uint8_t *)ctx + 40),
			-EINVAL);
	KUNIT_ASSERT_MEMEQ(test, ctx, &before, sizeof(before));
	KUNIT_ASSERT_EQ(test, testudo_key_init(&o->key, o->row->alg,
			o->key.raw, o->row->entry->info.key_len, o->tag_len),
			-EINVAL);
	KUNIT_ASSERT_MEMEQ(test, &o->key, &key, sizeof(key));
}

static void mac_context(struct kunit *test)
{
	struct overlap *o = new_overlap(test);
	struct testudo_aegismac_ctx mac;

	KUNIT_ASSERT_EQ(test, testudo_aegismac_init(&mac, o->row->alg, o->copy,
			o->row->entry->info.key_len, NULL, 0), 0);
	KUNIT_ASSERT_EQ(test, testudo_aegismac_final(&mac, (uint8_t *)&mac + 40,
						     16), -EINVAL);
}

static struct kunit_case overlap_cases[] = {
	KUNIT_CASE_PARAM(source, test_algs_gen_params),
	KUNIT_CASE_PARAM(other_buffers, test_algs_gen_params),
	KUNIT_CASE_PARAM(empty_buffers, test_algs_gen_params),
	KUNIT_CASE_PARAM(in_pieces, test_algs_gen_params),
	KUNIT_CASE_PARAM(key_and_context, test_algs_gen_params),
	KUNIT_CASE_PARAM(mac_context, test_aegis_algs_gen_params),
	{}
};

static struct kunit_suite overlap_suite = {
	.name = "overlap",
	.test_cases = overlap_cases,
};

kunit_test_suite(overlap_suite);
