/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * slice: the tap, and who uses the L2's one input.
 *
 *   NoC ─> in ─> tap ── the SM's operation performs the lanes ──> l2_in ─> L2 ─> l2_out ─> NoC
 *                 └──> sides of systems ── metadata ───────────────^          └─> sides
 *
 * The L2 takes one packet a clock: the tap's, or one of a source of a side, in turns. Order at the
 * tap is the order in which operations take place, and in which sides see them.
 */
#include "gpu_int.h"

#define EACH_SIDE(s, list, x) for (struct slice_side *const *at_ = (s)->list, *x; (x = *at_); at_++)

void slice_init(struct gpu *g, uint16_t index)
{
	const struct l2_config *c = &g->cfg.l2;
	struct slice *s = &g->slices[index];
	uint32_t n = 0, steps = 0, clocks = 0;

	s->sources = 1;
	s->index = index;
	s->l2 = l2_create(c, index, &g->pool);
	link_init(&s->in, "NoC -> slice", index, c->in_queue);
	link_init(&s->l2_in, "slice -> L2", index, c->in_queue);
	link_init(&s->l2_out, "L2 -> slice", index, c->out_queue);
	link_init(&s->to_noc, "slice -> NoC", index, c->out_queue);
	link_init(&s->to_dram, "L2 -> DRAM", index, c->dram_queue);
	link_init(&s->fills, "DRAM -> L2", index, c->fill_queue);
	GPU_EACH_SIDE(g, x) {
		struct slice_side *side = x->system->slice ? x->system->slice(x, index) : NULL;

		if (!side)
			continue;
		side->gpu = g;
		side->slice = s;
		side->system = x->index;
		s->side[n++] = side;
		s->sources += side->calls->sources;
		if (side->calls->step)
			s->stepped[steps++] = side;
		if (side->calls->clock)
			s->clocked[clocks++] = side;
	}
}

void slice_free(struct slice *s)
{
	l2_destroy(s->l2);
	link_free(&s->in);
	link_free(&s->l2_in);
	link_free(&s->l2_out);
	link_free(&s->to_noc);
	link_free(&s->to_dram);
	link_free(&s->fills);
}

/* The tap. */

/* What the packet is on its way back. */
static void make_reply(struct gpu *g, struct pkt *k)
{
	const unsigned words = (unsigned)__builtin_popcount(k->word_mask);

	if (k->kind == PKT_WRITE || k->again)
		k->bytes = 0;
	else
		k->bytes = (uint16_t)(k->to_l1 ? SECTOR : 4 * words);
	k->flits = noc_flits(&g->cfg.noc, k->bytes);
}

static struct slice_side *side_of(const struct slice *s, const struct pkt *k)
{
	EACH_SIDE(s, side, x)
		if (x->system == k->system)
			return x;
	assert(!"a packet of no system");
	return NULL;
}

static bool sides_ready(const struct slice *s, const struct pkt *k)
{
	EACH_SIDE(s, side, x)
		if (x->calls->ready && !x->calls->ready(x, k))
			return false;
	return true;
}

/* An access of a warp takes place. -1: fault. */
static int perform(struct gpu *g, struct slice *s, struct pkt *k)
{
	uint32_t wrote = 0;

	if (sm_perform(g->sms[k->sm], k->op, k->lanes, &wrote))
		return -1;
	EACH_SIDE(s, side, x)
		if (!k->bare && x->calls->access)
			x->calls->access(x, k, wrote);
	make_reply(g, k);
	k->addr = map_local(&g->map, k->addr);
	link_push(&s->l2_in, k);
	return 0;
}

/* The packet at the head takes place. 0: done or waits; -1: fault. */
static int tap(struct gpu *g, struct slice *s)
{
	struct pkt *k = link_head(&s->in);
	const bool access = k->kind == PKT_READ || k->kind == PKT_WRITE || k->kind == PKT_ATOM;
	struct slice_side *owner;

	if (!sides_ready(s, k))
		return 0;
	if (access && link_full(&s->l2_in)) {
		s->stats.stall_l2++;
		return 0;
	}
	link_pop(&s->in);
	s->stats.taken++;
	if (access && !k->own && !k->again)
		return perform(g, s, k);
	if (access) { /* it has taken place, or does so in the slice's own memory */
		if (k->own && !k->again) {
			owner = side_of(s, k);
			owner->calls->own(owner, k);
		}
		make_reply(g, k);
		link_push(&s->l2_in, k);
		return 0;
	}
	owner = side_of(s, k);
	owner->calls->packet(owner, k);
	if (k->ack)
		gpu_credit(g, k->ack - 1, k->sm, s->index);
	pkt_free(&g->pool, k);
	return 0;
}

/* Into the L2. */

struct pkt *slice_send(struct slice_side *x, enum pkt_kind kind, uint64_t beat, uint32_t id,
		       uint32_t bytes)
{
	struct pkt *k = pkt_alloc(&x->gpu->pool);

	k->kind = kind;
	k->system = x->system;
	k->slice = x->slice->index;
	k->bytes = (uint16_t)bytes;
	k->addr = beat * SECTOR;
	k->id = id;
	link_push(&x->slice->l2_in, k);
	return k;
}

