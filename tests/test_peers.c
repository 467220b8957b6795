// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * The same bytes as others make: OpenSSL's ChaCha20, Poly1305 and
 * ChaCha20-Poly1305, and libsodium's XChaCha20-Poly1305 if it is there, for
 * every length to 1100 and random ones to 64 KiB, on every row.
 */
#include <openssl/evp.h>
#ifdef HAVE_SODIUM
#include <sodium.h>
#endif
#include "test_util.h"

#define EVERY 1100
#define RANDOM 60
#define MAX 65536

/* Calls one() with every length, which are those of the messages. */
static void lengths(struct kunit *test,
		    void (*one)(struct kunit *test, struct test_msg *m))
{
	struct test_msg *m = test_msg(test, test_row(test), 64, MAX);

	for (size_t i = 0; i <= EVERY + RANDOM; i++) {
		test_msg_make(test, m, i % 65,
			      i <= EVERY ? i : test_below(&m->rng, MAX + 1),
			      16);
		one(test, m);
	}
}

static EVP_CIPHER_CTX *begin(struct kunit *test, const char *name,
			     const struct test_msg *m)
{
	EVP_CIPHER *cipher = EVP_CIPHER_fetch(NULL, name, NULL);
	EVP_CIPHER_CTX *c = EVP_CIPHER_CTX_new();

	KUNIT_ASSERT_TRUE(test, cipher && c);
	KUNIT_ASSERT_EQ(test, EVP_EncryptInit_ex2(c, cipher, m->raw, m->nonce,
						  NULL), 1);
	EVP_CIPHER_free(cipher);
	return c;
}

static void one_chacha(struct kunit *test, struct test_msg *m)
{
	struct testudo_chacha_state s;
	EVP_CIPHER_CTX *c;
	int n;

	/* OpenSSL's counter has more than 32 bits */
	m->nonce[3] = 0;
	c = begin(test, "ChaCha20", m);
	KUNIT_ASSERT_EQ(test, EVP_EncryptUpdate(c, m->ct, &n, m->msg,
						(int)m->len), 1);
	EVP_CIPHER_CTX_free(c);
	testudo_chacha_init(&s, m->raw, m->nonce);
	testudo_chacha_crypt(&s, m->out, m->msg, m->len, 20);
	KUNIT_ASSERT_MEMEQ_MSG(test, m->out, m->ct, m->len, "len %zu", m->len);
}

static void one_poly1305(struct kunit *test, struct test_msg *m)
{
	EVP_MAC *mac = EVP_MAC_fetch(NULL, "POLY1305", NULL);
	EVP_MAC_CTX *c = EVP_MAC_CTX_new(mac);
	uint8_t tag[16], right[16];
	size_t n;

	KUNIT_ASSERT_TRUE(test, mac && c);
	if (m->len % 3 == 0)	/* what carries furthest */
		memset(m->msg, 0xff, m->len);
	if (m->len % 2)
		memset(m->raw, 0xff, 16);
	KUNIT_ASSERT_TRUE(test, EVP_MAC_init(c, m->raw, 32, NULL) &&
			  EVP_MAC_update(c, m->msg, m->len) &&
			  EVP_MAC_final(c, right, &n, 16));
	EVP_MAC_CTX_free(c);
	EVP_MAC_free(mac);
	KUNIT_ASSERT_EQ(test, testudo_poly1305(tag, m->msg, m->len, m->raw), 0);
	KUNIT_ASSERT_MEMEQ_MSG(test, tag, right, 16, "len %zu", m->len);
}

/* What we made of m, whose ct and tag are another's. */
static void both_ways(struct kunit *test, struct test_msg *m)
{
	uint8_t tag[32];

	KUNIT_ASSERT_EQ(test, test_encrypt(m, m->out, tag), 0);
	KUNIT_ASSERT_MEMEQ_MSG(test, m->out, m->ct, m->len, "len %zu", m->len);
	KUNIT_ASSERT_MEMEQ_MSG(test, tag, m->tag, 16, "len %zu", m->len);
	KUNIT_ASSERT_EQ_MSG(test, test_decrypt(m, m->out), 0, "len %zu",
			    m->len);
	KUNIT_ASSERT_MEMEQ_MSG(test, m->out, m->msg, m->len, "len %zu",
			       m->len);
}

static void one_aead(struct kunit *test, struct test_msg *m)
{
	EVP_CIPHER_CTX *c = begin(test, "ChaCha20-Poly1305", m);
	int n;

	KUNIT_ASSERT_TRUE(test,
			  EVP_EncryptUpdate(c, NULL, &n, m->ad,
					    (int)m->ad_len) &&
			  EVP_EncryptUpdate(c, m->ct, &n, m->msg,
					    (int)m->len) &&
			  EVP_EncryptFinal_ex(c, m->ct + n, &n) &&
			  EVP_CIPHER_CTX_ctrl(c, EVP_CTRL_AEAD_GET_TAG, 16,
					      m->tag) > 0);
	EVP_CIPHER_CTX_free(c);
	both_ways(test, m);
}

static void one_xchacha(struct kunit *test, struct test_msg *m)
{
#ifdef HAVE_SODIUM
	unsigned long long n;

	KUNIT_ASSERT_EQ(test,
			crypto_aead_xchacha20poly1305_ietf_encrypt_detached(
				m->ct, m->tag, &n, m->msg, m->len, m->ad,
				m->ad_len, NULL, m->nonce, m->raw), 0);
	both_ways(test, m);
#else
	(void)test;
	(void)m;
	skip();
#endif
}

static void chacha(struct kunit *test)
{
	lengths(test, one_chacha);
}

static void poly1305(struct kunit *test)
{
	lengths(test, one_poly1305);
}

static void aead(struct kunit *test)
{
	const struct test_row *row = test->param_value;

	lengths(test, row->alg == TESTUDO_CHACHA20_POLY1305 ? one_aead :
							      one_xchacha);
}

static struct kunit_case peers_cases[] = {
	KUNIT_CASE_PARAM(chacha, test_chacha_rows_gen_params),
	KUNIT_CASE_PARAM(poly1305, test_poly1305_rows_gen_params),
	KUNIT_CASE_PARAM(aead, test_chachapoly_rows_gen_params),
	{}
};

static struct kunit_suite peers_suite = {
	.name = "peers",
	.test_cases = peers_cases,
};

int main(int argc, char **argv)
{
	const struct kunit_suite *const suites[] = { &peers_suite, NULL };

	return kunit_run(suites, argc, argv) != 0;
}
