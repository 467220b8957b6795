// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * Monte Carlo runs: each step draws a key, a nonce and a message one byte
 * longer than the last, and what comes out goes into one SHA-256.  So every
 * length from 0 to 4100 is covered by a handful of known digests.
 */
#include <stdbool.h>
#include <string.h>

#include <openssl/evp.h>

#include <testudo/mac.h>
#include "../tests/known.h"
#include "prng.h"
#include "selftest.h"

#define STEPS (KNOWN_MAX + 1)
#define AD_MAX 300

struct run {
	enum testudo_alg alg;
	const struct testudo_alg_info *info;
	struct prng prng;
	EVP_MD_CTX *sha;
	struct why *why;
	uint8_t key[32], nonce[32], ad[AD_MAX], msg[STEPS];
	uint8_t out[STEPS + 32], back[STEPS];
};

/* One sealing, which goes into the digest, and two openings, of which the
 * second one has a bit turned over. */
static int aead_step(struct run *r, unsigned int i)
{
	size_t len = i, ad_len = 37 * i % 301;
	size_t tag_len = r->info->tag_len_max == 32 && i % 2 == 0 ? 16 :
			 r->info->tag_len_max;
	struct testudo_key key;
	uint8_t *tag = r->out + len;
	size_t bit;

	prng_bytes(&r->prng, r->key, r->info->key_len);
	prng_bytes(&r->prng, r->nonce, r->info->nonce_len);
	prng_bytes(&r->prng, r->ad, ad_len);
	prng_bytes(&r->prng, r->msg, len);
	bit = prng_below(&r->prng, 8 * (len + tag_len));
	if (testudo_key_init(&key, r->alg, r->key, r->info->key_len, tag_len) ||
	    testudo_encrypt(r->out, r->msg, len, tag, r->ad, ad_len, r->nonce,
			    r->info->nonce_len, &key))
		return because(r->why, "cannot seal %u bytes", i);
	EVP_DigestUpdate(r->sha, r->out, len + tag_len);
	if (testudo_decrypt(r->back, r->out, len, tag, r->ad, ad_len, r->nonce,
			    r->info->nonce_len, &key) ||
	    memcmp(r->back, r->msg, len))
		return because(r->why, "%u sealed bytes do not open", i);
	r->out[bit / 8] ^= (uint8_t)(1 << bit % 8);
	if (!testudo_decrypt(r->back, r->out, len, tag, r->ad, ad_len,
			     r->nonce, r->info->nonce_len, &key))
		return because(r->why, "%u sealed bytes open with bit %zu "
			       "turned over", i, bit);
	return 0;
}

static int mac_step(struct run *r, unsigned int i)
{
	struct testudo_aegismac_ctx ctx;
	size_t tag_len = i % 2 ? 32 : 16;

	prng_bytes(&r->prng, r->key, r->info->key_len);
	prng_bytes(&r->prng, r->nonce, r->info->nonce_len);
	prng_bytes(&r->prng, r->msg, i);
	if (testudo_aegismac_init(&ctx, r->alg, r->key, r->info->key_len,
				  r->nonce, r->info->nonce_len))
		return because(r->why, "cannot begin a MAC");
	testudo_aegismac_update(&ctx, r->msg, i);
	if (testudo_aegismac_final(&ctx, r->out, tag_len))
		return because(r->why, "no MAC of %u bytes", i);
	EVP_DigestUpdate(r->sha, r->out, tag_len);
	return 0;
}

static int bare_step(struct run *r, const struct monte_carlo *mc,
		     unsigned int i)
{
	EVP_DigestUpdate(r->sha, r->out, known_step(mc, i, &r->prng.state,
						    r->msg, r->out));
	return 0;
}

static int step(struct run *r, const struct monte_carlo *mc, unsigned int i)
{
	return mc->kind == RUN_AEAD ? aead_step(r, i) :
	       mc->kind == RUN_MAC ? mac_step(r, i) : bare_step(r, mc, i);
}

static bool digest_is(const struct run *r, const void *expected)
{
	EVP_MD_CTX *copy = EVP_MD_CTX_new();
	uint8_t md[32];
	bool ok = copy && EVP_MD_CTX_copy_ex(copy, r->sha) &&
		  EVP_DigestFinal_ex(copy, md, NULL) &&
		  !memcmp(md, expected, sizeof(md));

	EVP_MD_CTX_free(copy);
	return ok;
}

static int steps(struct run *r, const struct monte_carlo *mc)
{
	static const char *const kinds[] = {
		[RUN_AEAD] = "AEAD", [RUN_MAC] = "MAC",
		[RUN_CHACHA] = "ChaCha", [RUN_XCHACHA] = "XChaCha",
		[RUN_HCHACHA] = "HChaCha", [RUN_POLY1305] = "Poly1305",
	};
	unsigned int from = 0, next = 0;

	if (!r->sha || !EVP_DigestInit_ex(r->sha, EVP_sha256(), NULL))
		return because(r->why, "OpenSSL has no SHA-256");
	for (unsigned int i = 0; i < STEPS; i++) {
		if (step(r, mc, i))
			return -1;
		if (i != mc->points[next].step)
			continue;
		if (!digest_is(r, mc->points[next].digest))
			return because(r->why, "Monte Carlo, %s: wrong output "
				       "for some length from %u to %u",
				       kinds[mc->kind], from, i);
		from = i + 1;
		next++;
	}
	return STEPS;
}

int check_montecarlo(enum testudo_alg alg, struct why *why)
{
	size_t n = sizeof(monte_carlo) / sizeof(monte_carlo[0]);
	int count = 0;

	for (size_t i = 0; i < n; i++) {
		struct run r = {
			.alg = alg, .info = testudo_alg_info(alg),
			.prng = { MONTE_CARLO_SEED }, .why = why,
		};
		int done;

		if (monte_carlo[i].alg != alg)
			continue;
		r.sha = EVP_MD_CTX_new();
		done = steps(&r, &monte_carlo[i]);
		EVP_MD_CTX_free(r.sha);
		if (done < 0)
			return -1;
		count += done;
	}
	return count;
}
