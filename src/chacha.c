// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * ChaCha and HChaCha: the public calls, and the row in plain C.
 */
#include <testudo/chacha.h>
#include "chacha.h"

#define ROW generic

INLINE uint32_t rotl(uint32_t v, int n)
{
	return v << n | v >> (32 - n);
}

#define QUARTER_ROUND(a, b, c, d)			\
	do {						\
		x[a] += x[b];				\
		x[d] = rotl(x[d] ^ x[a], 16);		\
		x[c] += x[d];				\
		x[b] = rotl(x[b] ^ x[c], 12);		\
		x[a] += x[b];				\
		x[d] = rotl(x[d] ^ x[a], 8);		\
		x[c] += x[d];				\
		x[b] = rotl(x[b] ^ x[c], 7);		\
	} while (0)

INLINE void permute(uint32_t x[16], int rounds)
{
	for (; rounds; rounds -= 2) {
		QUARTER_ROUND(0, 4, 8, 12);
		QUARTER_ROUND(1, 5, 9, 13);
		QUARTER_ROUND(2, 6, 10, 14);
		QUARTER_ROUND(3, 7, 11, 15);
		QUARTER_ROUND(0, 5, 10, 15);
		QUARTER_ROUND(1, 6, 11, 12);
		QUARTER_ROUND(2, 7, 8, 13);
		QUARTER_ROUND(3, 4, 9, 14);
	}
}

/* XORs the next block of keystream on src, which may be dst. */
static NOINLINE void block(uint32_t state[16], uint8_t *dst, const uint8_t *src,
			   int rounds)
{
	uint32_t x[16];

	UNROLL(16)
	for (int i = 0; i < 16; i++)
		x[i] = state[i];
	permute(x, rounds);
	UNROLL(16)
	for (int i = 0; i < 16; i++)
		store_le32(dst + 4 * i,
			   (x[i] + state[i]) ^ load_le32(src + 4 * i));
	state[12]++;
}

CHACHA_FUNCTION(generic)
{
	uint8_t last[64];

	if (key) {
		wipe(key, 64);
		block(x, key, key, rounds);
	}
	for (; len >= 64; len -= 64, dst += 64, src += 64)
		block(x, dst, src, rounds);
	if (len) {
		wipe(last, sizeof(last));
		copy_short(last, src, len);
		block(x, last, last, rounds);
		copy_short(dst, last, len);
	}
}

DEFINE_FORGET(forget_stack, 512)

static void op_chacha(uint32_t x[16], uint8_t *key, uint8_t *dst,
		      const uint8_t *src, size_t len, int rounds)
{
	testudo_chacha_generic(x, key, dst, src, len, rounds);
	clear_vectors();
}

const struct testudo_ops testudo_chacha_generic_ops = {
	.name = ROW_STRING(ROW),
	.forget = forget_stack,
	.chacha = op_chacha,
};

static bool rounds_known(int rounds)
{
	return rounds == 8 || rounds == 12 || rounds == 20;
}

void testudo_chacha_init(struct testudo_chacha_state *s, const uint8_t key[32],
			 const uint8_t iv[16])
{
	chacha_store_row(s->x, CHACHA_SIGMA);
	chacha_load_row(s->x + 4, key);
	chacha_load_row(s->x + 8, key + 16);
	chacha_load_row(s->x + 12, iv);
	clear_vectors();
}

void testudo_chacha_crypt(struct testudo_chacha_state *s, uint8_t *dst,
			  const uint8_t *src, size_t len, int rounds)
{
	const struct testudo_ops *ops;

	if (!len || !rounds_known(rounds))
		return;
	ops = testudo_ops(SLOT_CHACHA);
	ops->chacha(s->x, NULL, dst, src, len, rounds);
	forget(ops);
}

void testudo_hchacha_words(uint32_t x[16], int rounds)
{
	permute(x, rounds);
}

DEFINE_FORGET(forget_rounds, 256)

void testudo_hchacha(const uint8_t key[32], const uint8_t nonce[16],
		     uint8_t out[32], int rounds)
{
	struct testudo_chacha_state s;

	if (!rounds_known(rounds))
		return;
	testudo_chacha_init(&s, key, nonce);
	testudo_hchacha_words(s.x, rounds);
	for (int i = 0; i < 4; i++) {
		store_le32(out + 4 * i, s.x[i]);
		store_le32(out + 16 + 4 * i, s.x[12 + i]);
	}
	wipe(&s, sizeof(s));
	clear_vectors();
	FORGET_BELOW(forget_rounds);
}
