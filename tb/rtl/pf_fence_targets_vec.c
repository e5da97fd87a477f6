/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_fence_targets_vec: random requests, fences and epochs, cycle by cycle, and what
 * pf_fence_targets answers.
 *
 *   requests, fences ─> pf_fence_targets (the reference) ─> a fence's slices, as it is taken
 *   cycles: turn ─> under way ─> next ─> on show, with no slices: on show for no cycle
 *
 *   reset  sent warp slice  valid epoch device block warp  ready
 *   sent_ready msg_ready  out all slice device block warp  idle  slices
 *
 * in hex, a cycle a line; slices: of the fence that is taken in this cycle. Warps and slices are
 * few at a time, so that the same word is asked for in cycle after cycle.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "pf_fields.h"
#include "reference/pf_fence_targets.h"

enum { MAX_SLICES = 1024 };

struct message {
	bool there, epoch, device;
	uint32_t block, warp;
	unsigned n, told; /* slices */
	uint32_t slice[MAX_SLICES];
};

struct drive {
	struct rng r;
	unsigned warps, slices, block_bits;

	/* The traffic's mood, in 64 but for the numbers of warps and slices */
	uint32_t hot_warp, hot_slice;
	unsigned some_warps, some_slices, sends, fences, epochs, devices, stalls;

	/* The state */
	struct pf_fence_targets t;
	unsigned clearing; /* cycles to come */
	bool turn, writing;
	struct message under_way, next, shown;

	/* This cycle */
	bool reset, sent, valid, ready;
	uint32_t sent_warp, sent_slice;
	struct message in;
};

static void refuse(const char *what)
{
	fprintf(stderr, "pf_fence_targets_vec: %s\n", what);
	exit(2);
}

static bool chance(struct drive *d, unsigned of_64)
{
	return rng_below(&d->r, 64) < of_64;
}

/* Traffic */

static void mood(struct drive *d)
{
	static const unsigned sends[] = {64, 64, 56, 32, 4}, fences[] = {64, 64, 20, 6, 1},
			      epochs[] = {0, 1, 4, 40}, devices[] = {0, 16, 32, 64},
			      stalls[] = {0, 0, 0, 8, 32, 60};

	d->hot_warp = rng_below(&d->r, d->warps);
	d->hot_slice = rng_below(&d->r, d->slices);
	d->some_warps = 1 + rng_below(&d->r, rng_below(&d->r, 3) ? 2 : d->warps);
	d->some_slices = 1 + rng_below(&d->r, rng_below(&d->r, 2) ? 3 : d->slices);
	d->sends = sends[rng_below(&d->r, 5)];
	d->fences = fences[rng_below(&d->r, 5)];
	d->epochs = epochs[rng_below(&d->r, 4)];
	d->devices = devices[rng_below(&d->r, 4)];
	d->stalls = stalls[rng_below(&d->r, 6)];
}

static uint32_t some_warp(struct drive *d)
{
	return (d->hot_warp + rng_below(&d->r, d->some_warps)) % d->warps;
}

/* A request and a message that wait stay as they are. */
static void draw(struct drive *d, bool sent_waits, bool msg_waits)
{
	d->reset = !rng_below(&d->r, 250);
	d->ready = !chance(d, d->stalls);
	if (!sent_waits || d->reset) {
		d->sent = chance(d, d->sends);
		d->sent_warp = some_warp(d);
		d->sent_slice = (d->hot_slice + rng_below(&d->r, d->some_slices)) % d->slices;
	}
	if (!msg_waits || d->reset) {
		d->valid = chance(d, d->fences);
		d->in.epoch = chance(d, d->epochs);
		d->in.device = !d->in.epoch && chance(d, d->devices);
		d->in.warp = d->in.epoch ? 0 : some_warp(d);
		d->in.block = d->in.epoch ? 0 : (uint32_t)(rng_next(&d->r) >> (64 - d->block_bits));
	}
}

/* Ports */

static bool sent_ready(const struct drive *d)
{
	return !d->clearing && !d->turn;
}

static bool showing(const struct drive *d)
{
	return d->shown.there && d->shown.told < d->shown.n;
}

static bool idle(const struct drive *d)
{
	return !d->clearing && !d->turn && !d->writing && !d->under_way.there && !d->next.there &&
	       !showing(d);
}