static bool sides_idle(const struct slice *s)
{
	EACH_SIDE(s, side, x)
		if (!x->calls->idle(x))
			return false;
	return true;
}

/* The source with that number, 0 the tap, then the sides' in their order. -1: fault. */
static int enter(struct gpu *g, struct slice *s, unsigned who)
{
	if (!who)
		return s->in.count && !g->failed ? tap(g, s) : 0;
	who--;
	EACH_SIDE(s, side, x) {
		if (who < x->calls->sources) {
			if (!link_full(&s->l2_in))
				x->calls->source(x, who);
			return 0;
		}
		who -= x->calls->sources;
	}
	return 0;
}

/* One packet a clock into the L2: whose turn it is, else who has one. */
static int enter_l2(struct gpu *g, struct slice *s)
{
	const unsigned sources = s->sources;

	if (sides_idle(s))
		return enter(g, s, 0);
	for (unsigned i = 0; i < sources; i++) {
		const unsigned who = (s->turn + i) % sources;
		const uint32_t before = s->l2_in.count;

		if (enter(g, s, who))
			return -1;
		if (s->l2_in.count != before) {
			s->turn = (who + 1) % sources;
			return 0;
		}
	}
	return 0;
}

/* What the L2 has answered: one a clock, to the NoC or to a side. */
static void answer(struct gpu *g, struct slice *s)
{
	struct pkt *k = link_head(&s->l2_out);

	if (k->kind == PKT_META_READ) {
		struct slice_side *owner = side_of(s, k);

		if (owner->calls->answer(owner, k))
			pkt_free(&g->pool, link_pop(&s->l2_out));
		return;
	}
	if (g->failed) { /* nobody waits for it any more */
		pkt_free(&g->pool, link_pop(&s->l2_out));
		return;
	}
	if (link_full(&s->to_noc)) {
		s->stats.stall_reply++;
		return;
	}
	link_push(&s->to_noc, link_pop(&s->l2_out));
}

int slice_step(struct gpu *g, struct slice *s, uint64_t now)
{
	if (!l2_idle(s->l2) || s->l2_in.count || s->fills.count)
		l2_step(s->l2, now, &s->l2_in, &s->l2_out, &s->to_dram, &s->fills);
	if (s->l2_out.count)
		answer(g, s);
	EACH_SIDE(s, stepped, x)
		x->calls->step(x);
	if ((s->in.count || s->side[0]) && enter_l2(g, s))
		return -1;
	EACH_SIDE(s, clocked, x)
		x->calls->clock(x);
	return 0;
}

static bool sides_queued(const struct slice *s)
{
	EACH_SIDE(s, side, x)
		if (x->calls->queued && x->calls->queued(x))
			return true;
	return false;
}

bool slice_idle(const struct slice *s)
{
	return !s->in.count && !s->l2_in.count && !s->l2_out.count && !s->to_dram.count &&
	       !s->fills.count && !s->to_noc.count && !sides_queued(s) && l2_idle(s->l2) &&
	       sides_idle(s);
}

bool slice_winds_up(const struct slice *s)
{
	EACH_SIDE(s, side, x)
		if (x->calls->winds_up)
			return true;
	return false;
}

bool slice_wound_up(const struct slice *s)
{
	EACH_SIDE(s, side, x)
		if (x->calls->winds_up &&
		    ((x->calls->queued && x->calls->queued(x)) || !x->calls->idle(x)))
			return false;
	return true;
}

void slice_stats_add(struct gpu *g)
{
	struct stats *t = g->stats;
	const size_t n = g->n_slices, d = sizeof(*g->slices);
	const struct slice_stats *s = &g->slices[0].stats;

#define ADD(name, field, unit, meaning) \
	stats_add(t, name, unit, meaning, STATS_SUM, &s->field, n, d)
	ADD("tap.packets", taken, "packets", "taken off the NoC by the slices");
	ADD("tap.stall_detector", stall_det, "cycles", "a packet waits for the slice unit's queue");
	ADD("tap.stall_l2", stall_l2, "cycles", "a packet waits for the L2's input queue");
	ADD("tap.stall_reply", stall_reply, "cycles", "an answer waits for the NoC");
	ADD("tap.requests", requests, "requests", "accesses handed to the slice units");
	ADD("tap.fences", fences, "requests", "fences handed to the slice units");
	ADD("tap.epochs", epochs, "requests", "epochs handed to the slice units");
	ADD("tap.split", split, "packets", "atomics of which some lanes wrote and some did not");
	ADD("tap.metadata_reads", meta_reads, "beats", "metadata asked for at the L2");
	ADD("tap.metadata_writes", meta_writes, "beats", "metadata written to the L2");
	ADD("tap.records", records, "beats", "race records written to the L2");
#undef ADD
}
