// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * Constant time, by MemorySanitizer (Langley's ctgrind idea): keys, messages
 * and tags are declared uninitialised, and MemorySanitizer stops the program
 * where a branch or an address depends on one.  Lengths, associated data and
 * nonces are public.
 *
 * That the results count as secret too is checked for every byte: it shows that
 * no step has lost track, as the sanitizer would in assembly.
 *
 * ct         every algorithm, row and call; 0, or MemorySanitizer's report
 * ct branch  must be stopped: a branch on a result
 * ct lookup  must be stopped: a table index from a result
 */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sanitizer/msan_interface.h>

#include <testudo/testudo.h>
#include "core.h"

#define LEN_MAX 9000	/* more than two pieces of aegis_aes.inc */
#define AD_LEN 77

static const enum testudo_alg algs[] = {
	TESTUDO_AEGIS128L, TESTUDO_AEGIS128X2, TESTUDO_AEGIS128X4,
	TESTUDO_AEGIS256, TESTUDO_AEGIS256X2, TESTUDO_AEGIS256X4,
	TESTUDO_CHACHA20_POLY1305, TESTUDO_XCHACHA20_POLY1305, TESTUDO_CHACHA,
	TESTUDO_POLY1305,
};
static const size_t lens[] = {
	0, 1, 7, 15, 16, 17, 31, 32, 33, 48, 63, 64, 65, 100, 127, 128, 129,
	192, 255, 256, 257, 300, 448, 512, 577, 700, 832, 961, 1024, 1100, 1280,
	1420, 1536, 1664, 1793, 2048, 4095, 4096, 4097, LEN_MAX,
};
#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

static uint8_t raw[32], nonce[32], ad[AD_LEN], text[LEN_MAX], box[LEN_MAX],
	opened[LEN_MAX], tag[32];

static void fill(uint8_t *p, size_t n)
{
	for (size_t i = 0; i < n; i++)
		p[i] = (uint8_t)rand();
}

static void check(bool ok, const char *what)
{
	if (ok)
		return;
	fprintf(stderr, "ct: %s\n", what);
	exit(1);
}

/* Every byte must be secret; for what follows they stay so. */
static void all_secret(const uint8_t *p, size_t n, const char *what)
{
	for (size_t i = 0; i < n; i++)
		check(__msan_test_shadow(p + i, 1) == 0, what);
}

/* Compares what may now be looked at. */
static void equal(uint8_t *a, uint8_t *b, size_t n, const char *what)
{
	__msan_unpoison(a, n);
	__msan_unpoison(b, n);
	check(!n || !memcmp(a, b, n), what);
}

static void new_message(struct testudo_key *key, enum testudo_alg alg,
			size_t tag_len, size_t len)
{
	fill(raw, sizeof(raw));
	fill(text, len);
	__msan_poison(raw, sizeof(raw));
	__msan_poison(text, len);
	check(!testudo_key_init(key, alg, raw, testudo_alg_info(alg)->key_len,
				tag_len), "key_init");
	__msan_poison(box, len);
	__msan_poison(opened, len);
}

/* Opens box with tag, as it is or with a bit turned over. */
static void whole_open(const struct testudo_key *key, size_t nonce_len,
		       size_t len, size_t tag_len)
{
	uint8_t *forged = len % 2 ? box + len / 2 : tag + len % tag_len;

	check(!testudo_decrypt(opened, box, len, tag, ad, AD_LEN, nonce,
			       nonce_len, key), "decrypt");
	all_secret(opened, len, "an opened byte is not secret");
	*forged ^= 4;
	check(testudo_decrypt(opened, box, len, tag, ad, AD_LEN, nonce,
			      nonce_len, key) == -EBADMSG, "forgery");
	for (size_t i = 0; i < len; i++)
		check(!opened[i], "not cleared");	/* and known to be 0 */
	*forged ^= 4;
	memcpy(opened, box, len);
	check(!testudo_decrypt(opened, opened, len, tag, ad, AD_LEN, nonce,
			       nonce_len, key), "decrypt in place");
	equal(opened, text, len, "opened text differs");
}

