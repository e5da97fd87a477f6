/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_slice_unit_vec: requests for pf_slice_unit, and what must come of them.
 *
 *   pf_slice_unit_vec SEED COUNT GEOMETRY [policy=scord|scord-paper] [metadata=full|cached16]
 *                     [lanes=N] [words=N] [entries=N] [base=N] [ring_log2=N]
 *                     [report_all=0|1] [halts=0|1]
 *
 * COUNT requests (traffic.h). What no option sets is drawn from the seed. All columns are hex; the
 * first one says what the line is and fixes the number of the others:
 *
 *   0 policy lanes base words entries meta_base ring_base ring_log2 report_all requests
 *         once, first: registers, and how many requests follow. policy: 1 scord; base: a sector;
 *         meta_base, ring_base: beats. Give the sweep command, then start
 *   1 kind sector word_mask sub_mask tag pc
 *         a request
 *   2 address beat
 *         a record that the requests so far must write: beat address, its 256 bits. Those of
 *         a request follow it
 *   3 head
 *         drain the unit (idle_o); RING_HEAD must be head, all records so far must be there;
 *         then write head to RING_TAIL
 *   4 address beat
 *         metadata at the end, the unit drained: beat address, its 256 bits. All beats of whole
 *         lines, in order
 *   5 register value
 *         a counter at the end: byte address of its register's low word (DROPPED, REPEATED: of the
 *         register), low 32 bits
 *   6 once, last
 *   7     halt: from now on accesses are counted as skipped, and nothing else
 *   8 head
 *         wait for STATUS.drained, with no request; then as 3, but for idle_o
 *   9     start
 *   a policy lanes base words entries meta_base ring_base ring_log2 report_all 0
 *         only drained: a new region, and the sweep command. Fences and epochs that follow leave no
 *         trace before the next start
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../cosim/traffic.c" /* a vector program is one file */
#include "pf_regs.h"

enum { META_BASE = 8, MOST_WORDS = 1024, SMALL_RINGS = 7, DRAIN = 200, HALT = 200, MOST_PASS = 40 };

struct vec {
	struct pf_slice_config c;
	enum pf_metadata metadata;
	uint64_t seed, count;
	uint32_t meta_base, ring_base, addr_bits;
	bool halts;
	struct rng rng;
	struct traffic t;
};

static int complain(const char *what, const char *arg)
{
	fprintf(stderr, "pf_slice_unit_vec: %s: '%s'\n", what, arg);
	return -1;
}

static int number(const char *text, uint64_t least, uint64_t most, uint64_t *n)
{
	char *end;

	*n = strtoull(text, &end, 0);
	if (*end || end == text || *n < least || *n > most)
		return complain("number out of range", text);
	return 0;
}

/* Those that traffic_shape() needs. */
static int option_before(struct vec *v, const char *arg)
{
	uint64_t n;

	if (!strcmp(arg, "policy=scord"))
		v->c.policy = PF_SCORD;
	else if (!strcmp(arg, "policy=scord-paper"))
		v->c.policy = PF_SCORD_PAPER;
	else if (!strcmp(arg, "metadata=full"))
		v->metadata = PF_FULL;
	else if (!strcmp(arg, "metadata=cached16"))
		v->metadata = PF_CACHED16;
	else if (!strncmp(arg, "lanes=", 6)) {
		if (number(arg + 6, 1, 8, &n) || n & (n - 1))
			return complain("lanes", arg);
		v->c.lanes = (uint32_t)n;
	}
	return 0;
}

