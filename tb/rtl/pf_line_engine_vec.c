/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_line_engine_vec: requests for pf_line_engine, and what must come of them.
 *
 *   pf_line_engine_vec SEED COUNT GEOMETRY [policy=scord|scord-paper] [lines=N] [addr_bits=N]
 * [pool=N] [stream=NAME]
 *
 * COUNT requests of traffic.h, many of them as the sectors of one access.
 * stream: requests of one of traffic.h's streams, or `coalesced`: whole lines, each for the first
 * time. All columns are hex; the first one says what the line is:
 *
 *   0 policy first_line last_line pool requests first_words last_words
 *         once, first. policy: 1 scord. pool: blocks there are. Words: of the first and last line,
 * those in the region 1 kind sector word_mask sub_mask tag pc a request 2 word record a record that
 * the requests so far must make, its `number` to be left out. Those of a word come in this order 3
 * skipped checks everything has left, and is in memory: words skipped and checked so far, low 32
 * bits 4 word entry then: record line_entry of the word. All words of the region, in order 6
 * everything is forgotten by the request before 5 once, last
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../cosim/traffic.c" /* a vector program is one file */
#include "reference/pf_line_row.h"

enum { MOST_LINES = 128, LINE_SECTORS = 4, DRAIN = 300, RING_LOG2 = 16 };
enum { STREAM_NONE = TRAFFIC_STREAMS, STREAM_COALESCED };

struct vec {
	struct pf_slice_config c;
	uint64_t seed, count, lines, pool;
	uint32_t addr_bits, stream, first_words, last_words;
	struct rng rng;
};

