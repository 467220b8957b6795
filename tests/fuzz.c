// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * libFuzzer: the generic row in one call against another row in one call, and
 * against pieces between which the row changes.  The input says what is done:
 *
 *   byte 0      algorithm
 *   byte 1      flags, see below
 *   byte 2      the row of the single calls
 *   bytes 3-4   where a bit is turned over
 *   bytes 5-6   length of the associated data; of the bare ChaCha and Poly1305
 *               the lower bits of the counter, or which key and message
 *   bytes 7-8   length of the message
 *   bytes 9-24  the plan of the pieces: each byte a row and a length, in turn
 *   the rest    key, nonce, associated data and message, over and over
 *
 * Buffers have the exact size on the heap, where AddressSanitizer watches.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <testudo/testudo.h>
#include "core.h"

#define PLAN 9
#define PLAN_LEN 16
#define DATA (PLAN + PLAN_LEN)
#define AD_MAX 700
#define LEN_MAX 9000

enum {
	LONG_TAG = 1, IN_PLACE = 2, FORGE_TAG = 4, FORGE_AD = 8, BATCH = 16,
	HIGH_COUNTER = 32, ONES = 64,
};

struct fuzz {
	enum testudo_alg alg;
	const struct testudo_alg_info *info;
	const uint8_t *in;		/* the input */
	const char *rows[16];
	size_t n_rows, step;		/* of the plan */
	struct testudo_key key;
	size_t ad_len, len, tag_len;
	uint8_t *raw, *nonce, *ad, *msg, *box, *tag;
};