/* Those that overrule it. */
static int option_after(struct vec *v, const char *arg)
{
	const uint64_t all = (1ULL << v->addr_bits) / PF_WORD_BYTES;
	uint64_t n;

	if (!strncmp(arg, "policy=", 7) || !strncmp(arg, "metadata=", 9) ||
	    !strncmp(arg, "lanes=", 6))
		return 0;
	if (!strncmp(arg, "halts=", 6)) {
		if (number(arg + 6, 0, 1, &n))
			return -1;
		v->halts = n;
		return 0;
	}
	if (!strncmp(arg, "words=", 6))
		return number(arg + 6, 1, all, &v->c.words);
	if (!strncmp(arg, "entries=", 8))
		return number(arg + 8, 1, all, &v->c.entries);
	if (!strncmp(arg, "base=", 5)) {
		if (number(arg + 5, 0, all / PF_SECTOR_WORDS - 1, &n))
			return -1;
		v->c.base = (uint32_t)n;
	} else if (!strncmp(arg, "ring_log2=", 10)) {
		if (number(arg + 10, 1, 20, &n))
			return -1;
		v->c.ring_log2 = (uint32_t)n;
	} else if (!strncmp(arg, "report_all=", 11)) {
		if (number(arg + 11, 0, 1, &n))
			return -1;
		v->c.report_all = n;
	} else {
		return complain("unknown option", arg);
	}
	return 0;
}

static int read_options(struct vec *v, int argc, char **argv)
{
	uint64_t turns;

	if (argc < 4)
		return complain("usage: SEED COUNT GEOMETRY [OPTION=VALUE]...", "too few");
	if (number(argv[1], 0, UINT64_MAX, &v->seed) || number(argv[2], 1, UINT32_MAX, &v->count))
		return -1;
	if (!pf_slice_named(&v->c, argv[3]))
		return complain("no such geometry", argv[3]);
	v->metadata = v->seed >> 1 & 1 ? PF_CACHED16 : PF_FULL;
	v->c.policy = v->seed & 1 ? PF_SCORD : PF_SCORD_PAPER;
	v->addr_bits = traffic_addr_bits(argv[3]);
	v->halts = true;
	for (int i = 4; i < argc; i++)
		if (option_before(v, argv[i]))
			return -1;
	traffic_shape(&v->c, v->metadata, v->seed, v->addr_bits, MOST_WORDS);
	v->c.ring_log2 = 1 + (uint32_t)(v->seed % SMALL_RINGS);
	for (int i = 4; i < argc; i++)
		if (option_after(v, argv[i]))
			return -1;
	turns = (v->c.words + v->c.entries - 1) / v->c.entries;
	if (turns > 1ULL << v->c.geometry.tag_bits)
		return complain("too few entries for so many words", argv[0]);
	if (v->c.base * (uint64_t)PF_SECTOR_WORDS + v->c.words >
	    (1ULL << v->addr_bits) / PF_WORD_BYTES)
		return complain("the region ends beyond the slice's data", argv[0]);
	return 0;
}

static void print_beat(unsigned what, uint64_t address, const uint64_t v[PF_BEAT_ENTRIES])
{
	printf("%u %llx %016llx%016llx%016llx%016llx\n", what, (unsigned long long)address,
	       (unsigned long long)v[3], (unsigned long long)v[2], (unsigned long long)v[1],
	       (unsigned long long)v[0]);
}

static void print_region(const struct vec *v, unsigned what, uint64_t last)
{
	printf("%x %x %x %llx %llx %llx %x %x %x %x %llx\n", what, v->c.policy, v->c.lanes,
	       (unsigned long long)v->c.base, (unsigned long long)v->c.words,
	       (unsigned long long)v->c.entries, v->meta_base, v->ring_base, v->c.ring_log2,
	       v->c.report_all, (unsigned long long)last);
}

static void print_request(struct vec *v, struct pf_slice *s)
{
	const uint32_t ring = 1U << v->c.ring_log2;
	uint32_t n = s->report.head;
	struct pf_request r;

	traffic_next(&v->t, &r);
	printf("1 %x %llx %x %x %llx %x\n", r.kind, (unsigned long long)r.sector, r.word_mask,
	       r.sub_mask, (unsigned long long)traffic_tag_bits(&v->c.geometry, &r.tag), r.pc);
	pf_slice_request(s, &r);
	for (; n != s->report.head; n++)
		print_beat(2, v->ring_base + (n & (ring - 1)), s->report.ring[n & (ring - 1)].v);
}

static void print_drained(unsigned what, struct pf_slice *s)
{
	printf("%x %x\n", what, s->report.head);
	s->report.tail = s->report.head;
}

/* Ring after the metadata and a gap */
static void place(struct vec *v, const struct pf_slice *s)
{
	v->meta_base = META_BASE + 2 * rng_below(&v->rng, 8);
	v->ring_base = v->meta_base + (uint32_t)(s->n_entries / PF_BEAT_ENTRIES) + 4;
}

