// SPDX-License-Identifier: MIT OR GPL-2.0-only
/* What the case files share. */
#include "test_util.h"
#include "poly1305_model.h"

static struct test_row rows[16 * TEST_ROWS_MAX];
static struct test_row algs[16];
static size_t rows_n, algs_n;

static void find_rows(void)
{
	const char *names[TEST_ROWS_MAX];

	if (rows_n)
		return;
	for (size_t slot = 1; slot < testudo_algs_n; slot++) {
		struct test_row row = {
			.alg = testudo_algs[slot].alg,
			.slot = slot,
			.entry = &testudo_algs[slot],
		};
		size_t n = testudo_impl_list(row.alg, names, TEST_ROWS_MAX);

		for (size_t i = 0; i < n && i < TEST_ROWS_MAX; i++) {
			row.name = names[i];
			if (!i)
				algs[algs_n++] = row;
			rows[rows_n++] = row;
		}
	}
}

static void describe(const struct test_row *row, char *desc)
{
	const char *alg = row->entry->info.name, *name = row->name;

	while (*alg)
		*desc++ = *alg++;
	*desc++ = ' ';
	while (*name)
		*desc++ = *name++;
	*desc = 0;
}

/* The next one in a list that is wanted. */
static const void *next_row(const struct test_row *list, const size_t *n,
			    const void *prev, char *desc,
			    bool (*wanted)(const struct test_row *row))
{
	const struct test_row *next = prev;

	find_rows();
	next = next ? next + 1 : list;
	while (next < list + *n && !wanted(next))
		next++;
	if (next == list + *n)
		return NULL;
	describe(next, desc);
	return next;
}

static bool aead(const struct test_row *row)
{
	return row->entry->rate;
}

static bool aegis(const struct test_row *row)
{
	return row->entry->lanes;
}

static bool chachapoly(const struct test_row *row)
{
	return row->entry->rate && !row->entry->lanes;
}

static bool chacha(const struct test_row *row)
{
	return row->slot == SLOT_CHACHA;
}

static bool poly1305(const struct test_row *row)
{
	return row->slot == SLOT_POLY1305;
}

static bool any(const struct test_row *row)
{
	(void)row;
	return true;
}

