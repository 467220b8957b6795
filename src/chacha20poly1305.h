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

/*
 * The ChaCha state of a message, with counter 0: of RFC 8439, or with a nonce
 * of 24 bytes as draft-irtf-cfrg-xchacha has it.
 */
INLINE void chacha20poly1305_words(uint32_t x[16], const uint8_t *key,
				   const uint8_t *nonce, bool extended)
{
	chacha_store_row(x, CHACHA_SIGMA);
	chacha_load_row(x + 4, key);
	chacha_load_row(x + 8, key + 16);
	if (extended) {
		chacha_load_row(x + 12, nonce);
		testudo_hchacha_words(x, 20);
		chacha_store_row(x + 4, x[0], x[1], x[2], x[3]);
		chacha_store_row(x + 8, x[12], x[13], x[14], x[15]);
		chacha_store_row(x, CHACHA_SIGMA);
		chacha_store_row(x + 12, 0, 0, load_le32(nonce + 16),
				 load_le32(nonce + 20));
	} else {
		chacha_store_row(x + 12, 0, load_le32(nonce),
				 load_le32(nonce + 4), load_le32(nonce + 8));
	}
}

#endif
