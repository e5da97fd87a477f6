/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_iguard_report_vec: races, and what the reference makes of each.
 *
 *   clear base log2 tail report_all irq   line words bytes kind with_reader with_others side tag pc
 *   fate record
 *
 * in hex. clear: a new run begins before the race, with this base and size of the ring; the tail is
 * as the reader has set it since. fate: enum pf_reported. Most tails are of a reader that is behind
 * by some; some are just at the ring's size, or wrong.
 */
#include "pf_iguard_vec.h"
#include "reference/pf_iguard_report.h"

enum { MOST_LOG2 = 20 };

struct drive {
	struct rng r;
	struct iguard_widths w;
	struct pf_iguard_report x;
	uint32_t addr_bits, pc_bits, n_seen;
	uint64_t base;
	uint32_t left, few; /* races of this run; different pcs */
	uint32_t far;       /* races of a swift run */
	bool swift;         /* the reader reads at once: head becomes large */
	struct pf_iguard_race last;
};

#define REPORT_SIZES(n, N) \
	if (!strcmp(a.g->name, #n)) { \
		d.addr_bits = PF_##N##_ADDR_W; \
		d.pc_bits = PF_##N##_IGUARD_RACE_PC_W; \
		d.n_seen = PF_##N##_SEEN; \
	}

static void init(struct drive *d, const struct pf_geometry *g, uint64_t seed)
{
	rng_seed(&d->r, seed);
	d->w = iguard_widths(g);
	pf_iguard_report_init(&d->x, g, d->pc_bits, MOST_LOG2, d->n_seen);
}

static void new_run(struct drive *d)
{
	static const uint32_t few[] = {2, 3, 8, 1U << 16};

	pf_iguard_report_clear(&d->x);
	d->swift = rng_below(&d->r, 16) == 0;
	d->left = d->swift ? d->far : 1 + rng_below(&d->r, 256);
	d->x.unit.ring_log2 = 1 + rng_below(&d->r, rng_below(&d->r, 2) ? 4 : MOST_LOG2);
	d->x.unit.report_all = d->swift || rng_below(&d->r, 4) == 0;
	d->base = rng_next(&d->r) >> (64 - (d->addr_bits - 3));
	d->few = few[rng_below(&d->r, sizeof(few) / sizeof(*few))];
}

/* The reader, between two races. */
static void read_on(struct drive *d)
{
	struct pf_report_unit *u = &d->x.unit;
	const uint32_t size = 1U << u->ring_log2, some = 1U << rng_below(&d->r, 32);

	switch (d->swift ? rng_below(&d->r, 4) : rng_below(&d->r, 16)) {
	case 0:
	case 1:
	case 2: u->tail = u->head; break;
	case 4: u->tail += u->tail != u->head; break;
	case 5: u->tail = u->head - size + rng_below(&d->r, 4); break;
	case 6: u->tail = u->head - size; break;
	case 7: u->tail = u->head - size + 1; break;
	case 8: u->tail = u->head - some; break;
	case 9: u->tail = u->head - (some - 1); break;
	case 10: u->tail = u->head ^ some; break;
	default: break;
	}
	if (rng_below(&d->r, 32) == 0)
		u->report_all = !u->report_all;
}

/* Often the one before but for kind, side or a bit of the pc. */
static void invent(struct drive *d)
{
	struct pf_iguard_race *x = &d->last;
	const uint64_t b = rng_next(&d->r) >> 16;
	const struct pf_iguard_race last = *x;

	*x = (struct pf_iguard_race){
		.pc = pf_truncate(rng_below(&d->r, d->few) << (b & 12), d->pc_bits),
		.line = (uint32_t)(rng_next(&d->r) >> 8) & ((1U << (d->addr_bits - 7)) - 1),
		.words = (uint32_t)(rng_next(&d->r) >> 8),
		.bytes = b >> 8 & 15,
		.kind = (enum pf_iguard_kind)(1 + rng_below(&d->r, PF_IGUARD_KIND_CODES - 1)),
		.with_reader = b >> 12 & 1,
		.with_others = b >> 13 & 1,
		.tag = {.several = b >> 14 & 1, .write = b >> 15 & 1},
	};
	if (rng_below(&d->r, 4) == 0)
		x->words = 1U << rng_below(&d->r, 32);
	x->words |= !x->words;
	if (last.kind && rng_below(&d->r, 2)) {
		x->pc = rng_below(&d->r, 2) ? last.pc : vec_near(&d->r, last.pc, d->pc_bits);
		x->kind = rng_below(&d->r, 4) ? last.kind : x->kind;
		x->with_reader = rng_below(&d->r, 4) ? last.with_reader : x->with_reader;
	}
	iguard_side(&d->r, &d->w, &x->side);
	iguard_side(&d->r, &d->w, &x->tag.by);
	x->tag.by.side.others = 0;
	x->tag.by.side.others_block_scope = 0;
	x->tag.bar = iguard_time(&d->r, x->tag.by.side.when, d->w.when);
	x->tag.meet = iguard_time(&d->r, x->tag.by.side.when, d->w.when);
}

static void step(struct drive *d, const struct pf_iguard_report *u)
{
	struct pf_iguard_race *x = &d->last;
	const bool clear = d->left-- == 0;
	struct pf_beat b;

	if (clear)
		new_run(d);
	read_on(d);
	invent(d);
	printf("%x %" PRIx64 " %x %x %x %x  %x %x %x %x %x %x", clear, d->base, u->unit.ring_log2,
	       u->unit.tail, u->unit.report_all, rng_below(&d->r, 8) != 0, x->line, x->words,
	       x->bytes, x->kind, x->with_reader, x->with_others);
	iguard_print_side(&d->w, &x->side, false);
	iguard_print_tag(&d->w, &x->tag);
	x->side.side.block++; /* in the reference 0 is nobody */
	x->tag.by.side.block++;
	b = pf_iguard_race_pack(u, x);
	printf(" %x  %x %" PRIx64 "%016" PRIx64 "%016" PRIx64 "%016" PRIx64 "\n", x->pc,
	       pf_iguard_report_race(&d->x, x), b.v[3], b.v[2], b.v[1], b.v[0]);
}

/* SEED COUNT GEOMETRY [addr_w=N] [seen=N] */
int main(int argc, char **argv)
{
	const struct vec_args a = vec_args(argc < 4 ? argc : 4, argv);
	static struct drive d;

	PF_GEOMETRIES(REPORT_SIZES)
	for (int i = 4; i < argc; i++)
		if (sscanf(argv[i], "addr_w=%u", &d.addr_bits) != 1 &&
		    sscanf(argv[i], "seen=%u", &d.n_seen) != 1)
			return 2;
	init(&d, a.g, a.seed);
	d.far = 300 + (uint32_t)(a.count / 8);
	for (uint64_t i = 0; i < a.count; i++)
		step(&d, &d.x);
	pf_iguard_report_free(&d.x);
	return 0;
}
