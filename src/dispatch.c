// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * The table of algorithms and their implementations, and which of them runs.
 * Each row says itself what CPU bits it needs (ROW_CPU in its file).
 */
#include <testudo/impl.h>
#include "core.h"

#define EXTERN(alg, row) \
	extern const struct testudo_ops testudo_##alg##_##row##_ops;
#define AEGIS_EXTERN(row)						\
	EXTERN(aegis128l, row) EXTERN(aegis128x2, row)			\
	EXTERN(aegis128x4, row) EXTERN(aegis256, row)			\
	EXTERN(aegis256x2, row) EXTERN(aegis256x4, row)

AEGIS_EXTERN(generic)
AEGIS_EXTERN(bitslice)
AEGIS_EXTERN(vaes512)
AEGIS_EXTERN(vaes256)
AEGIS_EXTERN(aesni_avx)
AEGIS_EXTERN(aesni)
AEGIS_EXTERN(bitslice_avx2)
AEGIS_EXTERN(bitslice_ssse3)

EXTERN(chacha, generic)
EXTERN(chacha, avx512)
EXTERN(chacha, avx512vl)
EXTERN(chacha, avx2)
EXTERN(chacha, ssse3)
EXTERN(poly1305, generic)
EXTERN(poly1305, ifma)
EXTERN(poly1305, avx2)
#define CHACHA20POLY1305_EXTERN(row) \
	EXTERN(chacha20poly1305, row) EXTERN(xchacha20poly1305, row)

CHACHA20POLY1305_EXTERN(generic)
CHACHA20POLY1305_EXTERN(avx512)
CHACHA20POLY1305_EXTERN(avx512vl)
CHACHA20POLY1305_EXTERN(avx2)
CHACHA20POLY1305_EXTERN(ssse3)

#define ROW(alg, row) &testudo_##alg##_##row##_ops,
#ifdef __x86_64__
#define X86(alg, row) ROW(alg, row)
#else
#define X86(alg, row)
#endif
#if defined(__x86_64__) || defined(__aarch64__)
#define VECTORS(alg, row) ROW(alg, row)
#else
#define VECTORS(alg, row)
#endif

/* The rows, best first, of the variants with several lanes and with one. */
#define AEGIS_X_ROWS(alg)						\
	static const struct testudo_ops *const alg##_rows[] = {		\
		X86(alg, vaes512) X86(alg, vaes256)			\
		AEGIS_ROWS(alg)						\
	}
#define AEGIS_1_ROWS(alg)						\
	static const struct testudo_ops *const alg##_rows[] = {		\
		X86(alg, vaes512)					\
		AEGIS_ROWS(alg)						\
	}
#define AEGIS_ROWS(alg)							\
	X86(alg, aesni_avx) X86(alg, aesni)				\
	X86(alg, bitslice_avx2) X86(alg, bitslice_ssse3)		\
	VECTORS(alg, bitslice)						\
	ROW(alg, generic) NULL

AEGIS_1_ROWS(aegis128l);
AEGIS_X_ROWS(aegis128x2);
AEGIS_X_ROWS(aegis128x4);
AEGIS_1_ROWS(aegis256);
AEGIS_X_ROWS(aegis256x2);
AEGIS_X_ROWS(aegis256x4);

#define CHACHA_ROWS(alg)						\
	static const struct testudo_ops *const alg##_rows[] = {		\
		X86(alg, avx512) X86(alg, avx512vl) X86(alg, avx2)	\
		X86(alg, ssse3) ROW(alg, generic) NULL			\
	}
CHACHA_ROWS(chacha);
CHACHA_ROWS(chacha20poly1305);
CHACHA_ROWS(xchacha20poly1305);

static const struct testudo_ops *const poly1305_rows[] = {
	X86(poly1305, ifma) X86(poly1305, avx2) ROW(poly1305, generic) NULL
};

#define AEGIS_MAX ((1ull << 61) - 1)	/* RFC 10032: P_MAX and A_MAX */

#define AEGIS(id, words_, lanes_, name, rows_)				\
	{								\
		.alg = id, .words = words_, .lanes = lanes_,		\
		.rate = lanes_ * (words_ == 8 ? 32 : 16),		\
		.lens_shift = 3, .tag_len_min = 16,			\
		.info = { name, words_ == 8 ? 16 : 32,			\
			  words_ == 8 ? 16 : 32, 32,			\
			  AEGIS_MAX, AEGIS_MAX },			\
		.rows = rows_,						\
	}

/* RFC 8439, section 2.8: the counter of the last block is 2^32 - 1. */
#define CHACHA_MAX ((1ull << 38) - 64)

#define CHACHA20POLY1305(id, nonce_len, name, rows_)			\
	{								\
		.alg = id, .rate = 64, .tag_len_min = 16,		\
		.macs_ciphertext = true,					\
		.info = { name, 32, nonce_len, 16, CHACHA_MAX,		\
			  UINT64_MAX },					\
		.rows = rows_,						\
	}

