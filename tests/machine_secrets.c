// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * What is left in vector registers and on the stack below the caller when a
 * function returns.  Two ways to look: for any eight bytes in a row of the
 * key, the plaintext, the keystream or a state; and, since bitsliced code
 * holds them in another form, for any byte at all that depends on them.
 */
#include <stdio.h>
#include "machine_calls.h"
#include "chacha20poly1305.h"

/* Sanitizers keep copies of their own everywhere. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#elif defined(__has_feature)
#define SANITIZED (__has_feature(address_sanitizer) ||	\
		   __has_feature(memory_sanitizer) ||	\
		   __has_feature(thread_sanitizer))
#else
#define SANITIZED 0
#endif

/* A dump: vector registers, the stack below.  The general registers that a
 * function may change are changed again at once, and not looked at. */
#define VEC sizeof(((struct trampoline *)0)->vec)
#define DUMP (VEC + STACK_BELOW)
#define SECRETS_MAX 100000

struct secrets {
	struct call *c;
	const char *row;
	uint64_t *piece;	/* of eight bytes, sorted */
	size_t pieces;
	uint8_t dump[3][DUMP];
	size_t leaks;
	int printed[CALLS];
	bool quiet;
};

static void add(struct secrets *s, const void *p, size_t n)
{
	for (size_t i = 0; i + 8 <= n; i++) {
		uint64_t v = load_le64((const uint8_t *)p + i);

		if (!v)
			continue;
		if (s->pieces == SECRETS_MAX)
			abort();
		s->piece[s->pieces++] = v;
	}
}

