/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_iguard_lines_vec: accesses to some lines, and what becomes of each.
 *
 *   random accesses ──> pf_iguard_lines_access() ──> turns ──> races, word by word
 *
 * First `lanes`, and TIMES lines of what is known of warps and blocks: which of these is of whom,
 * the bench knows, too. Then lines of hex columns:
 *   0 line words bytes tag era races, and for each word that races: reader word kind others side
 *   1: everything is forgotten
 *   2, and for each line and word: writer reader
 * Options: pool=N blocks of writers, and of readers.
 */
#include <string.h>

#include "pf_iguard_vec.h"
#include "reference/pf_iguard_lines.h"

enum { LINES = 64, TIMES = 64, TAGS = 8, ERAS = 16, WORDS = PF_IGUARD_LINE_WORDS };

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
	struct pf_iguard_lines x;
	uint32_t now, era, races, mask[4];
	struct pf_iguard_times times[TIMES];
	struct pf_iguard_tag tag[TAGS];
	struct race race[2 * WORDS];
} b;

static uint32_t any(uint32_t n)
{
	return rng_below(&b.r, n);
}

static struct pf_iguard_times times_of(void *ctx, uint32_t block, uint32_t warp)
{
	(void)ctx;
	return b.times[(block * 5 + warp * 3 + b.era * 7) % TIMES];
}

static void on_turn(void *ctx, const struct pf_iguard_turn *t)
{
	(void)ctx;
	for (uint32_t left = t->kind ? t->words : 0; left; left &= left - 1)
		b.race[b.races++] = (struct race){t->readers, t->with_others,
						  (uint32_t)__builtin_ctz(left), t->kind, t->side};
}

static uint32_t any_words(void)
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

static struct pf_iguard_tag any_tag(void)
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
static uint32_t any_line(void)
{
	return any(2) ? any(3) * 21 : any(LINES);
}

static void access(void)
{
	const uint32_t line = any_line(), words = any_words();
	struct pf_iguard_tag t = b.tag[any(TAGS)];

	b.era = any(ERAS);
	b.races = 0;
	printf("0 %x %x %x", line, words, t.by.side.bytes);
	iguard_print_tag(&b.w, &t);
	t.by.side.block++; /* 0 is nobody */
	pf_iguard_lines_access(&b.x, line, words, &t);
	printf(" %x %x", b.era, b.races);
	for (uint32_t i = 0; i < b.races; i++)
		printf(" %x %x %x %x %" PRIx64, b.race[i].reader, b.race[i].word, b.race[i].kind,
		       b.race[i].others, b.race[i].side);
	printf("\n");
}

static void print_sides(void)
{
	printf("2");
	for (uint32_t line = 0; line < LINES; line++)
		for (uint32_t word = 0; word < WORDS; word++)
			printf(" %" PRIx64 " %" PRIx64,
			       pf_iguard_lines_side(&b.x, false, line, word),
			       pf_iguard_lines_side(&b.x, true, line, word));
	printf("\n");
}

static void start(const struct vec_args *a, uint32_t pool)
{
	struct pf_iguard_checker c = {&b.layout, a->seed % 4 != 3, times_of, on_turn, NULL};

	b.w = iguard_widths(a->g);
	pf_iguard_layout_named(&b.layout, a->g->name);
	pf_iguard_lines_init(&b.x, &c, pool);
	rng_seed(&b.r, a->seed);
	b.now = 1U << (b.w.when - 1) | any(1U << (b.w.when - 1));
	printf("%x\n", c.lanes);
	for (unsigned i = 0; i < TIMES; i++) {
		iguard_times(&b.r, &b.w, b.now, any(32), &b.times[i]);
		iguard_print_times(&b.w, &b.times[i]);
		printf("\n");
	}
	for (unsigned i = 0; i < TAGS; i++)
		b.tag[i] = any_tag();
	for (unsigned i = 0; i < 4; i++)
		b.mask[i] = (uint32_t)(rng_next(&b.r) >> 16) | 1;
}

int main(int argc, char **argv)
{
	const struct vec_args a = vec_args(argc > 4 ? 4 : argc, argv);
	uint32_t pool = LINES;

	if (argc > 5 || (argc == 5 && sscanf(argv[4], "pool=%u", &pool) != 1)) {
		fprintf(stderr, "usage: %s SEED COUNT [GEOMETRY [pool=N]]\n", argv[0]);
		return 2;
	}
	start(&a, pool);
	for (uint64_t i = 0; i < a.count; i++) {
		if (any(3) == 0)
			b.tag[any(TAGS)] = any_tag();
		if (any(400) == 0) {
			if (any(2))
				print_sides();
			pf_iguard_lines_forget(&b.x);
			printf("1\n");
		}
		access();
	}
	print_sides();
	pf_iguard_lines_free(&b.x);
	return 0;
}
