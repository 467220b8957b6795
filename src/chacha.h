/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* What the files that implement ChaCha share. */
#ifndef TESTUDO_SRC_CHACHA_H
#define TESTUDO_SRC_CHACHA_H

#include "core.h"

/* "expand 32-byte k", words 0 to 3 of every state (RFC 8439, section 2.3) */
#define CHACHA_SIGMA 0x61707865, 0x3320646e, 0x79622d32, 0x6b206574

/* Four words, stored at once: kernels read them so, and a load that spans
 * several stores would wait until they have reached the cache. */
INLINE void chacha_store_row(uint32_t *row, uint32_t a, uint32_t b, uint32_t c,
			     uint32_t d)
{
	typedef uint32_t words __attribute__((vector_size(16), aligned(4),
					      may_alias));

	*(words *)row = (words){ a, b, c, d };
}

/* The same from bytes. */
INLINE void chacha_load_row(uint32_t *row, const uint8_t *src)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	copy_secret(row, src, 16);
#else
	for (int i = 0; i < 4; i++)
		row[i] = load_le32(src + 4 * i);
#endif
}

/* The rounds by themselves, without the final addition: what HChaCha does. */
void testudo_hchacha_words(uint32_t x[16], int rounds);

/*
 * The operation "chacha" of each row (core.h), except that the registers are
 * left as they are: the rows of ChaCha20-Poly1305 go on from there.
 */
#define CHACHA_NAME(row) CHACHA_NAME_(row)
#define CHACHA_NAME_(row) testudo_chacha_##row
#define CHACHA_FUNCTION(row)						\
	void CHACHA_NAME(row)(uint32_t x[16], uint8_t *key, uint8_t *dst, \
			      const uint8_t *src, size_t len, int rounds)
CHACHA_FUNCTION(generic);
CHACHA_FUNCTION(ssse3);
CHACHA_FUNCTION(avx2);
CHACHA_FUNCTION(avx512vl);
CHACHA_FUNCTION(avx512);

#endif
