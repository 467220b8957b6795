// SPDX-License-Identifier: MIT OR GPL-2.0-only
/* Results of `testudo speed`, on stdout. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <openssl/crypto.h>

#include <testudo/impl.h>
#include "clock.h"
#include "report.h"

#define REFERENCE "generic"

/* A number of the table: how one subject did at one size; < 0: not known. */
typedef double figure(const struct report *r, size_t size, size_t subject);

static const struct result *at(const struct report *r, size_t size,
			       size_t subject)
{
	return &r->results[size * r->n + subject];
}

static double per_byte(const struct report *r, size_t size, size_t subject)
{
	const struct result *x = at(r, size, subject);

	return x->rounds ? x->cycles / (double)r->sizes[size] : -1;
}

static double mb_per_s(const struct report *r, size_t size, size_t subject)
{
	const struct result *x = at(r, size, subject);

	return x->rounds ? (double)r->sizes[size] * 1e3 / x->ns : -1;
}

/* The generic implementation of the same algorithm; n: not measured. */
static size_t reference(const struct report *r, size_t subject)
{
	for (size_t i = 0; i < r->n; i++)
		if (!strcmp(r->subjects[i].alg, r->subjects[subject].alg) &&
		    !strcmp(r->subjects[i].impl, REFERENCE))
			return i;
	return r->n;
}

static double times_generic(const struct report *r, size_t size, size_t subject)
{
	size_t ref = reference(r, subject);

	if (ref == r->n || !at(r, size, ref)->rounds ||
	    !at(r, size, subject)->rounds)
		return -1;
	return at(r, size, ref)->cycles / at(r, size, subject)->cycles;
}

/* Half of the rounds lie within this part of the median. */
static double spread(const struct result *x)
{
	return x->rounds ? (x->cycles_p75 - x->cycles_p25) / x->cycles : 0;
}

static double widest_spread(const struct report *r, size_t subject)
{
	double widest = 0;

	for (size_t i = 0; i < r->sizes_n; i++)
		if (spread(at(r, i, subject)) > widest)
			widest = spread(at(r, i, subject));
	return widest;
}

/* Three digits that count. */
static void print_cell(double v)
{
	if (v < 0)
		printf(" %8s", "-");
	else
		printf(" %8.*f", v < .0995 ? 4 : v < .995 ? 3 : v < 9.95 ? 2 :
				 v < 99.5 ? 1 : 0, v);
}

/* Lines from to end, which have the same name in front, or not. */
static void print_block(const struct report *r, size_t from, size_t end,
			const char *title, figure *f, int name_width)
{
	bool with_spread = f == per_byte;

	printf("  %-*s", name_width, title);
	for (size_t i = 0; i < r->sizes_n; i++)
		printf(" %8zu", r->sizes[i]);
	printf("%s\n", with_spread ? "   spread" : "");
	for (size_t j = from; j < end; j++) {
		const struct subject *s = &r->subjects[j];
		bool one = !strcmp(s->alg, r->subjects[from].alg) &&
			   !strcmp(s->alg, r->subjects[end - 1].alg);

		if (one)
			printf("    %-*s", name_width - 2, s->impl);
		else
			printf("    %-18s%-*s", s->alg, name_width - 20,
			       s->impl);
		for (size_t i = 0; i < r->sizes_n; i++)
			print_cell(f(r, i, j));
		if (with_spread)
			printf("  %5.1f %%", 100 * widest_spread(r, j));
		putchar('\n');
	}
}

static void print_group(const struct report *r, size_t from, size_t end,
			const char *title)
{
	bool one = !strcmp(r->subjects[from].alg, r->subjects[end - 1].alg);
	int width = one ? 18 : 30;

	printf("\n%s, %s\n", title, r->decrypt ? "decrypt" : "encrypt");
	print_block(r, from, end, CLOCK_UNIT "/byte", per_byte, width);
	print_block(r, from, end, "MB/s", mb_per_s, width);
	if (reference(r, from) < r->n && end - from > 1)
		print_block(r, from, end, "times generic", times_generic,
			    width);
}

static size_t group_end(const struct report *r, size_t from)
{
	size_t end = from + 1;

	while (end < r->n &&
	       !strcmp(r->subjects[end].alg, r->subjects[from].alg))
		end++;
	return end;
}

/* What this library does not have itself. */
static bool foreign(const struct report *r, size_t subject)
{
	return !r->subjects[subject].select;
}

void report_tables(const struct report *r)
{
	size_t end, i = 0;

	printf("testudo %s, OpenSSL %s; %s; messages with %d bytes of "
	       "associated data\n", testudo_version(),
	       OpenSSL_version(OPENSSL_VERSION_STRING),
	       CLOCK_CALIBRATED ? "calibrated core cycles" :
	       "the core clock cannot be calibrated here: no cycles",
	       MEASURE_AD_LEN);
	printf("median of up to %u rounds; spread: half of the rounds lie "
	       "within so much of the median\n", at(r, 0, 0)->rounds);
	for (; i < r->n && !foreign(r, i); i = end) {
		end = group_end(r, i);
		print_group(r, i, end, r->subjects[i].alg);
	}
	/* those that came last and have no table above */
	if (i < r->n)
		print_group(r, i, r->n, group_end(r, i) == r->n ?
			    r->subjects[i].alg : "For comparison");
}

static void json_number(const char *name, double v)
{
	if (v < 0)
		printf(", \"%s\": null", name);
	else
		printf(", \"%s\": %.6g", name, v);
}

static void json_cycles(const char *name, const struct result *x, double v)
{
	json_number(name, CLOCK_CALIBRATED && x->rounds ? v : -1);
}

static void json_object(const struct report *r, size_t size, size_t subject)
{
	const struct subject *s = &r->subjects[subject];
	const struct result *x = at(r, size, subject);
	double len = (double)r->sizes[size];

	printf("{\"alg\": \"%s\", \"impl\": \"%s\", \"direction\": \"%s\", "
	       "\"size\": %zu, \"ad_size\": %d, \"rounds\": %u, "
	       "\"rejected\": %u", s->alg, s->impl,
	       r->decrypt ? "decrypt" : "encrypt", r->sizes[size],
	       s->kind == SUBJECT_AEAD ? MEASURE_AD_LEN : 0, x->rounds,
	       x->rejected);
	json_number("mb_per_s", mb_per_s(r, size, subject));
	json_number("ns_per_message", x->rounds ? x->ns : -1);
	json_cycles("cycles_per_message", x, x->cycles);
	json_cycles("cycles_per_byte", x, x->cycles / len);
	json_cycles("cycles_per_byte_min", x, x->cycles_min / len);
	json_cycles("cycles_per_byte_p25", x, x->cycles_p25 / len);
	json_cycles("cycles_per_byte_p75", x, x->cycles_p75 / len);
	json_number("spread", x->rounds ? spread(x) : -1);
	json_number("times_generic", times_generic(r, size, subject));
	printf("}");
}

void report_json(const struct report *r)
{
	const char *before = "[\n";

	for (size_t j = 0; j < r->n; j++)
		for (size_t i = 0; i < r->sizes_n; i++, before = ",\n") {
			printf("%s", before);
			json_object(r, i, j);
		}
	printf("\n]\n");
}
