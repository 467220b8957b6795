/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Authenticated encryption with associated data: keys, whole messages,
 * messages in pieces, batches of packets.
 *
 * Rules that hold for every function here
 *
 *  - Return values are 0 or a negative errno: -EINVAL (a wrong length, a NULL
 *    pointer with a length that is not zero, calls in the wrong order, buffers
 *    that overlap in a way that is not allowed), -EMSGSIZE (longer than the
 *    algorithm's limit), -EBADMSG (the message is not authentic), -ENOENT (no
 *    such name).  With -EINVAL and -EMSGSIZE nothing has been written.
 *  - All lengths are in bytes.
 *  - dst may be src itself (in place).  Apart from that, dst must not overlap
 *    src, ad, nonce, tag or key, nor the tag the key or context: -EINVAL.
 *    No buffer needs any alignment.
 *  - A pointer may be NULL where its length is zero.
 *  - Time and memory access depend on lengths and on which calls are made, not
 *    on keys, plaintext or tags; that an open failed is public.
 *  - Nothing shared is written.  A key is const after testudo_key_init() and
 *    may be used by any number of threads; a context belongs to one thread.
 *  - Keys, contexts and packets are plain data: embed them, copy them with =,
 *    wipe them with testudo_wipe().  Their members are not part of the
 *    interface, only their size is.
 */
#ifndef TESTUDO_AEAD_H
#define TESTUDO_AEAD_H

#ifdef __KERNEL__
#include <linux/types.h>
#else
#include <stddef.h>
#include <stdint.h>
#endif

