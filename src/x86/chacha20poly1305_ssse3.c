// SPDX-License-Identifier: MIT OR GPL-2.0-only
/* ChaCha20-Poly1305 with SSSE3, the MAC in scalar code. */
#ifdef __x86_64__
#include "../chacha20poly1305.h"
#include "leave.h"

#define ROW ssse3
#define ROW_CPU CPU_SSSE3
ISA_BEGIN("ssse3")

#define CHACHA testudo_chacha_ssse3
#define POLY1305 testudo_poly1305_generic
#define LEAVE() LEAVE_SSE()

#define FORGET forget_stack
#define FORGET_COPY forget_copy
DEFINE_FORGET_SSE(forget_stack, 1024)
DEFINE_FORGET_SSE(forget_copy, 1024)

#include "../chacha20poly1305.inc"

ISA_END
#endif
