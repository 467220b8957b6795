// SPDX-License-Identifier: MIT OR GPL-2.0-only
/* Runs the suites: all of them, or those named on the command line. */
#include "kunit_shim.h"

#define SUITES(X) \
	X(aead) X(final) X(stream) X(split) X(order) X(memory) X(forge) \
	X(refuse) X(overlap) X(batch) X(mac) X(mac_refuse) X(impl) \
	X(chacha) X(counter) X(poly1305) X(poly1305_edges) X(poly1305_refuse) \
	X(chachapoly) X(chachapoly_state)

#define DECLARE(name) \
	extern const struct kunit_suite *const kunit_##name##_suite;
#define ENTRY(name) kunit_##name##_suite,

SUITES(DECLARE)

int main(int argc, char **argv)
{
	const struct kunit_suite *const suites[] = { SUITES(ENTRY) NULL };

	return kunit_run(suites, argc, argv) != 0;
}
