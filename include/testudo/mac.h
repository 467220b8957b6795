/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * AEGISMAC (RFC 10032): a message authentication code for each of
 * the six AEGIS variants, as fast as absorbing associated data.
 *
 * The rules of aead.h hold here too.  Unlike with the AEADs, one key and
 * nonce may authenticate any number of messages, so a keyed context can be
 * kept and copied (=) for each message.  A tag is no hash and no key: do not
 * derive keys from it, and take another key than for the AEADs.
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

#ifdef __cplusplus
}
#endif
#pragma GCC visibility pop
#endif
