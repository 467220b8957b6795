// SPDX-License-Identifier: MIT OR GPL-2.0-only
/* Poly1305 with AVX-512 IFMA, in scalar instructions where it is short. */
#ifdef __x86_64__
#include "../poly1305.h"
#include <immintrin.h>
#include "leave.h"

#define ROW ifma
#define ROW_CPU (CPU_AVX2 | CPU_BMI2 | CPU_AVX512F | CPU_AVX512BW | \
		 CPU_AVX512VL | CPU_AVX512IFMA | CPU_AVX512VBMI2 | CPU_FAST_ZMM)
ISA_BEGIN("avx2,bmi2,avx512f,avx512bw,avx512vl,avx512ifma,avx512vbmi2")

#include "poly1305_ifma.inc"

/* From here on vectors are faster than scalar code. */
#define VECTOR_BLOCKS 16

static NOINLINE void vectors(struct poly1305 *p, const uint8_t *src, size_t n)
{
	struct lanes m;

	lanes_begin(&m, p, src);
	lanes_add_run(&m, src + 128, n / 8 - 1);
	lanes_end(&m, p);
}

DEFINE_FORGET_AVX512(forget_vectors, 1792)
DEFINE_FORGET_AVX512(forget_stack, 256)

/* The blocks beyond a multiple of 8 go first: the powers of r are computed
 * beside them. */
void testudo_poly1305_ifma(struct poly1305 *p, const uint8_t *src, size_t n)
{
	size_t head = n < VECTOR_BLOCKS ? n : n % 8;

	poly1305_blocks(p, src, head);
	if (n > head) {
		vectors(p, src + 16 * head, n - head);
		FORGET_BELOW(forget_vectors);
	}
}

static void op_poly1305(struct poly1305 *p, const uint8_t *src, size_t n)
{
	testudo_poly1305_ifma(p, src, n);
	LEAVE_AVX512();
}

const struct testudo_ops testudo_poly1305_ifma_ops = {
	.name = ROW_STRING(ROW),
	.cpu = ROW_CPU,
	.forget = forget_stack,
	.poly1305 = op_poly1305,
};

ISA_END
#endif
