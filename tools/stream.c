// SPDX-License-Identifier: MIT OR GPL-2.0-only
/* The format of sealed files: see docs/FORMAT.md. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/random.h>

#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>

#include "../src/core.h"
#include "stream.h"

/* Header: magic, then these, then random bytes. */
enum { AT_VERSION = 8, AT_ALG = 10, AT_CHUNK = 12, AT_RANDOM = 16 };

#define VERSION 1
#define LAST (UINT32_C(1) << 31)	/* in a mark */

__attribute__((format(printf, 2, 3)))
static bool fail(struct stream *s, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vsnprintf(s->why, sizeof(s->why), fmt, args);
	va_end(args);
	return false;
}

static unsigned int load_le16(const uint8_t *p)
{
	return p[0] | (unsigned int)p[1] << 8;
}

static void store_le16(uint8_t *p, unsigned int v)
{
	p[0] = v & 0xff;
	p[1] = v >> 8 & 0xff;
}

static bool hkdf_sha256(uint8_t *out, size_t out_len,
			const uint8_t *secret, size_t secret_len,
			const uint8_t *header)
{
	OSSL_PARAM params[] = {
		OSSL_PARAM_utf8_string(OSSL_KDF_PARAM_DIGEST, "SHA256", 6),
		OSSL_PARAM_octet_string(OSSL_KDF_PARAM_KEY, (void *)secret,
					secret_len),
		OSSL_PARAM_octet_string(OSSL_KDF_PARAM_SALT,
					(void *)(header + AT_RANDOM),
					STREAM_HEADER - AT_RANDOM),
		OSSL_PARAM_octet_string(OSSL_KDF_PARAM_INFO, (void *)header,
					STREAM_HEADER),
		OSSL_PARAM_END,
	};
	EVP_KDF *kdf = EVP_KDF_fetch(NULL, "HKDF", NULL);
	EVP_KDF_CTX *ctx = EVP_KDF_CTX_new(kdf);
	bool ok = ctx && EVP_KDF_derive(ctx, out, out_len, params) == 1;

	EVP_KDF_CTX_free(ctx);
	EVP_KDF_free(kdf);
	return ok;
}

/*
 * Everything that depends on the secret.  The check value stands in the file
 * in the clear: it commits to the secret and the header, so a wrong one of
 * either is told from damage further on, with every algorithm.
 */
static bool derive(struct stream *s, uint8_t check[STREAM_CHECK],
		   const uint8_t *header, enum testudo_alg alg,
		   const uint8_t *secret, size_t secret_len)
{
	const struct testudo_alg_info *info = testudo_alg_info(alg);
	uint8_t okm[STREAM_CHECK + 32];
	bool ok = hkdf_sha256(okm, STREAM_CHECK + info->key_len, secret,
			      secret_len, header) &&
		  !testudo_key_init(&s->key, alg, okm + STREAM_CHECK,
				    info->key_len, info->tag_len_max);

	memcpy(check, okm, STREAM_CHECK);
	testudo_wipe(okm, sizeof(okm));
	s->nonce_len = info->nonce_len;
	s->tag_len = info->tag_len_max;
	return ok || fail(s, "cannot derive keys: OpenSSL has no HKDF-SHA256");
}

bool stream_begin_seal(struct stream *s, uint8_t start[STREAM_START],
		       enum testudo_alg alg,
		       const uint8_t *secret, size_t secret_len)
{
	memset(s, 0, sizeof(*s));
	memcpy(start, STREAM_MAGIC, AT_VERSION);
	store_le16(start + AT_VERSION, VERSION);
	store_le16(start + AT_ALG, alg);
	store_le32(start + AT_CHUNK, STREAM_CHUNK);
	if (getrandom(start + AT_RANDOM, STREAM_HEADER - AT_RANDOM, 0) !=
	    STREAM_HEADER - AT_RANDOM)
		return fail(s, "the kernel gives no random bytes");
	return derive(s, start + STREAM_HEADER, start, alg, secret, secret_len);
}