static void whole(enum testudo_alg alg, size_t tag_len, size_t len)
{
	size_t nonce_len = testudo_alg_info(alg)->nonce_len;
	struct testudo_packet p;
	struct testudo_key key;

	new_message(&key, alg, tag_len, len);
	check(!testudo_encrypt(box, text, len, tag, ad, AD_LEN, nonce,
			       nonce_len, &key), "encrypt");
	all_secret(box, len, "a ciphertext byte is not secret");
	all_secret(tag, tag_len, "a tag byte is not secret");
	whole_open(&key, nonce_len, len, tag_len);

	new_message(&key, alg, tag_len, len);
	p = (struct testudo_packet){ box, text, len, tag, ad, AD_LEN, nonce,
				     &key, 0 };
	check(!testudo_encrypt_batch(&p, 1), "encrypt_batch");
	p.dst = opened;
	p.src = box;
	check(!testudo_decrypt_batch(&p, 1), "decrypt_batch");
	equal(opened, text, len, "opened batch differs");
}

/* In pieces, of a length that is a multiple of no block. */
static void pieces(enum testudo_alg alg, size_t tag_len, size_t len,
		   size_t piece)
{
	size_t nonce_len = testudo_alg_info(alg)->nonce_len;
	struct testudo_ctx ctx;
	struct testudo_key key;

	new_message(&key, alg, tag_len, len);
	check(!testudo_ctx_init(&ctx, nonce, nonce_len, &key) &&
	      !testudo_auth_update(&ctx, ad, 5) &&
	      !testudo_auth_update(&ctx, ad + 5, AD_LEN - 5), "ctx_init");
	for (size_t i = 0; i < len; i += piece)
		check(!testudo_encrypt_update(&ctx, box + i, text + i,
			len - i < piece ? len - i : piece), "encrypt_update");
	check(!testudo_encrypt_final(&ctx, tag), "encrypt_final");
	all_secret(box, len, "a ciphertext byte of a piece is not secret");
	all_secret(tag, tag_len, "a tag byte of pieces is not secret");

	for (int forged = 0; forged < 2; forged++) {
		tag[3] ^= (uint8_t)forged;
		check(!testudo_ctx_init(&ctx, nonce, nonce_len, &key) &&
		      !testudo_auth_update(&ctx, ad, AD_LEN), "ctx_init");
		for (size_t i = 0; i < len; i += piece)
			check(!testudo_decrypt_update(&ctx, opened + i, box + i,
				len - i < piece ? len - i : piece),
			      "decrypt_update");
		check(testudo_decrypt_final(&ctx, tag) ==
		      (forged ? -EBADMSG : 0), "decrypt_final");
	}
	equal(opened, text, len, "opened pieces differ");
}

static void mac(enum testudo_alg alg, size_t tag_len, size_t len)
{
	const struct testudo_alg_info *info = testudo_alg_info(alg);
	struct testudo_aegismac_ctx c, copy;
	struct testudo_key unused;

	if (alg == TESTUDO_CHACHA20_POLY1305 ||
	    alg == TESTUDO_XCHACHA20_POLY1305)
		return;
	new_message(&unused, alg, tag_len, len);
	check(!testudo_aegismac_init(&c, alg, raw, info->key_len, nonce,
				     info->nonce_len), "aegismac_init");
	testudo_aegismac_update(&c, text, len / 3);
	testudo_aegismac_update(&c, text + len / 3, len - len / 3);
	copy = c;
	check(!testudo_aegismac_final(&c, tag, tag_len), "aegismac_final");
	all_secret(tag, tag_len, "a MAC byte is not secret");
	c = copy;
	check(!testudo_aegismac_verify(&c, tag, tag_len), "aegismac_verify");
	tag[tag_len - 1] ^= 1;
	c = copy;
	check(testudo_aegismac_verify(&c, tag, tag_len) == -EBADMSG,
	      "MAC forgery");
}

