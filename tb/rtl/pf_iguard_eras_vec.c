/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_iguard_eras_vec: random messages, operations, pieces and lookups, cycle by cycle, and what
 * pf_iguard_eras answers.
 *
 *   arrivals ─> reference table ─> copied whole for each operation as it comes in ─> lookups
 *
 *   valid message kind block warp alone lane device when bar meet  ready room wait era idle why
 *   each add: add era; each end: end era; each lookup: step block warp valid era  known ring times
 *
 * in hex, a cycle a line. What an operation sees is the copy, not a ring. Eras are numbers without
 * end here; only which messages wait is said with them. ring: {block, warp} the row is another by
 * now. why: it waits (enum why). Rows are few, or differ in one bit of block or warp.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pf_iguard_vec.h"
#include "reference/pf_iguard_table.h"

enum { MAX_PIECES = 256, MAX_ERAS = 64, MAX_PORTS = 8 };
enum why { WHY_NONE, WHY_ROW, WHY_FULL, WHY_EPOCH, WHY_CLEAR, WHY_ROOM };

struct who {
	uint32_t block, warp;
};

struct message {
	uint32_t kind, lane;
	struct who at;
	bool alone, device;
	struct pf_iguard_stamp s;
};

struct operation {
	uint64_t era;
	unsigned pieces; /* 0: nobody's */
	unsigned ending; /* ... in this cycle */
	struct pf_iguard_table seen;
};

struct answer {
	bool known;
	const struct operation *by;
	struct who of;
	unsigned ring;
	struct pf_iguard_times times;
};

struct look {
	bool step;
	struct answer ask, taken, read, shown; /* a step from each to the next */
};

struct drive {
	struct rng r;
	struct iguard_widths w;
	unsigned epoch_bits, eras, inside, looks, adds, ends;

	/* The traffic's mood */
	struct who hot;
	unsigned rows, busy, messages, ending, adding, looking, stepping; /* in 64, but for rows */
	bool spread; /* messages to rows that are not kept */
	bool hurry;  /* operations end while a message waits */

	/* The state */
	struct pf_iguard_table table;
	struct operation op[MAX_PIECES];
	struct message kept[MAX_ERAS];
	uint64_t now, old; /* eras */
	unsigned clears;   /* cycles of it to come */
	uint64_t epochs;
	bool pass;            /* the message that is shown does not wait */
	bool reads, computes; /* a message, of the cycle before, of two before */

	/* This cycle */
	bool pending, is_message;
	struct message m;
	const struct operation *add[MAX_PORTS], *end[MAX_PORTS];
	struct look look[MAX_PORTS];
};

static void refuse(const char *what)
{
	fprintf(stderr, "pf_iguard_eras_vec: %s\n", what);
	exit(2);
}

static uint32_t bits(struct drive *d, unsigned n)
{
	return n ? (uint32_t)(rng_next(&d->r) >> (64 - n)) : 0;
}

static bool chance(struct drive *d, unsigned of_64)
{
	return rng_below(&d->r, 64) < of_64;
}

/* Rows */

static size_t warp_bytes(const struct drive *d)
{
	return sizeof(*d->table.warp) << (d->w.sm + d->w.warp);
}

static size_t block_bytes(const struct drive *d)
{
	return sizeof(*d->table.block) << d->w.block;
}

static bool same_warp(const struct drive *d, struct who a, struct who b)
{
	return !pf_truncate(a.block ^ b.block, d->w.sm) && a.warp == b.warp;
}

static bool to_warp(const struct message *m)
{
	return m->kind == PF_IGUARD_MSG_FENCE;
}

static bool to_block(const struct message *m)
{
	return m->kind == PF_IGUARD_MSG_BEGIN || (to_warp(m) && m->device);
}

/* What the unit takes */

static unsigned inside(const struct drive *d)
{
	unsigned n = 0;

	for (unsigned i = 0; i < d->inside; i++)
		n += d->op[i].pieces;
	return n;
}

static bool era_empty(const struct drive *d, uint64_t era)
{
	for (unsigned i = 0; i < d->inside; i++)
		if (d->op[i].pieces && d->op[i].era == era)
			return false;
	return true;
}

static bool is_kept(const struct drive *d)
{
	for (uint64_t e = d->old; e < d->now; e++) {
		const struct message *k = &d->kept[e % MAX_ERAS];

		if (to_warp(k) && to_warp(&d->m) && same_warp(d, k->at, d->m.at))
			return true;
		if (to_block(k) && to_block(&d->m) && k->at.block == d->m.at.block)
			return true;
	}
	return false;
}

