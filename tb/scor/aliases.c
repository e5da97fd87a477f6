/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * aliases: which words, written by one block and read by another, lose their metadata entry in
 * between with cached16, and to whom.
 *
 *   trace ─> every access, in order ─> entry of its word ─> is it still the last writer's?
 *
 * aliases [-s] TRACE [CONFIG]     -s: only the table at the end. CONFIG (ref ...): the trace of a
 *                                 timed run, a region in each slice; without: one region
 *
 * The region is what the trace touches, so a program must touch the first and the last word that
 * it allocates. Every word of an access counts (scord-paper: the first only). In a timed run
 * a load that hits in L1 is traced when it hits; its check comes a few cycles later.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../sim/base/map.h"
#include "../../sim/config/config.h"
#include "base/mem.h"
#include "reference/pf_meta.h"
#include "trace/trace.h"

enum { TAG_BITS = 4, MOST_ROUTES = 64 };

/* An access to a word. */
struct access {
	uint32_t record; /* 0: none */
	uint32_t word;   /* number: address / 4, from GMEM_BASE */
	uint32_t block, warp, line;
	enum simt_op_kind kind;
};

/* A word since its last store in this launch. */
struct word {
	struct access store;
	struct access taker; /* the first access to another word of its entry since then */
};

/* All words written at one line and read at another. */
struct route {
	uint32_t from, to;
	uint64_t words, kept;
	struct {
		uint32_t line;
		enum simt_op_kind kind;
		uint64_t words;
	} taken[MOST_ROUTES]; /* by lines of takers */
};

struct aliases {
	bool quiet, timed;
	struct map map;
	uint64_t low, high; /* bytes touched: [low, high) */
	struct pf_region region;
	uint64_t launch, n_words, n_holders;
	struct word *word; /* [n_words] */
	uint64_t *holder;  /* whose the entry is, + 1; slice after slice */
	struct route route[MOST_ROUTES];
	size_t n_routes;
};

static const char *name(enum simt_op_kind k)
{
	return k == SIMT_OP_LD ? "load" : k == SIMT_OP_ST ? "store" : "atomic";
}

static void *zeroed(uint64_t n, size_t size)
{
	void *p = calloc(n, size);

	if (!p) {
		fprintf(stderr, "aliases: out of memory\n");
		exit(2);
	}
	return p;
}

static uint64_t address(uint64_t word)
{
	return GMEM_BASE + word * PF_WORD_BYTES;
}

/* Entry of a word, counted over all slices. */
static uint64_t entry(const struct aliases *a, uint64_t word, uint32_t *slice, uint32_t *tag)
{
	const uint64_t addr = address(word);
	uint64_t index = 0;

	*slice = a->timed ? map_slice(&a->map, addr) : 0;
	if (!pf_region_find(&a->region, a->timed ? map_local(&a->map, addr) : addr, &index, tag)) {
		fprintf(stderr, "aliases: %#llx lies outside the region\n",
			(unsigned long long)addr);
		exit(2);
	}
	return *slice * a->region.entries + index;
}

static void program(struct aliases *a)
{
	uint64_t slices = 1;

	if (a->timed) {
		slices = a->map.slices;
		pf_region_init(&a->region, 0, map_local_bytes(&a->map, a->high - GMEM_BASE),
			       PF_CACHED16, TAG_BITS);
	} else {
		pf_region_init(&a->region, a->low, a->high - a->low, PF_CACHED16, TAG_BITS);
	}
	a->n_words = (a->high - GMEM_BASE + PF_WORD_BYTES - 1) / PF_WORD_BYTES;
	a->n_holders = slices * a->region.entries;
	a->word = zeroed(a->n_words, sizeof(*a->word));
	a->holder = zeroed(a->n_holders, sizeof(*a->holder));
	printf("%llu bytes of %#llx on, %llu entries in each of %llu regions\n",
	       (unsigned long long)(a->high - a->low), (unsigned long long)a->low,
	       (unsigned long long)a->region.entries, (unsigned long long)slices);
}

static struct route *route(struct aliases *a, uint32_t from, uint32_t to)
{
	size_t i = 0;

	while (i < a->n_routes && (a->route[i].from != from || a->route[i].to != to))
		i++;
	if (i == MOST_ROUTES) {
		fprintf(stderr, "aliases: more than %d pairs of lines\n", MOST_ROUTES);
		exit(2);
	}
	if (i == a->n_routes)
		a->route[a->n_routes++] = (struct route){.from = from, .to = to};
	return &a->route[i];
}

static void count(struct aliases *a, const struct word *w, const struct access *x)
{
	struct route *r = route(a, w->store.line, x->line);
	size_t i = 0;

	r->words++;
	if (!w->taker.record) {
		r->kept++;
		return;
	}
	while (i < MOST_ROUTES - 1 && r->taken[i].words &&
	       (r->taken[i].line != w->taker.line || r->taken[i].kind != w->taker.kind))
		i++;
	r->taken[i].line = w->taker.line;
	r->taken[i].kind = w->taker.kind;
	r->taken[i].words++;
}

static void print_access(const char *what, const struct access *x)
{
	printf("  %s #%u block %u warp %u line %u", what, x->record, x->block, x->warp, x->line);
}

