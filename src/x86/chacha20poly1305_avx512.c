// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * ChaCha20-Poly1305 with AVX-512 and IFMA.  Up to 1472 bytes one pass of ChaCha
 * makes the key and all of the keystream, and the MAC follows.  From
 * FUSED_BYTES on the MAC runs inside the passes of 16 blocks: the
 * multiplications take the ports while ChaCha's rotations wait for theirs.
 */
#ifdef __x86_64__
#include "../chacha20poly1305.h"
#include <immintrin.h>
#include "leave.h"

#define ROW avx512
#define ROW_CPU (CPU_AVX2 | CPU_BMI2 | CPU_AVX512F | CPU_AVX512BW | \
		 CPU_AVX512VL | CPU_AVX512IFMA | CPU_AVX512VBMI2 | CPU_FAST_ZMM)
ISA_BEGIN("avx2,bmi2,avx512f,avx512bw,avx512vl,avx512ifma,avx512vbmi2")

#include "chacha_zmm.inc"
#include "poly1305_ifma.inc"

#define CHACHA testudo_chacha_avx512
#define POLY1305 testudo_poly1305_ifma
#define LEAVE() LEAVE_AVX512()
#define FORGET forget_stack
#define FORGET_COPY forget_stack
DEFINE_FORGET_AVX512(forget_stack, 768)
DEFINE_FORGET_AVX512(forget_vectors, 1792)

/* From here on vectors are faster than scalar code for the MAC, and ChaCha and
 * the MAC in the same passes faster than one after the other. */
#define VECTOR_BYTES 256
#define FUSED_BYTES 8192

/*
 * How much goes with the key: 15, 19 or 23 blocks, so that what remains of a
 * long message is passes of 16 and more than 8 blocks.
 */
INLINE size_t first_pass(size_t len)
{
	size_t blocks = len / 64 + (len % 64 != 0) + 1;

	if (blocks <= 24)
		return len;
	if (blocks % 16 >= 1 && blocks % 16 <= 4)
		return 19 * 64;
	return blocks % 16 >= 5 && blocks % 16 <= 8 ? 23 * 64 : 15 * 64;
}

#define FIRST_PASS(len, in_place) first_pass(len)
/* The first pass, and up to the end of the vector that it ends in. */
#define COPY (23 * 64 + 128)
#define COPY_BYTES copy_ciphertext
#define REST rest_vectors

INLINE void copy_ciphertext(uint8_t *dst, const uint8_t *src, size_t n)
{
	__mmask64 mask;

	for (; n >= 64; n -= 64, dst += 64, src += 64)
		*(U *)dst = *(const U *)src;
	mask = _bzhi_u64(~0ull, (unsigned int)n);
	_mm512_mask_storeu_epi8(dst, mask, _mm512_maskz_loadu_epi8(mask, src));
}

/*
 * Where the MAC stands.  The blocks of ciphertext and that of the lengths are
 * divided so that the last vector ends with the lengths; those left over come
 * first, and by themselves.
 */
struct progress {
	struct lanes lanes;
	size_t at;	/* bytes absorbed */
	size_t end;	/* bytes before the last vector */
};

static void begin(struct progress *g, struct poly1305 *mac, const uint8_t *ct,
		  size_t len)
{
	size_t blocks = len / 16 + (len % 16 != 0) + 1, head = blocks % 8;

	poly1305_blocks(mac, ct, head);
	lanes_begin(&g->lanes, mac, ct + 16 * head);
	g->at = 16 * head + 128;
	g->end = 16 * (blocks - 8);
}

/* n vectors more.  ct is the beginning of the ciphertext. */
static void add_vectors(struct progress *g, const uint8_t *ct, size_t n)
{
	lanes_add_run(&g->lanes, ct + g->at, n);
	g->at += 128 * n;
}

/* The last vector: up to 112 bytes, zero padded, and the lengths. */
static void end(struct progress *g, struct poly1305 *mac, const uint8_t *ct,
		const struct testudo_packet *p)
{
	size_t n = p->len - g->end - 64;
	__m512i a, b;

	a = _mm512_loadu_si512(ct + g->end);
	b = _mm512_maskz_loadu_epi8(_bzhi_u64(~0ull, (unsigned int)n),
				    ct + g->end + 64);
	b = _mm512_mask_broadcast_i32x4(b, 0xf000,
					_mm_set_epi64x((long long)p->len,
						       (long long)p->ad_len));
	lanes_add(&g->lanes, split((Q)a, (Q)b));
	lanes_end(&g->lanes, mac);
}

