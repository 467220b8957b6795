/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Poly1305 (RFC 8439, section 2.5) in scalar instructions: what all rows do
 * with the ends of a message, and with one too short for vectors.
 *
 * r is clamped: r[0] and r[1] are below 2^60, and r[1] is a multiple of 4.
 */
#ifndef TESTUDO_POLY1305_H
#define TESTUDO_POLY1305_H

#include "core.h"

INLINE void poly1305_init(struct poly1305 *p, const uint8_t key[32])
{
	p->h[0] = p->h[1] = p->h[2] = 0;
	p->r[0] = load_le64(key) & 0x0ffffffc0fffffff;
	p->r[1] = load_le64(key + 8) & 0x0ffffffc0ffffffc;
	p->s[0] = load_le64(key + 16);
	p->s[1] = load_le64(key + 24);
}

#ifdef __SIZEOF_INT128__

/* h = h0 + 2^64 h1 + 2^128 h2, and what multiplies it.  s1 is 5/4 r1, which is
 * 2^128 r1 (mod 2^130 - 5). */
struct poly1305_sum {
	uint64_t h0, h1, h2, r0, r1, s1;
};

/*
 * Additions of two and of three words.  gcc 12 takes 26 to 32 cycles for a
 * block where these are in C, and 15 this way.  clang makes the same of both,
 * and its sanitizers do not look into assembly.
 */
#if defined(__x86_64__) && !defined(__clang__)
#define ADD_2(h0, h1, a0, a1)						\
	__asm__("add %2, %0\n\tadc %3, %1"				\
		: "+&r"(h0), "+r"(h1)					\
		: "rme"((uint64_t)(a0)), "rme"((uint64_t)(a1)) : "cc")
#define ADD_3(h0, h1, h2, a0, a1, a2)					\
	__asm__("add %3, %0\n\tadc %4, %1\n\tadc %5, %2"		\
		: "+&r"(h0), "+&r"(h1), "+r"(h2)			\
		: "rme"((uint64_t)(a0)), "rme"((uint64_t)(a1)),		\
		  "rme"((uint64_t)(a2)) : "cc")
#else
#define ADD_2(h0, h1, a0, a1)						\
	do {								\
		unsigned __int128 sum_ = (unsigned __int128)(h0) + (a0); \
									\
		(h0) = (uint64_t)sum_;					\
		(h1) += (a1) + (uint64_t)(sum_ >> 64);			\
	} while (0)
#define ADD_3(h0, h1, h2, a0, a1, a2)					\
	do {								\
		unsigned __int128 sum_ = (unsigned __int128)(h0) + (a0); \
									\
		(h0) = (uint64_t)sum_;					\
		sum_ = (unsigned __int128)(h1) + (a1) +			\
		       (uint64_t)(sum_ >> 64);				\
		(h1) = (uint64_t)sum_;					\
		(h2) += (a2) + (uint64_t)(sum_ >> 64);			\
	} while (0)
#endif

INLINE struct poly1305_sum poly1305_enter(const struct poly1305 *p)
{
	return (struct poly1305_sum){
		p->h[0], p->h[1], p->h[2],
		p->r[0], p->r[1], p->r[1] + (p->r[1] >> 2),
	};
}

INLINE void poly1305_leave(struct poly1305 *p, const struct poly1305_sum *s)
{
	p->h[0] = s->h0;
	p->h[1] = s->h1;
	p->h[2] = s->h2;
}

/* h += lo + 2^64 mid + 2^128 hi */
INLINE void poly1305_add(struct poly1305_sum *s, uint64_t lo, uint64_t mid,
			 uint64_t hi)
{
	ADD_3(s->h0, s->h1, s->h2, lo, mid, hi);
}

/*
 * h = h r, but for a carry that is returned and still to be added: what is
 * above 130 bits, times 5.  The next block can be added before it, which takes
 * that off the way that bounds the speed.
 *
 * h2 is at most 9: 7 of a sum below 2^131, and a block and a carry.  So all
 * that is added in the middle word without a carry is less than
 * (1 + 5/4 + 9 * 5/4) 2^60, the top word less than (1 + 1 + 9) 2^60 + 2, and
 * the carry 5/4 of this, each of them less than 2^64.  With the carry h is less
 * than 2^130 + 2^64.
 */
