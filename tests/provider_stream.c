// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * ChaCha20 and Poly1305 of the provider against OpenSSL's own, in pieces of any
 * length; AEGISMAC against the library.
 */
#include "provider_test.h"

#define LEN 1100

static size_t piece(struct rng *rng, size_t len)
{
	return rng_below(rng, 2) && len > 90 ? rng_below(rng, 90) :
					       rng_below(rng, len + 1);
}

/* ---- ChaCha20 */

static void stream(struct rng *rng, EVP_CIPHER_CTX **ctx, uint8_t *out,
		   const uint8_t *in, size_t len)
{
	int outl;

	while (len) {
		size_t n = piece(rng, len);

		if (rng_below(rng, 4) == 0) {
			EVP_CIPHER_CTX *copy = EVP_CIPHER_CTX_new();

			CHECK(copy && EVP_CIPHER_CTX_copy(copy, *ctx), " ");
			EVP_CIPHER_CTX_free(*ctx);
			*ctx = copy;
		}
		if (rng_below(rng, 4) == 0)
			CHECK(EVP_Cipher(*ctx, out, in, (unsigned int)n) ==
			      (int)n, " ");
		else
			CHECK(EVP_CipherUpdate(*ctx, out, &outl, in, (int)n) &&
			      outl == (int)n, " ");
		out += n;
		in += n;
		len -= n;
	}
	CHECK(EVP_CipherFinal_ex(*ctx, out, &outl) && outl == 0, " ");
}

/* The counter begins near where its lower 32 bits wrap, every other time. */
static void chacha20(struct rng *rng)
{
	EVP_CIPHER *ours = fetch_cipher("chacha20", "testudo");
	EVP_CIPHER *theirs = fetch_cipher("chacha20", "default");
	EVP_CIPHER_CTX *ctx = new_cipher_ctx(ours, true), *other;
	uint8_t key[32], iv[16], in[LEN], out[LEN], expected[LEN];
	int outl;

	CHECK(EVP_CIPHER_get_flags(ours) == EVP_CIPHER_get_flags(theirs) &&
	      EVP_CIPHER_get_block_size(ours) == 1 &&
	      EVP_CIPHER_get_iv_length(ours) == 16 &&
	      EVP_CIPHER_get_key_length(ours) == 32, " ");
	for (size_t len = 1; len <= LEN; len++) {
		rng_bytes(rng, key, sizeof(key));
		rng_bytes(rng, iv, sizeof(iv));
		rng_bytes(rng, in, len);
		if (len % 2) {
			memset(iv, 0xff, 4);
			iv[0] = (uint8_t)-rng_below(rng, 20);
		}
		other = new_cipher_ctx(theirs, true);
		CHECK(EVP_CipherInit_ex(other, NULL, NULL, key, iv, -1) &&
		      EVP_CipherUpdate(other, expected, &outl, in, (int)len),
		      " ");
		EVP_CIPHER_CTX_free(other);
		CHECK(EVP_CipherInit_ex(ctx, NULL, NULL, key, iv,
					(int)rng_below(rng, 2)), " ");
		stream(rng, &ctx, out, in, len);
		CHECK(!memcmp(out, expected, len), "%zu bytes", len);
		CHECK(EVP_CipherInit_ex(ctx, NULL, NULL, NULL, iv, -1), " ");
		memcpy(out, in, len);
		stream(rng, &ctx, out, out, len);
		CHECK(!memcmp(out, expected, len), "%zu bytes in place", len);
	}
	EVP_CIPHER_CTX_free(ctx);

	/* an IV is used once; none is cut or padded */
	ctx = new_cipher_ctx(ours, true);
	CHECK(!EVP_CipherUpdate(ctx, out, &outl, in, 1), "no key");
	CHECK(EVP_CipherInit_ex(ctx, NULL, NULL, key, NULL, -1) &&
	      !EVP_CipherUpdate(ctx, out, &outl, in, 1) &&
	      !EVP_CipherFinal_ex(ctx, out, &outl), "no IV");
	CHECK(EVP_CipherInit_ex(ctx, NULL, NULL, NULL, iv, -1) &&
	      EVP_CipherUpdate(ctx, out, &outl, in, 1) &&
	      EVP_CipherInit_ex(ctx, NULL, NULL, key, NULL, -1) &&
	      !EVP_CipherUpdate(ctx, out, &outl, in, 1), "IV again");
	for (size_t n = 0; n < 40; n++) {
		OSSL_PARAM p[] = {
			OSSL_PARAM_construct_size_t("ivlen", &n),
			OSSL_PARAM_END
		};

		CHECK(EVP_CIPHER_CTX_set_params(ctx, p) == (n == 16) &&
		      EVP_CIPHER_CTX_set_key_length(ctx, (int)n) == (n == 32),
		      "%zu", n);
		/* nothing goes on behind a wrong length with init */
		CHECK(EVP_CipherInit_ex2(ctx, NULL, key, iv, -1, NULL) &&
		      EVP_CipherInit_ex2(ctx, NULL, key, iv, -1, p) ==
		      (n == 16) &&
		      EVP_CipherUpdate(ctx, out, &outl, in, 1) == (n == 16),
		      "%zu", n);
	}
	EVP_CIPHER_CTX_free(ctx);
	EVP_CIPHER_free(ours);
	EVP_CIPHER_free(theirs);
}

