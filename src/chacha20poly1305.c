// SPDX-License-Identifier: MIT OR GPL-2.0-only
/* ChaCha20-Poly1305 in plain C. */
#include "chacha20poly1305.h"

#define ROW generic
#define ROW_CPU 0
#define CHACHA testudo_chacha_generic
#define POLY1305 testudo_poly1305_generic
#define LEAVE() clear_vectors()
#define FORGET forget_stack
#define FORGET_COPY forget_copy
DEFINE_FORGET(forget_stack, 1024)
DEFINE_FORGET(forget_copy, 1024)

#include "chacha20poly1305.inc"
