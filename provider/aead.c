// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * The AEADs.  EVP lets a program call anything at any time; what may be done
 * when stands in one table, and every act has to pass it.
 */
#include "aead.h"

enum act {
	ADD_AAD, ADD_DATA, FINISH,
	SET_IV, SET_TAG, SET_TAGLEN, SET_HEADER, GET_TAG,
	ACTS
};

/*
 * The stage that an act leads to.  An IV is good for one message: only init
 * leads from behind READY back to it.  (In TLS 1.2 the IV is a part of each
 * record's nonce, of which the record has the rest.)  When decrypting, FINISH
 * leads to IDLE instead.
 */
static const uint8_t table[STAGES][ACTS] = {
	[IDLE] = { [SET_IV] = IDLE, [SET_TAG] = IDLE, [SET_TAGLEN] = IDLE },
	[READY] = { [SET_IV] = READY, [SET_TAG] = READY, [SET_TAGLEN] = READY,
		    [SET_HEADER] = RECORD,
		    [ADD_AAD] = AAD, [ADD_DATA] = DATA, [FINISH] = SEALED },
	[AAD] = { [SET_TAG] = AAD,
		  [ADD_AAD] = AAD, [ADD_DATA] = DATA, [FINISH] = SEALED },
	[DATA] = { [SET_TAG] = DATA, [ADD_DATA] = DATA, [FINISH] = SEALED },
	[SEALED] = { [GET_TAG] = SEALED, [SET_IV] = IDLE, [SET_TAGLEN] = IDLE },
	[TLS] = { [SET_HEADER] = RECORD, [SET_IV] = IDLE },
	[RECORD] = { [SET_HEADER] = RECORD, [ADD_DATA] = TLS },
};

static int reason(const struct aead *c, enum act act)
{
	if (!c->has_key)
		return PROV_R_NO_KEY_SET;
	if (act == SET_TAG && c->encrypt)
		return PROV_R_TAG_NOT_NEEDED;
	if (act == FINISH && !c->encrypt && !c->has_tag)
		return PROV_R_TAG_NOT_SET;
	return PROV_R_INVALID_STATE;
}

/* The message is lost.  Without a fresh IV nothing goes on, whatever the
 * program does about the error. */
void aead_lose(struct aead *c)
{
	c->stage = DEAD;
	c->has_iv = false;
	c->has_tag = false;
	testudo_wipe(&c->msg, sizeof(c->msg));
}

/* The only place that refuses an act, or changes the stage because of one. */
static bool may(struct aead *c, enum act act)
{
	bool of_message = act == ADD_AAD || act == ADD_DATA || act == FINISH;
	enum stage next = table[c->stage][act];

	if (next == REFUSED ||
	    (act == SET_TAG && c->encrypt) ||
	    (act == FINISH && !c->encrypt && !c->has_tag)) {
		REFUSE(c->prov, reason(c, act));
		if (of_message)
			aead_lose(c);
		return false;
	}
	if (c->stage == READY && of_message &&
	    testudo_ctx_init(&c->msg, c->iv, c->info->nonce_len, &c->key)) {
		aead_lose(c);
		return REFUSE(c->prov, PROV_R_CIPHER_OPERATION_FAILED);
	}
	if (next != IDLE && next != READY)
		c->has_iv = false;
	c->stage = act == FINISH && !c->encrypt ? IDLE : next;
	return true;
}

void aead_get_ready(struct aead *c)
{
	if (c->stage == IDLE && c->has_key && c->has_iv)
		c->stage = READY;
}

/*
 * A tag may be set before its message begins, before key and IV even, as some
 * programs do it; it stays for the next message.  That of a message given up
 * goes with it, and so does everything else.
 */
void aead_restart(struct aead *c, bool encrypt)
{
	if ((c->stage != IDLE && c->stage != READY) || c->encrypt != encrypt)
		c->has_tag = false;
	c->encrypt = encrypt;
	c->stage = IDLE;
}

static void make_key(struct aead *c)
{
	c->has_key = !testudo_key_init(&c->key, c->alg, c->raw,
				       c->info->key_len, c->tag_len);
}

bool aead_set_key(struct aead *c, const uint8_t *key, size_t len)
{
	c->has_key = false;
	if (len != c->info->key_len)
		return REFUSE(c->prov, PROV_R_INVALID_KEY_LENGTH);
	memcpy(c->raw, key, len);
	make_key(c);
	return c->has_key;
}

bool aead_set_iv(struct aead *c, const uint8_t *iv, size_t len)
{
	if (len != c->info->nonce_len)
		return REFUSE(c->prov, PROV_R_INVALID_IV_LENGTH);
	if (!may(c, SET_IV))
		return false;
	memcpy(c->iv, iv, len);
	c->has_iv = true;
	return true;
}

