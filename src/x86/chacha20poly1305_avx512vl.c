// SPDX-License-Identifier: MIT OR GPL-2.0-only
/* ChaCha20-Poly1305 with AVX-512 on ymm registers, for CPUs that lower their
 * clock for zmm.  (Or that lack IFMA or VBMI2.) */
#ifdef __x86_64__
#include "../chacha20poly1305.h"
#include "leave.h"

#define ROW avx512vl
#define ROW_CPU (CPU_AVX2 | CPU_BMI2 | CPU_AVX512F | CPU_AVX512BW | \
		 CPU_AVX512VL)
ISA_BEGIN("avx2,bmi2,avx512f,avx512bw,avx512vl")

#define CHACHA testudo_chacha_avx512vl
#define POLY1305 testudo_poly1305_avx2
#define LEAVE() LEAVE_AVX512()

#define FORGET forget_stack
#define FORGET_COPY forget_copy
DEFINE_FORGET_AVX(forget_stack, 2048)
DEFINE_FORGET_AVX(forget_copy, 2048)

#include "../chacha20poly1305.inc"

ISA_END
#endif
