// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * The AEADs through EVP: against the library for every length to 1100 and in
 * pieces at random, ChaCha20-Poly1305 against OpenSSL's own; every entry, IVs
 * and tags of any length and with any bit changed; copies of contexts at odd
 * addresses.
 */
#include "provider_test.h"

#define LEN 1100
#define AAD_LEN 200

struct message {
	const struct aead_test *t;
	size_t aad_len, len, tag_len;
	uint8_t key[32], iv[32], aad[AAD_LEN], plain[LEN], sealed[LEN], tag[32];
};

static void make(struct rng *rng, struct message *m, const struct aead_test *t,
		 size_t aad_len, size_t len, size_t tag_len)
{
	struct testudo_key key;

	m->t = t;
	m->aad_len = aad_len;
	m->len = len;
	m->tag_len = tag_len;
	rng_bytes(rng, m->key, sizeof(m->key));
	rng_bytes(rng, m->iv, sizeof(m->iv));
	rng_bytes(rng, m->aad, aad_len);
	rng_bytes(rng, m->plain, len);
	CHECK(!testudo_key_init(&key, t->alg, m->key, t->info->key_len,
				tag_len), " ");
	CHECK(!testudo_encrypt(m->sealed, m->plain, len, m->tag, m->aad,
			       aad_len, m->iv, t->info->nonce_len, &key), " ");
}

/* How the pieces go in. */
enum entry { ONE, PIECES, CIPHER, COPIED, IN_PLACE, ENTRIES };

static bool pass(EVP_CIPHER_CTX *ctx, enum entry entry, uint8_t *out,
		 const uint8_t *in, size_t len)
{
	int outl;

	if (entry == CIPHER)
		return EVP_Cipher(ctx, out, in, (unsigned int)len) == (int)len;
	return EVP_CipherUpdate(ctx, out, &outl, in, (int)len) == 1 &&
	       outl == (int)len;
}

/* All of in, in pieces of any length, zero too, if that is the entry; the
 * context may be replaced by a copy in between. */
static bool pass_all(struct rng *rng, EVP_CIPHER_CTX **ctx, enum entry entry,
		     uint8_t *out, const uint8_t *in, size_t len)
{
	bool whole = entry == ONE || entry == IN_PLACE;

	while (len) {
		size_t n = whole ? len : rng_below(rng, len + 1);

		if (n > 40 && rng_below(rng, 2))
			n = rng_below(rng, 40);
		if (!pass(*ctx, entry, out, in, n))
			return false;
		in += n;
		out = out ? out + n : NULL;
		len -= n;
		if (entry == COPIED && rng_below(rng, 3) == 0) {
			EVP_CIPHER_CTX *copy = EVP_CIPHER_CTX_new();

			CHECK(copy && EVP_CIPHER_CTX_copy(copy, *ctx), " ");
			EVP_CIPHER_CTX_free(*ctx);
			*ctx = copy;
		}
	}
	return true;
}

static bool finish(EVP_CIPHER_CTX *ctx, enum entry entry, uint8_t *out)
{
	int outl = -1;

	if (entry == CIPHER)
		return EVP_Cipher(ctx, out, NULL, 0) == 0;
	return EVP_CipherFinal_ex(ctx, out, &outl) == 1 && outl == 0;
}

/* A whole message; true if final was. */
static bool message(struct rng *rng, EVP_CIPHER_CTX **ctx, enum entry entry,
		    const struct message *m, const uint8_t *in, uint8_t *out,
		    uint8_t *tag, bool tag_first)
{
	bool encrypt = EVP_CIPHER_CTX_is_encrypting(*ctx), ok;

	CHECK(EVP_CipherInit_ex(*ctx, NULL, NULL, NULL, m->iv, -1), " ");
	if (!encrypt && tag_first)
		CHECK(set_tag(*ctx, tag, m->tag_len), " ");
	CHECK(pass_all(rng, ctx, entry, NULL, m->aad, m->aad_len), " ");
	if (entry == IN_PLACE) {
		memcpy(out, in, m->len);
		in = out;
	}
	CHECK(pass_all(rng, ctx, entry, out, in, m->len), " ");
	if (!encrypt && !tag_first)
		CHECK(set_tag(*ctx, tag, m->tag_len), " ");
	ok = finish(*ctx, entry, out);
	if (encrypt)
		CHECK(get_tag(*ctx, tag, m->tag_len), " ");
	return ok;
}

