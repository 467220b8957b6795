/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The contract between aead.c, which knows what a message is, and the
 * implementations, which know an algorithm and an instruction set.
 */
#ifndef TESTUDO_CORE_H
#define TESTUDO_CORE_H

#include <testudo/aead.h>
#include "port.h"

/* What a CPU must have, and the operating system must save, for a row. */
enum {
	CPU_SSSE3	= 1 << 0,
	CPU_SSE41	= 1 << 1,
	CPU_AES		= 1 << 2,
	CPU_AVX		= 1 << 3,
	CPU_AVX2	= 1 << 4,
	CPU_BMI2	= 1 << 5,
	CPU_VAES	= 1 << 6,
	CPU_AVX512F	= 1 << 7,
	CPU_AVX512BW	= 1 << 8,
	CPU_AVX512VL	= 1 << 9,
	CPU_AVX512IFMA	= 1 << 10,
	CPU_AVX512VBMI2	= 1 << 11,
	/* zmm instructions do not lower the clock by more than they win */
	CPU_FAST_ZMM	= 1 << 12,
};

/*
 * Poly1305 between two calls: h of less than 2^131, congruent to the sum so far
 * modulo 2^130 - 5, the clamped r, and s, as words of 64 bits in the machine's
 * byte order, the lowest first.
 */
struct __attribute__((may_alias)) poly1305 {
	uint64_t h[3], r[2], s[2];
};

/*
 * One implementation of one algorithm: a row of the table in dispatch.c.
 *
 * encrypt and decrypt take n whole messages of this algorithm that have been
 * checked.  encrypt stores each tag where its packet says; decrypt stores the
 * right tags in tags, and the caller compares.
 *
 * The others work on the canonical state, the specification's bytes in its
 * order, so that a message may change rows between any two calls:
 *
 *  init            state of a key and nonce
 *  absorb          authenticates src, zero padded to whole blocks
 *  encrypt_blocks  any number of whole blocks (of alg->rate bytes)
 *  decrypt_blocks
 *  keystream       the next block of keystream, for a block in pieces: the
 *                  caller XORs it and then absorbs the block
 *  finish          the tag, of 16 or 32 bytes.  ad_len and len are in the
 *                  unit that the algorithm counts in.  AEGIS leaves the state
 *                  behind the last update, from which AEGISMAC goes on.
 *
 * The rows of the bare primitives have one operation each:
 *
 *  chacha          XORs keystream on len bytes, of any number, and advances
 *                  x[12] by the blocks used, a part counting as one.  With key
 *                  the first block goes there, all 64 bytes of it, and the data
 *                  begin with the second, in the same pass.  rounds: 8, 12, 20
 *  poly1305        adds n whole blocks of 16 bytes
 *
 * Every one leaves the upper halves of the vector registers clean and nothing
 * secret in the lower ones.  What it may leave on the stack, forget zeroes when
 * it is called from the same function next; where there is nothing it is NULL.
 */
struct testudo_ops {
	const char *name;
	uint32_t cpu;
	void (*forget)(void);
	void (*encrypt)(const struct testudo_packet *p, size_t n);
	void (*decrypt)(const struct testudo_packet *p, size_t n,
			uint8_t (*tags)[32]);
	void (*init)(uint8_t *state, const uint8_t *key, const uint8_t *nonce);
	void (*absorb)(uint8_t *state, const uint8_t *src, size_t len);
	void (*encrypt_blocks)(uint8_t *state, uint8_t *dst, const uint8_t *src,
			       size_t len);
	void (*decrypt_blocks)(uint8_t *state, uint8_t *dst, const uint8_t *src,
			       size_t len);
	void (*keystream)(uint8_t *state, uint8_t *block);
	void (*finish)(uint8_t *state, uint64_t ad_len, uint64_t len,
		       uint8_t *tag, size_t tag_len);
	void (*chacha)(uint32_t x[16], uint8_t *key, uint8_t *dst,
		       const uint8_t *src, size_t len, int rounds);
	void (*poly1305)(struct poly1305 *p, const uint8_t *src, size_t n);
};

/* What a row calls x of an algorithm: aegis128l_aesni_x. */
#define ROW_NAME(alg, x) ROW_NAME_(alg, ROW, x)
#define ROW_NAME_(alg, row, x) ROW_NAME__(alg, row, x)
#define ROW_NAME__(alg, row, x) alg##_##row##_##x
#define ROW_STRING(row) ROW_STRING_(row)
#define ROW_STRING_(row) #row

/* The name that a row's operations have outside their file: every symbol of
 * the static library begins with testudo_. */
#define GLOBAL(name) GLOBAL_(name)
#define GLOBAL_(name) testudo_##name

INLINE void forget(const struct testudo_ops *ops)
{
	if (ops->forget)
		FORGET_BELOW(ops->forget);
}

/*
 * An algorithm: its facts and its rows, best first, NULL behind the last.
 *
 * rate         bytes that are encrypted at a time
 * words, lanes of AEGIS
 * lens_shift   turns bytes into the unit of the tag's length fields
 * macs_ciphertext  what is absorbed is the ciphertext, not the plaintext
 */
struct testudo_alg_entry {
	enum testudo_alg alg;
	uint8_t rate, words, lanes, lens_shift;
	uint8_t tag_len_min;
	bool macs_ciphertext;
	struct testudo_alg_info info;
	const struct testudo_ops *const *rows;
};

/* dispatch.c.  Slot 0 is no algorithm, so that a wiped key has none; the AEADs
 * come before SLOT_CHACHA. */
enum { SLOT_CHACHA = 9, SLOT_POLY1305 = 10 };
extern const struct testudo_alg_entry testudo_algs[];
extern const size_t testudo_algs_n;
size_t testudo_slot(enum testudo_alg alg);
size_t testudo_aead_slot(enum testudo_alg alg);	/* 0 if it is no AEAD */
const struct testudo_ops *testudo_ops(size_t slot);

INLINE bool overlap(const void *a, size_t a_len, const void *b, size_t b_len)
{
	uintptr_t x = (uintptr_t)a, y = (uintptr_t)b;

	return a_len && b_len && (x - y < b_len || y - x < a_len);
}

/* The algorithm of a key or context; NULL if it has none, after a wipe.  The
 * AEADs come first in the table. */
INLINE const struct testudo_alg_entry *alg_of(size_t slot)
{
	return slot && slot < SLOT_CHACHA ? &testudo_algs[slot] : NULL;
}

/* cpu_x86.c and the like: the CPU_* bits of this machine. */
uint32_t testudo_cpu_bits(void);

#endif
