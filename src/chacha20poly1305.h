/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* What the rows of ChaCha20-Poly1305 share. */
#ifndef TESTUDO_CHACHA20POLY1305_H
#define TESTUDO_CHACHA20POLY1305_H

#include "chacha.h"
#include "poly1305.h"

/* The canonical state: ChaCha's words with the counter of the next block, and
 * Poly1305. */
struct __attribute__((may_alias)) chacha20poly1305 {
	uint32_t x[16];
	struct poly1305 mac;
};

/* Four words, stored at once: kernels read them so, and a load that spans
 * several stores would wait until they have reached the cache. */
INLINE void chacha_store_row(uint32_t *row, uint32_t a, uint32_t b, uint32_t c,
			     uint32_t d)
{
	typedef uint32_t words __attribute__((vector_size(16), aligned(4)));

	*(words *)row = (words){ a, b, c, d };
}

INLINE void chacha_load_row(uint32_t *row, const uint8_t *src)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	copy_secret(row, src, 16);
#else
	for (int i = 0; i < 4; i++)
		row[i] = load_le32(src + 4 * i);
#endif
}

/*
 * The ChaCha state of a message, with counter 0: of RFC 8439, or with a nonce
 * of 24 bytes as draft-irtf-cfrg-xchacha has it.
 */
INLINE void chacha20poly1305_words(uint32_t x[16], const uint8_t *key,
				   const uint8_t *nonce, bool extended)
{
	static const uint32_t sigma[4] = CHACHA_SIGMA;

	chacha_store_row(x, sigma[0], sigma[1], sigma[2], sigma[3]);
	chacha_load_row(x + 4, key);
	chacha_load_row(x + 8, key + 16);
	if (extended) {
		chacha_load_row(x + 12, nonce);
		testudo_hchacha_words(x, 20);
		chacha_store_row(x + 4, x[0], x[1], x[2], x[3]);
		chacha_store_row(x + 8, x[12], x[13], x[14], x[15]);
		chacha_store_row(x, sigma[0], sigma[1], sigma[2], sigma[3]);
		chacha_store_row(x + 12, 0, 0, load_le32(nonce + 16),
				 load_le32(nonce + 20));
	} else {
		chacha_store_row(x + 12, 0, load_le32(nonce),
				 load_le32(nonce + 4), load_le32(nonce + 8));
	}
}

#endif