static enum why waits(const struct drive *d)
{
	if (!inside(d))
		return WHY_NONE;
	return d->m.kind == PF_IGUARD_MSG_EPOCH ? WHY_EPOCH
	       : d->now - d->old == d->eras - 1 ? WHY_FULL
	       : is_kept(d)                     ? WHY_ROW
						: WHY_NONE;
}

static bool room(const struct drive *d)
{
	return !d->clears && inside(d) + 1 + d->adds <= d->inside;
}

static bool ready(const struct drive *d)
{
	return d->is_message ? !d->clears && d->pass : room(d);
}

static enum why why(const struct drive *d)
{
	if (!d->pending || ready(d))
		return WHY_NONE;
	return d->clears ? WHY_CLEAR : d->is_message ? waits(d) : WHY_ROOM;
}

/* Traffic */

static struct who any(struct drive *d)
{
	return (struct who){bits(d, d->w.block), bits(d, d->w.warp)};
}

static struct who someone(struct drive *d)
{
	const unsigned n = rng_below(&d->r, d->rows);
	struct who w = d->hot;

	if (!rng_below(&d->r, 32))
		return any(d);
	if (n && n <= d->w.block)
		w.block ^= 1U << (n - 1);
	else if (n)
		w.warp ^= 1U << (n - 1 - d->w.block);
	return w;
}

static void mood(struct drive *d)
{
	static const unsigned busy[] = {64, 64, 60, 40, 8}, messages[] = {2, 10, 32, 58},
			      ending[] = {64, 48, 24, 8, 3, 1}, adding[] = {0, 4, 32, 64},
			      stepping[] = {64, 64, 48, 16, 3};

	d->busy = busy[rng_below(&d->r, 5)];
	d->messages = messages[rng_below(&d->r, 4)];
	d->ending = ending[rng_below(&d->r, 6)];
	d->adding = adding[rng_below(&d->r, 4)];
	d->looking = rng_below(&d->r, 4) ? 64 : 20;
	d->stepping = stepping[rng_below(&d->r, 5)];
	d->rows = 1 + rng_below(&d->r, d->w.block + d->w.warp + 1);
	d->hot = any(d);
	d->spread = rng_below(&d->r, 2);
	d->hurry = rng_below(&d->r, 4);
	if (!rng_below(&d->r, 5)) { /* as many pieces as may be, of one era; then messages */
		d->busy = d->adding = 64;
		d->messages = 0;
		d->ending = rng_below(&d->r, 3);
	}
}

static struct operation *any_operation(struct drive *d)
{
	const unsigned from = rng_below(&d->r, d->inside);

	for (unsigned i = 0; i < d->inside; i++) {
		struct operation *o = &d->op[(from + i) % d->inside];

		if (o->pieces)
			return o;
	}
	return NULL;
}

/* A message waits for it, and it does nothing but end. */
static bool leaves(const struct drive *d, const struct operation *o)
{
	const enum why w = why(d);

	return w == WHY_EPOCH || (d->hurry && (w == WHY_ROW || w == WHY_FULL) && o->era == d->old);
}

/* A piece that waits for an answer. */
static unsigned kept_pieces(const struct drive *d, const struct operation *o)
{
	for (unsigned i = 0; i < d->looks; i++) {
		const struct look *l = &d->look[i];

		if ((l->taken.known && l->taken.by == o) || (l->read.known && l->read.by == o))
			return 1;
	}
	return 0;
}

/* The piece, or without one none: whoever it is drawn for. */
static struct operation *ending(struct drive *d)
{
	struct operation *o = any_operation(d);

	for (unsigned i = 0; i < 8 && o && !leaves(d, o); i++)
		o = any_operation(d);
	if (!o || !chance(d, leaves(d, o) ? 56 : d->ending) ||
	    o->ending + kept_pieces(d, o) >= o->pieces)
		return NULL;
	o->ending++;
	return o;
}

static void draw_message(struct drive *d)
{
	d->m = (struct message){.kind = rng_below(&d->r, 24) == 0  ? PF_IGUARD_MSG_EPOCH
					: rng_below(&d->r, 5) == 0 ? PF_IGUARD_MSG_BEGIN
								   : PF_IGUARD_MSG_FENCE,
				.lane = bits(d, 5),
				.at = someone(d),
				.alone = bits(d, 1),
				.device = bits(d, 1),
				.s = {.when = bits(d, d->w.when),
				      .bar = bits(d, d->w.when),
				      .meet = bits(d, d->w.when)}};
}

static void draw_arrival(struct drive *d)
{
	if (d->pending) {
		d->pending = !chance(d, 1);
		return;
	}
	draw_message(d);
	d->is_message = bits(d, 1);
	if (!chance(d, d->busy))
		return;
	d->pending = true;
	d->is_message =
		chance(d, d->messages) || (inside(d) + d->adds >= d->inside && chance(d, 40));
	for (unsigned i = 0; i < 16 && d->is_message && d->spread && is_kept(d); i++)
		d->m.at = any(d);
}

