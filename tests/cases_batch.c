// SPDX-License-Identifier: MIT OR GPL-2.0-only
/* Batches: each packet as if it were alone, whatever its neighbours are. */
#include "test_util.h"

#define MAX_N 70	/* more than twice what a row gets at a time */
#define MAX_LEN 400
#define ROOM (MAX_LEN + 32)

struct batch {
	struct test_rng rng;
	size_t n;
	struct testudo_packet p[MAX_N], want[MAX_N];
	struct testudo_key keys[MAX_N];
	uint8_t nonce[MAX_N][32], ad[MAX_N][64];
	uint8_t src[MAX_N][ROOM], dst[MAX_N][ROOM], right[MAX_N][ROOM];
	uint8_t tag[MAX_N][40], right_tag[MAX_N][40];
};

static struct batch *new_batch(struct kunit *test)
{
	struct batch *b = kunit_kzalloc(test, sizeof(*b), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, b);
	return b;
}

/* The slot of some AEAD. */
static size_t any_slot(struct batch *b)
{
	size_t slot;

	do
		slot = 1 + test_below(&b->rng, testudo_algs_n - 1);
	while (!testudo_algs[slot].rate);
	return slot;
}

/* Packet i, with the algorithm of the row under test or any other. */
static void fill(struct kunit *test, struct batch *b, size_t i, bool mixed)
{
	const struct test_row *row = test->param_value;
	size_t slot = mixed && test_below(&b->rng, 3) == 0 ?
		      any_slot(b) : row->slot;
	const struct testudo_alg_info *info = &testudo_algs[slot].info;
	struct testudo_packet *p = &b->p[i];

	test_bytes(&b->rng, b->src[i], ROOM);
	test_bytes(&b->rng, b->nonce[i], 32);
	test_bytes(&b->rng, b->ad[i], 64);
	memset(b->dst[i], 0xa5, ROOM);
	memset(b->tag[i], 0xa5, 40);
	KUNIT_ASSERT_EQ(test, testudo_key_init(&b->keys[i],
					       testudo_algs[slot].alg,
					       b->src[i], info->key_len,
					       info->tag_len_max), 0);
	*p = (struct testudo_packet){
		.dst = b->dst[i], .src = b->src[i],
		.len = test_below(&b->rng, 4) ? test_below(&b->rng, MAX_LEN) :
						test_below(&b->rng, 3),
		.tag = b->tag[i], .ad = b->ad[i],
		.ad_len = test_below(&b->rng, 65), .nonce = b->nonce[i],
		.key = &b->keys[i], .status = 1,
	};
	if (test_below(&b->rng, 8) == 0)
		p->src = memcpy(b->dst[i], b->src[i], p->len);
}

/* Some packets that must be refused, each for another reason. */
static void spoil(struct batch *b, size_t i)
{
	struct testudo_packet *p = &b->p[i];

	switch (test_below(&b->rng, 6)) {
	case 0:
		p->key = NULL;
		break;
	case 1:
		testudo_wipe(&b->keys[i], sizeof(b->keys[i]));
		break;
	case 2:
		p->nonce = NULL;
		break;
	case 3:
		p->len = SIZE_MAX;
		break;
	case 4:
		p->tag = NULL;
		break;
	default:
		p->ad = NULL;
		p->ad_len = 1;
	}
}

/* The same by single calls, into right and right_tag; how many fail. */
static size_t singly(struct batch *b, bool decrypt)
{
	size_t failed = 0;

	for (size_t i = 0; i < b->n; i++) {
		struct testudo_packet *q = &b->want[i];
		const struct testudo_packet *p = &b->p[i];
		const struct testudo_key *key = p->key;
		size_t nonce_len = 0;

		*q = *p;
		memcpy(b->right[i], b->dst[i], ROOM);
		memcpy(b->right_tag[i], b->tag[i], 40);
		if (q->dst)
			q->dst = b->right[i];
		if (p->src == p->dst)
			q->src = q->dst;
		if (q->tag)
			q->tag = b->right_tag[i];
		if (key && key->slot)
			nonce_len = testudo_algs[key->slot].info.nonce_len;
		q->status = decrypt ?
			testudo_decrypt(q->dst, q->src, q->len, q->tag, q->ad,
					q->ad_len, q->nonce, nonce_len, key) :
			testudo_encrypt(q->dst, q->src, q->len, q->tag, q->ad,
					q->ad_len, q->nonce, nonce_len, key);
		failed += q->status != 0;
	}
	return failed;
}