bool aead_set_tag_len(struct aead *c, size_t len)
{
	if (len == c->tag_len)
		return true;
	if (len != 16 && len != c->info->tag_len_max)
		return REFUSE(c->prov, PROV_R_INVALID_TAG_LENGTH);
	if (!may(c, SET_TAGLEN))
		return false;
	c->tag_len = len;
	c->has_tag = false;
	if (c->has_key)
		make_key(c);
	return true;
}

/* The length has to be what was agreed on before, not what came with a
 * message. */
bool aead_set_tag(struct aead *c, const uint8_t *tag, size_t len)
{
	c->has_tag = false;
	if (len != c->tag_len)
		return REFUSE(c->prov, PROV_R_INVALID_TAG_LENGTH);
	if (!may(c, SET_TAG))
		return false;
	memcpy(c->tag, tag, len);
	c->has_tag = true;
	return true;
}

bool aead_may_get_tag(struct aead *c)
{
	return may(c, GET_TAG);
}

/*
 * The associated data of a record of TLS 1.2: its number, type, version and
 * length.  When a record is opened the length is that with the tag, and the
 * one without is authenticated.
 */
bool aead_set_header(struct aead *c, const uint8_t *header, size_t len)
{
	size_t tag = c->encrypt ? 0 : AEAD_TLS_TAG, payload;

	if (c->alg != TESTUDO_CHACHA20_POLY1305 || len != sizeof(c->header))
		return REFUSE(c->prov, PROV_R_INVALID_AAD);
	payload = (size_t)header[11] << 8 | header[12];
	if (payload < tag)
		return REFUSE(c->prov, PROV_R_INVALID_AAD);
	if (!may(c, SET_HEADER))
		return false;
	payload -= tag;
	memcpy(c->header, header, 11);
	c->header[11] = (uint8_t)(payload >> 8);
	c->header[12] = (uint8_t)payload;
	return true;
}

/* A record of TLS 1.2 in one call, its tag behind it.  The nonce is that of
 * RFC 7905.  If it is not authentic the next one may be all the same (DTLS). */
static int record(struct aead *c, uint8_t *out, size_t *outl, size_t outsize,
		  const uint8_t *in, size_t inl)
{
	size_t len = (size_t)c->header[11] << 8 | c->header[12];
	uint8_t nonce[12];
	int err;

	if (!in || inl != len + AEAD_TLS_TAG || outsize < inl)
		return REFUSE(c->prov, PROV_R_INVALID_INPUT_LENGTH);
	memcpy(nonce, c->iv, 12);
	for (int i = 0; i < 8; i++)
		nonce[4 + i] ^= c->header[i];
	if (c->encrypt)
		err = testudo_encrypt(out, in, len, out + len, c->header,
				      sizeof(c->header), nonce, 12, &c->key);
	else
		err = testudo_decrypt(out, in, len, in + len, c->header,
				      sizeof(c->header), nonce, 12, &c->key);
	if (err)
		return 0;
	*outl = c->encrypt ? inl : len;
	return 1;
}

int aead_update(void *ctx, uint8_t *out, size_t *outl, size_t outsize,
		const uint8_t *in, size_t inl)
{
	struct aead *c = ctx;
	bool is_record = c->stage == RECORD;
	int err;

	*outl = 0;
	if (!inl)
		return 1;
	if (!may(c, out ? ADD_DATA : ADD_AAD))
		return 0;
	if (is_record)
		return record(c, out, outl, outsize, in, inl);
	if (!out)
		err = testudo_auth_update(&c->msg, in, inl);
	else if (outsize < inl)
		err = -1;
	else if (c->encrypt)
		err = testudo_encrypt_update(&c->msg, out, in, inl);
	else
		err = testudo_decrypt_update(&c->msg, out, in, inl);
	if (err) {
		aead_lose(c);
		return REFUSE(c->prov, PROV_R_CIPHER_OPERATION_FAILED);
	}
	*outl = inl;
	return 1;
}

/* A forgery puts nothing on the error queue, as with OpenSSL's own ciphers:
 * what anybody can send must cost little. */
int aead_final(void *ctx, uint8_t *out, size_t *outl, size_t outsize)
{
	struct aead *c = ctx;

	(void)out;
	(void)outsize;
	*outl = 0;
	if (!may(c, FINISH))
		return 0;
	if (c->encrypt)
		return !testudo_encrypt_final(&c->msg, c->tag);
	c->has_tag = false;
	return !testudo_decrypt_final(&c->msg, c->tag);
}
