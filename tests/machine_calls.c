// SPDX-License-Identifier: MIT OR GPL-2.0-only
/* Every public function that works on secrets, and operations of rows. */
#include "machine_calls.h"

const char *const call_names[CALLS] = {
	"key_init", "encrypt", "decrypt", "decrypt (forged)", "encrypt_batch",
	"decrypt_batch", "ctx_init", "auth_update", "encrypt_update",
	"decrypt_update", "encrypt_final", "decrypt_final",
	"decrypt_final (forged)", "aegismac_init", "aegismac_update",
	"aegismac_final", "aegismac_verify", "chacha_init", "chacha_crypt",
	"hchacha", "poly1305", "poly1305_init", "poly1305_update",
	"poly1305_final", "poly1305_verify", "poly1305_verify (forged)",
	"operation encrypt", "operation decrypt", "operation chacha",
	"operation chacha with key", "operation poly1305",
};

bool call_is_of(int which, const struct testudo_alg_entry *alg)
{
	if (which < CALL_MAC_INIT || which == CALL_OP_ENCRYPT ||
	    which == CALL_OP_DECRYPT)
		return alg->rate;
	if (which < CALL_CHACHA_INIT)
		return alg->lanes;
	if (which <= CALL_HCHACHA || which == CALL_OP_CHACHA ||
	    which == CALL_OP_CHACHA_KEY)
		return alg->alg == TESTUDO_CHACHA;
	return alg->alg == TESTUDO_POLY1305;
}

static void free_aligned(void *p, size_t len)
{
	(void)len;
	free(p);
}

struct call *call_new(struct kunit *test, const struct test_row *row,
		      size_t ad_max, size_t len_max)
{
	size_t size = (sizeof(struct call) + 63) / 64 * 64;
	struct call *c = aligned_alloc(64, size);

	KUNIT_ASSERT_NOT_NULL(test, c);
	kunit_on_exit(test, c, size, free_aligned);
	memset(c, 0, size);
	c->m = test_msg(test, row, ad_max, len_max);
	c->batch_ct = kunit_kzalloc(test, len_max, GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, c->batch_ct);
	return c;
}

/* Garbage above the 32 bits of an enum or int must not matter. */
static uint64_t alg_arg(const struct test_msg *m)
{
	return 0xdeadbeef00000000 | (uint32_t)m->entry->alg;
}

static void set(struct call *c, uintptr_t fn, int n, const uint64_t *arg)
{
	trampoline_init(&c->t);
	c->t.fn = fn;
	for (int i = 0; i < n; i++)
		c->t.arg[i] = arg[i];
	for (int i = 0; i < 6; i++)
		c->t.kept_in[i] = 0xfeed00000000f00d + ((uint64_t)i << 32);
}

#define PTR(p) ((uint64_t)(uintptr_t)(p))
#define SET(fn, ...) do {						\
		const uint64_t arg_[] = { __VA_ARGS__ };		\
		set(c, (uintptr_t)(fn), sizeof(arg_) / 8, arg_);	\
	} while (0)

static void prepare_batch(struct call *c, bool decrypt)
{
	const struct test_msg *m = c->m;
	size_t each = m->len / 3;

	for (int i = 0; i < 3; i++)
		c->batch[i] = (struct testudo_packet){
			.dst = m->out + each * (size_t)i,
			.src = m->msg + each * (size_t)i, .len = each,
			.tag = c->tag[i], .ad = m->ad, .ad_len = m->ad_len,
			.nonce = m->nonce, .key = &c->key,
		};
	testudo_encrypt_batch(c->batch, 3);
	memcpy(c->batch_ct, m->out, each * 3);
	if (!decrypt) {
		SET(testudo_encrypt_batch, PTR(c->batch), 3);
		return;
	}
	for (int i = 0; i < 3; i++)
		c->batch[i].src = c->batch[i].dst;
	SET(testudo_decrypt_batch, PTR(c->batch), 3);
}

static void prepare_message(struct call *c, int which)
{
	const struct test_msg *m = c->m;

	memcpy(c->tag[0], m->tag, 32);
	if (which == CALL_FORGED)
		c->tag[0][5] ^= 4;
	if (which == CALL_ENCRYPT)
		SET(testudo_encrypt, PTR(m->out), PTR(m->msg), m->len,
		    PTR(c->tag[0]), PTR(m->ad), m->ad_len, PTR(m->nonce),
		    m->nonce_len, PTR(&c->key));
	else
		SET(testudo_decrypt, PTR(m->out), PTR(m->ct), m->len,
		    PTR(c->tag[0]), PTR(m->ad), m->ad_len, PTR(m->nonce),
		    m->nonce_len, PTR(&c->key));
}

