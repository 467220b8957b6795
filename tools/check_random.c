// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * Random messages on one row, against the generic implementation: different
 * ways to the same result.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <testudo/impl.h>
#include <testudo/mac.h>
#include "prng.h"
#include "selftest.h"

#define REFERENCE "generic"
#define LEN_MAX 12288
#define AD_MAX 700
#define SLACK 64	/* for any alignment, and to see stray writes */
#define CANARY 0xa5

int because(struct why *why, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vsnprintf(why->text, sizeof(why->text), fmt, args);
	va_end(args);
	return -1;
}

/* One message, and what generic made of it. */
struct message {
	enum testudo_alg alg;
	const char *row;
	const struct testudo_alg_info *info;
	struct prng prng;
	struct why *why;
	struct testudo_key key;
	size_t len, ad_len, tag_len;
	uint8_t raw[32], nonce[32], ad[AD_MAX], tag[32];
	uint8_t plain[LEN_MAX], cipher[LEN_MAX];
	uint8_t room[LEN_MAX + 2 * SLACK];
};

static int failed(struct message *m, const char *what)
{
	return because(m->why, "%s: %zu bytes, %zu of associated "
		       "data, tag of %zu", what, m->len, m->ad_len,
		       m->tag_len);
}

static bool run_on(struct message *m, const char *row)
{
	return !testudo_impl_force(m->alg, row) &&
	       !strcmp(testudo_impl_name(m->alg), row);
}

/* Mostly packets, sometimes the edges of blocks, sometimes longer. */
static size_t draw_len(struct prng *p, size_t max)
{
	switch (prng_below(p, 4)) {
	case 0:
		return prng_below(p, 300 < max ? 300 : max);
	case 1:
		return 16 * prng_below(p, 40);
	default:
		return prng_below(p, max + 1);
	}
}

static int draw(struct message *m)
{
	struct prng *p = &m->prng;

	m->len = draw_len(p, LEN_MAX);
	m->ad_len = draw_len(p, AD_MAX);
	m->tag_len = m->info->tag_len_max == 32 && prng_below(p, 2) ? 32 : 16;
	prng_bytes(p, m->raw, m->info->key_len);
	prng_bytes(p, m->nonce, m->info->nonce_len);
	prng_bytes(p, m->ad, m->ad_len);
	prng_bytes(p, m->plain, m->len);
	if (!run_on(m, REFERENCE) ||
	    testudo_key_init(&m->key, m->alg, m->raw, m->info->key_len,
			     m->tag_len) ||
	    testudo_encrypt(m->cipher, m->plain, m->len, m->tag, m->ad,
			    m->ad_len, m->nonce, m->info->nonce_len, &m->key))
		return because(m->why, REFERENCE " does not run");
	return 0;
}

/* A place for the result, of any alignment, among canaries. */
static uint8_t *place(struct message *m)
{
	memset(m->room, CANARY, sizeof(m->room));
	return m->room + prng_below(&m->prng, SLACK);
}

static bool only_there(const struct message *m, const uint8_t *dst)
{
	const uint8_t *end = m->room + sizeof(m->room);
	uint8_t wrong = 0;

	for (const uint8_t *p = m->room; p < end; p++)
		if (p < dst || p >= dst + m->len)
			wrong |= *p ^ CANARY;
	return !wrong;
}

/* In one call, to another place or in place. */
static int whole(struct message *m, bool encrypt)
{
	const uint8_t *from = encrypt ? m->plain : m->cipher;
	const uint8_t *to = encrypt ? m->cipher : m->plain;
	uint8_t *dst = place(m), tag[32];
	const uint8_t *src = from;
	int err;

	if (prng_below(&m->prng, 2))
		src = memcpy(dst, from, m->len);
	if (!run_on(m, m->row))
		return because(m->why, "cannot be forced");
	if (encrypt)
		err = testudo_encrypt(dst, src, m->len, tag, m->ad, m->ad_len,
				      m->nonce, m->info->nonce_len, &m->key);
	else
		err = testudo_decrypt(dst, src, m->len, m->tag, m->ad,
				      m->ad_len, m->nonce, m->info->nonce_len,
				      &m->key);
	if (err || memcmp(dst, to, m->len) || !only_there(m, dst) ||
	    (encrypt && memcmp(tag, m->tag, m->tag_len)))
		return failed(m, encrypt ? "encrypt wrong" : "decrypt wrong");
	return 0;
}

