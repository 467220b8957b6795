// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * Keys, whole messages, messages in pieces, batches: all that is the same for
 * every algorithm and every instruction set.
 */
#include "core.h"

enum { PHASE_AD = 1, PHASE_ENCRYPT, PHASE_DECRYPT };

void testudo_wipe(void *p, size_t len)
{
	if (len)
		memset(p, 0, len);
	__asm__ volatile("" : : "r"(p) : "memory");
}

int testudo_key_init(struct testudo_key *key, enum testudo_alg alg,
		     const uint8_t *raw, size_t raw_len, size_t tag_len)
{
	size_t slot = testudo_aead_slot(alg);
	const struct testudo_alg_info *info = &testudo_algs[slot].info;

	if (!slot || !key || !raw || raw_len != info->key_len ||
	    overlap(key, sizeof(*key), raw, raw_len))
		return -EINVAL;
	if (tag_len != info->tag_len_max &&
	    tag_len != testudo_algs[slot].tag_len_min)
		return -EINVAL;
	memset(key, 0, sizeof(*key));
	copy_secret(key->raw, raw, raw_len);
	clear_vectors();
	key->slot = (uint8_t)slot;
	key->tag_len = (uint8_t)tag_len;
	return 0;
}

/* What the public calls promise about their arguments, before any write. */
INLINE int check(const struct testudo_packet *p, size_t nonce_len)
{
	const struct testudo_key *key = p->key;
	const struct testudo_alg_entry *alg = key ? alg_of(key->slot) : NULL;

	if (!alg || nonce_len != alg->info.nonce_len || !p->nonce || !p->tag ||
	    (!p->ad && p->ad_len))
		return -EINVAL;
	if (p->len > alg->info.max_len || p->ad_len > alg->info.max_ad_len)
		return -EMSGSIZE;
	if (overlap(p->tag, key->tag_len, key, sizeof(*key)))
		return -EINVAL;
	if (!p->len)
		return 0;
	if (!p->dst || !p->src || overlap(p->dst, p->len, key, sizeof(*key)) ||
	    (p->dst != p->src && overlap(p->dst, p->len, p->src, p->len)) ||
	    overlap(p->dst, p->len, p->ad, p->ad_len) ||
	    overlap(p->dst, p->len, p->nonce, nonce_len) ||
	    overlap(p->dst, p->len, p->tag, key->tag_len))
		return -EINVAL;
	return 0;
}

/* Compares the tags and, if they differ, takes back what was decrypted. */
INLINE int verify(const struct testudo_packet *p, uint8_t *expected)
{
	if (tag_equal(expected, p->tag, p->key->tag_len))
		return 0;
	if (p->len)
		testudo_wipe(p->dst, p->len);
	return -EBADMSG;
}

int testudo_encrypt(uint8_t *dst, const uint8_t *src, size_t len, uint8_t *tag,
		    const uint8_t *ad, size_t ad_len,
		    const uint8_t *nonce, size_t nonce_len,
		    const struct testudo_key *key)
{
	struct testudo_packet p = { dst, src, len, tag, ad, ad_len, nonce, key, 0 };
	int err = check(&p, nonce_len);
	const struct testudo_ops *ops;

	if (err)
		return err;
	ops = testudo_ops(key->slot);
	ops->encrypt(&p, 1);
	forget(ops);
	return 0;
}

int testudo_decrypt(uint8_t *dst, const uint8_t *src, size_t len,
		    const uint8_t *tag, const uint8_t *ad, size_t ad_len,
		    const uint8_t *nonce, size_t nonce_len,
		    const struct testudo_key *key)
{
	struct testudo_packet p = { dst, src, len, (uint8_t *)tag, ad, ad_len,
				    nonce, key, 0 };
	int err = check(&p, nonce_len);
	const struct testudo_ops *ops;
	uint8_t expected[1][32];

	if (err)
		return err;
	ops = testudo_ops(key->slot);
	ops->decrypt(&p, 1, expected);
	forget(ops);
	return verify(&p, expected[0]);
}

/* How many packets one call of a row gets at most: bounds the tags on the
 * stack. */
#define BATCH_MAX 32

/*
 * Checks packets from p on and returns how many of them, none at all if the
 * first one is bad, can go to one row in one call.
 */
static size_t batch_run(struct testudo_packet *p, size_t n)
{
	size_t run = 0;

	while (run < n && run < BATCH_MAX) {
		const struct testudo_key *key = p[run].key;
		const struct testudo_alg_entry *alg =
			key ? alg_of(key->slot) : NULL;

		if (run && (!key || key->slot != p->key->slot))
			break;
		p[run].status = check(&p[run], alg ? alg->info.nonce_len : 0);
		if (p[run].status)
			break;
		run++;
	}
	return run;
}

