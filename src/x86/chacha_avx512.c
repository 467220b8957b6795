// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * ChaCha with AVX-512: 16 blocks at a time in columns, and what is left in
 * kernels that fit it, so that there is no step between packet sizes.  A pass
 * of 24 blocks (16 in columns, 8 in rows) does 1420 bytes of
 * ChaCha20-Poly1305, the one-time key included.
 */
#ifdef __x86_64__
#include "../chacha.h"
#include <immintrin.h>
#include "leave.h"

#define ROW avx512
#define ROW_CPU (CPU_AVX2 | CPU_BMI2 | CPU_AVX512F | CPU_AVX512BW | \
		 CPU_AVX512VL | CPU_FAST_ZMM)
ISA_BEGIN("avx2,bmi2,avx512f,avx512bw,avx512vl")

#include "chacha_zmm.inc"

#define BLOCK V
#include "../chacha_put.inc"

INLINE bool put_rows(struct data *data, uint8_t *key, struct rows s)
{
	s = transpose_lanes(s.a, s.b, s.c, s.d);
	return put_first(data, key, s.a) && put(data, s.b) &&
	       put(data, s.c) && put(data, s.d);
}

/* Up to 4, 8 or 12 blocks, in as many sets of rows. */
INLINE void rows_pass(const uint32_t *x, uint8_t *key, uint8_t *dst,
		      const uint8_t *src, size_t len, int rounds, int sets)
{
	struct data data = { dst, src, len };
	struct rows r0 = rows_load(x, 0), r1 = rows_load(x, 4);
	struct rows r2 = rows_load(x, 8);

	for (; rounds; rounds -= 2) {
		r0 = rows_column_round(r0);
		if (sets > 1)
			r1 = rows_column_round(r1);
		if (sets > 2)
			r2 = rows_column_round(r2);
		r0 = rows_diagonal_round(r0);
		if (sets > 1)
			r1 = rows_diagonal_round(r1);
		if (sets > 2)
			r2 = rows_diagonal_round(r2);
	}
	if (!put_rows(&data, key, rows_add(r0, x, 0)) || sets == 1 ||
	    !put_rows(&data, NULL, rows_add(r1, x, 4)) || sets == 2)
		return;
	put_rows(&data, NULL, rows_add(r2, x, 8));
}

static NOINLINE void pass4(const uint32_t *x, uint8_t *key, uint8_t *dst,
			   const uint8_t *src, size_t len, int rounds)
{
	rows_pass(x, key, dst, src, len, rounds, 1);
}

static NOINLINE void pass8(const uint32_t *x, uint8_t *key, uint8_t *dst,
			   const uint8_t *src, size_t len, int rounds)
{
	rows_pass(x, key, dst, src, len, rounds, 2);
}

static NOINLINE void pass12(const uint32_t *x, uint8_t *key, uint8_t *dst,
			    const uint8_t *src, size_t len, int rounds)
{
	rows_pass(x, key, dst, src, len, rounds, 3);
}

/* Up to 16 blocks, more than 12. */
static NOINLINE void pass16(const uint32_t *x, uint8_t *key, uint8_t *dst,
			    const uint8_t *src, size_t len, int rounds)
{
	struct data data = { dst, src, len };
	V counters = next_counters(x);
	struct cols c = cols_load(x, counters);
	struct rows t;

	for (; rounds; rounds -= 4) {
		c = diagonal_round(column_round(c));
		c = diagonal_round(column_round(c));
	}
	c = cols_transpose_words(cols_add(c, x, counters));
	t = transpose_lanes(c.x0, c.x1, c.x2, c.x3);
	c.x0 = t.a, c.x1 = t.b, c.x2 = t.c, c.x3 = t.d;
	t = transpose_lanes(c.x4, c.x5, c.x6, c.x7);
	c.x4 = t.a, c.x5 = t.b, c.x6 = t.c, c.x7 = t.d;
	t = transpose_lanes(c.x8, c.x9, c.x10, c.x11);
	c.x8 = t.a, c.x9 = t.b, c.x10 = t.c, c.x11 = t.d;
	t = transpose_lanes(c.x12, c.x13, c.x14, c.x15);
	(void)(put_first(&data, key, c.x0) && put(&data, c.x4) &&
	       put(&data, c.x8) && put(&data, t.a) &&
	       put(&data, c.x1) && put(&data, c.x5) &&
	       put(&data, c.x9) && put(&data, t.b) &&
	       put(&data, c.x2) && put(&data, c.x6) &&
	       put(&data, c.x10) && put(&data, t.c) &&
	       put(&data, c.x3) && put(&data, c.x7) &&
	       put(&data, c.x11) && put(&data, t.d));
}

/* More than 16 blocks, up to 20 or 24: the last ones in one or two sets of
 * rows, whose instructions fill the gaps that the columns leave. */
