// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * Does a row that was forced really run?  Linked with --wrap=testudo_ops: the
 * library gets its operations through the function here, which hands out a
 * copy of the row with counters in front of every operation.
 */
#include "test_util.h"

const struct testudo_ops *__real_testudo_ops(size_t slot);
const struct testudo_ops *__wrap_testudo_ops(size_t slot);

static struct {
	size_t slot;			/* what is watched, 0: nothing */
	const struct testudo_ops *row;	/* what the library chose for it */
	unsigned int fetched, encrypt, decrypt, init, absorb, encrypt_blocks,
		     decrypt_blocks, keystream, finish, chacha, poly1305;
} seen;

static void count_encrypt(const struct testudo_packet *p, size_t n)
{
	seen.encrypt++;
	seen.row->encrypt(p, n);
}

static void count_decrypt(const struct testudo_packet *p, size_t n,
			  uint8_t (*tags)[32])
{
	seen.decrypt++;
	seen.row->decrypt(p, n, tags);
}

static void count_init(uint8_t *state, const uint8_t *key, const uint8_t *nonce)
{
	seen.init++;
	seen.row->init(state, key, nonce);
}

static void count_absorb(uint8_t *state, const uint8_t *src, size_t len)
{
	seen.absorb++;
	seen.row->absorb(state, src, len);
}

static void count_encrypt_blocks(uint8_t *state, uint8_t *dst,
				 const uint8_t *src, size_t len)
{
	seen.encrypt_blocks++;
	seen.row->encrypt_blocks(state, dst, src, len);
}

static void count_decrypt_blocks(uint8_t *state, uint8_t *dst,
				 const uint8_t *src, size_t len)
{
	seen.decrypt_blocks++;
	seen.row->decrypt_blocks(state, dst, src, len);
}

static void count_keystream(uint8_t *state, uint8_t *block)
{
	seen.keystream++;
	seen.row->keystream(state, block);
}

static void count_finish(uint8_t *state, uint64_t ad_len, uint64_t len,
			 uint8_t *tag, size_t tag_len)
{
	seen.finish++;
	seen.row->finish(state, ad_len, len, tag, tag_len);
}

static void count_chacha(uint32_t x[16], uint8_t *key, uint8_t *dst,
			 const uint8_t *src, size_t len, int rounds)
{
	seen.chacha++;
	seen.row->chacha(x, key, dst, src, len, rounds);
}

static void count_poly1305(struct poly1305 *p, const uint8_t *src, size_t n)
{
	seen.poly1305++;
	seen.row->poly1305(p, src, n);
}

const struct testudo_ops *__wrap_testudo_ops(size_t slot)
{
	static struct testudo_ops counting = {
		.encrypt = count_encrypt, .decrypt = count_decrypt,
		.init = count_init, .absorb = count_absorb,
		.encrypt_blocks = count_encrypt_blocks,
		.decrypt_blocks = count_decrypt_blocks,
		.keystream = count_keystream, .finish = count_finish,
		.chacha = count_chacha, .poly1305 = count_poly1305,
	};
	const struct testudo_ops *ops = __real_testudo_ops(slot);

	if (slot != seen.slot)
		return ops;
	seen.row = ops;
	seen.fetched++;
	counting.name = ops->name;
	counting.cpu = ops->cpu;
	return &counting;
}

static void watch(struct kunit *test)
{
	const struct test_row *row = test->param_value;

	memset(&seen, 0, sizeof(seen));
	seen.slot = row->slot;
}

/* The library fetched this row of the table, and no other, for every call. */
static void ran(struct kunit *test, unsigned int fetched)
{
	const struct test_row *row = test->param_value;
	const struct testudo_ops *const *p = row->entry->rows;

	while (strcmp((*p)->name, row->name))
		p++;
	KUNIT_ASSERT_PTR_EQ(test, seen.row, *p);
	KUNIT_ASSERT_EQ(test, seen.fetched, fetched);
	seen.slot = 0;
}

static void messages(struct kunit *test)
{
	const struct test_row *row = test_row(test);
	struct test_msg *m = test_msg(test, row, 200, 600);
	struct testudo_packet p[3];
	uint8_t tag[32];

	test_msg_make(test, m, 200, 600, 32);
	watch(test);
	KUNIT_ASSERT_EQ(test, test_encrypt(m, m->out, tag), 0);
	KUNIT_ASSERT_EQ(test, test_decrypt(m, m->out), 0);
	ran(test, 2);
	KUNIT_ASSERT_EQ(test, seen.encrypt, 1);
	KUNIT_ASSERT_EQ(test, seen.decrypt, 1);
	KUNIT_ASSERT_MEMEQ(test, m->out, m->msg, 600);

	for (int i = 0; i < 3; i++)
		p[i] = (struct testudo_packet){
			.dst = m->out + 200 * i, .src = m->msg + 200 * i,
			.len = 200, .tag = m->tag, .nonce = m->nonce,
			.key = &m->key,
		};
	watch(test);
	KUNIT_ASSERT_EQ(test, testudo_encrypt_batch(p, 3), 0);
	KUNIT_ASSERT_EQ(test, testudo_decrypt_batch(p, 3), 3);
	ran(test, 2);
	/* neighbours with one algorithm go to the row together */
	KUNIT_ASSERT_EQ(test, seen.encrypt, 1);
	KUNIT_ASSERT_EQ(test, seen.decrypt, 1);
}

