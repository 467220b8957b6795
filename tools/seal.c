// SPDX-License-Identifier: MIT OR GPL-2.0-only
/* testudo seal and testudo open: files through stream.h, in big pieces. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "keyfile.h"
#include "output.h"
#include "stream.h"
#include "tool.h"

#define SUFFIX ".testudo"

/* Chunks in one read() and one write(): few calls, and both buffers stay in
 * the second level cache. */
#define CHUNKS 8

struct job {
	bool opening, force;
	enum testudo_alg alg;
	const char *key, *in, *out;

	int fd;
	struct stat st;
	struct output output;
	struct progress progress;
	uint64_t done;		/* bytes read */
	uint8_t plain[CHUNKS * STREAM_CHUNK];
	uint8_t sealed[CHUNKS * STREAM_FRAME_MAX];
};

static void show_progress(struct job *j, size_t n)
{
	double mb, s;

	j->done += n;
	if (!progress_due(&j->progress))
		return;
	mb = (double)j->done / 1e6;
	s = (double)(now_ns() - j->progress.start) / 1e9;
	fprintf(stderr, "\r%s: %.0f MB", j->in, mb);
	if (S_ISREG(j->st.st_mode) && j->st.st_size > 0)
		fprintf(stderr, " of %.0f MB", (double)j->st.st_size / 1e6);
	fprintf(stderr, ", %.0f MB/s" PROGRESS_EOL, mb / s);
}

static bool read_failed(const struct job *j)
{
	complain_errno("cannot read %s", j->in);
	return false;
}

static bool format_failed(const struct job *j, const struct stream *s)
{
	complain("%s: %s", j->in, s->why);
	return false;
}

/*
 * Seals all that can be read.  A full chunk waits until more has come or the
 * end, for the last one says that it is the last.
 */
static bool seal_all(struct job *j, struct stream *s)
{
	size_t have = 0, pos, n;
	ssize_t got;

	do {
		got = read_full(j->fd, j->plain + have,
				sizeof(j->plain) - have);
		if (got < 0)
			return read_failed(j);
		have += (size_t)got;
		n = 0;
		for (pos = 0; have - pos > STREAM_CHUNK; pos += STREAM_CHUNK)
			n += stream_seal(s, j->sealed + n, j->plain + pos,
					 STREAM_CHUNK, false);
		if (have < sizeof(j->plain)) {
			n += stream_seal(s, j->sealed + n, j->plain + pos,
					 have - pos, true);
		} else {
			have -= pos;
			memcpy(j->plain, j->plain + pos, have);
		}
		if (!output_write(&j->output, j->sealed, n))
			return false;
		show_progress(j, (size_t)got);
	} while (!s->ended);
	return true;
}

/* Opens and writes the whole frames among have bytes, and says how many bytes
 * they were.  Those before a bad one are written too. */
static bool open_frames(struct job *j, struct stream *s, size_t have,
			size_t *used)
{
	size_t pos = 0, n = 0, frame, len;
	bool ok = true;

	while (have - pos >= STREAM_MARK) {
		frame = stream_frame_len(s, j->sealed + pos);
		ok = frame != 0;
		if (!ok || frame > have - pos)
			break;
		ok = stream_open(s, j->plain + n, &len, j->sealed + pos);
		if (!ok)
			break;
		n += len;
		pos += frame;
	}
	*used = pos;
	if (!ok)
		format_failed(j, s);
	return output_write(&j->output, j->plain, n) && ok;
}

/* Opens all that can be read, each piece as soon as it has come. */
static bool open_all(struct job *j, struct stream *s)
{
	/* not more chunks than there is room for */
	size_t max = CHUNKS * (STREAM_MARK + STREAM_CHUNK + s->tag_len);
	size_t have = 0, used;
	ssize_t got;

	for (;;) {
		got = read(j->fd, j->sealed + have, max - have);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return read_failed(j);
		if (got == 0)
			return stream_end(s, have) || format_failed(j, s);
		have += (size_t)got;
		if (!open_frames(j, s, have, &used))
			return false;
		have -= used;
		memmove(j->sealed, j->sealed + used, have);
		show_progress(j, (size_t)got);
	}
}

/* Begins the output, with nothing in it before key and header are known to be
 * right. */
static bool begin(struct job *j, struct stream *s)
{
	uint8_t start[STREAM_START];
	struct secret secret;
	ssize_t n = 0;
	bool ok;

	if (!keyfile_read(&secret, j->key))
		return false;
	if (j->opening) {
		n = read_full(j->fd, start, sizeof(start));
		ok = n >= 0 && stream_begin_open(s, start, (size_t)n,
						 secret.bytes, secret.len);
	} else {
		ok = stream_begin_seal(s, start, j->alg, secret.bytes,
				       secret.len);
	}
	testudo_wipe(&secret, sizeof(secret));
	if (n < 0)
		return read_failed(j);
	if (!ok)
		return format_failed(j, s);
	if (!output_begin(&j->output, j->out, j->force))
		return false;
	if (j->opening || output_write(&j->output, start, sizeof(start)))
		return true;
	output_abort(&j->output);
	return false;
}

