// SPDX-License-Identifier: MIT OR GPL-2.0-only
/* AEGISMAC and Poly1305 as EVP_MAC. */
#include "provider.h"

/*
 * AEGISMAC.  The parameter "cipher" names the AEGIS variant, "iv" is the nonce
 * (without it zeros), "size" the length of the tag.  start is the state behind
 * key and nonce, with which any number of messages begin; running says whether
 * one is under way in now.
 */
struct aegismac {
	const struct provider *prov;
	enum testudo_alg alg;
	bool started, running;
	size_t size, key_len, iv_len;
	uint8_t key[32], iv[32];
	struct testudo_aegismac_ctx start, now;
};

static bool aegismac_set_cipher(struct aegismac *c, const OSSL_PARAM *p)
{
	char name[32];

	if (p->data_type != OSSL_PARAM_UTF8_STRING || !p->data ||
	    p->data_size >= sizeof(name))
		return false;
	memcpy(name, p->data, p->data_size);
	name[p->data_size] = '\0';
	return !testudo_alg_by_name(name, &c->alg);
}

static bool set_bytes(uint8_t to[32], size_t *len, const void *from, size_t n)
{
	if (n > 32 || (n && !from))
		return false;
	if (n)
		memcpy(to, from, n);
	*len = n;
	return true;
}

static bool set_param(uint8_t to[32], size_t *len, const OSSL_PARAM *p)
{
	return !p || (p->data_type == OSSL_PARAM_OCTET_STRING &&
		      set_bytes(to, len, p->data, p->data_size));
}

/* What is set goes for the next message, but for the length of the tag.  If
 * something is wrong there will be none without a new key. */
static int aegismac_set_ctx_params(void *ctx, const OSSL_PARAM *params)
{
	const OSSL_PARAM *p[PARAMS];
	struct aegismac *c = ctx;
	size_t size;

	params_find(params, p);
	if (p[P_SIZE]) {
		if (!param_get_size(p[P_SIZE], &size) ||
		    (size != 16 && size != 32))
			return REFUSE(c->prov, PROV_R_INVALID_OUTPUT_LENGTH);
		c->size = size;
	}
	if (!p[P_CIPHER] && !p[P_KEY] && !p[P_IV])
		return 1;
	c->started = false;
	c->running = false;
	if ((!p[P_CIPHER] || aegismac_set_cipher(c, p[P_CIPHER])) &&
	    set_param(c->key, &c->key_len, p[P_KEY]) &&
	    set_param(c->iv, &c->iv_len, p[P_IV]))
		return 1;
	c->key_len = 0;
	return REFUSE(c->prov, PROV_R_FAILED_TO_GET_PARAMETER);
}

static bool aegismac_start(struct aegismac *c)
{
	if (c->started)
		return true;
	if (!c->alg)
		return REFUSE(c->prov, PROV_R_MISSING_CIPHER);
	if (!c->key_len)
		return REFUSE(c->prov, PROV_R_NO_KEY_SET);
	if (c->key_len != testudo_alg_info(c->alg)->key_len)
		return REFUSE(c->prov, PROV_R_INVALID_KEY_LENGTH);
	if (testudo_aegismac_init(&c->start, c->alg, c->key, c->key_len,
				  c->iv_len ? c->iv : NULL, c->iv_len))
		return REFUSE(c->prov, PROV_R_INVALID_IV_LENGTH);
	c->started = true;
	return true;
}

static int aegismac_init(void *ctx, const uint8_t *key, size_t key_len,
			 const OSSL_PARAM *params)
{
	struct aegismac *c = ctx;

	c->running = false;
	if (!aegismac_set_ctx_params(c, params))
		return 0;
	if (key) {
		c->started = false;
		c->key_len = 0;
		if (!set_bytes(c->key, &c->key_len, key, key_len))
			return REFUSE(c->prov, PROV_R_INVALID_KEY_LENGTH);
	}
	if (!aegismac_start(c))
		return 0;
	c->now = c->start;
	c->running = true;
	return 1;
}

static int aegismac_update(void *ctx, const uint8_t *in, size_t len)
{
	struct aegismac *c = ctx;

	if (!c->running)
		return REFUSE(c->prov, PROV_R_INVALID_STATE);
	testudo_aegismac_update(&c->now, in, len);
	return 1;
}

static int aegismac_final(void *ctx, uint8_t *out, size_t *outl, size_t outsize)
{
	struct aegismac *c = ctx;

	if (!c->running)
		return REFUSE(c->prov, PROV_R_INVALID_STATE);
	if (outsize < c->size)
		return REFUSE(c->prov, PROV_R_OUTPUT_BUFFER_TOO_SMALL);
	c->running = false;
	if (testudo_aegismac_final(&c->now, out, c->size))
		return REFUSE(c->prov, PROV_R_LENGTH_TOO_LARGE);
	*outl = c->size;
	return 1;
}

static int aegismac_get_ctx_params(void *ctx, OSSL_PARAM *p)
{
	const struct aegismac *c = ctx;

	for (; p && p->key; p++)
		if (param_of(p) == P_SIZE && !param_put_size(p, c->size))
			return 0;
	return 1;
}

static const OSSL_PARAM *aegismac_settable(void *ctx, void *provctx)
{
	static const OSSL_PARAM known[] = {
		OSSL_PARAM_utf8_string(OSSL_MAC_PARAM_CIPHER, NULL, 0),
		OSSL_PARAM_octet_string(OSSL_MAC_PARAM_KEY, NULL, 0),
		OSSL_PARAM_octet_string(OSSL_MAC_PARAM_IV, NULL, 0),
		OSSL_PARAM_size_t(OSSL_MAC_PARAM_SIZE, NULL),
		OSSL_PARAM_END
	};

	(void)ctx;
	(void)provctx;
	return known;
}

