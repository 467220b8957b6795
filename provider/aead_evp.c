// SPDX-License-Identifier: MIT OR GPL-2.0-only
/* The AEADs as EVP sees them: parameters, contexts, lists of functions. */
#include "aead.h"

/* EVP_CTRL_AEAD_SET_TAG: without bytes it is the length that is set. */
static bool set_tag(struct aead *c, const OSSL_PARAM *p)
{
	if (p->data_type != OSSL_PARAM_OCTET_STRING)
		return REFUSE(c->prov, PROV_R_FAILED_TO_GET_PARAMETER);
	if (!p->data)
		return aead_set_tag_len(c, p->data_size);
	return aead_set_tag(c, p->data, p->data_size);
}

/* For TLS 1.2, which has it from the handshake: the same as by init. */
static bool set_fixed_iv(struct aead *c, const OSSL_PARAM *p)
{
	if (c->alg != TESTUDO_CHACHA20_POLY1305 || !p->data ||
	    p->data_type != OSSL_PARAM_OCTET_STRING)
		return REFUSE(c->prov, PROV_R_FAILED_TO_GET_PARAMETER);
	return aead_set_iv(c, p->data, p->data_size);
}

static bool set_header(struct aead *c, const OSSL_PARAM *p)
{
	if (p->data_type != OSSL_PARAM_OCTET_STRING || !p->data)
		return REFUSE(c->prov, PROV_R_FAILED_TO_GET_PARAMETER);
	return aead_set_header(c, p->data, p->data_size);
}

static int set_ctx_params(void *ctx, const OSSL_PARAM *params)
{
	const OSSL_PARAM *p[PARAMS];
	struct aead *c = ctx;
	size_t tag_len;

	params_find(params, p);
	if (!param_is(p[P_KEYLEN], c->info->key_len) ||
	    !param_is(p[P_IVLEN], c->info->nonce_len)) {
		/* EVP takes these out of init's parameters, and when they are
		 * refused does not come to init, which would do this */
		aead_lose(c);
		return REFUSE(c->prov, param_is(p[P_KEYLEN], c->info->key_len) ?
				       PROV_R_INVALID_IV_LENGTH :
				       PROV_R_INVALID_KEY_LENGTH);
	}
	if (p[P_TLSIVINV])
		return REFUSE(c->prov, PROV_R_NOT_SUPPORTED);
	if (p[P_TAGLEN] && (!param_get_size(p[P_TAGLEN], &tag_len) ||
			    !aead_set_tag_len(c, tag_len)))
		return 0;
	if (p[P_TAG] && !set_tag(c, p[P_TAG]))
		return 0;
	if (p[P_TLSIVFIXED] && !set_fixed_iv(c, p[P_TLSIVFIXED]))
		return 0;
	aead_get_ready(c);
	return !p[P_TLSAAD] || set_header(c, p[P_TLSAAD]);
}

static bool get_tag(struct aead *c, OSSL_PARAM *p)
{
	if (!aead_may_get_tag(c))
		return false;
	if (p->data && p->data_size != c->tag_len)
		return REFUSE(c->prov, PROV_R_INVALID_TAG_LENGTH);
	return param_put_bytes(p, c->tag, c->tag_len);
}

static int get_ctx_params(void *ctx, OSSL_PARAM *p)
{
	struct aead *c = ctx;
	bool ok = true;

	for (; ok && p && p->key; p++)
		switch (param_of(p)) {
		case P_IVLEN:
			ok = param_put_size(p, c->info->nonce_len);
			break;
		case P_KEYLEN:
			ok = param_put_size(p, c->info->key_len);
			break;
		case P_TAGLEN:
			ok = param_put_size(p, c->tag_len);
			break;
		case P_TLSAADPAD:
			ok = param_put_size(p, AEAD_TLS_TAG);
			break;
		case P_TAG:
			ok = get_tag(c, p);
			break;
		case P_IV:
		case P_UPDATED_IV:
		case P_TLSIVGEN:	/* nobody shall believe to have one */
			ok = REFUSE(c->prov, PROV_R_NOT_SUPPORTED);
			break;
		default:
			break;
		}
	return ok;
}

static const OSSL_PARAM *gettable(void *ctx, void *provctx)
{
	static const OSSL_PARAM known[] = {
		OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_KEYLEN, NULL),
		OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_IVLEN, NULL),
		OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_AEAD_TAGLEN, NULL),
		OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_AEAD_TAG, NULL, 0),
		OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_AEAD_TLS1_AAD_PAD, NULL),
		OSSL_PARAM_END
	};

	(void)ctx;
	(void)provctx;
	return known;
}