INLINE void mixed_pass(const uint32_t *x, uint8_t *key, uint8_t *dst,
		       const uint8_t *src, size_t len, int rounds, int sets)
{
	V counters = next_counters(x);
	struct cols c = cols_load(x, counters);
	struct rows r0 = rows_load(x, 16), r1 = rows_load(x, 20);
	size_t skip = key ? 64 : 0;
	struct data data = {
		dst + 1024 - skip, src + 1024 - skip, len - 1024 + skip
	};

	for (; rounds; rounds -= 2) {
		c = column_round(c);
		r0 = rows_column_round(r0);
		if (sets > 1)
			r1 = rows_column_round(r1);
		c = diagonal_round(c);
		r0 = rows_diagonal_round(r0);
		if (sets > 1)
			r1 = rows_diagonal_round(r1);
	}
	cols_xor(dst - skip, src - skip, key, cols_add(c, x, counters));
	if (put_rows(&data, NULL, rows_add(r0, x, 16)) && sets > 1)
		put_rows(&data, NULL, rows_add(r1, x, 20));
}

static NOINLINE void pass20(const uint32_t *x, uint8_t *key, uint8_t *dst,
			    const uint8_t *src, size_t len, int rounds)
{
	mixed_pass(x, key, dst, src, len, rounds, 1);
}

static NOINLINE void pass24(const uint32_t *x, uint8_t *key, uint8_t *dst,
			    const uint8_t *src, size_t len, int rounds)
{
	mixed_pass(x, key, dst, src, len, rounds, 2);
}

/* n times 16 blocks */
static NOINLINE void full_passes(uint32_t *x, uint8_t *key, uint8_t *dst,
				 const uint8_t *src, size_t n, int rounds)
{
	V counters = next_counters(x);
	size_t skip = key ? 64 : 0;

	x[12] += 16 * (uint32_t)n;
	for (; n; n--) {
		struct cols c = cols_load(x, counters);

		for (int r = rounds; r; r -= 4) {
			c = diagonal_round(column_round(c));
			c = diagonal_round(column_round(c));
		}
		cols_xor(dst - skip, src - skip, key,
			 cols_add(c, x, counters));
		counters += 16;
		dst += 1024 - skip;
		src += 1024 - skip;
		key = NULL;
		skip = 0;
	}
}

/* One block, on xmm registers: nothing to broadcast, no lanes to transpose. */
static NOINLINE void pass1(const uint32_t *x, uint8_t *key, uint8_t *dst,
			   const uint8_t *src, size_t len, int rounds)
{
	struct data data = { dst, src, len };
	typedef uint32_t X __attribute__((vector_size(16), may_alias,
					  aligned(4)));
	const X *in = (const X *)x;
	X a = in[0], b = in[1], c = in[2], d = in[3];
	__m256i lo, hi;

#define XROTL(v, n) ((X)_mm_rol_epi32((__m128i)(v), n))
#define XTURN(v, imm) ((X)_mm_shuffle_epi32((__m128i)(v), imm))
#define XROUND(turn_a, turn_c)			\
	do {					\
		a += b;				\
		d = XROTL(d ^ a, 16);		\
		c += d;				\
		b = XROTL(b ^ c, 12);		\
		a += b;				\
		d = XROTL(d ^ a, 8);		\
		c += d;				\
		b = XROTL(b ^ c, 7);		\
		a = XTURN(a, turn_a);		\
		d = XTURN(d, 0x4e);		\
		c = XTURN(c, turn_c);		\
	} while (0)
	for (; rounds; rounds -= 2) {
		XROUND(0x93, 0x39);
		XROUND(0x39, 0x93);
	}
	a += in[0];
	b += in[1];
	c += in[2];
	d += in[3];
	lo = _mm256_set_m128i((__m128i)b, (__m128i)a);
	hi = _mm256_set_m128i((__m128i)d, (__m128i)c);
	put_first(&data, key,
		  (V)_mm512_inserti64x4(_mm512_castsi256_si512(lo), hi, 1));
}

void testudo_chacha_avx512(uint32_t x[16], uint8_t *key, uint8_t *dst,
			   const uint8_t *src, size_t len, int rounds)
{
	size_t blocks = len / 64 + (len % 64 != 0) + (key != NULL);
	size_t n;

	if (blocks > 24) {
		n = (blocks - 9) / 16;	/* leaves 9 to 24 */
		full_passes(x, key, dst, src, n, rounds);
		blocks -= 16 * n;
		n = 1024 * n - (key ? 64 : 0);
		dst += n;
		src += n;
		len -= n;
		key = NULL;
	}
	if (blocks == 0)
		return;
	else if (blocks == 1)
		pass1(x, key, dst, src, len, rounds);
	else if (blocks <= 4)
		pass4(x, key, dst, src, len, rounds);
	else if (blocks <= 8)
		pass8(x, key, dst, src, len, rounds);
	else if (blocks <= 12)
		pass12(x, key, dst, src, len, rounds);
	else if (blocks <= 16)
		pass16(x, key, dst, src, len, rounds);
	else if (blocks <= 20)
		pass20(x, key, dst, src, len, rounds);
	else
		pass24(x, key, dst, src, len, rounds);
	x[12] += (uint32_t)blocks;
}

DEFINE_FORGET_AVX512(forget_stack, 768)

static void op_chacha(uint32_t x[16], uint8_t *key, uint8_t *dst,
		      const uint8_t *src, size_t len, int rounds)
{
	testudo_chacha_avx512(x, key, dst, src, len, rounds);
	LEAVE_AVX512();
}

const struct testudo_ops testudo_chacha_avx512_ops = {
	.name = ROW_STRING(ROW),
	.cpu = ROW_CPU,
	.forget = forget_stack,
	.chacha = op_chacha,
};

ISA_END
#endif
