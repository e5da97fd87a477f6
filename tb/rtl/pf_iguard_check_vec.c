/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_iguard_check_vec: accesses to a few lines, one after the other, and what becomes of each.
 *
 *   line, its row or beat ──> pf_iguard_line_check() ──> row, words done, words left
 *                                        └──> races, turn by turn
 *
 * First `lanes readers`, and TIMES lines of what is known of warps and blocks: which of these is of
 * whom, the bench knows, too. Then a line of hex columns for each access:
 *   line load of_block beat before words raced bytes tag pc era has_block block
 *   of after changed make left done raced races, and for each race: words kind others side
 *
 * of: what a block is to be made of. load: the line has this row now, whatever it had. lanes: three
 * of four seeds.
 */
#include <string.h>

#include "pf_iguard_vec.h"
#include "reference/pf_iguard_line.h"

enum { LINES = 8, BLOCK_BITS = 12, TIMES = 64, TAGS = 6, ERAS = 16 };

struct access {
	struct pf_iguard_operation o;
	uint32_t line, pc, era, block, races, raced;
	bool load, has_block, make;
	struct pf_beat before;
	struct pf_iguard_turn race[PF_IGUARD_LINE_WORDS];
};

static struct bench {
	struct rng r;
	struct iguard_widths w;
	struct pf_iguard_layout layout;
	bool lanes, readers;
	uint32_t now;
	struct pf_iguard_times times[TIMES];
	struct pf_iguard_cells line[LINES];
	struct pf_iguard_tag tag[TAGS];
	uint32_t mask[LINES];
	uint32_t hot, hot_line, hot_words; /* accesses of a run that are to come */
	bool hot_load, hot_new;
	struct access a;
} b;

static uint32_t any(uint32_t n)
{
	return rng_below(&b.r, n);
}

static struct pf_iguard_times times_of(void *ctx, uint32_t block, uint32_t warp)
{
	(void)ctx;
	return b.times[(block * 5 + warp * 3 + b.a.era * 7) % TIMES];
}

static void on_turn(void *ctx, const struct pf_iguard_turn *t)
{
	(void)ctx;
	if (t->kind)
		b.a.race[b.a.races++] = *t;
}

static uint32_t any_words(void)
{
	const uint32_t n = any(3) ? 1 + any(4) : 1 + any(31);
	const uint32_t run = ((1U << n) - 1) << any(32);

	switch (any(6)) {
	case 0: return 1U << any(32);
	case 1: return (uint32_t)(rng_next(&b.r) >> 16) | 1U << any(32);
	case 2: return UINT32_MAX;
	default: return run;
	}
}

static struct pf_iguard_tag any_tag(void)
{
	struct pf_iguard_tag t = {.write = any(2), .several = any(6) == 0};

	iguard_side(&b.r, &b.w, &t.by);
	if (any(2)) /* one that others have, too */
		t.by = b.tag[any(TAGS)].by;
	t.by.side.when = iguard_time(&b.r, b.now, b.w.when);
	if (any(3))
		t.by.side.bytes = 15;
	t.by.side.bytes |= !t.by.side.bytes;
	if (any(2))
		t.by.step = PF_IGUARD_STEP_WORD;
	t.by.side.others = 0;
	t.by.side.others_block_scope = 0;
	t.bar = iguard_time(&b.r, b.now, b.w.when);
	t.meet = iguard_time(&b.r, b.now, b.w.when);
	return t;
}

/* Another one, by one bit. */
static uint64_t almost(uint64_t side)
{
	const struct pf_bits f = b.layout.side[any(PF_IGUARD_SIDE_BYTES)];

	return side ^ 1ULL << (f.lsb + any(f.width));
}

/* Near what is to come; or what becomes of it where it takes a place, or but for a bit. */
static uint64_t somebody(void)
{
	struct pf_iguard_lane_side x = b.tag[any(TAGS)].by;
	uint64_t side;

	if (any(3)) {
		iguard_near(&b.r, &b.w, any(32), &b.tag[any(TAGS)].by, &x);
	} else if (any(2)) {
		x.side.others = any(4) & 3;
		x.side.others_block_scope = x.side.others && any(2);
	}
	x.side.block++;
	x.side.bytes |= !x.side.bytes;
	side = pf_iguard_side_pack(&b.layout, &x);
	return any(6) ? side : almost(side);
}

