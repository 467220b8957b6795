// SPDX-License-Identifier: MIT OR GPL-2.0-only
/* What the machine looks like behind a call: registers, leftover secrets. */
#include "machine_calls.h"

int main(int argc, char **argv)
{
	const struct kunit_suite *const suites[] = {
		&machine_regs_suite, &machine_secrets_suite, NULL,
	};

	return kunit_run(suites, argc, argv) != 0;
}