const struct testudo_alg_entry testudo_algs[] = {
	{ 0 },
	AEGIS(TESTUDO_AEGIS128L, 8, 1, "AEGIS-128L", aegis128l_rows),
	AEGIS(TESTUDO_AEGIS128X2, 8, 2, "AEGIS-128X2", aegis128x2_rows),
	AEGIS(TESTUDO_AEGIS128X4, 8, 4, "AEGIS-128X4", aegis128x4_rows),
	AEGIS(TESTUDO_AEGIS256, 6, 1, "AEGIS-256", aegis256_rows),
	AEGIS(TESTUDO_AEGIS256X2, 6, 2, "AEGIS-256X2", aegis256x2_rows),
	AEGIS(TESTUDO_AEGIS256X4, 6, 4, "AEGIS-256X4", aegis256x4_rows),
	CHACHA20POLY1305(TESTUDO_CHACHA20_POLY1305, 12, "ChaCha20-Poly1305",
			 chacha20poly1305_rows),
	CHACHA20POLY1305(TESTUDO_XCHACHA20_POLY1305, 24, "XChaCha20-Poly1305",
			 xchacha20poly1305_rows),
	[SLOT_CHACHA] = { .alg = TESTUDO_CHACHA, .info.name = "ChaCha",
			  .rows = chacha_rows },
	[SLOT_POLY1305] = { .alg = TESTUDO_POLY1305, .info.name = "Poly1305",
			    .rows = poly1305_rows },
};

#define ALGS (sizeof(testudo_algs) / sizeof(testudo_algs[0]))
const size_t testudo_algs_n = ALGS;

/* What runs; NULL before the first use.  Two threads that come first choose
 * the same row, so nothing stronger than relaxed order is needed. */
static const struct testudo_ops *active[ALGS];

size_t testudo_slot(enum testudo_alg alg)
{
	for (size_t slot = 1; slot < ALGS; slot++)
		if (testudo_algs[slot].alg == alg)
			return slot;
	return 0;
}

size_t testudo_aead_slot(enum testudo_alg alg)
{
	size_t slot = testudo_slot(alg);

	return slot < SLOT_CHACHA ? slot : 0;
}

static bool runs_here(const struct testudo_ops *ops, uint32_t cpu)
{
	return (ops->cpu & ~cpu) == 0;
}

static const struct testudo_ops *best(size_t slot)
{
	const struct testudo_ops *const *row = testudo_algs[slot].rows;
	uint32_t cpu = testudo_cpu_bits();

	while (!runs_here(*row, cpu))	/* the last one needs nothing */
		row++;
	return *row;
}

/* The first use.  What another thread has forced meanwhile stays. */
static NOINLINE __attribute__((cold)) const struct testudo_ops *
choose(size_t slot)
{
	const struct testudo_ops *ops = best(slot), *now = NULL;

	if (__atomic_compare_exchange_n(&active[slot], &now, ops, false,
					__ATOMIC_RELAXED, __ATOMIC_RELAXED))
		return ops;
	return now;
}

const struct testudo_ops *testudo_ops(size_t slot)
{
	const struct testudo_ops *ops =
		__atomic_load_n(&active[slot], __ATOMIC_RELAXED);

	return __builtin_expect(ops != NULL, 1) ? ops : choose(slot);
}

const struct testudo_alg_info *testudo_alg_info(enum testudo_alg alg)
{
	size_t slot = testudo_aead_slot(alg);

	return slot ? &testudo_algs[slot].info : NULL;
}

static char lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c + 'a' - 'A') : c;
}

static bool same_name(const char *a, const char *b)
{
	while (*a && lower(*a) == lower(*b))
		a++, b++;
	return *a == *b;
}

int testudo_alg_by_name(const char *name, enum testudo_alg *alg)
{
	for (size_t slot = 1; name && slot < SLOT_CHACHA; slot++)
		if (same_name(name, testudo_algs[slot].info.name)) {
			*alg = testudo_algs[slot].alg;
			return 0;
		}
	return -ENOENT;
}

const char *testudo_version(void)
{
	return TESTUDO_VERSION;
}

const char *testudo_impl_name(enum testudo_alg alg)
{
	size_t slot = testudo_slot(alg);

	return slot ? testudo_ops(slot)->name : NULL;
}

size_t testudo_impl_list(enum testudo_alg alg, const char **names, size_t max)
{
	const struct testudo_ops *const *row;
	size_t slot = testudo_slot(alg), n = 0;
	uint32_t cpu = testudo_cpu_bits();

	if (!slot)
		return 0;
	for (row = testudo_algs[slot].rows; *row; row++)
		if (runs_here(*row, cpu)) {
			if (n < max)
				names[n] = (*row)->name;
			n++;
		}
	return n;
}

int testudo_impl_force(enum testudo_alg alg, const char *name)
{
	const struct testudo_ops *const *row;
	size_t slot = testudo_slot(alg);
	uint32_t cpu = testudo_cpu_bits();

	if (!slot)
		return -EINVAL;
	if (!name) {
		__atomic_store_n(&active[slot], best(slot), __ATOMIC_RELAXED);
		return 0;
	}
	for (row = testudo_algs[slot].rows; *row; row++)
		if (runs_here(*row, cpu) && !strcmp((*row)->name, name)) {
			__atomic_store_n(&active[slot], *row, __ATOMIC_RELAXED);
			return 0;
		}
	return -ENOENT;
}