static EVP_CIPHER_CTX *keyed(const EVP_CIPHER *cipher, bool encrypt,
			     const struct message *m)
{
	EVP_CIPHER_CTX *ctx = new_cipher_ctx(cipher, encrypt);

	if (m->tag_len != 16)
		CHECK(set_tag(ctx, NULL, m->tag_len), " ");
	CHECK(EVP_CipherInit_ex(ctx, NULL, NULL, m->key, NULL, -1), " ");
	return ctx;
}

/* Seals and opens m in every way. */
static void both_ways(struct rng *rng, const EVP_CIPHER *cipher,
		      const struct message *m)
{
	EVP_CIPHER_CTX *enc = keyed(cipher, true, m);
	EVP_CIPHER_CTX *dec = keyed(cipher, false, m);
	uint8_t out[LEN + 1], tag[32];

	for (enum entry e = ONE; e < ENTRIES; e++) {
		memset(out, 0xa5, sizeof(out));
		CHECK(message(rng, &enc, e, m, m->plain, out, tag, false), " ");
		CHECK(!memcmp(out, m->sealed, m->len) &&
		      !memcmp(tag, m->tag, m->tag_len) &&
		      out[m->len] == 0xa5, "%s, entry %d, %zu + %zu bytes",
		      m->t->name, e, m->aad_len, m->len);
		memset(out, 0xa5, sizeof(out));
		CHECK(message(rng, &dec, e, m, m->sealed, out, tag, e & 1),
		      "%s, entry %d, %zu + %zu bytes", m->t->name, e,
		      m->aad_len, m->len);
		CHECK(!memcmp(out, m->plain, m->len) && out[m->len] == 0xa5,
		      " ");
		tag[rng_below(rng, m->tag_len)] ^= 1 << rng_below(rng, 8);
		CHECK(!message(rng, &dec, e, m, m->sealed, out, tag, e & 1),
		      "forged");
	}
	EVP_CIPHER_CTX_free(enc);
	EVP_CIPHER_CTX_free(dec);
}

static void lengths(struct rng *rng, const EVP_CIPHER *cipher,
		    const struct aead_test *t)
{
	struct message m;

	for (size_t len = 0; len <= LEN; len++) {
		make(rng, &m, t, rng_below(rng, AAD_LEN + 1), len,
		     rng_below(rng, 2) ? 16 : t->info->tag_len_max);
		both_ways(rng, cipher, &m);
	}
	for (size_t aad_len = 0; aad_len <= AAD_LEN; aad_len++) {
		make(rng, &m, t, aad_len, rng_below(rng, 100), 16);
		both_ways(rng, cipher, &m);
	}
}

/* OpenSSL's own cipher takes and gives the same, byte for byte. */
static void against_openssl(struct rng *rng, const struct aead_test *t)
{
	EVP_CIPHER *cipher = fetch_cipher(t->name, "default");
	uint8_t out[LEN + 1], tag[32];
	struct message m;

	for (size_t len = 0; len <= LEN; len++) {
		EVP_CIPHER_CTX *enc, *dec;

		make(rng, &m, t, rng_below(rng, AAD_LEN + 1), len, 16);
		enc = keyed(cipher, true, &m);
		dec = keyed(cipher, false, &m);
		CHECK(message(rng, &enc, PIECES, &m, m.plain, out, tag,
			      false), " ");
		CHECK(!memcmp(out, m.sealed, len) && !memcmp(tag, m.tag, 16),
		      "%zu bytes", len);
		CHECK(message(rng, &dec, PIECES, &m, m.sealed, out, m.tag,
			      false), "%zu bytes", len);
		EVP_CIPHER_CTX_free(enc);
		EVP_CIPHER_CTX_free(dec);
	}
	EVP_CIPHER_free(cipher);
}

