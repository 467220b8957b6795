// SPDX-License-Identifier: MIT OR GPL-2.0-only
/* Other libraries, for `testudo speed`, called the way an application does. */
#include <stdlib.h>
#include <string.h>

#include <openssl/crypto.h>
#include <openssl/evp.h>
#ifdef HAVE_LIBAEGIS
#include <aegis.h>
#include <aegis128l.h>
#include <aegis128x2.h>
#include <aegis128x4.h>
#include <aegis256.h>
#include <aegis256x2.h>
#include <aegis256x4.h>
#endif

#include "measure.h"

/* OpenSSL: the key once, for each message a nonce. */
struct evp {
	EVP_CIPHER_CTX *seal, *open;
};

static int evp_seal(void *state, uint8_t *dst, const uint8_t *src, size_t len,
		    uint8_t *tag, const uint8_t *ad, const uint8_t *nonce)
{
	EVP_CIPHER_CTX *c = ((struct evp *)state)->seal;
	int n;

	return !(EVP_EncryptInit_ex2(c, NULL, NULL, nonce, NULL) &&
		 EVP_EncryptUpdate(c, NULL, &n, ad, MEASURE_AD_LEN) &&
		 EVP_EncryptUpdate(c, dst, &n, src, (int)len) &&
		 EVP_EncryptFinal_ex(c, dst + n, &n) &&
		 EVP_CIPHER_CTX_ctrl(c, EVP_CTRL_AEAD_GET_TAG, MEASURE_TAG_LEN,
				     tag) > 0);
}

static int evp_open(void *state, uint8_t *dst, const uint8_t *src, size_t len,
		    const uint8_t *tag, const uint8_t *ad, const uint8_t *nonce)
{
	EVP_CIPHER_CTX *c = ((struct evp *)state)->open;
	int n;

	return !(EVP_DecryptInit_ex2(c, NULL, NULL, nonce, NULL) &&
		 EVP_CIPHER_CTX_ctrl(c, EVP_CTRL_AEAD_SET_TAG, MEASURE_TAG_LEN,
				     (void *)tag) > 0 &&
		 EVP_DecryptUpdate(c, NULL, &n, ad, MEASURE_AD_LEN) &&
		 EVP_DecryptUpdate(c, dst, &n, src, (int)len) &&
		 EVP_DecryptFinal_ex(c, dst + n, &n) > 0);
}

/* A cipher without tag. */
static int evp_crypt(void *state, uint8_t *dst, const uint8_t *src, size_t len,
		     uint8_t *tag, const uint8_t *ad, const uint8_t *nonce)
{
	EVP_CIPHER_CTX *c = ((struct evp *)state)->seal;
	int n;

	(void)tag;
	(void)ad;
	return !(EVP_EncryptInit_ex2(c, NULL, NULL, nonce, NULL) &&
		 EVP_EncryptUpdate(c, dst, &n, src, (int)len));
}

static int evp_crypt_again(void *state, uint8_t *dst, const uint8_t *src,
			   size_t len, const uint8_t *tag, const uint8_t *ad,
			   const uint8_t *nonce)
{
	(void)tag;
	return evp_crypt(state, dst, src, len, NULL, ad, nonce);
}

static void evp_free(struct evp *e)
{
	if (e) {
		EVP_CIPHER_CTX_free(e->seal);
		EVP_CIPHER_CTX_free(e->open);
	}
	free(e);
}

/* NULL: this OpenSSL does not have the cipher, which is no error. */
static struct evp *evp_new(const char *name)
{
	EVP_CIPHER *cipher = EVP_CIPHER_fetch(NULL, name, NULL);
	struct evp *e = calloc(1, sizeof(*e));

	if (e && cipher) {
		e->seal = EVP_CIPHER_CTX_new();
		e->open = EVP_CIPHER_CTX_new();
	}
	if (!e || !e->seal || !e->open ||
	    !EVP_EncryptInit_ex2(e->seal, cipher, measure_key, NULL, NULL) ||
	    !EVP_DecryptInit_ex2(e->open, cipher, measure_key, NULL, NULL)) {
		evp_free(e);
		e = NULL;
	}
	EVP_CIPHER_free(cipher);
	return e;
}

/* A MAC whose key is new for each message. */
static int evp_mac(void *state, uint8_t *dst, const uint8_t *src, size_t len,
		   uint8_t *tag, const uint8_t *ad, const uint8_t *nonce)
{
	size_t n;

	(void)dst;
	(void)ad;
	(void)nonce;
	return !(EVP_MAC_init(state, measure_key, sizeof(measure_key), NULL) &&
		 EVP_MAC_update(state, src, len) &&
		 EVP_MAC_final(state, tag, &n, MEASURE_TAG_LEN));
}