#define GEN_PARAMS(name, list, wanted)					\
	TEST_GEN_PARAMS(name)						\
	{								\
		(void)test;						\
		return next_row(list, &list##_n, prev, desc, wanted);	\
	}
GEN_PARAMS(all_rows, rows, any)
GEN_PARAMS(rows, rows, aead)
GEN_PARAMS(aegis_rows, rows, aegis)
GEN_PARAMS(chachapoly_rows, rows, chachapoly)
GEN_PARAMS(chacha_rows, rows, chacha)
GEN_PARAMS(poly1305_rows, rows, poly1305)
GEN_PARAMS(algs, algs, aead)
GEN_PARAMS(aegis_algs, algs, aegis)
GEN_PARAMS(all_algs, algs, any)

void test_force(struct kunit *test, const struct test_row *row,
		const char *name)
{
	KUNIT_ASSERT_EQ(test, testudo_impl_force(row->alg, name), 0);
	KUNIT_ASSERT_STREQ(test, testudo_impl_name(row->alg), name);
	KUNIT_ASSERT_STREQ(test, testudo_ops(row->slot)->name, name);
}

/* Whether a row's name is true, test_rows.c finds out. */
const struct test_row *test_row(struct kunit *test)
{
	const struct test_row *row = test->param_value;

	test_force(test, row, row->name);
	return row;
}

size_t test_rows(const struct test_row *row, const char **names)
{
	size_t n = testudo_impl_list(row->alg, names, TEST_ROWS_MAX);

	return n < TEST_ROWS_MAX ? n : TEST_ROWS_MAX;
}

size_t test_tag_len(const struct testudo_alg_entry *alg, size_t tag_len)
{
	return tag_len == alg->tag_len_min ? tag_len : alg->info.tag_len_max;
}

uint64_t test_next(struct test_rng *rng)
{
	uint64_t z = rng->s += 0x9e3779b97f4a7c15;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
	z = (z ^ z >> 27) * 0x94d049bb133111eb;
	return z ^ z >> 31;
}

void test_bytes(struct test_rng *rng, void *p, size_t len)
{
	uint8_t *q = p, last[8];

	for (; len >= 8; len -= 8, q += 8)
		store_le64(q, test_next(rng));
	if (len) {
		store_le64(last, test_next(rng));
		memcpy(q, last, len);
	}
}

size_t test_below(struct test_rng *rng, size_t n)
{
	/* 32-bit kernels have no division of 64 bits */
	return (uint32_t)(test_next(rng) >> 32) % (uint32_t)n;
}

struct test_msg *test_msg(struct kunit *test, const struct test_row *row,
			  size_t ad_max, size_t len_max)
{
	struct test_msg *m = kunit_kzalloc(test, sizeof(*m), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, m);
	m->entry = row->entry;
	m->rng.s = 0x7465737475646f00 + row->slot;
	m->nonce_len = row->entry->info.nonce_len;
	m->ad_max = ad_max;
	m->len_max = len_max;
	m->ad = kunit_kzalloc(test, ad_max, GFP_KERNEL);
	m->msg = kunit_kzalloc(test, len_max, GFP_KERNEL);
	m->ct = kunit_kzalloc(test, len_max, GFP_KERNEL);
	m->out = kunit_kzalloc(test, len_max + 64, GFP_KERNEL);
	KUNIT_ASSERT_TRUE(test, m->ad && m->msg && m->ct && m->out);
	return m;
}

/* ChaCha20 of the message, with the nonce as IV, or its Poly1305. */
static void bare_reference(struct test_msg *m, const struct testudo_ops *ops)
{
	struct testudo_chacha_state s;

	if (!ops->chacha) {
		model_poly1305(m->tag, m->msg, m->len, m->raw);
		return;
	}
	testudo_chacha_init(&s, m->raw, m->nonce);
	ops->chacha(s.x, NULL, m->ct, m->msg, m->len, 20);
}

void test_msg_reference(struct test_msg *m)
{
	const struct testudo_ops *const *last = m->entry->rows;
	struct testudo_packet p = {
		.dst = m->ct, .src = m->msg, .len = m->len, .tag = m->tag,
		.ad = m->ad, .ad_len = m->ad_len, .nonce = m->nonce,
		.key = &m->key,
	};

	while (last[1])
		last++;
	if (m->entry->rate)
		(*last)->encrypt(&p, 1);
	else
		bare_reference(m, *last);
}

void test_msg_key(struct kunit *test, struct test_msg *m)
{
	if (m->entry->rate)
		KUNIT_ASSERT_EQ(test, testudo_key_init(&m->key, m->entry->alg,
						       m->raw,
						       m->entry->info.key_len,
						       m->tag_len), 0);
}

void test_msg_make(struct kunit *test, struct test_msg *m, size_t ad_len,
		   size_t len, size_t tag_len)
{
	KUNIT_ASSERT_TRUE(test, ad_len <= m->ad_max && len <= m->len_max);
	m->ad_len = ad_len;
	m->len = len;
	m->tag_len = test_tag_len(m->entry, tag_len);
	test_bytes(&m->rng, m->raw, sizeof(m->raw));
	test_bytes(&m->rng, m->nonce, sizeof(m->nonce));
	test_bytes(&m->rng, m->ad, ad_len);
	test_bytes(&m->rng, m->msg, len);
	test_msg_key(test, m);
	test_msg_reference(m);
}

bool test_all(const void *p, int byte, size_t len)
{
	const uint8_t *q = p;

	while (len && *q == byte)
		q++, len--;
	return !len;
}

int test_encrypt(const struct test_msg *m, uint8_t *dst, uint8_t *tag)
{
	return testudo_encrypt(dst, m->msg, m->len, tag, m->ad, m->ad_len,
			       m->nonce, m->nonce_len, &m->key);
}

int test_decrypt(const struct test_msg *m, uint8_t *dst)
{
	return testudo_decrypt(dst, m->ct, m->len, m->tag, m->ad, m->ad_len,
			       m->nonce, m->nonce_len, &m->key);
}
