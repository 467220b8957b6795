/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The format of sealed files, docs/FORMAT.md, on pieces of memory: no input
 * and output here.
 *
 * A sealed file is a start of STREAM_START bytes and then frames, one for each
 * chunk of plaintext.
 */
#ifndef TESTUDO_STREAM_H
#define TESTUDO_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <testudo/aead.h>

#define STREAM_MAGIC	"TESTUDO"	/* and its final 0: 8 bytes */
#define STREAM_CHUNK	65536u
#define STREAM_HEADER	48		/* the keys depend on it */
#define STREAM_CHECK	32		/* tells a wrong key or header */
#define STREAM_START	(STREAM_HEADER + STREAM_CHECK)
#define STREAM_MARK	4		/* length, and is it last? */
#define STREAM_FRAME_MAX (STREAM_MARK + STREAM_CHUNK + 32)

struct stream {
	struct testudo_key key;
	size_t nonce_len, tag_len;
	uint64_t chunk;		/* number of the next one */
	bool ended;		/* the last one has been */
	char why[160];		/* what is wrong, after a failure */
};

/* Makes a fresh start for a file that is to be sealed with the secret. */
bool stream_begin_seal(struct stream *s, uint8_t start[STREAM_START],
		       enum testudo_alg alg,
		       const uint8_t *secret, size_t secret_len);

/* Checks the start of a sealed file, of which len <= STREAM_START bytes could
 * be read. */
bool stream_begin_open(struct stream *s, const uint8_t *start, size_t len,
		       const uint8_t *secret, size_t secret_len);

/* Seals the next chunk.  len is STREAM_CHUNK unless it is the last.  Returns
 * the length of the frame. */
size_t stream_seal(struct stream *s, uint8_t *frame, const uint8_t *plain,
		   size_t len, bool last);

/* The length of the next frame, from its first STREAM_MARK bytes; 0: there is
 * no such frame. */
size_t stream_frame_len(struct stream *s, const uint8_t *mark);

/* Opens the next frame, of the length that stream_frame_len() said.  plain has
 * room for STREAM_CHUNK bytes and is all zero if this fails. */
bool stream_open(struct stream *s, uint8_t *plain, size_t *len,
		 const uint8_t *frame);

/* Is this a good place for a sealed file to end?  left bytes of a frame that
 * is not whole stand before the end. */
bool stream_end(struct stream *s, size_t left);

/* Wipes the keys. */
void stream_wipe(struct stream *s);

#endif
