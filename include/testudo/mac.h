/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Message authentication codes.  The rules of aead.h hold here too.
 *
 * AEGISMAC (RFC 10032) comes with each of the six AEGIS variants and is as fast
 * as absorbing associated data.  Unlike with the AEADs, one key and nonce may
 * authenticate any number of messages, so a keyed context can be kept and
 * copied (=) for each message.  A tag is no hash and no key: do not derive keys
 * from it, and take another key than for the AEADs.
 *
 * Poly1305 (RFC 8439, section 2.5) is a part of other algorithms: its key is
 * for one message only, and who has the tags of two under one key can forge.
 */
#ifndef TESTUDO_MAC_H
#define TESTUDO_MAC_H

#include <testudo/aead.h>

#pragma GCC visibility push(default)
#ifdef __cplusplus
extern "C" {
#endif

struct testudo_aegismac_ctx {
	struct testudo_ctx ctx;
};

/*
 * Begins a MAC.
 *
 * alg    one of the six AEGIS variants
 * key    exactly the variant's key length
 * nonce  exactly the variant's nonce length, or NULL with nonce_len 0, which
 *        stands for a nonce of zeros
 *
 * Returns -EINVAL when something does not fit; *c is then as it was.
 */
int testudo_aegismac_init(struct testudo_aegismac_ctx *c, enum testudo_alg alg,
			  const uint8_t *key, size_t key_len,
			  const uint8_t *nonce, size_t nonce_len);

/*
 * Adds len bytes of message.  There is no result: a context that takes more
 * than 2^61 - 1 bytes, or NULL with a length, is spoilt, and final and verify
 * return -EMSGSIZE.  On one that is zero (never begun, or finished) they return
 * -EINVAL.
 */
void testudo_aegismac_update(struct testudo_aegismac_ctx *c,
			     const uint8_t *msg, size_t len);

/* Stores the tag, tag_len 16 or 32 bytes, and wipes the context, that of a
 * spoilt one too.  -EINVAL for another tag length leaves both as they were. */
int testudo_aegismac_final(struct testudo_aegismac_ctx *c, uint8_t *tag,
			   size_t tag_len);

/* Compares with a tag of 16 or 32 bytes in constant time and wipes the
 * context: 0, or -EBADMSG when it differs. */
int testudo_aegismac_verify(struct testudo_aegismac_ctx *c, const uint8_t *tag,
			    size_t tag_len);

struct testudo_poly1305_ctx {
	uint64_t h[3], r[2], s[2];
	uint8_t block[16];
	uint8_t phase, fill;
	uint8_t reserved[6];
};

/*
 * The Poly1305 tag of a message.
 *
 * tag  16 bytes; must not overlap key, may lie in msg
 * msg  len bytes, any number; NULL with len 0
 * key  32 bytes, r and then s, of which r is clamped here
 *
 * Returns 0, or -EINVAL when tag or key is NULL, msg is NULL with a length, or
 * tag and key overlap; nothing is written then.
 */
int testudo_poly1305(uint8_t tag[16], const uint8_t *msg, size_t len,
		     const uint8_t key[32]);

/* The same in pieces.  Begins with a key that is not inside *c; -EINVAL when
 * something is NULL or overlaps, *c is then as it was. */
int testudo_poly1305_init(struct testudo_poly1305_ctx *c,
			  const uint8_t key[32]);

/* Adds len bytes.  There is no result: a context that takes NULL with a length
 * is spoilt, and final and verify return -EINVAL. */
void testudo_poly1305_update(struct testudo_poly1305_ctx *c,
			     const uint8_t *msg, size_t len);

/*
 * Stores the tag of 16 bytes, outside *c, and wipes the context.  -EINVAL on
 * one that is zero, or when tag is NULL or overlaps, which leaves both as they
 * were; and on a spoilt one, which is wiped all the same.
 */
int testudo_poly1305_final(struct testudo_poly1305_ctx *c, uint8_t tag[16]);

/* Compares with a tag of 16 bytes in constant time and wipes the context: 0, or
 * -EBADMSG when it differs. */
int testudo_poly1305_verify(struct testudo_poly1305_ctx *c,
			    const uint8_t tag[16]);

#ifdef __cplusplus
}
#endif
#pragma GCC visibility pop
#endif