static void *aegismac_new(void *provctx)
{
	struct aegismac *c = provider_new(provctx, sizeof(*c));

	if (c)
		c->size = 16;
	return c;
}

static void *aegismac_dup(void *ctx)
{
	return provider_dup(ctx, sizeof(struct aegismac));
}

static void aegismac_free(void *ctx)
{
	provider_free(ctx, sizeof(struct aegismac));
}

/* Poly1305.  A key is for one message: keyed is false again behind its tag,
 * and used when the message has begun. */
struct poly1305 {
	const struct provider *prov;
	bool keyed, used;
	struct testudo_poly1305_ctx mac;
};

static bool poly1305_set_key(struct poly1305 *c, const void *key, size_t len)
{
	c->keyed = key && len == 32 && !testudo_poly1305_init(&c->mac, key);
	c->used = false;
	return c->keyed || REFUSE(c->prov, PROV_R_INVALID_KEY_LENGTH);
}

static int poly1305_set_ctx_params(void *ctx, const OSSL_PARAM *params)
{
	const OSSL_PARAM *p[PARAMS];

	params_find(params, p);
	return !p[P_KEY] ||
	       poly1305_set_key(ctx,
				p[P_KEY]->data_type == OSSL_PARAM_OCTET_STRING ?
				p[P_KEY]->data : NULL, p[P_KEY]->data_size);
}

static int poly1305_init(void *ctx, const uint8_t *key, size_t key_len,
			 const OSSL_PARAM *params)
{
	struct poly1305 *c = ctx;

	if (!poly1305_set_ctx_params(c, params))
		return 0;
	if (key)
		return poly1305_set_key(c, key, key_len);
	if (c->used) {	/* from here on, whether this is heeded or not */
		c->keyed = false;
		return REFUSE(c->prov, PROV_R_NO_KEY_SET);
	}
	return 1;
}

static int poly1305_update(void *ctx, const uint8_t *in, size_t len)
{
	struct poly1305 *c = ctx;

	if (!c->keyed)
		return REFUSE(c->prov, PROV_R_NO_KEY_SET);
	c->used = true;
	testudo_poly1305_update(&c->mac, in, len);
	return 1;
}

static int poly1305_final(void *ctx, uint8_t *out, size_t *outl, size_t outsize)
{
	struct poly1305 *c = ctx;

	if (!c->keyed)
		return REFUSE(c->prov, PROV_R_NO_KEY_SET);
	if (outsize < 16)
		return REFUSE(c->prov, PROV_R_OUTPUT_BUFFER_TOO_SMALL);
	c->used = true;
	c->keyed = false;
	if (testudo_poly1305_final(&c->mac, out))
		return REFUSE(c->prov, PROV_R_INVALID_STATE);
	*outl = 16;
	return 1;
}

static const OSSL_PARAM *poly1305_settable(void *ctx, void *provctx)
{
	static const OSSL_PARAM known[] = {
		OSSL_PARAM_octet_string(OSSL_MAC_PARAM_KEY, NULL, 0),
		OSSL_PARAM_END
	};

	(void)ctx;
	(void)provctx;
	return known;
}

static void *poly1305_new(void *provctx)
{
	return provider_new(provctx, sizeof(struct poly1305));
}

static void *poly1305_dup(void *ctx)
{
	return provider_dup(ctx, sizeof(struct poly1305));
}

static void poly1305_free(void *ctx)
{
	provider_free(ctx, sizeof(struct poly1305));
}

/* ---- of both */

static int get_params(OSSL_PARAM *p)
{
	for (; p->key; p++)
		if (param_of(p) == P_SIZE && !param_put_size(p, 16))
			return 0;
	return 1;
}

static int poly1305_get_ctx_params(void *ctx, OSSL_PARAM *p)
{
	(void)ctx;
	return !p || get_params(p);
}

static const OSSL_PARAM *gettable_params(void *provctx)
{
	static const OSSL_PARAM known[] = {
		OSSL_PARAM_size_t(OSSL_MAC_PARAM_SIZE, NULL),
		OSSL_PARAM_END
	};

	(void)provctx;
	return known;
}

static const OSSL_PARAM *gettable_ctx_params(void *ctx, void *provctx)
{
	(void)ctx;
	return gettable_params(provctx);
}

#define MAC(name)							\
	const OSSL_DISPATCH mac_##name[] = {				\
		FUNCTION(MAC, NEWCTX, name##_new),			\
		FUNCTION(MAC, DUPCTX, name##_dup),			\
		FUNCTION(MAC, FREECTX, name##_free),			\
		FUNCTION(MAC, INIT, name##_init),			\
		FUNCTION(MAC, UPDATE, name##_update),			\
		FUNCTION(MAC, FINAL, name##_final),			\
		FUNCTION(MAC, GET_PARAMS, get_params),			\
		FUNCTION(MAC, GETTABLE_PARAMS, gettable_params),	\
		FUNCTION(MAC, GET_CTX_PARAMS, name##_get_ctx_params),	\
		FUNCTION(MAC, GETTABLE_CTX_PARAMS,			\
			 gettable_ctx_params),				\
		FUNCTION(MAC, SET_CTX_PARAMS, name##_set_ctx_params),	\
		FUNCTION(MAC, SETTABLE_CTX_PARAMS, name##_settable),	\
		{ 0, NULL }						\
	};
MAC(aegismac)
MAC(poly1305)