static int evp_verify(void *state, uint8_t *dst, const uint8_t *src, size_t len,
		      const uint8_t *tag, const uint8_t *ad,
		      const uint8_t *nonce)
{
	uint8_t right[MEASURE_TAG_LEN];

	return evp_mac(state, dst, src, len, right, ad, nonce) ||
	       CRYPTO_memcmp(right, tag, sizeof(right));
}

static size_t add_poly1305(struct subject *list, size_t n, size_t max)
{
	EVP_MAC *mac = EVP_MAC_fetch(NULL, "POLY1305", NULL);
	EVP_MAC_CTX *c = mac && n < max ? EVP_MAC_CTX_new(mac) : NULL;

	EVP_MAC_free(mac);
	if (c)
		list[n++] = (struct subject){
			.alg = "Poly1305", .impl = "openssl",
			.kind = SUBJECT_MAC, .nonce_len = 16, .state = c,
			.seal = evp_mac, .open = evp_verify,
		};
	return n;
}

static size_t add_openssl(struct subject *list, size_t n, size_t max)
{
	static const struct {
		const char *name;
		enum subject_kind kind;
		size_t nonce_len;
	} ciphers[] = {
		{ "AES-128-GCM", SUBJECT_AEAD, 12 },
		{ "AES-256-GCM", SUBJECT_AEAD, 12 },
		{ "ChaCha20-Poly1305", SUBJECT_AEAD, 12 },
		{ "ChaCha20", SUBJECT_CIPHER, 16 },
	};

	for (size_t i = 0; i < sizeof(ciphers) / sizeof(ciphers[0]); i++) {
		struct evp *e = n < max ? evp_new(ciphers[i].name) : NULL;
		bool aead = ciphers[i].kind == SUBJECT_AEAD;

		if (e)
			list[n++] = (struct subject){
				.alg = ciphers[i].name, .impl = "openssl",
				.kind = ciphers[i].kind, .state = e,
				.nonce_len = ciphers[i].nonce_len,
				.seal = aead ? evp_seal : evp_crypt,
				.open = aead ? evp_open : evp_crypt_again,
			};
	}
	return add_poly1305(list, n, max);
}

#ifdef HAVE_LIBAEGIS

#define LIBAEGIS(v)							\
static int v##_seal(void *state, uint8_t *dst, const uint8_t *src,	\
		    size_t len, uint8_t *tag, const uint8_t *ad,	\
		    const uint8_t *nonce)				\
{									\
	return v##_encrypt_detached(dst, tag, MEASURE_TAG_LEN, src, len, \
				    ad, MEASURE_AD_LEN, nonce, state);	\
}									\
static int v##_open(void *state, uint8_t *dst, const uint8_t *src,	\
		    size_t len, const uint8_t *tag, const uint8_t *ad,	\
		    const uint8_t *nonce)				\
{									\
	return v##_decrypt_detached(dst, src, len, tag, MEASURE_TAG_LEN, \
				    ad, MEASURE_AD_LEN, nonce, state);	\
}
LIBAEGIS(aegis128l)
LIBAEGIS(aegis128x2)
LIBAEGIS(aegis128x4)
LIBAEGIS(aegis256)
LIBAEGIS(aegis256x2)
LIBAEGIS(aegis256x4)

static size_t add_libaegis(struct subject *list, size_t n, size_t max)
{
#define ROW(name, len, v)						\
	{ .alg = name, .impl = "libaegis", .nonce_len = len,		\
	  .state = (void *)measure_key, .seal = v##_seal, .open = v##_open }
	const struct subject rows[] = {
		ROW("AEGIS-128L", 16, aegis128l),
		ROW("AEGIS-128X2", 16, aegis128x2),
		ROW("AEGIS-128X4", 16, aegis128x4),
		ROW("AEGIS-256", 32, aegis256),
		ROW("AEGIS-256X2", 32, aegis256x2),
		ROW("AEGIS-256X4", 32, aegis256x4),
	};
	size_t count = sizeof(rows) / sizeof(rows[0]);

	if (aegis_init() || n + count > max)
		return n;
	memcpy(list + n, rows, sizeof(rows));
	return n + count;
}

#else

static size_t add_libaegis(struct subject *list, size_t n, size_t max)
{
	(void)list;
	(void)max;
	return n;
}

#endif

size_t peers_add(struct subject *list, size_t n, size_t max)
{
	n = add_libaegis(list, n, max);
	return add_openssl(list, n, max);
}