bool stream_begin_open(struct stream *s, const uint8_t *start, size_t len,
		       const uint8_t *secret, size_t secret_len)
{
	uint8_t check[STREAM_CHECK];
	enum testudo_alg alg;

	memset(s, 0, sizeof(*s));
	if (len < AT_VERSION || memcmp(start, STREAM_MAGIC, AT_VERSION))
		return fail(s, "not a file that testudo sealed");
	if (len < STREAM_START)
		return fail(s, "truncated: the file ends within its header");
	if (load_le16(start + AT_VERSION) != VERSION)
		return fail(s, "version %u of the format is unknown: header "
			    "changed, or sealed by a newer testudo",
			    load_le16(start + AT_VERSION));
	alg = (enum testudo_alg)load_le16(start + AT_ALG);
	if (!testudo_alg_info(alg))
		return fail(s, "algorithm number %u is unknown: header "
			    "changed, or sealed by a newer testudo",
			    (unsigned int)alg);
	if (load_le32(start + AT_CHUNK) != STREAM_CHUNK)
		return fail(s, "header changed: chunks of %" PRIu32
			    " bytes do not exist", load_le32(start + AT_CHUNK));
	if (!derive(s, check, start, alg, secret, secret_len))
		return false;
	if (CRYPTO_memcmp(check, start + STREAM_HEADER, STREAM_CHECK))
		return fail(s, "wrong key, or header changed");
	return true;
}

/* The same nonce never comes twice: the key is the file's own, the number
 * counts up, and 64 bits do not run out. */
static void make_nonce(uint8_t nonce[32], uint64_t chunk, bool last)
{
	memset(nonce, 0, 32);
	store_le64(nonce, chunk);
	nonce[8] = last;
}

size_t stream_seal(struct stream *s, uint8_t *frame, const uint8_t *plain,
		   size_t len, bool last)
{
	uint8_t *cipher = frame + STREAM_MARK;
	uint8_t nonce[32];

	make_nonce(nonce, s->chunk++, last);
	s->ended = last;
	store_le32(frame, (uint32_t)len | (last ? LAST : 0));
	/* Cannot fail: all lengths are the algorithm's own. */
	testudo_encrypt(cipher, plain, len, cipher + len, NULL, 0, nonce,
			s->nonce_len, &s->key);
	return STREAM_MARK + len + s->tag_len;
}

/* What a mark says.  Only the last chunk is shorter than the others, and only
 * an empty file has an empty chunk, so that a plaintext has but one form. */
static bool read_mark(const struct stream *s, const uint8_t *mark, size_t *len,
		      bool *last)
{
	uint32_t v = load_le32(mark);

	*last = v & LAST;
	*len = v & ~LAST;
	if (!*last)
		return *len == STREAM_CHUNK;
	return *len <= STREAM_CHUNK && (*len || !s->chunk);
}

static bool fail_chunk(struct stream *s)
{
	return fail(s, "chunk %" PRIu64 " is corrupt or not in its place",
		    s->chunk);
}

size_t stream_frame_len(struct stream *s, const uint8_t *mark)
{
	size_t len;
	bool last;

	if (s->ended) {
		fail(s, "data was appended behind the end");
		return 0;
	}
	if (!read_mark(s, mark, &len, &last)) {
		fail_chunk(s);
		return 0;
	}
	return STREAM_MARK + len + s->tag_len;
}

bool stream_open(struct stream *s, uint8_t *plain, size_t *len,
		 const uint8_t *frame)
{
	const uint8_t *cipher = frame + STREAM_MARK;
	uint8_t nonce[32];
	bool last;

	if (!read_mark(s, frame, len, &last))
		return fail_chunk(s);
	make_nonce(nonce, s->chunk, last);
	if (testudo_decrypt(plain, cipher, *len, cipher + *len, NULL, 0, nonce,
			    s->nonce_len, &s->key))
		return fail_chunk(s);
	s->chunk++;
	s->ended = last;
	return true;
}

bool stream_end(struct stream *s, size_t left)
{
	if (s->ended && left)
		return fail(s, "data was appended behind the end");
	if (s->ended)
		return true;
	if (left)
		return fail(s, "truncated: the file ends within chunk %" PRIu64,
			    s->chunk);
	return fail(s, "truncated: the file ends before chunk %" PRIu64,
		    s->chunk);
}

void stream_wipe(struct stream *s)
{
	testudo_wipe(&s->key, sizeof(s->key));
}
