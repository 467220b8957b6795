// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * An OpenSSL module with a cipher that copies: what is left of a program's time
 * when the cipher costs nothing.  It protects nothing, is built for tests only
 * and never installed.  To programs it looks like testudo-gcmmode's AEGIS-128.
 */
#include <stdlib.h>
#include <string.h>

#include <openssl/core_dispatch.h>
#include <openssl/core_names.h>
#include <openssl/evp.h>

static void *new_ctx(void *provctx)
{
	(void)provctx;
	return calloc(1, 1);
}

static int init(void *ctx, const unsigned char *key, size_t key_len,
		const unsigned char *iv, size_t iv_len,
		const OSSL_PARAM *params)
{
	(void)ctx, (void)key, (void)key_len, (void)iv, (void)iv_len;
	(void)params;
	return 1;
}

static int update(void *ctx, unsigned char *out, size_t *outl, size_t outsize,
		  const unsigned char *in, size_t inl)
{
	(void)ctx, (void)outsize;
	if (out && out != in)
		memcpy(out, in, inl);
	*outl = inl;
	return 1;
}

static int final(void *ctx, unsigned char *out, size_t *outl, size_t outsize)
{
	(void)ctx, (void)out, (void)outsize;
	*outl = 0;
	return 1;
}

static void put(OSSL_PARAM *p, const char *key, size_t value)
{
	unsigned int small = (unsigned int)value;

	if (strcmp(p->key, key))
		return;
	if (p->data_size == sizeof(value))
		memcpy(p->data, &value, sizeof(value));
	else
		memcpy(p->data, &small, sizeof(small));
	p->return_size = p->data_size;
}

static int get_params(OSSL_PARAM *p)
{
	for (; p->key; p++) {
		put(p, OSSL_CIPHER_PARAM_MODE, EVP_CIPH_GCM_MODE);
		put(p, OSSL_CIPHER_PARAM_KEYLEN, 16);
		put(p, OSSL_CIPHER_PARAM_IVLEN, 16);
		put(p, OSSL_CIPHER_PARAM_BLOCK_SIZE, 16);
		put(p, OSSL_CIPHER_PARAM_AEAD, 1);
		put(p, OSSL_CIPHER_PARAM_CUSTOM_IV, 1);
	}
	return 1;
}

static int get_ctx_params(void *ctx, OSSL_PARAM *p)
{
	(void)ctx;
	for (; p->key; p++) {
		if (p->key[0] == 't' && p->data_type == OSSL_PARAM_OCTET_STRING)
			memset(p->data, 0, p->data_size);
		else
			get_params((OSSL_PARAM[]){ *p, OSSL_PARAM_END });
	}
	return 1;
}

static int set_ctx_params(void *ctx, const OSSL_PARAM *params)
{
	(void)ctx, (void)params;
	return 1;
}

static const OSSL_DISPATCH cipher[] = {
	{ OSSL_FUNC_CIPHER_NEWCTX, (void (*)(void))new_ctx },
	{ OSSL_FUNC_CIPHER_FREECTX, (void (*)(void))free },
	{ OSSL_FUNC_CIPHER_ENCRYPT_INIT, (void (*)(void))init },
	{ OSSL_FUNC_CIPHER_DECRYPT_INIT, (void (*)(void))init },
	{ OSSL_FUNC_CIPHER_UPDATE, (void (*)(void))update },
	{ OSSL_FUNC_CIPHER_FINAL, (void (*)(void))final },
	{ OSSL_FUNC_CIPHER_GET_PARAMS, (void (*)(void))get_params },
	{ OSSL_FUNC_CIPHER_GET_CTX_PARAMS, (void (*)(void))get_ctx_params },
	{ OSSL_FUNC_CIPHER_SET_CTX_PARAMS, (void (*)(void))set_ctx_params },
	{ 0, NULL }
};

static const OSSL_ALGORITHM *query(void *provctx, int operation, int *no_cache)
{
	static const OSSL_ALGORITHM ciphers[] = {
		{ "TESTUDO-NULL", "provider=testudo-null", cipher, NULL },
		{ NULL, NULL, NULL, NULL }
	};

	(void)provctx;
	*no_cache = 0;
	return operation == OSSL_OP_CIPHER ? ciphers : NULL;
}

__attribute__((visibility("default")))
int OSSL_provider_init(const OSSL_CORE_HANDLE *core, const OSSL_DISPATCH *in,
		       const OSSL_DISPATCH **out, void **provctx)
{
	static const OSSL_DISPATCH functions[] = {
		{ OSSL_FUNC_PROVIDER_QUERY_OPERATION, (void (*)(void))query },
		{ 0, NULL }
	};

	(void)in;
	*out = functions;
	*provctx = (void *)core;
	return 1;
}
