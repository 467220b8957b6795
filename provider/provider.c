// SPDX-License-Identifier: MIT OR GPL-2.0-only
/* The entry of the module, its lists of algorithms, and what it asks of
 * OpenSSL's core. */
#include <stdarg.h>

#include <openssl/err.h>

#include "provider.h"

/* testudo-gcmmode.so is this file with another default. */
#ifndef PROVIDER_NAME
#define PROVIDER_NAME "testudo"
#define PROVIDER_GCM_MODE false
#endif

/* The parameter of openssl.cnf that gives the AEGIS-128 as GCM. */
#define GCM_MODE_PARAM "gcm-mode"

#define PROPERTY "provider=testudo"
#define GCM_MODE_PROPERTY PROPERTY ",testudo.gcmmode=yes"

#define CIPHER(id, name, text) { name, PROPERTY, cipher_##id, text },
#define CIPHER_GCM(id, name, text) \
	{ name, GCM_MODE_PROPERTY, cipher_gcm_##id, text },
#define CHACHA20 { "ChaCha20", PROPERTY, cipher_chacha20, "ChaCha20, RFC 8439" }

static const OSSL_ALGORITHM ciphers[] = {
	GCM_MODE_CIPHERS(CIPHER)
	PLAIN_CIPHERS(CIPHER)
	CHACHA20,
	{ NULL, NULL, NULL, NULL }
};

static const OSSL_ALGORITHM ciphers_gcm_mode[] = {
	GCM_MODE_CIPHERS(CIPHER_GCM)
	PLAIN_CIPHERS(CIPHER)
	CHACHA20,
	{ NULL, NULL, NULL, NULL }
};

static const OSSL_ALGORITHM macs[] = {
	{ "AEGISMAC", PROPERTY, mac_aegismac, "AEGISMAC, RFC 10032" },
	{ "POLY1305", PROPERTY, mac_poly1305, "Poly1305, RFC 8439" },
	{ NULL, NULL, NULL, NULL }
};

static const OSSL_ALGORITHM *query(void *provctx, int operation, int *no_cache)
{
	const struct provider *prov = provctx;

	*no_cache = 0;
	switch (operation) {
	case OSSL_OP_CIPHER:
		return prov->gcm_mode ? ciphers_gcm_mode : ciphers;
	case OSSL_OP_MAC:
		return macs;
	default:
		return NULL;
	}
}

static const OSSL_PARAM *gettable_params(void *provctx)
{
	static const OSSL_PARAM known[] = {
		OSSL_PARAM_utf8_ptr(OSSL_PROV_PARAM_NAME, NULL, 0),
		OSSL_PARAM_utf8_ptr(OSSL_PROV_PARAM_VERSION, NULL, 0),
		OSSL_PARAM_utf8_ptr(OSSL_PROV_PARAM_BUILDINFO, NULL, 0),
		OSSL_PARAM_int(OSSL_PROV_PARAM_STATUS, NULL),
		OSSL_PARAM_END
	};

	(void)provctx;
	return known;
}

static int get_params(void *provctx, OSSL_PARAM *p)
{
	bool ok = true;

	(void)provctx;
	for (; ok && p->key; p++)
		switch (param_of(p)) {
		case P_NAME:
			ok = param_put_text(p, PROVIDER_NAME);
			break;
		case P_VERSION:
		case P_BUILDINFO:
			ok = param_put_text(p, testudo_version());
			break;
		case P_STATUS:
			ok = param_put_size(p, 1);
			break;
		default:
			break;
		}
	return ok;
}

static void teardown(void *provctx)
{
	struct provider *prov = provctx;

	prov->free(prov, __FILE_NAME__, __LINE__);
}

static const OSSL_DISPATCH functions[] = {
	FUNCTION(PROVIDER, TEARDOWN, teardown),
	FUNCTION(PROVIDER, GETTABLE_PARAMS, gettable_params),
	FUNCTION(PROVIDER, GET_PARAMS, get_params),
	FUNCTION(PROVIDER, QUERY_OPERATION, query),
	{ 0, NULL }
};

static void take_functions(struct provider *prov, const OSSL_DISPATCH *in)
{
	for (; in->function_id; in++)
		switch (in->function_id) {
		case OSSL_FUNC_CORE_GET_PARAMS:
			prov->get_params = OSSL_FUNC_core_get_params(in);
			break;
		case OSSL_FUNC_CORE_NEW_ERROR:
			prov->new_error = OSSL_FUNC_core_new_error(in);
			break;
		case OSSL_FUNC_CORE_SET_ERROR_DEBUG:
			prov->set_error_debug =
				OSSL_FUNC_core_set_error_debug(in);
			break;
		case OSSL_FUNC_CORE_VSET_ERROR:
			prov->vset_error = OSSL_FUNC_core_vset_error(in);
			break;
		case OSSL_FUNC_CRYPTO_ZALLOC:
			prov->zalloc = OSSL_FUNC_CRYPTO_zalloc(in);
			break;
		case OSSL_FUNC_CRYPTO_FREE:
			prov->free = OSSL_FUNC_CRYPTO_free(in);
			break;
		}
}

/* What the provider's section of openssl.cnf says, else what it was. */
static bool config_bool(const struct provider *prov, const char *name, bool is)
{
	const char *text = NULL;
	OSSL_PARAM ask[] = {
		{ name, OSSL_PARAM_UTF8_PTR, &text, 0, 0 },
		OSSL_PARAM_END
	};

	if (!prov->get_params(prov->core, ask) || !text || !*text)
		return is;
	return strchr("1yYtT", *text) || !strcmp(text, "on");
}

__attribute__((visibility("default")))
int OSSL_provider_init(const OSSL_CORE_HANDLE *core, const OSSL_DISPATCH *in,
		       const OSSL_DISPATCH **out, void **provctx)
{
	struct provider from = { .core = core }, *prov;

	take_functions(&from, in);
	if (!from.get_params || !from.new_error || !from.set_error_debug ||
	    !from.vset_error || !from.zalloc || !from.free)
		return 0;
	prov = from.zalloc(sizeof(*prov), __FILE_NAME__, __LINE__);
	if (!prov)
		return 0;
	*prov = from;
	prov->gcm_mode = config_bool(prov, GCM_MODE_PARAM, PROVIDER_GCM_MODE);
	*out = functions;
	*provctx = prov;
	return 1;
}

static void set_error(const struct provider *prov, uint32_t reason, ...)
{
	va_list none;

	va_start(none, reason);
	prov->vset_error(prov->core, reason, NULL, none);
	va_end(none);
}

int provider_error(const struct provider *prov, int reason, const char *file,
		   int line, const char *function)
{
	prov->new_error(prov->core);
	prov->set_error_debug(prov->core, file, line, function);
	/* the reasons, and their texts, of OpenSSL's own providers */
	set_error(prov, (uint32_t)ERR_PACK(ERR_LIB_PROV, 0, reason));
	return 0;
}

void *provider_new(const struct provider *prov, size_t size)
{
	const struct provider **ctx =
		prov->zalloc(size, __FILE_NAME__, __LINE__);

	if (ctx)
		*ctx = prov;
	return ctx;
}

void *provider_dup(const void *ctx, size_t size)
{
	const struct provider *prov = *(const struct provider *const *)ctx;
	void *copy = prov->zalloc(size, __FILE_NAME__, __LINE__);

	if (copy)
		memcpy(copy, ctx, size);
	return copy;
}

void provider_free(void *ctx, size_t size)
{
	const struct provider *prov;

	if (!ctx)
		return;
	prov = *(const struct provider **)ctx;
	testudo_wipe(ctx, size);
	prov->free(ctx, __FILE_NAME__, __LINE__);
}