static void prepare_stream(struct kunit *test, struct call *c, int which)
{
	const struct test_msg *m = c->m;
	bool encrypt = which == CALL_ENCRYPT_UPDATE ||
		       which == CALL_ENCRYPT_FINAL;
	size_t rest = m->len - c->before;
	int err;

	err = testudo_ctx_init(&c->ctx, m->nonce, m->nonce_len, &c->key);
	if (which == CALL_CTX_INIT)
		SET(testudo_ctx_init, PTR(&c->ctx), PTR(m->nonce), m->nonce_len,
		    PTR(&c->key));
	if (which == CALL_AUTH) {
		size_t n = c->before < m->ad_len ? c->before : m->ad_len;

		err |= testudo_auth_update(&c->ctx, m->ad, n);
		SET(testudo_auth_update, PTR(&c->ctx), PTR(m->ad + n),
		    m->ad_len - n);
	}
	KUNIT_ASSERT_EQ(test, err, 0);
	if (which == CALL_CTX_INIT || which == CALL_AUTH)
		return;
	err |= testudo_auth_update(&c->ctx, m->ad, m->ad_len);
	err |= encrypt ? testudo_encrypt_update(&c->ctx, m->out, m->msg,
						c->before) :
			 testudo_decrypt_update(&c->ctx, m->out, m->ct,
						c->before);
	if (which == CALL_ENCRYPT_UPDATE) {
		SET(testudo_encrypt_update, PTR(&c->ctx),
		    PTR(m->out + c->before), PTR(m->msg + c->before), rest);
	} else if (which == CALL_DECRYPT_UPDATE) {
		SET(testudo_decrypt_update, PTR(&c->ctx),
		    PTR(m->out + c->before), PTR(m->ct + c->before), rest);
	} else if (encrypt) {
		err |= testudo_encrypt_update(&c->ctx, m->out + c->before,
					      m->msg + c->before, rest);
		SET(testudo_encrypt_final, PTR(&c->ctx), PTR(c->tag[0]));
	} else {
		err |= testudo_decrypt_update(&c->ctx, m->out + c->before,
					      m->ct + c->before, rest);
		memcpy(c->tag[0], m->tag, 32);
		c->tag[0][9] ^= which == CALL_FORGED_FINAL ? 1 : 0;
		SET(testudo_decrypt_final, PTR(&c->ctx), PTR(c->tag[0]));
	}
	KUNIT_ASSERT_EQ(test, err, 0);
}

static void prepare_mac(struct call *c, int which)
{
	const struct test_msg *m = c->m;
	const struct testudo_alg_info *info = &m->entry->info;
	struct testudo_aegismac_ctx keyed;

	testudo_aegismac_init(&c->mac, m->entry->alg, m->raw, info->key_len,
			      m->nonce, m->nonce_len);
	if (which == CALL_MAC_INIT) {
		SET(testudo_aegismac_init, PTR(&c->mac), alg_arg(m),
		    PTR(m->raw), info->key_len, PTR(m->nonce), m->nonce_len);
		return;
	}
	testudo_aegismac_update(&c->mac, m->msg, c->before);
	if (which == CALL_MAC_UPDATE) {
		SET(testudo_aegismac_update, PTR(&c->mac),
		    PTR(m->msg + c->before), m->len - c->before);
		return;
	}
	testudo_aegismac_update(&c->mac, m->msg + c->before,
				m->len - c->before);
	keyed = c->mac;
	testudo_aegismac_final(&keyed, c->mac_tag, m->tag_len);
	if (which == CALL_MAC_FINAL)
		SET(testudo_aegismac_final, PTR(&c->mac), PTR(c->mac_tag),
		    m->tag_len);
	else
		SET(testudo_aegismac_verify, PTR(&c->mac), PTR(c->mac_tag),
		    m->tag_len);
}

static void prepare_chacha(struct call *c, int which)
{
	const uint64_t rounds = 0xdeadbeef00000000 | 20;
	const struct test_msg *m = c->m;

	if (which == CALL_CHACHA_INIT) {
		SET(testudo_chacha_init, PTR(&c->chacha), PTR(m->raw),
		    PTR(m->nonce));
		return;
	}
	if (which == CALL_HCHACHA) {
		SET(testudo_hchacha, PTR(m->raw), PTR(m->nonce),
		    PTR(c->subkey), rounds);
		return;
	}
	c->before -= c->before % 64;
	testudo_chacha_init(&c->chacha, m->raw, m->nonce);
	testudo_chacha_crypt(&c->chacha, m->out, m->msg, c->before, 20);
	SET(testudo_chacha_crypt, PTR(&c->chacha), PTR(m->out + c->before),
	    PTR(m->msg + c->before), m->len - c->before, rounds);
}

