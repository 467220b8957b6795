/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The OpenSSL provider, on the library's public headers alone.  The module
 * needs nothing of libcrypto: memory and errors come from the functions that
 * the core hands over, so it may be loaded by a program that has libcrypto
 * linked in.
 */
#ifndef TESTUDO_PROVIDER_H
#define TESTUDO_PROVIDER_H

#include <stdbool.h>
#include <string.h>

#include <openssl/core.h>
#include <openssl/core_dispatch.h>
#include <openssl/core_names.h>
#include <openssl/params.h>
#include <openssl/proverr.h>

#include <testudo/testudo.h>

/* What OpenSSL calls provctx. */
struct provider {
	const OSSL_CORE_HANDLE *core;
	OSSL_FUNC_core_get_params_fn *get_params;
	OSSL_FUNC_core_new_error_fn *new_error;
	OSSL_FUNC_core_set_error_debug_fn *set_error_debug;
	OSSL_FUNC_core_vset_error_fn *vset_error;
	OSSL_FUNC_CRYPTO_zalloc_fn *zalloc;
	OSSL_FUNC_CRYPTO_free_fn *free;
	bool gcm_mode;
};

/* Puts a reason, PROV_R_*, on OpenSSL's error queue and is 0, what a function
 * of a provider returns when it fails. */
#define REFUSE(prov, reason) \
	provider_error(prov, reason, __FILE_NAME__, __LINE__, __func__)
int provider_error(const struct provider *prov, int reason, const char *file,
		   int line, const char *function);

/* Contexts.  The first member of each is a pointer to its provider; what they
 * hold is plain data, so a copy is a copy of the bytes. */
void *provider_new(const struct provider *prov, size_t size);
void *provider_dup(const void *ctx, size_t size);
void provider_free(void *ctx, size_t size);

/* ---- parameters (param.c) */

/*
 * The parameters that mean something here, those of every packet first.  A
 * function that takes or gives parameters goes over the array once; the others
 * are none of its business, as OpenSSL wants it.
 */
enum param {
	P_OTHER,
	P_IVLEN,
	P_TAG,
	P_TLSAAD,
	P_TLSAADPAD,
	P_KEYLEN,
	P_TAGLEN,
	P_TLSIVFIXED,
	P_TLSIVGEN,
	P_TLSIVINV,
	P_IV,
	P_UPDATED_IV,
	P_MODE,
	P_BLOCKSIZE,
	P_AEAD,
	P_CUSTOM_IV,
	P_KEY,
	P_SIZE,
	P_CIPHER,
	P_NAME,
	P_VERSION,
	P_BUILDINFO,
	P_STATUS,
	PARAMS
};
enum param param_of(const OSSL_PARAM *p);

/*
 * Sorts an array by what its members mean: the order of an array has no
 * meaning, and lengths have to be known before what has them (CVE-2023-5363).
 * found[P_OTHER] is not set.  NULL is an empty array.
 */
void params_find(const OSSL_PARAM *params, const OSSL_PARAM *found[PARAMS]);

/* The value of a parameter; false when it is none of that kind. */
bool param_get_size(const OSSL_PARAM *p, size_t *value);
bool param_put_size(OSSL_PARAM *p, size_t value);
bool param_put_bytes(OSSL_PARAM *p, const void *bytes, size_t len);
bool param_put_text(OSSL_PARAM *p, const char *text);

/* Is it absent, or of this very value? */
bool param_is(const OSSL_PARAM *p, size_t value);

/* ---- algorithms */

/* id, EVP name, description; the first three can be given as GCM. */
#define GCM_MODE_CIPHERS(X)					\
	X(AEGIS128L, "AEGIS-128L", "AEGIS-128L, RFC 10032")	\
	X(AEGIS128X2, "AEGIS-128X2", "AEGIS-128X2, RFC 10032")	\
	X(AEGIS128X4, "AEGIS-128X4", "AEGIS-128X4, RFC 10032")
#define PLAIN_CIPHERS(X)					\
	X(AEGIS256, "AEGIS-256", "AEGIS-256, RFC 10032")	\
	X(AEGIS256X2, "AEGIS-256X2", "AEGIS-256X2, RFC 10032")	\
	X(AEGIS256X4, "AEGIS-256X4", "AEGIS-256X4, RFC 10032")	\
	X(CHACHA20_POLY1305, "ChaCha20-Poly1305",		\
	  "ChaCha20-Poly1305, RFC 8439")			\
	X(XCHACHA20_POLY1305, "XChaCha20-Poly1305",		\
	  "XChaCha20-Poly1305, draft-irtf-cfrg-xchacha")

#define CIPHER_EXTERN(id, name, text) \
	extern const OSSL_DISPATCH cipher_##id[];
#define GCM_MODE_EXTERN(id, name, text) \
	extern const OSSL_DISPATCH cipher_gcm_##id[];
GCM_MODE_CIPHERS(CIPHER_EXTERN)
GCM_MODE_CIPHERS(GCM_MODE_EXTERN)
PLAIN_CIPHERS(CIPHER_EXTERN)

extern const OSSL_DISPATCH cipher_chacha20[];
extern const OSSL_DISPATCH mac_aegismac[];
extern const OSSL_DISPATCH mac_poly1305[];

/* What a cipher says about itself before there is a context. */
struct cipher_facts {
	size_t key_len, iv_len, block_size, mode, aead;
};
int cipher_get_params(OSSL_PARAM *params, const struct cipher_facts *facts);
const OSSL_PARAM *cipher_gettable_params(void *provctx);

#define FUNCTION(op, name, f) { OSSL_FUNC_##op##_##name, (void (*)(void))f }

#endif
