// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * ChaCha20-Poly1305 as RFC 8439, section 2.8, puts it together: paddings,
 * messages of many passes, and sums that carry far.
 */
#include "test_util.h"
#include "poly1305_model.h"

#define MAX 600		/* of associated data and message together */

struct aead {
	struct test_msg *m;
	struct testudo_ctx ctx;
	uint8_t key[32], nonce[12];	/* those of ChaCha20-Poly1305 */
	uint8_t box[MAX], tag[16], right[16];
	uint8_t mac_data[MAX + 64];
};

static struct aead *new_aead(struct kunit *test)
{
	struct aead *a = kunit_kzalloc(test, sizeof(*a), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, a);
	a->m = test_msg(test, test_row(test), MAX, MAX);
	return a;
}

/* XChaCha: another key, and the rest of the nonce (draft, section 2.3). */
static void inner_key(struct aead *a)
{
	const struct test_msg *m = a->m;

	memcpy(a->key, m->raw, 32);
	memcpy(a->nonce, m->nonce, 12);
	if (m->nonce_len == 12)
		return;
	testudo_hchacha(m->raw, m->nonce, a->key, 20);
	memset(a->nonce, 0, 4);
	memcpy(a->nonce + 4, m->nonce + 16, 8);
}

/* Puts data and zeros up to a multiple of 16 behind p. */
static uint8_t *padded(uint8_t *p, const uint8_t *data, size_t len)
{
	memset(p, 0, len + 15);
	memcpy(p, data, len);
	return p + (len + 15) / 16 * 16;
}

/* box and right from the parts. */
static void compose(struct aead *a)
{
	const struct test_msg *m = a->m;
	struct testudo_chacha_state s;
	uint8_t iv[16] = { 0 }, otk[64] = { 0 }, *p = a->mac_data;

	inner_key(a);
	memcpy(iv + 4, a->nonce, 12);
	testudo_chacha_init(&s, a->key, iv);
	testudo_chacha_crypt(&s, otk, otk, 64, 20);
	testudo_chacha_crypt(&s, a->box, m->msg, m->len, 20);
	p = padded(p, m->ad, m->ad_len);
	p = padded(p, a->box, m->len);
	store_le64(p, m->ad_len);
	store_le64(p + 8, m->len);
	model_poly1305(a->right, a->mac_data,
		       (size_t)(p + 16 - a->mac_data), otk);
}

/* The message byte by byte, opened. */
static void open_bytes(struct kunit *test, struct aead *a)
{
	const struct test_msg *m = a->m;

	KUNIT_ASSERT_EQ(test, testudo_ctx_init(&a->ctx, m->nonce, m->nonce_len,
					       &m->key), 0);
	for (size_t i = 0; i < m->ad_len; i++)
		KUNIT_ASSERT_EQ(test, testudo_auth_update(&a->ctx, m->ad + i,
							  1), 0);
	for (size_t i = 0; i < m->len; i++)
		KUNIT_ASSERT_EQ(test, testudo_decrypt_update(&a->ctx,
				m->out + i, a->box + i, 1), 0);
	KUNIT_ASSERT_EQ(test, testudo_decrypt_final(&a->ctx, a->right), 0);
	KUNIT_ASSERT_MEMEQ(test, m->out, m->msg, m->len);
}

static void one_pair(struct kunit *test, struct aead *a, size_t ad_len,
		     size_t len)
{
	struct test_msg *m = a->m;

	test_msg_make(test, m, ad_len, len, 16);
	compose(a);
	KUNIT_ASSERT_EQ(test, test_encrypt(m, m->out, a->tag), 0);
	KUNIT_ASSERT_MEMEQ_MSG(test, m->out, a->box, len, "ad %u, len %u",
			       (unsigned int)ad_len, (unsigned int)len);
	KUNIT_ASSERT_MEMEQ_MSG(test, a->tag, a->right, 16, "ad %u, len %u",
			       (unsigned int)ad_len, (unsigned int)len);
	KUNIT_ASSERT_EQ(test, testudo_decrypt(m->out, a->box, len, a->right,
					      m->ad, ad_len, m->nonce,
					      m->nonce_len, &m->key), 0);
	KUNIT_ASSERT_MEMEQ(test, m->out, m->msg, len);
	open_bytes(test, a);
}

/* Every padding of both, beside each other and around a block of ChaCha. */
static void paddings(struct kunit *test)
{
	struct aead *a = new_aead(test);

	for (size_t ad_len = 0; ad_len <= 33; ad_len++)
		for (size_t len = 0; len <= 33; len++) {
			one_pair(test, a, ad_len, len);
			one_pair(test, a, ad_len, len + 47);
			one_pair(test, a, 64 + ad_len, 256 + len);
		}
}

