// SPDX-License-Identifier: MIT OR GPL-2.0-only
/* Where buffers lie: in place, at any address, beside forbidden pages. */
#include "test_util.h"

/* Compared with the reference: a round trip would hide blocks left out. */
static void in_place(struct kunit *test)
{
	struct test_msg *m = test_msg(test, test_row(test), 64, 4100);
	uint8_t tag[32];

	for (size_t len = 0; len <= 4100; len += len < 1100 ? 1 : 13) {
		test_msg_make(test, m, len % 64, len, len % 2 ? 16 : 32);
		memset(m->out, 0xa5, len + 64);
		memcpy(m->out, m->msg, len);
		KUNIT_ASSERT_EQ(test, testudo_encrypt(m->out, m->out, len, tag,
						      m->ad, m->ad_len,
						      m->nonce, m->nonce_len,
						      &m->key), 0);
		KUNIT_ASSERT_MEMEQ_MSG(test, m->out, m->ct, len, "len %u",
				       (unsigned int)len);
		KUNIT_ASSERT_MEMEQ(test, tag, m->tag, m->tag_len);
		KUNIT_ASSERT_EQ(test, testudo_decrypt(m->out, m->out, len, tag,
						      m->ad, m->ad_len,
						      m->nonce, m->nonce_len,
						      &m->key), 0);
		KUNIT_ASSERT_MEMEQ_MSG(test, m->out, m->msg, len, "len %u",
				       (unsigned int)len);
		KUNIT_ASSERT_TRUE(test, test_all(m->out + len, 0xa5, 64));
	}
}

static void alignments(struct kunit *test)
{
	struct test_msg *m = test_msg(test, test_row(test), 64, 600);
	uint8_t *src = kunit_kzalloc(test, 1024, GFP_KERNEL);
	uint8_t *dst = kunit_kzalloc(test, 1024, GFP_KERNEL), tag[32];

	KUNIT_ASSERT_TRUE(test, src && dst);
	src += 64 - (uintptr_t)src % 64;
	dst += 64 - (uintptr_t)dst % 64;
	for (size_t i = 0; i < 64 * 64; i++) {
		size_t s = i % 64, d = i / 64;

		if (!s)
			test_msg_make(test, m, 64, 600 - d, 16);
		memcpy(src + s, m->msg, m->len);
		KUNIT_ASSERT_EQ(test, testudo_encrypt(dst + d, src + s, m->len,
						      tag, m->ad, m->ad_len,
						      m->nonce, m->nonce_len,
						      &m->key), 0);
		KUNIT_ASSERT_MEMEQ_MSG(test, dst + d, m->ct, m->len,
				       "src %u, dst %u", (unsigned int)s,
				       (unsigned int)d);
		KUNIT_ASSERT_MEMEQ(test, tag, m->tag, 16);
		KUNIT_ASSERT_EQ(test, testudo_decrypt(src + s, dst + d, m->len,
						      tag, m->ad, m->ad_len,
						      m->nonce, m->nonce_len,
						      &m->key), 0);
		KUNIT_ASSERT_MEMEQ(test, src + s, m->msg, m->len);
	}
}

enum { DST, SRC, AD, NONCE, TAG, KEY, CTX, MAC_CTX, AREAS };

struct fence {
	struct test_area area[AREAS];
	bool at_end;
};

/*
 * n bytes that end right before a forbidden page, or begin right behind one;
 * of contexts and keys, whose types have an alignment, the size is a multiple
 * of it.  What lies on the other side is compared by the caller.
 */
static uint8_t *place(const struct fence *f, int which, size_t n,
		      const void *data)
{
	const struct test_area *a = &f->area[which];
	uint8_t *p = f->at_end ? a->end - n : a->start;

	if (data)
		memcpy(p, data, n);
	else
		memset(p, 0xa5, n);
	return p;
}

static void fenced_message(struct kunit *test, const struct fence *f,
			   struct test_msg *m)
{
	uint8_t *src = place(f, SRC, m->len, m->msg);
	uint8_t *dst = place(f, DST, m->len, NULL);
	uint8_t *tag = place(f, TAG, m->tag_len, NULL);
	uint8_t *ad = place(f, AD, m->ad_len, m->ad);
	uint8_t *nonce = place(f, NONCE, m->nonce_len, m->nonce);
	uint8_t *raw = place(f, KEY, m->entry->info.key_len, m->raw);
	struct testudo_key *key;

	KUNIT_ASSERT_EQ(test, testudo_key_init(&m->key, m->entry->alg, raw,
					       m->entry->info.key_len,
					       m->tag_len), 0);
	key = (void *)place(f, KEY, sizeof(*key), &m->key);
	KUNIT_ASSERT_EQ(test, testudo_encrypt(dst, src, m->len, tag, ad,
					      m->ad_len, nonce, m->nonce_len,
					      key), 0);
	KUNIT_ASSERT_MEMEQ(test, dst, m->ct, m->len);
	KUNIT_ASSERT_MEMEQ(test, tag, m->tag, m->tag_len);
	KUNIT_ASSERT_EQ(test, testudo_decrypt(src, dst, m->len, tag, ad,
					      m->ad_len, nonce, m->nonce_len,
					      key), 0);
	KUNIT_ASSERT_MEMEQ(test, src, m->msg, m->len);
	tag[3] ^= 1;
	KUNIT_ASSERT_EQ(test, testudo_decrypt(src, dst, m->len, tag, ad,
					      m->ad_len, nonce, m->nonce_len,
					      key), -EBADMSG);
	KUNIT_ASSERT_TRUE(test, test_all(src, 0, m->len));
}

