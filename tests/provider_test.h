/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* What the tests of the OpenSSL provider share. */
#ifndef TESTS_PROVIDER_TEST_H
#define TESTS_PROVIDER_TEST_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <openssl/provider.h>

#include <testudo/testudo.h>

/* Ends the program when cond is false. */
#define CHECK(cond, ...)						\
	do {								\
		if (!(cond))						\
			check_failed(__FILE__, __LINE__, #cond,		\
				     __VA_ARGS__);			\
	} while (0)
__attribute__((noreturn, format(printf, 4, 5)))
void check_failed(const char *file, int line, const char *cond,
		  const char *fmt, ...);

/* Random numbers: SplitMix64, the same ones in every run. */
struct rng {
	uint64_t s;
};
uint64_t rng_next(struct rng *rng);
size_t rng_below(struct rng *rng, size_t n);
void rng_bytes(struct rng *rng, void *p, size_t len);

/* The AEADs of the provider. */
struct aead_test {
	const char *name;
	enum testudo_alg alg;
	const struct testudo_alg_info *info;
};
#define AEAD_TESTS 8
extern struct aead_test aead_tests[AEAD_TESTS];

/* Loads "default" and the provider from the folder in argv[1]; all tests are
 * run so. */
void provider_setup(int argc, char **argv);
void provider_cleanup(void);

/* Of the provider, or of OpenSSL ("default"). */
EVP_CIPHER *fetch_cipher(const char *name, const char *provider);
EVP_MAC *fetch_mac(const char *name, const char *provider);

/* A new context with a cipher, nothing else set. */
EVP_CIPHER_CTX *new_cipher_ctx(const EVP_CIPHER *cipher, bool encrypt);

/* EVP_CTRL_AEAD_SET_TAG and EVP_CTRL_AEAD_GET_TAG; tag may be NULL */
bool set_tag(EVP_CIPHER_CTX *ctx, const uint8_t *tag, size_t len);
bool get_tag(EVP_CIPHER_CTX *ctx, uint8_t *tag, size_t len);

/* Are all len bytes at p equal to byte? */
bool all_bytes(const void *p, int byte, size_t len);

#endif
