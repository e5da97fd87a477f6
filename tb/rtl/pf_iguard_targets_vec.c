/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_iguard_targets_vec: random requests, fences, beginnings of blocks and epochs, cycle by cycle,
 * and what pf_iguard_targets answers.
 *
 *   requests, messages ─> model_targets (sim/det) ─> answers, cycle by cycle
 *
 *   reset  sent slot warp bar slice  valid message  ready
 *   sent_ready msg_ready  out all slice message  told idle  slices by_block
 *
 * in hex, a cycle a line; slices: of the message on show; by_block: of the one taken now, those
 * that only its block names. Warps, slots and slices are few at a time, so that the same word is
 * asked for in cycle after cycle.
 */
#include <stdbool.h>

#include "../../sim/det/model_targets.h"
#include "pf_iguard_vec.h"

enum { MAX_SLOTS = 32, MAX_WARPS = 64 };

struct drive {
	struct rng r;
	struct iguard_widths w;
	unsigned slots, warps, slices;

	/* The traffic's mood, in 64 but for numbers of warps, slots and slices */
	uint32_t hot_warp, hot_slot, hot_slice;
	unsigned some_warps, some_slots, some_slices;
	unsigned sends, messages, begins, epochs, devices, alone, barriers, stalls;

	uint32_t bar[MAX_SLOTS]; /* of the slot, the last */
	struct model_targets t;

	/* This cycle */
	bool reset;
	struct model_targets_in in;
};

static void refuse(const char *what)
{
	fprintf(stderr, "pf_iguard_targets_vec: %s\n", what);
	exit(2);
}

static bool chance(struct drive *d, unsigned of_64)
{
	return rng_below(&d->r, 64) < of_64;
}

static uint32_t any(struct drive *d, uint32_t n)
{
	return rng_below(&d->r, n);
}

/* Traffic */

static void mood(struct drive *d)
{
	static const unsigned sends[] = {64, 64, 56, 32, 4}, messages[] = {64, 64, 20, 6, 1},
			      begins[] = {0, 2, 8, 32}, epochs[] = {0, 1, 4, 40},
			      devices[] = {0, 32, 48, 64}, alone[] = {0, 0, 32, 60},
			      barriers[] = {0, 1, 4, 32}, stalls[] = {0, 0, 0, 8, 32, 60};

	d->hot_warp = any(d, d->warps);
	d->hot_slot = any(d, d->slots);
	d->hot_slice = any(d, d->slices);
	d->some_warps = 1 + any(d, any(d, 3) ? 2 : d->warps);
	d->some_slots = 1 + any(d, any(d, 3) ? 2 : d->slots);
	d->some_slices = 1 + any(d, any(d, 2) ? 3 : d->slices);
	d->sends = sends[any(d, 5)];
	d->messages = messages[any(d, 5)];
	d->begins = begins[any(d, 4)];
	d->epochs = epochs[any(d, 4)];
	d->devices = devices[any(d, 4)];
	d->alone = alone[any(d, 4)];
	d->barriers = barriers[any(d, 4)];
	d->stalls = stalls[any(d, 6)];
}

static uint32_t some_warp(struct drive *d)
{
	return (d->hot_warp + any(d, d->some_warps)) % d->warps;
}

static uint32_t some_slot(struct drive *d)
{
	return (d->hot_slot + any(d, d->some_slots)) % d->slots;
}

static uint32_t any_time(struct drive *d)
{
	return pf_truncate(rng_next(&d->r) >> 20, d->w.when);
}

/* The slot's last, now and then the next; at times one that differs in a bit. */
static uint32_t some_bar(struct drive *d, uint32_t slot)
{
	if (chance(d, d->barriers))
		d->bar[slot] = pf_truncate(d->bar[slot] + 1, d->w.when);
	return chance(d, 2) ? d->bar[slot] ^ 1U << any(d, d->w.when) : d->bar[slot];
}

