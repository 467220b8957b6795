/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A plain model of an AEAD's context behind EVP, for provider_matrix.c.
 *
 * A sequence is a string, each letter a call:
 *
 *  k  init with a new key		a  associated data
 *  i  init with a new IV		d  data
 *  b  init with both			z  an update of no bytes
 *  n  init with neither		f  final
 *  e  init for encryption		c  final by EVP_Cipher()
 *  o  init for decryption		g  get the tag
 *  t  set the right tag		l  set the tag length to 16
 *  x  set a forged tag			m  set it to 32
 *  s  set a short tag			w  set wrong lengths of IV and key
 *  u  go on with a copy		r  reset, cipher set anew
 */
#ifndef TESTS_PROVIDER_MODEL_H
#define TESTS_PROVIDER_MODEL_H

#include "provider_test.h"

#define MODEL_CALLS "kibneotxsuadzfcglmwr"
#define SEQ_MAX 24	/* of a sequence */

enum tag { NO_TAG, RIGHT, FORGED };
enum where { NOTHING, BEGUN, IN_DATA, SEALED, LOST };

/* What a context should know, and messages from the first one on. */
struct model {
	const struct aead_test *t;
	bool encrypt, key, iv;
	enum tag tag;
	enum where where;
	size_t tag_len;
	unsigned int keys, ivs, message;
	uint8_t aad[SEQ_MAX * 64], in[SEQ_MAX * 256];
	uint8_t out[SEQ_MAX * 256];
	size_t aad_len, len;
	struct testudo_ctx ref;
	uint8_t sealed[32];
};

/* Where all bytes come from: to be filled before the first call. */
extern uint8_t model_stream[4096];

/* What the n-th call of a sequence passes, and the n-th key and IV. */
size_t model_aad_of(size_t n, const uint8_t **p);
size_t model_data_of(size_t n, const uint8_t **p);
const uint8_t *model_key_of(unsigned int n);
const uint8_t *model_iv_of(unsigned int n);

void model_new(struct model *m, const struct aead_test *t, bool encrypt);

/* A call, the n-th of its sequence: does it succeed? */
bool model_call(struct model *m, char call, size_t n);

/* The number of the message that a tag set now is for. */
unsigned int model_target(const struct model *m);

#endif
