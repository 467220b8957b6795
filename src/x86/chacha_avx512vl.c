// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * ChaCha with AVX-512 on ymm registers, for CPUs whose clock zmm instructions
 * lower.  Two times 8 blocks in columns fill the 32 registers: rotations run on
 * two of three ports, and among 8 blocks too much waits for them (41 cycles for
 * a double round; for 16 blocks 67).
 */
#ifdef __x86_64__
#include "../chacha.h"
#include <immintrin.h>
#include "leave.h"

#define ROW avx512vl
#define ROW_CPU (CPU_AVX2 | CPU_BMI2 | CPU_AVX512F | CPU_AVX512BW | \
		 CPU_AVX512VL)
ISA_BEGIN("avx2,bmi2,avx512f,avx512bw,avx512vl")

#define LEAVE() LEAVE_AVX512()
DEFINE_FORGET_AVX(forget_stack, 1024)

#define VB 32
#define REGISTERS 32
#define BYTE_MASKS 1
#include "../chacha_passes.inc"

ISA_END
#endif