#define CHECK(ok)							\
	do {								\
		if (!(ok)) {						\
			fprintf(stderr, "fuzz: %s\n", #ok);		\
			abort();					\
		}							\
	} while (0)

static void force(const struct fuzz *f, unsigned int row)
{
	const char *name = f->rows[row % f->n_rows];

	CHECK(!testudo_impl_force(f->alg, name));
	CHECK(!strcmp(testudo_impl_name(f->alg), name));
}

static uint8_t *copy(const uint8_t *p, size_t n)
{
	uint8_t *q = malloc(n ? n : 1);

	CHECK(q);
	if (n)
		memcpy(q, p, n);
	return q;
}

static bool same(const uint8_t *a, const uint8_t *b, size_t n)
{
	return !n || !memcmp(a, b, n);
}

/* The next step of the plan: takes another row, returns how much of left. */
static size_t piece(struct fuzz *f, size_t left)
{
	static const uint16_t len[16] = {
		0, 1, 2, 13, 16, 31, 32, 33, 64, 100, 128, 129, 256, 500, 1024,
		5000,
	};
	uint8_t b = f->in[PLAN + f->step++ % PLAN_LEN];
	size_t n = len[b % 16];

	force(f, b / 16);
	/* a plan of zeros would not end */
	if (!n && f->step % PLAN_LEN == 0)
		n = left;
	return n < left ? n : left;
}

static void encrypt_whole(struct fuzz *f)
{
	uint8_t *tag = malloc(f->tag_len);
	uint8_t *src = copy(f->msg, f->len);
	uint8_t *dst = f->in[1] & IN_PLACE ? src : copy(f->msg, f->len);

	force(f, f->in[2]);
	if (f->in[1] & BATCH) {
		struct testudo_packet p[2] = {
			{ .dst = dst, .len = 1, .key = NULL },
			{ dst, src, f->len, tag, f->ad, f->ad_len, f->nonce,
			  &f->key, 0 },
		};

		CHECK(testudo_encrypt_batch(p, 2) == 1);
		CHECK(p[0].status == -EINVAL && p[1].status == 0);
	} else {
		CHECK(!testudo_encrypt(dst, src, f->len, tag, f->ad, f->ad_len,
				       f->nonce, f->info->nonce_len, &f->key));
	}
	CHECK(same(dst, f->box, f->len));
	CHECK(same(tag, f->tag, f->tag_len));
	free(tag);
	free(src);
	if (dst != src)
		free(dst);
}

static void encrypt_pieces(struct fuzz *f)
{
	uint8_t *dst = copy(f->msg, f->len), *tag = malloc(f->tag_len);
	struct testudo_ctx ctx;
	size_t i, n;

	force(f, f->in[2]);
	CHECK(!testudo_ctx_init(&ctx, f->nonce, f->info->nonce_len, &f->key));
	for (i = 0; i < f->ad_len; i += n) {
		n = piece(f, f->ad_len - i);
		CHECK(!testudo_auth_update(&ctx, f->ad + i, n));
	}
	for (i = 0; i < f->len; i += n) {
		n = piece(f, f->len - i);
		CHECK(!testudo_encrypt_update(&ctx, dst + i,
			f->in[1] & IN_PLACE ? dst + i : f->msg + i, n));
	}
	piece(f, 0);
	CHECK(!testudo_encrypt_final(&ctx, tag));
	CHECK(same(dst, f->box, f->len));
	CHECK(same(tag, f->tag, f->tag_len));
	free(dst);
	free(tag);
}

static int decrypt_pieces(struct fuzz *f, uint8_t *dst, const uint8_t *box,
			  const uint8_t *ad, const uint8_t *tag)
{
	struct testudo_ctx ctx;
	size_t i, n;

	CHECK(!testudo_ctx_init(&ctx, f->nonce, f->info->nonce_len, &f->key));
	for (i = 0; i < f->ad_len; i += n) {
		n = piece(f, f->ad_len - i);
		CHECK(!testudo_auth_update(&ctx, ad + i, n));
	}
	for (i = 0; i < f->len; i += n) {
		n = piece(f, f->len - i);
		CHECK(!testudo_decrypt_update(&ctx, dst + i, box + i, n));
	}
	piece(f, 0);
	return testudo_decrypt_final(&ctx, tag);
}

/* As it is, and with one bit turned over somewhere. */
static void decrypt(struct fuzz *f, bool forged)
{
	uint8_t *box = copy(f->box, f->len), *tag = copy(f->tag, f->tag_len);
	uint8_t *ad = copy(f->ad, f->ad_len);
	uint8_t *dst = f->in[1] & IN_PLACE ? box : copy(f->msg, f->len);
	size_t at = f->in[3] | (size_t)f->in[4] << 8;
	int expected = forged ? -EBADMSG : 0;
	uint8_t *pieces;

	if (forged && (f->in[1] & FORGE_AD) && f->ad_len)
		ad[at / 8 % f->ad_len] ^= (uint8_t)(1 << at % 8);
	else if (forged && ((f->in[1] & FORGE_TAG) || !f->len))
		tag[at / 8 % f->tag_len] ^= (uint8_t)(1 << at % 8);
	else if (forged)
		box[at % f->len] ^= (uint8_t)(1 << (at >> 13));
	pieces = copy(box, f->len);
	CHECK(decrypt_pieces(f, pieces, pieces, ad, tag) == expected);
	if (!forged)
		CHECK(same(pieces, f->msg, f->len));
	force(f, f->in[2]);
	CHECK(testudo_decrypt(dst, box, f->len, tag, ad, f->ad_len, f->nonce,
			      f->info->nonce_len, &f->key) == expected);
	if (!forged)
		CHECK(same(dst, f->msg, f->len));
	for (size_t i = 0; forged && i < f->len; i++)
		CHECK(dst[i] == 0);
	free(pieces);
	free(tag);
	free(ad);
	if (dst != box)
		free(dst);
	free(box);
}

static void mac(struct fuzz *f)
{
	struct testudo_aegismac_ctx c, copied;
	uint8_t expected[32], tag[32];
	size_t i, n;

	CHECK(!testudo_impl_force(f->alg, "generic"));
	CHECK(!testudo_aegismac_init(&c, f->alg, f->raw, f->info->key_len,
				     f->nonce, f->info->nonce_len));
	copied = c;
	testudo_aegismac_update(&c, f->msg, f->len);
	CHECK(!testudo_aegismac_final(&c, expected, f->tag_len));
	for (i = 0; i < f->len; i += n) {
		n = piece(f, f->len - i);
		testudo_aegismac_update(&copied, f->msg + i, n);
	}
	c = copied;
	CHECK(!testudo_aegismac_final(&copied, tag, f->tag_len));
	CHECK(same(tag, expected, f->tag_len));
	tag[f->in[3] % f->tag_len] ^= 0x80;
	copied = c;
	CHECK(testudo_aegismac_verify(&c, expected, f->tag_len) == 0);
	CHECK(testudo_aegismac_verify(&copied, tag, f->tag_len) == -EBADMSG);
}

/* The row of byte 2 at once, and pieces, against generic: output and state. */
static void chacha(struct fuzz *f)
{
	static const int all_rounds[] = { 20, 12, 8 };
	int rounds = all_rounds[f->in[3] % 3];
	uint8_t *dst = copy(f->msg, f->len), *key = malloc(64);
	struct testudo_chacha_state first, s, right;
	const struct testudo_ops *ops;
	size_t i, n;

	testudo_chacha_init(&first, f->raw, f->nonce);
	if (f->in[1] & HIGH_COUNTER)
		first.x[12] = -(uint32_t)(f->in[5] % 64);
	CHECK(!testudo_impl_force(f->alg, "generic"));
	right = first;
	testudo_chacha_crypt(&right, f->box, f->msg, f->len, rounds);

	force(f, f->in[2]);
	s = first;
	testudo_chacha_crypt(&s, dst, f->in[1] & IN_PLACE ? dst : f->msg,
			     f->len, rounds);
	CHECK(same(dst, f->box, f->len));
	CHECK(!memcmp(&s, &right, sizeof(s)));

	s = first;
	for (i = 0; i < f->len; i += n) {
		/* up to whole blocks: down, a plan might never end */
		n = (piece(f, f->len - i) + 63) / 64 * 64;
		n = n < f->len - i ? n : f->len - i;
		/* decrypts dst, which is the ciphertext so far */
		testudo_chacha_crypt(&s, dst + i, dst + i, n, rounds);
	}
	CHECK(same(dst, f->msg, f->len));
	CHECK(!memcmp(&s, &right, sizeof(s)));

	/* the first block apart: 64 bytes of keystream */
	force(f, f->in[2]);
	ops = testudo_ops(testudo_slot(f->alg));
	n = f->len < 64 ? f->len : 64;
	s = first;
	ops->chacha(s.x, key, dst + n, f->msg + n, f->len - n, rounds);
	for (i = 0; i < n; i++)
		CHECK((f->msg[i] ^ key[i]) == f->box[i]);
	CHECK(same(dst + n, f->box + n, f->len - n));
	if (f->len)
		CHECK(!memcmp(&s, &right, sizeof(s)));
	free(dst);
	free(key);
}

static void poly1305(struct fuzz *f)
{
	struct testudo_poly1305_ctx c, copied;
	uint8_t right[16], tag[16];
	size_t i, n;

	if (f->in[1] & ONES) {	/* what carries furthest */
		memset(f->raw, 0xff, f->in[5] % 17);
		for (i = 0; i < f->len; i++)
			f->msg[i] |= f->in[6] & 1 << i % 8 ? 0xff : 0;
	}
	CHECK(!testudo_impl_force(f->alg, "generic"));
	CHECK(!testudo_poly1305(right, f->msg, f->len, f->raw));
	force(f, f->in[2]);
	CHECK(!testudo_poly1305(tag, f->msg, f->len, f->raw));
	CHECK(same(tag, right, 16));
	CHECK(!testudo_poly1305_init(&c, f->raw));
	for (i = 0; i < f->len; i += n) {
		n = piece(f, f->len - i);
		testudo_poly1305_update(&c, f->msg + i, n);
	}
	copied = c;
	CHECK(!testudo_poly1305_verify(&c, right));
	tag[f->in[3] % 16] ^= (uint8_t)(1 << f->in[4] % 8);
	CHECK(testudo_poly1305_verify(&copied, tag) == -EBADMSG);
}

static void aead(struct fuzz *f)
{
	CHECK(!testudo_key_init(&f->key, f->alg, f->raw, f->info->key_len,
				f->tag_len));
	CHECK(!testudo_impl_force(f->alg, "generic"));
	CHECK(!testudo_encrypt(f->box, f->box, f->len, f->tag, f->ad, f->ad_len,
			       f->nonce, f->info->nonce_len, &f->key));
	encrypt_whole(f);
	encrypt_pieces(f);
	decrypt(f, false);
	decrypt(f, true);
	if (testudo_algs[testudo_slot(f->alg)].lanes)
		mac(f);
}

static uint8_t *next_data(const uint8_t *in, size_t size, size_t *at, size_t n)
{
	uint8_t *p = malloc(n ? n : 1);

	CHECK(p);
	for (size_t i = 0; i < n; i++, ++*at)
		p[i] = in[DATA + *at % (size - DATA)];
	return p;
}

int LLVMFuzzerTestOneInput(const uint8_t *in, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *in, size_t size)
{
	struct fuzz f = { .in = in };
	size_t at = 0;

	if (size <= DATA)
		return -1;
	f.alg = testudo_algs[1 + in[0] % (testudo_algs_n - 1)].alg;
	f.info = testudo_alg_info(f.alg);
	f.tag_len = f.info && in[1] & LONG_TAG ? f.info->tag_len_max : 16;
	f.ad_len = (in[5] | (size_t)in[6] << 8) % (AD_MAX + 1);
	f.len = (in[7] | (size_t)in[8] << 8) % (LEN_MAX + 1);
	f.n_rows = testudo_impl_list(f.alg, f.rows, 16);
	f.raw = next_data(in, size, &at, f.info ? f.info->key_len : 32);
	f.nonce = next_data(in, size, &at, f.info ? f.info->nonce_len : 16);
	f.ad = next_data(in, size, &at, f.ad_len);
	f.msg = next_data(in, size, &at, f.len);
	f.box = copy(f.msg, f.len);
	f.tag = malloc(f.tag_len);
	if (f.info)
		aead(&f);
	else if (f.alg == TESTUDO_CHACHA)
		chacha(&f);
	else
		poly1305(&f);
	free(f.raw);
	free(f.nonce);
	free(f.ad);
	free(f.msg);
	free(f.box);
	free(f.tag);
	return 0;
}