static void draw_pieces(struct drive *d)
{
	const bool comes = d->pending && !d->is_message && ready(d);
	unsigned free_pieces = d->inside - inside(d) - comes;

	for (unsigned i = 0; i < d->inside; i++)
		d->op[i].ending = 0;
	for (unsigned i = 0; i < d->ends; i++)
		d->end[i] = ending(d);
	for (unsigned i = 0; i < d->adds; i++) {
		d->add[i] = free_pieces && chance(d, d->adding) ? any_operation(d) : NULL;
		if (d->add[i] && leaves(d, d->add[i]))
			d->add[i] = NULL;
		free_pieces -= d->add[i] != NULL;
	}
}

/* Whose rows are looked up: often those of a message that is kept. */
static struct who asked(struct drive *d)
{
	if (d->now > d->old && rng_below(&d->r, 2)) {
		const uint64_t e = d->old + rng_below(&d->r, (uint32_t)(d->now - d->old));

		return d->kept[e % MAX_ERAS].at;
	}
	return rng_below(&d->r, 2) ? d->m.at : someone(d);
}

static void draw_looks(struct drive *d)
{
	for (unsigned i = 0; i < d->looks; i++) {
		struct look *l = &d->look[i];
		const struct operation *o = any_operation(d);

		l->step = chance(d, d->stepping);
		if (o && (o->ending == o->pieces || leaves(d, o)))
			o = NULL;
		l->ask = (struct answer){.known = o && chance(d, d->looking), .by = o};
		l->ask.of = asked(d);
		if (l->ask.known)
			l->ask.times =
				pf_iguard_table_times(&o->seen, l->ask.of.block, l->ask.of.warp);
	}
}

/* Text */

static void print_port(struct drive *d, bool valid, const struct operation *o)
{
	const uint64_t era = valid && o ? o->era % d->eras : rng_below(&d->r, d->eras);

	printf("  %x %x", valid, (unsigned)era);
}

static void print_look(struct drive *d, const struct look *l)
{
	printf("  %x %x %x", l->step, l->ask.of.block, l->ask.of.warp);
	print_port(d, l->ask.known, l->ask.by);
	printf("  %x %x", l->shown.known, l->shown.ring);
	iguard_print_times(&d->w, &l->shown.times);
}

static void print_cycle(struct drive *d)
{
	const struct message *m = &d->m;
	const bool still = !d->reads && !d->computes && !d->clears && d->old == d->now;

	printf("%x %x %x %x %x %x %x %x %x %x %x", d->pending, d->is_message, m->kind, m->at.block,
	       m->at.warp, m->alone, m->lane, m->device, m->s.when, m->s.bar, m->s.meet);
	printf("  %x %x %x %x %x %x", ready(d), room(d), waits(d) != WHY_NONE,
	       (unsigned)(d->now % d->eras), still, why(d));
	for (unsigned i = 0; i < d->adds; i++)
		print_port(d, d->add[i], d->add[i]);
	for (unsigned i = 0; i < d->ends; i++)
		print_port(d, d->end[i], d->end[i]);
	for (unsigned i = 0; i < d->looks; i++)
		print_look(d, &d->look[i]);
	printf("\n");
}

/* An edge */

static bool differ(const struct pf_iguard_fenced *a, const struct pf_iguard_fenced *b)
{
	return a->all != b->all || a->one != b->one || a->lane != b->lane;
}

/* Which of its rows is another by now. */
static unsigned changed(const struct drive *d, const struct answer *a)
{
	const struct pf_iguard_times now =
		pf_iguard_table_times(&d->table, a->of.block, a->of.warp);
	const bool warp = differ(&now.any, &a->times.any) || differ(&now.dev, &a->times.dev);
	const bool block = now.begin != a->times.begin || now.dev_bar != a->times.dev_bar;

	return (block ? 2U : 0U) | warp;
}

static void edge_looks(struct drive *d)
{
	for (unsigned i = 0; i < d->looks; i++) {
		struct look *l = &d->look[i];

		if (!l->step)
			continue;
		l->shown = l->read;
		l->read = l->taken;
		l->taken = l->ask;
		if (l->read.known)
			l->read.ring = changed(d, &l->read);
	}
}

static void come_in(struct drive *d)
{
	for (unsigned i = 0; i < d->inside; i++) {
		struct operation *o = &d->op[i];

		if (o->pieces)
			continue;
		o->pieces = 1;
		o->era = d->now;
		memcpy(o->seen.warp, d->table.warp, warp_bytes(d));
		memcpy(o->seen.block, d->table.block, block_bytes(d));
		return;
	}
	refuse("too much inside");
}