static int by_value(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

/* Of ChaCha and Poly1305: the key, not constants, counter and nonce; not what
 * is above 2^128, a number that is found everywhere. */
static void add_state(struct secrets *s, const void *state)
{
	const struct testudo_alg_entry *alg = s->c->m->entry;
	const struct chacha20poly1305 *c = state;

	if (alg->lanes) {
		add(s, state, 16u * alg->words * alg->lanes);
		return;
	}
	add(s, c->x + 4, 32);
	add(s, c->mac.h, 16);
	add(s, c->mac.r, 16);
	add(s, c->mac.s, 16);
}

/* The state after every step of the message, by the reference row. */
static void add_states(struct secrets *s, const struct testudo_ops *last)
{
	const struct test_msg *m = s->c->m;
	const struct testudo_alg_entry *alg = m->entry;
	const uint8_t *absorbed = alg->macs_ciphertext ? m->ct : m->msg;
	size_t rate = alg->rate;
	uint8_t block[128], tag[32];
	uint64_t words[64];
	uint8_t *state = (uint8_t *)words;

	last->init(state, m->raw, m->nonce);
	add_state(s, state);
	for (size_t at = 0; at < m->ad_len; at += rate) {
		size_t part = m->ad_len - at < rate ? m->ad_len - at : rate;

		last->absorb(state, m->ad + at, part);
		add_state(s, state);
	}
	for (size_t at = 0; at < m->len; at += rate) {
		size_t part = m->len - at < rate ? m->len - at : rate;

		last->keystream(state, block);
		add(s, block, rate);
		last->absorb(state, absorbed + at, part);
		add_state(s, state);
	}
	last->finish(state, m->ad_len << alg->lens_shift,
		     m->len << alg->lens_shift, tag, m->tag_len);
	add_state(s, state);
}

/* ChaCha's keystream, and all 16 words of HChaCha: a block of keystream before
 * the last addition. */
static void add_chacha(struct secrets *s, const struct testudo_ops *last)
{
	const struct test_msg *m = s->c->m;
	struct testudo_chacha_state first, next;
	uint32_t words[16];
	uint8_t block[64];

	testudo_chacha_init(&first, m->raw, m->nonce);
	next = first;
	for (size_t at = 0; at <= m->len; at += 64) {
		last->chacha(next.x, block, NULL, NULL, 0, 20);
		add(s, block, 64);
		for (int i = 0; !at && i < 16; i++)
			words[i] = load_le32(block + 4 * i) - first.x[i];
	}
	add(s, words, sizeof(words));
}

/* Poly1305's sum behind every block. */
static void add_poly1305(struct secrets *s, const struct testudo_ops *last)
{
	const struct test_msg *m = s->c->m;
	struct poly1305 p;

	poly1305_init(&p, m->raw);
	add(s, p.r, 16);
	for (size_t at = 0; at + 16 <= m->len; at += 16) {
		last->poly1305(&p, m->msg + at, 1);
		add(s, p.h, 16);
	}
}

static void collect(struct secrets *s)
{
	const struct test_msg *m = s->c->m;
	const struct testudo_ops *const *last = m->entry->rows;

	while (last[1])
		last++;
	s->pieces = 0;
	add(s, m->raw, m->entry->rate ? m->entry->info.key_len : 32);
	add(s, m->msg, m->len);
	if (m->entry->rate)
		add_states(s, *last);
	else if ((*last)->chacha)
		add_chacha(s, *last);
	else
		add_poly1305(s, *last);
	qsort(s->piece, s->pieces, 8, by_value);
}

static void place(char *text, size_t size, size_t at)
{
	if (at < VEC)
		snprintf(text, size, "vector register %zu, byte %zu", at / 64,
			 at % 64);
	else
		snprintf(text, size, "stack, %zu bytes below", DUMP - at);
}

/* Counts a hit, and prints the first one of each call and place. */
static void report(struct secrets *s, int which, size_t at, size_t n,
		   const char *what)
{
	int part = at < VEC ? 1 : 2;
	char where[64];

	s->leaks++;
	if (s->quiet || s->printed[which] & part)
		return;
	s->printed[which] |= part;
	place(where, sizeof(where), at);
	print_error("%s, %s, len %zu, before %zu: %zu bytes %s in %s\n",
		    s->row, call_names[which], s->c->m->len, s->c->before, n,
		    what, where);
}

static void search(struct secrets *s, int which, const uint8_t *dump)
{
	for (size_t i = 0; i + 8 <= DUMP; i++) {
		uint64_t v = load_le64(dump + i);

		if (v && bsearch(&v, s->piece, s->pieces, 8, by_value))
			report(s, which, i, 8, "of a secret");
	}
}

static bool inside(const void *hay, size_t len, const uint8_t *p, size_t n)
{
	for (size_t i = 0; i + n <= len; i++)
		if (!memcmp((const uint8_t *)hay + i, p, n))
			return true;
	return false;
}

static bool public(const struct secrets *s, const uint8_t *p, size_t n)
{
	const struct call *c = s->c;

	return inside(c->m->ct, c->m->len, p, n) ||
	       inside(c->batch_ct, c->m->len, p, n) ||
	       inside(c->tag, sizeof(c->tag), p, n) ||
	       inside(c->mac_tag, sizeof(c->mac_tag), p, n);
}

/* Bytes that are the same for one secret twice, and others for another. */
static void differ(struct secrets *s, int which)
{
	size_t n;

	for (size_t i = 0; i < DUMP; i += n + 1) {
		n = 0;
		while (i + n < DUMP &&
		       s->dump[0][i + n] == s->dump[2][i + n] &&
		       s->dump[0][i + n] != s->dump[1][i + n])
			n++;
		if (n && !public(s, s->dump[2] + i, n))
			report(s, which, i, n, "that depend on secrets");
	}
}

static void take(const struct call *c, uint8_t *dump)
{
	memcpy(dump, c->t.vec, VEC);
	memcpy(dump + VEC, c->t.stack, STACK_BELOW);
}

static void call_once(struct kunit *test, struct secrets *s, int which,
		      uint64_t seed, uint8_t *dump)
{
	struct call *c = s->c;
	struct test_msg *m = c->m;
	struct test_rng rng = { seed };

	/* another key and message with the same nonce and associated data */
	test_bytes(&rng, m->raw, sizeof(m->raw));
	test_bytes(&rng, m->msg, m->len);
	memset(m->out, 0, m->len_max);
	memset(c->batch_ct, 0, m->len_max);
	memset(c->tag, 0, sizeof(c->tag));
	memset(c->mac_tag, 0, sizeof(c->mac_tag));
	memset(c->subkey, 0, sizeof(c->subkey));
	test_msg_key(test, m);
	test_msg_reference(m);
	call_prepare(test, c, which);
	call_run(test, c, which);
	take(c, dump);
}

static void secrets(struct kunit *test)
{
	const struct test_row *row = test_row(test);
	size_t r = row->entry->rate ? row->entry->rate : 64;
	/* the last ones for ChaCha's passes over many blocks and tails */
	const size_t lens[] = {
		0, 24, r, r + 24, 3 * r + 40, 1000, 9000, 576, 832, 1420, 2100,
	};
	size_t n = row->entry->lanes ? 7 : sizeof(lens) / sizeof(lens[0]);
	struct secrets *s = kunit_kzalloc(test, sizeof(*s), GFP_KERNEL);

	if (SANITIZED)
		skip();
	KUNIT_ASSERT_NOT_NULL(test, s);
	s->row = row->name;
	s->c = call_new(test, row, 200, 9000);
	s->piece = kunit_kzalloc(test, 8 * SECRETS_MAX, GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, s->piece);
	for (int which = 0; which < CALL_OP_ENCRYPT; which++)
		for (size_t i = 0; i < 2 * n; i++) {
			size_t len = lens[i / 2];

			if (!call_is_of(which, row->entry))
				break;
			test_msg_make(test, s->c->m, len % 200, len,
				      i % 2 ? 16 : 32);
			s->c->before = i % 2 ? len / 3 : 0;
			call_once(test, s, which, 1, s->dump[0]);
			call_once(test, s, which, 2, s->dump[1]);
			call_once(test, s, which, 1, s->dump[2]);
			collect(s);
			search(s, which, s->dump[2]);
			differ(s, which);
		}
	KUNIT_ASSERT_EQ_MSG(test, s->leaks, 0, "%s", row->name);
}

/* The search finds a key that a function leaves behind. */
static int __attribute__((noinline)) leaky(const uint8_t *key, size_t len)
{
	volatile uint8_t copy[64];

	for (size_t i = 0; i < len; i++)
		copy[i] = key[i];
	return copy[0] == copy[1] ? 0 : 0;
}

static void search_finds(struct kunit *test)
{
	const struct test_row *row = test_row(test);
	struct secrets *s = kunit_kzalloc(test, sizeof(*s), GFP_KERNEL);
	uint64_t piece[64];

	if (SANITIZED)
		skip();
	KUNIT_ASSERT_NOT_NULL(test, s);
	s->row = row->name;
	s->c = call_new(test, row, 0, 0);
	s->piece = piece;
	s->quiet = true;
	test_msg_make(test, s->c->m, 0, 0, 16);
	call_prepare(test, s->c, CALL_KEY_INIT);
	s->c->t.fn = (uintptr_t)leaky;
	s->c->t.arg[0] = (uintptr_t)s->c->m->raw;
	s->c->t.arg[1] = row->entry->info.key_len;
	call_run(test, s->c, CALL_KEY_INIT);
	add(s, s->c->m->raw, row->entry->info.key_len);
	qsort(s->piece, s->pieces, 8, by_value);
	take(s->c, s->dump[2]);
	search(s, CALL_KEY_INIT, s->dump[2]);
	KUNIT_ASSERT_TRUE(test, s->leaks > 0);
}

static struct kunit_case machine_secrets_cases[] = {
	KUNIT_CASE_PARAM(search_finds, test_algs_gen_params),
	KUNIT_CASE_PARAM(secrets, test_all_rows_gen_params),
	{}
};

const struct kunit_suite machine_secrets_suite = {
	.name = "secrets",
	.test_cases = machine_secrets_cases,
};
