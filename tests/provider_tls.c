// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * TLS 1.2 and 1.3 with ChaCha20-Poly1305 alone: the provider on one side and
 * OpenSSL's own cipher on the other, both ways, and the provider on both; data
 * in both directions in writes of any size, new keys in between, and a record
 * that was changed on its way.
 *
 * provider_tls MODULES [MEGABYTES]
 *
 * MEGABYTES  of each pair of peers and each version, 64
 */
#include <openssl/ssl.h>
#include <openssl/x509.h>

#include "provider_test.h"

#define WRITE_MAX 40000

/* A library context is a side: one of them prefers the provider. */
static OSSL_LIB_CTX *with_provider, *without;
static OSSL_PROVIDER *loaded[3];
static X509 *cert;
static EVP_PKEY *cert_key;

static OSSL_LIB_CTX *side(const char *folder, bool provider)
{
	OSSL_LIB_CTX *libctx = OSSL_LIB_CTX_new();
	EVP_CIPHER *cipher;

	CHECK(OSSL_PROVIDER_set_default_search_path(libctx, folder), " ");
	loaded[provider] = OSSL_PROVIDER_load(libctx, "default");
	CHECK(loaded[provider], " ");
	if (provider) {
		loaded[2] = OSSL_PROVIDER_load(libctx, "testudo");
		CHECK(loaded[2] && EVP_set_default_properties(libctx,
						"?provider=testudo"),
		      "%s", folder);
	}
	/* what libssl is going to fetch */
	cipher = EVP_CIPHER_fetch(libctx, "ChaCha20-Poly1305", NULL);
	CHECK(cipher && !strcmp(OSSL_PROVIDER_get0_name(
					EVP_CIPHER_get0_provider(cipher)),
				provider ? "testudo" : "default"), " ");
	EVP_CIPHER_free(cipher);
	return libctx;
}

static void make_cert(void)
{
	X509_NAME *name;

	cert_key = EVP_EC_gen("P-256");
	cert = X509_new();
	CHECK(cert_key && cert, " ");
	name = X509_get_subject_name(cert);
	CHECK(X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC,
					 (const uint8_t *)"test", -1, -1, 0) &&
	      X509_set_issuer_name(cert, name) &&
	      X509_gmtime_adj(X509_getm_notBefore(cert), 0) &&
	      X509_gmtime_adj(X509_getm_notAfter(cert), 3600) &&
	      X509_set_pubkey(cert, cert_key) &&
	      X509_sign(cert, cert_key, EVP_sha256()), " ");
}

static SSL *peer(OSSL_LIB_CTX *libctx, bool server, int version)
{
	SSL_CTX *ctx = SSL_CTX_new_ex(libctx, NULL, server ?
				      TLS_server_method() :
				      TLS_client_method());
	BIO *in = BIO_new(BIO_s_mem()), *out = BIO_new(BIO_s_mem());
	SSL *ssl;

	CHECK(ctx && in && out &&
	      SSL_CTX_set_min_proto_version(ctx, version) &&
	      SSL_CTX_set_max_proto_version(ctx, version) &&
	      SSL_CTX_set_ciphersuites(ctx, "TLS_CHACHA20_POLY1305_SHA256") &&
	      SSL_CTX_set_cipher_list(ctx, "ECDHE-ECDSA-CHACHA20-POLY1305"),
	      " ");
	if (server)
		CHECK(SSL_CTX_use_certificate(ctx, cert) &&
		      SSL_CTX_use_PrivateKey(ctx, cert_key), " ");
	ssl = SSL_new(ctx);
	CHECK(ssl, " ");
	SSL_CTX_free(ctx);
	SSL_set_bio(ssl, in, out);
	if (server)
		SSL_set_accept_state(ssl);
	else
		SSL_set_connect_state(ssl);
	return ssl;
}

/* Carries what one side has written to the other; change: one bit of it. */
static void carry(SSL *from, SSL *to, bool change)
{
	static uint8_t wire[4 * WRITE_MAX];
	int n;

	while ((n = BIO_read(SSL_get_wbio(from), wire, sizeof(wire))) > 0) {
		if (change)
			wire[n - 1] ^= 1;
		CHECK(BIO_write(SSL_get_rbio(to), wire, n) == n, " ");
	}
}

