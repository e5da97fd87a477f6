/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_fence_counts_vec: random fences, operations, pieces and lookups, cycle by cycle, and what
 * pf_fence_counts answers.
 *
 *   arrivals ─> reference fence file ─> copied whole for each operation as it comes in ─> lookups
 *
 *   scord clear epoch hurry  valid fence device block warp  ready wait known self era wrap busy
 *   idle
 *   each add: add era; each end: end era; each lookup: look hold block warp era  there known answer
 *
 * in hex, a cycle a line. What an operation sees is the copy, not a ring. Eras are numbers without
 * end here; only which fences wait is said with them. Of the ports' copies only is kept which warp
 * is where: it says when an answer is there. Warps are few, or differ in one bit of block or warp.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "pf_fields.h"
#include "reference/pf_fence_file.h"

enum { MAX_PIECES = 256, MAX_ERAS = 64, MAX_PORTS = 8 };

struct who {
	uint32_t block, warp;
};

struct operation {
	uint64_t era;
	unsigned pieces; /* 0: nobody's */
	unsigned ending; /* ... in this cycle */
	struct pf_fences *seen;
};

struct look {
	bool look, hold;
	struct who of;
	const struct operation *by;
	bool known; /* the answer is shown */
	struct pf_fences answer;
	bool missing; /* no copy of it: the file is asked */
	uint32_t index;
	const struct operation *waits; /* the operation that waits for it */
};

struct drive {
	struct rng r;
	unsigned block_bits, warp_bits, count_bits, eras, inside, looks, copies, adds, ends;

	/* The traffic's mood */
	struct who hot;
	unsigned warps, busy, fences, devices, ending, adding, looking,
		holding; /* in 64, but for warps */
	unsigned moods;
	bool spread; /* fences of warps that are not kept */
	bool leave;  /* a clear or an epoch is to come */

	/* The state */
	bool scord;
	struct pf_fence_file file;
	struct operation op[MAX_PIECES];
	struct who kept[MAX_ERAS];
	uint64_t now, old; /* eras */
	unsigned clears;   /* cycles of it to come */
	unsigned sweep;    /* places to come */
	bool pass;         /* the fence that is shown does not wait */
	bool stop;
	uint32_t *copy; /* whose it is, by place */
	bool fetch, fill;
	uint32_t fetch_index, fill_index;
	bool sweep_read, sweep_write;
	uint32_t sweep_place, sweep_written;

	/* What arrived in the cycle before */
	bool shown, shown_fence, wraps;
	uint32_t shown_index;
	struct pf_fences self;

	/* This cycle */
	bool pending, fence, device, clear, epoch, hurry;
	struct who arrives;
	const struct operation *add[MAX_PORTS], *end[MAX_PORTS];
	struct look look[MAX_PORTS];
};

