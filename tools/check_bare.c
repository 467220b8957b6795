// SPDX-License-Identifier: MIT OR GPL-2.0-only
/* The bare ChaCha and Poly1305: vectors, random messages against generic. */
#include <errno.h>
#include <string.h>

#include <testudo/impl.h>
#include "../tests/known.h"
#include "prng.h"
#include "selftest.h"

#define REFERENCE "generic"
#define LEN_MAX 12288
#define SLACK 64	/* for any alignment, and to see stray writes */
#define CANARY 0xa5
#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

static int chacha_vectors(struct why *why)
{
	static uint8_t out[KNOWN_MAX];

	for (size_t i = 0; i < COUNT(stream_vectors); i++)
		if (!known_stream(&stream_vectors[i], out))
			return because(why, "%s, %zu bytes: wrong output",
				       stream_vectors[i].source,
				       stream_vectors[i].len);
	for (size_t i = 0; i < COUNT(hchacha_vectors); i++)
		if (!known_hchacha(&hchacha_vectors[i]))
			return because(why, "%s, HChaCha: wrong output",
				       hchacha_vectors[i].source);
	return COUNT(stream_vectors) + COUNT(hchacha_vectors);
}

int check_bare_vectors(enum testudo_alg alg, struct why *why)
{
	if (alg == TESTUDO_CHACHA)
		return chacha_vectors(why);
	for (size_t i = 0; i < COUNT(poly1305_vectors); i++)
		if (!known_poly1305(&poly1305_vectors[i]))
			return because(why, "%s, %zu bytes: wrong tag",
				       poly1305_vectors[i].source,
				       poly1305_vectors[i].len);
	return COUNT(poly1305_vectors);
}

struct bare {
	enum testudo_alg alg;
	const char *row;
	struct prng prng;
	struct why *why;
	size_t len;
	int rounds;
	uint8_t key[32], iv[16];
	uint8_t msg[LEN_MAX], right[LEN_MAX], room[LEN_MAX + 2 * SLACK];
};

static bool run_on(struct bare *b, const char *row)
{
	return !testudo_impl_force(b->alg, row) &&
	       !strcmp(testudo_impl_name(b->alg), row);
}

static int failed(struct bare *b, const char *what)
{
	return because(b->why, "%s: %zu bytes", what, b->len);
}

static void draw(struct bare *b)
{
	static const int rounds[] = { 8, 12, 20 };
	struct prng *p = &b->prng;

	b->len = prng_below(p, prng_below(p, 2) ? 700 : LEN_MAX + 1);
	b->rounds = rounds[prng_below(p, 3)];
	prng_bytes(p, b->key, sizeof(b->key));
	prng_bytes(p, b->iv, sizeof(b->iv));
	prng_bytes(p, b->msg, b->len);
}

/* In pieces that may go on, the row changed in between, to where the data are
 * or elsewhere; nothing else is written. */
static int chacha(struct bare *b)
{
	struct testudo_chacha_state s, right;
	uint8_t *dst, wrong = 0;
	const uint8_t *src;
	size_t n;

	/* now and then the counter wraps */
	if (prng_below(&b->prng, 4) == 0)
		memset(b->iv + 1, 0xff, 3);
	testudo_chacha_init(&s, b->key, b->iv);
	right = s;
	if (!run_on(b, REFERENCE))
		return because(b->why, REFERENCE " does not run");
	testudo_chacha_crypt(&right, b->right, b->msg, b->len, b->rounds);
	memset(b->room, CANARY, sizeof(b->room));
	dst = b->room + prng_below(&b->prng, SLACK);
	src = prng_below(&b->prng, 2) ? b->msg : memcpy(dst, b->msg, b->len);
	for (size_t i = 0; i < b->len; i += n) {
		n = prng_below(&b->prng, 2) ? b->len - i :
		    64 * prng_below(&b->prng, 40);
		if (n > b->len - i)
			n = b->len - i;
		run_on(b, i && prng_below(&b->prng, 2) ? REFERENCE : b->row);
		testudo_chacha_crypt(&s, dst + i, src + i, n, b->rounds);
	}
	if (memcmp(dst, b->right, b->len) || memcmp(&s, &right, sizeof(s)))
		return failed(b, "wrong output");
	for (uint8_t *p = b->room; p < b->room + sizeof(b->room); p++)
		if (p < dst || p >= dst + b->len)
			wrong |= *p ^ CANARY;
	return wrong ? failed(b, "stray write") : 0;
}

static int poly1305(struct bare *b)
{
	struct testudo_poly1305_ctx c, forged;
	uint8_t right[16], tag[16];
	size_t n;

	/* carries go further through bits that are set */
	if (prng_below(&b->prng, 2))
		memset(b->msg, 0xff, b->len);
	if (prng_below(&b->prng, 2))
		memset(b->key, 0xff, 16);
	if (!run_on(b, REFERENCE) ||
	    testudo_poly1305(right, b->msg, b->len, b->key))
		return because(b->why, REFERENCE " does not run");
	run_on(b, b->row);
	if (testudo_poly1305(tag, b->msg, b->len, b->key) ||
	    memcmp(tag, right, sizeof(tag)))
		return failed(b, "wrong tag");
	if (testudo_poly1305_init(&c, b->key))
		return failed(b, "cannot begin");
	for (size_t i = 0; i < b->len; i += n) {
		n = prng_below(&b->prng, 600);
		if (n > b->len - i)
			n = b->len - i;
		run_on(b, prng_below(&b->prng, 2) ? REFERENCE : b->row);
		testudo_poly1305_update(&c, b->msg + i, n);
	}
	forged = c;
	if (testudo_poly1305_verify(&c, right))
		return failed(b, "wrong tag in pieces");
	right[prng_below(&b->prng, 16)] ^= 1;
	if (testudo_poly1305_verify(&forged, right) != -EBADMSG)
		return failed(b, "forgery accepted");
	return 0;
}

int check_bare_random(enum testudo_alg alg, const char *row, uint64_t seed,
		      int n, struct why *why)
{
	static struct bare b;

	b = (struct bare){
		.alg = alg, .row = row, .prng = { seed }, .why = why,
	};
	for (int i = 0; i < n; i++) {
		draw(&b);
		if (alg == TESTUDO_CHACHA ? chacha(&b) : poly1305(&b))
			return -1;
	}
	return n;
}
