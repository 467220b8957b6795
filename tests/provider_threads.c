// SPDX-License-Identifier: MIT OR GPL-2.0-only
/* Threads that share ciphers and library context, each with contexts of its
 * own, and race for the first use of every algorithm. */
#include <pthread.h>
#include <stdatomic.h>

#include "provider_test.h"

#define THREADS 4
#define ROUNDS 300
#define LEN 700

static EVP_CIPHER *ciphers[AEAD_TESTS];
static uint8_t first[THREADS][AEAD_TESTS][LEN + 16];
static pthread_barrier_t start;
static atomic_int failed;

static bool one(const EVP_CIPHER *cipher, uint8_t *out)
{
	static const uint8_t key[32] = { 1 }, iv[32] = { 2 }, in[LEN] = { 3 };
	EVP_CIPHER_CTX *enc = EVP_CIPHER_CTX_new(), *dec = EVP_CIPHER_CTX_new();
	uint8_t back[LEN];
	int outl;
	bool ok;

	ok = enc && dec && EVP_EncryptInit_ex(enc, cipher, NULL, key, iv) &&
	     EVP_EncryptUpdate(enc, out, &outl, in, LEN) &&
	     EVP_EncryptFinal_ex(enc, out, &outl) &&
	     get_tag(enc, out + LEN, 16) &&
	     EVP_DecryptInit_ex(dec, cipher, NULL, key, iv) &&
	     set_tag(dec, out + LEN, 16) &&
	     EVP_DecryptUpdate(dec, back, &outl, out, LEN) &&
	     EVP_DecryptFinal_ex(dec, back, &outl) && !memcmp(in, back, LEN);
	EVP_CIPHER_CTX_free(enc);
	EVP_CIPHER_CTX_free(dec);
	return ok;
}

static void *worker(void *arg)
{
	uint8_t(*mine)[LEN + 16] = arg, out[LEN + 16];

	pthread_barrier_wait(&start);
	for (int r = 0; r <= ROUNDS; r++)
		for (int a = 0; a < AEAD_TESTS; a++) {
			if (!one(ciphers[a], r ? out : mine[a]) ||
			    (r && memcmp(out, mine[a], sizeof(out))))
				atomic_fetch_add(&failed, 1);
		}
	OPENSSL_thread_stop();
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t threads[THREADS];

	provider_setup(argc, argv);
	for (int a = 0; a < AEAD_TESTS; a++)
		ciphers[a] = fetch_cipher(aead_tests[a].name, "testudo");
	pthread_barrier_init(&start, NULL, THREADS);
	for (int i = 0; i < THREADS; i++)
		CHECK(!pthread_create(&threads[i], NULL, worker, first[i]),
		      " ");
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	for (int i = 1; i < THREADS; i++)
		CHECK(!memcmp(first[i], first[0], sizeof(first[0])), " ");
	CHECK(!atomic_load(&failed), "%d", atomic_load(&failed));
	for (int a = 0; a < AEAD_TESTS; a++)
		EVP_CIPHER_free(ciphers[a]);
	provider_cleanup();
	return 0;
}
