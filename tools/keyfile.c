// SPDX-License-Identifier: MIT OR GPL-2.0-only
/* Key files: making and reading them. */
#include <fcntl.h>
#include <getopt.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <testudo/aead.h>
#include "keyfile.h"
#include "output.h"
#include "tool.h"

static bool read_secret(struct secret *secret, const char *path, int fd)
{
	uint8_t more;
	struct stat st;
	ssize_t n = read_full(fd, secret->bytes, sizeof(secret->bytes));
	ssize_t rest = n < 0 ? n : read_full(fd, &more, 1);

	if (rest < 0) {
		complain_errno("cannot read key file %s", path);
		return false;
	}
	if (n < KEYFILE_MIN) {
		complain("key file %s has only %zd bytes; a key has at least "
			 "%d", path, n, KEYFILE_MIN);
		return false;
	}
	if (rest) {
		complain("key file %s has more than %d bytes; is it the right "
			 "file?", path, KEYFILE_MAX);
		return false;
	}
	if (!fstat(fd, &st) && S_ISREG(st.st_mode) && (st.st_mode & 077))
		complain("warning: others may access key file %s (mode %04o); "
			 "chmod 600 it", path,
			 (unsigned int)st.st_mode & 07777);
	secret->len = (size_t)n;
	return true;
}

bool keyfile_read(struct secret *secret, const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	bool ok;

	if (fd < 0) {
		complain_errno("cannot open key file %s", path);
		return false;
	}
	ok = read_secret(secret, path, fd);
	close(fd);
	if (!ok)
		testudo_wipe(secret, sizeof(*secret));
	return ok;
}

static bool keygen(const char *path, bool force)
{
	uint8_t key[KEYFILE_MIN];
	struct output out;
	bool ok;

	if (getrandom(key, sizeof(key), 0) != sizeof(key)) {
		complain("the kernel gives no random bytes");
		return false;
	}
	ok = output_begin(&out, path, force);
	if (ok) {
		ok = output_write(&out, key, sizeof(key));
		if (ok)
			ok = output_commit(&out, 0600);
		else
			output_abort(&out);
	}
	testudo_wipe(key, sizeof(key));
	return ok;
}

int cmd_keygen(int argc, char **argv)
{
	static const struct option options[] = {
		{ "force", no_argument, NULL, 256 },
		{ "help", no_argument, NULL, 'h' },
		{ 0 },
	};
	bool force = false;
	int c;

	while ((c = getopt_long(argc, argv, ":h", options, NULL)) != -1) {
		if (c == 'h')
			return help(argv[0]);
		if (c != 256)
			return bad_option(c, argv);
		force = true;
	}
	if (argc - optind != 1)
		return bad_usage(argv[0], "give the name of one new file");
	if (!strcmp(argv[optind], "-") && isatty(STDOUT_FILENO))
		return bad_usage(argv[0], "a key is no text for a terminal; "
				 "give the name of a file");
	return keygen(argv[optind], force) ? 0 : FAILED;
}