#pragma GCC visibility push(default)
#ifdef __cplusplus
extern "C" {
#endif

/*
 * An AEAD algorithm by its number in IANA's AEAD registry.  The number of
 * XChaCha20-Poly1305, which has none there, is this library's own.
 * testudo_alg_info() says what is built in.
 *
 * The last two are no AEADs but the parts of some: the calls of impl.h take
 * them, no other does.
 */
enum testudo_alg {
	TESTUDO_AES_128_GCM = 1,
	TESTUDO_AES_256_GCM = 2,
	TESTUDO_CHACHA20_POLY1305 = 29,
	TESTUDO_AEGIS128L = 32,
	TESTUDO_AEGIS256 = 33,
	TESTUDO_AEGIS128X2 = 34,
	TESTUDO_AEGIS128X4 = 35,
	TESTUDO_AEGIS256X2 = 36,
	TESTUDO_AEGIS256X4 = 37,
	TESTUDO_XCHACHA20_POLY1305 = 0x8001,
	TESTUDO_CHACHA = 0x8010,	/* chacha.h, 8, 12 or 20 rounds */
	TESTUDO_POLY1305 = 0x8011,	/* mac.h */
};

/*
 * What a caller needs to know of an algorithm.  tag_len_max is the longest
 * tag; AEGIS also takes 16 bytes, which is all that ChaCha20-Poly1305 has.
 * max_len bounds the message, max_ad_len the associated data (RFC 10032, the
 * P_MAX and A_MAX of each variant; RFC 8439, section 2.8).
 */
struct testudo_alg_info {
	const char *name;
	size_t key_len, nonce_len, tag_len_max;
	uint64_t max_len, max_ad_len;
};

/* The facts about alg, or NULL when this build does not have such an AEAD. */
const struct testudo_alg_info *testudo_alg_info(enum testudo_alg alg);

/*
 * Finds an AEAD by name, "AEGIS-128X4" for example; case does not matter.
 * Stores it in *alg and returns 0, or returns -ENOENT and stores nothing.
 */
int testudo_alg_by_name(const char *name, enum testudo_alg *alg);

/* A prepared key: algorithm, tag length and key bytes. */
struct testudo_key {
	uint8_t raw[32];
	uint8_t slot, tag_len;
	uint8_t reserved[6];
};

/* A message under way.  The state has one form for all implementations of an
 * algorithm, so any of them can go on where another one stopped. */
struct testudo_ctx {
	uint8_t state[512];
	uint64_t ad_len, len;
	uint8_t block[128];
	uint8_t slot, tag_len, phase, fill;
	uint8_t reserved[4];
};

/*
 * Prepares a key for use with alg and with tags of tag_len bytes.
 *
 * raw      the key, raw_len bytes; exactly testudo_alg_info(alg)->key_len; not
 *          inside *key
 * tag_len  AEGIS: 16 or 32.  A 32-byte tag also commits to the key, as long as
 *          nobody chooses the associated data to that end (see SECURITY.md).
 *
 * There is no key schedule: preparing a key costs a copy.
 *
 * Returns -EINVAL when the algorithm is not built in or a length does not fit;
 * *key is then left as it was.
 */
int testudo_key_init(struct testudo_key *key, enum testudo_alg alg,
		     const uint8_t *raw, size_t raw_len, size_t tag_len);

/*
 * Encrypts and authenticates one message.
 *
 * dst        gets the ciphertext, len bytes
 * src        the plaintext, len bytes
 * tag        gets the tag, as many bytes as testudo_key_init() was told; it may
 *            stand behind dst, before it or elsewhere, but not inside it
 * ad         associated data, ad_len bytes: authenticated, not encrypted
 * nonce      exactly the algorithm's length, and never the same twice with one
 *            key.  Write it with one 16-byte store if it is written just before
 *            the call: two 8-byte stores cost some 40 cycles at the load.
 *
 * RFC 10032, the Encrypt function of each variant.
 */
int testudo_encrypt(uint8_t *dst, const uint8_t *src, size_t len, uint8_t *tag,
		    const uint8_t *ad, size_t ad_len,
		    const uint8_t *nonce, size_t nonce_len,
		    const struct testudo_key *key);

/*
 * Verifies and decrypts one message; the parameters are those of
 * testudo_encrypt() with src the ciphertext and tag the tag received.
 *
 * Returns -EBADMSG when the message is not authentic; dst is then zero over
 * all of its len bytes, in place too, and nothing of the right tag is left.
 */
int testudo_decrypt(uint8_t *dst, const uint8_t *src, size_t len,
		    const uint8_t *tag, const uint8_t *ad, size_t ad_len,
		    const uint8_t *nonce, size_t nonce_len,
		    const struct testudo_key *key);

/*
 * Begins a message in pieces.  What ctx held before does not matter.  The key
 * is not needed any more afterwards.
 *
 * The order is: init, any number of auth_update, any number of updates of one
 * direction, final of the same direction; else -EINVAL, and the context stays
 * as it was.  Pieces may have any length; an update of none settles direction
 * and end of the associated data all the same.  A copy of a context (=) goes on
 * independently; to encrypt two different messages from copies is to use the
 * nonce twice.
 */
int testudo_ctx_init(struct testudo_ctx *ctx, const uint8_t *nonce,
		     size_t nonce_len, const struct testudo_key *key);

/* Adds associated data.  All of it comes before the first byte of message. */
int testudo_auth_update(struct testudo_ctx *ctx, const uint8_t *ad, size_t len);

/*
 * Encrypts or decrypts the next len bytes of the message: len bytes in, len
 * bytes out.  dst is src or does not overlap it, nor the context.
 *
 * What testudo_decrypt_update() writes is not verified before
 * testudo_decrypt_final() has returned 0.  Do not use it or show it before:
 * AEGIS gives its state away to someone who sees unverified plaintext.
 */
int testudo_encrypt_update(struct testudo_ctx *ctx, uint8_t *dst,
			   const uint8_t *src, size_t len);
int testudo_decrypt_update(struct testudo_ctx *ctx, uint8_t *dst,
			   const uint8_t *src, size_t len);

/*
 * Ends the message.  tag gets, or is compared with, as many bytes as the key
 * was prepared for.  The context is zero afterwards, unless the result is
 * -EINVAL.
 *
 * testudo_decrypt_final() returns -EBADMSG when the message is not authentic;
 * the caller then throws away and wipes all that the updates have written.
 */
int testudo_encrypt_final(struct testudo_ctx *ctx, uint8_t *tag);
int testudo_decrypt_final(struct testudo_ctx *ctx, const uint8_t *tag);

/* One message of a batch; the members are the parameters of
 * testudo_encrypt(), the nonce having the length of the key's algorithm.
 * Decryption only reads *tag. */
struct testudo_packet {
	uint8_t *dst;
	const uint8_t *src;
	size_t len;
	uint8_t *tag;
	const uint8_t *ad;
	size_t ad_len;
	const uint8_t *nonce;
	const struct testudo_key *key;
	int status;
};

/*
 * Encrypts or decrypts n packets, each with its own key, nonce and lengths, as
 * if by n calls of testudo_encrypt() or testudo_decrypt() in any order.  Each
 * packet's result goes to its status.  A packet that fails touches no other.
 * What one packet writes must not overlap anything of another; what is only
 * read may be shared.
 *
 * Returns how many packets have a status other than 0.
 */
size_t testudo_encrypt_batch(struct testudo_packet *p, size_t n);
size_t testudo_decrypt_batch(struct testudo_packet *p, size_t n);

/* Sets len bytes at p to zero; the compiler does not leave it out. */
void testudo_wipe(void *p, size_t len);

#ifdef __cplusplus
}
#endif
#pragma GCC visibility pop
#endif
