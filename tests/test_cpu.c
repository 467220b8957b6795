// SPDX-License-Identifier: MIT OR GPL-2.0-only
/* CPU detection on machines that are made up. */
#include "test_util.h"
#include "cpu_x86.h"

#define SKYLAKE_X 0x00050654	/* family 6, model 0x55; Cascade, Cooper Lake */
#define ICE_LAKE 0x000606a6

#define ALL_BASE (CPU_SSSE3 | CPU_SSE41 | CPU_AES)
#define ALL_AVX (CPU_AVX | CPU_AVX2 | CPU_VAES)
#define ALL_AVX512 (CPU_AVX512F | CPU_AVX512BW | CPU_AVX512VL | \
		    CPU_AVX512IFMA | CPU_AVX512VBMI2 | CPU_FAST_ZMM)
#define ALL (ALL_BASE | CPU_BMI2 | ALL_AVX | ALL_AVX512)

/* Positions in the answers; Intel SDM volume 2A, CPUID. */
enum { LEAF1_ECX, LEAF7_EBX, LEAF7_ECX };
static const struct {
	uint32_t cpu;
	int reg, bit;
} positions[] = {
	{ CPU_SSSE3, LEAF1_ECX, 9 }, { CPU_SSE41, LEAF1_ECX, 19 },
	{ CPU_AES, LEAF1_ECX, 25 }, { CPU_AVX, LEAF1_ECX, 28 },
	{ CPU_AVX2, LEAF7_EBX, 5 }, { CPU_BMI2, LEAF7_EBX, 8 },
	{ CPU_AVX512F, LEAF7_EBX, 16 }, { CPU_AVX512IFMA, LEAF7_EBX, 21 },
	{ CPU_AVX512BW, LEAF7_EBX, 30 }, { CPU_AVX512VL, LEAF7_EBX, 31 },
	{ CPU_VAES, LEAF7_ECX, 9 }, { CPU_AVX512VBMI2, LEAF7_ECX, 6 },
};

#define OSXSAVE (1u << 27)
#define POSITIONS (sizeof(positions) / sizeof(positions[0]))

static struct machine {
	uint32_t max_leaf, signature, reg[3];
	uint64_t xcr0;
	bool amd, bad;		/* bad: was asked what it must not be */
} machine;

static struct cpuid_regs mock_cpuid(uint32_t leaf, uint32_t subleaf)
{
	struct cpuid_regs r = { 0xdeadbeef, 0xffffffff, 0xffffffff,
				0xffffffff };

	if (leaf == 0) {
		r = (struct cpuid_regs){ machine.max_leaf, 0x756e6547,
					 0x6c65746e, 0x49656e69 };
		if (machine.amd)
			r = (struct cpuid_regs){ machine.max_leaf, 0x68747541,
						 0x444d4163, 0x69746e65 };
	} else if (leaf == 1) {
		r = (struct cpuid_regs){ machine.signature, 0,
					 machine.reg[LEAF1_ECX], 0 };
	} else if (leaf == 7 && !subleaf) {
		r = (struct cpuid_regs){ 0, machine.reg[LEAF7_EBX],
					 machine.reg[LEAF7_ECX], 0 };
	}
	/* a leaf that does not exist answers with another one's data */
	if (leaf > machine.max_leaf)
		machine.bad = true;
	return r;
}

static uint64_t mock_xgetbv0(void)
{
	if (!(machine.reg[LEAF1_ECX] & OSXSAVE))
		machine.bad = true;
	return machine.xcr0;
}

/* A machine that has everything, or everything in cpu. */
static void make_machine(uint32_t cpu)
{
	machine = (struct machine){
		.max_leaf = 0x1b, .signature = ICE_LAKE, .xcr0 = 0xe7,
		.reg = { OSXSAVE, 0, 0 },
	};
	for (size_t i = 0; i < POSITIONS; i++)
		if (cpu & positions[i].cpu)
			machine.reg[positions[i].reg] |= 1u << positions[i].bit;
}

static uint32_t bits(struct kunit *test)
{
	static const struct cpu_source source = { mock_cpuid, mock_xgetbv0 };
	uint32_t cpu = testudo_cpu_bits_from(&source);

	KUNIT_ASSERT_FALSE(test, machine.bad);
	return cpu;
}

static void everything(struct kunit *test)
{
	make_machine(ALL);
	KUNIT_ASSERT_EQ(test, bits(test), ALL);
	make_machine(0);
	KUNIT_ASSERT_EQ(test, bits(test), 0);
}

/* No instruction above SSE without the operating system's word. */
static void no_osxsave(struct kunit *test)
{
	make_machine(ALL);
	machine.reg[LEAF1_ECX] &= ~OSXSAVE;
	KUNIT_ASSERT_EQ(test, bits(test), ALL_BASE | CPU_BMI2);
}