INLINE uint64_t poly1305_multiply(struct poly1305_sum *s)
{
	typedef unsigned __int128 wide;
	wide a = (wide)s->h0 * s->r0, b = (wide)s->h1 * s->s1;
	wide c = (wide)s->h0 * s->r1, d = (wide)s->h1 * s->r0;
	uint64_t d0 = (uint64_t)a, d1 = (uint64_t)c, d2 = (uint64_t)(c >> 64);
	uint64_t mid;

	ADD_2(d1, d2, (uint64_t)d, (uint64_t)(d >> 64));
	mid = (uint64_t)(a >> 64) + (uint64_t)(b >> 64) + s->h2 * s->s1;
	ADD_3(d0, d1, d2, (uint64_t)b, mid, s->h2 * s->r0);
	s->h0 = d0;
	s->h1 = d1;
	s->h2 = d2 & 3;
	return (d2 >> 2) + (d2 & ~3ull);
}

#else	/* no products of 128 bits */

/* The same in limbs of 26 bits; s = 5 r, which is 2^130 r. */
struct poly1305_sum {
	uint32_t h0, h1, h2, h3, h4, r0, r1, r2, r3, r4, s1, s2, s3, s4;
};

#define POLY1305_LIMB ((1u << 26) - 1)

INLINE void poly1305_add(struct poly1305_sum *s, uint64_t lo, uint64_t mid,
			 uint64_t hi)
{
	s->h0 += lo & POLY1305_LIMB;
	s->h1 += lo >> 26 & POLY1305_LIMB;
	s->h2 += (lo >> 52 | mid << 12) & POLY1305_LIMB;
	s->h3 += mid >> 14 & POLY1305_LIMB;
	s->h4 += (uint32_t)(mid >> 40 | hi << 24);
}

INLINE struct poly1305_sum poly1305_enter(const struct poly1305 *p)
{
	uint64_t r0 = p->r[0], r1 = p->r[1];
	struct poly1305_sum s = { 0 };

	s.r0 = r0 & POLY1305_LIMB;
	s.r1 = r0 >> 26 & POLY1305_LIMB;
	s.r2 = (r0 >> 52 | r1 << 12) & POLY1305_LIMB;
	s.r3 = r1 >> 14 & POLY1305_LIMB;
	s.r4 = (uint32_t)(r1 >> 40);
	s.s1 = 5 * s.r1;
	s.s2 = 5 * s.r2;
	s.s3 = 5 * s.r3;
	s.s4 = 5 * s.r4;
	poly1305_add(&s, p->h[0], p->h[1], p->h[2]);
	return s;
}

INLINE void poly1305_leave(struct poly1305 *p, const struct poly1305_sum *s)
{
	uint32_t h2, h3, h4;

	h2 = s->h2 + (s->h1 >> 26);
	h3 = s->h3 + (h2 >> 26);
	h4 = s->h4 + (h3 >> 26);
	h2 &= POLY1305_LIMB;
	h3 &= POLY1305_LIMB;
	p->h[0] = s->h0 | (uint64_t)(s->h1 & POLY1305_LIMB) << 26 |
		  (uint64_t)h2 << 52;
	p->h[1] = h2 >> 12 | (uint64_t)h3 << 14 | (uint64_t)h4 << 40;
	p->h[2] = h4 >> 24;
}

#define MUL(a, b) ((uint64_t)s->a * s->b)

/*
 * Here there is no carry left.  Limb 4 is below 2^27 in a sum below 2^131, and
 * below 2^28 with a block, the others below that too, and s below 2^29: the
 * five products below 2^60.
 */
INLINE uint64_t poly1305_multiply(struct poly1305_sum *s)
{
	uint64_t d0 = MUL(h0, r0) + MUL(h1, s4) + MUL(h2, s3) + MUL(h3, s2) +
		      MUL(h4, s1);
	uint64_t d1 = MUL(h0, r1) + MUL(h1, r0) + MUL(h2, s4) + MUL(h3, s3) +
		      MUL(h4, s2) + (d0 >> 26);
	uint64_t d2 = MUL(h0, r2) + MUL(h1, r1) + MUL(h2, r0) + MUL(h3, s4) +
		      MUL(h4, s3) + (d1 >> 26);
	uint64_t d3 = MUL(h0, r3) + MUL(h1, r2) + MUL(h2, r1) + MUL(h3, r0) +
		      MUL(h4, s4) + (d2 >> 26);
	uint64_t d4 = MUL(h0, r4) + MUL(h1, r3) + MUL(h2, r2) + MUL(h3, r1) +
		      MUL(h4, r0) + (d3 >> 26);

	d0 = (d0 & POLY1305_LIMB) + 5 * (d4 >> 26);
	s->h0 = d0 & POLY1305_LIMB;
	s->h1 = (d1 & POLY1305_LIMB) + (uint32_t)(d0 >> 26);
	s->h2 = d2 & POLY1305_LIMB;
	s->h3 = d3 & POLY1305_LIMB;
	s->h4 = d4 & POLY1305_LIMB;
	return 0;
}

