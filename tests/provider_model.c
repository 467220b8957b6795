// SPDX-License-Identifier: MIT OR GPL-2.0-only
#include "provider_model.h"

uint8_t model_stream[4096];

size_t model_aad_of(size_t n, const uint8_t **p)
{
	*p = model_stream + 64 * n;
	return 1 + 7 * n % 40;
}

size_t model_data_of(size_t n, const uint8_t **p)
{
	*p = model_stream + 2048 + 64 * n;
	return 1 + 53 * n % 200;
}

const uint8_t *model_key_of(unsigned int n)
{
	return model_stream + 1000 + 5 * n;
}

const uint8_t *model_iv_of(unsigned int n)
{
	return model_stream + 1500 + 3 * n;
}

static void make_key(const struct model *m, struct testudo_key *key)
{
	CHECK(!testudo_key_init(key, m->t->alg, model_key_of(m->keys),
				m->t->info->key_len, m->tag_len), " ");
}

/* Each of these says whether the call succeeds. */

static void model_reset(struct model *m)
{
	m->key = m->iv = false;
	m->tag = NO_TAG;
	m->where = NOTHING;
	m->tag_len = 16;
}

void model_new(struct model *m, const struct aead_test *t, bool encrypt)
{
	m->t = t;
	m->encrypt = encrypt;
	m->keys = m->ivs = m->message = 0;
	model_reset(m);
}

static bool model_init(struct model *m, bool key, bool iv, int encrypt)
{
	if (m->where != NOTHING) {
		m->tag = NO_TAG;
		m->iv = false;
	}
	if (encrypt >= 0 && m->encrypt != (bool)encrypt) {
		m->tag = NO_TAG;
		m->encrypt = encrypt;
	}
	m->where = NOTHING;
	m->keys += key;
	m->ivs += iv;
	m->key |= key;
	m->iv |= iv;
	return true;
}

static bool model_begin(struct model *m)
{
	struct testudo_key key;

	if (m->where == BEGUN || m->where == IN_DATA)
		return true;
	if (m->where != NOTHING || !m->key || !m->iv)
		return false;
	m->where = BEGUN;
	m->iv = false;
	m->message++;
	m->aad_len = m->len = 0;
	make_key(m, &key);
	CHECK(!testudo_ctx_init(&m->ref, model_iv_of(m->ivs),
				m->t->info->nonce_len, &key), " ");
	return true;
}

static bool model_lose(struct model *m)
{
	m->where = LOST;
	m->iv = false;
	m->tag = NO_TAG;
	return false;
}

static bool model_aad(struct model *m, const uint8_t *p, size_t len)
{
	if (m->where == IN_DATA || !model_begin(m))
		return model_lose(m);
	CHECK(!testudo_auth_update(&m->ref, p, len), " ");
	memcpy(m->aad + m->aad_len, p, len);
	m->aad_len += len;
	return true;
}

static bool model_data(struct model *m, const uint8_t *p, size_t len)
{
	if (!model_begin(m))
		return model_lose(m);
	m->where = IN_DATA;
	if (m->encrypt)
		CHECK(!testudo_encrypt_update(&m->ref, m->out + m->len, p,
					      len), " ");
	else
		CHECK(!testudo_decrypt_update(&m->ref, m->out + m->len, p,
					      len), " ");
	memcpy(m->in + m->len, p, len);
	m->len += len;
	return true;
}

/* The tag of the message so far, by the call for whole messages.  What stands
 * in m->in is plaintext, or any bytes that are decrypted to m->out. */
static void model_tag(const struct model *m, uint8_t *tag)
{
	static uint8_t ct[sizeof(m->in)];
	struct testudo_key key;

	make_key(m, &key);
	CHECK(!testudo_encrypt(ct, m->encrypt ? m->in : m->out, m->len, tag,
			       m->aad, m->aad_len, model_iv_of(m->ivs),
			       m->t->info->nonce_len, &key), " ");
	CHECK(!memcmp(ct, m->encrypt ? m->out : m->in, m->len), "model");
}

static bool model_final(struct model *m)
{
	bool ok;

	if ((!m->encrypt && m->tag == NO_TAG) || !model_begin(m))
		return model_lose(m);
	model_tag(m, m->sealed);
	ok = m->encrypt || m->tag == RIGHT;
	m->where = m->encrypt ? SEALED : NOTHING;
	m->tag = NO_TAG;
	return ok;
}

static bool model_set_tag(struct model *m, enum tag tag)
{
	m->tag = NO_TAG;
	if (m->encrypt || m->where == LOST)
		return false;
	m->tag = tag;
	return true;
}

static bool model_tag_len(struct model *m, size_t len)
{
	if (len == m->tag_len)
		return true;
	if (len > m->t->info->tag_len_max ||
	    (m->where != NOTHING && m->where != SEALED))
		return false;
	m->tag_len = len;
	m->tag = NO_TAG;
	m->where = NOTHING;
	return true;
}

unsigned int model_target(const struct model *m)
{
	return m->message + (m->where != BEGUN && m->where != IN_DATA);
}

bool model_call(struct model *m, char call, size_t n)
{
	const uint8_t *p;
	size_t len;

	switch (call) {
	case 'k':
		return model_init(m, true, false, -1);
	case 'i':
		return model_init(m, false, true, -1);
	case 'b':
		return model_init(m, true, true, -1);
	case 'n':
		return model_init(m, false, false, -1);
	case 'e':
		return model_init(m, false, false, 1);
	case 'o':
		return model_init(m, false, false, 0);
	case 'a':
		len = model_aad_of(n, &p);
		return model_aad(m, p, len);
	case 'd':
		len = model_data_of(n, &p);
		return model_data(m, p, len);
	case 'f':
	case 'c':
		return model_final(m);
	case 't':
		return model_set_tag(m, RIGHT);
	case 'x':
		return model_set_tag(m, FORGED);
	case 's':
		m->tag = NO_TAG;
		return false;
	case 'l':
		return model_tag_len(m, 16);
	case 'm':
		return model_tag_len(m, 32);
	case 'g':
		return m->where == SEALED;
	case 'w':
		return model_lose(m);
	case 'r':
		model_reset(m);
		return true;
	default:
		return true;
	}
}
