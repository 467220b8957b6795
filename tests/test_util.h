/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* What the case files share: the rows to test, random bytes, messages. */
#ifndef TESTS_TEST_UTIL_H
#define TESTS_TEST_UTIL_H

#include "test_port.h"
#include <testudo/testudo.h>
#include "core.h"

/*
 * One row of one algorithm, the parameter of most cases.  Cases take the rows
 * from testudo_impl_list(), and the operations from the table behind it.
 */
struct test_row {
	enum testudo_alg alg;
	const char *name;
	size_t slot;
	const struct testudo_alg_entry *entry;
};

/*
 * Parameters for KUNIT_CASE_PARAM(), rows that this CPU can run:
 *
 *  all_rows, rows, aegis_rows,		every row of the table, of the AEADs, of
 *  chachapoly_rows,			AEGIS, of (X)ChaCha20-Poly1305, of the
 *  chacha_rows, poly1305_rows		bare ChaCha and Poly1305
 *  algs, aegis_algs, all_algs		the AEADs, AEGIS, all of the table: each
 *					algorithm once, with its best row
 */
#define TEST_GEN_PARAMS(name)						\
	const void *test_##name##_gen_params(struct kunit *test,	\
					     const void *prev, char *desc)
TEST_GEN_PARAMS(all_rows);
TEST_GEN_PARAMS(rows);
TEST_GEN_PARAMS(aegis_rows);
TEST_GEN_PARAMS(chachapoly_rows);
TEST_GEN_PARAMS(chacha_rows);
TEST_GEN_PARAMS(poly1305_rows);
TEST_GEN_PARAMS(algs);
TEST_GEN_PARAMS(aegis_algs);
TEST_GEN_PARAMS(all_algs);

/* The row under test, after forcing it and looking that it was taken. */
const struct test_row *test_row(struct kunit *test);

/* Forces another row of the algorithm. */
void test_force(struct kunit *test, const struct test_row *row,
		const char *name);

/* The rows of the algorithm that run here; how many, at most TEST_ROWS_MAX. */
#define TEST_ROWS_MAX 16
size_t test_rows(const struct test_row *row, const char **names);

/* The tag length to use where 16 or 32 is meant: an algorithm with one length
 * has that one. */
size_t test_tag_len(const struct testudo_alg_entry *alg, size_t tag_len);

/* Random numbers: SplitMix64, the same ones in every run. */
struct test_rng {
	uint64_t s;
};

uint64_t test_next(struct test_rng *rng);
void test_bytes(struct test_rng *rng, void *p, size_t len);
size_t test_below(struct test_rng *rng, size_t n);

/*
 * A random message with what must come out of it, computed by the last row of
 * the table, which the vectors and the Monte Carlo runs check by itself.  Of a
 * bare primitive: ChaCha20's ct, with the nonce as IV, or Poly1305's tag.
 */
struct test_msg {
	const struct testudo_alg_entry *entry;
	struct test_rng rng;
	struct testudo_key key;
	uint8_t raw[32], nonce[32], tag[32];
	size_t nonce_len, ad_len, len, tag_len;
	uint8_t *ad, *msg, *ct;
	uint8_t *out;			/* len_max + 64 bytes for the test */
	size_t ad_max, len_max;
};

struct test_msg *test_msg(struct kunit *test, const struct test_row *row,
			  size_t ad_max, size_t len_max);
void test_msg_make(struct kunit *test, struct test_msg *m, size_t ad_len,
		   size_t len, size_t tag_len);

/* The key of m, ct and tag of m again, after a change of its members. */
void test_msg_key(struct kunit *test, struct test_msg *m);
void test_msg_reference(struct test_msg *m);

/* Are all len bytes at p equal to byte? */
bool test_all(const void *p, int byte, size_t len);

/* Calls of the library with the parameters of m. */
int test_encrypt(const struct test_msg *m, uint8_t *dst, uint8_t *tag);
int test_decrypt(const struct test_msg *m, uint8_t *dst);

#endif
