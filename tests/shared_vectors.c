// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * Runs vector files, every row on each case:
 *
 *     shared_vectors [FOLDER...]
 *
 * takes the *.rsp files with operations aead, mac, stream, xstream, hchacha and
 * poly1305 of the folders, by default those of $TESTUDO_VECTORS or VECTORS_DIR.
 * Files of algorithms that are not built in are passed over.  Exit status 77,
 * "skipped", without any file.
 */
#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <errno.h>
#include <string.h>
#include <testudo/testudo.h>
#include "known.h"

#ifndef VECTORS_DIR
#define VECTORS_DIR "../shared/vectors"
#endif

enum { KEY, NONCE, IV, AAD, MSG, CT, TAG, OUT, FIELDS };
static const char *const fields[FIELDS] = {
	"key", "nonce", "iv", "aad", "msg", "ct", "tag", "out",
};

struct block {
	uint8_t *data[FIELDS];
	size_t len[FIELDS];
	bool any, valid;
	int line;		/* of its first line */
	int rounds;
	uint32_t counter;
};

static size_t cases, files, failed;

static void fail(const char *file, int line, const char *row, const char *what)
{
	fprintf(stderr, "%s:%d: %s: %s\n", file, line, row, what);
	failed++;
}

/* Memory of exactly n bytes, for AddressSanitizer; NULL for none. */
static void *exactly(size_t n)
{
	void *p = n ? malloc(n) : NULL;

	if (n && !p)
		abort();
	return p;
}

