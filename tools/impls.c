// SPDX-License-Identifier: MIT OR GPL-2.0-only
/* testudo impls: each algorithm's rows, which one runs, what others lack. */
#include <getopt.h>
#include <stdio.h>

#include <testudo/impl.h>
#include "../src/core.h"
#include "tool.h"

static const struct {
	uint32_t bit;
	const char *name;
} bits[] = {
	{ CPU_SSSE3, "ssse3" },
	{ CPU_SSE41, "sse4.1" },
	{ CPU_AES, "aes" },
	{ CPU_AVX, "avx" },
	{ CPU_AVX2, "avx2" },
	{ CPU_BMI2, "bmi2" },
	{ CPU_VAES, "vaes" },
	{ CPU_AVX512F, "avx512f" },
	{ CPU_AVX512BW, "avx512bw" },
	{ CPU_AVX512VL, "avx512vl" },
	{ CPU_AVX512IFMA, "avx512ifma" },
	{ CPU_AVX512VBMI2, "avx512vbmi2" },
	{ CPU_FAST_ZMM, "fast-zmm" },
};

static void print_bits(uint32_t set)
{
	for (size_t i = 0; i < sizeof(bits) / sizeof(bits[0]); i++)
		if (set & bits[i].bit)
			printf(" %s", bits[i].name);
	putchar('\n');
}

static void print_alg(const struct testudo_alg_entry *alg, uint32_t cpu)
{
	const char *chosen = testudo_impl_name(alg->alg);

	/* the others' numbers are this library's own */
	if (alg->alg < 0x8000)
		printf("\n%s (AEAD %d)\n", alg->info.name, (int)alg->alg);
	else
		printf("\n%s\n", alg->info.name);
	for (const struct testudo_ops *const *r = alg->rows; *r; r++) {
		uint32_t missing = (*r)->cpu & ~cpu;

		printf("  %-16s", (*r)->name);
		if (missing) {
			printf("this CPU lacks:");
			print_bits(missing);
		} else {
			puts((*r)->name == chosen ? "chosen" : "can run");
		}
	}
}

int cmd_impls(int argc, char **argv)
{
	static const struct option options[] = {
		{ "help", no_argument, NULL, 'h' },
		{ 0 },
	};
	uint32_t cpu = testudo_cpu_bits();
	int c;

	while ((c = getopt_long(argc, argv, ":h", options, NULL)) != -1)
		return c == 'h' ? help(argv[0]) : bad_option(c, argv);
	if (optind < argc)
		return bad_usage(argv[0], "takes no arguments");
	printf("testudo %s\nCPU:", testudo_version());
	if (cpu)
		print_bits(cpu);
	else
		puts(" nothing that an implementation could use");
	for (size_t i = 1; i < testudo_algs_n; i++)
		print_alg(&testudo_algs[i], cpu);
	return 0;
}