/* 16 blocks, 1024 bytes, and beside them n vectors of the MAC, 1 to 8. */
INLINE void fused_pass(const uint32_t *x, V counters, uint8_t *dst,
		       const uint8_t *src, struct lanes *m,
		       const uint8_t *mac_src, size_t n)
{
	struct cols c = cols_load(x, counters);
	struct sums t = begin_sums(load_blocks(mac_src + 128 * (n - 1)));

	for (size_t i = 1; i < n; i++) {
		struct limbs b = load_blocks(mac_src + 128 * (n - 1 - i));

		c = column_round(c);
		t = add_product(t, b, &m->of[i]);
		c = diagonal_round(c);
	}
	c = column_round(c);
	t = add_product(t, m->sum, &m->of[n]);
	c = diagonal_round(c);
	m->sum = carry(t);
	for (; n < 10; n++)
		c = diagonal_round(column_round(c));
	cols_xor(dst, src, NULL, cols_add(c, x, counters));
}

/*
 * Passes while there are 1024 bytes to be en- or decrypted, at done, and as
 * much to be authenticated: when encrypting what has been encrypted, when
 * decrypting what will be, which the pass reads before it writes.  The 128
 * bytes that are left over at least are the last vector's.
 */
static NOINLINE size_t fused_passes(uint32_t x[16], struct progress *g,
				    const struct testudo_packet *p,
				    size_t done, bool decrypt)
{
	V counters = next_counters(x);
	size_t n;

	lanes_need(&g->lanes, 8);
	for (; p->len - done >= 1024 + 128; done += 1024) {
		n = decrypt ? 8 : (done - g->at) / 128;
		n = n < 8 ? n : 8;
		fused_pass(x, counters, p->dst + done, p->src + done,
			   &g->lanes, (decrypt ? p->src : p->dst) + g->at, n);
		counters += 16;
		x[12] += 16;
		g->at += 128 * n;
	}
	return done;
}

static NOINLINE void long_message(struct chacha20poly1305 *s,
				  struct progress *g, const uint8_t *ct,
				  size_t first, const struct testudo_packet *p,
				  bool decrypt)
{
	size_t done = first;

	/* what the first pass has decrypted in place is in the copy only */
	if (decrypt)
		add_vectors(g, ct, (first - g->at + 127) / 128);
	if (p->len >= FUSED_BYTES)
		done = fused_passes(s->x, g, p, done, decrypt);
	if (decrypt) {
		add_vectors(g, p->src, (g->end - g->at) / 128);
		end(g, &s->mac, p->src, p);
	}
	CHACHA(s->x, NULL, p->dst + done, p->src + done, p->len - done, 20);
	if (!decrypt) {
		add_vectors(g, p->dst, (g->end - g->at) / 128);
		end(g, &s->mac, p->dst, p);
	}
}

static NOINLINE void vectors(struct chacha20poly1305 *s, const uint8_t *ct,
			     size_t first, const struct testudo_packet *p,
			     bool decrypt)
{
	struct progress g;

	begin(&g, &s->mac, ct, p->len);
	if (first < p->len) {
		long_message(s, &g, ct, first, p, decrypt);
		FORGET_BELOW(forget_stack);
	} else {
		add_vectors(&g, ct, (g.end - g.at) / 128);
		end(&g, &s->mac, ct, p);
	}
}

INLINE void rest_vectors(struct chacha20poly1305 *s, const uint8_t *ct,
			 size_t first, const struct testudo_packet *p,
			 bool decrypt)
{
	if (p->len < VECTOR_BYTES) {
		poly1305_padded(&s->mac, ct, first);
		poly1305_block(&s->mac, p->ad_len, p->len, 1);
	} else {
		vectors(s, ct, first, p, decrypt);
		FORGET_BELOW(forget_vectors);
	}
}

#include "../chacha20poly1305.inc"

ISA_END
#endif
