// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * Poly1305: the public calls, and the row in plain C.
 */
#include <testudo/mac.h>
#include "poly1305.h"

#define ROW generic

/* The scalar code keeps little on the stack. */
#if defined(__x86_64__) && defined(__SSE2__)
DEFINE_FORGET_SSE(forget_stack, 256)
#else
DEFINE_FORGET(forget_stack, 512)
#endif

void testudo_poly1305_generic(struct poly1305 *p, const uint8_t *src, size_t n)
{
	poly1305_blocks(p, src, n);
}

static void op_poly1305(struct poly1305 *p, const uint8_t *src, size_t n)
{
	poly1305_blocks(p, src, n);
	clear_vectors();
}

const struct testudo_ops testudo_poly1305_generic_ops = {
	.name = ROW_STRING(ROW),
	.forget = forget_stack,
	.poly1305 = op_poly1305,
};

/* Below this no row has anything faster than the scalar code, and it is run
 * from here, without what the call of a row costs. */
#define ROW_BLOCKS 16

/* What is behind the last whole block, and the tag. */
INLINE void end(struct poly1305 *p, const uint8_t *msg, size_t len,
		uint8_t *tag)
{
	size_t n = len % 16;

	if (n)
		poly1305_part(p, msg + (len - n), n, true);
	poly1305_tag(p, tag);
}

static NOINLINE void short_message(uint8_t *tag, const uint8_t *msg, size_t len,
				   const uint8_t *key)
{
	struct poly1305 p;

	poly1305_init(&p, key);
	poly1305_blocks(&p, msg, len / 16);
	end(&p, msg, len, tag);
}

static NOINLINE void long_message(uint8_t *tag, const uint8_t *msg, size_t len,
				  const uint8_t *key)
{
	const struct testudo_ops *ops = testudo_ops(SLOT_POLY1305);
	struct poly1305 p;

	poly1305_init(&p, key);
	ops->poly1305(&p, msg, len / 16);
	forget(ops);
	end(&p, msg, len, tag);
}

int testudo_poly1305(uint8_t tag[16], const uint8_t *msg, size_t len,
		     const uint8_t key[32])
{
	if (!tag || !key || (!msg && len) || overlap(tag, 16, key, 32))
		return -EINVAL;
	if (len < 16 * ROW_BLOCKS)
		short_message(tag, msg, len, key);
	else
		long_message(tag, msg, len, key);
	FORGET_BELOW(forget_stack);
	clear_vectors();
	return 0;
}

/* phase: what a context is good for, 0 after a wipe */
enum { BEGUN = 1, SPOILT };

/* The first members of a context. */
INLINE struct poly1305 *state(struct testudo_poly1305_ctx *c)
{
	return (struct poly1305 *)c;
}

int testudo_poly1305_init(struct testudo_poly1305_ctx *c, const uint8_t key[32])
{
	if (!c || !key || overlap(c, sizeof(*c), key, 32))
		return -EINVAL;
	poly1305_init(state(c), key);
	clear_vectors();
	c->phase = BEGUN;
	c->fill = 0;
	return 0;
}

static NOINLINE void few_blocks(struct poly1305 *p, const uint8_t *src,
				size_t n)
{
	poly1305_blocks(p, src, n);
}

static void blocks(struct poly1305 *p, const uint8_t *src, size_t n)
{
	const struct testudo_ops *ops;

	if (n < ROW_BLOCKS) {
		few_blocks(p, src, n);
		FORGET_BELOW(forget_stack);
	} else {
		ops = testudo_ops(SLOT_POLY1305);
		ops->poly1305(p, src, n);
		forget(ops);
	}
}

void testudo_poly1305_update(struct testudo_poly1305_ctx *c,
			     const uint8_t *msg, size_t len)
{
	size_t n;

	if (!c || c->phase != BEGUN || !len)
		return;
	if (!msg) {
		c->phase = SPOILT;
		return;
	}
	if (c->fill) {
		n = 16u - c->fill < len ? 16u - c->fill : len;
		/* the compiler does not know that fill is 1 to 15 */
		copy_short(c->block + c->fill, msg, n % 16);
		c->fill += (uint8_t)n;
		msg += n;
		len -= n;
		if (c->fill == 16) {
			blocks(state(c), c->block, 1);
			c->fill = 0;
		}
	}
	if (len >= 16)
		blocks(state(c), msg, len / 16);
	if (len % 16) {
		copy_short(c->block, msg + len - len % 16, len % 16);
		c->fill = len % 16;
	}
	clear_vectors();
}

static NOINLINE void end_context(struct testudo_poly1305_ctx *c, uint8_t *tag)
{
	end(state(c), c->block, c->fill, tag);
}

int testudo_poly1305_final(struct testudo_poly1305_ctx *c, uint8_t tag[16])
{
	bool begun;

	if (!c || !c->phase || !tag || overlap(tag, 16, c, sizeof(*c)))
		return -EINVAL;
	begun = c->phase == BEGUN;
	if (begun) {
		end_context(c, tag);
		FORGET_BELOW(forget_stack);
		clear_vectors();
	}
	testudo_wipe(c, sizeof(*c));
	return begun ? 0 : -EINVAL;
}

int testudo_poly1305_verify(struct testudo_poly1305_ctx *c,
			    const uint8_t tag[16])
{
	uint8_t expected[32];
	int err;

	if (!c || !tag || overlap(tag, 16, c, sizeof(*c)))
		return -EINVAL;
	err = testudo_poly1305_final(c, expected);
	if (err)
		return err;
	return tag_equal(expected, tag, 16) ? 0 : -EBADMSG;
}
