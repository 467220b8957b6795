/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A file that appears whole or not at all: written under another name beside
 * its place and moved there at the end.  What fails is said on stderr.
 */
#ifndef TESTUDO_OUTPUT_H
#define TESTUDO_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct output {
	int fd;
	const char *path;	/* NULL: stdout */
	bool force;		/* replace what is there */
	char *tmp, *dir;
};

/* Begins; path "-" is stdout.  After a failure there is nothing to end. */
bool output_begin(struct output *o, const char *path, bool force);
bool output_write(struct output *o, const void *buf, size_t len);

/* Ends in one of two ways: with the file in its place, or without it. */
bool output_commit(struct output *o, mode_t mode);
void output_abort(struct output *o);

#endif