static void refuse(const char *what)
{
	fprintf(stderr, "pf_fence_counts_vec: %s\n", what);
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

static bool same(struct who a, struct who b)
{
	return a.block == b.block && a.warp == b.warp;
}

static size_t words(const struct drive *d)
{
	return (size_t)1 << (d->block_bits + d->warp_bits);
}

static struct pf_fences *count_of(const struct drive *d, struct pf_fences *of, struct who w)
{
	return &of[w.block << d->warp_bits | w.warp];
}

static uint32_t index_of(const struct drive *d, struct who w)
{
	return w.block << d->warp_bits | w.warp;
}

static unsigned place_bits(const struct drive *d)
{
	const unsigned all = d->block_bits + d->warp_bits;

	return d->copies < all ? d->copies : all;
}

static uint32_t place_of(const struct drive *d, uint32_t index)
{
	const unsigned bits = place_bits(d);
	unsigned at = (d->warp_bits + bits - 1) % bits;
	uint32_t place = index & ((1U << bits) - 1);

	for (uint32_t upper = index >> bits; upper; upper >>= 1) {
		place ^= (upper & 1) << at;
		at = at ? at - 1 : bits - 1;
	}
	return place;
}

static uint32_t pack(const struct drive *d, struct pf_fences f)
{
	return f.dev << d->count_bits | f.blk;
}

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

static bool is_kept(const struct drive *d, struct who w)
{
	for (uint64_t e = d->old; e < d->now; e++)
		if (same(d->kept[e % MAX_ERAS], w))
			return true;
	return false;
}

static bool may(const struct drive *d)
{
	return !d->clears && !d->stop && !d->wraps && !d->fetch && !d->sweep_read;
}

static bool waits(const struct drive *d)
{
	return inside(d) && (d->now - d->old == d->eras - 1 || is_kept(d, d->arrives));
}

/* What the unit takes */
static bool ready(const struct drive *d)
{
	return may(d) && (d->fence ? d->pass : inside(d) + 1 + d->adds <= d->inside);
}

/* Traffic */

static void new_file(struct drive *d)
{
	pf_fence_free(&d->file);
	pf_fence_init(&d->file, 1U << d->block_bits, 1U << d->warp_bits, d->count_bits,
		      d->scord ? 1 : 0);
}

static struct who any(struct drive *d)
{
	return (struct who){bits(d, d->block_bits), bits(d, d->warp_bits)};
}

static struct who someone(struct drive *d)
{
	const unsigned n = rng_below(&d->r, d->warps);
	struct who w = d->hot;

	if (!rng_below(&d->r, 32))
		return any(d);
	if (n && n <= d->block_bits)
		w.block ^= 1U << (n - 1);
	else if (n)
		w.warp ^= 1U << (n - 1 - d->block_bits);
	return w;
}

static void wrap_counts(struct drive *d)
{
	d->busy = d->ending = 64;
	d->fences = 60;
	d->adding = 0;
	d->warps = 1;
	d->devices = rng_below(&d->r, 2) ? 64 : 0;
	d->spread = d->leave = false;
}

/* As many pieces as may be, of one era; then fences. */
static void fill_era(struct drive *d)
{
	d->busy = d->adding = 64;
	d->fences = 0;
	d->ending = rng_below(&d->r, 3);
	d->warps = 1 + rng_below(&d->r, 2);
	d->leave = false;
}

static void mood(struct drive *d)
{
	static const unsigned busy[] = {64, 64, 60, 40, 8}, fences[] = {2, 10, 32, 58},
			      devices[] = {0, 32, 48, 64}, ending[] = {64, 48, 24, 8, 3, 1},
			      adding[] = {0, 4, 32, 64}, holding[] = {0, 0, 16, 48, 62};

	if (d->moods % 7 == 6) { /* a wrap takes longer */
		d->moods++;
		return;
	}
	d->busy = busy[rng_below(&d->r, 5)];
	d->fences = fences[rng_below(&d->r, 4)];
	d->ending = ending[rng_below(&d->r, 6)];
	d->adding = adding[rng_below(&d->r, 4)];
	d->looking = rng_below(&d->r, 4) ? 64 : 20;
	d->holding = holding[rng_below(&d->r, 5)];
	d->warps = 1 + rng_below(&d->r, d->block_bits + d->warp_bits + 1);
	d->hot = any(d);
	d->spread = !rng_below(&d->r, 3);
	d->devices = devices[rng_below(&d->r, 4)];
	d->leave = !rng_below(&d->r, words(d) > 4096 ? 16 : 6);
	if (d->moods++ % 7 == 5)
		wrap_counts(d);
	else if (!rng_below(&d->r, 5))
		fill_era(d);
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

/* Pieces that a lookup waits for. */
static unsigned kept_pieces(const struct drive *d, const struct operation *o)
{
	for (unsigned i = 0; i < d->looks; i++)
		if (d->look[i].missing && d->look[i].waits == o)
			return 1;
	return 0;
}

/* The piece, or without one none: whoever it is drawn for. */
static struct operation *ending(struct drive *d)
{
	struct operation *o =
		chance(d, d->leave || d->stop ? 48 : d->ending) ? any_operation(d) : NULL;

	if (!o || o->ending + kept_pieces(d, o) >= o->pieces)
		return NULL;
	o->ending++;
	return o;
}

static void draw_arrival(struct drive *d)
{
	if (d->pending) {
		d->pending = !d->stop || !chance(d, 16); /* while it is shown no sweep ends */
		return;
	}
	d->fence = rng_below(&d->r, 2);
	d->device = rng_below(&d->r, 2);
	d->arrives = any(d);
	if (d->leave || d->clears || !chance(d, d->stop ? 8 : d->busy))
		return;
	d->pending = true;
	d->fence = chance(d, d->fences) || (inside(d) + d->adds >= d->inside && chance(d, 40));
	d->arrives = someone(d);
	for (unsigned i = 0; i < 16 && d->fence && d->spread && is_kept(d, d->arrives); i++)
		d->arrives = any(d);
	d->device = chance(d, d->devices);
}

static void draw_pieces(struct drive *d)
{
	const bool comes = d->pending && !d->fence && ready(d);
	unsigned room = d->inside - inside(d) - comes;

	for (unsigned i = 0; i < d->inside; i++)
		d->op[i].ending = 0;
	for (unsigned i = 0; i < d->ends; i++)
		d->end[i] = ending(d);
	for (unsigned i = 0; i < d->adds; i++) {
		d->add[i] = room && !d->leave && chance(d, d->adding) ? any_operation(d) : NULL;
		room -= d->add[i] != NULL;
	}
}

static void draw_looks(struct drive *d)
{
	for (unsigned i = 0; i < d->looks; i++) {
		struct look *l = &d->look[i];

		l->hold = l->missing || chance(d, d->holding);
		l->by = any_operation(d);
		if (l->by && l->by->ending == l->by->pieces) /* it leaves */
			l->by = NULL;
		l->look = (l->by || l->hold) && chance(d, d->looking);
		l->of = l->look && rng_below(&d->r, 3) && d->pending ? d->arrives : someone(d);
	}
}

/* A clear or a sweep is not over. */
static bool busy(const struct drive *d)
{
	return d->clears || d->sweep || d->sweep_read || d->sweep_write;
}

static void draw(struct drive *d)
{
	const bool idle = !inside(d) && !d->clears;

	draw_arrival(d);
	d->hurry = !d->pending && (d->leave || d->stop || d->clears) && chance(d, 48);
	d->clear = d->epoch = false;
	if (idle && (!d->pending || !ready(d)) && (d->stop || (d->leave && !d->shown)) &&
	    !rng_below(&d->r, 3)) {
		d->epoch = !busy(d) && !d->shown && rng_below(&d->r, 4);
		d->clear = !d->epoch && !rng_below(&d->r, busy(d) ? 32 : 1);
	}
	if (d->clears) /* changes nothing */
		d->clear = d->clears % 8 == 1;
	draw_pieces(d);
	draw_looks(d);
}

/* Text */

static void print_port(struct drive *d, bool valid, const struct operation *o)
{
	const uint64_t era = valid && o ? o->era % d->eras : rng_below(&d->r, d->eras);

	printf("  %x %x", valid, (unsigned)era);
}

static void print_cycle(struct drive *d)
{
	const bool still = !d->wraps && !d->fetch && !d->fill && !d->sweep_read && !d->sweep_write;

	printf("%x %x %x %x  %x %x %x %x %x", d->scord, d->clear, d->epoch, d->hurry, d->pending,
	       d->fence, d->device, d->arrives.block, d->arrives.warp);
	printf("  %x %x %x %x %x %x %x %x", ready(d), waits(d), d->shown, pack(d, d->self),
	       (unsigned)(d->now % d->eras), d->wraps, busy(d), still);
	for (unsigned i = 0; i < d->adds; i++)
		print_port(d, d->add[i], d->add[i]);
	for (unsigned i = 0; i < d->ends; i++)
		print_port(d, d->end[i], d->end[i]);
	for (unsigned i = 0; i < d->looks; i++) {
		const struct look *l = &d->look[i];
		const uint64_t era =
			l->look && l->by ? l->by->era % d->eras : rng_below(&d->r, d->eras);

		printf("  %x %x %x %x %x %x %x %x", l->look, l->hold, l->of.block, l->of.warp,
		       (unsigned)era, !l->missing, l->known, pack(d, l->answer));
	}
	printf("\n");
}

/* An edge */

/* A copy that is written now cannot be read, only what is written. */
static bool has_copy(const struct drive *d, uint32_t index, bool writes, uint32_t written)
{
	const uint32_t place = place_of(d, index);

	if (writes && place_of(d, written) == place)
		return written == index;
	return d->copy[place] == index;
}

static void edge_look(struct drive *d, struct look *l, bool writes, uint32_t written)
{
	if (d->fill && l->missing && l->index == d->fill_index) {
		l->missing = false;
		l->known = true;
	} else if (!l->hold) {
		l->known = l->missing = false;
		if (!l->look)
			return;
		l->answer = *count_of(d, l->by->seen, l->of);
		l->index = index_of(d, l->of);
		l->waits = l->by;
		l->known = has_copy(d, l->index, writes, written);
		l->missing = !l->known;
	}
}

static void edge_looks(struct drive *d)
{
	const bool writes = d->shown_fence || d->fill || d->sweep_write;
	const uint32_t written = d->fill          ? d->fill_index
				 : d->sweep_write ? d->sweep_written
						  : d->shown_index;
	const uint32_t fill_index = d->fetch_index;
	bool fetch = false;

	for (unsigned i = d->looks; !d->fetch && !d->fill && i-- > 0;)
		if (d->look[i].missing) {
			fetch = true;
			d->fetch_index = d->look[i].index;
		}
	for (unsigned i = 0; i < d->looks; i++)
		edge_look(d, &d->look[i], writes, written);
	if (writes)
		d->copy[place_of(d, written)] = written;
	d->fill = d->fetch;
	d->fill_index = fill_index;
	d->fetch = fetch;
}

/* Before edge_looks() and edge_arrival() */
static bool sweeps(const struct drive *d)
{
	for (unsigned i = 0; i < d->looks; i++)
		if (d->look[i].missing)
			return false;
	return d->sweep &&
	       (d->hurry || (inside(d) && !d->pending && !d->wraps && !d->fetch && !d->sweep_read));
}

static void edge_sweep(struct drive *d, bool reads)
{
	d->sweep_write = d->sweep_read;
	d->sweep_written = d->sweep_place;
	d->sweep_read = reads;
	d->sweep_place = (1U << place_bits(d)) - d->sweep;
	d->sweep -= reads;
}

static void come_in(struct drive *d)
{
	for (unsigned i = 0; i < d->inside; i++) {
		struct operation *o = &d->op[i];

		if (o->pieces)
			continue;
		o->pieces = 1;
		o->era = d->now;
		for (uint32_t k = 0; k < words(d); k++)
			o->seen[k] = pf_fence_of(&d->file, k >> d->warp_bits,
						 k & ((1U << d->warp_bits) - 1));
		return;
	}
	refuse("too much inside");
}

static void edge_fence(struct drive *d, bool some)
{
	d->wraps = pf_fence_bump(&d->file, d->arrives.block, d->arrives.warp, d->device) !=
		   PF_FORGET_NOTHING;
	if (some)
		d->kept[d->now++ % MAX_ERAS] = d->arrives;
}

static void edge_arrival(struct drive *d, bool takes, bool some)
{
	d->stop |= d->wraps;
	d->wraps = false;
	d->shown = takes;
	d->shown_fence = takes && d->fence;
	if (!takes)
		return;
	d->shown_index = index_of(d, d->arrives);
	d->self = pf_fence_of(&d->file, d->arrives.block, d->arrives.warp);
	d->pending = false;
	if (d->fence)
		edge_fence(d, some);
	else
		come_in(d);
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

static void start_clear(struct drive *d)
{
	d->clears = 1U << place_bits(d);
	d->sweep = 0;
	d->sweep_read = d->sweep_write = false;
	for (uint32_t i = 0; i < d->clears; i++)
		d->copy[i] = i;
}

/* A count that wrapped began it in the file. */
static void edge_epoch(struct drive *d)
{
	if (!d->epoch)
		return;
	if (!d->stop)
		pf_fence_epoch(&d->file);
	d->leave = d->stop = false;
	d->sweep = 1U << place_bits(d);
}

static void edge_clear(struct drive *d)
{
	const bool under_way = d->clears > 0;

	d->clears -= under_way;
	if (!d->clear || under_way)
		return;
	d->leave = d->stop = false;
	start_clear(d);
	d->scord = rng_below(&d->r, 4) != 0;
	new_file(d);
}

static void edge(struct drive *d)
{
	const bool takes = d->pending && ready(d), some = inside(d);
	const bool pass = d->pending && d->fence && may(d) && !waits(d) && !d->pass;
	const bool gives_up = d->old < d->now && era_empty(d, d->old), reads = sweeps(d);

	edge_looks(d);
	edge_sweep(d, reads);
	edge_pieces(d);
	edge_arrival(d, takes, some);
	d->pass = pass;
	d->old += gives_up;
	for (unsigned i = 0; i < d->looks && (d->epoch || d->clear); i++)
		d->look[i].known = false;
	edge_epoch(d);
	edge_clear(d);
}

static void run(struct drive *d, uint64_t count)
{
	for (uint64_t i = 0; i < count; i++) {
		if (i % 128 == 0)
			mood(d);
		i -= i && d->clears; /* clears beside the count */
		draw(d);
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
		    sscanf(argv[i], "copies=%u", &d->copies) != 1 &&
		    sscanf(argv[i], "adds=%u", &d->adds) != 1 &&
		    sscanf(argv[i], "ends=%u", &d->ends) != 1 &&
		    sscanf(argv[i], "count=%u", &d->count_bits) != 1 &&
		    sscanf(argv[i], "block=%u", &d->block_bits) != 1 &&
		    sscanf(argv[i], "warp=%u", &d->warp_bits) != 1)
			refuse(argv[i]);
	if (d->eras < 2 || d->eras > MAX_ERAS || d->inside > MAX_PIECES || d->inside <= d->adds ||
	    d->looks < 1 || d->looks > MAX_PORTS || d->copies < 1 || d->copies > 16 ||
	    d->adds < 1 || d->adds > MAX_PORTS || d->ends < 1 || d->ends > MAX_PORTS)
		refuse("an option is out of range");
}

/* SEED COUNT GEOMETRY [eras=N] [inside=N] [looks=N] [copies=N] [adds=N] [ends=N] [count=N]
 * [block=N] [warp=N]
 */
int main(int argc, char **argv)
{
	static struct drive d = {.block_bits = PF_REF_FENCE_BLOCK_W,
				 .warp_bits = PF_REF_META_WARP_W,
				 .count_bits = PF_REF_FENCE_BLK_FENCE_W,
				 .eras = 8,
				 .inside = 64,
				 .looks = 2,
				 .copies = 9,
				 .adds = 1,
				 .ends = 2};

	if (argc < 4)
		refuse("SEED COUNT GEOMETRY [NAME=N]...");
	if (!strcmp(argv[3], "tiny")) {
		d.block_bits = PF_TINY_FENCE_BLOCK_W;
		d.warp_bits = PF_TINY_META_WARP_W;
		d.count_bits = PF_TINY_FENCE_BLK_FENCE_W;
	} else if (!strcmp(argv[3], "modern")) {
		d.block_bits = PF_MODERN_FENCE_BLOCK_W;
		d.warp_bits = PF_MODERN_META_WARP_W;
		d.count_bits = PF_MODERN_FENCE_BLK_FENCE_W;
	}
	read_options(&d, argc, argv);
	rng_seed(&d.r, strtoull(argv[1], NULL, 10));
	for (unsigned i = 0; i < d.inside; i++)
		d.op[i].seen = calloc(words(&d), sizeof(*d.op[i].seen));
	d.scord = strtoull(argv[1], NULL, 10) % 4 != 0;
	d.copy = calloc((size_t)1 << place_bits(&d), sizeof(*d.copy));
	start_clear(&d); /* after reset */
	new_file(&d);
	run(&d, strtoull(argv[2], NULL, 10));
	for (unsigned i = 0; i < d.inside; i++)
		free(d.op[i].seen);
	free(d.copy);
	pf_fence_free(&d.file);
	return 0;
}