static void streams(struct kunit *test)
{
	const struct test_row *row = test_row(test);
	struct test_msg *m = test_msg(test, row, 200, 600);
	struct testudo_ctx ctx;
	uint8_t tag[32];

	test_msg_make(test, m, 200, 600, 32);
	watch(test);
	testudo_ctx_init(&ctx, m->nonce, m->nonce_len, &m->key);
	testudo_auth_update(&ctx, m->ad, 200);
	testudo_encrypt_update(&ctx, m->out, m->msg, 600);
	testudo_encrypt_final(&ctx, tag);
	KUNIT_ASSERT_MEMEQ(test, tag, m->tag, m->tag_len);
	testudo_ctx_init(&ctx, m->nonce, m->nonce_len, &m->key);
	testudo_auth_update(&ctx, m->ad, 200);
	testudo_decrypt_update(&ctx, m->out, m->ct, 600);
	KUNIT_ASSERT_EQ(test, testudo_decrypt_final(&ctx, m->tag), 0);
	ran(test, 8);
	KUNIT_ASSERT_EQ(test, seen.init, 2);
	KUNIT_ASSERT_TRUE(test, seen.absorb >= 2);
	KUNIT_ASSERT_EQ(test, seen.encrypt_blocks, 1);
	KUNIT_ASSERT_EQ(test, seen.decrypt_blocks, 1);
	KUNIT_ASSERT_EQ(test, seen.keystream, 2);
	KUNIT_ASSERT_EQ(test, seen.finish, 2);
}

static void macs(struct kunit *test)
{
	const struct test_row *row = test_row(test);
	struct testudo_aegismac_ctx c;
	uint8_t key[32] = { 1 }, tag[32];

	watch(test);
	testudo_aegismac_init(&c, row->alg, key, row->entry->info.key_len, NULL,
			      0);
	testudo_aegismac_update(&c, key, 32);
	KUNIT_ASSERT_EQ(test, testudo_aegismac_final(&c, tag, 16), 0);
	ran(test, 3);
	KUNIT_ASSERT_EQ(test, seen.init, 1);
	KUNIT_ASSERT_EQ(test, seen.finish, 1);
}

static void chacha(struct kunit *test)
{
	struct test_msg *m = test_msg(test, test_row(test), 0, 600);
	struct testudo_chacha_state s;

	test_msg_make(test, m, 0, 600, 16);
	testudo_chacha_init(&s, m->raw, m->nonce);
	watch(test);
	testudo_chacha_crypt(&s, m->out, m->msg, 64, 20);
	testudo_chacha_crypt(&s, m->out + 64, m->msg + 64, 536, 20);
	ran(test, 2);
	KUNIT_ASSERT_EQ(test, seen.chacha, 2);
	KUNIT_ASSERT_MEMEQ(test, m->out, m->ct, 600);
}

/* A few blocks need no row; many go to it. */
static void poly1305(struct kunit *test)
{
	struct test_msg *m = test_msg(test, test_row(test), 0, 1600);
	struct testudo_poly1305_ctx c;
	uint8_t tag[16];

	test_msg_make(test, m, 0, 1600, 16);
	watch(test);
	KUNIT_ASSERT_EQ(test, testudo_poly1305(tag, m->msg, 1600, m->raw), 0);
	testudo_poly1305_init(&c, m->raw);
	testudo_poly1305_update(&c, m->msg, 800);
	testudo_poly1305_update(&c, m->msg + 800, 800);
	KUNIT_ASSERT_EQ(test, testudo_poly1305_verify(&c, m->tag), 0);
	ran(test, 3);
	KUNIT_ASSERT_EQ(test, seen.poly1305, 3);
	KUNIT_ASSERT_MEMEQ(test, tag, m->tag, 16);
}

/* No two rows of the table are the same code under two names. */
static void distinct(struct kunit *test)
{
	const struct test_row *row = test->param_value;
	const struct testudo_ops *const *a = row->entry->rows, *const *b;

	for (; *a; a++)
		for (b = a + 1; *b; b++) {
			KUNIT_ASSERT_TRUE(test, strcmp((*a)->name, (*b)->name));
			if (!row->entry->rate) {
				KUNIT_ASSERT_TRUE(test, (*a)->chacha !=
						  (*b)->chacha ||
						  (*a)->poly1305 !=
						  (*b)->poly1305);
				continue;
			}
			KUNIT_ASSERT_TRUE(test, (*a)->encrypt != (*b)->encrypt);
			KUNIT_ASSERT_TRUE(test, (*a)->decrypt != (*b)->decrypt);
			KUNIT_ASSERT_TRUE(test, (*a)->init != (*b)->init);
			KUNIT_ASSERT_TRUE(test, (*a)->absorb != (*b)->absorb);
			KUNIT_ASSERT_TRUE(test, (*a)->finish != (*b)->finish);
		}
}

static struct kunit_case rows_cases[] = {
	KUNIT_CASE_PARAM(messages, test_rows_gen_params),
	KUNIT_CASE_PARAM(streams, test_rows_gen_params),
	KUNIT_CASE_PARAM(macs, test_aegis_rows_gen_params),
	KUNIT_CASE_PARAM(chacha, test_chacha_rows_gen_params),
	KUNIT_CASE_PARAM(poly1305, test_poly1305_rows_gen_params),
	KUNIT_CASE_PARAM(distinct, test_all_algs_gen_params),
	{}
};

static struct kunit_suite rows_suite = {
	.name = "rows",
	.test_cases = rows_cases,
};

int main(int argc, char **argv)
{
	const struct kunit_suite *const suites[] = { &rows_suite, NULL };

	return kunit_run(suites, argc, argv) != 0;
}
