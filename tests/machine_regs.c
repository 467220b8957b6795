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

static void regs(struct kunit *test)
{
	const struct test_row *row = test_row(test);
	size_t r = row->entry->rate;
	const size_t lens[] = {
		0, 1, 15, 16, 17, r - 1, r, r + 1, 2 * r, 3 * r + 5, 1000, 5000,
	};
	struct call *c = call_new(test, row, 100, 5000);

	for (size_t i = 0; i < sizeof(lens) / sizeof(lens[0]); i++)
		for (int which = 0; which < CALLS; which++) {
			if (which >= CALL_MAC_INIT && !row->entry->lanes)
				break;
			test_msg_make(test, c->m, lens[i] % 101, lens[i],
				      i % 2 ? 16 : 32);
			c->before = lens[i] / 3;
			call_prepare(test, c, which);
			/* other than the default: flush to zero, round up */
			c->t.mxcsr_in = 0xdf80;
			call_run(test, c, which);
			look(test, c, which, lens[i]);
		}
}

static struct kunit_case machine_regs_cases[] = {
	KUNIT_CASE_PARAM(regs, test_rows_gen_params),
	{}
};

const struct kunit_suite machine_regs_suite = {
	.name = "regs",
	.test_cases = machine_regs_cases,
};
