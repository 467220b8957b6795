/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The parts of `testudo check`.  Each tests whatever implementation alg runs
 * on now, prints nothing, and returns how many cases it has tried or, after
 * the first that failed, -1 with the reason in why.  They need the library and
 * OpenSSL, nothing of the tool, so other tests can call them too.
 */
#ifndef TESTUDO_SELFTEST_H
#define TESTUDO_SELFTEST_H

#include <stddef.h>
#include <stdint.h>

#include <testudo/aead.h>

struct why {
	char text[200];
};

/* Sets the reason; -1. */
__attribute__((format(printf, 2, 3))) int because(struct why *why,
						  const char *fmt, ...);

/* Published vectors, of the AEAD and of its MAC, or of a bare primitive. */
int check_vectors(enum testudo_alg alg, struct why *why);

/* Runs of 4101 messages with known digests. */
int check_montecarlo(enum testudo_alg alg, struct why *why);

/*
 * n random messages, against the generic implementation: whole, in pieces with
 * the implementation changed in between, forged, and as a MAC.  Forces the one
 * named row.
 */
int check_random(enum testudo_alg alg, const char *row, uint64_t seed, int n,
		 struct why *why);

/* The same for the bare ChaCha and Poly1305, to which the two above turn. */
int check_bare_vectors(enum testudo_alg alg, struct why *why);
int check_bare_random(enum testudo_alg alg, const char *row, uint64_t seed,
		      int n, struct why *why);

#endif
