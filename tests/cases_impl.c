// SPDX-License-Identifier: MIT OR GPL-2.0-only
/* The table: algorithms, their facts, their rows. */
#include "test_util.h"

static const struct {
	enum testudo_alg alg;
	int number;		/* in IANA's registry */
	const char *name, *other_case;
	size_t key_len, nonce_len;
} facts[] = {
	{ TESTUDO_AEGIS128L, 32, "AEGIS-128L", "aegis-128l", 16, 16 },
	{ TESTUDO_AEGIS256, 33, "AEGIS-256", "Aegis-256", 32, 32 },
	{ TESTUDO_AEGIS128X2, 34, "AEGIS-128X2", "AEGIS-128x2", 16, 16 },
	{ TESTUDO_AEGIS128X4, 35, "AEGIS-128X4", "aEgIs-128X4", 16, 16 },
	{ TESTUDO_AEGIS256X2, 36, "AEGIS-256X2", "aegis-256x2", 32, 32 },
	{ TESTUDO_AEGIS256X4, 37, "AEGIS-256X4", "AEGIS-256x4", 32, 32 },
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
		KUNIT_ASSERT_EQ(test, info->tag_len_max, 32);
		KUNIT_ASSERT_EQ(test, info->max_len, (1ull << 61) - 1);
		KUNIT_ASSERT_EQ(test, info->max_ad_len, (1ull << 61) - 1);
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
		TESTUDO_CHACHA20_POLY1305, TESTUDO_XCHACHA20_POLY1305,
		(enum testudo_alg)0, (enum testudo_alg)31,
		(enum testudo_alg)38, (enum testudo_alg)0xffff,
		(enum testudo_alg)(TESTUDO_AEGIS128L + 0x10000),
	};
	static const char *const names[] = {
		"", "AEGIS", "AEGIS-128", "AEGIS-128L ", " AEGIS-128L",
		"AEGIS-128LL", "AEGIS-128X8", "AEGIS128L", "128L",
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
	KUNIT_CASE_PARAM(rows, test_algs_gen_params),
	KUNIT_CASE_PARAM(other_machines, test_algs_gen_params),
	KUNIT_CASE(wipe_length),
	{}
};

static struct kunit_suite impl_suite = {
	.name = "impl",
	.test_cases = impl_cases,
};

kunit_test_suite(impl_suite);
