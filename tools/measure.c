// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * How long calls take, beside each other.
 *
 * - In turn, round by round, so that whatever slows the machine for a while
 *   slows all of them; medians over the rounds.
 * - The core clock is measured right before and after; a round in which it
 *   changed does not count.
 * - Wide vector units sleep after some 0.7 ms without work and are slow for
 *   0.1 ms when they wake up: so the same call runs for a while first, and
 *   again behind the calibration, which is scalar.
 * - Nonces are new in each call and were written long before it: what was just
 *   stored in pieces would have to go through memory before it could be loaded
 *   as a whole, and that is not the cipher's time.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "clock.h"
#include "../src/core.h"
#include "measure.h"
#include "tool.h"

#define WARM_UP_NS	1000000
#define RESUME_NS	200000
#define RUN_NS		300000
#define MAX_CHANGE	.05	/* of the clock in a round */

#define NONCES 256
#define SEALED_MAX 16		/* messages to open, within SEALED_SIZE */
#define SEALED_SIZE 16384
#define HUGE_PAGE ((size_t)2 << 20)

const uint8_t measure_key[32] = "testudo measures with this key.";

/* Where messages are, and lie in the same place for each subject. */
static struct {
	uint8_t *plain, *dst, *sealed;
	uint8_t nonces[NONCES][32], tags[SEALED_MAX][32];
	uint8_t ad[MEASURE_AD_LEN];
	size_t size, messages;
	uint64_t count;
} bench __attribute__((aligned(64)));

