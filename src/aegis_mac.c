// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * AEGISMAC (RFC 10032): absorb the message as associated data, end with the
 * tag's length in place of the message's, and, where there are several lanes,
 * absorb the tags of the lanes into lane 0.  All of it stands on the canonical
 * state, so it is written once for every row.
 */
#include <testudo/mac.h>
#include "core.h"

int testudo_aegismac_init(struct testudo_aegismac_ctx *c, enum testudo_alg alg,
			  const uint8_t *key, size_t key_len,
			  const uint8_t *nonce, size_t nonce_len)
{
	static const uint8_t zero[32];
	size_t slot = testudo_slot(alg);
	struct testudo_key k;
	int err;

	if (!c || !slot || !testudo_algs[slot].lanes)
		return -EINVAL;
	if (!nonce && !nonce_len) {
		nonce = zero;
		nonce_len = testudo_algs[slot].info.nonce_len;
	}
	err = testudo_key_init(&k, alg, key, key_len, 16);
	if (!err)
		err = testudo_ctx_init(&c->ctx, nonce, nonce_len, &k);
	testudo_wipe(&k, sizeof(k));
	return err;
}

/* A context whose update failed takes no more and has no tag: ad_len over the
 * limit stands for that. */
#define SPOILT (~0ull)

void testudo_aegismac_update(struct testudo_aegismac_ctx *c,
			     const uint8_t *msg, size_t len)
{
	if (!c || c->ctx.ad_len == SPOILT)
		return;
	if (testudo_auth_update(&c->ctx, msg, len))
		c->ctx.ad_len = SPOILT;
}

INLINE void xor_block(uint8_t *dst, const uint8_t *src)
{
	for (int i = 0; i < 16; i++)
		dst[i] ^= src[i];
}

/* Tag of one lane: words 0 to half-1, then half to words-1, XORed.  The short
 * tag is both halves together, for AEGIS-128 without the last word. */
static void lane_tag(uint8_t *tag, const uint8_t *state, size_t lane,
		     const struct testudo_alg_entry *alg, size_t tag_len)
{
	size_t words = alg->words;

	if (tag_len == 16 && words == 8)
		words--;
	memset(tag, 0, tag_len);
	for (size_t j = 0; j < words; j++)
		xor_block(tag + (tag_len == 32 && j >= alg->words / 2u ? 16 : 0),
			  state + 16 * (j * alg->lanes + lane));
}

/* Goes on with lane 0 by itself, as the variant with a single lane. */
static void fold_lanes(uint8_t *state, const struct testudo_alg_entry *alg,
		       uint8_t *tag, size_t tag_len)
{
	size_t slot = testudo_slot(alg->words == 8 ? TESTUDO_AEGIS128L :
						     TESTUDO_AEGIS256);
	const struct testudo_ops *ops = testudo_ops(slot);
	uint8_t lane0[128], tags[4 * 32];
	size_t n = 0;

	for (size_t i = alg->words == 8 && tag_len == 16 ? 0 : 1;
	     i < alg->lanes; i++, n += tag_len)
		lane_tag(tags + n, state, i, alg, tag_len);
	for (size_t j = 0; j < alg->words; j++)
		copy_secret(lane0 + 16 * j, state + 16 * j * alg->lanes, 16);
	ops->absorb(lane0, tags, n);
	ops->finish(lane0, alg->lanes, 8 * tag_len, tag, tag_len);
	forget(ops);
	testudo_wipe(lane0, sizeof(lane0));
	testudo_wipe(tags, sizeof(tags));
	clear_vectors();
}

int testudo_aegismac_final(struct testudo_aegismac_ctx *c, uint8_t *tag,
			   size_t tag_len)
{
	const struct testudo_alg_entry *alg;
	const struct testudo_ops *ops;
	struct testudo_ctx *ctx;
	uint8_t *state;

	if (!c || !alg_of(c->ctx.slot) || !alg_of(c->ctx.slot)->lanes ||
	    !c->ctx.phase || !tag ||
	    (tag_len != 16 && tag_len != 32) ||
	    overlap(tag, tag_len, c, sizeof(*c)))
		return -EINVAL;
	ctx = &c->ctx;
	state = ctx->state;
	if (ctx->ad_len == SPOILT) {
		testudo_wipe(c, sizeof(*c));
		return -EMSGSIZE;
	}
	alg = &testudo_algs[ctx->slot];
	ops = testudo_ops(ctx->slot);
	if (ctx->fill)
		ops->absorb(state, ctx->block, ctx->fill);
	ops->finish(state, ctx->ad_len << 3, 8 * tag_len, tag, tag_len);
	forget(ops);
	if (alg->lanes > 1)
		fold_lanes(state, alg, tag, tag_len);
	testudo_wipe(c, sizeof(*c));
	return 0;
}

int testudo_aegismac_verify(struct testudo_aegismac_ctx *c, const uint8_t *tag,
			    size_t tag_len)
{
	uint8_t expected[32];
	int err;

	if (!tag)
		return -EINVAL;
	err = testudo_aegismac_final(c, expected, tag_len);
	if (err)
		return err;
	return tag_equal(expected, tag, tag_len) ? 0 : -EBADMSG;
}