static uint64_t any_side(void)
{
	return any(5) ? somebody() : 0;
}

static void load(struct pf_iguard_cells *x, uint32_t line)
{
	const uint64_t low = any_words(), nobodys = any(3) ? any_words() & ~(1U << any(32)) : 0;
	const uint64_t high = any_words() & ~low & (any(2) ? UINT32_MAX : 0);

	*x = (struct pf_iguard_cells){.of_block = line % 4 == 3, .beat = any(PF_IGUARD_BEATS)};
	for (unsigned i = 0; i < 4; i++)
		x->is.v[i] = i && any(3) == 0 && x->of_block ? x->is.v[0] : any_side();
	for (unsigned i = any(3); x->of_block && i < 3; i += 1 + any(3))
		if (x->is.v[i] && any(3) == 0)
			x->is.v[i + 1 + any(3 - i)] = almost(x->is.v[i]);
	if (!x->of_block) {
		if (x->is.v[0] && any(2)) {
			x->is.v[1] = almost(x->is.v[0]);
			x->is.v[2] = almost(x->is.v[0]);
		}
		while (x->is.v[1] == x->is.v[0])
			x->is.v[1] = somebody();
		while (x->is.v[2] == x->is.v[0] || x->is.v[2] == x->is.v[1])
			x->is.v[2] = somebody();
		x->is.v[3] = (high | nobodys) << 32 | low | nobodys;
		if (any(16) == 0)
			x->is = (struct pf_beat){.v = {any(1U << BLOCK_BITS), 0, 0, UINT64_MAX}};
	}
	b.mask[line] = any_words();
}

/* A row without a place for another side; the run is of words of one side, which others have, too:
 * its first accesses find the place taken, or make it a block's. */
static void crowd(struct pf_iguard_cells *x)
{
	const uint32_t low = any_words() | 2, high = any_words() & ~low;

	for (unsigned i = 0; i < PF_IGUARD_ROW_SIDES; i++)
		do
			x->is.v[i] = somebody();
		while ((i > 0 && x->is.v[i] == x->is.v[0]) || (i > 1 && x->is.v[i] == x->is.v[1]));
	x->is.v[3] = (uint64_t)(high & ~1U) << 32 | (low & ~1U);
	b.hot_words = low & ~1U & any_words();
	b.hot_words |= b.hot_words ? 0 : 2;
}

/* Runs of accesses to one line, most of them to the same words; some of loads alone. */
static uint32_t next_line(void)
{
	if (!b.hot && any(24) == 0) {
		b.hot = 2 + any(40);
		b.hot_line = any(2) ? any(2) : any(LINES);
		b.hot_words = any_words();
		b.hot_load = any(2);
		b.hot_new = any(2);
	}
	if (!b.hot)
		return any(3) ? any(2) : any(LINES);
	b.hot--;
	return any(12) ? b.hot_line : any(LINES);
}

static void warm(void)
{
	struct pf_iguard_operation *o = &b.a.o;

	if (!b.hot || b.a.line != b.hot_line)
		return;
	if (any(12))
		o->words = b.hot_words;
	if (any(6) == 0 && o->words & b.hot_words)
		o->words &= b.hot_words;
	if (any(12))
		o->raced = 0;
	if (b.hot_load && any(12))
		o->tag.write = false;
}

static void invent(void)
{
	const uint32_t line = next_line();
	struct pf_iguard_cells *x = &b.line[line];

	b.a = (struct access){.line = line,
			      .load = any(b.hot ? 24 : 6) == 0 || b.hot_new,
			      .pc = pf_truncate(rng_next(&b.r) >> 16, 16),
			      .era = any(ERAS),
			      .block = any(1U << BLOCK_BITS),
			      .has_block = any(4) != 0};
	if (any(2))
		b.tag[any(TAGS)] = any_tag();
	if (b.a.load) {
		load(x, line);
		if (b.hot && line == b.hot_line && !x->of_block && any(3))
			crowd(x);
	}
	b.hot_new = false;
	b.a.before = x->is;
	b.a.o = (struct pf_iguard_operation){.readers = b.readers,
					     .words = any(2) ? b.mask[line] : any_words(),
					     .raced = b.readers && any(2) ? any_words() : 0,
					     .tag = b.tag[any(TAGS)]};
	warm();
	if (x->of_block)
		b.a.o.words = (1 + any(15)) << x->beat * 4;
}

