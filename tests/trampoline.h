/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Calls a function and looks at the machine right behind its return, before
 * any other code can change what it left: registers, vector state, the stack
 * below.  x86-64 with the System V calling convention.
 */
#ifndef TESTS_TRAMPOLINE_H
#define TESTS_TRAMPOLINE_H

#include <stdbool.h>
#include <stdint.h>

#define STACK_BELOW 16384

enum { SAVE_XMM, SAVE_YMM, SAVE_ZMM };

/* The assembly text knows these offsets. */
struct trampoline {
	uint64_t fn;			/*   0 */
	uint64_t arg[9];		/*   8 */
	uint64_t ret;			/*  80: rax */
	uint64_t kept_in[6];		/*  88: rbx rbp r12 r13 r14 r15 */
	uint64_t kept_out[6];		/* 136 */
	uint64_t rflags;		/* 184 */
	uint32_t mxcsr_in, mxcsr_out;	/* 192, 196 */
	uint64_t in_use;		/* 200: xgetbv(1) behind the call */
	uint64_t was_in_use;		/* 208: before the call */
	uint64_t rsp_moved;		/* 216: 0 */
	uint32_t save, has_in_use;	/* 224, 228 */
	uint8_t pad[24];
	uint8_t vec[32][64];		/* 256 */
	uint8_t stack[STACK_BELOW];	/* 2304 */
} __attribute__((aligned(64)));

void trampoline_call(struct trampoline *t);

/* What this CPU can save, and whether it can tell which state is in use. */
void trampoline_init(struct trampoline *t);

#endif
