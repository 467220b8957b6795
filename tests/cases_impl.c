// SPDX-License-Identifier: MIT OR GPL-2.0-only
/* The table: algorithms, their facts, their rows. */
#include "test_util.h"

static const struct {
	enum testudo_alg alg;
	int number;		/* in IANA's registry, if it is there */
	const char *name, *other_case;
	size_t key_len, nonce_len, tag_len;
	uint64_t max_len, max_ad_len;
} facts[] = {
#define AEGIS(id, number, name, other, len)				\
	{ id, number, name, other, len, len, 32, (1ull << 61) - 1,	\
	  (1ull << 61) - 1 }
	AEGIS(TESTUDO_AEGIS128L, 32, "AEGIS-128L", "aegis-128l", 16),
	AEGIS(TESTUDO_AEGIS256, 33, "AEGIS-256", "Aegis-256", 32),
	AEGIS(TESTUDO_AEGIS128X2, 34, "AEGIS-128X2", "AEGIS-128x2", 16),
	AEGIS(TESTUDO_AEGIS128X4, 35, "AEGIS-128X4", "aEgIs-128X4", 16),
	AEGIS(TESTUDO_AEGIS256X2, 36, "AEGIS-256X2", "aegis-256x2", 32),
	AEGIS(TESTUDO_AEGIS256X4, 37, "AEGIS-256X4", "AEGIS-256x4", 32),
#undef AEGIS
	{ TESTUDO_CHACHA20_POLY1305, 29, "ChaCha20-Poly1305",
	  "CHACHA20-POLY1305", 32, 12, 16, 274877906880, UINT64_MAX },
	{ TESTUDO_XCHACHA20_POLY1305, 0x8001, "XChaCha20-Poly1305",
	  "xchacha20-poly1305", 32, 24, 16, 274877906880, UINT64_MAX },
};

static void algorithms(struct kunit *test)
{
	for (size_t i = 0; i < sizeof(facts) / sizeof(facts[0]); i++) {
		const struct testudo_alg_info *info =
			testudo_alg_info(facts[i].alg);
		enum testudo_alg alg = TESTUDO_AES_128_GCM;

		KUNIT_ASSERT_EQ(test, facts[i].alg, facts[i].number);
		KUNIT_ASSERT_NOT_NULL(test, info);
		KUNIT_ASSERT_STREQ(test, info->name, facts[i].name);
		KUNIT_ASSERT_EQ(test, info->key_len, facts[i].key_len);
		KUNIT_ASSERT_EQ(test, info->nonce_len, facts[i].nonce_len);
		KUNIT_ASSERT_EQ(test, info->tag_len_max, facts[i].tag_len);
		KUNIT_ASSERT_EQ(test, info->max_len, facts[i].max_len);
		KUNIT_ASSERT_EQ(test, info->max_ad_len, facts[i].max_ad_len);
		KUNIT_ASSERT_EQ(test, testudo_alg_by_name(facts[i].name, &alg),
				0);
		KUNIT_ASSERT_EQ(test, alg, facts[i].alg);
		alg = TESTUDO_AES_128_GCM;
		KUNIT_ASSERT_EQ(test, testudo_alg_by_name(facts[i].other_case,
							  &alg), 0);
		KUNIT_ASSERT_EQ(test, alg, facts[i].alg);
	}
}