static void compare(struct kunit *test, struct batch *b)
{
	for (size_t i = 0; i < b->n; i++) {
		KUNIT_ASSERT_EQ_MSG(test, b->p[i].status, b->want[i].status,
				    "packet %u of %u", (unsigned int)i,
				    (unsigned int)b->n);
		KUNIT_ASSERT_MEMEQ_MSG(test, b->dst[i], b->right[i], ROOM,
				       "packet %u of %u", (unsigned int)i,
				       (unsigned int)b->n);
		KUNIT_ASSERT_MEMEQ_MSG(test, b->tag[i], b->right_tag[i], 40,
				       "packet %u of %u", (unsigned int)i,
				       (unsigned int)b->n);
	}
}

/* Encrypts a batch, opens it again, some of it changed on the way. */
static void one_batch(struct kunit *test, struct batch *b, bool mixed,
		      bool spoiled)
{
	size_t want;

	for (size_t i = 0; i < b->n; i++)
		fill(test, b, i, mixed);
	for (size_t i = 0; spoiled && i < b->n; i++)
		if (test_below(&b->rng, 5) == 0)
			spoil(b, i);
	want = singly(b, false);
	KUNIT_ASSERT_EQ(test, testudo_encrypt_batch(b->p, b->n), want);
	compare(test, b);
	KUNIT_ASSERT_TRUE(test, spoiled || !want);

	for (size_t i = 0; i < b->n; i++) {
		struct testudo_packet *p = &b->p[i];

		if (p->status)
			continue;
		if (spoiled && test_below(&b->rng, 5) == 0)
			p->tag[test_below(&b->rng, 16)] ^= 0x10;
		if (spoiled && test_below(&b->rng, 12) == 0)
			spoil(b, i);
		/* out of place: the ciphertext to src, garbage to dst */
		if (p->src != p->dst && p->len <= MAX_LEN) {
			memcpy(b->src[i], b->dst[i], p->len);
			memset(b->dst[i], 0xa5, ROOM);
		}
	}
	want = singly(b, true);
	KUNIT_ASSERT_EQ(test, testudo_decrypt_batch(b->p, b->n), want);
	compare(test, b);
	KUNIT_ASSERT_TRUE(test, spoiled || !want);
}

static void batches(struct kunit *test, bool mixed, bool spoiled)
{
	static const uint8_t sizes[] = {
		0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65,
		MAX_N,
	};
	struct batch *b = new_batch(test);

	(void)test_row(test);
	for (size_t i = 0; i < 4 * sizeof(sizes); i++) {
		b->n = sizes[i % sizeof(sizes)];
		one_batch(test, b, mixed, spoiled);
	}
}

static void one_algorithm(struct kunit *test)
{
	batches(test, false, false);
}

static void mixed_algorithms(struct kunit *test)
{
	batches(test, true, false);
}

static void bad_packets(struct kunit *test)
{
	batches(test, false, true);
}

static void bad_mixed_packets(struct kunit *test)
{
	batches(test, true, true);
}

/* A single bad one at every place of a batch. */
static void one_bad_packet(struct kunit *test)
{
	struct batch *b = new_batch(test);
	size_t bad;

	(void)test_row(test);
	b->n = 35;
	for (bad = 0; bad < b->n; bad++) {
		for (size_t i = 0; i < b->n; i++)
			fill(test, b, i, false);
		(void)singly(b, false);
		KUNIT_ASSERT_EQ(test, testudo_encrypt_batch(b->p, b->n), 0);
		compare(test, b);
		for (size_t i = 0; i < b->n; i++)
			b->p[i].src = b->dst[i];
		b->tag[bad][bad % b->keys[bad].tag_len] ^= 1;
		(void)singly(b, true);
		KUNIT_ASSERT_EQ(test, testudo_decrypt_batch(b->p, b->n), 1);
		compare(test, b);
		KUNIT_ASSERT_EQ(test, b->p[bad].status, -EBADMSG);
		KUNIT_ASSERT_TRUE(test, test_all(b->dst[bad], 0,
						 b->p[bad].len));
	}
}

static struct kunit_case batch_cases[] = {
	KUNIT_CASE_PARAM(one_algorithm, test_rows_gen_params),
	KUNIT_CASE_PARAM(mixed_algorithms, test_rows_gen_params),
	KUNIT_CASE_PARAM(bad_packets, test_rows_gen_params),
	KUNIT_CASE_PARAM(bad_mixed_packets, test_rows_gen_params),
	KUNIT_CASE_PARAM(one_bad_packet, test_rows_gen_params),
	{}
};

static struct kunit_suite batch_suite = {
	.name = "batch",
	.test_cases = batch_cases,
};

kunit_test_suite(batch_suite);
