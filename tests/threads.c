// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * For ThreadSanitizer: threads that race for the first use of every algorithm,
 * share one key, and go on while another one forces rows.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <testudo/testudo.h>
#include "core.h"

#define THREADS 4
#define ROUNDS 300
#define LEN 700

static const enum testudo_alg algs[] = {
	TESTUDO_AEGIS128L, TESTUDO_AEGIS128X2, TESTUDO_AEGIS128X4,
	TESTUDO_AEGIS256, TESTUDO_AEGIS256X2, TESTUDO_AEGIS256X4,
	TESTUDO_CHACHA20_POLY1305, TESTUDO_XCHACHA20_POLY1305, TESTUDO_CHACHA,
	TESTUDO_POLY1305,
};
#define ALGS (sizeof(algs) / sizeof(algs[0]))

static struct testudo_key keys[ALGS];
static uint8_t first[THREADS + 1][ALGS][LEN + 32];
static const uint8_t raw[32] = { 7, 8, 9 };
static pthread_barrier_t start;
static atomic_int failed, busy = THREADS;

/* ChaCha, or Poly1305, of which only the tag is written. */
static bool bare_message(enum testudo_alg alg, uint8_t *out, bool in_pieces)
{
	static const uint8_t text[LEN] = { 4, 5, 6 };
	struct testudo_chacha_state s;
	size_t piece = in_pieces ? 128 : LEN;

	if (alg == TESTUDO_POLY1305)
		return !testudo_poly1305(out, text, LEN, raw);
	testudo_chacha_init(&s, raw, raw);
	for (size_t i = 0; i < LEN; i += piece)
		testudo_chacha_crypt(&s, out + i, text + i,
				     LEN - i < piece ? LEN - i : piece, 20);
	return true;
}

/* In one call, or in pieces: the row may change between them. */
static bool one_message(size_t a, uint8_t *out, bool in_pieces)
{
	static const uint8_t nonce[32] = { 1, 2, 3 };
	static const uint8_t text[LEN] = { 4, 5, 6 };
	const struct testudo_alg_info *info = testudo_alg_info(algs[a]);
	size_t nonce_len = info ? info->nonce_len : 0;
	struct testudo_ctx ctx;

	if (!info)
		return bare_message(algs[a], out, in_pieces);
	if (!in_pieces)
		return !testudo_encrypt(out, text, LEN, out + LEN, NULL, 0,
					nonce, nonce_len, &keys[a]);
	if (testudo_ctx_init(&ctx, nonce, nonce_len, &keys[a]))
		return false;
	for (size_t i = 0; i < LEN; i += 100)
		if (testudo_encrypt_update(&ctx, out + i, text + i, 100))
			return false;
	return !testudo_encrypt_final(&ctx, out + LEN);
}

/* Each thread keeps its first results, which come from the race. */
static void *worker(void *arg)
{
	uint8_t(*mine)[LEN + 32] = arg, out[LEN + 32] = { 0 };

	pthread_barrier_wait(&start);
	for (size_t a = 0; a < ALGS; a++)
		if (!one_message(a, mine[a], false))
			atomic_fetch_add(&failed, 1);
	for (int i = 0; i < ROUNDS; i++)
		for (size_t a = 0; a < ALGS; a++) {
			memset(out, 0, sizeof(out));
			if (!one_message(a, out, i & 1) ||
			    memcmp(out, mine[a], sizeof(out)))
				atomic_fetch_add(&failed, 1);
		}
	atomic_fetch_sub(&busy, 1);
	return NULL;
}

static void *changer(void *arg)
{
	const char *rows[16];

	(void)arg;
	pthread_barrier_wait(&start);
	while (atomic_load(&busy))
		for (size_t a = 0; a < ALGS; a++) {
			size_t n = testudo_impl_list(algs[a], rows, 16);

			for (size_t i = 0; i < n; i++)
				if (testudo_impl_force(algs[a], rows[i]))
					atomic_fetch_add(&failed, 1);
			if (testudo_impl_force(algs[a], NULL))
				atomic_fetch_add(&failed, 1);
		}
	return NULL;
}

int main(void)
{
	pthread_t threads[THREADS + 1];

	if (ALGS != testudo_algs_n - 1) {
		fprintf(stderr, "an algorithm is not in the list here\n");
		return 1;
	}
	for (size_t a = 0; a < ALGS; a++) {
		const struct testudo_alg_info *info = testudo_alg_info(algs[a]);

		if (info && testudo_key_init(&keys[a], algs[a], raw,
					     info->key_len, info->tag_len_max))
			return 1;
	}
	/* nothing until here has chosen a row */
	pthread_barrier_init(&start, NULL, THREADS + 1);
	for (int i = 0; i < THREADS; i++)
		if (pthread_create(&threads[i], NULL, worker, first[i]))
			return 1;
	if (pthread_create(&threads[THREADS], NULL, changer, NULL))
		return 1;
	for (int i = 0; i <= THREADS; i++)
		pthread_join(threads[i], NULL);
	for (size_t a = 0; a < ALGS; a++)
		if (!one_message(a, first[THREADS][a], false))
			return 1;
	for (int i = 0; i < THREADS; i++)
		if (memcmp(first[i], first[THREADS], sizeof(first[i])))
			atomic_fetch_add(&failed, 1);
	if (atomic_load(&failed))
		fprintf(stderr, "threads: %d wrong results\n",
			atomic_load(&failed));
	return atomic_load(&failed) != 0;
}