/* Bits 1 (xmm), 2 (ymm), 5 (opmask), 6 and 7 (zmm) in every combination, the
 * others set or not. */
static void every_xcr0(struct kunit *test)
{
	for (unsigned int i = 0; i < 64; i++) {
		uint32_t want = ALL_BASE | CPU_BMI2;
		bool avx = (i & 3) == 3, avx512 = (i & 31) == 31;

		make_machine(ALL);
		machine.xcr0 = (i & 3) << 1 | (i & 28) << 3 |
			       (i & 32 ? 0xffffffffffffff19 : 1);
		want |= avx ? ALL_AVX : 0;
		want |= avx512 ? ALL_AVX512 : 0;
		KUNIT_ASSERT_EQ_MSG(test, bits(test), want, "xcr0 %llx",
				    (unsigned long long)machine.xcr0);
	}
}

/* Alder Lake: VAES, and no AVX-512 although XCR0 could have it. */
static void vaes_without_avx512(struct kunit *test)
{
	uint32_t cpu = ALL & ~ALL_AVX512;

	make_machine(cpu);
	KUNIT_ASSERT_EQ(test, bits(test), cpu);
	machine.xcr0 = 7;
	KUNIT_ASSERT_EQ(test, bits(test), cpu);
}

static void avx512_without_vaes(struct kunit *test)
{
	make_machine(ALL & ~CPU_VAES);
	KUNIT_ASSERT_EQ(test, bits(test), ALL & ~CPU_VAES);
}

/* Each bit for itself: with it alone missing, it and what needs it is gone. */
static void one_missing(struct kunit *test)
{
	for (size_t i = 0; i < POSITIONS; i++) {
		uint32_t gone = positions[i].cpu;

		make_machine(ALL & ~gone);
		if (gone == CPU_AVX)
			gone |= ALL_AVX | ALL_AVX512;
		if (gone == CPU_AVX2)
			gone |= ALL_AVX512;
		if (gone == CPU_AVX512F)
			gone |= ALL_AVX512;
		KUNIT_ASSERT_EQ_MSG(test, bits(test), ALL & ~gone,
				    "without bit %u", (unsigned int)i);
	}
}

static void max_leaf(struct kunit *test)
{
	for (uint32_t max = 0; max <= 7; max++) {
		make_machine(ALL);
		machine.max_leaf = max;
		KUNIT_ASSERT_EQ_MSG(test, bits(test),
				    max == 0 ? 0 :
				    max < 7 ? ALL_BASE | CPU_AVX : ALL,
				    "max leaf %u", max);
	}
}

static void skylake_x(struct kunit *test)
{
	/* other steppings, the same; another model or family, not the same */
	static const uint32_t slow[] = { SKYLAKE_X, 0x50656, 0x5065b };
	static const uint32_t fast[] = { ICE_LAKE, 0x806f8, 0x50f54, 0x00654,
					 0x55 };

	for (size_t i = 0; i < 3; i++) {
		make_machine(ALL);
		machine.signature = slow[i];
		KUNIT_ASSERT_EQ(test, bits(test), ALL & ~CPU_FAST_ZMM);
		machine.amd = true;
		KUNIT_ASSERT_EQ(test, bits(test), ALL);
	}
	for (size_t i = 0; i < 5; i++) {
		make_machine(ALL);
		machine.signature = fast[i];
		KUNIT_ASSERT_EQ(test, bits(test), ALL);
	}
}

#define NEED_AVX2 (CPU_AVX | CPU_AVX2 | CPU_BMI2)
#define NEED_AVX512 (NEED_AVX2 | CPU_AVX512F | CPU_AVX512BW | CPU_AVX512VL)
#define NEED_IFMA (NEED_AVX512 | CPU_AVX512IFMA | CPU_AVX512VBMI2 | \
		   CPU_FAST_ZMM)