static void prepare_poly1305(struct call *c, int which)
{
	const struct test_msg *m = c->m;

	if (which == CALL_POLY1305) {
		SET(testudo_poly1305, PTR(c->mac_tag), PTR(m->msg), m->len,
		    PTR(m->raw));
		return;
	}
	testudo_poly1305_init(&c->poly1305, m->raw);
	if (which == CALL_POLY1305_INIT) {
		SET(testudo_poly1305_init, PTR(&c->poly1305), PTR(m->raw));
		return;
	}
	testudo_poly1305_update(&c->poly1305, m->msg, c->before);
	if (which == CALL_POLY1305_UPDATE) {
		SET(testudo_poly1305_update, PTR(&c->poly1305),
		    PTR(m->msg + c->before), m->len - c->before);
		return;
	}
	testudo_poly1305_update(&c->poly1305, m->msg + c->before,
				m->len - c->before);
	memcpy(c->mac_tag, m->tag, 16);
	if (which == CALL_POLY1305_FORGED)
		c->mac_tag[7] ^= 0x10;
	if (which == CALL_POLY1305_FINAL)
		SET(testudo_poly1305_final, PTR(&c->poly1305), PTR(c->mac_tag));
	else
		SET(testudo_poly1305_verify, PTR(&c->poly1305),
		    PTR(c->mac_tag));
}

static void prepare_op(struct call *c, int which)
{
	const struct test_msg *m = c->m;
	const struct testudo_ops *ops = testudo_ops((size_t)(m->entry -
							     testudo_algs));
	const uint8_t *src = which == CALL_OP_DECRYPT ? m->ct : m->msg;
	bool key = which == CALL_OP_CHACHA_KEY;

	c->batch[0] = (struct testudo_packet){
		.dst = m->out, .src = src, .len = m->len, .tag = c->tag[0],
		.ad = m->ad, .ad_len = m->ad_len, .nonce = m->nonce,
		.key = &c->key,
	};
	if (which == CALL_OP_ENCRYPT) {
		SET(ops->encrypt, PTR(c->batch), 1);
	} else if (which == CALL_OP_DECRYPT) {
		SET(ops->decrypt, PTR(c->batch), 1, PTR(c->tag));
	} else if (which == CALL_OP_POLY1305) {
		memset(&c->sum, 0, sizeof(c->sum));
		SET(ops->poly1305, PTR(&c->sum), PTR(m->msg), m->len / 16);
	} else {
		testudo_chacha_init(&c->chacha, m->raw, m->nonce);
		SET(ops->chacha, PTR(c->chacha.x), key ? PTR(c->block) : 0,
		    PTR(m->out), PTR(m->msg), m->len,
		    0xdeadbeef00000000 | 20);
	}
}

void call_prepare(struct kunit *test, struct call *c, int which)
{
	const struct test_msg *m = c->m;

	c->key = m->key;
	if (which == CALL_KEY_INIT)
		SET(testudo_key_init, PTR(&c->key), alg_arg(m), PTR(m->raw),
		    m->entry->info.key_len, m->tag_len);
	else if (which <= CALL_FORGED)
		prepare_message(c, which);
	else if (which <= CALL_DECRYPT_BATCH)
		prepare_batch(c, which == CALL_DECRYPT_BATCH);
	else if (which <= CALL_FORGED_FINAL)
		prepare_stream(test, c, which);
	else if (which <= CALL_MAC_VERIFY)
		prepare_mac(c, which);
	else if (which <= CALL_HCHACHA)
		prepare_chacha(c, which);
	else if (which < CALL_OP_ENCRYPT)
		prepare_poly1305(c, which);
	else
		prepare_op(c, which);
}

/* Has the call a result? */
static bool returns(int which)
{
	return which < CALL_OP_ENCRYPT &&
	       which != CALL_MAC_UPDATE && which != CALL_CHACHA_INIT &&
	       which != CALL_CHACHA && which != CALL_HCHACHA &&
	       which != CALL_POLY1305_UPDATE;
}

void call_run(struct kunit *test, struct call *c, int which)
{
	int err = which == CALL_FORGED || which == CALL_FORGED_FINAL ||
		  which == CALL_POLY1305_FORGED ? -EBADMSG : 0;

	trampoline_call(&c->t);
	if (which == CALL_CHACHA)
		KUNIT_ASSERT_MEMEQ(test, c->m->out, c->m->ct, c->m->len);
	if (which == CALL_POLY1305)
		KUNIT_ASSERT_MEMEQ(test, c->mac_tag, c->m->tag, 16);
	if (returns(which))
		KUNIT_ASSERT_EQ_MSG(test, (int)c->t.ret, err, "%s",
				    call_names[which]);
}
