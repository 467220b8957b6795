// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * Parameters of the AEADs, of every kind: in any order, before and with init
 * (CVE-2023-5363), unknown ones, wrong ones, those that nothing may seem to
 * answer; errors.
 */
#include "provider_test.h"

static bool listed(const OSSL_PARAM *params, const char *key)
{
	return OSSL_PARAM_locate_const(params, key) != NULL;
}

static void tables(const EVP_CIPHER *cipher)
{
	const OSSL_PARAM *p = EVP_CIPHER_settable_ctx_params(cipher);

	CHECK(listed(p, "ivlen") && listed(p, "keylen") && listed(p, "tag") &&
	      listed(p, "taglen") && listed(p, "tlsaad") &&
	      listed(p, "tlsivfixed"), " ");
	p = EVP_CIPHER_gettable_ctx_params(cipher);
	CHECK(listed(p, "ivlen") && listed(p, "keylen") && listed(p, "tag") &&
	      listed(p, "taglen") && listed(p, "tlsaadpad"), " ");
	p = EVP_CIPHER_gettable_params(cipher);
	CHECK(listed(p, "mode") && listed(p, "aead") && listed(p, "ivlen") &&
	      listed(p, "keylen") && listed(p, "blocksize") &&
	      listed(p, "custom-iv"), " ");
}

struct made {
	uint8_t key[32], iv[32], tag[32], text[50], ct[50];
	size_t key_len, iv_len, tag_len;
};

/* With the longest tag. */
static void make(struct rng *rng, struct made *m, const struct aead_test *t)
{
	struct testudo_key key;

	rng_bytes(rng, m, sizeof(*m));
	m->key_len = t->info->key_len;
	m->iv_len = t->info->nonce_len;
	m->tag_len = t->info->tag_len_max;
	CHECK(!testudo_key_init(&key, t->alg, m->key, m->key_len, m->tag_len) &&
	      !testudo_encrypt(m->ct, m->text, sizeof(m->text), m->tag, NULL, 0,
			       m->iv, m->iv_len, &key), " ");
}

static bool opens(EVP_CIPHER_CTX *ctx, const struct made *m)
{
	uint8_t out[sizeof(m->text)];
	int outl;

	return EVP_CipherUpdate(ctx, out, &outl, m->ct, sizeof(out)) == 1 &&
	       EVP_CipherFinal_ex(ctx, out, &outl) == 1 &&
	       !memcmp(out, m->text, sizeof(out));
}

/*
 * Every order of the parameters of one array, and of arrays of one each, given
 * to init or set before it.  Some come as other integers, some are unknown.
 */
static void orders(struct rng *rng, const EVP_CIPHER *cipher,
		   const struct aead_test *t)
{
	struct made m;
	uint64_t tag_len;
	uint32_t iv_len;
	int key_len;
	unsigned int padding = 0;

	for (int i = 0; i < 300; i++) {
		EVP_CIPHER_CTX *ctx = new_cipher_ctx(cipher, false);
		OSSL_PARAM p[6], one[2] = { OSSL_PARAM_END, OSSL_PARAM_END };
		int n = 0;

		make(rng, &m, t);
		iv_len = (uint32_t)m.iv_len;
		key_len = (int)m.key_len;
		tag_len = m.tag_len;
		p[n++] = OSSL_PARAM_construct_uint32("ivlen", &iv_len);
		p[n++] = OSSL_PARAM_construct_int("keylen", &key_len);
		p[n++] = OSSL_PARAM_construct_uint64("taglen", &tag_len);
		p[n++] = OSSL_PARAM_construct_octet_string("tag", m.tag,
							   m.tag_len);
		p[n++] = OSSL_PARAM_construct_uint("padding", &padding);
		p[n] = OSSL_PARAM_construct_end();
		for (int j = n - 1; j > 0; j--) {
			int k = (int)rng_below(rng, j + 1);
			OSSL_PARAM swap = p[j];

			p[j] = p[k];
			p[k] = swap;
		}
		switch (i % 3) {
		case 0:
			CHECK(EVP_DecryptInit_ex2(ctx, NULL, m.key, m.iv, p),
			      "%s", t->name);
			break;
		case 1:
			CHECK(EVP_CIPHER_CTX_set_params(ctx, p) &&
			      EVP_DecryptInit_ex2(ctx, NULL, m.key, m.iv, NULL),
			      "%s", t->name);
			break;
		default:
			CHECK(EVP_DecryptInit_ex2(ctx, NULL, m.key, NULL,
						  NULL) &&
			      set_tag(ctx, NULL, m.tag_len) &&
			      EVP_DecryptInit_ex2(ctx, NULL, NULL, m.iv, NULL),
			      "%s", t->name);
			for (int j = 0; j < n; j++) {
				one[0] = p[j];
				CHECK(EVP_CIPHER_CTX_set_params(ctx, one),
				      "%s: %s", t->name, p[j].key);
			}
		}
		CHECK(opens(ctx, &m), "%s, %d", t->name, i);
		EVP_CIPHER_CTX_free(ctx);
	}
}

