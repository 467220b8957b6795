/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* All public headers at once. */
#ifndef TESTUDO_TESTUDO_H
#define TESTUDO_TESTUDO_H

#include <testudo/aead.h>
#include <testudo/chacha.h>
#include <testudo/impl.h>
#include <testudo/mac.h>

#endif