/* Those that the message taken now is for */
static void take(struct drive *d)
{
	struct message *m = &d->in;
	uint32_t slice;

	m->there = true;
	m->n = m->told = 0;
	if (m->epoch)
		m->slice[m->n++] = 0;
	else
		pf_fence_targets_take(&d->t, m->warp, m->device);
	while (!m->epoch && (slice = pf_fence_targets_next(&d->t)) < d->slices)
		m->slice[m->n++] = slice;
}

static void print_cycle(const struct drive *d, bool taken)
{
	const struct message *m = &d->shown;

	printf("%x  %x %x %x  %x %x %x %x %x  %x", d->reset, d->sent, d->sent_warp, d->sent_slice,
	       d->valid, d->in.epoch, d->in.device, d->in.block, d->in.warp, d->ready);
	if (d->reset) {
		printf("  0 0  0 0 0 0 0 0  0  0\n");
		return;
	}
	printf("  %x %x", sent_ready(d), d->turn);
	if (showing(d))
		printf("  1 %x %x %x %x %x", m->epoch, m->slice[m->told], m->device, m->block,
		       m->warp);
	else
		printf("  0 0 0 0 0 0");
	printf("  %x  %x\n", idle(d), taken && !d->in.epoch ? d->in.n : 0);
}

/* An edge */

static void edge_shown(struct drive *d)
{
	const bool shift = !showing(d);

	if (!shift) {
		d->shown.told += d->ready;
		if (d->under_way.there)
			d->next = d->under_way;
	} else if (d->next.there) {
		d->shown = d->next;
		d->next = d->under_way;
	} else {
		d->shown = d->under_way;
	}
	d->under_way.there = false;
}

static void edge(struct drive *d, bool taken)
{
	const int inside = d->under_way.there + d->next.there + showing(d);
	const bool sends = d->sent && sent_ready(d);

	d->writing = d->clearing || sends || (taken && !d->in.epoch);
	if (sends)
		pf_fence_targets_sent(&d->t, d->sent_warp, d->sent_slice);
	edge_shown(d);
	d->turn = d->valid && !d->turn && !d->clearing && inside <= 1;
	d->clearing -= d->clearing > 0;
	if (taken)
		d->under_way = d->in;
}

static void reset(struct drive *d)
{
	pf_fence_targets_free(&d->t);
	pf_fence_targets_init(&d->t, d->warps, d->slices);
	d->clearing = d->warps;
	d->turn = d->writing = false;
	d->under_way.there = d->next.there = d->shown.there = false;
}

static void run(struct drive *d, uint64_t count)
{
	bool sent_waits = false, msg_waits = false;

	for (uint64_t i = 0; i < count; i++) {
		if (i % 64 == 0)
			mood(d);
		draw(d, sent_waits, msg_waits);

		const bool taken = d->valid && d->turn && !d->reset;

		if (taken)
			take(d);
		print_cycle(d, taken);
		sent_waits = d->sent && !sent_ready(d);
		msg_waits = d->valid && !taken;
		if (d->reset)
			reset(d);
		else
			edge(d, taken);
	}
}

static void read_options(struct drive *d, int argc, char **argv)
{
	for (int i = 4; i < argc; i++)
		if (sscanf(argv[i], "warps=%u", &d->warps) != 1 &&
		    sscanf(argv[i], "slices=%u", &d->slices) != 1)
			refuse(argv[i]);
	if (!d->warps || !d->slices || d->slices > MAX_SLICES)
		refuse("an option is out of range");
}

/* SEED COUNT GEOMETRY [warps=N] [slices=N] */
int main(int argc, char **argv)
{
	static struct drive d = {
		.warps = PF_REF_WARPS, .slices = 24, .block_bits = PF_REF_META_BLOCK_W};

	if (argc < 4)
		refuse("SEED COUNT GEOMETRY [NAME=N]...");
	if (!strcmp(argv[3], "tiny")) {
		d.warps = PF_TINY_WARPS;
		d.block_bits = PF_TINY_META_BLOCK_W;
	} else if (!strcmp(argv[3], "wide")) {
		d.warps = PF_WIDE_WARPS;
		d.block_bits = PF_WIDE_META_BLOCK_W;
	}
	read_options(&d, argc, argv);
	rng_seed(&d.r, strtoull(argv[1], NULL, 10));
	reset(&d);
	run(&d, strtoull(argv[2], NULL, 10));
	pf_fence_targets_free(&d.t);
	return 0;
}