#undef MUL
#endif

/* h = (h + m) r, where m = lo + 2^64 mid + 2^128 hi. */
INLINE void poly1305_block(struct poly1305 *p, uint64_t lo, uint64_t mid,
			   uint64_t hi)
{
	struct poly1305_sum s = poly1305_enter(p);
	uint64_t carry;

	poly1305_add(&s, lo, mid, hi);
	carry = poly1305_multiply(&s);
	poly1305_add(&s, carry, 0, 0);
	poly1305_leave(p, &s);
}

/* The same with n blocks of a message. */
INLINE void poly1305_blocks(struct poly1305 *p, const uint8_t *src, size_t n)
{
	struct poly1305_sum s = poly1305_enter(p);
	uint64_t carry = 0;

	for (; n; n--, src += 16) {
		poly1305_add(&s, load_le64(src), load_le64(src + 8), 1);
		poly1305_add(&s, carry, 0, 0);
		carry = poly1305_multiply(&s);
	}
	poly1305_add(&s, carry, 0, 0);
	poly1305_leave(p, &s);
}

/* n < 8 bytes, from two pieces that overlap. */
INLINE uint64_t poly1305_load_part(const uint8_t *src, size_t n)
{
	if (n >= 4)
		return load_le32(src) |
		       (uint64_t)load_le32(src + n - 4) << (8 * n - 32);
	if (!n)
		return 0;
	return src[0] | (uint64_t)src[n / 2] << (n / 2 * 8) |
	       (uint64_t)src[n - 1] << (8 * n - 8);
}

/* n < 16 bytes, and the 1 behind them where the message ends there. */
INLINE void poly1305_part(struct poly1305 *p, const uint8_t *src, size_t n,
			  bool end)
{
	uint64_t lo, mid = 0, one = (uint64_t)end << 8 * (n % 8);

	if (n < 8) {
		lo = poly1305_load_part(src, n) | one;
	} else {
		lo = load_le64(src);
		mid = poly1305_load_part(src + 8, n - 8) | one;
	}
	poly1305_block(p, lo, mid, !end);
}

/* Bytes, zero padded to whole blocks. */
INLINE void poly1305_padded(struct poly1305 *p, const uint8_t *src, size_t len)
{
	poly1305_blocks(p, src, len / 16);
	if (len % 16)
		poly1305_part(p, src + len - len % 16, len % 16, false);
}

/*
 * h mod p + s.  h is below 2^131, so that what is above 130 bits is 0 or 1, and
 * when it has come back times 5, h is below 2^130 + 5, which is below 2 p.
 */
INLINE void poly1305_tag(const struct poly1305 *p, uint8_t tag[16])
{
	uint64_t h0, h1, h2, g0, g1, g2, mask;

	h0 = p->h[0] + 5 * (p->h[2] >> 2);
	h1 = p->h[1] + (h0 < p->h[0]);
	h2 = (p->h[2] & 3) + (h1 < p->h[1]);
	/* h - p, that is h + 5 - 2^130, if it is not negative */
	g0 = h0 + 5;
	g1 = h1 + (g0 < h0);
	g2 = h2 + (g1 < h1);
	mask = -(g2 >> 2);
	h0 = (h0 & ~mask) | (g0 & mask);
	h1 = (h1 & ~mask) | (g1 & mask);
	h0 += p->s[0];
	h1 += p->s[1] + (h0 < p->s[0]);
	store_le64(tag, h0);
	store_le64(tag + 8, h1);
}

/* The operation "poly1305" of each row (core.h), except that the registers are
 * left as they are. */
#define POLY1305_FUNCTION(row) \
	void testudo_poly1305_##row(struct poly1305 *p, const uint8_t *src, \
				    size_t n)
POLY1305_FUNCTION(generic);
POLY1305_FUNCTION(avx2);
POLY1305_FUNCTION(ifma);

#endif
