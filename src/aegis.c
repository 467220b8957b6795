// SPDX-License-Identifier: MIT OR GPL-2.0-only
/* AEGIS in portable C, the generic row. */
#include "aegis.h"
#include "aes_ct.h"

#define ROW generic
#define ROW_CPU 0

#define LEAVE() clear_vectors()

#define FORGET forget_stack
DEFINE_FORGET(forget_stack, 4096)

#define ENGINE "aegis_words.inc"
#include "aegis_variants.inc"
