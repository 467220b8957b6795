// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * ChaCha20 by itself, as OpenSSL's own: the IV of 16 bytes is counter || nonce,
 * and the counter has 64 bits, the first 4 bytes of the nonce being its upper
 * half.
 */
#include "provider.h"

#define BLOCK 64

/* has_iv: of an IV that was not used yet.  fill: how much of the keystream in
 * block was used; all of it at the beginning. */
struct chacha {
	const struct provider *prov;
	bool has_key, has_iv, running;
	uint8_t key[32], iv[16];
	struct testudo_chacha_state state;
	uint8_t block[BLOCK];
	size_t fill;
};

static int set_ctx_params(void *ctx, const OSSL_PARAM *params)
{
	const OSSL_PARAM *p[PARAMS];
	struct chacha *c = ctx;

	params_find(params, p);
	if (param_is(p[P_KEYLEN], sizeof(c->key)) &&
	    param_is(p[P_IVLEN], sizeof(c->iv)))
		return 1;
	c->has_iv = false;
	c->running = false;
	return REFUSE(c->prov, param_is(p[P_KEYLEN], sizeof(c->key)) ?
			       PROV_R_INVALID_IV_LENGTH :
			       PROV_R_INVALID_KEY_LENGTH);
}

static int get_ctx_params(void *ctx, OSSL_PARAM *p)
{
	struct chacha *c = ctx;
	bool ok = true;

	for (; ok && p && p->key; p++)
		switch (param_of(p)) {
		case P_KEYLEN:
			ok = param_put_size(p, sizeof(c->key));
			break;
		case P_IVLEN:
			ok = param_put_size(p, sizeof(c->iv));
			break;
		case P_IV:
		case P_UPDATED_IV:
			ok = REFUSE(c->prov, PROV_R_NOT_SUPPORTED);
			break;
		default:
			break;
		}
	return ok;
}

static const OSSL_PARAM *lengths(void *ctx, void *provctx)
{
	static const OSSL_PARAM known[] = {
		OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_KEYLEN, NULL),
		OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_IVLEN, NULL),
		OSSL_PARAM_END
	};

	(void)ctx;
	(void)provctx;
	return known;
}

/* As with the AEADs, an IV is good for one message, and init ends what was
 * under way. */
static int init(void *ctx, const uint8_t *key, size_t key_len,
		const uint8_t *iv, size_t iv_len, const OSSL_PARAM *params)
{
	struct chacha *c = ctx;

	c->running = false;
	if (!set_ctx_params(c, params))
		return 0;
	if (key) {
		c->has_key = key_len == sizeof(c->key);
		if (!c->has_key)
			return REFUSE(c->prov, PROV_R_INVALID_KEY_LENGTH);
		memcpy(c->key, key, sizeof(c->key));
	}
	if (iv) {
		c->has_iv = iv_len == sizeof(c->iv);
		if (!c->has_iv)
			return REFUSE(c->prov, PROV_R_INVALID_IV_LENGTH);
		memcpy(c->iv, iv, sizeof(c->iv));
	}
	return 1;
}

static bool begin(struct chacha *c)
{
	if (c->running)
		return true;
	if (!c->has_key || !c->has_iv)
		return REFUSE(c->prov, c->has_key ? PROV_R_INVALID_STATE :
						    PROV_R_NO_KEY_SET);
	testudo_chacha_init(&c->state, c->key, c->iv);
	c->fill = BLOCK;
	c->has_iv = false;
	c->running = true;
	return true;
}

/* Whole blocks.  The library's counter has 32 bits, so a call ends where it
 * wraps. */
static void crypt_blocks(struct chacha *c, uint8_t *out, const uint8_t *in,
			 size_t len)
{
	while (len) {
		uint64_t left = ((1ull << 32) - c->state.x[12]) * BLOCK;
		size_t n = len < left ? len : (size_t)left;

		testudo_chacha_crypt(&c->state, out, in, n, 20);
		if (!c->state.x[12])
			c->state.x[13]++;
		out += n;
		in += n;
		len -= n;
	}
}

static size_t crypt_in_block(struct chacha *c, uint8_t *out, const uint8_t *in,
			     size_t len)
{
	size_t n = BLOCK - c->fill;

	if (n > len)
		n = len;
	for (size_t i = 0; i < n; i++)
		out[i] = in[i] ^ c->block[c->fill + i];
	c->fill += n;
	return n;
}

static int update(void *ctx, uint8_t *out, size_t *outl, size_t outsize,
		  const uint8_t *in, size_t inl)
{
	static const uint8_t zero[BLOCK];
	struct chacha *c = ctx;
	size_t n, len = inl;

	*outl = 0;
	if (!inl)
		return 1;
	if (!begin(c))
		return 0;
	if (!out || !in || outsize < inl)
		return REFUSE(c->prov, PROV_R_OUTPUT_BUFFER_TOO_SMALL);
	n = crypt_in_block(c, out, in, len);
	out += n;
	in += n;
	len -= n;
	n = len - len % BLOCK;
	crypt_blocks(c, out, in, n);
	if (len > n) {
		crypt_blocks(c, c->block, zero, BLOCK);
		c->fill = 0;
		crypt_in_block(c, out + n, in + n, len - n);
	}
	*outl = inl;
	return 1;
}

static int final(void *ctx, uint8_t *out, size_t *outl, size_t outsize)
{
	struct chacha *c = ctx;

	(void)out;
	(void)outsize;
	*outl = 0;
	return begin(c);
}

static int cipher(void *ctx, uint8_t *out, size_t *outl, size_t outsize,
		  const uint8_t *in, size_t inl)
{
	if (!in && !inl)
		return final(ctx, out, outl, outsize);
	return update(ctx, out, outl, outsize, in, inl);
}

static void *new_ctx(void *provctx)
{
	return provider_new(provctx, sizeof(struct chacha));
}

static void *dup_ctx(void *ctx)
{
	return provider_dup(ctx, sizeof(struct chacha));
}

static void free_ctx(void *ctx)
{
	provider_free(ctx, sizeof(struct chacha));
}

static int get_params(OSSL_PARAM *params)
{
	static const struct cipher_facts facts = {
		.key_len = 32, .iv_len = 16, .block_size = 1,
	};

	return cipher_get_params(params, &facts);
}

const OSSL_DISPATCH cipher_chacha20[] = {
	FUNCTION(CIPHER, NEWCTX, new_ctx),
	FUNCTION(CIPHER, FREECTX, free_ctx),
	FUNCTION(CIPHER, DUPCTX, dup_ctx),
	FUNCTION(CIPHER, ENCRYPT_INIT, init),
	FUNCTION(CIPHER, DECRYPT_INIT, init),
	FUNCTION(CIPHER, UPDATE, update),
	FUNCTION(CIPHER, FINAL, final),
	FUNCTION(CIPHER, CIPHER, cipher),
	FUNCTION(CIPHER, GET_PARAMS, get_params),
	FUNCTION(CIPHER, GETTABLE_PARAMS, cipher_gettable_params),
	FUNCTION(CIPHER, GET_CTX_PARAMS, get_ctx_params),
	FUNCTION(CIPHER, GETTABLE_CTX_PARAMS, lengths),
	FUNCTION(CIPHER, SET_CTX_PARAMS, set_ctx_params),
	FUNCTION(CIPHER, SETTABLE_CTX_PARAMS, lengths),
	{ 0, NULL }
};
