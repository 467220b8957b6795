// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * More than 2^32 bytes, in one call and in many.  The memory is one small file
 * mapped again and again, so it fits anywhere and stays in the cache.
 */
#define _GNU_SOURCE
#include "test_util.h"
#include <time.h>

#define FILE_SIZE ((size_t)512 << 10)
#define BIG ((1ull << 32) + (3 << 20) + 77)
#define SHORT 1000
/* A row is taken if it needs no more than this for BIG bytes; so generic code
 * and sanitizers do not take minutes. */
#define SECONDS_MAX 2.0

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static uint8_t *big_area(struct kunit *test)
{
	size_t len = (size_t)(BIG + FILE_SIZE - 1) / FILE_SIZE * FILE_SIZE;
	uint8_t *p = mmap(NULL, len, PROT_NONE,
			  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	int fd = memfd_create("testudo", MFD_CLOEXEC);

	KUNIT_ASSERT_TRUE(test, p != MAP_FAILED && fd >= 0);
	KUNIT_ASSERT_EQ(test, ftruncate(fd, (off_t)FILE_SIZE), 0);
	for (size_t at = 0; at < len; at += FILE_SIZE)
		KUNIT_ASSERT_TRUE(test, mmap(p + at, FILE_SIZE,
					     PROT_READ | PROT_WRITE,
					     MAP_SHARED | MAP_FIXED, fd, 0) !=
				  MAP_FAILED);
	close(fd);
	return p;
}

struct big {
	const struct test_row *alg;
	const uint8_t *src;
	uint8_t *dst;
	struct testudo_key key;
	size_t nonce_len;
	uint8_t tag[32], end[SHORT];
};

/* A bare primitive; in the place of ChaCha's tag, its counter and nonce. */
static void bare(struct kunit *test, struct big *b, size_t len, size_t piece)
{
	struct testudo_poly1305_ctx c;
	struct testudo_chacha_state s;
	size_t n;

	testudo_chacha_init(&s, b->src, b->src + 32);
	KUNIT_ASSERT_EQ(test, testudo_poly1305_init(&c, b->src), 0);
	for (size_t at = 0; at < len; at += n) {
		n = len - at < piece ? len - at : piece;
		if (b->alg->slot == SLOT_CHACHA)
			testudo_chacha_crypt(&s, b->dst + at, b->src + at, n,
					     20);
		else
			testudo_poly1305_update(&c, b->src + at, n);
	}
	memcpy(b->tag, s.x + 12, 16);
	if (b->alg->slot == SLOT_POLY1305)
		KUNIT_ASSERT_EQ(test, testudo_poly1305_final(&c, b->tag), 0);
}

static void at_once(struct kunit *test, struct big *b, size_t ad_len,
		    size_t len)
{
	if (!b->alg->entry->rate)
		bare(test, b, len, len);
	else
		KUNIT_ASSERT_EQ(test, testudo_encrypt(b->dst, b->src, len,
						      b->tag, b->src, ad_len,
						      b->src, b->nonce_len,
						      &b->key), 0);
}

static void in_pieces(struct kunit *test, struct big *b, size_t ad_len,
		      size_t len)
{
	const size_t piece = 715827883;
	struct testudo_ctx ctx;
	size_t n;

	if (!b->alg->entry->rate) {
		bare(test, b, len, piece - piece % 64);
		return;
	}
	KUNIT_ASSERT_EQ(test, testudo_ctx_init(&ctx, b->src, b->nonce_len,
					       &b->key), 0);
	for (size_t at = 0; at < ad_len; at += n) {
		n = ad_len - at < piece ? ad_len - at : piece;
		KUNIT_ASSERT_EQ(test, testudo_auth_update(&ctx, b->src + at, n),
				0);
	}
	for (size_t at = 0; at < len; at += n) {
		n = len - at < piece ? len - at : piece;
		KUNIT_ASSERT_EQ(test, testudo_encrypt_update(&ctx, b->dst + at,
							     b->src + at, n),
				0);
	}
	KUNIT_ASSERT_EQ(test, testudo_encrypt_final(&ctx, b->tag), 0);
}

/* Names the fastest and the slowest row that are fast enough. */
static size_t fast_rows(struct kunit *test, struct big *b, const char **fast)
{
	const char *names[TEST_ROWS_MAX];
	size_t n = test_rows(b->alg, names), found = 0;

	for (size_t i = 0; i < n; i++) {
		double best = 1e9;

		test_force(test, b->alg, names[i]);
		for (int run = 0; run < 5; run++) {
			double t = now();

			at_once(test, b, 0, FILE_SIZE / 2);
			t = now() - t;
			best = t < best ? t : best;
		}
		if (best * (double)(2 * BIG / FILE_SIZE) > SECONDS_MAX) {
			print_message("%s: too slow, left out\n", names[i]);
			continue;
		}
		if (!found)
			fast[0] = names[i];
		fast[1] = names[i];
		found++;
	}
	return found;
}

static void big(struct kunit *test)
{
	struct big b = { .alg = test->param_value }, right;
	const struct testudo_alg_info *info = &b.alg->entry->info;
	struct test_rng rng = { 32 };
	const char *fast[2] = { NULL, NULL };
	static uint8_t *src, *dst;
	double start;

	if (!dst) {	/* once: a million page faults take a second */
		src = big_area(test);
		dst = big_area(test);
	}
	b.src = src;
	b.dst = dst;
	b.nonce_len = info->nonce_len;
	test_bytes(&rng, src, FILE_SIZE);
	if (b.alg->entry->rate)
		KUNIT_ASSERT_EQ(test, testudo_key_init(&b.key, b.alg->alg,
						       b.src + 64,
						       info->key_len,
						       info->tag_len_max), 0);
	if (!fast_rows(test, &b, fast))
		skip();
	/* the fastest row at once and the slowest in pieces, or the reverse */
	if (b.alg->slot % 2 == 0) {
		const char *other = fast[0];

		fast[0] = fast[1];
		fast[1] = other;
	}
	right = b;
	start = now();
	test_force(test, b.alg, fast[0]);
	at_once(test, &b, (size_t)BIG, (size_t)BIG);
	memcpy(b.end, b.dst + BIG - SHORT, SHORT);
	test_force(test, b.alg, fast[1]);
	in_pieces(test, &right, (size_t)BIG, (size_t)BIG);
	KUNIT_ASSERT_MEMEQ(test, b.tag, right.tag, sizeof(b.tag));
	KUNIT_ASSERT_MEMEQ(test, b.end, b.dst + BIG - SHORT, SHORT);
	print_message("%s at once, %s in pieces: %.1f s\n", fast[0], fast[1],
		      now() - start);
}

static struct kunit_case big_cases[] = {
	KUNIT_CASE_PARAM(big, test_all_algs_gen_params),
	{}
};

static struct kunit_suite big_suite = {
	.name = "big",
	.test_cases = big_cases,
};

int main(int argc, char **argv)
{
	const struct kunit_suite *const suites[] = { &big_suite, NULL };

	if (sizeof(size_t) < 8)
		return 77;
	return kunit_run(suites, argc, argv) != 0;
}