/* What the file gets: the input's mode; the user's default if it has none. */
static mode_t file_mode(const struct job *j)
{
	mode_t mask;

	if (S_ISREG(j->st.st_mode))
		return j->st.st_mode & 0777;
	mask = umask(0);
	umask(mask);
	return 0666 & ~mask;
}

static bool process(struct job *j)
{
	struct stream s = { 0 };
	bool ok = begin(j, &s);

	if (ok) {
		progress_begin(&j->progress);
		ok = j->opening ? open_all(j, &s) : seal_all(j, &s);
		progress_end();
		if (ok)
			ok = output_commit(&j->output, file_mode(j));
		else
			output_abort(&j->output);
		if (!ok && j->opening && !j->output.path)
			complain("what was written to stdout is authentic, %s",
				 s.ended ? "and all that was sealed; what "
				 "stands behind it is not part of it" :
				 "but incomplete");
	}
	stream_wipe(&s);
	testudo_wipe(j->plain, sizeof(j->plain));
	return ok;
}

static bool open_input(struct job *j)
{
	j->fd = STDIN_FILENO;
	if (!strcmp(j->in, "-"))
		j->in = "stdin";
	else
		j->fd = open(j->in, O_RDONLY | O_CLOEXEC);
	if (j->fd < 0 || fstat(j->fd, &j->st)) {
		complain_errno("cannot open %s", j->in);
		return false;
	}
	if (S_ISDIR(j->st.st_mode)) {
		complain("%s is a directory; make an archive of it first",
			 j->in);
		return false;
	}
	posix_fadvise(j->fd, 0, 0, POSIX_FADV_SEQUENTIAL);
	return true;
}

/* OUT from IN where it was not given; NULL if there is no way to know. */
static char *default_out(const struct job *j)
{
	size_t n = strlen(j->in), suffix = strlen(SUFFIX);
	char *out;

	if (!strcmp(j->in, "-"))
		return strdup("-");
	if (!j->opening)
		return asprintf(&out, "%s" SUFFIX, j->in) < 0 ? NULL : out;
	if (n <= suffix || strcmp(j->in + n - suffix, SUFFIX))
		return NULL;
	return strndup(j->in, n - suffix);
}

/* The arguments behind the options. */
static int run(struct job *j, const char *command, int argc, char **argv)
{
	char *made = NULL;
	bool ok;

	if (!j->key)
		return bad_usage(command, "give a key file: -k KEYFILE");
	if (argc < 1 || argc > 2)
		return bad_usage(command, "give the file to %s, and perhaps a "
				 "name for the result", command);
	j->in = argv[0];
	j->out = argc == 2 ? argv[1] : (made = default_out(j));
	if (!j->out)
		return bad_usage(command, "%s does not end in " SUFFIX
				 ": give a name for the result", j->in);
	if (!j->opening && !strcmp(j->out, "-") && isatty(STDOUT_FILENO)) {
		free(made);
		return bad_usage(command, "a sealed file is no text for a "
				 "terminal; give a name for the result");
	}
	ok = open_input(j) && process(j);
	free(made);
	return ok ? 0 : FAILED;
}

static int parse(struct job *j, int argc, char **argv)
{
	static const struct option options[] = {
		{ "alg", required_argument, NULL, 'a' },
		{ "key", required_argument, NULL, 'k' },
		{ "force", no_argument, NULL, 256 },
		{ "help", no_argument, NULL, 'h' },
		{ 0 },
	};
	int c;

	while ((c = getopt_long(argc, argv, ":a:k:h", options, NULL)) != -1) {
		if (c == 'h')
			return help(argv[0]);
		else if (c == 'k')
			j->key = optarg;
		else if (c == 256)
			j->force = true;
		else if (c != 'a')
			return bad_option(c, argv);
		else if (j->opening)
			return bad_usage(argv[0], "the file itself says which "
					 "algorithm it is; leave out -a");
		else if (testudo_alg_by_name(optarg, &j->alg))
			return bad_alg(argv[0], optarg);
	}
	return run(j, argv[0], argc - optind, argv + optind);
}

static int start(bool opening, int argc, char **argv)
{
	struct job *j = calloc(1, sizeof(*j));
	int status;

	if (!j) {
		complain("out of memory");
		return FAILED;
	}
	j->opening = opening;
	j->alg = TESTUDO_AEGIS128X4;
	status = parse(j, argc, argv);
	free(j);
	return status;
}

int cmd_seal(int argc, char **argv)
{
	return start(false, argc, argv);
}

int cmd_open(int argc, char **argv)
{
	return start(true, argc, argv);
}