/* Printing */

static void print_beat(const struct pf_beat *x)
{
	printf(" %" PRIx64 "%016" PRIx64 "%016" PRIx64 "%016" PRIx64, x->v[3], x->v[2], x->v[1],
	       x->v[0]);
}

static void print_access(const struct pf_iguard_cells *x)
{
	struct pf_iguard_tag t = b.a.o.tag;

	t.by.side.block--;
	printf("%x %x %x %x", b.a.line, b.a.load, x->of_block, x->beat);
	print_beat(&b.a.before);
	printf(" %x %x %x", b.a.o.words, b.a.o.raced, t.by.side.bytes);
	iguard_print_tag(&b.w, &t);
	printf(" %x %x %x %x", b.a.pc, b.a.era, b.a.has_block, b.a.block);
}

static void step(void)
{
	const struct pf_iguard_checker c = {&b.layout, b.lanes, times_of, on_turn, NULL};
	struct pf_iguard_cells *x;
	struct pf_beat of, block[PF_IGUARD_BEATS];
	uint32_t words;
	bool changed;

	invent();
	x = &b.line[b.a.line];
	words = b.a.o.words;
	b.a.o.tag.by.side.block++; /* 0 is nobody */
	print_access(x);
	b.a.make = pf_iguard_line_check(&c, x, &b.a.o, b.a.has_block, &b.a.raced) ==
		   PF_IGUARD_LINE_FULL;
	changed = memcmp(&b.a.before, &x->is, sizeof(x->is)) != 0;
	of = x->is;
	if (b.a.make)
		pf_iguard_line_grow(x, b.a.block, block);
	print_beat(&of);
	print_beat(&x->is);
	printf(" %x %x %x %x %x %x", changed || b.a.make, b.a.make, b.a.o.words,
	       words & ~b.a.o.words, b.a.raced, b.a.races);
	for (uint32_t i = 0; i < b.a.races; i++) {
		const struct pf_iguard_turn *t = &b.a.race[i];

		printf(" %x %x %x %" PRIx64, t->words, t->kind, t->with_others, t->side);
	}
	printf("\n");
}

/* readers=1: rows of last readers. */
static bool read_options(int argc, char **argv)
{
	uint32_t readers = 0;

	if (argc == 5 && (sscanf(argv[4], "readers=%u", &readers) != 1 || readers > 1))
		return false;
	b.readers = readers == 1;
	return argc <= 5;
}

int main(int argc, char **argv)
{
	const struct vec_args a = vec_args(argc > 4 ? 4 : argc, argv);

	if (!read_options(argc, argv)) {
		fprintf(stderr, "usage: %s SEED COUNT [GEOMETRY [readers=0|1]]\n", argv[0]);
		return 2;
	}
	b.w = iguard_widths(a.g);
	pf_iguard_layout_named(&b.layout, a.g->name);
	b.lanes = a.seed % 4 != 3;
	rng_seed(&b.r, a.seed);
	b.now = 1U << (b.w.when - 1) | any(1U << (b.w.when - 1));
	printf("%x %x\n", b.lanes, b.readers);
	for (unsigned i = 0; i < TIMES; i++) {
		iguard_times(&b.r, &b.w, b.now, any(32), &b.times[i]);
		iguard_print_times(&b.w, &b.times[i]);
		printf("\n");
	}
	for (unsigned i = 0; i < TAGS; i++)
		b.tag[i] = any_tag();
	for (unsigned i = 0; i < LINES; i++) {
		b.line[i].of_block = i % 4 == 3;
		b.mask[i] = any_words();
	}
	for (uint64_t i = 0; i < a.count; i++)
		step();
	return 0;
}
