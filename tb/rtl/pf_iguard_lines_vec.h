/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_iguard_lines_vec: accesses to 64 lines for the benches of pf_iguard_lines, pf_iguard_engine
 * and pf_iguard_unit, and lines of hex columns for pf_iguard_lines_bench.vh: 0 line words bytes tag
 * era races, and for each word that races: reader word kind others side 1: everything is forgotten
 *   2, and for each line and word: writer reader
 *   3 message
 */
#ifndef PF_IGUARD_LINES_VEC_H
#define PF_IGUARD_LINES_VEC_H

#include <string.h>

#include "pf_iguard_vec.h"
#include "reference/pf_iguard_slice.h"

enum { LINES = 64, TAGS = 8, WORDS = PF_IGUARD_LINE_WORDS };

struct race {
	bool reader, others;
	uint32_t word;
	enum pf_iguard_kind kind;
	uint64_t side;
};

static struct bench {
	struct rng r;
	struct iguard_widths w;
	struct pf_iguard_layout layout;
	struct pf_iguard_lines *x;
	uint32_t now, races, mask[4];
	struct pf_iguard_tag tag[TAGS];
	struct race race[2 * WORDS];
} b;

static inline uint32_t any(uint32_t n)
{
	return rng_below(&b.r, n);
}

static inline void on_turn(void *ctx, const struct pf_iguard_turn *t)
{
	(void)ctx;
	for (uint32_t left = t->kind ? t->words : 0; left; left &= left - 1)
		b.race[b.races++] = (struct race){t->readers, t->with_others,
						  (uint32_t)__builtin_ctz(left), t->kind, t->side};
}

static inline uint32_t any_words(void)
{
	const uint32_t n = 1 + any(8), run = ((1U << n) - 1) << any(32);

	switch (any(8)) {
	case 0: return 1U << any(32);
	case 1: return (uint32_t)(rng_next(&b.r) >> 16) | 1U << any(32);
	case 2: return UINT32_MAX;
	case 3: return run;
	default: return b.mask[any(4)];
	}
}

static inline struct pf_iguard_tag any_tag(void)
{
	struct pf_iguard_tag t = {.write = any(2), .several = any(8) == 0};

	iguard_side(&b.r, &b.w, &t.by);
	t.by.side.when = iguard_time(&b.r, b.now, b.w.when);
	if (any(4))
		t.by.side.bytes = 15;
	t.by.side.bytes |= !t.by.side.bytes;
	if (any(2)) {
		t.by.step = PF_IGUARD_STEP_WORD;
		t.by.side.lane = 0;
	}
	t.by.side.others = 0;
	t.by.side.others_block_scope = 0;
	t.bar = iguard_time(&b.r, b.now, b.w.when);
	t.meet = iguard_time(&b.r, b.now, b.w.when);
	return t;
}

/* Lines far apart and near each other, some again and again. */
static inline uint32_t any_line(void)
{
	return any(2) ? any(3) * 21 : any(LINES);
}

/* 0 line words bytes tag, and what became of it: b.race[]. */
static inline void print_access(uint32_t line, uint32_t words, const struct pf_iguard_tag *t,
				uint32_t era)
{
	struct pf_iguard_tag numbered = *t;

	numbered.by.side.block--;
	printf("0 %x %x %x", line, words, t->by.side.bytes);
	iguard_print_tag(&b.w, &numbered);
	printf(" %x %x", era, b.races);
	for (uint32_t i = 0; i < b.races; i++)
		printf(" %x %x %x %x %" PRIx64, b.race[i].reader, b.race[i].word, b.race[i].kind,
		       b.race[i].others, b.race[i].side);
	printf("\n");
}

/* Of somebody who accesses, mostly. */
static inline struct pf_iguard_request any_message(void)
{
	const struct pf_iguard_side *who = &b.tag[any(TAGS)].by.side;
	struct pf_iguard_request r = {
		.is_message = true,
		.message = {.kind = any(5) ? PF_IGUARD_MSG_FENCE : PF_IGUARD_MSG_BEGIN,
			    .block = who->block,
			    .warp = who->warp,
			    .lane = any(2) ? PF_IGUARD_ALL : any(32),
			    .device = any(2),
			    .stamp = {.when = iguard_time(&b.r, b.now, b.w.when),
				      .bar = iguard_time(&b.r, b.now, b.w.when),
				      .meet = iguard_time(&b.r, b.now, b.w.when)}}};

	if (any(200) == 0)
		r.message.kind = PF_IGUARD_MSG_EPOCH;
	return r;
}

static inline void print_message(const struct pf_iguard_message *m)
{
	struct iguard_bits x = {0};

	iguard_push(&x, m->kind, 3);
	iguard_push(&x, m->stamp.when, b.w.when);
	iguard_push(&x, m->stamp.bar, b.w.when);
	iguard_push(&x, m->stamp.meet, b.w.when);
	iguard_push(&x, m->lane % PF_IGUARD_ALL, 5);
	iguard_push(&x, m->lane != PF_IGUARD_ALL, 1);
	iguard_push(&x, m->device, 1);
	iguard_push(&x, m->warp, b.w.warp);
	iguard_push(&x, m->block, b.w.block);
	iguard_print(&x);
}

static inline void invent_start(const struct vec_args *a)
{
	b.w = iguard_widths(a->g);
	pf_iguard_layout_named(&b.layout, a->g->name);
	rng_seed(&b.r, a->seed);
	b.now = 1U << (b.w.when - 1) | any(1U << (b.w.when - 1));
	for (unsigned i = 0; i < TAGS; i++)
		b.tag[i] = any_tag();
	for (unsigned i = 0; i < 4; i++)
		b.mask[i] = (uint32_t)(rng_next(&b.r) >> 16) | 1;
}

/* pool=N: blocks of writers, and of readers. */
static inline uint32_t read_pool(int argc, char **argv)
{
	uint32_t pool = LINES;

	if (argc > 5 || (argc == 5 && sscanf(argv[4], "pool=%u", &pool) != 1)) {
		fprintf(stderr, "usage: %s SEED COUNT [GEOMETRY [pool=N]]\n", argv[0]);
		exit(2);
	}
	return pool;
}

static inline void print_sides(void)
{
	printf("2");
	for (uint32_t line = 0; line < LINES; line++)
		for (uint32_t word = 0; word < WORDS; word++)
			printf(" %" PRIx64 " %" PRIx64,
			       pf_iguard_lines_side(b.x, false, line, word),
			       pf_iguard_lines_side(b.x, true, line, word));
	printf("\n");
}

#endif