static size_t batch(struct testudo_packet *p, size_t n, bool decrypt)
{
	uint8_t expected[BATCH_MAX][32];
	const struct testudo_ops *ops;
	size_t run, failed = 0;

	for (; n; p += run, n -= run) {
		run = batch_run(p, n);
		if (!run) {
			failed++;
			run = 1;
			continue;
		}
		ops = testudo_ops(p->key->slot);
		if (decrypt)
			ops->decrypt(p, run, expected);
		else
			ops->encrypt(p, run);
		forget(ops);
		for (size_t i = 0; decrypt && i < run; i++) {
			p[i].status = verify(&p[i], expected[i]);
			failed += p[i].status != 0;
		}
	}
	return failed;
}

size_t testudo_encrypt_batch(struct testudo_packet *p, size_t n)
{
	return batch(p, n, false);
}

size_t testudo_decrypt_batch(struct testudo_packet *p, size_t n)
{
	return batch(p, n, true);
}

int testudo_ctx_init(struct testudo_ctx *ctx, const uint8_t *nonce,
		     size_t nonce_len, const struct testudo_key *key)
{
	const struct testudo_alg_entry *alg = key ? alg_of(key->slot) : NULL;
	const struct testudo_ops *ops;

	if (!ctx || !nonce || !alg || nonce_len != alg->info.nonce_len ||
	    overlap(ctx, sizeof(*ctx), nonce, nonce_len) ||
	    overlap(ctx, sizeof(*ctx), key, sizeof(*key)))
		return -EINVAL;
	ctx->ad_len = 0;
	ctx->len = 0;
	ctx->slot = key->slot;
	ctx->tag_len = key->tag_len;
	ctx->phase = PHASE_AD;
	ctx->fill = 0;
	ops = testudo_ops(key->slot);
	ops->init(ctx->state, key->raw, nonce);
	forget(ops);
	return 0;
}

static bool begun(const struct testudo_ctx *ctx)
{
	return ctx && alg_of(ctx->slot) && ctx->phase &&
	       ctx->phase <= PHASE_DECRYPT;
}

/* Absorbs what stands in the block: the end of the associated data, or a block
 * of the message that came in pieces. */
static void flush(struct testudo_ctx *ctx, const struct testudo_ops *ops)
{
	if (ctx->fill) {
		ops->absorb(ctx->state, ctx->block, ctx->fill);
		forget(ops);
	}
	ctx->fill = 0;
}

int testudo_auth_update(struct testudo_ctx *ctx, const uint8_t *ad, size_t len)
{
	const struct testudo_alg_entry *alg;
	const struct testudo_ops *ops;
	uint8_t *state;
	size_t n;

	if (!begun(ctx) || ctx->phase != PHASE_AD || (!ad && len))
		return -EINVAL;
	alg = &testudo_algs[ctx->slot];
	if (len > alg->info.max_ad_len - ctx->ad_len)
		return -EMSGSIZE;
	if (!len)
		return 0;
	ops = testudo_ops(ctx->slot);
	state = ctx->state;
	ctx->ad_len += len;
	if (ctx->fill) {
		n = alg->rate - ctx->fill;
		if (n > len)
			n = len;
		copy_short(ctx->block + ctx->fill, ad, n);
		clear_vectors();	/* AEGISMAC's messages come here */
		ctx->fill += (uint8_t)n;
		ad += n;
		len -= n;
		if (ctx->fill < alg->rate)
			return 0;
		flush(ctx, ops);
	}
	n = len - len % alg->rate;
	if (n) {
		ops->absorb(state, ad, n);
		forget(ops);
	}
	copy_short(ctx->block, ad + n, len - n);
	clear_vectors();
	ctx->fill = (uint8_t)(len - n);
	return 0;
}

/* n is 1 or 8: a block may have 127 bytes, and one at a time is a cycle each. */
INLINE void crypt_bytes(uint8_t *dst, const uint8_t *src, uint8_t *block,
			size_t n, bool keep_in)
{
	uint64_t in = 0, out = 0;

	memcpy(&in, src, n);
	memcpy(&out, block, n);
	out ^= in;
	memcpy(block, keep_in ? &in : &out, n);
	memcpy(dst, &out, n);
}

