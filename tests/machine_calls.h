/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Every public function that works on secrets, and operations of rows, ready to
 * be called through the trampoline. */
#ifndef TESTS_MACHINE_CALLS_H
#define TESTS_MACHINE_CALLS_H

#include "test_util.h"
#include "trampoline.h"

enum {
	CALL_KEY_INIT, CALL_ENCRYPT, CALL_DECRYPT, CALL_FORGED,
	CALL_ENCRYPT_BATCH, CALL_DECRYPT_BATCH, CALL_CTX_INIT, CALL_AUTH,
	CALL_ENCRYPT_UPDATE, CALL_DECRYPT_UPDATE, CALL_ENCRYPT_FINAL,
	CALL_DECRYPT_FINAL, CALL_FORGED_FINAL, CALL_MAC_INIT, CALL_MAC_UPDATE,
	CALL_MAC_FINAL, CALL_MAC_VERIFY, CALL_CHACHA_INIT, CALL_CHACHA,
	CALL_HCHACHA, CALL_POLY1305, CALL_POLY1305_INIT, CALL_POLY1305_UPDATE,
	CALL_POLY1305_FINAL, CALL_POLY1305_VERIFY, CALL_POLY1305_FORGED,
	/* the operations, whose stack is for their callers to forget */
	CALL_OP_ENCRYPT, CALL_OP_DECRYPT, CALL_OP_CHACHA, CALL_OP_CHACHA_KEY,
	CALL_OP_POLY1305, CALLS,
};

extern const char *const call_names[CALLS];

struct call {
	struct test_msg *m;
	struct testudo_key key;
	struct testudo_ctx ctx;
	struct testudo_aegismac_ctx mac;
	struct testudo_chacha_state chacha;
	struct testudo_poly1305_ctx poly1305;
	struct testudo_packet batch[3];
	struct poly1305 sum;
	uint8_t tag[3][32], mac_tag[32], subkey[32], block[64];
	size_t before;		/* bytes of the message gone before */
	uint8_t *batch_ct;	/* ciphertexts of the batch, in a row */
	struct trampoline t;
};

struct call *call_new(struct kunit *test, const struct test_row *row,
		      size_t ad_max, size_t len_max);

/* Is this a call of that algorithm? */
bool call_is_of(int which, const struct testudo_alg_entry *alg);

/* Makes everything that has to come before the call, for the message in m. */
void call_prepare(struct kunit *test, struct call *c, int which);

/* Calls; the result must be the right one. */
void call_run(struct kunit *test, struct call *c, int which);

extern const struct kunit_suite machine_regs_suite, machine_secrets_suite;

#endif
