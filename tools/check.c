// SPDX-License-Identifier: MIT OR GPL-2.0-only
/* testudo check: every implementation that this CPU can run. */
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include <testudo/impl.h>
#include "../src/core.h"
#include "selftest.h"
#include "tool.h"

#define MESSAGES 150
#define ROWS_MAX 16

/* A line for one row. */
static bool check_row(const char *name, enum testudo_alg alg, const char *row,
		      uint64_t seed)
{
	int vectors = -1, steps = -1, messages = -1;
	struct why why = { "cannot be forced" };

	printf("%-20s %-16s", name, row);
	fflush(stdout);
	if (!testudo_impl_force(alg, row) &&
	    !strcmp(testudo_impl_name(alg), row)) {
		vectors = check_vectors(alg, &why);
		if (vectors >= 0)
			steps = check_montecarlo(alg, &why);
		if (steps >= 0)
			messages = check_random(alg, row, seed, MESSAGES, &why);
	}
	testudo_impl_force(alg, NULL);
	if (messages < 0) {
		printf("FAILED: %s\n", why.text);
		return false;
	}
	printf("ok    %d vectors, %d Monte Carlo steps, %d random messages\n",
	       vectors, steps, messages);
	return true;
}

static int check_all(uint64_t seed)
{
	int failed = 0, checked = 0;

	printf("seed %" PRIu64 "\n", seed);
	for (size_t i = 1; i < testudo_algs_n; i++) {
		enum testudo_alg alg = testudo_algs[i].alg;
		const char *rows[ROWS_MAX];
		size_t n = testudo_impl_list(alg, rows, ROWS_MAX);

		for (size_t j = 0; j < n && j < ROWS_MAX; j++, checked++)
			failed += !check_row(testudo_algs[i].info.name, alg,
					     rows[j], seed);
	}
	if (failed) {
		printf("%d of %d implementations FAILED; --seed %" PRIu64
		       " repeats this run\n", failed, checked, seed);
		return FAILED;
	}
	printf("all %d implementations are right\n", checked);
	return 0;
}

int cmd_check(int argc, char **argv)
{
	static const struct option options[] = {
		{ "seed", required_argument, NULL, 256 },
		{ "help", no_argument, NULL, 'h' },
		{ 0 },
	};
	uint64_t seed = 0;
	bool given = false;
	int c;

	while ((c = getopt_long(argc, argv, ":h", options, NULL)) != -1) {
		if (c == 'h')
			return help(argv[0]);
		if (c != 256)
			return bad_option(c, argv);
		if (!parse_number(optarg, UINT64_MAX, &seed))
			return bad_usage(argv[0], "--seed takes a number, not "
					 "\"%s\"", optarg);
		given = true;
	}
	if (optind < argc)
		return bad_usage(argv[0], "takes no arguments");
	if (!given && getrandom(&seed, sizeof(seed), 0) != sizeof(seed)) {
		complain("the kernel gives no random bytes");
		return FAILED;
	}
	return check_all(seed);
}