/* A wrong length within the parameters of init: nothing goes on behind it. */
static void wrong_with_init(struct rng *rng, const EVP_CIPHER *cipher,
			    const struct aead_test *t)
{
	static const char *const keys[] = { "ivlen", "keylen", "taglen" };
	struct made m;

	make(rng, &m, t);
	for (int i = 0; i < 3; i++)
		for (size_t wrong = 0; wrong < 64; wrong++) {
			EVP_CIPHER_CTX *ctx = new_cipher_ctx(cipher, false);
			size_t right = i == 0 ? m.iv_len : i == 1 ? m.key_len :
							   m.tag_len;
			OSSL_PARAM p[] = {
				OSSL_PARAM_construct_size_t(keys[i], &wrong),
				OSSL_PARAM_END
			};

			CHECK(set_tag(ctx, NULL, m.tag_len), " ");
			CHECK(set_tag(ctx, m.tag, m.tag_len), " ");
			if (wrong == right || (i == 2 && wrong == 16)) {
				EVP_CIPHER_CTX_free(ctx);
				continue;
			}
			/* with and without an IV and a tag from before */
			if (wrong % 2)
				CHECK(EVP_DecryptInit_ex2(ctx, NULL, m.key,
							  m.iv, NULL), " ");
			CHECK(!EVP_DecryptInit_ex2(ctx, NULL, m.key, m.iv, p),
			      "%s: %s %zu", t->name, keys[i], wrong);
			if (wrong % 4 == 3)
				CHECK(EVP_DecryptInit_ex2(ctx, NULL, NULL, NULL,
							  NULL), " ");
			CHECK(!opens(ctx, &m), "%s: %s %zu", t->name, keys[i],
			      wrong);
			/* and all is well again with the right ones */
			CHECK(EVP_DecryptInit_ex2(ctx, NULL, m.key, m.iv,
						  NULL) &&
			      set_tag(ctx, m.tag, m.tag_len) && opens(ctx, &m),
			      "%s: %s %zu", t->name, keys[i], wrong);
			EVP_CIPHER_CTX_free(ctx);
		}
}

static bool get_bytes(EVP_CIPHER_CTX *ctx, const char *key, size_t len)
{
	uint8_t bytes[64];
	OSSL_PARAM p[] = {
		OSSL_PARAM_construct_octet_string(key, bytes, len),
		OSSL_PARAM_END
	};

	return EVP_CIPHER_CTX_get_params(ctx, p);
}

static bool take(EVP_CIPHER_CTX *ctx, unsigned int type, void *data,
		 size_t size)
{
	OSSL_PARAM p[] = { { "ivlen", type, data, size, 0 }, OSSL_PARAM_END };

	return EVP_CIPHER_CTX_set_params(ctx, p);
}

