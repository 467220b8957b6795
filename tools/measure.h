/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Measuring many implementations beside each other, for `testudo speed`. */
#ifndef TESTUDO_MEASURE_H
#define TESTUDO_MEASURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <testudo/aead.h>

#define MEASURE_AD_LEN 8
#define MEASURE_TAG_LEN 16

/* All subjects have this key, or as much of it as they need. */
extern const uint8_t measure_key[32];

/* A cipher alone has no tag, a MAC alone writes nothing to dst; neither has
 * associated data. */
enum subject_kind { SUBJECT_AEAD, SUBJECT_CIPHER, SUBJECT_MAC };

/* One implementation of one algorithm.  A call is a message of len bytes with
 * MEASURE_AD_LEN bytes of associated data; 0: done, or authentic. */
struct subject {
	const char *alg, *impl;
	enum subject_kind kind;
	size_t nonce_len;
	void *state;
	bool (*select)(struct subject *s);	/* before a run, or NULL */
	int (*seal)(void *state, uint8_t *dst, const uint8_t *src, size_t len,
		    uint8_t *tag, const uint8_t *ad, const uint8_t *nonce);
	int (*open)(void *state, uint8_t *dst, const uint8_t *src, size_t len,
		    const uint8_t *tag, const uint8_t *ad,
		    const uint8_t *nonce);

	/* for own use of select and measure() */
	enum testudo_alg id;
	unsigned int reps;
	double *cycles, *ns;	/* per call, one for each round */
	unsigned int rounds, rejected;
};

/* What one subject took at one length; times are per call, cycles are ns where
 * the clock cannot be calibrated (CLOCK_UNIT). */
struct result {
	double cycles, cycles_min, cycles_p25, cycles_p75, ns;
	unsigned int rounds, rejected;
};

/* Between rounds. */
typedef void measure_progress(void *arg);

/* Measures n subjects at one length, in turn; one result each.  False after a
 * message: a subject does not do what it should. */
bool measure(struct subject *s, size_t n, size_t len, bool decrypt,
	     unsigned int rounds, struct result *results,
	     measure_progress *progress, void *arg);

/* The largest length for measure(). */
#define MEASURE_MAX ((size_t)16 << 20)

/* Adds this library's implementations, or other libraries' ciphers, to a list
 * of n; how many there are then. */
size_t own_add(struct subject *list, size_t n, size_t max);
size_t peers_add(struct subject *list, size_t n, size_t max);

#endif
