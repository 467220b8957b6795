// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * Messages that are not authentic: refused, nothing of the plaintext left,
 * nothing else touched.
 */
#include "test_util.h"

struct forge {
	struct test_msg *m;
	uint8_t *ct, *ad;		/* changed copies */
	uint8_t tag[32], nonce[32], raw[32];
	struct testudo_key key;
};

static struct forge *new_forge(struct kunit *test, size_t ad_max,
			       size_t len_max)
{
	struct forge *f = kunit_kzalloc(test, sizeof(*f), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, f);
	f->m = test_msg(test, test_row(test), ad_max, len_max);
	f->ct = kunit_kzalloc(test, len_max, GFP_KERNEL);
	f->ad = kunit_kzalloc(test, ad_max, GFP_KERNEL);
	KUNIT_ASSERT_TRUE(test, f->ct && f->ad);
	return f;
}

static void make(struct kunit *test, struct forge *f, size_t ad_len, size_t len,
		 size_t tag_len)
{
	struct test_msg *m = f->m;

	test_msg_make(test, m, ad_len, len, tag_len);
	memcpy(f->ct, m->ct, len);
	memcpy(f->ad, m->ad, ad_len);
	memcpy(f->tag, m->tag, sizeof(f->tag));
	memcpy(f->nonce, m->nonce, sizeof(f->nonce));
	f->key = m->key;
}

/* Opens what f holds, which somebody has changed, to another place and in
 * place. */
static void refused(struct kunit *test, struct forge *f)
{
	struct test_msg *m = f->m;
	uint8_t tag[32];

	memcpy(tag, f->tag, sizeof(tag));
	for (int in_place = 0; in_place < 2; in_place++) {
		memset(m->out, 0xa5, m->len + 64);
		if (in_place)
			memcpy(m->out, f->ct, m->len);
		KUNIT_ASSERT_EQ(test, testudo_decrypt(m->out,
						      in_place ? m->out : f->ct,
						      m->len, f->tag, f->ad,
						      m->ad_len, f->nonce,
						      m->nonce_len, &f->key),
				-EBADMSG);
		KUNIT_ASSERT_TRUE_MSG(test, test_all(m->out, 0, m->len),
				      "len %u, in place %d",
				      (unsigned int)m->len, in_place);
		KUNIT_ASSERT_TRUE(test, test_all(m->out + m->len, 0xa5, 64));
		KUNIT_ASSERT_MEMEQ(test, tag, f->tag, sizeof(tag));
	}
}

static void flip(uint8_t *p, size_t bit)
{
	p[bit / 8] ^= (uint8_t)(1 << bit % 8);
}

static void every_tag_bit(struct kunit *test)
{
	struct forge *f = new_forge(test, 40, 520);

	const struct testudo_alg_entry *alg = f->m->entry;
	size_t tag_len = alg->tag_len_min;

	for (; tag_len <= alg->info.tag_len_max; tag_len += 16)
		for (size_t bit = 0; bit < 8 * tag_len; bit++) {
			make(test, f, bit % 40, 4 * bit % 520, tag_len);
			flip(f->tag, bit);
			refused(test, f);
		}
}

/* Two bits whose differences would cancel in a sum or XOR of words. */
static void tag_bit_pairs(struct kunit *test)
{
	struct forge *f = new_forge(test, 40, 40);

	for (size_t bit = 0; bit < 128; bit++)
		for (size_t step = 8; step < 128; step *= 2) {
			make(test, f, 40, 40, 32);
			flip(f->tag, bit);
			flip(f->tag, (bit + step) % (8 * f->m->tag_len));
			refused(test, f);
		}
}

static void every_bit(struct kunit *test)
{
	struct forge *f = new_forge(test, 300, 600);
	const struct testudo_alg_info *info = &f->m->entry->info;
	struct test_msg *m = f->m;

	make(test, f, 300, 600, 16);
	for (size_t bit = 0; bit < 8 * m->len; bit += 1 + bit % 3) {
		flip(f->ct, bit);
		refused(test, f);
		flip(f->ct, bit);
	}
	for (size_t bit = 0; bit < 8 * m->ad_len; bit += 1 + bit % 3) {
		flip(f->ad, bit);
		refused(test, f);
		flip(f->ad, bit);
	}
	for (size_t bit = 0; bit < 8 * m->nonce_len; bit++) {
		flip(f->nonce, bit);
		refused(test, f);
		flip(f->nonce, bit);
	}
	for (size_t bit = 0; bit < 8 * info->key_len; bit++) {
		memcpy(f->raw, m->raw, sizeof(f->raw));
		flip(f->raw, bit);
		KUNIT_ASSERT_EQ(test, testudo_key_init(&f->key, m->entry->alg,
						       f->raw, info->key_len,
						       16), 0);
		refused(test, f);
	}
	f->key = m->key;
	KUNIT_ASSERT_EQ(test, testudo_decrypt(m->out, f->ct, m->len, f->tag,
					      f->ad, m->ad_len, f->nonce,
					      m->nonce_len, &f->key), 0);
}