/* The next piece of what is left, and now and then another row. */
static size_t next_piece(struct message *m, size_t left)
{
	size_t n = prng_below(&m->prng, 3) ? prng_below(&m->prng, 200) :
		   prng_below(&m->prng, left + 1);

	run_on(m, prng_below(&m->prng, 3) ? m->row : REFERENCE);
	return n < left ? n : left;
}

static int pieces(struct message *m, bool encrypt)
{
	const uint8_t *src = encrypt ? m->plain : m->cipher;
	const uint8_t *to = encrypt ? m->cipher : m->plain;
	uint8_t *dst = place(m), tag[32];
	struct testudo_ctx ctx;
	size_t n;
	int err;

	next_piece(m, 0);
	err = testudo_ctx_init(&ctx, m->nonce, m->info->nonce_len, &m->key);
	for (size_t i = 0; i < m->ad_len; i += n) {
		n = next_piece(m, m->ad_len - i);
		err |= testudo_auth_update(&ctx, m->ad + i, n);
	}
	for (size_t i = 0; i < m->len; i += n) {
		n = next_piece(m, m->len - i);
		if (encrypt)
			err |= testudo_encrypt_update(&ctx, dst + i, src + i,
						      n);
		else
			err |= testudo_decrypt_update(&ctx, dst + i, src + i,
						      n);
	}
	next_piece(m, 0);
	if (encrypt)
		err |= testudo_encrypt_final(&ctx, tag);
	else
		err |= testudo_decrypt_final(&ctx, m->tag);
	if (err || memcmp(dst, to, m->len) || !only_there(m, dst) ||
	    (encrypt && memcmp(tag, m->tag, m->tag_len)))
		return failed(m, encrypt ? "encrypt in pieces wrong" :
					    "decrypt in pieces wrong");
	return 0;
}

/* One bit is wrong somewhere: refused, with all of the plaintext cleared. */
static int forged(struct message *m)
{
	struct { uint8_t *p; size_t len; } parts[] = {
		{ m->cipher, m->len }, { m->tag, m->tag_len },
		{ m->ad, m->ad_len }, { m->nonce, m->info->nonce_len },
	};
	size_t part = prng_below(&m->prng, 4), bit;
	uint8_t *dst = place(m), left = 0;
	int err;

	if (!parts[part].len)
		part = 1;
	bit = prng_below(&m->prng, 8 * parts[part].len);
	parts[part].p[bit / 8] ^= (uint8_t)(1 << bit % 8);
	run_on(m, m->row);
	err = testudo_decrypt(dst, m->cipher, m->len, m->tag, m->ad, m->ad_len,
			      m->nonce, m->info->nonce_len, &m->key);
	parts[part].p[bit / 8] ^= (uint8_t)(1 << bit % 8);
	for (size_t i = 0; i < m->len; i++)
		left |= dst[i];
	if (err != -EBADMSG)
		return failed(m, "forgery accepted");
	if (left || !only_there(m, dst))
		return failed(m, "plaintext of a forgery not cleared");
	return 0;
}

/* The MAC of the plaintext, whole on generic and in pieces on both. */
static int mac(struct message *m)
{
	struct testudo_aegismac_ctx start, ctx;
	uint8_t tag[2][32];
	size_t n;

	if (testudo_aegismac_init(&start, m->alg, m->raw, m->info->key_len,
				  m->nonce, m->info->nonce_len))
		return 0;	/* an algorithm without a MAC */
	ctx = start;
	for (size_t i = 0; i < m->len; i += n) {
		n = next_piece(m, m->len - i);
		testudo_aegismac_update(&ctx, m->plain + i, n);
	}
	run_on(m, m->row);
	if (testudo_aegismac_final(&ctx, tag[0], m->tag_len))
		return failed(m, "wrong MAC");
	run_on(m, REFERENCE);
	testudo_aegismac_update(&start, m->plain, m->len);
	if (testudo_aegismac_final(&start, tag[1], m->tag_len) ||
	    memcmp(tag[0], tag[1], m->tag_len))
		return failed(m, "wrong MAC");
	return 0;
}

int check_random(enum testudo_alg alg, const char *row, uint64_t seed, int n,
		 struct why *why)
{
	static struct message m;

	if (!testudo_alg_info(alg))
		return check_bare_random(alg, row, seed, n, why);
	m = (struct message){
		.alg = alg, .row = row, .info = testudo_alg_info(alg),
		.prng = { seed }, .why = why,
	};
	for (int i = 0; i < n; i++)
		if (draw(&m) || whole(&m, true) || whole(&m, false) ||
		    pieces(&m, true) || pieces(&m, false) || forged(&m) ||
		    mac(&m))
			return -1;
	return n;
}