static void handshake(SSL *client, SSL *server)
{
	for (int i = 0; i < 10; i++) {
		SSL_do_handshake(client);
		carry(client, server, false);
		SSL_do_handshake(server);
		carry(server, client, false);
	}
	CHECK(SSL_is_init_finished(client) && SSL_is_init_finished(server),
	      " ");
	CHECK(strstr(SSL_get_cipher_name(client), "CHACHA20"), "%s",
	      SSL_get_cipher_name(client));
	ERR_clear_error();
}

static void transfer(struct rng *rng, SSL *from, SSL *to, size_t len)
{
	static uint8_t sent[WRITE_MAX], received[WRITE_MAX];

	while (len) {
		size_t n = 1 + rng_below(rng, WRITE_MAX), got, did = 0;

		if (rng_below(rng, 4) == 0)
			n = 1 + rng_below(rng, 200);
		n = n < len ? n : len;
		for (size_t i = 0; i < n; i += 8) {
			uint64_t r = rng_next(rng);

			memcpy(sent + i, &r, n - i < 8 ? n - i : 8);
		}
		CHECK(SSL_write_ex(from, sent, n, &did) && did == n, " ");
		carry(from, to, false);
		for (got = 0; got < n; got += did)
			CHECK(SSL_read_ex(to, received + got, n - got, &did),
			      "%zu of %zu bytes", got, n);
		CHECK(!memcmp(sent, received, n), "%zu bytes", n);
		len -= n;
	}
}

/* New keys for both directions, which TLS 1.3 can have at any time. */
static void new_keys(SSL *a, SSL *b)
{
	uint8_t byte;
	size_t did;

	if (SSL_version(a) != TLS1_3_VERSION)
		return;
	CHECK(SSL_key_update(a, SSL_KEY_UPDATE_REQUESTED) &&
	      SSL_do_handshake(a) == 1, " ");
	carry(a, b, false);
	CHECK(!SSL_read_ex(b, &byte, 1, &did), " ");
	ERR_clear_error();
}

static void changed_record(SSL *from, SSL *to)
{
	uint8_t buf[100] = { 0 };
	size_t did;

	CHECK(SSL_write_ex(from, buf, sizeof(buf), &did), " ");
	carry(from, to, true);
	CHECK(!SSL_read_ex(to, buf, sizeof(buf), &did), "a forgery");
	CHECK(ERR_GET_REASON(ERR_peek_error()) ==
	      SSL_R_DECRYPTION_FAILED_OR_BAD_RECORD_MAC, " ");
	ERR_clear_error();
}

static void pair(OSSL_LIB_CTX *a, OSSL_LIB_CTX *b, int version, size_t len)
{
	SSL *client = peer(a, false, version), *server = peer(b, true, version);
	struct rng rng = { (uint64_t)version };

	handshake(client, server);
	for (int i = 0; i < 4; i++) {
		transfer(&rng, client, server, len / 8);
		transfer(&rng, server, client, len / 8);
		new_keys(client, server);
	}
	changed_record(client, server);
	SSL_free(client);
	SSL_free(server);

	client = peer(a, false, version);
	server = peer(b, true, version);
	handshake(client, server);
	changed_record(server, client);
	SSL_free(client);
	SSL_free(server);
}

int main(int argc, char **argv)
{
	static const int versions[] = { TLS1_2_VERSION, TLS1_3_VERSION };
	size_t len = (size_t)(argc > 2 ? atoi(argv[2]) : 64) << 20;

	CHECK(argc > 1, "the folder of the modules is missing");
	with_provider = side(argv[1], true);
	without = side(argv[1], false);
	make_cert();
	for (int i = 0; i < 2; i++) {
		pair(with_provider, without, versions[i], len);
		pair(without, with_provider, versions[i], len);
		pair(with_provider, with_provider, versions[i], len);
	}
	X509_free(cert);
	EVP_PKEY_free(cert_key);
	for (int i = 0; i < 3; i++)
		OSSL_PROVIDER_unload(loaded[i]);
	OSSL_LIB_CTX_free(with_provider);
	OSSL_LIB_CTX_free(without);
	return 0;
}