/* Cleared over exactly len bytes, at every length where code differs. */
static void cleared(struct kunit *test)
{
	struct forge *f = new_forge(test, 64, 5000);
	size_t r = f->m->entry->rate;

	for (size_t len = 0; len <= 5000; len += len < 5 * r ? 1 : 97) {
		make(test, f, len % 64, len, len % 2 ? 32 : 16);
		flip(f->tag, len % 128);
		refused(test, f);
	}
}

/* Other lengths and places of the same bytes, the other tag length, no tag. */
static void other_shapes(struct kunit *test)
{
	struct forge *f = new_forge(test, 300, 300);
	const struct testudo_alg_info *info = &f->m->entry->info;
	struct test_msg *m = f->m;

	for (size_t len = 1; len < 300; len++) {
		make(test, f, 299 - len, len, 32);
		m->len--;				/* cut by a byte */
		refused(test, f);

		/* the first byte of the ciphertext goes to the ad */
		memmove(f->ct, m->ct + 1, len - 1);
		f->ad[m->ad_len++] = m->ct[0];
		refused(test, f);

		/* the short tag is no part of the long one */
		make(test, f, 299 - len, len, 32);
		KUNIT_ASSERT_EQ(test, testudo_key_init(&f->key, m->entry->alg,
						       m->raw, info->key_len,
						       16), 0);
		if (m->tag_len > 16)
			refused(test, f);

		make(test, f, 299 - len, len, 16);
		memset(f->tag, 0, sizeof(f->tag));
		refused(test, f);

		/* a zero byte more, where padding already was zero */
		make(test, f, 299 - len, len, 16);
		f->ad[m->ad_len++] = 0;
		refused(test, f);
	}
}

/* Associated data only, with and without calls for the empty message. */
static void empty_message(struct kunit *test)
{
	struct forge *f = new_forge(test, 40, 1);
	struct testudo_ctx *ctx = kunit_kzalloc(test, sizeof(*ctx), GFP_KERNEL);
	struct test_msg *m = f->m;

	KUNIT_ASSERT_NOT_NULL(test, ctx);
	for (int i = 0; i < 16; i++) {
		make(test, f, i & 1 ? 40 : 0, 0, i & 2 ? 16 : 32);
		if (i & 4)
			memset(f->tag, 0, sizeof(f->tag));
		KUNIT_ASSERT_EQ(test, testudo_ctx_init(ctx, m->nonce,
						       m->nonce_len, &m->key),
				0);
		KUNIT_ASSERT_EQ(test, testudo_auth_update(ctx, f->ad,
							  m->ad_len), 0);
		if (i & 8)
			KUNIT_ASSERT_EQ(test,
					testudo_decrypt_update(ctx, NULL, NULL,
							       0), 0);
		KUNIT_ASSERT_EQ(test, testudo_decrypt_final(ctx, f->tag),
				i & 4 ? -EBADMSG : 0);
		KUNIT_ASSERT_TRUE(test, test_all(ctx, 0, sizeof(*ctx)));
	}
}

static struct kunit_case forge_cases[] = {
	KUNIT_CASE_PARAM(every_tag_bit, test_rows_gen_params),
	KUNIT_CASE_PARAM(tag_bit_pairs, test_rows_gen_params),
	KUNIT_CASE_PARAM(every_bit, test_rows_gen_params),
	KUNIT_CASE_PARAM(cleared, test_rows_gen_params),
	KUNIT_CASE_PARAM(other_shapes, test_rows_gen_params),
	KUNIT_CASE_PARAM(empty_message, test_rows_gen_params),
	{}
};

static struct kunit_suite forge_suite = {
	.name = "forge",
	.test_cases = forge_cases,
};

kunit_test_suite(forge_suite);
