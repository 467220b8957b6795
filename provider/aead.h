/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The context of an AEAD, between what EVP calls (aead_evp.c) and what may be
 * done when (aead.c). */
#ifndef TESTUDO_PROVIDER_AEAD_H
#define TESTUDO_PROVIDER_AEAD_H

#include <openssl/evp.h>

#include "provider.h"

/* Where a context is between two calls. */
enum stage {
	REFUSED,	/* only in the table of aead.c */
	IDLE,		/* key or IV is missing */
	READY,		/* key and IV are there, and the IV is fresh */
	AAD,		/* the message has begun */
	DATA,
	SEALED,		/* encrypted to the end, the tag can be read */
	TLS,		/* between two records of TLS 1.2 */
	RECORD,		/* the header of a record is there */
	DEAD,		/* something was refused, so the message is lost */
	STAGES
};

#define AEAD_TLS_TAG 16

/* has_iv: of an IV that was not used yet */
struct aead {
	const struct provider *prov;
	const struct testudo_alg_info *info;
	enum testudo_alg alg;
	enum stage stage;
	bool encrypt, has_key, has_iv, has_tag;
	size_t tag_len;
	uint8_t raw[32], iv[32], tag[32];
	uint8_t header[EVP_AEAD_TLS1_AAD_LEN];
	struct testudo_key key;		/* of raw and tag_len */
	struct testudo_ctx msg;
};

/* These are false, with an error on OpenSSL's queue, where they are refused. */
bool aead_set_key(struct aead *c, const uint8_t *key, size_t len);
bool aead_set_iv(struct aead *c, const uint8_t *iv, size_t len);
bool aead_set_tag_len(struct aead *c, size_t len);
bool aead_set_tag(struct aead *c, const uint8_t *tag, size_t len);
bool aead_set_header(struct aead *c, const uint8_t *header, size_t len);
bool aead_may_get_tag(struct aead *c);

/* For EVP's init: before what it sets, behind it, and when it fails. */
void aead_restart(struct aead *c, bool encrypt);
void aead_get_ready(struct aead *c);
void aead_lose(struct aead *c);

int aead_update(void *ctx, uint8_t *out, size_t *outl, size_t outsize,
		const uint8_t *in, size_t inl);
int aead_final(void *ctx, uint8_t *out, size_t *outl, size_t outsize);

#endif
