/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
#ifndef TESTUDO_REPORT_H
#define TESTUDO_REPORT_H

#include "measure.h"

#define REPORT_SIZES_MAX 16

/* results[i * n + j]: subject j at size i.  Subjects of one algorithm stand
 * behind each other. */
struct report {
	const struct subject *subjects;
	const struct result *results;
	const size_t *sizes;
	size_t n, sizes_n;
	bool decrypt;
};

void report_tables(const struct report *r);	/* for people */
void report_json(const struct report *r);	/* for programs */

#endif