static const OSSL_PARAM *settable(void *ctx, void *provctx)
{
	static const OSSL_PARAM known[] = {
		OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_KEYLEN, NULL),
		OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_IVLEN, NULL),
		OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_AEAD_TAGLEN, NULL),
		OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_AEAD_TAG, NULL, 0),
		OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_AEAD_TLS1_AAD,
					NULL, 0),
		OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_AEAD_TLS1_IV_FIXED,
					NULL, 0),
		OSSL_PARAM_END
	};

	(void)ctx;
	(void)provctx;
	return known;
}

static int init(struct aead *c, bool encrypt, const uint8_t *key,
		size_t key_len, const uint8_t *iv, size_t iv_len,
		const OSSL_PARAM *params)
{
	aead_restart(c, encrypt);
	if (set_ctx_params(c, params) &&
	    (!key || aead_set_key(c, key, key_len)) &&
	    (!iv || aead_set_iv(c, iv, iv_len))) {
		aead_get_ready(c);
		return 1;
	}
	aead_lose(c);
	return 0;
}

static int encrypt_init(void *ctx, const uint8_t *key, size_t key_len,
			const uint8_t *iv, size_t iv_len,
			const OSSL_PARAM *params)
{
	return init(ctx, true, key, key_len, iv, iv_len, params);
}

static int decrypt_init(void *ctx, const uint8_t *key, size_t key_len,
			const uint8_t *iv, size_t iv_len,
			const OSSL_PARAM *params)
{
	return init(ctx, false, key, key_len, iv, iv_len, params);
}

/* EVP_Cipher(): without input it is final. */
static int cipher(void *ctx, uint8_t *out, size_t *outl, size_t outsize,
		  const uint8_t *in, size_t inl)
{
	if (!in && !inl)
		return aead_final(ctx, out, outl, outsize);
	return aead_update(ctx, out, outl, outsize, in, inl);
}

static void *new_ctx(void *provctx, enum testudo_alg alg)
{
	struct aead *c = provider_new(provctx, sizeof(*c));

	if (!c)
		return NULL;
	c->alg = alg;
	c->info = testudo_alg_info(alg);
	c->stage = IDLE;
	c->tag_len = 16;
	return c;
}

static void *dup_ctx(void *ctx)
{
	return provider_dup(ctx, sizeof(struct aead));
}

static void free_ctx(void *ctx)
{
	provider_free(ctx, sizeof(struct aead));
}

/*
 * The honest block size of these is 1 and their mode is none of OpenSSL's.
 * gcm_mode is for programs that know AEADs only by the mode GCM, and take a
 * block size of less than 16 for a weak cipher.
 */
static int get_params(OSSL_PARAM *params, enum testudo_alg alg, bool gcm_mode)
{
	const struct testudo_alg_info *info = testudo_alg_info(alg);
	struct cipher_facts facts = {
		.key_len = info->key_len, .iv_len = info->nonce_len,
		.block_size = gcm_mode ? 16 : 1,
		.mode = gcm_mode ? EVP_CIPH_GCM_MODE : 0,
		.aead = 1,
	};

	return cipher_get_params(params, &facts);
}

#define CIPHER(id, name, gcm_mode)					\
	static void *name##_new_##id(void *provctx)			\
	{								\
		return new_ctx(provctx, TESTUDO_##id);			\
	}								\
									\
	static int name##_get_params_##id(OSSL_PARAM *params)		\
	{								\
		return get_params(params, TESTUDO_##id, gcm_mode);	\
	}								\
									\
	const OSSL_DISPATCH name##_##id[] = {				\
		FUNCTION(CIPHER, NEWCTX, name##_new_##id),		\
		FUNCTION(CIPHER, FREECTX, free_ctx),			\
		FUNCTION(CIPHER, DUPCTX, dup_ctx),			\
		FUNCTION(CIPHER, ENCRYPT_INIT, encrypt_init),		\
		FUNCTION(CIPHER, DECRYPT_INIT, decrypt_init),		\
		FUNCTION(CIPHER, UPDATE, aead_update),			\
		FUNCTION(CIPHER, FINAL, aead_final),			\
		FUNCTION(CIPHER, CIPHER, cipher),			\
		FUNCTION(CIPHER, GET_PARAMS, name##_get_params_##id),	\
		FUNCTION(CIPHER, GETTABLE_PARAMS,			\
			 cipher_gettable_params),			\
		FUNCTION(CIPHER, GET_CTX_PARAMS, get_ctx_params),	\
		FUNCTION(CIPHER, GETTABLE_CTX_PARAMS, gettable),	\
		FUNCTION(CIPHER, SET_CTX_PARAMS, set_ctx_params),	\
		FUNCTION(CIPHER, SETTABLE_CTX_PARAMS, settable),	\
		{ 0, NULL }						\
	};

#define PLAIN(id, name, text) CIPHER(id, cipher, false)
#define GCM_MODE(id, name, text) CIPHER(id, cipher_gcm, true)
GCM_MODE_CIPHERS(PLAIN)
GCM_MODE_CIPHERS(GCM_MODE)
PLAIN_CIPHERS(PLAIN)
