// SPDX-License-Identifier: MIT OR GPL-2.0-only
/* AEGISMAC, on every row. */
#include "test_util.h"
#include "sha256.h"
#include "vectors.h"

struct mac {
	const struct test_row *row;
	struct test_rng rng;
	uint8_t key[32], nonce[32], tag[33];
	uint8_t msg[4101];
	struct testudo_aegismac_ctx c, keyed;
};

static struct mac *new_mac(struct kunit *test)
{
	const struct test_row *row = test_row(test);
	struct mac *m = kunit_kzalloc(test, sizeof(*m), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, m);
	m->row = row;
	m->rng.s = 3 * row->slot;
	test_bytes(&m->rng, m->key, 32);
	test_bytes(&m->rng, m->nonce, 32);
	test_bytes(&m->rng, m->msg, sizeof(m->msg));
	return m;
}

static void begin(struct kunit *test, struct mac *m)
{
	const struct testudo_alg_info *info = &m->row->entry->info;

	memset(&m->c, 0xee, sizeof(m->c));
	KUNIT_ASSERT_EQ(test, testudo_aegismac_init(&m->c, m->row->alg, m->key,
						    info->key_len, m->nonce,
						    info->nonce_len), 0);
}

/* tag and canary, and the wiped context */
static void end(struct kunit *test, struct mac *m, size_t tag_len)
{
	memset(m->tag, 0xa5, sizeof(m->tag));
	KUNIT_ASSERT_EQ(test, testudo_aegismac_final(&m->c, m->tag, tag_len),
			0);
	KUNIT_ASSERT_TRUE(test, test_all(&m->c, 0, sizeof(m->c)));
	KUNIT_ASSERT_TRUE(test, test_all(m->tag + tag_len, 0xa5,
					 sizeof(m->tag) - tag_len));
}

static void mac_of(struct kunit *test, struct mac *m, size_t len,
		   size_t tag_len)
{
	begin(test, m);
	testudo_aegismac_update(&m->c, m->msg, len);
	end(test, m, tag_len);
}

static void mac_vectors_all(struct kunit *test)
{
	size_t n = sizeof(mac_vectors) / sizeof(mac_vectors[0]), seen = 0;
	struct mac *m = new_mac(test);

	for (size_t i = 0; i < n; i++) {
		const struct test_vector *v = &mac_vectors[i];
		const struct testudo_alg_info *info = &m->row->entry->info;

		if (v->alg != m->row->alg)
			continue;
		seen++;
		memcpy(m->key, v->key, info->key_len);
		memcpy(m->nonce, v->nonce, info->nonce_len);
		if (v->len)
			memcpy(m->msg, v->msg, v->len);
		mac_of(test, m, v->len, v->tag_len);
		KUNIT_ASSERT_MEMEQ_MSG(test, m->tag, v->tag, v->tag_len, "%s",
				       v->source);
		begin(test, m);
		testudo_aegismac_update(&m->c, v->msg, v->len);
		KUNIT_ASSERT_EQ(test, testudo_aegismac_verify(&m->c, v->tag,
							      v->tag_len), 0);
		KUNIT_ASSERT_TRUE(test, test_all(&m->c, 0, sizeof(m->c)));
	}
	KUNIT_ASSERT_TRUE(test, seen >= 20);
}

static void monte_carlo_mac(struct kunit *test)
{
	const struct monte_carlo *run = monte_carlo;
	struct mac *m = new_mac(test);
	const struct testudo_alg_info *info;
	struct test_sha256 hash;
	uint8_t digest[32];
	unsigned int i = 0;

	info = &m->row->entry->info;
	while (run->alg != m->row->alg || run->kind != RUN_MAC)
		run++;
	m->rng.s = MONTE_CARLO_SEED;
	test_sha256_init(&hash);
	for (int point = 0; point < 4; point++) {
		for (; i <= run->points[point].step; i++) {
			test_bytes(&m->rng, m->key, info->key_len);
			test_bytes(&m->rng, m->nonce, info->nonce_len);
			test_bytes(&m->rng, m->msg, i);
			mac_of(test, m, i, i % 2 ? 32 : 16);
			test_sha256_update(&hash, m->tag, i % 2 ? 32 : 16);
		}
		test_sha256_digest(&hash, digest);
		KUNIT_ASSERT_MEMEQ_MSG(test, digest, run->points[point].digest,
				       32, "up to step %u", i - 1);
	}
}

