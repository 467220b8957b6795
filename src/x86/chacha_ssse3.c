// SPDX-License-Identifier: MIT OR GPL-2.0-only
/* ChaCha with SSSE3: up to 6 blocks at a time, 4 in columns and 2 in rows. */
#ifdef __x86_64__
#include "../chacha.h"
#include <immintrin.h>
#include "leave.h"

#define ROW ssse3
#define ROW_CPU CPU_SSSE3
ISA_BEGIN("ssse3")

#define LEAVE() LEAVE_SSE()
DEFINE_FORGET_SSE(forget_stack, 640)

#define VB 16
#define REGISTERS 16
#define SHUFFLE_BYTES(v, by) _mm_shuffle_epi8((__m128i)(v), (__m128i)(by))
#include "../chacha_passes.inc"

ISA_END
#endif
