// SPDX-License-Identifier: MIT OR GPL-2.0-only
/* ChaCha20-Poly1305 with AVX2. */
#ifdef __x86_64__
#include "../chacha20poly1305.h"
#include "leave.h"

#define ROW avx2
#define ROW_CPU (CPU_AVX2 | CPU_BMI2)
ISA_BEGIN("avx2,bmi2")

#define CHACHA testudo_chacha_avx2
#define POLY1305 testudo_poly1305_avx2
#define LEAVE() LEAVE_AVX()

#define FORGET forget_stack
#define FORGET_COPY forget_copy
DEFINE_FORGET_AVX(forget_stack, 2048)
DEFINE_FORGET_AVX(forget_copy, 2048)

#include "../chacha20poly1305.inc"

ISA_END
#endif
