/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The ChaCha stream cipher with 8, 12 or 20 rounds (RFC 8439, section 2.3 and
 * 2.4) and HChaCha (draft-irtf-cfrg-xchacha, section 2.2), by themselves.
 * Nothing here authenticates: whoever wants packets wants aead.h.
 *
 * Nothing is checked here but rounds, and no function has a result.  No pointer
 * may be NULL but where it says so; no buffer needs any alignment.  Nothing
 * shared is written; a state belongs to one thread.
 */
#ifndef TESTUDO_CHACHA_H
#define TESTUDO_CHACHA_H

#include <testudo/aead.h>

#pragma GCC visibility push(default)
#ifdef __cplusplus
extern "C" {
#endif

/*
 * The 16 words of RFC 8439, section 2.3, in the machine's byte order: four of
 * constants, eight of key, the block counter x[12], three of nonce.  A caller
 * may set the counter, copy the state (=) and must wipe it (testudo_wipe()).
 */
struct testudo_chacha_state {
	uint32_t x[16];
};

/*
 * Fills *s from a key of 32 bytes and an IV of 16: the first 4 are the block
 * counter to begin with, little-endian, the other 12 the nonce.  (With a 64-bit
 * counter and nonce as in the original ChaCha, the IV is counter || nonce too;
 * then the caller has to see to it that the lower 32 bits do not wrap.)  Neither
 * may overlap *s.
 */
void testudo_chacha_init(struct testudo_chacha_state *s, const uint8_t key[32],
			 const uint8_t iv[16]);

/*
 * Encrypts, or decrypts, which is the same: XORs the keystream on len bytes.
 *
 * s       the state.  Its counter goes on by the blocks used, a part of a block
 *         counting as one, whose rest is lost: only the last of several calls
 *         for one stream may have a length that is no multiple of 64.
 * dst     len bytes; may be src, must not overlap it otherwise, nor *s
 * src     len bytes; NULL with len 0
 * len     any.  The counter wraps modulo 2^32, without a carry into the nonce,
 *         and the keystream then repeats: a caller must not get there, that is,
 *         use more than 2^32 blocks (256 GiB) with one key and nonce.
 * rounds  8, 12 or 20; with anything else nothing is written, so that in place
 *         the data stay as they were, not encrypted
 *
 * The lengths are the caller's to check; there is no error.
 */
void testudo_chacha_crypt(struct testudo_chacha_state *s, uint8_t *dst,
			  const uint8_t *src, size_t len, int rounds);

/*
 * HChaCha: 32 bytes of key and 16 of nonce to the 32 bytes of another key.
 * XChaCha is ChaCha with that key and the rest of a longer nonce.  rounds is 8,
 * 12 or 20; with anything else nothing is written.  out may be key or nonce.
 */
void testudo_hchacha(const uint8_t key[32], const uint8_t nonce[16],
		     uint8_t out[32], int rounds);

#ifdef __cplusplus
}
#endif
#pragma GCC visibility pop
#endif
