// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * Runs vector files, every row on each case:
 *
 *     shared_vectors [FOLDER...]
 *
 * takes the *.rsp files with operations aead and mac of the folders, by default
 * those of $TESTUDO_VECTORS or VECTORS_DIR.  Files of algorithms that are not
 * built in are passed over.  Exit status 77, "skipped", without any file.
 */
#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <errno.h>
#include <string.h>
#include <testudo/testudo.h>

#ifndef VECTORS_DIR
#define VECTORS_DIR "../shared/vectors"
#endif

enum { KEY, NONCE, AAD, MSG, CT, TAG, FIELDS };
static const char *const fields[FIELDS] = {
	"key", "nonce", "aad", "msg", "ct", "tag",
};

struct block {
	uint8_t *data[FIELDS];
	size_t len[FIELDS];
	bool any, valid;
	int line;		/* of its first line */
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

static void run_block(const char *file, struct block *b, enum testudo_alg alg,
		      bool mac)
{
	const char *rows[16];
	size_t n = testudo_impl_list(alg, rows, 16);

	if (!b->any)
		return;
	cases++;
	for (size_t i = 0; i < n; i++) {
		if (testudo_impl_force(alg, rows[i]))
			fail(file, b->line, rows[i], "cannot be forced");
		if (mac)
			run_mac(file, b, alg, rows[i]);
		else
			run_aead(file, b, alg, rows[i]);
	}
	for (int i = 0; i < FIELDS; i++)
		free(b->data[i]);
	memset(b, 0, sizeof(*b));
}

/* [alg=NAME op=OP]: do we have it?  AEGISMAC-X is found as AEGIS-X. */
static bool section(const char *line, enum testudo_alg *alg, bool *mac)
{
	char name[64], op[16], base[64];

	if (sscanf(line, "[alg=%63s op=%15[^]]]", name, op) != 2)
		return false;
	*mac = !strcmp(op, "mac");
	if (strcmp(op, "aead") && !*mac)
		return false;
	if (*mac && !strncmp(name, "AEGISMAC-", 9)) {
		snprintf(base, sizeof(base), "AEGIS-%s", name + 9);
		return !testudo_alg_by_name(base, alg);
	}
	return !testudo_alg_by_name(name, alg);
}

static void run_file(const char *path)
{
	FILE *f = fopen(path, "r");
	struct block b = { 0 };
	bool mac = false, ours = false, any = false;
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
		if (line[0] == '[')
			any |= ours = section(line, &alg, &mac);
		if (line[0] == '#' || line[0] == '[' || !ours)
			continue;
		if (!line[0])
			run_block(path, &b, alg, mac);
		if (!value)
			continue;
		*value++ = 0;
		if (!b.any)
			b.line = n;
		b.any = true;
		if (!strcmp(line, "result"))
			b.valid = !strcmp(value, "valid");
		for (int i = 0; i < FIELDS; i++)
			if (!strcmp(line, fields[i]) && !unhex(&b, i, value))
				fail(path, n, line, "is not hexadecimal");
	}
	if (ours)
		run_block(path, &b, alg, mac);
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
