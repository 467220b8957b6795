/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
#ifndef TESTUDO_KEYFILE_H
#define TESTUDO_KEYFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define KEYFILE_MIN 32
#define KEYFILE_MAX 4096

/* All that a key file holds. */
struct secret {
	uint8_t bytes[KEYFILE_MAX];
	size_t len;
};

/* False after a message.  Whoever has read one wipes it. */
bool keyfile_read(struct secret *secret, const char *path);

#endif
