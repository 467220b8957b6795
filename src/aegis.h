/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* What the files that instantiate AEGIS share. */
#ifndef TESTUDO_AEGIS_H
#define TESTUDO_AEGIS_H

#include "core.h"

#define RATE (LANES * (WORDS == 8 ? 32 : 16))

/* The constants C0 and C1 (RFC 10032): Fibonacci numbers modulo 256. */
static const uint8_t aegis_c0[16] = {
	0x00, 0x01, 0x01, 0x02, 0x03, 0x05, 0x08, 0x0d,
	0x15, 0x22, 0x37, 0x59, 0x90, 0xe9, 0x79, 0x62,
};
static const uint8_t aegis_c1[16] = {
	0xdb, 0x3d, 0x18, 0x55, 0x6d, 0xc2, 0x2f, 0xf1,
	0x20, 0x11, 0x31, 0x42, 0x73, 0xb5, 0x28, 0xdd,
};

/*
 * n < size bytes followed by zeros.  Stores of 16 bytes, since gcc 12 makes
 * "rep stos" of a memset of this kind, which costs some 30 cycles.
 */
INLINE void pad_block(uint8_t *block, const uint8_t *src, size_t n, size_t size)
{
	const uint64_t zero __attribute__((vector_size(16))) = { 0 };

	UNROLL(8)
	for (size_t i = 0; i < size; i += 16)
		memcpy(block + i, &zero, 16);
	copy_short(block, src, n);
}

/* A mask for a block: n bytes of ones, then zeros. */
INLINE const uint8_t *first_bytes(size_t n)
{
	static const uint8_t mask[256] = { [0 ... 127] = 0xff };

	return mask + 128 - n;
}

#endif
