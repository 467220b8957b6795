// SPDX-License-Identifier: MIT OR GPL-2.0-only
/* OSSL_PARAM arrays, without libcrypto. */
#include "provider.h"

static const char *const names[PARAMS] = {
	[P_IVLEN] = OSSL_CIPHER_PARAM_IVLEN,
	[P_TAG] = OSSL_CIPHER_PARAM_AEAD_TAG,
	[P_TLSAAD] = OSSL_CIPHER_PARAM_AEAD_TLS1_AAD,
	[P_TLSAADPAD] = OSSL_CIPHER_PARAM_AEAD_TLS1_AAD_PAD,
	[P_KEYLEN] = OSSL_CIPHER_PARAM_KEYLEN,
	[P_TAGLEN] = OSSL_CIPHER_PARAM_AEAD_TAGLEN,
	[P_TLSIVFIXED] = OSSL_CIPHER_PARAM_AEAD_TLS1_IV_FIXED,
	[P_TLSIVGEN] = OSSL_CIPHER_PARAM_AEAD_TLS1_GET_IV_GEN,
	[P_TLSIVINV] = OSSL_CIPHER_PARAM_AEAD_TLS1_SET_IV_INV,
	[P_IV] = OSSL_CIPHER_PARAM_IV,
	[P_UPDATED_IV] = OSSL_CIPHER_PARAM_UPDATED_IV,
	[P_MODE] = OSSL_CIPHER_PARAM_MODE,
	[P_BLOCKSIZE] = OSSL_CIPHER_PARAM_BLOCK_SIZE,
	[P_AEAD] = OSSL_CIPHER_PARAM_AEAD,
	[P_CUSTOM_IV] = OSSL_CIPHER_PARAM_CUSTOM_IV,
	[P_KEY] = OSSL_MAC_PARAM_KEY,
	[P_SIZE] = OSSL_MAC_PARAM_SIZE,
	[P_CIPHER] = OSSL_MAC_PARAM_CIPHER,
	[P_NAME] = OSSL_PROV_PARAM_NAME,
	[P_VERSION] = OSSL_PROV_PARAM_VERSION,
	[P_BUILDINFO] = OSSL_PROV_PARAM_BUILDINFO,
	[P_STATUS] = OSSL_PROV_PARAM_STATUS,
};

static bool same(const char *a, const char *b)
{
	while (*a && *a == *b)
		a++, b++;
	return *a == *b;
}

enum param param_of(const OSSL_PARAM *p)
{
	for (int i = P_OTHER + 1; i < PARAMS; i++)
		if (same(p->key, names[i]))
			return (enum param)i;
	return P_OTHER;
}

void params_find(const OSSL_PARAM *params, const OSSL_PARAM *found[PARAMS])
{
	for (int i = 0; i < PARAMS; i++)
		found[i] = NULL;
	for (; params && params->key; params++) {
		enum param which = param_of(params);

		/* the first of two, as OSSL_PARAM_locate() does it */
		if (which != P_OTHER && !found[which])
			found[which] = params;
	}
}

/* Integers come in any of these shapes: a program's size_t, int, or 64 bits.  A
 * negative one comes out as a length that nothing has. */
bool param_get_size(const OSSL_PARAM *p, size_t *value)
{
	uint32_t u32;
	uint64_t u64;

	if ((p->data_type != OSSL_PARAM_INTEGER &&
	     p->data_type != OSSL_PARAM_UNSIGNED_INTEGER) || !p->data)
		return false;
	if (p->data_size == 4) {
		memcpy(&u32, p->data, 4);
		u64 = u32;
	} else if (p->data_size == 8) {
		memcpy(&u64, p->data, 8);
	} else {
		return false;
	}
	*value = (size_t)u64;
	return u64 <= SIZE_MAX;
}

/* value is less than 2^31 */
bool param_put_size(OSSL_PARAM *p, size_t value)
{
	uint32_t u32 = (uint32_t)value;
	uint64_t u64 = value;

	if (p->data_type != OSSL_PARAM_INTEGER &&
	    p->data_type != OSSL_PARAM_UNSIGNED_INTEGER)
		return false;
	if (!p->data) {
		p->return_size = sizeof(size_t);
		return true;
	}
	if (p->data_size == 8)
		memcpy(p->data, &u64, 8);
	else if (p->data_size == 4)
		memcpy(p->data, &u32, 4);
	else
		return false;
	p->return_size = p->data_size;
	return true;
}

bool param_is(const OSSL_PARAM *p, size_t value)
{
	size_t given;

	return !p || (param_get_size(p, &given) && given == value);
}

bool param_put_bytes(OSSL_PARAM *p, const void *bytes, size_t len)
{
	p->return_size = len;
	if (p->data_type == OSSL_PARAM_OCTET_PTR) {
		if (p->data)
			*(const void **)p->data = bytes;
		return true;
	}
	if (p->data_type != OSSL_PARAM_OCTET_STRING)
		return false;
	if (!p->data)
		return true;
	if (p->data_size < len)
		return false;
	memcpy(p->data, bytes, len);
	return true;
}

bool param_put_text(OSSL_PARAM *p, const char *text)
{
	if (p->data_type != OSSL_PARAM_UTF8_PTR)
		return false;
	p->return_size = strlen(text);
	if (p->data)
		*(const char **)p->data = text;
	return true;
}

int cipher_get_params(OSSL_PARAM *p, const struct cipher_facts *facts)
{
	bool ok = true;

	for (; ok && p->key; p++)
		switch (param_of(p)) {
		case P_KEYLEN:
			ok = param_put_size(p, facts->key_len);
			break;
		case P_IVLEN:
			ok = param_put_size(p, facts->iv_len);
			break;
		case P_BLOCKSIZE:
			ok = param_put_size(p, facts->block_size);
			break;
		case P_MODE:
			ok = param_put_size(p, facts->mode);
			break;
		case P_AEAD:
			ok = param_put_size(p, facts->aead);
			break;
		case P_CUSTOM_IV:
			ok = param_put_size(p, 1);
			break;
		default:
			break;
		}
	return ok;
}

const OSSL_PARAM *cipher_gettable_params(void *provctx)
{
	static const OSSL_PARAM known[] = {
		OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_KEYLEN, NULL),
		OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_IVLEN, NULL),
		OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_BLOCK_SIZE, NULL),
		OSSL_PARAM_uint(OSSL_CIPHER_PARAM_MODE, NULL),
		OSSL_PARAM_int(OSSL_CIPHER_PARAM_AEAD, NULL),
		OSSL_PARAM_int(OSSL_CIPHER_PARAM_CUSTOM_IV, NULL),
		OSSL_PARAM_END
	};

	(void)provctx;
	return known;
}
