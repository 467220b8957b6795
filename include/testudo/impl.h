/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Which implementation runs.  The library chooses the best one that the CPU
 * can run, at the first use of an algorithm; nobody needs to call anything
 * here.  Forcing another one is for tests and benchmarks.
 */
#ifndef TESTUDO_IMPL_H
#define TESTUDO_IMPL_H

#include <testudo/aead.h>

#pragma GCC visibility push(default)
#ifdef __cplusplus
extern "C" {
#endif

/* The version of this header; the build system reads it here. */
#define TESTUDO_VERSION "0.1.0"

/* The version of the library that runs. */
const char *testudo_version(void);

/* The name of the implementation that alg runs on now, "vaes512" or "generic"
 * for example; NULL when alg is not built in. */
const char *testudo_impl_name(enum testudo_alg alg);

/*
 * The implementations of alg that this CPU can run, best first: stores up to
 * max names (static strings) and returns how many there are in all, 0 when alg
 * is not built in.  names may be NULL when max is 0.
 */
size_t testudo_impl_list(enum testudo_alg alg, const char **names, size_t max);

/*
 * Makes alg run on the named implementation from the next call on, in every
 * thread; NULL goes back to the best.  A message under way may change its
 * implementation between any two calls.
 *
 * Returns -EINVAL when alg is not built in, -ENOENT when it has no such
 * implementation or this CPU cannot run it; nothing has changed then.
 */
int testudo_impl_force(enum testudo_alg alg, const char *name);

#ifdef __cplusplus
}
#endif
#pragma GCC visibility pop
#endif
