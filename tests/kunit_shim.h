/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * KUnit's macros, as far as the cases use them, on cmocka.  The case files are
 * one text for user space and the kernel; in the kernel <kunit/test.h> stands
 * in the place of this file.
 */
#ifndef TESTS_KUNIT_SHIM_H
#define TESTS_KUNIT_SHIM_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

struct kunit {
	const void *param_value;
	struct kunit_resource *resources;
};

/* What ends with the test: memory, mappings. */
struct kunit_resource {
	struct kunit_resource *next;
	void *p;
	size_t len;
	void (*release)(void *p, size_t len);
};

#define KUNIT_PARAM_DESC_SIZE 128

struct kunit_case {
	void (*run_case)(struct kunit *test);
	const char *name;
	const void *(*generate_params)(struct kunit *test, const void *prev,
				       char *desc);
};

struct kunit_suite {
	const char *name;
	struct kunit_case *test_cases;
};

#define KUNIT_CASE(test) { test, #test, NULL }
#define KUNIT_CASE_PARAM(test, gen) { test, #test, gen }

/* The runner finds a suite as kunit_NAME. */
#define kunit_test_suite(suite) \
	const struct kunit_suite *const kunit_##suite = &(suite)

void kunit_on_exit(struct kunit *test, void *p, size_t len,
		   void (*release)(void *p, size_t len));

static inline void kunit_free_release(void *p, size_t len)
{
	(void)len;
	free(p);
}

#define GFP_KERNEL 0

static inline void *kunit_kzalloc(struct kunit *test, size_t len, int flags)
{
	void *p = calloc(1, len ? len : 1);

	(void)flags;
	if (p)
		kunit_on_exit(test, p, len, kunit_free_release);
	return p;
}

static inline void *kunit_kmalloc(struct kunit *test, size_t len, int flags)
{
	return kunit_kzalloc(test, len, flags);
}

/*
 * cmocka leaves a test at its first failed assertion and knows no softer one,
 * so an expectation is an assertion.  Values are compared as integers of 64
 * bits, as KUnit does with those of these types.
 */
#define SHIM_BINARY(test, left, op, right, fmt, ...)			\
	do {								\
		const long long l_ = (long long)(left);			\
		const long long r_ = (long long)(right);		\
									\
		(void)(test);						\
		if (!(l_ op r_))					\
			fail_msg("expected " #left " " #op " " #right	\
				 ", but they are %lld, %lld. " fmt,	\
				 l_, r_, ##__VA_ARGS__);		\
	} while (0)

#define SHIM_MEM(test, left, right, size, fmt, ...)			\
	do {								\
		const void *l_ = (left), *r_ = (right);			\
		const size_t n_ = (size);				\
									\
		(void)(test);						\
		if (n_ && memcmp(l_, r_, n_)) {				\
			print_error("expected " #left " == " #right	\
				    ". " fmt "\n", ##__VA_ARGS__);	\
			assert_memory_equal(l_, r_, n_);		\
		}							\
	} while (0)

#define KUNIT_ASSERT_EQ_MSG(test, left, right, fmt, ...) \
	SHIM_BINARY(test, left, ==, right, fmt, ##__VA_ARGS__)
#define KUNIT_ASSERT_NE_MSG(test, left, right, fmt, ...) \
	SHIM_BINARY(test, left, !=, right, fmt, ##__VA_ARGS__)
#define KUNIT_ASSERT_TRUE_MSG(test, cond, fmt, ...)			\
	do {								\
		(void)(test);						\
		if (!(cond))						\
			fail_msg("expected " #cond ". " fmt,		\
				 ##__VA_ARGS__);			\
	} while (0)
#define KUNIT_ASSERT_MEMEQ_MSG(test, left, right, size, fmt, ...) \
	SHIM_MEM(test, left, right, size, fmt, ##__VA_ARGS__)

#define KUNIT_ASSERT_EQ(test, left, right) \
	KUNIT_ASSERT_EQ_MSG(test, left, right, " ")
#define KUNIT_ASSERT_NE(test, left, right) \
	KUNIT_ASSERT_NE_MSG(test, left, right, " ")
#define KUNIT_ASSERT_LE(test, left, right) \
	SHIM_BINARY(test, left, <=, right, " ")
#define KUNIT_ASSERT_TRUE(test, cond) KUNIT_ASSERT_TRUE_MSG(test, cond, " ")
#define KUNIT_ASSERT_FALSE(test, cond) \
	KUNIT_ASSERT_TRUE_MSG(test, !(cond), " ")
#define KUNIT_ASSERT_MEMEQ(test, left, right, size) \
	KUNIT_ASSERT_MEMEQ_MSG(test, left, right, size, " ")
#define KUNIT_ASSERT_PTR_EQ(test, left, right) \
	KUNIT_ASSERT_TRUE_MSG(test, (const void *)(left) == \
			      (const void *)(right), " ")
#define KUNIT_ASSERT_NOT_NULL(test, p) \
	KUNIT_ASSERT_TRUE_MSG(test, (p) != NULL, " ")
#define KUNIT_ASSERT_NULL(test, p) \
	KUNIT_ASSERT_TRUE_MSG(test, (p) == NULL, " ")
#define KUNIT_ASSERT_STREQ(test, left, right) \
	KUNIT_ASSERT_TRUE_MSG(test, !strcmp(left, right), "\"%s\", \"%s\"", \
			      left, right)

/* Runs the suites named in argv, all of them without names; the number of
 * tests that failed. */
int kunit_run(const struct kunit_suite *const *suites, int argc, char **argv);

#endif