/* Every bit of IV and tag counts; so does every byte of data and AAD. */
static void bits(struct rng *rng, const EVP_CIPHER *cipher,
		 const struct aead_test *t)
{
	struct message m, was;
	EVP_CIPHER_CTX *dec;
	uint8_t out[LEN + 1];

	make(rng, &was, t, 40, 70, t->info->tag_len_max);
	dec = keyed(cipher, false, &was);
	for (size_t i = 0; i < 8 * t->info->nonce_len; i++) {
		m = was;
		m.iv[i / 8] ^= 1 << i % 8;
		CHECK(!message(rng, &dec, ONE, &m, m.sealed, out, m.tag, true),
		      "%s: bit %zu of the IV", t->name, i);
	}
	for (size_t i = 0; i < 8 * was.tag_len; i++) {
		m = was;
		m.tag[i / 8] ^= 1 << i % 8;
		CHECK(!message(rng, &dec, ONE, &m, m.sealed, out, m.tag, false),
		      "%s: bit %zu of the tag", t->name, i);
	}
	for (size_t i = 0; i < was.aad_len + was.len; i++) {
		m = was;
		if (i < m.aad_len)
			m.aad[i] ^= 1;
		else
			m.sealed[i - m.aad_len] ^= 1;
		CHECK(!message(rng, &dec, PIECES, &m, m.sealed, out, m.tag,
			       true), "%s: byte %zu", t->name, i);
	}
	CHECK(message(rng, &dec, ONE, &was, was.sealed, out, was.tag, true),
	      "behind many forgeries");
	EVP_CIPHER_CTX_free(dec);
}

/* Two IVs, two messages, by every entry (CVE-2026-45445); an empty message and
 * associated data alone (CVE-2026-45446, openssl issue 32173). */
static void ends(struct rng *rng, const EVP_CIPHER *cipher,
		 const struct aead_test *t)
{
	uint8_t out[LEN + 1], first[LEN + 1], tag[32], zero[32] = { 0 };
	struct message m, other;
	EVP_CIPHER_CTX *enc, *dec;

	make(rng, &m, t, 10, 100, 16);
	other = m;
	other.iv[t->info->nonce_len - 1] ^= 0x80;
	enc = keyed(cipher, true, &m);
	for (enum entry e = ONE; e < ENTRIES; e++) {
		CHECK(message(rng, &enc, e, &m, m.plain, first, tag, false) &&
		      message(rng, &enc, e, &other, m.plain, out, tag, false),
		      " ");
		CHECK(memcmp(first, out, m.len) && memcmp(m.tag, tag, 16),
		      "%s, entry %d", t->name, e);
	}
	EVP_CIPHER_CTX_free(enc);
	for (size_t aad_len = 0; aad_len < 50; aad_len += 7) {
		make(rng, &m, t, aad_len, 0, t->info->tag_len_max);
		dec = keyed(cipher, false, &m);
		for (enum entry e = ONE; e < ENTRIES; e++) {
			CHECK(!message(rng, &dec, e, &m, out, out, zero,
				       true), "%s, entry %d", t->name, e);
			CHECK(message(rng, &dec, e, &m, out, out, m.tag, true),
			      "%s, entry %d", t->name, e);
		}
		EVP_CIPHER_CTX_free(dec);
	}
}

/* Memory at an address that is a multiple of 8 and of nothing more. */
static void *odd_malloc(size_t size, const char *file, int line)
{
	uint8_t *p = malloc(size + 16);

	(void)file, (void)line;
	return p ? p + 8 : NULL;
}

static void odd_free(void *p, const char *file, int line)
{
	(void)file, (void)line;
	if (p)
		free((uint8_t *)p - 8);
}

static void *odd_realloc(void *p, size_t size, const char *file, int line)
{
	uint8_t *q;

	if (!p)
		return odd_malloc(size, file, line);
	q = realloc((uint8_t *)p - 8, size + 16);
	return q ? q + 8 : NULL;
}

int main(int argc, char **argv)
{
	struct rng rng = { 1 };

	CHECK(CRYPTO_set_mem_functions(odd_malloc, odd_realloc, odd_free),
	      " ");
	provider_setup(argc, argv);
	for (int a = 0; a < AEAD_TESTS; a++) {
		const struct aead_test *t = &aead_tests[a];
		EVP_CIPHER *cipher = fetch_cipher(t->name, "testudo");

		lengths(&rng, cipher, t);
		bits(&rng, cipher, t);
		ends(&rng, cipher, t);
		if (t->alg == TESTUDO_CHACHA20_POLY1305)
			against_openssl(&rng, t);
		EVP_CIPHER_free(cipher);
	}
	provider_cleanup();
	return 0;
}
