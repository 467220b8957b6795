/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* What the parts of the command `testudo` share. */
#ifndef TESTUDO_TOOL_H
#define TESTUDO_TOOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Exit status besides 0. */
enum { FAILED = 1, BAD_USAGE = 2 };

/* The subcommands.  argv[0] is the subcommand's own name. */
int cmd_impls(int argc, char **argv);
int cmd_check(int argc, char **argv);
int cmd_speed(int argc, char **argv);
int cmd_seal(int argc, char **argv);
int cmd_open(int argc, char **argv);
int cmd_keygen(int argc, char **argv);

/* testudo.c: how a subcommand is called, on stdout; 0. */
int help(const char *command);

/* "testudo: ..." on stderr; the second one adds what errno means. */
__attribute__((format(printf, 1, 2))) void complain(const char *fmt, ...);
__attribute__((format(printf, 1, 2))) void complain_errno(const char *fmt, ...);

/* "testudo COMMAND: ..." and where to find help, on stderr; BAD_USAGE. */
__attribute__((format(printf, 2, 3))) int bad_usage(const char *command,
						    const char *fmt, ...);

/* What getopt_long() answered with ':' or '?', as bad_usage().  Its option
 * string begins with ':', and options without a letter count from 256. */
int bad_option(int c, char **argv);

/* The names that -a takes, on stderr; BAD_USAGE. */
int bad_alg(const char *command, const char *name);

/* A whole decimal number of at most max. */
bool parse_number(const char *s, uint64_t max, uint64_t *value);

/* read() until the buffer is full or the end has come, write() until all is
 * written.  -1: failed, see errno. */
ssize_t read_full(int fd, void *buf, size_t len);
int write_full(int fd, const void *buf, size_t len);

/*
 * A line on stderr that comes and goes while something takes longer than a
 * second, if stderr is a terminal.  progress_due() says when to print it anew:
 * "\r", the text, PROGRESS_EOL.  A message takes it away first.
 */
struct progress {
	uint64_t start, next;
};
#define PROGRESS_EOL "\033[K"

uint64_t now_ns(void);
void progress_begin(struct progress *p);
bool progress_due(struct progress *p);
void progress_end(void);

#endif
