/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_fence_targets_vec: random requests, fences and epochs, cycle by cycle, and what
 * pf_fence_targets answers.
 *
 *   requests, fences ─> model_targets (sim/det) ─> answers, cycle by cycle
 *
 *   reset  sent warp slice  valid epoch device block warp  ready
 *   sent_ready msg_ready  out all slice device block warp  told idle  slices
 *
 * in hex, a cycle a line; slices: of the message on show. Warps and slices are few at a time, so
 * that the same word is asked for in cycle after cycle.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "pf_fields.h"
#include "../../sim/det/model_targets.h"

enum { MAX_SLICES = 1024 };

struct drive {
	struct rng r;
	unsigned warps, slices, block_bits;

	/* The traffic's mood, in 64 but for the numbers of warps and slices */
	uint32_t hot_warp, hot_slice;
	unsigned some_warps, some_slices, sends, fences, epochs, devices, stalls;

	struct model_targets t;

	/* This cycle */
	bool reset;
	struct model_targets_in in;
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
	struct model_targets_in *in = &d->in;
	struct pf_message *m = &in->says.message;

	d->reset = !rng_below(&d->r, 250);
	in->ready = !chance(d, d->stalls);
	if (!sent_waits || d->reset) {
		in->sent = chance(d, d->sends);
		in->warp = some_warp(d);
		in->slice = (d->hot_slice + rng_below(&d->r, d->some_slices)) % d->slices;
	}
	if (!msg_waits || d->reset) {
		in->message_valid = chance(d, d->fences);
		m->epoch = chance(d, d->epochs);
		m->device = !m->epoch && chance(d, d->devices);
		m->warp = m->epoch ? 0 : some_warp(d);
		m->block = m->epoch ? 0 : (uint32_t)(rng_next(&d->r) >> (64 - d->block_bits));
	}
}

/* Ports */

static void print_cycle(const struct drive *d)
{
	const struct model_targets_in *in = &d->in;
	const struct model_targets_out *out = &d->t.out;

	printf("%x  %x %x %x  %x %x %x %x %x  %x", d->reset, in->sent, in->warp, in->slice,
	       in->message_valid, in->says.message.epoch, in->says.message.device,
	       in->says.message.block, in->says.message.warp, in->ready);
	if (d->reset) {
		printf("  0 0  0 0 0 0 0 0  0 0  0\n");
		return;
	}
	printf("  %x %x  %x %x %x %x %x %x  %x %x  %x\n", out->sent_ready, out->message_ready,
	       out->valid, out->all, out->slice, out->says.message.device, out->says.message.block,
	       out->says.message.warp, out->told, out->idle, out->valid ? d->t.shown.n : 0);
}

static void reset(struct drive *d)
{
	model_targets_free(&d->t);
	model_targets_init(&d->t, d->warps, d->slices, true);
}

static void run(struct drive *d, uint64_t count)
{
	bool sent_waits = false, msg_waits = false;

	for (uint64_t i = 0; i < count; i++) {
		if (i % 64 == 0)
			mood(d);
		draw(d, sent_waits, msg_waits);
		print_cycle(d);
		sent_waits = d->in.sent && !d->t.out.sent_ready;
		msg_waits = d->in.message_valid && !d->t.out.message_ready;
		if (d->reset)
			reset(d);
		else
			model_targets_step(&d->t, &d->in);
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
	} else if (!strcmp(argv[3], "modern")) {
		d.warps = PF_MODERN_WARPS;
		d.block_bits = PF_MODERN_META_BLOCK_W;
	}
	read_options(&d, argc, argv);
	rng_seed(&d.r, strtoull(argv[1], NULL, 10));
	reset(&d);
	run(&d, strtoull(argv[2], NULL, 10));
	model_targets_free(&d.t);
	return 0;
}
