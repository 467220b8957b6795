// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * Calls of EVP in any order, for every AEAD, against the plain model of
 * provider_model.c: what may succeed, what comes out, and that no message
 * passes without its tag.
 *
 * provider_matrix MODULES [SEQUENCES]
 *
 * SEQUENCES  at random, of each cipher and direction, beside all short ones;
 *            20000
 */
#include "provider_model.h"

static const char calls[] = MODEL_CALLS;
#define CALLS (sizeof(calls) - 1)

static unsigned long finals, authentic, refused;

static bool evp_update(EVP_CIPHER_CTX *ctx, const struct model *m, bool data,
		       size_t n, bool expected)
{
	uint8_t out[256];
	const uint8_t *p;
	size_t len = data ? model_data_of(n, &p) : model_aad_of(n, &p);
	int outl = -1;
	bool ok;

	memset(out, 0xa5, sizeof(out));
	ok = EVP_CipherUpdate(ctx, data ? out : NULL, &outl, p, (int)len) == 1;
	CHECK(outl == (ok ? (int)len : 0), "%d", outl);
	if (ok && expected && data)
		CHECK(!memcmp(out, m->out + m->len - len, len), "output");
	if (!ok || !data)
		CHECK(all_bytes(out, 0xa5, sizeof(out)), "written");
	return ok;
}

static bool evp_get_tag(EVP_CIPHER_CTX *ctx, const struct model *m,
			bool expected)
{
	uint8_t tag[32], other[32];
	bool ok = get_tag(ctx, tag, m->tag_len);

	if (ok && expected)
		CHECK(!memcmp(tag, m->sealed, m->tag_len), "tag");
	/* never a part of it */
	CHECK(!get_tag(ctx, other, 15) && !get_tag(ctx, other, 1) &&
	      !get_tag(ctx, other, m->tag_len ^ 48), "tag of another length");
	return ok;
}

static bool wrong_lengths(EVP_CIPHER_CTX *ctx, const struct model *m)
{
	size_t iv_len = m->t->info->nonce_len, key_len = m->t->info->key_len;
	bool ok = false;

	for (size_t len = 0; len < 40; len++) {
		if (len != iv_len)
			ok |= EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_IVLEN,
						  (int)len, NULL) > 0;
		if (len != key_len)
			ok |= EVP_CIPHER_CTX_set_key_length(ctx, (int)len) > 0;
		if (len != 16 && len != m->t->info->tag_len_max)
			ok |= set_tag(ctx, NULL, len);
	}
	CHECK(EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_IVLEN, (int)iv_len,
				  NULL) == 1, "the right length");
	return ok;
}

static EVP_CIPHER_CTX *copy(EVP_CIPHER_CTX *ctx)
{
	EVP_CIPHER_CTX *other = EVP_CIPHER_CTX_new();

	CHECK(other && EVP_CIPHER_CTX_copy(other, ctx), " ");
	EVP_CIPHER_CTX_free(ctx);
	return other;
}

/* tag: the right one of the message that a tag set now is for.  m is the model
 * behind the call. */
static bool evp_call(EVP_CIPHER_CTX **ctx, const EVP_CIPHER *cipher,
		     const struct model *m, char call, size_t n, bool expected,
		     const uint8_t *tag)
{
	uint8_t forged[32], out[32];
	int outl;

	switch (call) {
	case 'k':
		return EVP_CipherInit_ex(*ctx, NULL, NULL,
					 model_key_of(m->keys), NULL, -1) == 1;
	case 'i':
		return EVP_CipherInit_ex(*ctx, NULL, NULL, NULL,
					 model_iv_of(m->ivs), -1) == 1;
	case 'b':
		return EVP_CipherInit_ex(*ctx, NULL, NULL,
					 model_key_of(m->keys),
					 model_iv_of(m->ivs), -1) == 1;
	case 'n':
		return EVP_CipherInit_ex(*ctx, NULL, NULL, NULL, NULL,
					 -1) == 1;
	case 'e':
	case 'o':
		return EVP_CipherInit_ex(*ctx, NULL, NULL, NULL, NULL,
					 call == 'e') == 1;
	case 'a':
	case 'd':
		return evp_update(*ctx, m, call == 'd', n, expected);
	case 'z':
		return EVP_CipherUpdate(*ctx, NULL, &outl, NULL, 0) == 1 &&
		       EVP_CipherUpdate(*ctx, out, &outl, out, 0) == 1 &&
		       EVP_CipherUpdate(*ctx, NULL, &outl, out, 0) == 1;
	case 'f':
		return EVP_CipherFinal_ex(*ctx, out, &outl) == 1;
	case 'c':
		return EVP_Cipher(*ctx, out, NULL, 0) == 0;
	case 't':
		return set_tag(*ctx, tag, m->tag_len);
	case 'x':
		memcpy(forged, tag, 32);
		forged[n % m->tag_len] ^= 1 << n % 8;
		return set_tag(*ctx, forged, m->tag_len);
	case 's':
		return set_tag(*ctx, tag, n % 16) ||
		       set_tag(*ctx, tag, m->tag_len ^ 48);
	case 'l':
	case 'm':
		return set_tag(*ctx, NULL, call == 'l' ? 16 : 32);
	case 'g':
		return evp_get_tag(*ctx, m, expected);
	case 'w':
		return wrong_lengths(*ctx, m);
	case 'u':
		*ctx = copy(*ctx);
		return true;
	default:
		return EVP_CIPHER_CTX_reset(*ctx) &&
		       EVP_CipherInit_ex(*ctx, cipher, NULL, NULL, NULL,
					 m->encrypt) == 1;
	}
}

