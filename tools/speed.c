// SPDX-License-Identifier: MIT OR GPL-2.0-only
/* testudo speed: what is measured; measure.c does it, report.c shows it. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "measure.h"
#include "report.h"
#include "tool.h"

#define ROUNDS 25
#define SUBJECTS_MAX 128
#define NAMES_MAX 16

/* What is wanted; no names: everything. */
struct wishes {
	const char *algs[NAMES_MAX], *impls[NAMES_MAX];
	size_t algs_n, impls_n, sizes_n;
	size_t sizes[REPORT_SIZES_MAX];
	bool decrypt, json;
};

static bool wanted(const char *const *names, size_t n, const char *name)
{
	for (size_t i = 0; i < n; i++)
		if (!strcasecmp(names[i], name) || !strcasecmp(names[i], "all"))
			return true;
	return n == 0;
}

/* All there is, those of one algorithm behind each other. */
static size_t gather(struct subject *list)
{
	static struct subject all[SUBJECTS_MAX];	/* owns the states */
	size_t n = own_add(all, 0, SUBJECTS_MAX), used = 0;

	n = peers_add(all, n, SUBJECTS_MAX);
	for (size_t i = 0; i < n; i++) {
		const char *alg = all[i].alg;

		for (size_t j = i; alg && j < n; j++)
			if (all[j].alg && !strcasecmp(all[j].alg, alg)) {
				list[used] = all[j];
				list[used++].alg = alg;
				all[j].alg = NULL;
			}
	}
	return used;
}

/* What a name may be, on stderr. */
static int unknown(const char *command, const struct subject *list, size_t n,
		   const char *what, const char *name, bool impl)
{
	const char *last = "";

	bad_usage(command, "there is no %s \"%s\" here", what, name);
	fprintf(stderr, "There are:");
	for (size_t i = 0; i < n; i++) {
		const char *s = impl ? list[i].impl : list[i].alg;
		bool seen = !strcmp(s, last);

		for (size_t j = 0; impl && j < i; j++)
			seen |= !strcmp(s, list[j].impl);
		if (!seen)
			fprintf(stderr, " %s", s);
		last = s;
	}
	fputc('\n', stderr);
	return BAD_USAGE;
}

static bool exists(const struct subject *list, size_t n, const char *name,
		   bool impl)
{
	for (size_t i = 0; i < n; i++)
		if (wanted(&name, 1, impl ? list[i].impl : list[i].alg))
			return true;
	return false;
}

/* Leaves what is wanted in the list; 0, or BAD_USAGE for a name that nothing
 * has. */
static int filter(const struct wishes *w, const char *command,
		  struct subject *list, size_t *n)
{
	size_t used = 0;

	for (size_t i = 0; i < w->algs_n; i++)
		if (!exists(list, *n, w->algs[i], false))
			return unknown(command, list, *n, "algorithm",
				       w->algs[i], false);
	for (size_t i = 0; i < w->impls_n; i++)
		if (!exists(list, *n, w->impls[i], true))
			return unknown(command, list, *n, "implementation",
				       w->impls[i], true);
	for (size_t i = 0; i < *n; i++)
		if (wanted(w->algs, w->algs_n, list[i].alg) &&
		    wanted(w->impls, w->impls_n, list[i].impl))
			list[used++] = list[i];
	*n = used;
	if (!used)
		return bad_usage(command, "no algorithm given has an "
				 "implementation given");
	return 0;
}

struct meter {
	struct progress progress;
	size_t done, all;
};

static void show(void *arg)
{
	struct meter *m = arg;
	double s, part;

	m->done++;
	if (!progress_due(&m->progress))
		return;
	s = (double)(now_ns() - m->progress.start) / 1e9;
	part = (double)m->done / (double)m->all;
	fprintf(stderr, "\rmeasuring: %.0f %%, %.0f s left" PROGRESS_EOL,
		100 * part, s / part - s);
}

static int run(const struct wishes *w, const char *command)
{
	static struct subject list[SUBJECTS_MAX];
	struct result *results;
	size_t n = gather(list);
	struct meter meter = { .all = w->sizes_n * ROUNDS };
	struct report report;
	int status = filter(w, command, list, &n);

	if (status)
		return status;
	results = calloc(n * w->sizes_n, sizeof(*results));
	if (!results) {
		complain("out of memory");
		return FAILED;
	}
	progress_begin(&meter.progress);
	for (size_t i = 0; !status && i < w->sizes_n; i++)
		if (!measure(list, n, w->sizes[i], w->decrypt, ROUNDS,
			     results + i * n, show, &meter))
			status = FAILED;
	progress_end();
	report = (struct report){
		.subjects = list, .n = n, .sizes = w->sizes,
		.sizes_n = w->sizes_n, .results = results,
		.decrypt = w->decrypt,
	};
	if (!status && w->json)
		report_json(&report);
	else if (!status)
		report_tables(&report);
	free(results);
	return status;
}

static int parse_sizes(struct wishes *w, const char *command, const char *list)
{
	char *copy = strdup(list), *rest = copy, *s;
	uint64_t size;
	int status = 0;

	w->sizes_n = 0;
	while (!status && (s = strsep(&rest, ","))) {
		if (!parse_number(s, MEASURE_MAX, &size) || !size)
			status = bad_usage(command, "\"%s\" is no message "
					   "length; --size takes numbers from "
					   "1 to %zu with commas between", s,
					   MEASURE_MAX);
		else if (w->sizes_n == REPORT_SIZES_MAX)
			status = bad_usage(command, "--size takes %d lengths "
					   "at most", REPORT_SIZES_MAX);
		else
			w->sizes[w->sizes_n++] = (size_t)size;
	}
	free(copy);
	return status;
}

static int add_name(const char *command, const char **names, size_t *n)
{
	if (*n == NAMES_MAX)
		return bad_usage(command, "too many names; \"all\" is one for "
				 "all of them");
	names[(*n)++] = optarg;
	return 0;
}

int cmd_speed(int argc, char **argv)
{
	static const struct option options[] = {
		{ "alg", required_argument, NULL, 'a' },
		{ "impl", required_argument, NULL, 'i' },
		{ "size", required_argument, NULL, 256 },
		{ "decrypt", no_argument, NULL, 257 },
		{ "json", no_argument, NULL, 258 },
		{ "help", no_argument, NULL, 'h' },
		{ 0 },
	};
	struct wishes w = {
		.sizes = { 16, 64, 256, 1024, 1420, 4096, 16384 },
		.sizes_n = 7,
	};
	int c, status = 0;

	while ((c = getopt_long(argc, argv, ":a:i:h", options, NULL)) != -1) {
		if (c == 'h')
			return help(argv[0]);
		else if (c == 'a')
			status = add_name(argv[0], w.algs, &w.algs_n);
		else if (c == 'i')
			status = add_name(argv[0], w.impls, &w.impls_n);
		else if (c == 256)
			status = parse_sizes(&w, argv[0], optarg);
		else if (c == 257)
			w.decrypt = true;
		else if (c == 258)
			w.json = true;
		else
			status = bad_option(c, argv);
		if (status)
			return status;
	}
	if (optind < argc)
		return bad_usage(argv[0], "takes no arguments, only options");
	return run(&w, argv[0]);
}