/* In pieces, the row changed before any call, against one piece. */
static void pieces(struct kunit *test)
{
	const char *names[TEST_ROWS_MAX];
	struct mac *m = new_mac(test);
	size_t rows, n, len;
	uint8_t right[32];

	rows = test_rows(m->row, names);
	for (int i = 0; i < 300; i++) {
		len = test_below(&m->rng, 1101);
		test_force(test, m->row, m->row->name);
		mac_of(test, m, len, 32);
		memcpy(right, m->tag, 32);
		begin(test, m);
		for (size_t at = 0; at < len; at += n) {
			if (i % 2)
				test_force(test, m->row,
					   names[test_below(&m->rng, rows)]);
			n = test_below(&m->rng, i % 3 ? 300 : 5);
			n = n < len - at ? n : len - at;
			testudo_aegismac_update(&m->c, m->msg + at, n);
		}
		testudo_aegismac_update(&m->c, NULL, 0);
		end(test, m, 32);
		KUNIT_ASSERT_MEMEQ_MSG(test, m->tag, right, 32, "len %u",
				       (unsigned int)len);
	}
}

/* A keyed context serves any number of messages, also half begun ones. */
static void copies(struct kunit *test)
{
	struct mac *m = new_mac(test);
	uint8_t right[32];

	for (size_t len = 0; len < 600; len += 7) {
		mac_of(test, m, len, 16);
		memcpy(right, m->tag, 16);
		begin(test, m);
		testudo_aegismac_update(&m->c, m->msg, len / 2);
		m->keyed = m->c;
		for (int i = 0; i < 3; i++) {
			m->c = m->keyed;
			testudo_aegismac_update(&m->c, m->msg + len / 2,
						len - len / 2);
			end(test, m, 16);
			KUNIT_ASSERT_MEMEQ(test, m->tag, right, 16);
		}
	}
}

static void nonce_of_zeros(struct kunit *test)
{
	struct mac *m = new_mac(test);
	const struct testudo_alg_info *info;

	info = &m->row->entry->info;
	memset(m->nonce, 0, sizeof(m->nonce));
	mac_of(test, m, 100, 32);
	KUNIT_ASSERT_EQ(test, testudo_aegismac_init(&m->c, m->row->alg, m->key,
						    info->key_len, NULL, 0), 0);
	testudo_aegismac_update(&m->c, m->msg, 100);
	KUNIT_ASSERT_EQ(test, testudo_aegismac_verify(&m->c, m->tag, 32), 0);
}

/*
 * One byte changed in the part of one lane, once in each lane, and nothing
 * else: the tags are different from each other and from the unchanged one.  A
 * lane that is folded in the wrong place, or not at all, leaves two alike.
 */
static void lanes(struct kunit *test)
{
	struct mac *m = new_mac(test);
	uint8_t tags[2 * 8 + 1][32];
	size_t n, rate;

	rate = m->row->entry->rate;
	for (size_t tag_len = 16; tag_len <= 32; tag_len += 16) {
		n = 0;
		memset(m->msg, 0, 4 * rate);
		for (size_t at = 0; at <= 2 * rate; at += 16) {
			if (at < 2 * rate)
				m->msg[at] ^= 1;
			mac_of(test, m, 2 * rate, tag_len);
			if (at < 2 * rate)
				m->msg[at] ^= 1;
			memcpy(tags[n], m->tag, 32);
			for (size_t i = 0; i < n; i++)
				KUNIT_ASSERT_TRUE(test, memcmp(tags[i], tags[n],
							       tag_len));
			n++;
		}
	}
}

static void every_bit(struct kunit *test)
{
	struct mac *m = new_mac(test);
	uint8_t right[32];

	for (size_t tag_len = 16; tag_len <= 32; tag_len += 16) {
		mac_of(test, m, 300, tag_len);
		memcpy(right, m->tag, 32);
		for (size_t bit = 0; bit < 8 * tag_len; bit++) {
			begin(test, m);
			testudo_aegismac_update(&m->c, m->msg, 300);
			right[bit / 8] ^= (uint8_t)(1 << bit % 8);
			KUNIT_ASSERT_EQ(test, testudo_aegismac_verify(&m->c,
					right, tag_len), -EBADMSG);
			right[bit / 8] ^= (uint8_t)(1 << bit % 8);
			KUNIT_ASSERT_TRUE(test, test_all(&m->c, 0,
							 sizeof(m->c)));
		}
	}
}

static struct kunit_case mac_cases[] = {
	KUNIT_CASE_PARAM(mac_vectors_all, test_aegis_rows_gen_params),
	KUNIT_CASE_PARAM(monte_carlo_mac, test_aegis_rows_gen_params),
	KUNIT_CASE_PARAM(pieces, test_aegis_rows_gen_params),
	KUNIT_CASE_PARAM(copies, test_aegis_rows_gen_params),
	KUNIT_CASE_PARAM(nonce_of_zeros, test_aegis_rows_gen_params),
	KUNIT_CASE_PARAM(lanes, test_aegis_rows_gen_params),
	KUNIT_CASE_PARAM(every_bit, test_aegis_rows_gen_params),
	{}
};

static struct kunit_suite mac_suite = {
	.name = "mac",
	.test_cases = mac_cases,
};

kunit_test_suite(mac_suite);