/* The counter, which is public, must not have become secret. */
static void chacha(size_t len)
{
	static const int rounds[] = { 8, 12, 20 };
	struct testudo_chacha_state s;
	size_t half = len / 2 - len / 2 % 64;

	for (size_t i = 0; i < COUNT(rounds); i++) {
		fill(raw, sizeof(raw));
		fill(text, len);
		__msan_poison(raw, sizeof(raw));
		__msan_poison(text, len);
		__msan_poison(box, len);
		testudo_chacha_init(&s, raw, nonce);
		testudo_chacha_crypt(&s, box, text, half, rounds[i]);
		testudo_chacha_crypt(&s, box + half, text + half, len - half,
				     rounds[i]);
		all_secret(box, len, "a byte of ChaCha's is not secret");
		check(__msan_test_shadow(s.x + 12, 16) == -1,
		      "counter or nonce are secret");
		testudo_chacha_init(&s, raw, nonce);
		testudo_chacha_crypt(&s, box, box, len, rounds[i]);
		equal(box, text, len, "decrypted text differs");
		testudo_hchacha(raw, nonce, tag, rounds[i]);
		all_secret(tag, 32, "a byte of HChaCha's is not secret");
	}
}

static void poly1305(size_t len)
{
	struct testudo_poly1305_ctx c, copy;

	fill(raw, sizeof(raw));
	fill(text, len);
	__msan_poison(raw, sizeof(raw));
	__msan_poison(text, len);
	check(!testudo_poly1305(tag, text, len, raw), "poly1305");
	all_secret(tag, 16, "a byte of Poly1305's is not secret");
	check(!testudo_poly1305_init(&c, raw), "poly1305_init");
	for (size_t i = 0, n; i < len; i += n) {
		n = len / 3 + 1 < len - i ? len / 3 + 1 : len - i;
		testudo_poly1305_update(&c, text + i, n);
	}
	copy = c;
	check(!testudo_poly1305_verify(&c, tag), "poly1305_verify");
	tag[len % 16] ^= 1;
	check(testudo_poly1305_verify(&copy, tag) == -EBADMSG,
	      "Poly1305 forgery");
}

static void all_calls(enum testudo_alg alg)
{
	static const size_t piece[] = { 3, 61, 1000 };
	const struct testudo_alg_info *info = testudo_alg_info(alg);

	for (size_t i = 0; i < COUNT(lens); i++) {
		if (alg == TESTUDO_CHACHA)
			chacha(lens[i]);
		if (alg == TESTUDO_POLY1305)
			poly1305(lens[i]);
	}
	for (size_t i = 0; i < COUNT(lens) && info; i++)
		for (size_t tag_len = 16; tag_len <= info->tag_len_max;
		     tag_len += 16) {
			whole(alg, tag_len, lens[i]);
			pieces(alg, tag_len, lens[i], piece[i % COUNT(piece)]);
			mac(alg, tag_len, lens[i]);
		}
}

/* The tests of the test: on a byte to which the secret has come through all
 * of the cipher. */
static int leak(const char *how)
{
	static const uint8_t table[256] = { 1, 2, 3 };
	struct testudo_key key;

	new_message(&key, TESTUDO_AEGIS128X4, 16, 100);
	check(!testudo_encrypt(box, text, 100, tag, ad, AD_LEN, nonce, 16,
			       &key), "encrypt");
	if (!strcmp(how, "branch")) {
		if (box[9] & 1)
			puts("odd");
		else
			puts("even");
	} else if (!strcmp(how, "lookup")) {
		volatile uint8_t sink = table[box[9]];

		(void)sink;
	}
	return 0;
}

int main(int argc, char **argv)
{
	if (COUNT(algs) != testudo_algs_n - 1) {
		fprintf(stderr, "an algorithm is not in the list here\n");
		return 1;
	}
	fill(nonce, sizeof(nonce));
	fill(ad, sizeof(ad));
	if (argc > 1)
		return leak(argv[1]);
	for (size_t a = 0; a < COUNT(algs); a++) {
		const char *rows[16];
		size_t n = testudo_impl_list(algs[a], rows, COUNT(rows));

		for (size_t i = 0; i < n; i++) {
			check(!testudo_impl_force(algs[a], rows[i]) &&
			      !strcmp(testudo_impl_name(algs[a]), rows[i]),
			      "impl_force");
			printf("%s %s\n",
			       testudo_algs[testudo_slot(algs[a])].info.name,
			       rows[i]);
			fflush(stdout);
			all_calls(algs[a]);
		}
		check(n > 0 && !testudo_impl_force(algs[a], NULL), "rows");
	}
	return 0;
}
