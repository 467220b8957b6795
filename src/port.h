/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * What differs between user space and the Linux kernel.  This is the only file
 * that looks at __KERNEL__.
 */
#ifndef TESTUDO_PORT_H
#define TESTUDO_PORT_H

#ifdef __KERNEL__
#include <linux/errno.h>
#include <linux/string.h>
#include <linux/types.h>
#else
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#endif

/* The pieces of a hot loop must end up in one function, or its state is
 * written to memory and read back between them. */
#define INLINE static inline __attribute__((always_inline))
#define NOINLINE __attribute__((noinline))

/* gcc 12 keeps arrays that a loop goes over in memory unless the loop is
 * unrolled early; -O2 alone does not do that. */
#define UNROLL(n) PRAGMA(GCC unroll n)
#define PRAGMA(x) _Pragma(#x)

/*
 * ISA_BEGIN("aes,sse4.1") ... ISA_END: the functions in between are compiled
 * for these instruction sets besides those of the command line.
 */
#ifdef __clang__
#define ISA_BEGIN(isa) \
	PRAGMA(clang attribute push(__attribute__((target(isa))), \
				    apply_to = function))
#define ISA_END PRAGMA(clang attribute pop)
#else
#define ISA_BEGIN(isa) PRAGMA(GCC push_options) PRAGMA(GCC target(isa))
#define ISA_END PRAGMA(GCC pop_options)
#endif

INLINE uint32_t load_le32(const uint8_t *p)
{
	uint32_t v;

	memcpy(&v, p, 4);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	v = __builtin_bswap32(v);
#endif
	return v;
}

INLINE uint64_t load_le64(const uint8_t *p)
{
	uint64_t v;

	memcpy(&v, p, 8);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	v = __builtin_bswap64(v);
#endif
	return v;
}

INLINE void store_le32(uint8_t *p, uint32_t v)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	v = __builtin_bswap32(v);
#endif
	memcpy(p, &v, 4);
}

INLINE void store_le64(uint8_t *p, uint64_t v)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	v = __builtin_bswap64(v);
#endif
	memcpy(p, &v, 8);
}

/*
 * Copies n < 128 bytes, one piece for each binary digit of n.  gcc 12 makes
 * "rep movs" of a memcpy of that kind, which costs some 100 cycles to start.
 */
INLINE void copy_short(uint8_t *dst, const uint8_t *src, size_t n)
{
#define COPY_DIGIT(digit)			\
	if (n & (digit)) {			\
		memcpy(dst, src, digit);	\
		dst += digit;			\
		src += digit;			\
	}
	COPY_DIGIT(64)
	COPY_DIGIT(32)
	COPY_DIGIT(16)
	COPY_DIGIT(8)
	COPY_DIGIT(4)
	COPY_DIGIT(2)
	COPY_DIGIT(1)
#undef COPY_DIGIT
}

/*
 * testudo_wipe() in line, len a multiple of 32.  gcc 12 makes "rep stos" of a
 * memset of this size, which costs some 30 cycles to start.
 */
INLINE void wipe(void *p, size_t len)
{
	typedef uint64_t wide __attribute__((vector_size(32), aligned(1),
					     may_alias));

	for (size_t i = 0; i < len; i += 32)
		*(volatile wide *)((uint8_t *)p + i) = (wide){ 0 };
}

/*
 * Zeroes the vector registers that compilers use on their own for copies and
 * loops; in a kernel there are none.
 */
#if defined(__x86_64__)
#include "x86/leave.h"
#endif
#if defined(__x86_64__) && defined(__SSE2__)
#define clear_vectors() LEAVE_SSE()
#elif defined(__aarch64__) && defined(__ARM_NEON)
#define clear_vectors()							\
	__asm__ volatile(".irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11,"	\
			 " 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22,"	\
			 " 23, 24, 25, 26, 27, 28, 29, 30, 31\n\t"	\
			 "movi v\\n\\().16b, #0\n\t"			\
			 ".endr"					\
			 : : : "v0", "v1", "v2", "v3", "v4", "v5", "v6",	\
			 "v7", "v8", "v9", "v10", "v11", "v12", "v13",	\
			 "v14", "v15", "v16", "v17", "v18", "v19", "v20",	\
			 "v21", "v22", "v23", "v24", "v25", "v26", "v27",	\
			 "v28", "v29", "v30", "v31")
#else
#define clear_vectors() ((void)0)
#endif

/*
 * DEFINE_FORGET(name, bytes) makes a function that zeroes the stack below its
 * caller: what a function that was called from the same place kept or spilled
 * there is gone.
 */
#ifdef __x86_64__
#define DEFINE_FORGET(name, bytes) DEFINE_FORGET_X86(name, bytes)
#else
#define DEFINE_FORGET(name, bytes)					\
	static NOINLINE void name(void)					\
	{								\
		uint8_t used[bytes];					\
									\
		wipe(used, sizeof(used));				\
	}
#endif

/* Calls such a function, and not as a tail call: that would begin above the
 * frame of its caller and end too early. */
#define FORGET_BELOW(name)				\
	do {						\
		(name)();				\
		__asm__ volatile("");			\
	} while (0)

/*
 * Copies secrets, len a multiple of 16.  Unlike memcpy() it never becomes a
 * call of the C library, which would leave them in registers unknown here.
 */
INLINE void copy_secret(void *dst, const void *src, size_t len)
{
	for (size_t i = 0; i < len; i += 16) {
		memcpy((uint8_t *)dst + i, (const uint8_t *)src + i, 16);
		__asm__ volatile("" : : : "memory");
	}
}

/*
 * Marks a result that was computed from secrets as public.  MemorySanitizer,
 * with which the tests look for branches and addresses that depend on secrets,
 * is told so; elsewhere this is nothing.
 */
#if defined(__has_feature)
#if __has_feature(memory_sanitizer)
#include <sanitizer/msan_interface.h>
#define declassify(p, len) __msan_unpoison(p, len)
#endif
#endif
#ifndef declassify
#define declassify(p, len) ((void)0)
#endif

/* Is the tag, of 16 or 32 bytes, the expected one?  The time is the same either
 * way, and nothing is left of the expected one. */
INLINE bool tag_equal(uint8_t expected[32], const uint8_t *tag, size_t len)
{
	uint64_t diff = 0;
	volatile bool known;	/* or clang saves diff on the stack meanwhile */
	bool equal;

	for (size_t i = 0; i < len; i += 8)
		diff |= load_le64(expected + i) ^ load_le64(tag + i);
	known = diff == 0;
	wipe(expected, 32);
	clear_vectors();
	equal = known;
	declassify(&equal, sizeof(equal));
	return equal;
}

#endif
