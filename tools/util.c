// SPDX-License-Identifier: MIT OR GPL-2.0-only
/* Messages, numbers, reading and writing, progress. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "../src/core.h"
#include "tool.h"

static bool progress_shown;

/* Results that stand on stdout so far come first where both go to one place. */
static void begin_message(const char *command)
{
	fflush(stdout);
	progress_end();
	fprintf(stderr, "testudo%s%s: ", command ? " " : "",
		command ? command : "");
}

void complain(const char *fmt, ...)
{
	va_list args;

	begin_message(NULL);
	va_start(args, fmt);
	vfprintf(stderr, fmt, args);
	va_end(args);
	fputc('\n', stderr);
}

void complain_errno(const char *fmt, ...)
{
	int err = errno;
	va_list args;

	begin_message(NULL);
	va_start(args, fmt);
	vfprintf(stderr, fmt, args);
	va_end(args);
	fprintf(stderr, ": %s\n", strerror(err));
}

int bad_usage(const char *command, const char *fmt, ...)
{
	va_list args;

	begin_message(command);
	va_start(args, fmt);
	vfprintf(stderr, fmt, args);
	va_end(args);
	fprintf(stderr, "\nTry: testudo help %s\n", command);
	return BAD_USAGE;
}

/* getopt's variables say which option it was. */
int bad_option(int c, char **argv)
{
	if (c == ':')
		return bad_usage(argv[0], "option %s needs a value",
				 argv[optind - 1]);
	if (optopt > ' ' && optopt < 127)
		return bad_usage(argv[0], "unknown option -%c", optopt);
	return bad_usage(argv[0], "cannot use option %s", argv[optind - 1]);
}

int bad_alg(const char *command, const char *name)
{
	begin_message(command);
	fprintf(stderr, "there is no algorithm \"%s\"; there are:", name);
	for (size_t i = 1; i < SLOT_CHACHA; i++)
		fprintf(stderr, " %s", testudo_algs[i].info.name);
	fputc('\n', stderr);
	return BAD_USAGE;
}

bool parse_number(const char *s, uint64_t max, uint64_t *value)
{
	unsigned long long v;
	char *end;

	if (*s < '0' || *s > '9')	/* strtoull takes signs and spaces */
		return false;
	errno = 0;
	v = strtoull(s, &end, 10);
	if (errno || *end || v > max)
		return false;
	*value = v;
	return true;
}

ssize_t read_full(int fd, void *buf, size_t len)
{
	size_t done = 0;

	while (done < len) {
		ssize_t n = read(fd, (char *)buf + done, len - done);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -1;
		if (n == 0)
			break;
		done += (size_t)n;
	}
	return (ssize_t)done;
}

int write_full(int fd, const void *buf, size_t len)
{
	size_t done = 0;

	while (done < len) {
		ssize_t n = write(fd, (const char *)buf + done, len - done);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -1;
		done += (size_t)n;
	}
	return 0;
}

uint64_t now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

void progress_begin(struct progress *p)
{
	p->start = now_ns();
	p->next = isatty(STDERR_FILENO) ? p->start + 1000000000 : UINT64_MAX;
}

bool progress_due(struct progress *p)
{
	uint64_t now;

	if (p->next == UINT64_MAX)
		return false;
	now = now_ns();
	if (now < p->next)
		return false;
	p->next = now + 200000000;
	progress_shown = true;
	return true;
}

void progress_end(void)
{
	if (progress_shown)
		fputs("\r" PROGRESS_EOL, stderr);
	progress_shown = false;
}