/* ---- MACs */

static void mac_all(struct rng *rng, EVP_MAC_CTX **ctx, const uint8_t *in,
		    size_t len, uint8_t *tag, size_t tag_len)
{
	uint8_t longer[64];
	size_t outl = 0;

	while (len) {
		size_t n = piece(rng, len);

		if (rng_below(rng, 4) == 0) {
			EVP_MAC_CTX *copy = EVP_MAC_CTX_dup(*ctx);

			CHECK(copy, " ");
			EVP_MAC_CTX_free(*ctx);
			*ctx = copy;
		}
		CHECK(EVP_MAC_update(*ctx, in, n), " ");
		in += n;
		len -= n;
	}
	CHECK(!EVP_MAC_final(*ctx, longer, &outl, tag_len - 1), "no room");
	memset(longer, 0xa5, sizeof(longer));
	CHECK(EVP_MAC_final(*ctx, longer, &outl, sizeof(longer)) &&
	      outl == tag_len && longer[tag_len] == 0xa5, " ");
	memcpy(tag, longer, tag_len);
}

static void poly1305(struct rng *rng)
{
	EVP_MAC *mac = fetch_mac("poly1305", "testudo");
	EVP_MAC_CTX *ctx = EVP_MAC_CTX_new(mac);
	uint8_t key[32], in[LEN], tag[16], expected[16];
	size_t outl;
	OSSL_PARAM p[] = {
		OSSL_PARAM_construct_octet_string("key", key, sizeof(key)),
		OSSL_PARAM_END
	};

	CHECK(ctx && EVP_MAC_CTX_get_mac_size(ctx) == 16, " ");
	CHECK(!EVP_MAC_update(ctx, in, 1) &&
	      !EVP_MAC_final(ctx, tag, &outl, 16), "no key");
	for (size_t len = 0; len <= LEN; len++) {
		rng_bytes(rng, key, sizeof(key));
		rng_bytes(rng, in, len);
		CHECK(EVP_Q_mac(NULL, "POLY1305", "provider=default", NULL,
				NULL, key, sizeof(key), in, len, expected,
				sizeof(expected), &outl), " ");
		CHECK(len % 2 ? EVP_MAC_init(ctx, key, sizeof(key), NULL) :
				EVP_MAC_init(ctx, NULL, 0, p), " ");
		mac_all(rng, &ctx, in, len, tag, 16);
		CHECK(!memcmp(tag, expected, 16), "%zu bytes", len);
		/* a key is for one message */
		CHECK(!EVP_MAC_update(ctx, in, 1) &&
		      !EVP_MAC_final(ctx, tag, &outl, 16) &&
		      !EVP_MAC_init(ctx, NULL, 0, NULL), "%zu", len);
	}
	CHECK(EVP_MAC_init(ctx, key, 32, NULL) && EVP_MAC_update(ctx, in, 1) &&
	      !EVP_MAC_init(ctx, NULL, 0, NULL) &&
	      !EVP_MAC_final(ctx, tag, &outl, 16), "the same key again");
	for (size_t n = 0; n < 64; n++)
		CHECK(EVP_MAC_init(ctx, in, n, NULL) == (n == 32), "%zu", n);
	EVP_MAC_CTX_free(ctx);
	EVP_MAC_free(mac);
}

static OSSL_PARAM bytes(const char *key, uint8_t *p, size_t len)
{
	return OSSL_PARAM_construct_octet_string(key, p, len);
}

static OSSL_PARAM text(const char *key, const char *value)
{
	return OSSL_PARAM_construct_utf8_string(key, (char *)value, 0);
}