/* A message of m, at the ends of areas, to another place and in place. */
static void long_message(struct kunit *test, const struct test_msg *m,
			 const struct test_area *a)
{
	uint8_t *src = a[0].end - m->len, *dst = a[1].end - m->len, tag[16];

	for (int in_place = 0; in_place < 2; in_place++) {
		if (in_place)
			src = dst;
		memcpy(src, m->msg, m->len);
		KUNIT_ASSERT_EQ(test, testudo_encrypt(dst, src, m->len, tag,
						      m->ad, m->ad_len,
						      m->nonce, m->nonce_len,
						      &m->key), 0);
		KUNIT_ASSERT_MEMEQ_MSG(test, dst, m->ct, m->len, "len %u",
				       (unsigned int)m->len);
		KUNIT_ASSERT_MEMEQ_MSG(test, tag, m->tag, 16, "len %u",
				       (unsigned int)m->len);
		memcpy(src, m->ct, m->len);
		KUNIT_ASSERT_EQ_MSG(test, testudo_decrypt(dst, src, m->len,
				    m->tag, m->ad, m->ad_len, m->nonce,
				    m->nonce_len, &m->key), 0, "len %u",
				    (unsigned int)m->len);
		KUNIT_ASSERT_MEMEQ_MSG(test, dst, m->msg, m->len, "len %u",
				       (unsigned int)m->len);
	}
}

/* Where a pass makes the key and the first data, and where ciphering and
 * authentication go together: every length, then fewer. */
static void long_messages(struct kunit *test)
{
	struct test_msg *m = test_msg(test, test_row(test), 32, 40000);
	struct test_area a[2] = {
		test_area(test, 40000), test_area(test, 40000),
	};

	for (size_t len = 1000; len <= 40000;
	     len += len < 3200 ? 1 : len < 8000 ? 53 : len < 9500 ? 1 :
		    len < 13000 ? 29 : 997) {
		test_msg_make(test, m, len % 33, len, 16);
		long_message(test, m, a);
	}
}

/* Ciphertext of nothing but ones, whose carries go furthest. */
static void ones(struct kunit *test)
{
	static const uint16_t lens[] = { 100, 256, 1500, 4096, 8400, 12000 };
	struct test_msg *m = test_msg(test, test_row(test), 0, 12000);
	struct aead *a = new_aead(test);
	uint8_t *mac_data = kunit_kzalloc(test, 12032, GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, mac_data);
	for (int i = 0; i < 240; i++) {
		struct testudo_chacha_state s;
		uint8_t otk[64] = { 0 }, iv[16] = { 0 };
		size_t len = lens[i % 6], padded_len = (len + 15) / 16 * 16;

		test_msg_make(test, m, 0, len, 16);
		memcpy(a->m->raw, m->raw, 32);
		memcpy(a->m->nonce, m->nonce, 32);
		inner_key(a);
		memcpy(iv + 4, a->nonce, 12);
		testudo_chacha_init(&s, a->key, iv);
		testudo_chacha_crypt(&s, otk, otk, 64, 20);
		memset(m->ct, 0xff, len);
		memset(mac_data, 0, padded_len);
		memset(mac_data, 0xff, len);
		store_le64(mac_data + padded_len, 0);
		store_le64(mac_data + padded_len + 8, len);
		model_poly1305(m->tag, mac_data, padded_len + 16, otk);
		KUNIT_ASSERT_EQ_MSG(test, test_decrypt(m, m->out), 0,
				    "len %u", (unsigned int)len);
		memcpy(m->msg, m->out, len);
		KUNIT_ASSERT_EQ(test, test_encrypt(m, m->out, a->tag), 0);
		KUNIT_ASSERT_MEMEQ(test, a->tag, m->tag, 16);
		KUNIT_ASSERT_TRUE(test, test_all(m->out, 0xff, len));
	}
}

static struct kunit_case chachapoly_cases[] = {
	KUNIT_CASE_PARAM(paddings, test_chachapoly_rows_gen_params),
	KUNIT_CASE_PARAM(long_messages, test_chachapoly_rows_gen_params),
	KUNIT_CASE_PARAM(ones, test_chachapoly_rows_gen_params),
	{}
};

static struct kunit_suite chachapoly_suite = {
	.name = "chachapoly",
	.test_cases = chachapoly_cases,
};

kunit_test_suite(chachapoly_suite);