static void draw_message(struct drive *d, struct pf_iguard_message *m)
{
	const uint32_t slot = some_slot(d);

	*m = (struct pf_iguard_message){.kind = PF_IGUARD_MSG_EPOCH, .lane = PF_IGUARD_ALL};
	if (chance(d, d->epochs))
		return;
	m->block = slot << d->w.sm | any(d, 1U << d->w.sm);
	m->warp = some_warp(d);
	m->stamp = (struct pf_iguard_stamp){
		.when = any_time(d), .bar = some_bar(d, slot), .meet = any_time(d)};
	m->kind = chance(d, d->begins) ? PF_IGUARD_MSG_BEGIN : PF_IGUARD_MSG_FENCE;
	if (m->kind == PF_IGUARD_MSG_BEGIN) {
		d->bar[slot] = m->stamp.when;
		return;
	}
	m->device = chance(d, d->devices);
	if (chance(d, d->alone))
		m->lane = any(d, 32);
}

/* A request and a message that wait stay as they are. */
static void draw(struct drive *d, bool sent_waits, bool msg_waits)
{
	struct model_targets_in *in = &d->in;

	d->reset = !any(d, 250);
	in->ready = !chance(d, d->stalls);
	if (!sent_waits || d->reset) {
		in->sent = chance(d, d->sends);
		in->slot = some_slot(d);
		in->warp = some_warp(d);
		in->bar = some_bar(d, in->slot);
		in->slice = (d->hot_slice + any(d, d->some_slices)) % d->slices;
	}
	if (!msg_waits || d->reset) {
		in->message_valid = chance(d, d->messages);
		draw_message(d, &in->says.iguard);
	}
}

/* Ports */

static unsigned by_block(const struct drive *d)
{
	const struct pf_iguard_message *m = &d->in.says.iguard;
	const struct pf_iguard_targets *t = &d->t.of_iguard;
	const struct pf_iguard_target_block *b = &t->block[m->block >> d->w.sm];
	unsigned n = 0;

	if (!d->in.message_valid || !d->t.out.message_ready || m->kind != PF_IGUARD_MSG_FENCE ||
	    !m->device)
		return 0;
	for (unsigned i = 0; i < PF_IGUARD_TARGETS_SLICES / 64; i++) {
		const uint64_t since = b->bar != m->stamp.bar ? b->since.word[i] : 0;
		const uint64_t own = t->scope[m->warp][1].word[i];

		n += (unsigned)__builtin_popcountll((b->before.word[i] | since) & ~own);
	}
	return n;
}

static void print_cycle(const struct drive *d)
{
	const struct model_targets_in *in = &d->in;
	const struct model_targets_out *out = &d->t.out;

	printf("%x  %x %x %x %x %x  %x", d->reset, in->sent, in->slot, in->warp, in->bar, in->slice,
	       in->message_valid);
	iguard_print_message(&d->w, &in->says.iguard);
	printf("  %x", in->ready);
	if (d->reset) {
		printf("  0 0  0 0 0 0  0 0  0 0\n");
		return;
	}
	printf("  %x %x  %x %x %x", out->sent_ready, out->message_ready, out->valid, out->all,
	       out->slice);
	iguard_print_message(&d->w, out->valid ? &out->says.iguard : NULL);
	printf("  %x %x  %x %x\n", out->told, out->idle, out->valid ? d->t.shown.n : 0,
	       by_block(d));
}

static void reset(struct drive *d)
{
	model_targets_free(&d->t);
	model_targets_init_iguard(&d->t, d->w.sm, d->slices,
				  d->warps > d->slots ? d->warps : d->slots);
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
		    sscanf(argv[i], "slots=%u", &d->slots) != 1 &&
		    sscanf(argv[i], "slices=%u", &d->slices) != 1)
			refuse(argv[i]);
	if (!d->warps || d->warps > MAX_WARPS || !d->slots || d->slots > MAX_SLOTS || !d->slices ||
	    d->slices > PF_IGUARD_TARGETS_SLICES)
		refuse("an option is out of range");
}

/* SEED COUNT GEOMETRY [slots=N] [warps=N] [slices=N] */
int main(int argc, char **argv)
{
	static struct drive d = {.slices = 24};
	const struct vec_args a = vec_args(argc > 4 ? 4 : argc, argv);

	d.w = iguard_widths(a.g);
	d.slots = a.g->block_slots;
	d.warps = a.g->warps;
	read_options(&d, argc, argv);
	rng_seed(&d.r, a.seed);
	model_targets_init_iguard(&d.t, d.w.sm, d.slices, 0);
	reset(&d);
	run(&d, a.count);
	model_targets_free(&d.t);
	return 0;
}
