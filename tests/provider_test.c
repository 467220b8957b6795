// SPDX-License-Identifier: MIT OR GPL-2.0-only
#include <stdarg.h>

#include "provider_test.h"

struct aead_test aead_tests[AEAD_TESTS] = {
	{ "AEGIS-128L", TESTUDO_AEGIS128L, NULL },
	{ "AEGIS-128X2", TESTUDO_AEGIS128X2, NULL },
	{ "AEGIS-128X4", TESTUDO_AEGIS128X4, NULL },
	{ "AEGIS-256", TESTUDO_AEGIS256, NULL },
	{ "AEGIS-256X2", TESTUDO_AEGIS256X2, NULL },
	{ "AEGIS-256X4", TESTUDO_AEGIS256X4, NULL },
	{ "ChaCha20-Poly1305", TESTUDO_CHACHA20_POLY1305, NULL },
	{ "XChaCha20-Poly1305", TESTUDO_XCHACHA20_POLY1305, NULL },
};

static OSSL_PROVIDER *provider_default, *provider_testudo;

void check_failed(const char *file, int line, const char *cond,
		  const char *fmt, ...)
{
	va_list args;

	fprintf(stderr, "%s:%d: not true: %s: ", file, line, cond);
	va_start(args, fmt);
	vfprintf(stderr, fmt, args);
	va_end(args);
	fprintf(stderr, "\n");
	ERR_print_errors_fp(stderr);
	exit(1);
}

uint64_t rng_next(struct rng *rng)
{
	uint64_t z = rng->s += 0x9e3779b97f4a7c15;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
	z = (z ^ z >> 27) * 0x94d049bb133111eb;
	return z ^ z >> 31;
}

size_t rng_below(struct rng *rng, size_t n)
{
	return (size_t)(rng_next(rng) % n);
}

void rng_bytes(struct rng *rng, void *p, size_t len)
{
	for (uint8_t *b = p; len; len--)
		*b++ = (uint8_t)rng_next(rng);
}

void provider_setup(int argc, char **argv)
{
	CHECK(argc > 1, "the folder of the modules is missing");
	CHECK(OSSL_PROVIDER_set_default_search_path(NULL, argv[1]), " ");
	provider_default = OSSL_PROVIDER_load(NULL, "default");
	provider_testudo = OSSL_PROVIDER_load(NULL, "testudo");
	CHECK(provider_default && provider_testudo, "%s", argv[1]);
	for (int i = 0; i < AEAD_TESTS; i++) {
		aead_tests[i].info = testudo_alg_info(aead_tests[i].alg);
		CHECK(aead_tests[i].info, "%s", aead_tests[i].name);
	}
}

void provider_cleanup(void)
{
	CHECK(OSSL_PROVIDER_unload(provider_testudo), " ");
	CHECK(OSSL_PROVIDER_unload(provider_default), " ");
}

static const char *query(const char *provider)
{
	static char text[64];

	snprintf(text, sizeof(text), "provider=%s", provider);
	return text;
}

EVP_CIPHER *fetch_cipher(const char *name, const char *provider)
{
	EVP_CIPHER *cipher = EVP_CIPHER_fetch(NULL, name, query(provider));

	CHECK(cipher, "%s of %s", name, provider);
	return cipher;
}

EVP_MAC *fetch_mac(const char *name, const char *provider)
{
	EVP_MAC *mac = EVP_MAC_fetch(NULL, name, query(provider));

	CHECK(mac, "%s of %s", name, provider);
	return mac;
}

EVP_CIPHER_CTX *new_cipher_ctx(const EVP_CIPHER *cipher, bool encrypt)
{
	EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();

	CHECK(ctx && EVP_CipherInit_ex(ctx, cipher, NULL, NULL, NULL, encrypt),
	      "%s", EVP_CIPHER_get0_name(cipher));
	return ctx;
}

bool set_tag(EVP_CIPHER_CTX *ctx, const uint8_t *tag, size_t len)
{
	return EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_TAG, (int)len,
				   (void *)tag) == 1;
}

bool get_tag(EVP_CIPHER_CTX *ctx, uint8_t *tag, size_t len)
{
	return EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_GET_TAG, (int)len,
				   tag) == 1;
}

bool all_bytes(const void *p, int byte, size_t len)
{
	const uint8_t *b = p;

	while (len && *b == byte)
		b++, len--;
	return !len;
}
