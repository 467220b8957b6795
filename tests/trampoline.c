// SPDX-License-Identifier: MIT OR GPL-2.0-only
#include "trampoline.h"

#include <cpuid.h>
#include <stddef.h>
#include <string.h>
#include "core.h"

#define AT(member, offset) \
	_Static_assert(offsetof(struct trampoline, member) == (offset), #member)
AT(arg, 8);
AT(ret, 80);
AT(kept_in, 88);
AT(kept_out, 136);
AT(rflags, 184);
AT(mxcsr_in, 192);
AT(in_use, 200);
AT(save, 224);
AT(was_in_use, 208);
AT(rsp_moved, 216);
AT(vec, 256);
AT(stack, 2304);

void trampoline_init(struct trampoline *t)
{
	uint32_t a, b, c, d, cpu = testudo_cpu_bits();

	memset(t, 0, sizeof(*t));
	t->save = cpu & CPU_AVX512BW ? SAVE_ZMM :
		  cpu & CPU_AVX ? SAVE_YMM : SAVE_XMM;
	t->has_in_use = cpu & CPU_AVX && __get_cpuid_count(0xd, 1, &a, &b, &c,
							   &d) && (a & 4);
	__asm__("stmxcsr %0" : "=m"(t->mxcsr_in));
}

/*
 * In front of the call all vector registers are cleared, which makes them "not
 * in use", the stack below is zeroed, and the registers that a function must
 * keep get values.  Behind it nothing is pushed before the stack is copied.
 */
__asm__(
"	.pushsection .text\n"
"	.globl	trampoline_call\n"
"	.type	trampoline_call, @function\n"
"trampoline_call:\n"
"	push	%rbx\n"
"	push	%rbp\n"
"	push	%r12\n"
"	push	%r13\n"
"	push	%r14\n"
"	push	%r15\n"
"	push	%rdi\n"
"	sub	$8, %rsp\n"
"	mov	%rdi, %rbx\n"
"	pushq	72(%rbx)\n"		/* arguments 9, 8, 7 */
"	pushq	64(%rbx)\n"
"	pushq	56(%rbx)\n"
"	lea	-16384(%rsp), %rdi\n"	/* zero the stack below */
"	mov	$2048, %ecx\n"
"	xor	%eax, %eax\n"
"	cld\n"
"	rep stosq\n"
"	cmpl	$1, 224(%rbx)\n"
"	jb	2f\n"
"	je	1f\n"
"	.irp	r, 16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31\n"
"	vpxord	%zmm\\r, %zmm\\r, %zmm\\r\n"
"	.endr\n"
"	.irp	r, 0,1,2,3,4,5,6,7\n"
"	kxorq	%k\\r, %k\\r, %k\\r\n"
"	.endr\n"
"1:	vzeroall\n"
"	jmp	3f\n"
"2:	.irp	r, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15\n"
"	pxor	%xmm\\r, %xmm\\r\n"
"	.endr\n"
"3:	cmpl	$0, 228(%rbx)\n"
"	je	4f\n"
"	mov	$1, %ecx\n"
"	xgetbv\n"
"	mov	%eax, 208(%rbx)\n"
"4:	ldmxcsr	192(%rbx)\n"
"	mov	8(%rbx), %rdi\n"
"	mov	16(%rbx), %rsi\n"
"	mov	24(%rbx), %rdx\n"
"	mov	32(%rbx), %rcx\n"
"	mov	40(%rbx), %r8\n"
"	mov	48(%rbx), %r9\n"
"	mov	(%rbx), %r11\n"
"	mov	96(%rbx), %rbp\n"
"	mov	104(%rbx), %r12\n"
"	mov	112(%rbx), %r13\n"
"	mov	120(%rbx), %r14\n"
"	mov	128(%rbx), %r15\n"
"	mov	%rsp, 216(%rbx)\n"
"	mov	88(%rbx), %rbx\n"
"	call	*%r11\n"
/* 24 bytes of arguments, 8 of padding, then the struct's address */
"	xchg	%rbx, 32(%rsp)\n"
"	mov	%rax, 80(%rbx)\n"
"	mov	32(%rsp), %rax\n"
"	mov	%rax, 136(%rbx)\n"
"	mov	%rbp, 144(%rbx)\n"
"	mov	%r12, 152(%rbx)\n"
"	mov	%r13, 160(%rbx)\n"
"	mov	%r14, 168(%rbx)\n"
"	mov	%r15, 176(%rbx)\n"
"	sub	%rsp, 216(%rbx)\n"
"	lea	-16384(%rsp), %rsi\n"
"	lea	2304(%rbx), %rdi\n"
"	mov	$2048, %ecx\n"
"	pushfq\n"			/* overwrites eight bytes of the call */
"	cld\n"
"	rep movsq\n"
"	popq	184(%rbx)\n"
"	stmxcsr	196(%rbx)\n"
"	cmpl	$0, 228(%rbx)\n"
"	je	5f\n"
"	mov	$1, %ecx\n"
"	xgetbv\n"
"	mov	%eax, 200(%rbx)\n"
"5:	lea	256(%rbx), %rdi\n"
"	cmpl	$1, 224(%rbx)\n"
"	jb	7f\n"
"	je	6f\n"
"	.irp	r, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,"
	"22,23,24,25,26,27,28,29,30,31\n"
"	vmovdqu64 %zmm\\r, \\r*64(%rdi)\n"
"	.endr\n"
"	vzeroupper\n"
"	jmp	8f\n"
"6:	.irp	r, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15\n"
"	vmovdqu	%ymm\\r, \\r*64(%rdi)\n"
"	.endr\n"
"	vzeroupper\n"
"	jmp	8f\n"
"7:	.irp	r, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15\n"
"	movdqu	%xmm\\r, \\r*64(%rdi)\n"
"	.endr\n"
"8:	ldmxcsr	192(%rbx)\n"
"	add	$40, %rsp\n"
"	pop	%r15\n"
"	pop	%r14\n"
"	pop	%r13\n"
"	pop	%r12\n"
"	pop	%rbp\n"
"	pop	%rbx\n"
"	ret\n"
"	.size	trampoline_call, .-trampoline_call\n"
"	.popsection\n"
);