static unsigned walk(const struct drive *d)
{
	const unsigned rows = d->w.sm + d->w.warp;

	return 1U << (rows > d->w.block ? rows : d->w.block);
}

static void edge_message(struct drive *d, bool some)
{
	const struct message *m = &d->m;

	if (m->kind == PF_IGUARD_MSG_EPOCH) {
		pf_iguard_table_epoch(&d->table);
		d->epochs++;
		if (d->epochs % (1U << d->epoch_bits) == 0)
			d->clears = walk(d) + 1;
	} else if (m->kind == PF_IGUARD_MSG_BEGIN) {
		pf_iguard_table_begin(&d->table, m->at.block, m->s.when);
	} else {
		pf_iguard_table_fence(&d->table, m->at.block, m->at.warp,
				      m->alone ? m->lane : PF_IGUARD_ALL, &m->s, m->device);
	}
	if (some)
		d->kept[d->now++ % MAX_ERAS] = *m;
}

static void edge_pieces(struct drive *d)
{
	for (unsigned i = 0; i < d->ends; i++)
		if (d->end[i])
			d->op[d->end[i] - d->op].pieces--;
	for (unsigned i = 0; i < d->adds; i++)
		if (d->add[i])
			d->op[d->add[i] - d->op].pieces++;
}

static void edge(struct drive *d)
{
	const bool takes = d->pending && ready(d), some = inside(d);
	const bool pass = d->pending && d->is_message && !d->clears && !waits(d) && !d->pass;
	const bool gives_up = d->old < d->now && era_empty(d, d->old);

	edge_looks(d);
	edge_pieces(d);
	d->clears -= d->clears > 0;
	d->computes = d->reads;
	d->reads = takes && d->is_message;
	d->pass = pass;
	d->old += gives_up;
	if (!takes)
		return;
	d->pending = false;
	if (d->is_message)
		edge_message(d, some);
	else
		come_in(d);
}

static void run(struct drive *d, uint64_t count)
{
	for (uint64_t i = 0; i < count; i++) {
		if (i % 128 == 0)
			mood(d);
		i -= i && d->clears; /* clearing beside the count */
		draw_arrival(d);
		draw_pieces(d);
		draw_looks(d);
		print_cycle(d);
		edge(d);
	}
}

static void read_options(struct drive *d, int argc, char **argv)
{
	for (int i = 4; i < argc; i++)
		if (sscanf(argv[i], "eras=%u", &d->eras) != 1 &&
		    sscanf(argv[i], "inside=%u", &d->inside) != 1 &&
		    sscanf(argv[i], "looks=%u", &d->looks) != 1 &&
		    sscanf(argv[i], "adds=%u", &d->adds) != 1 &&
		    sscanf(argv[i], "ends=%u", &d->ends) != 1 &&
		    sscanf(argv[i], "epoch=%u", &d->epoch_bits) != 1 &&
		    sscanf(argv[i], "sm=%u", &d->w.sm) != 1 &&
		    sscanf(argv[i], "warp=%u", &d->w.warp) != 1 &&
		    sscanf(argv[i], "block=%u", &d->w.block) != 1)
			refuse(argv[i]);
	if (d->eras < 2 || d->eras > MAX_ERAS || d->inside > MAX_PIECES || d->inside <= d->adds ||
	    d->looks < 1 || d->looks > MAX_PORTS || d->adds < 1 || d->adds > MAX_PORTS ||
	    d->ends < 1 || d->ends > MAX_PORTS || d->w.sm > d->w.block)
		refuse("an option is out of range");
}

/* SEED COUNT GEOMETRY [eras=N] [inside=N] [looks=N] [adds=N] [ends=N] [epoch=N] [sm=N] [warp=N]
 * [block=N]
 */
int main(int argc, char **argv)
{
	static struct drive d = {
		.epoch_bits = 4, .eras = 16, .inside = 64, .looks = 2, .adds = 1, .ends = 2};
	const struct vec_args a = vec_args(argc < 4 ? argc : 4, argv);

	d.w = iguard_widths(a.g);
	read_options(&d, argc, argv);
	rng_seed(&d.r, a.seed);
	pf_iguard_table_init(&d.table, d.w.sm, d.w.warp, d.w.block);
	for (unsigned i = 0; i < d.inside; i++)
		pf_iguard_table_init(&d.op[i].seen, d.w.sm, d.w.warp, d.w.block);
	d.clears = walk(&d); /* after reset */
	run(&d, a.count);
	for (unsigned i = 0; i < d.inside; i++)
		pf_iguard_table_free(&d.op[i].seen);
	pf_iguard_table_free(&d.table);
	return 0;
}
