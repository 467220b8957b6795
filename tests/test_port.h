/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* What the cases need of their world: the test frame, and memory between two
 * pages that must not be touched. */
#ifndef TESTS_TEST_PORT_H
#define TESTS_TEST_PORT_H

#ifdef __KERNEL__
#include <kunit/test.h>
#else
#include <sys/mman.h>
#include <unistd.h>
#include "kunit_shim.h"
#endif

/* Accessible from start to end; a touch of the byte before or behind ends the
 * test. */
struct test_area {
	uint8_t *start, *end;
};

#ifndef __KERNEL__
static inline void test_area_release(void *p, size_t len)
{
	munmap(p, len);
}

static inline struct test_area test_area(struct kunit *test, size_t size)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	size_t inner = (size + page - 1) / page * page;
	uint8_t *p = mmap(NULL, inner + 2 * page, PROT_NONE,
			  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	KUNIT_ASSERT_TRUE(test, p != MAP_FAILED);
	kunit_on_exit(test, p, inner + 2 * page, test_area_release);
	KUNIT_ASSERT_EQ(test, mprotect(p + page, inner,
				       PROT_READ | PROT_WRITE), 0);
	return (struct test_area){ p + page, p + page + inner };
}
#endif

#endif
