// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * Poly1305 with AVX2: four blocks at a time, one in each 64-bit lane; in scalar
 * instructions where the message is short.
 *
 * The lanes are four sums, each of every fourth block: S = S r^4 + M.  At the
 * end each lane is multiplied by the power of r that its last block is away
 * from the end, and all are added.  Up to four steps go together,
 *
 *	S = S r^16 + M0 r^12 + M1 r^8 + M2 r^4 + M3,
 *
 * so that one carry serves them all, and only S is ever split into limbs of 26
 * bits.  A block stays in its words of 32 bits: of each power there are also
 * the products with 2^32, 2^64 and 2^96, each in limbs.  So a block takes 20
 * multiplications instead of 25, and no masks, since vpmuludq looks at the low
 * halves only.  The ports for vectors are what bounds the speed.
 *
 * Bounds: a limb is less than 2^26 + 2^21 in a power (shift()), and less than
 * 2^26 + 2^14 in S (carry()).  Before the carry it is less than
 *
 *	3 * 4 * 2^32 (2^26 + 2^21)	the words of M0, M1 and M2
 *	+ 3 * 2^32 (2^26 + 2^21)	their bits 2^128
 *	+ 2^52 + 2^24			M3 and its bit
 *	+ 5 * (2^26 + 2^14) * 5 * 2^27	S r^16
 *
 * which is less than 2^63.  The sum at the beginning of a call has its last
 * limb below 2^27, which changes nothing.
 */
#ifdef __x86_64__
#include "../poly1305.h"
#include <immintrin.h>
#include "leave.h"

#define ROW avx2
#define ROW_CPU (CPU_AVX2 | CPU_BMI2)
ISA_BEGIN("avx2,bmi2")

#include "poly1305_avx2.inc"

/* Row i of a table of limbs. */
#define TABLE(x, i) ((const uint64_t (*)[STEPS])&(x)[0][i])

INLINE struct limbs from_table(const uint64_t (*table)[STEPS])
{
	return (struct limbs){
		all(table[0]), all(table[1]), all(table[2]), all(table[3]),
		all(table[4]),
	};
}

INLINE struct limbs add_words(struct limbs t, V words,
			      const uint64_t (*power)[STEPS])
{
	t.l0 += mul(words, all(power[0]));
	t.l1 += mul(words, all(power[1]));
	t.l2 += mul(words, all(power[2]));
	t.l3 += mul(words, all(power[3]));
	t.l4 += mul(words, all(power[4]));
	KEEP_ORDER(t);
	return t;
}

/* t + 64 bytes times r^(4 i + 4); the lanes are blocks 0, 2, 1 and 3. */
INLINE struct limbs add_blocks_times(struct limbs t, const uint8_t *src,
				     const struct powers *p, size_t i)
{
	V a = load(src), b = load(src + 32);
	V low = unpack_low(a, b), high = unpack_high(a, b);

	t = add_words(t, low, TABLE(p->word[0], i));
	t = add_words(t, low >> 32, TABLE(p->word[1], i));
	t = add_words(t, high, TABLE(p->word[2], i));
	return add_words(t, high >> 32, TABLE(p->word[3], i));
}

/* t + 64 bytes; before a carry limbs of 52 bits will do. */
INLINE struct limbs add_blocks(struct limbs t, const uint8_t *src)
{
	V a = load(src), b = load(src + 32);
	V low = unpack_low(a, b), high = unpack_high(a, b);

	t.l0 += low & MASK52;
	t.l2 += (low >> 52 | high << 12) & MASK52;
	t.l4 += high >> 40;
	return t;
}

/* sum f and n steps, 1 to 4. */
INLINE struct limbs steps(struct limbs sum, struct factor f,
			  const uint8_t *src, size_t n, const struct powers *p)
{
	struct limbs t = from_table(TABLE(p->ones, n - 1));

	for (size_t i = n - 1; i; i--, src += 64)
		t = add_blocks_times(t, src, p, i - 1);
	t = add_blocks(t, src);
	return carry(add_product(t, sum, f), p->mask26);
}

