// SPDX-License-Identifier: MIT OR GPL-2.0-only
/* AEGIS in portable C, the generic row. */
#include "aegis.h"
#include "aes_ct.h"

#define ROW "generic"
#define ROW_CPU 0

#define LEAVE() clear_vectors()

#define FORGET forget_stack
DEFINE_FORGET(forget_stack, 4096)

#define LANES 4
#define WORDS 8
#define NAME(x) aegis128x4_generic_##x
#include "aegis_words.inc"
#include "aegis.inc"

#define LANES 4
#define WORDS 6
#define NAME(x) aegis256x4_generic_##x
#include "aegis_words.inc"
#include "aegis.inc"

#define LANES 2
#define WORDS 8
#define NAME(x) aegis128x2_generic_##x
#include "aegis_words.inc"
#include "aegis.inc"

#define LANES 2
#define WORDS 6
#define NAME(x) aegis256x2_generic_##x
#include "aegis_words.inc"
#include "aegis.inc"

#define LANES 1
#define WORDS 8
#define NAME(x) aegis128l_generic_##x
#include "aegis_words.inc"
#include "aegis.inc"

#define LANES 1
#define WORDS 6
#define NAME(x) aegis256_generic_##x
#include "aegis_words.inc"
#include "aegis.inc"