/* The tags of the messages of a sequence, which a tag may be set before. */
static void plan(struct model *m, const char *seq, uint8_t (*tags)[32])
{
	for (size_t n = 0; seq[n]; n++) {
		unsigned int before = m->message;

		memset(tags[before + 1], 0x3c, 32);
		model_call(m, seq[n], n);
		if ((seq[n] == 'f' || seq[n] == 'c') && !m->encrypt &&
		    m->where == NOTHING)
			memcpy(tags[m->message], m->sealed, 32);
	}
}

static void run(const struct aead_test *t, const EVP_CIPHER *cipher,
		bool encrypt, const char *seq)
{
	static struct model m;
	EVP_CIPHER_CTX *ctx = new_cipher_ctx(cipher, encrypt);
	uint8_t tags[SEQ_MAX + 2][32];

	memset(tags, 0x3c, sizeof(tags));
	model_new(&m, t, encrypt);
	plan(&m, seq, tags);
	model_new(&m, t, encrypt);
	for (size_t n = 0; seq[n]; n++) {
		const uint8_t *tag = tags[model_target(&m)];
		bool expected = model_call(&m, seq[n], n);
		bool ok = evp_call(&ctx, cipher, &m, seq[n], n, expected, tag);

		CHECK(ok == expected, "%s %s, call %zu of \"%s\" is %d",
		      t->name, encrypt ? "encrypts" : "decrypts", n, seq, ok);
		refused += !ok;
		if (seq[n] == 'f' || seq[n] == 'c') {
			finals++;
			authentic += ok && !m.encrypt;
		}
	}
	EVP_CIPHER_CTX_free(ctx);
	ERR_clear_error();
}

/* Every sequence of so many calls behind a prefix, and a final. */
static void every(const struct aead_test *t, const EVP_CIPHER *cipher,
		  bool encrypt, const char *prefix, int depth)
{
	char seq[SEQ_MAX];
	unsigned long n = 1;

	for (int i = 0; i < depth; i++)
		n *= CALLS;
	for (unsigned long code = 0; code < n; code++) {
		char *p = seq + snprintf(seq, sizeof(seq), "%s", prefix);
		unsigned long rest = code;

		for (int i = 0; i < depth; i++, rest /= CALLS)
			*p++ = calls[rest % CALLS];
		*p++ = 'f';
		*p = '\0';
		run(t, cipher, encrypt, seq);
	}
}

int main(int argc, char **argv)
{
	int random = argc > 2 ? atoi(argv[2]) : 20000;
	struct rng rng = { 4 };
	char seq[SEQ_MAX];

	provider_setup(argc, argv);
	rng_bytes(&rng, model_stream, sizeof(model_stream));
	for (int a = 0; a < AEAD_TESTS; a++) {
		const struct aead_test *t = &aead_tests[a];
		EVP_CIPHER *cipher = fetch_cipher(t->name, "testudo");

		for (int encrypt = 0; encrypt < 2; encrypt++) {
			every(t, cipher, encrypt, "", 3);
			every(t, cipher, encrypt, "b", 3);
			every(t, cipher, encrypt, "bad", 2);
			every(t, cipher, encrypt, "btai", 2);
			every(t, cipher, encrypt, "btadfi", 2);
			for (int i = 0; i < random; i++) {
				size_t len = 1 + rng_below(&rng, SEQ_MAX - 3);

				for (size_t n = 0; n < len; n++)
					seq[n] = calls[rng_below(&rng, CALLS)];
				seq[0] = rng_below(&rng, 2) ? seq[0] : 'b';
				seq[len] = '\0';
				run(t, cipher, encrypt, seq);
			}
		}
		EVP_CIPHER_free(cipher);
	}
	printf("%lu finals, %lu authentic messages, %lu calls refused\n",
	       finals, authentic, refused);
	CHECK(finals > 10000 && authentic > 1000 && refused > 10000, "few");
	provider_cleanup();
	return 0;
}