/* In two pieces, so that the context's block is in use. */
static void fenced_stream(struct kunit *test, const struct fence *f,
			  struct test_msg *m)
{
	struct testudo_key *key = (void *)place(f, KEY, sizeof(*key), &m->key);
	struct testudo_ctx *ctx = (void *)place(f, CTX, sizeof(*ctx), NULL);
	uint8_t *nonce = place(f, NONCE, m->nonce_len, m->nonce);
	size_t a = m->ad_len / 3, n = m->len / 3;
	uint8_t *src, *dst, *tag;

	KUNIT_ASSERT_EQ(test, testudo_ctx_init(ctx, nonce, m->nonce_len, key),
			0);
	KUNIT_ASSERT_EQ(test, testudo_auth_update(ctx,
						  place(f, AD, a, m->ad), a),
			0);
	KUNIT_ASSERT_EQ(test, testudo_auth_update(ctx,
						  place(f, AD, m->ad_len - a,
							m->ad + a),
						  m->ad_len - a), 0);
	src = place(f, SRC, n, m->ct);
	dst = place(f, DST, n, NULL);
	KUNIT_ASSERT_EQ(test, testudo_decrypt_update(ctx, dst, src, n), 0);
	KUNIT_ASSERT_MEMEQ(test, dst, m->msg, n);
	src = place(f, SRC, m->len - n, m->ct + n);
	dst = place(f, DST, m->len - n, NULL);
	KUNIT_ASSERT_EQ(test, testudo_decrypt_update(ctx, dst, src,
						     m->len - n), 0);
	KUNIT_ASSERT_MEMEQ(test, dst, m->msg + n, m->len - n);
	tag = place(f, TAG, m->tag_len, m->tag);
	KUNIT_ASSERT_EQ(test, testudo_decrypt_final(ctx, tag), 0);
}

static void fenced_mac(struct kunit *test, const struct fence *f,
		       struct test_msg *m)
{
	const struct testudo_alg_info *info = &m->entry->info;
	struct testudo_aegismac_ctx *c;
	uint8_t *tag, *raw, *nonce, right[32];

	if (!m->entry->lanes)
		return;
	raw = place(f, KEY, info->key_len, m->raw);
	nonce = place(f, NONCE, m->nonce_len, m->nonce);
	tag = place(f, TAG, m->tag_len, NULL);
	c = (void *)place(f, MAC_CTX, sizeof(*c), NULL);
	KUNIT_ASSERT_EQ(test, testudo_aegismac_init(c, m->entry->alg, raw,
						    info->key_len, nonce,
						    m->nonce_len), 0);
	testudo_aegismac_update(c, place(f, SRC, m->len, m->msg), m->len);
	KUNIT_ASSERT_EQ(test, testudo_aegismac_final(c, tag, m->tag_len), 0);
	memcpy(right, tag, m->tag_len);
	KUNIT_ASSERT_EQ(test, testudo_aegismac_init(c, m->entry->alg, raw,
						    info->key_len, nonce,
						    m->nonce_len), 0);
	testudo_aegismac_update(c, m->msg, m->len);
	KUNIT_ASSERT_EQ(test, testudo_aegismac_verify(c, tag, m->tag_len), 0);
	KUNIT_ASSERT_MEMEQ(test, tag, right, m->tag_len);
}

static void fences(struct kunit *test, bool at_end)
{
	const struct test_row *row = test_row(test);
	/* beyond the widest pass: 4 blocks of AEGIS, 25 of ChaCha */
	size_t max = 4 * row->entry->rate + (row->entry->lanes ? 1024 : 1600);
	struct test_msg *m = test_msg(test, row, 4 * row->entry->rate, max);
	struct fence f = { .at_end = at_end };

	for (int i = 0; i < AREAS; i++)
		f.area[i] = test_area(test, 4096);
	for (size_t len = 0; len <= max; len++) {
		test_msg_make(test, m, (max - len) % m->ad_max, len,
			      len % 2 ? 16 : 32);
		fenced_message(test, &f, m);
		fenced_stream(test, &f, m);
		fenced_mac(test, &f, m);
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

static struct kunit_case memory_cases[] = {
	KUNIT_CASE_PARAM(in_place, test_rows_gen_params),
	KUNIT_CASE_PARAM(alignments, test_rows_gen_params),
	KUNIT_CASE_PARAM(fence_behind, test_rows_gen_params),
	KUNIT_CASE_PARAM(fence_before, test_rows_gen_params),
	{}
};

static struct kunit_suite memory_suite = {
	.name = "memory",
	.test_cases = memory_cases,
};

kunit_test_suite(memory_suite);