/* A word that another block wrote is read. */
static void handed_over(struct aliases *a, const struct word *w, const struct access *x)
{
	uint32_t slice, tag;
	uint64_t e;

	count(a, w, x);
	if (a->quiet)
		return;
	e = entry(a, x->word, &slice, &tag) - slice * a->region.entries;
	printf("launch %llu word %#llx slice %u entry %llu tag %u", (unsigned long long)a->launch,
	       (unsigned long long)address(x->word), slice, (unsigned long long)e, tag);
	print_access("written", &w->store);
	if (w->taker.record) {
		entry(a, w->taker.word, &slice, &tag);
		print_access("lost", &w->taker);
		printf(" (%s of %#llx, tag %u)", name(w->taker.kind),
		       (unsigned long long)address(w->taker.word), tag);
	}
	print_access(w->taker.record ? "read" : "kept, read", x);
	putchar('\n');
}

static void on_word(struct aliases *a, const struct access *x)
{
	struct word *w = &a->word[x->word];
	uint32_t slice, tag;
	uint64_t *holder = &a->holder[entry(a, x->word, &slice, &tag)];

	if (*holder && *holder != (uint64_t)x->word + 1) {
		struct word *loser = &a->word[*holder - 1];

		if (loser->store.record && !loser->taker.record)
			loser->taker = *x;
	}
	*holder = (uint64_t)x->word + 1;
	if (x->kind == SIMT_OP_ST)
		*w = (struct word){.store = *x};
	else if (x->kind == SIMT_OP_LD && w->store.record && w->store.block != x->block)
		handed_over(a, w, x);
}

static bool touches(const struct trace_record *r)
{
	return r->kind == TRACE_OP && r->op.kind <= SIMT_OP_RED && r->op.space == PTX_SPACE_GLOBAL;
}

/* The words of an access, lane after lane; before there is a region: only how far they reach. */
static void on_access(struct aliases *a, const struct trace_record *r, uint64_t record)
{
	struct access x = {.record = (uint32_t)record,
			   .block = (uint32_t)r->block_index,
			   .warp = r->warp,
			   .line = r->line,
			   .kind = r->op.kind};

	for (unsigned lane = 0; lane < 32; lane++) {
		const uint64_t from = r->op.addr[lane];
		const uint64_t end = from + (uint64_t)r->op.size * r->op.vec;

		if (!(r->op.mask >> lane & 1))
			continue;
		if (!a->word) {
			a->low = from < a->low ? from : a->low;
			a->high = end > a->high ? end : a->high;
			continue;
		}
		for (uint64_t w = (from - GMEM_BASE) / PF_WORD_BYTES; address(w) < end; w++) {
			x.word = (uint32_t)w;
			on_word(a, &x);
		}
	}
}

static void forget(struct aliases *a)
{
	memset(a->word, 0, a->n_words * sizeof(*a->word));
	memset(a->holder, 0, a->n_holders * sizeof(*a->holder));
}

/* Once through the trace. -1: diag. */
static int pass(struct aliases *a, const char *path, struct diag *diag)
{
	static struct trace_record r;
	struct trace_header h;
	struct trace_reader *t = trace_reader_open(path, &h, diag);
	uint64_t record = 0;
	int got;

	if (!t)
		return -1;
	while ((got = trace_reader_next(t, &r, diag)) == 1) {
		if (++record > UINT32_MAX) {
			got = diag_set(diag, path, 0, "more than 2^32 records");
			break;
		}
		if (touches(&r))
			on_access(a, &r, record);
		if (r.kind != TRACE_LAUNCH_BEGIN)
			continue;
		a->launch = r.launch;
		if (a->word)
			forget(a);
	}
	trace_reader_close(t);
	return got;
}

static void print_routes(const struct aliases *a)
{
	for (size_t i = 0; i < a->n_routes; i++) {
		const struct route *r = &a->route[i];

		printf("line %u to line %u: %llu words, %llu kept", r->from, r->to,
		       (unsigned long long)r->words, (unsigned long long)r->kept);
		for (size_t k = 0; k < MOST_ROUTES && r->taken[k].words; k++)
			printf(", %llu lost to the %s in line %u",
			       (unsigned long long)r->taken[k].words, name(r->taken[k].kind),
			       r->taken[k].line);
		putchar('\n');
	}
}

int main(int argc, char **argv)
{
	static struct aliases a = {.low = UINT64_MAX};
	struct sim_config config;
	struct diag diag = {""};

	a.quiet = argc > 1 && strcmp(argv[1], "-s") == 0;
	argc -= a.quiet;
	argv += a.quiet;
	a.timed = argc == 3;
	if (argc != 2 && argc != 3) {
		fprintf(stderr, "usage: aliases [-s] TRACE [CONFIG]\n");
		return 2;
	}
	if (a.timed && sim_config_read(&config, argv[2], &diag)) {
		fprintf(stderr, "aliases: %s\n", diag.text);
		return 2;
	}
	if (a.timed)
		a.map = map_make(&config.l2);
	if (pass(&a, argv[1], &diag)) {
		fprintf(stderr, "aliases: %s\n", diag.text);
		return 2;
	}
	if (!a.high) {
		fprintf(stderr, "aliases: %s has no access to global memory\n", argv[1]);
		return 2;
	}
	program(&a);
	if (pass(&a, argv[1], &diag)) {
		fprintf(stderr, "aliases: %s\n", diag.text);
		return 2;
	}
	print_routes(&a);
	free(a.word);
	free(a.holder);
	return 0;
}
