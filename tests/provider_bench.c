// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * What a packet costs through EVP in OpenVPN's order of calls: key once, then
 * for each packet IV, associated data, data (not in place), final, tag.  In ns,
 * the best of interleaved rounds, for the provider, for OpenSSL's own ciphers,
 * and for none at all, which is what EVP itself costs.
 *
 * provider_bench MODULES [ROUNDS]
 *
 * MODULES  the folder of testudo-gcmmode.so and testudo-null.so
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <openssl/evp.h>
#include <openssl/provider.h>

#define AD_LEN 8
#define TAG_LEN 16
#define PACKETS 64	/* in a row, before another cipher's turn */

static const int sizes[] = { 64, 1428, 8928 };
#define SIZES (sizeof(sizes) / sizeof(sizes[0]))

static const char *const ciphers[][2] = {
	{ "TESTUDO-NULL", "provider=testudo-null" },
	{ "AEGIS-128X4", "provider=testudo" },
	{ "AEGIS-128X2", "provider=testudo" },
	{ "AEGIS-128L", "provider=testudo" },
	{ "AES-128-GCM", "provider=default" },
	{ "AES-256-GCM", "provider=default" },
	{ "ChaCha20-Poly1305", "provider=testudo" },
	{ "ChaCha20-Poly1305", "provider=default" },
};
#define CIPHERS (sizeof(ciphers) / sizeof(ciphers[0]))

static uint8_t plain[8928], sealed[8928 + 64], opened[8928 + 64];
static uint8_t key[32] = { 1 }, iv[16] = { 2 }, ad[AD_LEN] = { 3 };

static void die(const char *what)
{
	fprintf(stderr, "provider_bench: %s\n", what);
	exit(1);
}

static double now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static bool seal(EVP_CIPHER_CTX *ctx, int len, uint8_t *tag)
{
	int n;

	return EVP_CIPHER_CTX_get_iv_length(ctx) > 0 &&
	       EVP_CipherInit_ex(ctx, NULL, NULL, NULL, iv, -1) &&
	       EVP_CipherUpdate(ctx, NULL, &n, ad, AD_LEN) &&
	       EVP_CipherUpdate(ctx, sealed, &n, plain, len) &&
	       EVP_CipherFinal_ex(ctx, sealed + n, &n) &&
	       EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_GET_TAG, TAG_LEN, tag);
}

static bool open_(EVP_CIPHER_CTX *ctx, int len, uint8_t *tag)
{
	int n;

	return EVP_CIPHER_CTX_get_iv_length(ctx) > 0 &&
	       EVP_CipherInit_ex(ctx, NULL, NULL, NULL, iv, -1) &&
	       EVP_CipherUpdate(ctx, NULL, &n, ad, AD_LEN) &&
	       EVP_CipherUpdate(ctx, opened, &n, sealed, len) &&
	       EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_TAG, TAG_LEN, tag) &&
	       EVP_CipherFinal_ex(ctx, opened + n, &n);
}

static EVP_CIPHER_CTX *context(const EVP_CIPHER *cipher, int encrypt)
{
	EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();

	if (!ctx || !EVP_CipherInit(ctx, cipher, key, NULL, encrypt))
		die(EVP_CIPHER_get0_name(cipher));
	return ctx;
}

static void lower(double *best, double ns)
{
	if (!*best || ns < *best)
		*best = ns;
}

int main(int argc, char **argv)
{
	static double best[CIPHERS][SIZES][2];
	static const char *const modules[] = {
		"default", "testudo-gcmmode", "testudo-null"
	};
	OSSL_PROVIDER *loaded[3];
	EVP_CIPHER *cipher[CIPHERS];
	EVP_CIPHER_CTX *enc[CIPHERS], *dec[CIPHERS];
	int rounds = argc > 2 ? atoi(argv[2]) : 200;
	uint8_t tag[TAG_LEN];

	if (argc < 2)
		die("MODULES is missing");
	OSSL_PROVIDER_set_default_search_path(NULL, argv[1]);
	for (int i = 0; i < 3; i++) {
		loaded[i] = OSSL_PROVIDER_load(NULL, modules[i]);
		if (!loaded[i])
			die(modules[i]);
	}
	for (size_t c = 0; c < CIPHERS; c++) {
		cipher[c] = EVP_CIPHER_fetch(NULL, ciphers[c][0],
					     ciphers[c][1]);
		if (!cipher[c])
			die(ciphers[c][0]);
		enc[c] = context(cipher[c], 1);
		dec[c] = context(cipher[c], 0);
	}
	for (int r = 0; r < rounds; r++)
		for (size_t s = 0; s < SIZES; s++)
			for (size_t c = 0; c < CIPHERS; c++) {
				double t0 = now_ns(), t1, t2;

				for (int i = 0; i < PACKETS; i++)
					if (!seal(enc[c], sizes[s], tag))
						die(ciphers[c][0]);
				t1 = now_ns();
				for (int i = 0; i < PACKETS; i++)
					if (!open_(dec[c], sizes[s], tag))
						die(ciphers[c][0]);
				t2 = now_ns();
				lower(&best[c][s][0], (t1 - t0) / PACKETS);
				lower(&best[c][s][1], (t2 - t1) / PACKETS);
			}
	printf("%-36s", "ns/packet, encrypt/decrypt");
	for (size_t s = 0; s < SIZES; s++)
		printf(" %11d", sizes[s]);
	printf("\n");
	for (size_t c = 0; c < CIPHERS; c++) {
		printf("%-17s %-18s", ciphers[c][0], ciphers[c][1] + 9);
		for (size_t s = 0; s < SIZES; s++)
			printf(" %5.0f/%5.0f", best[c][s][0], best[c][s][1]);
		printf("\n");
		EVP_CIPHER_CTX_free(enc[c]);
		EVP_CIPHER_CTX_free(dec[c]);
		EVP_CIPHER_free(cipher[c]);
	}
	for (int i = 0; i < 3; i++)
		OSSL_PROVIDER_unload(loaded[i]);
	return 0;
}