static uint8_t *allocate(size_t len)
{
	size_t size = (len + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
	uint8_t *p = aligned_alloc(HUGE_PAGE, size);

	if (!p) {
		complain("out of memory");
		exit(FAILED);
	}
	madvise(p, size, MADV_HUGEPAGE);
	memset(p, 1, size);
	return p;
}

static void prepare_buffers(size_t len)
{
	size_t step = (len + 63) & ~(size_t)63;

	bench.messages = SEALED_SIZE / len;
	if (bench.messages < 1)
		bench.messages = 1;
	if (bench.messages > SEALED_MAX)
		bench.messages = SEALED_MAX;
	if (bench.size >= bench.messages * step)
		return;
	free(bench.plain);
	free(bench.dst);
	free(bench.sealed);
	bench.size = bench.messages * step;
	bench.plain = allocate(bench.size);
	bench.dst = allocate(bench.size);
	bench.sealed = allocate(bench.size);
	for (size_t i = 0; i < bench.size; i++)
		bench.plain[i] = (uint8_t)(i * 131 >> 3);
}

static uint8_t *sealed(size_t i, size_t len)
{
	return bench.sealed + i * ((len + 63) & ~(size_t)63);
}

/* New nonces, and for decryption messages sealed under the first of them. */
static bool prepare_run(struct subject *s, size_t len, bool decrypt)
{
	if (s->select && !s->select(s))
		return false;
	for (size_t i = 0; i < NONCES; i++) {
		memset(bench.nonces[i], 7, 32);
		bench.count++;
		memcpy(bench.nonces[i] + s->nonce_len - 8, &bench.count, 8);
	}
	for (size_t i = 0; decrypt && i < bench.messages; i++) {
		if (s->kind == SUBJECT_MAC)
			memcpy(sealed(i, len), bench.plain, len);
		if (s->seal(s->state, sealed(i, len), bench.plain, len,
			    bench.tags[i], bench.ad, bench.nonces[i]))
			return false;
	}
	return true;
}

static int calls(const struct subject *s, size_t len, bool decrypt,
		 unsigned int n)
{
	int bad = 0;

	if (decrypt) {
		for (size_t i = 0, k = 0; i < n; i++) {
			bad |= s->open(s->state, bench.dst, sealed(k, len), len,
				       bench.tags[k], bench.ad,
				       bench.nonces[k]);
			k = k + 1 < bench.messages ? k + 1 : 0;
		}
	} else {
		uint8_t tag[32];

		for (size_t i = 0; i < n; i++)
			bad |= s->seal(s->state, bench.dst, bench.plain, len,
				       tag, bench.ad,
				       bench.nonces[i % NONCES]);
	}
	return bad;
}

static int calls_for(const struct subject *s, size_t len, bool decrypt,
		     uint64_t ns)
{
	uint64_t start = now_ns();
	int bad = 0;

	do
		bad |= calls(s, len, decrypt, s->reps / 8 + 1);
	while (now_ns() - start < ns);
	return bad;
}

/* So many calls that a run takes about RUN_NS. */
static unsigned int choose_reps(struct subject *s, size_t len, bool decrypt)
{
	unsigned int n = 1;

	for (;;) {
		uint64_t t = now_ns();

		calls(s, len, decrypt, n);
		t = now_ns() - t;
		if (t >= RUN_NS / 2 || n > 100000) {
			double reps = n * (double)RUN_NS / (double)(t + 1);

			return reps < 1 ? 1 : (unsigned int)reps;
		}
		n *= 2;
	}
}

/* Another library may have left the upper halves of vector registers dirty,
 * which makes the next one's SSE code slow. */
static void clean_registers(void)
{
#if defined(__x86_64__)
	if (testudo_cpu_bits() & CPU_AVX)
		__asm__ volatile("vzeroupper");
#endif
}

static bool one_round(struct subject *s, size_t len, bool decrypt)
{
	uint64_t ns, ticks;
	double before, after;
	int bad;

	if (!prepare_run(s, len, decrypt))
		return false;
	clean_registers();
	bad = calls_for(s, len, decrypt, WARM_UP_NS);
	before = clock_calibrate();
	bad |= calls_for(s, len, decrypt, RESUME_NS);
	ns = now_ns();
	ticks = clock_ticks();
	bad |= calls(s, len, decrypt, s->reps);
	ticks = clock_ticks() - ticks;
	ns = now_ns() - ns;
	after = clock_calibrate();
	if (bad)
		return false;
	/* an interrupt in a calibration makes that one too low */
	if (before < after * (1 - MAX_CHANGE) ||
	    after < before * (1 - MAX_CHANGE)) {
		s->rejected++;
		return true;
	}
	s->cycles[s->rounds] = (double)ticks *
			       (before > after ? before : after) / s->reps;
	s->ns[s->rounds++] = (double)ns / s->reps;
	return true;
}

/* A look at the results, before any time is spent on them: opening gives the
 * message again, and all subjects of one algorithm the same ciphertext. */
static bool right(struct subject *s, const struct subject *first, size_t len)
{
	uint8_t tag[2][32] = { { 0 } }, *other = bench.sealed;
	bool mac = s->kind == SUBJECT_MAC;

	if (!prepare_run(s, len, true) ||
	    s->open(s->state, bench.dst, sealed(0, len), len, bench.tags[0],
		    bench.ad, bench.nonces[0]) ||
	    (!mac && memcmp(bench.dst, bench.plain, len)))
		return false;
	bench.tags[0][5] ^= 4;
	if (s->kind != SUBJECT_CIPHER &&
	    !s->open(s->state, bench.dst, sealed(0, len), len, bench.tags[0],
		     bench.ad, bench.nonces[0]))
		return false;
	return !s->seal(s->state, bench.dst, bench.plain, len, tag[0],
			bench.ad, bench.nonces[0]) &&
	       (!first->select || first->select((struct subject *)first)) &&
	       !first->seal(first->state, other, bench.plain, len, tag[1],
			    bench.ad, bench.nonces[0]) &&
	       (mac || !memcmp(bench.dst, other, len)) &&
	       !memcmp(tag[0], tag[1], MEASURE_TAG_LEN);
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static void summarize(struct subject *s, struct result *r)
{
	unsigned int n = s->rounds;

	*r = (struct result){ .rounds = n, .rejected = s->rejected };
	if (!n)
		return;
	qsort(s->cycles, n, sizeof(*s->cycles), compare);
	qsort(s->ns, n, sizeof(*s->ns), compare);
	r->cycles = s->cycles[n / 2];
	r->cycles_min = s->cycles[0];
	r->cycles_p25 = s->cycles[n / 4];
	r->cycles_p75 = s->cycles[n - 1 - n / 4];
	r->ns = s->ns[n / 2];
}

static bool wrong(const struct subject *s, size_t len)
{
	complain("%s of %s gives wrong results for %zu bytes", s->impl, s->alg,
		 len);
	return false;
}

/* A round more for those who still need one; how many there are, -1: wrong. */
static int round_of_all(struct subject *s, size_t n, size_t len, bool decrypt,
			unsigned int rounds)
{
	int more = 0;

	for (size_t i = 0; i < n; i++) {
		if (s[i].rounds >= rounds)
			continue;
		if (!one_round(&s[i], len, decrypt)) {
			wrong(&s[i], len);
			return -1;
		}
		more += s[i].rounds < rounds;
	}
	return more;
}

bool measure(struct subject *s, size_t n, size_t len, bool decrypt,
	     unsigned int rounds, struct result *results,
	     measure_progress *progress, void *arg)
{
	double *samples = calloc(2 * n * rounds + 1, sizeof(*samples));
	int more = 1;

	if (!samples) {
		complain("out of memory");
		exit(FAILED);
	}
	prepare_buffers(len);
	for (size_t i = 0, first = 0; i < n; i++) {
		if (strcmp(s[i].alg, s[first].alg))
			first = i;
		if (!right(&s[i], &s[first], len)) {
			free(samples);
			return wrong(&s[i], len);
		}
		prepare_run(&s[i], len, decrypt);
		s[i].reps = choose_reps(&s[i], len, decrypt);
		s[i].cycles = samples + 2 * i * rounds;
		s[i].ns = s[i].cycles + rounds;
		s[i].rounds = s[i].rejected = 0;
	}
	/* on a machine whose clock never rests, what there is must do */
	for (unsigned int i = 0; more > 0 && i < 2 * rounds; i++) {
		more = round_of_all(s, n, len, decrypt, rounds);
		if (progress && i < rounds)
			progress(arg);
	}
	for (size_t i = 0; i < n; i++)
		summarize(&s[i], &results[i]);
	free(samples);
	return more >= 0;
}