static int digit(char c)
{
	return c >= '0' && c <= '9' ? c - '0' :
	       c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool unhex(struct block *b, int field, const char *hex)
{
	size_t n = strlen(hex) / 2;
	uint8_t *p = exactly(n);

	free(b->data[field]);
	b->data[field] = p;
	b->len[field] = n;
	for (size_t i = 0; i < n; i++) {
		int hi = digit(hex[2 * i]), lo = digit(hex[2 * i + 1]);

		if (hi < 0 || lo < 0)
			return false;
		p[i] = (uint8_t)(hi << 4 | lo);
	}
	return !hex[2 * n];
}

static void run_aead(const char *file, const struct block *b,
		     enum testudo_alg alg, const char *row)
{
	const struct testudo_alg_info *info = testudo_alg_info(alg);
	size_t len = b->len[CT], tag_len = b->len[TAG];
	uint8_t *out = exactly(len), *tag = exactly(tag_len);
	bool right_nonce = b->len[NONCE] == info->nonce_len;
	struct testudo_key key;
	int err;

	err = testudo_key_init(&key, alg, b->data[KEY], b->len[KEY], tag_len);
	if (err && b->valid)
		fail(file, b->line, row, "key refused");
	if (err)
		goto out;
	err = testudo_decrypt(out, b->data[CT], len, b->data[TAG],
			      b->data[AAD], b->len[AAD], b->data[NONCE],
			      b->len[NONCE], &key);
	if (err != (!right_nonce ? -EINVAL : b->valid ? 0 : -EBADMSG))
		fail(file, b->line, row, "decrypt has the wrong result");
	if (!b->valid)
		goto out;
	if (b->len[MSG] != len || (len && memcmp(out, b->data[MSG], len)))
		fail(file, b->line, row, "wrong plaintext");
	err = testudo_encrypt(out, b->data[MSG], len, tag, b->data[AAD],
			      b->len[AAD], b->data[NONCE], b->len[NONCE], &key);
	if (err || (len && memcmp(out, b->data[CT], len)))
		fail(file, b->line, row, "wrong ciphertext");
	if (err || memcmp(tag, b->data[TAG], tag_len))
		fail(file, b->line, row, "wrong tag");
out:
	free(out);
	free(tag);
}

static void run_mac(const char *file, const struct block *b,
		    enum testudo_alg alg, const char *row)
{
	struct testudo_aegismac_ctx c;
	int err;

	err = testudo_aegismac_init(&c, alg, b->data[KEY], b->len[KEY],
				    b->data[NONCE], b->len[NONCE]);
	if (!err) {
		testudo_aegismac_update(&c, b->data[MSG], b->len[MSG]);
		err = testudo_aegismac_verify(&c, b->data[TAG], b->len[TAG]);
	}
	if (!err != b->valid)
		fail(file, b->line, row, "verify has the wrong result");
}

/* ChaCha, or XChaCha where there is a nonce in place of an IV. */
static void run_stream(const char *file, const struct block *b,
		       enum testudo_alg alg, const char *row)
{
	uint8_t *out = exactly(b->len[MSG]);
	bool extended = b->data[NONCE];
	struct testudo_chacha_state s;

	(void)alg;
	if (b->len[KEY] != 32 || b->len[CT] != b->len[MSG] ||
	    b->len[extended ? NONCE : IV] != (extended ? 24 : 16)) {
		fail(file, b->line, row, "a length is wrong");
		goto out;
	}
	known_state(&s, b->data[KEY], b->data[extended ? NONCE : IV], extended,
		    b->counter);
	testudo_chacha_crypt(&s, out, b->data[MSG], b->len[MSG],
			     extended ? 20 : b->rounds);
	if (b->len[MSG] && memcmp(out, b->data[CT], b->len[CT]))
		fail(file, b->line, row, "wrong ciphertext");
out:
	free(out);
}

static void run_hchacha(const char *file, const struct block *b,
			enum testudo_alg alg, const char *row)
{
	uint8_t out[32];

	(void)alg;
	if (b->len[KEY] != 32 || b->len[NONCE] != 16 || b->len[OUT] != 32) {
		fail(file, b->line, row, "a length is wrong");
		return;
	}
	testudo_hchacha(b->data[KEY], b->data[NONCE], out, b->rounds);
	if (memcmp(out, b->data[OUT], 32))
		fail(file, b->line, row, "wrong output");
}

static void run_poly1305(const char *file, const struct block *b,
			 enum testudo_alg alg, const char *row)
{
	uint8_t tag[16];

	(void)alg;
	if (b->len[KEY] != 32 || b->len[TAG] != 16 ||
	    testudo_poly1305(tag, b->data[MSG], b->len[MSG], b->data[KEY]) ||
	    memcmp(tag, b->data[TAG], 16))
		fail(file, b->line, row, "wrong tag");
}

typedef void run_fn(const char *file, const struct block *b,
		    enum testudo_alg alg, const char *row);

static void run_block(const char *file, struct block *b, enum testudo_alg alg,
		      run_fn *run)
{
	const char *rows[16];
	size_t n = testudo_impl_list(alg, rows, 16);

	if (!b->any)
		return;
	cases++;
	for (size_t i = 0; i < n; i++) {
		if (testudo_impl_force(alg, rows[i]))
			fail(file, b->line, rows[i], "cannot be forced");
		run(file, b, alg, rows[i]);
	}
	for (int i = 0; i < FIELDS; i++)
		free(b->data[i]);
	memset(b, 0, sizeof(*b));
}

/* [alg=NAME op=OP]: what to do with it; NULL: nothing.  AEGISMAC-X is found as
 * AEGIS-X, the operations of ChaCha and Poly1305 by themselves. */
static run_fn *section(const char *line, enum testudo_alg *alg)
{
	static const struct {
		const char *op;
		run_fn *run;
		enum testudo_alg alg;
	} ops[] = {
		{ "aead", run_aead, 0 }, { "mac", run_mac, 0 },
		{ "stream", run_stream, TESTUDO_CHACHA },
		{ "xstream", run_stream, TESTUDO_CHACHA },
		{ "hchacha", run_hchacha, TESTUDO_CHACHA },
		{ "poly1305", run_poly1305, TESTUDO_POLY1305 },
	};
	char name[64], op[16], base[80];
	size_t i = 0;

	if (sscanf(line, "[alg=%63s op=%15[^]]]", name, op) != 2)
		return NULL;
	while (i < sizeof(ops) / sizeof(ops[0]) && strcmp(ops[i].op, op))
		i++;
	if (i == sizeof(ops) / sizeof(ops[0]))
		return NULL;
	*alg = ops[i].alg;
	snprintf(base, sizeof(base), "%s", name);
	if (ops[i].run == run_mac && !strncmp(name, "AEGISMAC-", 9))
		snprintf(base, sizeof(base), "AEGIS-%s", name + 9);
	return *alg || !testudo_alg_by_name(base, alg) ? ops[i].run : NULL;
}

static void run_file(const char *path)
{
	FILE *f = fopen(path, "r");
	struct block b = { 0 };
	bool any = false;
	run_fn *run = NULL;
	enum testudo_alg alg = 0;
	char line[8192], *value;
	int n = 0;

	if (!f) {
		perror(path);
		failed++;
		return;
	}
	while (fgets(line, sizeof(line), f)) {
		n++;
		line[strcspn(line, "\n")] = 0;
		value = strchr(line, '=');
		if (line[0] == '[') {
			run = section(line, &alg);
			any |= run != NULL;
		}
		if (line[0] == '#' || line[0] == '[' || !run)
			continue;
		if (!line[0])
			run_block(path, &b, alg, run);
		if (!value)
			continue;
		*value++ = 0;
		if (!b.any)
			b.line = n;
		b.any = true;
		if (!strcmp(line, "result"))
			b.valid = !strcmp(value, "valid");
		if (!strcmp(line, "rounds"))
			b.rounds = atoi(value);
		if (!strcmp(line, "counter"))
			b.counter = (uint32_t)strtoul(value, NULL, 10);
		for (int i = 0; i < FIELDS; i++)
			if (!strcmp(line, fields[i]) && !unhex(&b, i, value))
				fail(path, n, line, "is not hexadecimal");
	}
	if (run)
		run_block(path, &b, alg, run);
	files += any;
	fclose(f);
}

static void run_folder(const char *folder)
{
	DIR *d = opendir(folder);
	struct dirent *e;
	char path[4096];

	while (d && (e = readdir(d))) {
		size_t n = strlen(e->d_name);

		snprintf(path, sizeof(path), "%s/%s", folder, e->d_name);
		if (n > 4 && !strcmp(e->d_name + n - 4, ".rsp"))
			run_file(path);
		else if (!strcmp(e->d_name, "generated"))
			run_folder(path);
	}
	if (d)
		closedir(d);
}

int main(int argc, char **argv)
{
	const char *folder = getenv("TESTUDO_VECTORS");

	if (argc < 2)
		run_folder(folder ? folder : VECTORS_DIR);
	for (int i = 1; i < argc; i++)
		run_folder(argv[i]);
	if (!files) {
		printf("no vector files found, skipped\n");
		return 77;
	}
	printf("%zu files, %zu cases on every row, %zu failed\n", files, cases,
	       failed);
	return failed != 0 || !cases;
}
