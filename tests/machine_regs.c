// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * Registers at the return of every function: those that belong to the caller
 * are as they were, the upper halves of vector registers are not in use.
 */
#include "machine_calls.h"

#define MXCSR_CONTROL 0xffc0u
#define RFLAGS_DF (1u << 10)
/* Components of XSAVE: upper ymm0-15, upper zmm0-15 */
#define IN_USE_UPPER 0x44u

static void look(struct kunit *test, const struct call *c, int which,
		 size_t len)
{
	static const char *const names[6] = {
		"rbx", "rbp", "r12", "r13", "r14", "r15",
	};
	const struct trampoline *t = &c->t;

	for (int i = 0; i < 6; i++)
		KUNIT_ASSERT_TRUE_MSG(test, t->kept_in[i] == t->kept_out[i],
				      "%s changed by %s, len %zu", names[i],
				      call_names[which], len);
	KUNIT_ASSERT_EQ(test, t->rsp_moved, 0);
	KUNIT_ASSERT_EQ_MSG(test, t->rflags & RFLAGS_DF, 0, "%s",
			    call_names[which]);
	KUNIT_ASSERT_EQ_MSG(test, t->mxcsr_in & MXCSR_CONTROL,
			    t->mxcsr_out & MXCSR_CONTROL, "%s",
			    call_names[which]);
	KUNIT_ASSERT_EQ(test, t->was_in_use & IN_USE_UPPER, 0);
	KUNIT_ASSERT_EQ_MSG(test, t->in_use & IN_USE_UPPER, 0,
			    "%s leaves vector state in use, len %zu",
			    call_names[which], len);
}

/* Lengths for every branch: around the block; of ChaCha and Poly1305 every
 * number of blocks up to their widest passes. */
#define LENS 80
static size_t lengths(const struct testudo_alg_entry *alg, size_t *len)
{
	size_t r = alg->rate ? alg->rate : 16, n = 12;
	const size_t some[12] = {
		0, 1, 15, 16, 17, r - 1, r, r + 1, 2 * r, 3 * r + 5, 1000, 5000,
	};

	memcpy(len, some, sizeof(some));
	for (size_t i = 1; !alg->lanes && i <= 33; i++) {
		len[n++] = 64 * i;
		len[n++] = 64 * i + 13 * i % 64;
	}
	return n;
}

static void regs(struct kunit *test)
{
	const struct test_row *row = test_row(test);
	struct call *c = call_new(test, row, 100, 5000);
	size_t lens[LENS], n = lengths(row->entry, lens);

	for (size_t i = 0; i < n; i++)
		for (int which = 0; which < CALLS; which++) {
			if (!call_is_of(which, row->entry))
				continue;
			test_msg_make(test, c->m, lens[i] % 101, lens[i],
				      i % 2 ? 16 : 32);
			c->before = i % 2 ? lens[i] / 3 : 0;
			call_prepare(test, c, which);
			/* other than the default: flush to zero, round up */
			c->t.mxcsr_in = 0xdf80;
			call_run(test, c, which);
			look(test, c, which, lens[i]);
		}
}

static struct kunit_case machine_regs_cases[] = {
	KUNIT_CASE_PARAM(regs, test_all_rows_gen_params),
	{}
};

const struct kunit_suite machine_regs_suite = {
	.name = "regs",
	.test_cases = machine_regs_cases,
};
