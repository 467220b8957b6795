// SPDX-License-Identifier: MIT OR GPL-2.0-only
/* What the provider says of its ciphers, by both modules, and what openssl.cnf
 * changes: GCM mode, and whose ciphers are preferred. */
#include "provider_test.h"

static void facts(const EVP_CIPHER *cipher, const struct aead_test *t,
		  bool gcm_mode)
{
	EVP_CIPHER_CTX *ctx = new_cipher_ctx(cipher, true);
	const struct testudo_alg_info *info = t->info;
	unsigned long flags = EVP_CIPH_FLAG_AEAD_CIPHER | EVP_CIPH_CUSTOM_IV |
			      EVP_CIPH_FLAG_CUSTOM_CIPHER |
			      (gcm_mode ? EVP_CIPH_GCM_MODE : 0);

	CHECK(EVP_CIPHER_is_a(cipher, t->name), "%s", t->name);
	CHECK(EVP_CIPHER_get_flags(cipher) == flags, "%s: %lx", t->name,
	      EVP_CIPHER_get_flags(cipher));
	CHECK(EVP_CIPHER_get_mode(cipher) ==
	      (gcm_mode ? EVP_CIPH_GCM_MODE : 0), "%s", t->name);
	CHECK(EVP_CIPHER_get_block_size(cipher) == (gcm_mode ? 16 : 1),
	      "%s", t->name);
	CHECK(EVP_CIPHER_get_iv_length(cipher) == (int)info->nonce_len &&
	      EVP_CIPHER_get_key_length(cipher) == (int)info->key_len &&
	      EVP_CIPHER_CTX_get_iv_length(ctx) == (int)info->nonce_len &&
	      EVP_CIPHER_CTX_get_key_length(ctx) == (int)info->key_len,
	      "%s", t->name);
	CHECK(EVP_CIPHER_CTX_get_tag_length(ctx) == 16, "%s", t->name);
	if (info->tag_len_max == 32) {
		CHECK(set_tag(ctx, NULL, 32), "%s", t->name);
		CHECK(EVP_CIPHER_CTX_get_tag_length(ctx) == 32, "%s", t->name);
	}
	CHECK(EVP_CIPHER_get0_description(cipher), "%s", t->name);
	EVP_CIPHER_CTX_free(ctx);
}

static void gcm_mode(OSSL_LIB_CTX *libctx, bool on)
{
	for (int a = 0; a < AEAD_TESTS; a++) {
		const struct aead_test *t = &aead_tests[a];
		EVP_CIPHER *cipher = EVP_CIPHER_fetch(libctx, t->name,
						      "provider=testudo");
		bool gcm = on && t->info->key_len == 16;

		CHECK(cipher, "%s", t->name);
		facts(cipher, t, gcm);
		EVP_CIPHER_free(cipher);
		cipher = EVP_CIPHER_fetch(libctx, t->name,
					  "testudo.gcmmode=yes");
		CHECK(!cipher == !gcm, "%s", t->name);
		EVP_CIPHER_free(cipher);
		ERR_clear_error();
	}
}

static void by_module(const char *folder, const char *module, bool on)
{
	OSSL_LIB_CTX *libctx = OSSL_LIB_CTX_new();
	OSSL_PROVIDER *prov;

	CHECK(OSSL_PROVIDER_set_default_search_path(libctx, folder), " ");
	prov = OSSL_PROVIDER_load(libctx, module);
	CHECK(prov, "%s", module);
	gcm_mode(libctx, on);
	OSSL_PROVIDER_unload(prov);
	OSSL_LIB_CTX_free(libctx);
}

/* main: what stands in the main section beside the providers */
static OSSL_LIB_CTX *config(const char *folder, const char *main,
			    const char *testudo)
{
	OSSL_LIB_CTX *libctx = OSSL_LIB_CTX_new();
	char path[] = "/tmp/testudo-XXXXXX";
	int fd = mkstemp(path);
	FILE *f = fd < 0 ? NULL : fdopen(fd, "w");

	CHECK(f, "%s", path);
	fprintf(f, "openssl_conf = main\n"
		   "[algorithms]\ndefault_properties = ?provider=testudo\n"
		   "[main]\nproviders = list\n%s\n"
		   "[list]\ndefault = own\ntestudo = section\n"
		   "[own]\nactivate = 1\n"
		   "[section]\nmodule = %s/testudo.so\nactivate = 1\n%s\n",
		main, folder, testudo);
	fclose(f);
	CHECK(OSSL_LIB_CTX_load_config(libctx, path), "%s", path);
	remove(path);
	return libctx;
}

static void by_config(const char *folder, const char *line, bool on)
{
	OSSL_LIB_CTX *libctx = config(folder, "", line);

	gcm_mode(libctx, on);
	OSSL_LIB_CTX_free(libctx);
}

/* Whose ChaCha20-Poly1305 is it that a program gets without a word? */
static void preferred(const char *folder, const char *main, const char *whose)
{
	OSSL_LIB_CTX *libctx = config(folder, main, "");
	EVP_CIPHER *cipher = EVP_CIPHER_fetch(libctx, "ChaCha20-Poly1305",
					      NULL);

	CHECK(cipher && !strcmp(OSSL_PROVIDER_get0_name(
					EVP_CIPHER_get0_provider(cipher)),
				whose), "%s", whose);
	EVP_CIPHER_free(cipher);
	OSSL_LIB_CTX_free(libctx);
}

static void named(const char *name)
{
	EVP_CIPHER *cipher = fetch_cipher(name, "testudo");

	EVP_CIPHER_free(cipher);
}

int main(int argc, char **argv)
{
	provider_setup(argc, argv);
	named("aegis-128x4");
	named("Aegis-256X2");
	named("CHACHA20-POLY1305");
	by_module(argv[1], "testudo", false);
	by_module(argv[1], "testudo-gcmmode", true);
	by_config(argv[1], "", false);
	by_config(argv[1], "gcm-mode = no", false);
	by_config(argv[1], "gcm-mode = yes", true);
	by_config(argv[1], "gcm-mode = 1", true);
	preferred(argv[1], "", "default");
	preferred(argv[1], "alg_section = algorithms", "testudo");
	provider_cleanup();
	return 0;
}