/* Another shape of the same policy and metadata; counters go on. */
static void new_region(struct vec *v, struct pf_slice *s)
{
	const struct pf_slice old = *s;
	const uint64_t seed = rng_next(&v->rng);
	const uint32_t ring_log2 = v->c.ring_log2;

	traffic_shape(&v->c, v->metadata, seed, v->addr_bits, MOST_WORDS);
	v->c.ring_log2 = ring_log2;
	pf_slice_free(s);
	pf_slice_init(s, &v->c);
	s->config.disabled = s->config.closed = true;
	s->stats = old.stats;
	s->report.records = old.report.records;
	s->report.dropped = old.report.dropped;
	s->report.repeated = old.report.repeated;
	memcpy(s->report.kinds, old.report.kinds, sizeof(old.report.kinds));
	place(v, s);
	traffic_init(&v->t, &s->config, seed, v->addr_bits);
	print_region(v, 10, 0);
}

static uint64_t print_passing(struct vec *v, struct pf_slice *s, uint64_t left)
{
	uint64_t n = rng_below(&v->rng, MOST_PASS);

	n = n < left ? n : left;
	for (uint64_t i = 0; i < n; i++)
		print_request(v, s);
	return n;
}

/* Requests on the way: at most `left`. */
static uint64_t print_halt(struct vec *v, struct pf_slice *s, uint64_t left)
{
	uint64_t n;

	puts("7");
	s->config.disabled = true;
	n = print_passing(v, s, left);
	print_drained(8, s);
	n += print_passing(v, s, left - n);
	if (rng_below(&v->rng, 2)) {
		new_region(v, s);
		n += print_passing(v, s, left - n);
	}
	puts("9");
	s->config.disabled = s->config.closed = false;
	return n;
}

static void print_requests(struct vec *v, struct pf_slice *s)
{
	traffic_init(&v->t, &s->config, v->seed, v->addr_bits);
	for (uint64_t i = 1; i <= v->count; i++) {
		print_request(v, s);
		if (v->halts && rng_below(&v->rng, HALT) == 0)
			i += print_halt(v, s, v->count - i);
		if (i % DRAIN == 0 || i == v->count)
			print_drained(3, s);
	}
}

static void print_counter(uint32_t reg, uint64_t n)
{
	printf("5 %x %x\n", reg, (uint32_t)n);
}

static void print_end(const struct vec *v, const struct pf_slice *s)
{
	for (uint64_t i = 0; i < s->n_entries; i += PF_BEAT_ENTRIES)
		print_beat(4, v->meta_base + i / PF_BEAT_ENTRIES,
			   (uint64_t[]){pf_slice_entry(s, i), pf_slice_entry(s, i + 1),
					pf_slice_entry(s, i + 2), pf_slice_entry(s, i + 3)});
	print_counter(PF_REG_COUNTERS + 8 * PF_COUNTER_CHECKS, s->stats.checks);
	print_counter(PF_REG_COUNTERS + 8 * PF_COUNTER_SKIPPED, s->stats.skipped);
	for (uint32_t k = 0; k < PF_KIND_CODES; k++)
		print_counter(PF_REG_COUNTERS + 8 * (PF_COUNTER_RACE_ATOMIC_SCOPE + k),
			      s->report.kinds[k]);
	print_counter(PF_REG_COUNTERS + 8 * PF_COUNTER_RECORDS, s->report.records);
	print_counter(PF_REG_DROPPED, s->report.dropped);
	print_counter(PF_REG_REPEATED, s->report.repeated);
	puts("6");
}

int main(int argc, char **argv)
{
	struct vec v = {0};
	struct pf_slice s;

	if (read_options(&v, argc, argv))
		return 2;
	pf_slice_init(&s, &v.c);
	rng_seed(&v.rng, v.seed ^ 0x68616c74);
	place(&v, &s);
	print_region(&v, 0, v.count);
	print_requests(&v, &s);
	print_end(&v, &s);
	pf_slice_free(&s);
	if (fflush(stdout) || ferror(stdout))
		return complain("not written", "standard output");
	return 0;
}