/* What the code of a row consists of.  A new row must be entered here. */
static const struct {
	const char *family, *name;
	uint32_t cpu;
} needs[] = {
	{ "AEGIS", "vaes512", NEED_AVX512 | CPU_AES | CPU_VAES },
	{ "AEGIS", "vaes256", CPU_AES | CPU_AVX | CPU_AVX2 | CPU_VAES },
	{ "AEGIS", "aesni_avx", CPU_AES | CPU_AVX },
	{ "AEGIS", "aesni", CPU_AES | CPU_SSE41 | CPU_SSSE3 },
	{ "AEGIS", "bitslice_avx2", CPU_AVX | CPU_AVX2 },
	{ "AEGIS", "bitslice_ssse3", CPU_SSSE3 },
	{ "AEGIS", "bitslice", 0 },
	{ "AEGIS", "generic", 0 },
	{ "ChaCha", "avx512", NEED_AVX512 | CPU_FAST_ZMM },
	{ "ChaCha", "avx512vl", NEED_AVX512 },
	{ "ChaCha", "avx2", CPU_AVX | CPU_AVX2 },
	{ "ChaCha", "ssse3", CPU_SSSE3 },
	{ "ChaCha", "generic", 0 },
	{ "Poly1305", "ifma", NEED_IFMA },
	{ "Poly1305", "avx2", NEED_AVX2 },
	{ "Poly1305", "generic", 0 },
	{ "ChaCha20-Poly1305", "avx512", NEED_IFMA },
	{ "ChaCha20-Poly1305", "avx512vl", NEED_AVX512 },
	{ "ChaCha20-Poly1305", "avx2", NEED_AVX2 },
	{ "ChaCha20-Poly1305", "ssse3", CPU_SSSE3 },
	{ "ChaCha20-Poly1305", "generic", 0 },
};
#define NEEDS (sizeof(needs) / sizeof(needs[0]))

static uint32_t needs_of(struct kunit *test,
			 const struct testudo_alg_entry *alg, const char *name)
{
	const char *family = alg->lanes ? "AEGIS" :
			     alg->rate ? "ChaCha20-Poly1305" : alg->info.name;
	size_t i = 0;

	while (i < NEEDS && (strcmp(needs[i].family, family) ||
			     strcmp(needs[i].name, name)))
		i++;
	KUNIT_ASSERT_TRUE_MSG(test, i < NEEDS, "unknown row %s", name);
	return needs[i].cpu;
}

/* On a machine that lacks any one thing that a row needs, it does not run; on
 * one that has all of it, it does. */
static void rows_need(struct kunit *test)
{
	const struct test_row *alg = test->param_value;
	const struct testudo_ops *const *row = alg->entry->rows;

	for (; *row; row++) {
		uint32_t need = needs_of(test, alg->entry, (*row)->name);

		make_machine(ALL);
		KUNIT_ASSERT_EQ(test, (*row)->cpu & ~bits(test), 0);
		for (size_t i = 0; i < POSITIONS; i++) {
			if (!(need & positions[i].cpu))
				continue;
			make_machine(ALL & ~positions[i].cpu);
			KUNIT_ASSERT_NE_MSG(test, (*row)->cpu & ~bits(test), 0,
					    "%s without bit %u", (*row)->name,
					    (unsigned int)i);
		}
		if (need & CPU_AVX) {
			make_machine(ALL);
			machine.xcr0 = 3;
			KUNIT_ASSERT_NE(test, (*row)->cpu & ~bits(test), 0);
		}
		if (need & CPU_AVX512F) {
			make_machine(ALL);
			machine.xcr0 = 0x27;
			KUNIT_ASSERT_NE(test, (*row)->cpu & ~bits(test), 0);
		}
		if (need & CPU_FAST_ZMM) {
			make_machine(ALL);
			machine.signature = SKYLAKE_X;
			KUNIT_ASSERT_NE(test, (*row)->cpu & ~bits(test), 0);
		}
		make_machine(need);
		KUNIT_ASSERT_EQ_MSG(test, (*row)->cpu & ~bits(test), 0, "%s",
				    (*row)->name);
	}
}

/* What is chosen here is the first row that this machine can run. */
static void this_machine(struct kunit *test)
{
	const struct test_row *alg = test->param_value;
	const struct testudo_ops *const *row = alg->entry->rows;
	uint32_t cpu = testudo_cpu_bits();

	KUNIT_ASSERT_EQ(test, testudo_impl_force(alg->alg, NULL), 0);
	while ((*row)->cpu & ~cpu)
		row++;
	KUNIT_ASSERT_PTR_EQ(test, testudo_ops(alg->slot), *row);
}

static struct kunit_case cpu_cases[] = {
	KUNIT_CASE(everything),
	KUNIT_CASE(no_osxsave),
	KUNIT_CASE(every_xcr0),
	KUNIT_CASE(vaes_without_avx512),
	KUNIT_CASE(avx512_without_vaes),
	KUNIT_CASE(one_missing),
	KUNIT_CASE(max_leaf),
	KUNIT_CASE(skylake_x),
	KUNIT_CASE_PARAM(rows_need, test_all_algs_gen_params),
	KUNIT_CASE_PARAM(this_machine, test_all_algs_gen_params),
	{}
};

static struct kunit_suite cpu_suite = {
	.name = "cpu",
	.test_cases = cpu_cases,
};

int main(int argc, char **argv)
{
	const struct kunit_suite *const suites[] = { &cpu_suite, NULL };

	return kunit_run(suites, argc, argv) != 0;
}