static int complain(const char *what, const char *arg)
{
	fprintf(stderr, "pf_line_engine_vec: %s: '%s'\n", what, arg);
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

static int stream(struct vec *v, const char *name)
{
	if (!strcmp(name, "coalesced")) {
		v->stream = STREAM_COALESCED;
		return 0;
	}
	for (v->stream = 0; v->stream < TRAFFIC_STREAMS; v->stream++)
		if (!strcmp(name, traffic_stream_name(v->stream)))
			return 0;
	return complain("no such stream", name);
}

static int option(struct vec *v, const char *arg)
{
	uint64_t n;

	if (!strcmp(arg, "policy=scord")) {
		v->c.policy = PF_SCORD;
	} else if (!strcmp(arg, "policy=scord-paper")) {
		v->c.policy = PF_SCORD_PAPER;
	} else if (!strncmp(arg, "lines=", 6)) {
		return number(arg + 6, 1, MOST_LINES, &v->lines);
	} else if (!strncmp(arg, "pool=", 5)) {
		return number(arg + 5, 0, MOST_LINES, &v->pool);
	} else if (!strncmp(arg, "addr_bits=", 10)) {
		if (number(arg + 10, 8, 34, &n))
			return -1;
		v->addr_bits = (uint32_t)n;
	} else if (!strncmp(arg, "stream=", 7)) {
		return stream(v, arg + 7);
	} else {
		return complain("unknown option", arg);
	}
	return 0;
}

/* Lines of the region, where it lies. */
static void shape(struct vec *v)
{
	static const uint32_t few[] = {1, 2, 5, 16, 40, MOST_LINES};
	const uint64_t all = 1ULL << (v->addr_bits - 7);

	if (!v->lines)
		v->lines = few[rng_below(&v->rng, sizeof(few) / sizeof(*few))];
	if (v->lines > all)
		v->lines = all;
	v->c.base = rng_next(&v->rng) % (all - v->lines + 1) * LINE_SECTORS;
	if (!rng_below(&v->rng, 4))
		v->c.base = (all - v->lines) * LINE_SECTORS;
	v->c.words = v->lines * PF_ROW_WORDS;
	v->first_words = v->last_words = UINT32_MAX;
	if (v->stream == STREAM_NONE && v->lines > 1 &&
	    rng_below(&v->rng, 2)) { /* its ends lie within lines */
		const uint32_t sectors = rng_below(&v->rng, LINE_SECTORS);
		const uint32_t words = rng_below(&v->rng, PF_ROW_WORDS);

		v->first_words <<= sectors * PF_SECTOR_WORDS;
		v->last_words >>= words;
		v->c.base += sectors;
		v->c.words -= sectors * PF_SECTOR_WORDS + words;
	}
	v->c.entries = v->c.words;
	v->c.report_all = true;
	v->c.ring_log2 = RING_LOG2;
}

static int read_options(struct vec *v, int argc, char **argv)
{
	if (argc < 4)
		return complain("usage: SEED COUNT GEOMETRY [OPTION=VALUE]...", "too few");
	if (number(argv[1], 0, UINT64_MAX, &v->seed) || number(argv[2], 1, UINT32_MAX, &v->count))
		return -1;
	if (!pf_slice_named(&v->c, argv[3]))
		return complain("no such geometry", argv[3]);
	v->c.policy = v->seed & 1 ? PF_SCORD : PF_SCORD_PAPER;
	v->addr_bits = traffic_addr_bits(argv[3]);
	v->pool = MOST_LINES;
	v->stream = STREAM_NONE;
	for (int i = 4; i < argc; i++)
		if (option(v, argv[i]))
			return -1;
	rng_seed(&v->rng, v->seed ^ 0x6c696e6573);
	shape(v);
	return 0;
}

static void print_record(const struct pf_slice *s, const struct pf_beat *b)
{
	const uint64_t word = pf_beat_get(b, s->report.field[PF_RACE_WORD]);

	printf("2 %llx %016llx%016llx%016llx%016llx\n", (unsigned long long)word,
	       (unsigned long long)b->v[3], (unsigned long long)b->v[2],
	       (unsigned long long)b->v[1], (unsigned long long)b->v[0]);
}

static void send(const struct vec *v, struct pf_slice *s, const struct pf_request *r)
{
	const uint32_t ring = 1U << v->c.ring_log2;
	const uint64_t forgets = s->stats.epochs + s->stats.sweeps;
	uint32_t n = s->report.head;

	printf("1 %x %llx %x %x %llx %x\n", r->kind, (unsigned long long)r->sector, r->word_mask,
	       r->sub_mask, (unsigned long long)traffic_tag_bits(&v->c.geometry, &r->tag), r->pc);
	pf_slice_request(s, r);
	for (; n != s->report.head; n++)
		print_record(s, &s->report.ring[n & (ring - 1)]);
	s->report.tail = s->report.head;
	if (s->stats.epochs + s->stats.sweeps != forgets)
		puts("6");
}

/* As the sectors of one access to a line. */
static void send_line(struct vec *v, struct pf_slice *s, struct pf_request *r)
{
	const uint32_t sectors = 1 + rng_below(&v->rng, LINE_SECTORS);
	const uint32_t first = rng_below(&v->rng, LINE_SECTORS);
	const bool same = rng_below(&v->rng, 2);
	const uint64_t line = r->sector & ~3ULL;

	for (uint32_t i = 0; i < sectors; i++) {
		r->sector = line | (first + i) % LINE_SECTORS;
		if (i && !same)
			r->word_mask = (uint8_t)rng_next(&v->rng);
		send(v, s, r);
	}
}

static void print_words(const struct vec *v, const struct pf_slice *s)
{
	printf("3 %x %x\n", (uint32_t)s->stats.skipped, (uint32_t)s->stats.checks);
	for (uint64_t i = 0; i < v->c.words; i++) {
		bool evicted;
		const struct pf_entry e = pf_meta_fetch(&s->layout, pf_slice_entry(s, i), 0,
							s->fences.epoch, &evicted);

		printf("4 %llx %llx\n", (unsigned long long)(v->c.base * PF_SECTOR_WORDS + i),
		       (unsigned long long)pf_line_entry(&s->layout, pf_meta_pack(&s->layout, &e)));
	}
}

/* A load without locks, as all blocks read what nobody writes. */
static void only_read(struct pf_request *r)
{
	r->tag.write = r->tag.atomic = false;
	r->tag.signature = 0;
	r->sub_mask = 0;
}

static void print_requests(struct vec *v, struct pf_slice *s)
{
	static const uint32_t most[] = {0, 0, SIXTEENTHS - 1, SIXTEENTHS};
	struct traffic t;
	struct pf_request r;
	uint32_t lines = 0, reads = 0; /* of 16 accesses, those that are more than a sector; that
					  are loads without locks */

	traffic_init(&t, &v->c, v->seed, v->addr_bits);
	for (uint64_t i = 1; i <= v->count; i++) {
		traffic_next(&t, &r);
		if (i % 64 == 1)
			lines = rng_below(&v->rng, SIXTEENTHS + 1);
		if (i % 256 == 1)
			reads = most[rng_below(&v->rng, sizeof(most) / sizeof(*most))];
		if (r.kind == PF_REQ_ACCESS && rng_below(&v->rng, SIXTEENTHS) < reads)
			only_read(&r);
		if (r.kind == PF_REQ_ACCESS && rng_below(&v->rng, SIXTEENTHS) < lines)
			send_line(v, s, &r);
		else
			send(v, s, &r);
		if (i % DRAIN == 0 || i == v->count)
			print_words(v, s);
	}
}

static void print_stream(struct vec *v, struct pf_slice *s)
{
	struct pf_request r;

	for (uint64_t i = 0; i < v->count; i++) {
		traffic_streamed(&v->c, v->stream == STREAM_COALESCED ? TRAFFIC_STORES : v->stream,
				 i, &r);
		send(v, s, &r);
	}
	print_words(v, s);
}

int main(int argc, char **argv)
{
	struct vec v = {0};
	struct pf_slice s;

	if (read_options(&v, argc, argv))
		return 2;
	pf_slice_init(&s, &v.c);
	printf("0 %x %llx %llx %llx %llx %x %x\n", v.c.policy,
	       (unsigned long long)v.c.base / LINE_SECTORS,
	       (unsigned long long)(v.c.base / LINE_SECTORS + v.lines - 1),
	       (unsigned long long)v.pool, (unsigned long long)v.count, v.first_words,
	       v.last_words);
	if (v.stream == STREAM_NONE)
		print_requests(&v, &s);
	else
		print_stream(&v, &s);
	puts("5");
	pf_slice_free(&s);
	if (fflush(stdout) || ferror(stdout))
		return complain("not written", "standard output");
	return 0;
}