/* What the library does not have, now or ever. */
static void not_there(struct kunit *test)
{
	static const enum testudo_alg algs[] = {
		TESTUDO_AES_128_GCM, TESTUDO_AES_256_GCM,
		(enum testudo_alg)0, (enum testudo_alg)31,
		(enum testudo_alg)38, (enum testudo_alg)0xffff,
		(enum testudo_alg)(TESTUDO_AEGIS128L + 0x10000),
	};
	static const char *const names[] = {
		"", "AEGIS", "AEGIS-128", "AEGIS-128L ", " AEGIS-128L",
		"AEGIS-128LL", "AEGIS-128X8", "AEGIS128L", "128L",
		"ChaCha", "Poly1305", "ChaCha20", "ChaCha20-Poly1305 ",
		"ChaCha20Poly1305", "XChaCha20",
	};
	enum testudo_alg alg = TESTUDO_AEGIS256;
	struct testudo_key key;
	uint8_t raw[32] = { 0 };
	const char *name = "-";

	for (size_t i = 0; i < sizeof(algs) / sizeof(algs[0]); i++) {
		if (testudo_alg_info(algs[i]))
			continue;	/* of a later version */
		KUNIT_ASSERT_NULL(test, testudo_impl_name(algs[i]));
		KUNIT_ASSERT_EQ(test, testudo_impl_list(algs[i], &name, 1), 0);
		KUNIT_ASSERT_STREQ(test, name, "-");
		KUNIT_ASSERT_EQ(test, testudo_impl_force(algs[i], "generic"),
				-EINVAL);
		KUNIT_ASSERT_EQ(test, testudo_impl_force(algs[i], NULL),
				-EINVAL);
		KUNIT_ASSERT_EQ(test, testudo_key_init(&key, algs[i], raw, 16,
						       16), -EINVAL);
		KUNIT_ASSERT_EQ(test, testudo_key_init(&key, algs[i], raw, 32,
						       16), -EINVAL);
	}
	KUNIT_ASSERT_NULL(test, testudo_alg_info((enum testudo_alg)0));
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		KUNIT_ASSERT_EQ(test, testudo_alg_by_name(names[i], &alg),
				-ENOENT);
	KUNIT_ASSERT_EQ(test, testudo_alg_by_name(NULL, &alg), -ENOENT);
	KUNIT_ASSERT_EQ(test, alg, TESTUDO_AEGIS256);
}

/* Parts of AEADs: they have rows, and that is all. */
static void bare(struct kunit *test)
{
	static const enum testudo_alg algs[] = {
		TESTUDO_CHACHA, TESTUDO_POLY1305,
	};
	struct testudo_aegismac_ctx mac;
	struct testudo_key key;
	uint8_t raw[32] = { 0 };

	memset(&key, 0xa5, sizeof(key));
	memset(&mac, 0xa5, sizeof(mac));
	for (size_t i = 0; i < sizeof(algs) / sizeof(algs[0]); i++) {
		KUNIT_ASSERT_NULL(test, testudo_alg_info(algs[i]));
		KUNIT_ASSERT_NOT_NULL(test, testudo_impl_name(algs[i]));
		for (size_t tag_len = 0; tag_len <= 32; tag_len++)
			for (size_t len = 0; len <= 32; len++)
				KUNIT_ASSERT_EQ(test,
						testudo_key_init(&key, algs[i],
								 raw, len,
								 tag_len),
						-EINVAL);
		KUNIT_ASSERT_EQ(test, testudo_aegismac_init(&mac, algs[i], raw,
							    32, NULL, 0),
				-EINVAL);
	}
	KUNIT_ASSERT_TRUE(test, test_all(&key, 0xa5, sizeof(key)));
	KUNIT_ASSERT_TRUE(test, test_all(&mac, 0xa5, sizeof(mac)));
}

/* A key whose slot says that it is for something that is no AEAD. */
static void bare_key(struct kunit *test)
{
	struct testudo_key key = { .tag_len = 16 };
	uint8_t out[16], in[16] = { 0 }, tag[16], nonce[32] = { 0 };
	struct testudo_ctx ctx;

	memset(out, 0xa5, sizeof(out));
	for (int slot = SLOT_CHACHA; slot < 256; slot++) {
		key.slot = (uint8_t)slot;
		for (size_t n = 0; n <= 32; n++) {
			KUNIT_ASSERT_EQ(test, testudo_encrypt(out, in, 16, tag,
							      NULL, 0, nonce, n,
							      &key), -EINVAL);
			KUNIT_ASSERT_EQ(test, testudo_decrypt(out, in, 16, tag,
							      NULL, 0, nonce, n,
							      &key), -EINVAL);
			KUNIT_ASSERT_EQ(test, testudo_ctx_init(&ctx, nonce, n,
							       &key), -EINVAL);
		}
	}
	KUNIT_ASSERT_TRUE(test, test_all(out, 0xa5, sizeof(out)));
}