static bool give(EVP_CIPHER_CTX *ctx, unsigned int type, void *data,
		 size_t size, size_t *return_size)
{
	OSSL_PARAM p[] = { { "ivlen", type, data, size, 0 }, OSSL_PARAM_END };
	bool ok = EVP_CIPHER_CTX_get_params(ctx, p);

	*return_size = p[0].return_size;
	return ok;
}

/* A length as any integer, and what is none. */
static void integers(const EVP_CIPHER *cipher, const struct aead_test *t)
{
	EVP_CIPHER_CTX *ctx = new_cipher_ctx(cipher, true);
	int32_t i32 = (int32_t)t->info->nonce_len, minus = -i32;
	int64_t i64 = i32, more = i64 + (1ll << 32), minus64 = -i64;
	double real = i32;
	size_t n;

	CHECK(take(ctx, OSSL_PARAM_INTEGER, &i32, 4) &&
	      take(ctx, OSSL_PARAM_INTEGER, &i64, 8) &&
	      take(ctx, OSSL_PARAM_UNSIGNED_INTEGER, &i32, 4) &&
	      take(ctx, OSSL_PARAM_UNSIGNED_INTEGER, &i64, 8), "%s", t->name);
	CHECK(!take(ctx, OSSL_PARAM_INTEGER, &minus, 4) &&
	      !take(ctx, OSSL_PARAM_INTEGER, &minus64, 8) &&
	      !take(ctx, OSSL_PARAM_UNSIGNED_INTEGER, &more, 8) &&
	      !take(ctx, OSSL_PARAM_UNSIGNED_INTEGER, &i32, 2) &&
	      !take(ctx, OSSL_PARAM_UNSIGNED_INTEGER, NULL, 8) &&
	      !take(ctx, OSSL_PARAM_REAL, &real, 8) &&
	      !take(ctx, OSSL_PARAM_OCTET_STRING, &i64, 8), "%s", t->name);
	i32 = 0;
	i64 = -1;
	CHECK(give(ctx, OSSL_PARAM_INTEGER, &i32, 4, &n) && n == 4 &&
	      i32 == (int32_t)t->info->nonce_len, "%s", t->name);
	CHECK(give(ctx, OSSL_PARAM_UNSIGNED_INTEGER, &i64, 8, &n) && n == 8 &&
	      i64 == (int64_t)t->info->nonce_len, "%s", t->name);
	CHECK(give(ctx, OSSL_PARAM_UNSIGNED_INTEGER, NULL, 0, &n) &&
	      n == sizeof(size_t), "%s", t->name);
	CHECK(!give(ctx, OSSL_PARAM_UNSIGNED_INTEGER, &i64, 2, &n) &&
	      !give(ctx, OSSL_PARAM_OCTET_STRING, &i64, 8, &n) &&
	      !give(ctx, OSSL_PARAM_REAL, &real, 8, &n), "%s", t->name);
	EVP_CIPHER_CTX_free(ctx);
}

/* What is refused says why; what is forged, which anybody can send, costs
 * nothing. */
static void errors(struct rng *rng, const EVP_CIPHER *cipher,
		   const struct aead_test *t)
{
	EVP_CIPHER_CTX *ctx = new_cipher_ctx(cipher, false);
	struct made m;

	make(rng, &m, t);
	m.tag[0] ^= 1;
	CHECK(set_tag(ctx, NULL, m.tag_len) &&
	      EVP_CipherInit_ex(ctx, NULL, NULL, m.key, m.iv, -1) &&
	      set_tag(ctx, m.tag, m.tag_len), " ");
	ERR_clear_error();
	CHECK(!opens(ctx, &m) && !ERR_peek_error(), "%s", t->name);
	CHECK(!opens(ctx, &m) &&
	      ERR_GET_LIB(ERR_peek_error()) == ERR_LIB_PROV, "%s", t->name);
	ERR_clear_error();
	EVP_CIPHER_CTX_free(ctx);
}

