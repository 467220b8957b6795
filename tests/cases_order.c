// SPDX-License-Identifier: MIT OR GPL-2.0-only
/* Calls in any order, against a model of what a context may take. */
#include "test_util.h"

enum { NONE, AD, ENCRYPT, DECRYPT };
enum { INIT, AUTH, ENC, DEC, ENC_FINAL, DEC_FINAL, CALLS };

/* The phase behind a call in a phase, or -1 where it must be refused. */
static const int model[CALLS][4] = {
	/* before:	NONE	AD	ENCRYPT	DECRYPT */
	[INIT] =      { AD,	AD,	AD,	AD	},
	[AUTH] =      { -1,	AD,	-1,	-1	},
	[ENC] =       { -1,	ENCRYPT, ENCRYPT, -1	},
	[DEC] =       { -1,	DECRYPT, -1,	DECRYPT	},
	[ENC_FINAL] = { -1,	NONE,	NONE,	-1	},
	[DEC_FINAL] = { -1,	NONE,	-1,	NONE	},
};

/* The tag of DEC_FINAL is never right. */
static int call(const struct test_msg *m, int which, struct testudo_ctx *ctx,
		size_t len, uint8_t *tag)
{
	switch (which) {
	case INIT:
		return testudo_ctx_init(ctx, m->nonce, m->nonce_len, &m->key);
	case AUTH:
		return testudo_auth_update(ctx, m->ad, len);
	case ENC:
		return testudo_encrypt_update(ctx, m->out, m->msg, len);
	case DEC:
		return testudo_decrypt_update(ctx, m->out, m->msg, len);
	case ENC_FINAL:
		return testudo_encrypt_final(ctx, tag);
	default:
		return testudo_decrypt_final(ctx, m->tag);
	}
}

static void sequence(struct kunit *test, struct test_msg *m,
		     struct testudo_ctx *ctx, unsigned int code, int calls,
		     size_t len)
{
	struct testudo_ctx *before = ctx + 1;
	uint8_t tag[32];
	int phase = NONE;

	memset(ctx, 0, sizeof(*ctx));
	for (int i = 0; i < calls; i++, code /= CALLS) {
		int which = (int)(code % CALLS), next = model[which][phase];
		int expected = next < 0 ? -EINVAL :
			       which == DEC_FINAL ? -EBADMSG : 0;

		*before = *ctx;
		memset(tag, 0xa5, sizeof(tag));
		memset(m->out, 0xa5, 64);
		KUNIT_ASSERT_EQ_MSG(test, call(m, which, ctx, len, tag),
				    expected, "call %d of code %u, len %u", i,
				    code, (unsigned int)len);
		if (next < 0) {
			KUNIT_ASSERT_MEMEQ(test, ctx, before, sizeof(*ctx));
			KUNIT_ASSERT_TRUE(test, test_all(tag, 0xa5, 32));
			KUNIT_ASSERT_TRUE(test, test_all(m->out, 0xa5, 64));
			continue;
		}
		phase = next;
		if (phase == NONE)
			KUNIT_ASSERT_TRUE(test, test_all(ctx, 0, sizeof(*ctx)));
	}
}

static void call_order(struct kunit *test)
{
	const struct test_row *row = test_row(test);
	struct testudo_ctx *ctx = kunit_kzalloc(test, 2 * sizeof(*ctx),
						GFP_KERNEL);
	struct test_msg *m = test_msg(test, row, 64, 64);
	unsigned int codes = 1;

	KUNIT_ASSERT_NOT_NULL(test, ctx);
	test_msg_make(test, m, 64, 64, 32);
	for (int calls = 1; calls <= 4; calls++) {
		codes *= CALLS;
		for (unsigned int code = 0; code < codes; code++) {
			sequence(test, m, ctx, code, calls, 7);
			sequence(test, m, ctx, code, calls, 0);
		}
	}
}

/* After an update that was refused, final must not accept what is there. */
static void refused_update(struct kunit *test)
{
	const struct test_row *row = test_row(test);
	struct testudo_ctx *ctx = kunit_kzalloc(test, sizeof(*ctx), GFP_KERNEL);
	struct test_msg *m = test_msg(test, row, 64, 128);

	KUNIT_ASSERT_NOT_NULL(test, ctx);
	test_msg_make(test, m, 64, 128, 16);
	for (size_t good = 0; good < 128; good += 31) {
		KUNIT_ASSERT_EQ(test, testudo_ctx_init(ctx, m->nonce,
						       m->nonce_len, &m->key),
				0);
		testudo_auth_update(ctx, m->ad, 64);
		KUNIT_ASSERT_EQ(test, testudo_decrypt_update(ctx, m->out, m->ct,
							     good), 0);
		KUNIT_ASSERT_EQ(test, testudo_decrypt_update(ctx, m->out, NULL,
							     128 - good),
				-EINVAL);
		KUNIT_ASSERT_EQ(test, testudo_encrypt_update(ctx, m->out,
							     m->ct + good,
							     128 - good),
				-EINVAL);
		KUNIT_ASSERT_EQ(test, testudo_decrypt_final(ctx, m->tag),
				-EBADMSG);
	}
}

static struct kunit_case order_cases[] = {
	KUNIT_CASE_PARAM(call_order, test_algs_gen_params),
	KUNIT_CASE_PARAM(refused_update, test_algs_gen_params),
	{}
};

static struct kunit_suite order_suite = {
	.name = "order",
	.test_cases = order_cases,
};

kunit_test_suite(order_suite);