/* The first n steps: the sum so far belongs to the first block of them. */
INLINE struct limbs first_steps(const uint64_t h[3], const uint8_t *src,
				size_t n, const struct powers *p)
{
	struct limbs sum = split((V){ h[0] }, (V){ h[1] }, (V){ h[2] });
	struct limbs power;

	if (n == 1) {
		sum.l4 += 1 << 24;
		return carry(add_blocks(sum, src), p->mask26);
	}
	power = from_table(TABLE(p->word[0], n - 2));
	return steps(sum, factor_of(power), src, n, p);
}

INLINE __m128i add_halves(V a)
{
	return _mm_add_epi64(_mm256_castsi256_si128((__m256i)a),
			     _mm256_extracti128_si256((__m256i)a, 1));
}

#define LOW(a) ((uint64_t)_mm_cvtsi128_si64(a))
#define HIGH(a) ((uint64_t)_mm_extract_epi64(a, 1))

/* All lanes in one; a limb of each is less than 5 * 5 * 2^53. */
INLINE void join(uint64_t h[3], struct limbs t)
{
	__m128i l01 = add_halves(unpack_low(t.l0, t.l1) +
				 unpack_high(t.l0, t.l1));
	__m128i l23 = add_halves(unpack_low(t.l2, t.l3) +
				 unpack_high(t.l2, t.l3));
	__m128i l44 = add_halves(t.l4);
	uint64_t l1 = HIGH(l01), l2 = LOW(l23), l3 = HIGH(l23);
	uint64_t l4 = LOW(l44) + HIGH(l44);
	uint64_t h0 = LOW(l01), h1 = l2 >> 12, h2 = l4 >> 24, over;

	ADD_3(h0, h1, h2, l1 << 26, l1 >> 38, 0);
	ADD_3(h0, h1, h2, l2 << 52, l3 << 14, l3 >> 50);
	ADD_2(h1, h2, l4 << 40, 0);
	over = (h2 >> 2) + (h2 & ~3ull);
	h2 &= 3;
	ADD_3(h0, h1, h2, over, 0, 0);
	h[0] = h0;
	h[1] = h1;
	h[2] = h2;
}

static NOINLINE void vectors(struct poly1305 *p, const uint8_t *src, size_t n)
{
	const struct limbs zero = { 0 };
	size_t first = (n - 1) % STEPS + 1;
	struct powers powers;
	struct limbs sum;

	make_powers(&powers, p);
	RELOAD(&powers);
	sum = first_steps(p->h, src, first, &powers);
	src += 64 * first;
	for (n -= first; n; n -= STEPS, src += 64 * STEPS) {
		RELOAD(&powers);
		sum = steps(sum, powers.top, src, STEPS, &powers);
	}
	join(p->h, add_product(zero, sum, factor_of(powers.last)));
}

/* The powers, and what did not fit in registers. */
DEFINE_FORGET_AVX(forget_vectors, 2304)

/* From here on vectors are faster. */
#define VECTOR_BLOCKS 36

/* The blocks beyond a multiple of four go first: the powers of r are computed
 * beside them. */
void testudo_poly1305_avx2(struct poly1305 *p, const uint8_t *src, size_t n)
{
	size_t head = n < VECTOR_BLOCKS ? n : n % 4;

	poly1305_blocks(p, src, head);
	if (n > head) {
		vectors(p, src + 16 * head, (n - head) / 4);
		FORGET_BELOW(forget_vectors);
	}
}

DEFINE_FORGET_AVX(forget_stack, 256)

static void op_poly1305(struct poly1305 *p, const uint8_t *src, size_t n)
{
	testudo_poly1305_avx2(p, src, n);
	LEAVE_AVX();
}

const struct testudo_ops testudo_poly1305_avx2_ops = {
	.name = ROW_STRING(ROW),
	.cpu = ROW_CPU,
	.forget = forget_stack,
	.poly1305 = op_poly1305,
};

ISA_END
#endif
