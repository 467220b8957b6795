// SPDX-License-Identifier: MIT OR GPL-2.0-only
/* Runs KUnit suites as groups of cmocka tests, one test for each parameter. */
#include "kunit_shim.h"

#include <stdio.h>

void kunit_on_exit(struct kunit *test, void *p, size_t len,
		   void (*release)(void *p, size_t len))
{
	struct kunit_resource *r = malloc(sizeof(*r));

	if (!r)
		abort();
	*r = (struct kunit_resource){ test->resources, p, len, release };
	test->resources = r;
}

struct instance {
	struct kunit test;
	const struct kunit_case *run;
	char name[2 * KUNIT_PARAM_DESC_SIZE];
};

static void run_instance(void **state)
{
	struct instance *in = *state;

	in->run->run_case(&in->test);
}

static int release_instance(void **state)
{
	struct instance *in = *state;

	while (in->test.resources) {
		struct kunit_resource *r = in->test.resources;

		in->test.resources = r->next;
		r->release(r->p, r->len);
		free(r);
	}
	return 0;
}

/* Fills in the tests of a suite, unless out is NULL, and returns how many there
 * are. */
static size_t each_instance(const struct kunit_suite *suite,
			    struct instance *out, struct CMUnitTest *tests)
{
	const struct kunit_case *c;
	size_t n = 0;

	for (c = suite->test_cases; c->run_case; c++) {
		char desc[KUNIT_PARAM_DESC_SIZE] = "";
		const void *param = NULL;

		if (c->generate_params)
			param = c->generate_params(NULL, NULL, desc);
		do {
			if (out) {
				out[n].test.param_value = param;
				out[n].run = c;
				snprintf(out[n].name, sizeof(out[n].name),
					 "%s%s%s", c->name, desc[0] ? " " : "",
					 desc);
				tests[n] = (struct CMUnitTest){
					out[n].name, run_instance, NULL,
					release_instance, &out[n],
				};
			}
			n++;
			if (param)
				param = c->generate_params(NULL, param, desc);
		} while (param);
	}
	return n;
}

static int run_suite(const struct kunit_suite *suite)
{
	size_t n = each_instance(suite, NULL, NULL);
	struct CMUnitTest *tests = calloc(n, sizeof(*tests));
	struct instance *in = calloc(n, sizeof(*in));
	int failed;

	if (!tests || !in)
		abort();
	each_instance(suite, in, tests);
	failed = _cmocka_run_group_tests(suite->name, tests, n, NULL, NULL);
	free(tests);
	free(in);
	return failed;
}

int kunit_run(const struct kunit_suite *const *suites, int argc, char **argv)
{
	int failed = 0, run = 0;

	for (; *suites; suites++) {
		bool wanted = argc < 2;

		for (int i = 1; i < argc; i++)
			if (!strcmp(argv[i], (*suites)->name))
				wanted = true;
		if (!wanted)
			continue;
		run++;
		failed += run_suite(*suites);
	}
	if (argc > 1 && run != argc - 1) {
		fprintf(stderr, "no such suite\n");
		return 1;
	}
	return failed;
}