/* The list, with any room for it, and what can be forced. */
static void rows(struct kunit *test)
{
	const struct test_row *best = test->param_value;
	const char *names[TEST_ROWS_MAX + 1], *some[TEST_ROWS_MAX + 1];
	size_t n = testudo_impl_list(best->alg, NULL, 0);

	KUNIT_ASSERT_TRUE(test, n >= 1 && n <= TEST_ROWS_MAX);
	KUNIT_ASSERT_EQ(test, testudo_impl_list(best->alg, names,
						TEST_ROWS_MAX), n);
	KUNIT_ASSERT_STREQ(test, names[n - 1], "generic");
	for (size_t max = 0; max <= n; max++) {
		for (size_t i = 0; i <= TEST_ROWS_MAX; i++)
			some[i] = "-";
		KUNIT_ASSERT_EQ(test, testudo_impl_list(best->alg, some, max),
				n);
		for (size_t i = 0; i < max; i++)
			KUNIT_ASSERT_PTR_EQ(test, some[i], names[i]);
		KUNIT_ASSERT_STREQ(test, some[max], "-");
	}
	for (size_t i = 0; i < n; i++) {
		KUNIT_ASSERT_EQ(test, testudo_impl_force(best->alg, names[i]),
				0);
		KUNIT_ASSERT_STREQ(test, testudo_impl_name(best->alg),
				   names[i]);
		/* what does not exist changes nothing */
		KUNIT_ASSERT_EQ(test, testudo_impl_force(best->alg, "nothing"),
				-ENOENT);
		KUNIT_ASSERT_EQ(test, testudo_impl_force(best->alg, ""),
				-ENOENT);
		KUNIT_ASSERT_STREQ(test, testudo_impl_name(best->alg),
				   names[i]);
		for (size_t j = 0; j < i; j++)
			KUNIT_ASSERT_TRUE(test, strcmp(names[i], names[j]));
	}
	KUNIT_ASSERT_EQ(test, testudo_impl_force(best->alg, NULL), 0);
	KUNIT_ASSERT_STREQ(test, testudo_impl_name(best->alg), names[0]);
}

/* Rows of the table that this CPU cannot run are not listed nor forced. */
static void other_machines(struct kunit *test)
{
	const struct test_row *best = test->param_value;
	const struct testudo_ops *const *row = best->entry->rows;
	uint32_t cpu = testudo_cpu_bits();
	const char *names[TEST_ROWS_MAX];
	size_t n = test_rows(best, names), listed = 0;

	for (; *row; row++) {
		if ((*row)->cpu & ~cpu) {
			KUNIT_ASSERT_EQ(test,
					testudo_impl_force(best->alg,
							   (*row)->name),
					-ENOENT);
			continue;
		}
		KUNIT_ASSERT_STREQ(test, (*row)->name, names[listed]);
		listed++;
	}
	KUNIT_ASSERT_EQ(test, listed, n);
	/* the last one runs everywhere */
	KUNIT_ASSERT_EQ(test, row[-1]->cpu, 0);
	KUNIT_ASSERT_STREQ(test, row[-1]->name, "generic");
}

/* testudo_wipe() clears what it is told, and no more. */
static void wipe_length(struct kunit *test)
{
	uint8_t mem[80];

	for (size_t from = 0; from < 16; from++)
		for (size_t n = 0; n <= 64; n++) {
			memset(mem, 0xa5, sizeof(mem));
			testudo_wipe(mem + from, n);
			KUNIT_ASSERT_TRUE(test, test_all(mem, 0xa5, from));
			KUNIT_ASSERT_TRUE(test, test_all(mem + from, 0, n));
			KUNIT_ASSERT_TRUE(test, test_all(mem + from + n, 0xa5,
							 80 - from - n));
		}
	testudo_wipe(NULL, 0);
}

static struct kunit_case impl_cases[] = {
	KUNIT_CASE(algorithms),
	KUNIT_CASE(not_there),
	KUNIT_CASE(bare),
	KUNIT_CASE(bare_key),
	KUNIT_CASE_PARAM(rows, test_all_algs_gen_params),
	KUNIT_CASE_PARAM(other_machines, test_all_algs_gen_params),
	KUNIT_CASE(wipe_length),
	{}
};

static struct kunit_suite impl_suite = {
	.name = "impl",
	.test_cases = impl_cases,
};

kunit_test_suite(impl_suite);
