// SPDX-License-Identifier: MIT OR GPL-2.0-only
/* Records of TLS 1.2, as libssl asks for them, beside OpenSSL's own cipher:
 * every length to 1100, forgeries between them, and what is no record. */
#include "provider_test.h"

#define LEN 1100

static int record(EVP_CIPHER_CTX *ctx, uint64_t number, uint8_t *data,
		  size_t len)
{
	uint8_t header[13] = { 0, 0, 0, 0, 0, 0, 0, 0, 23, 3, 3 };
	int outl = 0;

	for (int i = 0; i < 8; i++)
		header[i] = (uint8_t)(number >> (56 - 8 * i));
	header[11] = (uint8_t)(len >> 8);
	header[12] = (uint8_t)len;
	CHECK(EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_TLS1_AAD, 13, header) ==
	      16, " ");
	if (EVP_CIPHER_CTX_is_encrypting(ctx))
		len += 16;
	return EVP_CipherUpdate(ctx, data, &outl, data, (int)len) == 1 ? outl :
									 -1;
}

static EVP_CIPHER_CTX *tls_ctx(const EVP_CIPHER *cipher, bool encrypt,
			       uint8_t *key, uint8_t *iv, bool fixed)
{
	EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
	int version = 0x303;
	size_t mac_size = 0;
	OSSL_PARAM p[] = {
		OSSL_PARAM_construct_int("tls-version", &version),
		OSSL_PARAM_construct_size_t("tls-mac-size", &mac_size),
		OSSL_PARAM_END
	};

	CHECK(ctx && EVP_CipherInit_ex(ctx, cipher, NULL, key,
				       fixed ? NULL : iv, encrypt), " ");
	if (fixed)
		CHECK(EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_IV_FIXED, 12,
					  iv) == 1, " ");
	CHECK(EVP_CIPHER_CTX_set_params(ctx, p), " ");
	return ctx;
}

/* Records of the one opened by the other. */
static void records(struct rng *rng, const char *from, const char *to)
{
	EVP_CIPHER *a = fetch_cipher("ChaCha20-Poly1305", from);
	EVP_CIPHER *b = fetch_cipher("ChaCha20-Poly1305", to);
	uint8_t key[32], iv[12], text[LEN], data[LEN + 16];
	EVP_CIPHER_CTX *enc, *dec;

	rng_bytes(rng, key, sizeof(key));
	rng_bytes(rng, iv, sizeof(iv));
	enc = tls_ctx(a, true, key, iv, false);
	dec = tls_ctx(b, false, key, iv, !strcmp(to, "testudo"));
	for (size_t len = 0; len <= LEN; len++) {
		uint64_t number = len * 0x0123456789abcdef;

		rng_bytes(rng, text, len);
		memcpy(data, text, len);
		CHECK(record(enc, number, data, len) == (int)len + 16, " ");
		if (len % 3 == 0) {	/* a forgery before it, and no trace */
			uint8_t other[LEN + 16];

			memcpy(other, data, len + 16);
			other[rng_below(rng, len + 16)] ^= 1;
			CHECK(record(dec, number, other, len + 16) == -1,
			      "%s to %s, %zu bytes", from, to, len);
			CHECK(all_bytes(other, 0, len), "not taken back");
		}
		CHECK(record(dec, number, data, len + 16) == (int)len &&
		      !memcmp(data, text, len), "%s to %s, %zu bytes", from,
		      to, len);
	}
	EVP_CIPHER_CTX_free(enc);
	EVP_CIPHER_CTX_free(dec);
	EVP_CIPHER_free(a);
	EVP_CIPHER_free(b);
}

/* What is no record is refused, and a record is no message. */
static void no_records(const EVP_CIPHER *cipher)
{
	uint8_t key[32] = { 1 }, iv[12] = { 2 }, data[64] = { 0 };
	uint8_t header[13] = { 0 };
	EVP_CIPHER_CTX *ctx = new_cipher_ctx(cipher, true);
	int outl;

	CHECK(EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_TLS1_AAD, 13, header) <= 0,
	      "no key, no IV");
	EVP_CIPHER_CTX_free(ctx);
	ctx = tls_ctx(cipher, true, key, iv, false);
	for (int len = 0; len < 40; len++)
		CHECK(len == 13 ||
		      EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_TLS1_AAD, len,
					  data) <= 0, "%d", len);
	header[12] = 20;
	CHECK(EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_TLS1_AAD, 13, header) ==
	      16, " ");
	CHECK(!EVP_CipherUpdate(ctx, data, &outl, data, 20), "no room for tag");
	CHECK(!EVP_CipherUpdate(ctx, data, &outl, data, 36), "header used up");
	CHECK(!EVP_CipherFinal_ex(ctx, data, &outl), "final");
	CHECK(!get_tag(ctx, data, 16), "tag");
	EVP_CIPHER_CTX_free(ctx);

	/* shorter than the tag */
	ctx = tls_ctx(cipher, false, key, iv, false);
	for (header[12] = 0; header[12] < 16; header[12]++)
		CHECK(EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_TLS1_AAD, 13,
					  header) <= 0, "%d", header[12]);
	/* the IV of records begins no message */
	header[12] = 16;
	CHECK(EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_TLS1_AAD, 13, header) ==
	      16, " ");
	CHECK(!set_tag(ctx, data, 16) &&
	      !EVP_CipherUpdate(ctx, NULL, &outl, data, 4) &&
	      !EVP_CipherUpdate(ctx, data, &outl, data, 16) &&
	      !EVP_CipherFinal_ex(ctx, data, &outl), " ");
	EVP_CIPHER_CTX_free(ctx);
}

int main(int argc, char **argv)
{
	struct rng rng = { 5 };
	EVP_CIPHER *cipher;

	provider_setup(argc, argv);
	records(&rng, "testudo", "default");
	records(&rng, "default", "testudo");
	records(&rng, "testudo", "testudo");
	cipher = fetch_cipher("ChaCha20-Poly1305", "testudo");
	no_records(cipher);
	EVP_CIPHER_free(cipher);
	provider_cleanup();
	return 0;
}
