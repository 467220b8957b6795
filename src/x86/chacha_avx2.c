// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * ChaCha with AVX2: up to 12 blocks at a time, 8 in columns, 4 in rows.  That
 * they do not fit into 16 registers costs less than ports that are idle.
 */
#ifdef __x86_64__
#include "../chacha.h"
#include <immintrin.h>
#include "leave.h"

#define ROW avx2
#define ROW_CPU CPU_AVX2
ISA_BEGIN("avx2")

#define LEAVE() LEAVE_AVX()
DEFINE_FORGET_AVX(forget_stack, 1280)

#define VB 32
#define REGISTERS 16
#define SHUFFLE_BYTES(v, by) _mm256_shuffle_epi8((__m256i)(v), (__m256i)(by))
#include "../chacha_passes.inc"

ISA_END
#endif
