// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * AEGIS with AES-NI in SSE encodings (Westmere, and the small cores that have
 * AES but no AVX: Goldmont, Tremont), one lane after the other.
 */
#ifdef __x86_64__
#include "../aegis.h"
#include <immintrin.h>
#include "leave.h"

#define ROW aesni
#define ROW_CPU (CPU_SSSE3 | CPU_SSE41 | CPU_AES)
ISA_BEGIN("aes,sse4.1")

#define LEAVE() LEAVE_SSE()

#define FORGET forget_stack
#define FORGET_LONG forget_stack_long
DEFINE_FORGET_SSE(forget_stack, 768)
DEFINE_FORGET_SSE(forget_stack_long, 2048)

#include "vec16.inc"

#define ENGINE "aegis_aes.inc"
#include "../aegis_variants.inc"

ISA_END
#endif