static void aegismac(struct rng *rng, const struct aead_test *t)
{
	EVP_MAC *mac = fetch_mac("AEGISMAC", "testudo");
	size_t key_len = t->info->key_len, iv_len = t->info->nonce_len;
	uint8_t key[32], iv[32], in[LEN], tag[32], expected[32];
	struct testudo_aegismac_ctx ref;
	EVP_MAC_CTX *ctx = EVP_MAC_CTX_new(mac);
	size_t outl;

	CHECK(ctx, " ");
	for (size_t len = 0; len <= LEN; len++) {
		size_t size = len % 2 ? 16 : 32;
		bool with_iv = len % 3;
		OSSL_PARAM p[] = {
			with_iv ? bytes("iv", iv, iv_len) : bytes("iv", iv, 0),
			OSSL_PARAM_construct_size_t("size", &size),
			text("cipher", t->name),
			OSSL_PARAM_END
		};

		rng_bytes(rng, key, sizeof(key));
		rng_bytes(rng, iv, sizeof(iv));
		rng_bytes(rng, in, len);
		CHECK(!testudo_aegismac_init(&ref, t->alg, key, key_len,
					     with_iv ? iv : NULL,
					     with_iv ? iv_len : 0), " ");
		testudo_aegismac_update(&ref, in, len);
		CHECK(!testudo_aegismac_final(&ref, expected, size), " ");
		CHECK(EVP_MAC_init(ctx, key, key_len, p) &&
		      EVP_MAC_CTX_get_mac_size(ctx) == size, "%s", t->name);
		for (int again = 0; again < 2; again++) {
			mac_all(rng, &ctx, in, len, tag, size);
			CHECK(!memcmp(tag, expected, size), "%s, %zu bytes",
			      t->name, len);
			CHECK(!EVP_MAC_update(ctx, in, 1) &&
			      !EVP_MAC_final(ctx, tag, &outl, 32), "ended");
			/* any number of messages with one key and nonce */
			CHECK(EVP_MAC_init(ctx, NULL, 0, NULL), " ");
		}
	}
	EVP_MAC_CTX_free(ctx);

	/* what is missing or wrong */
	ctx = EVP_MAC_CTX_new(mac);
	CHECK(!EVP_MAC_init(ctx, key, key_len, NULL), "no cipher");
	for (size_t n = 0; n < 64; n++) {
		OSSL_PARAM p[] = { text("cipher", t->name), OSSL_PARAM_END };
		OSSL_PARAM nonce[] = { bytes("iv", in, n), OSSL_PARAM_END };
		OSSL_PARAM size[] = {
			OSSL_PARAM_construct_size_t("size", &n), OSSL_PARAM_END
		};
		OSSL_PARAM none[] = { bytes("iv", in, 0), OSSL_PARAM_END };

		CHECK(EVP_MAC_init(ctx, in, n, p) == (n == key_len), "%zu", n);
		CHECK(EVP_MAC_init(ctx, key, key_len, nonce) ==
		      (n == 0 || n == iv_len), "%zu", n);
		CHECK(EVP_MAC_CTX_set_params(ctx, size) ==
		      (n == 16 || n == 32), "%zu", n);
		CHECK(EVP_MAC_init(ctx, key, key_len, none), " ");
	}
	/* no message with the old key behind a wrong new one */
	for (int i = 0; i < 4; i++) {
		OSSL_PARAM p[] = {
			i == 0 ? bytes("key", in, 33) :
			i == 1 ? bytes("iv", in, 33) : text("key", "text"),
			OSSL_PARAM_END
		};

		CHECK(EVP_MAC_init(ctx, key, key_len, NULL), " ");
		CHECK(i < 3 ? !EVP_MAC_CTX_set_params(ctx, p) :
			      !EVP_MAC_init(ctx, in, 33, NULL), "%d", i);
		CHECK(!EVP_MAC_init(ctx, NULL, 0, NULL) &&
		      !EVP_MAC_update(ctx, in, 1) &&
		      !EVP_MAC_final(ctx, tag, &outl, 32), "%d", i);
	}
	EVP_MAC_CTX_free(ctx);
	EVP_MAC_free(mac);
}

static void no_variant(const char *name)
{
	EVP_MAC *mac = fetch_mac("AEGISMAC", "testudo");
	EVP_MAC_CTX *ctx = EVP_MAC_CTX_new(mac);
	OSSL_PARAM p[] = { text("cipher", name), OSSL_PARAM_END };
	uint8_t key[32] = { 1 };

	CHECK(!EVP_MAC_init(ctx, key, 16, p) &&
	      !EVP_MAC_init(ctx, key, 32, p), "%s", name);
	EVP_MAC_CTX_free(ctx);
	EVP_MAC_free(mac);
}

int main(int argc, char **argv)
{
	struct rng rng = { 3 };

	provider_setup(argc, argv);
	chacha20(&rng);
	poly1305(&rng);
	for (int a = 0; a < AEAD_TESTS; a++)
		if (aead_tests[a].info->tag_len_max == 32)
			aegismac(&rng, &aead_tests[a]);
	no_variant("ChaCha20-Poly1305");
	no_variant("AEGIS-128");
	no_variant("AEGIS-128X4-and-a-name-that-does-not-end");
	no_variant("");
	provider_cleanup();
	return 0;
}