/* What is not given must not look as if it were. */
static void not_given(const EVP_CIPHER *cipher, const struct aead_test *t)
{
	EVP_CIPHER_CTX *ctx = new_cipher_ctx(cipher, true);
	uint8_t bytes[64] = { 0 };

	CHECK(!get_bytes(ctx, "iv", 32) && !get_bytes(ctx, "updated-iv", 32),
	      "%s", t->name);
	CHECK(EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_GCM_IV_GEN, 8, bytes) <= 0 &&
	      EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_GCM_SET_IV_INV, 8, bytes) <= 0,
	      "%s", t->name);
	CHECK(!get_bytes(ctx, "tag", 16), "%s: a tag of nothing", t->name);
	CHECK(EVP_CipherInit_ex(ctx, NULL, NULL, bytes, bytes, -1), " ");
	if (t->alg != TESTUDO_CHACHA20_POLY1305)
		CHECK(EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_TLS1_AAD, 13,
					  bytes) <= 0, "%s", t->name);
	for (int len = 0; len < 40; len++)
		if (len != 12 || t->alg != TESTUDO_CHACHA20_POLY1305)
			CHECK(EVP_CIPHER_CTX_ctrl(ctx,
						  EVP_CTRL_AEAD_SET_IV_FIXED,
						  len, bytes) <= 0,
			      "%s, %d", t->name, len);
	EVP_CIPHER_CTX_free(ctx);
}

/* Too long, overlapping, no output: the update fails, and so does final, with
 * the right tag too. */
static void failed_update(struct rng *rng, const EVP_CIPHER *cipher,
			  const struct aead_test *t)
{
	EVP_CIPHER_CTX *ctx = new_cipher_ctx(cipher, false);
	uint8_t buf[128];
	struct made m;
	int outl;

	make(rng, &m, t);
	for (int i = 0; i < 3; i++) {
		CHECK(set_tag(ctx, NULL, m.tag_len) &&
		      EVP_CipherInit_ex(ctx, NULL, NULL, m.key, m.iv, -1) &&
		      set_tag(ctx, m.tag, m.tag_len), " ");
		memcpy(buf, m.ct, sizeof(m.ct));
		switch (i) {
		case 0:
			CHECK(!EVP_CipherUpdate(ctx, buf + 1, &outl, buf, 50),
			      "%s: overlap", t->name);
			break;
		case 1:
			CHECK(!EVP_CipherUpdate(ctx, NULL, &outl, NULL, 50),
			      "%s: no input", t->name);
			break;
		default:
			CHECK(EVP_CipherUpdate(ctx, buf, &outl, m.ct, 50) &&
			      !EVP_CipherUpdate(ctx, NULL, &outl, m.ct, 1),
			      "%s: AAD behind data", t->name);
		}
		CHECK(!EVP_CipherUpdate(ctx, buf, &outl, m.ct, 50) &&
		      !set_tag(ctx, m.tag, m.tag_len) &&
		      !EVP_CipherFinal_ex(ctx, buf, &outl), "%s, %d", t->name,
		      i);
	}
	CHECK(EVP_CipherInit_ex(ctx, NULL, NULL, NULL, m.iv, -1) &&
	      set_tag(ctx, m.tag, m.tag_len) && opens(ctx, &m), "%s", t->name);
	EVP_CIPHER_CTX_free(ctx);
}

int main(int argc, char **argv)
{
	struct rng rng = { 2 };

	provider_setup(argc, argv);
	for (int a = 0; a < AEAD_TESTS; a++) {
		const struct aead_test *t = &aead_tests[a];
		EVP_CIPHER *cipher = fetch_cipher(t->name, "testudo");

		tables(cipher);
		orders(&rng, cipher, t);
		wrong_with_init(&rng, cipher, t);
		integers(cipher, t);
		errors(&rng, cipher, t);
		not_given(cipher, t);
		failed_update(&rng, cipher, t);
		EVP_CIPHER_free(cipher);
	}
	provider_cleanup();
	return 0;
}