/*
 * Goes on in the current block, of which fill bytes have passed.  It holds what
 * has to be absorbed so far, plaintext or ciphertext, and then the rest of the
 * keystream, so every byte can go out at once and the whole block be absorbed
 * when it is full.
 */
static size_t crypt_in_block(struct testudo_ctx *ctx, uint8_t *dst,
			     const uint8_t *src, size_t len,
			     const struct testudo_alg_entry *alg)
{
	bool keep_in = (ctx->phase == PHASE_DECRYPT) == alg->macs_ciphertext;
	uint8_t *block = ctx->block + ctx->fill;
	size_t n = alg->rate - ctx->fill, i = 0;

	if (n > len)
		n = len;
	for (; n - i >= 8; i += 8)
		crypt_bytes(dst + i, src + i, block + i, 8, keep_in);
	for (; i < n; i++)
		crypt_bytes(dst + i, src + i, block + i, 1, keep_in);
	ctx->fill += (uint8_t)n;
	clear_vectors();
	return n;
}

static int crypt_update(struct testudo_ctx *ctx, uint8_t *dst,
			const uint8_t *src, size_t len, uint8_t phase)
{
	const struct testudo_alg_entry *alg;
	const struct testudo_ops *ops;
	uint8_t *state;
	size_t n;

	if (!begun(ctx) || (ctx->phase != PHASE_AD && ctx->phase != phase) ||
	    (len && (!dst || !src)))
		return -EINVAL;
	alg = &testudo_algs[ctx->slot];
	if (len > alg->info.max_len - ctx->len)
		return -EMSGSIZE;
	if ((dst != src && overlap(dst, len, src, len)) ||
	    overlap(dst, len, ctx, sizeof(*ctx)))
		return -EINVAL;
	ops = testudo_ops(ctx->slot);
	state = ctx->state;
	if (ctx->phase == PHASE_AD) {
		flush(ctx, ops);
		ctx->phase = phase;
	}
	if (!len)
		return 0;
	ctx->len += len;
	if (ctx->fill) {
		n = crypt_in_block(ctx, dst, src, len, alg);
		dst += n;
		src += n;
		len -= n;
		if (ctx->fill < alg->rate)
			return 0;
		flush(ctx, ops);
	}
	n = len - len % alg->rate;
	if (n && phase == PHASE_ENCRYPT)
		ops->encrypt_blocks(state, dst, src, n);
	else if (n)
		ops->decrypt_blocks(state, dst, src, n);
	if (len > n)
		ops->keystream(state, ctx->block);
	forget(ops);
	if (len > n)
		crypt_in_block(ctx, dst + n, src + n, len - n, alg);
	return 0;
}

int testudo_encrypt_update(struct testudo_ctx *ctx, uint8_t *dst,
			   const uint8_t *src, size_t len)
{
	return crypt_update(ctx, dst, src, len, PHASE_ENCRYPT);
}

int testudo_decrypt_update(struct testudo_ctx *ctx, uint8_t *dst,
			   const uint8_t *src, size_t len)
{
	return crypt_update(ctx, dst, src, len, PHASE_DECRYPT);
}

static int final(struct testudo_ctx *ctx, uint8_t *tag, uint8_t phase)
{
	const struct testudo_alg_entry *alg;
	const struct testudo_ops *ops;

	if (ctx->phase != PHASE_AD && ctx->phase != phase)
		return -EINVAL;
	alg = &testudo_algs[ctx->slot];
	ops = testudo_ops(ctx->slot);
	flush(ctx, ops);
	ops->finish(ctx->state, ctx->ad_len << alg->lens_shift,
		    ctx->len << alg->lens_shift, tag, ctx->tag_len);
	forget(ops);
	return 0;
}

int testudo_encrypt_final(struct testudo_ctx *ctx, uint8_t *tag)
{
	int err;

	if (!begun(ctx) || !tag ||
	    overlap(tag, ctx->tag_len, ctx, sizeof(*ctx)))
		return -EINVAL;
	err = final(ctx, tag, PHASE_ENCRYPT);
	if (!err)
		testudo_wipe(ctx, sizeof(*ctx));
	return err;
}

int testudo_decrypt_final(struct testudo_ctx *ctx, const uint8_t *tag)
{
	uint8_t expected[32];
	int err;

	if (!begun(ctx) || !tag)
		return -EINVAL;
	err = final(ctx, expected, PHASE_DECRYPT);
	if (err)
		return err;
	if (!tag_equal(expected, tag, ctx->tag_len))
		err = -EBADMSG;
	testudo_wipe(ctx, sizeof(*ctx));
	return err;
}
