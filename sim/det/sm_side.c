/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * sm_side: the detector's side of an SM: what its unit is told, and what comes of it. What happens
 * when is the table of rtl/README.md, SM unit; sw/detect does the same without a clock; what an
 * operation means to the detector, and what its unit is told of it: sw/access.
 *
 *   events ──> queue ──> det_sm_event(), one a cycle       number sent: given
 *   accesses ──────────> det_sm_request() with each        number settled: all its effects are
 *   det_sm_tag() ──────> notes on L1's packets, in order   there
 *   det_sm_message() ──> packets behind them               number gone: messages given to L1
 *   credit() <────────── slices, one for each packet
 *
 * A fence goes to all slices in one packet, or with detector.fences = touched in one for each slice
 * that has to know; the unit says which (rtl/sm/pf_sm_multicast.v).
 *
 * A warp waits for its own events before its next memory, fence or barrier instruction, so that
 * its tags see them; and for an atomic that may take a lock or give one back (CAS, exchange), since
 * its events come when it is back. A fence waits until its event is settled, its message is in L1's
 * out queue and, with device or system scope, all its slices have taken it in; if the policy says
 * sync_fences, so is the fence of a releasing access. With block_barriers warps go on from a
 * barrier when its event is settled.
 *
 * Not modelled: place in the queue of events. It never fills: it has room for all that warps and
 * operations can cause before they wait.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "../sm/sm_int.h"
#include "access/events.h"
#include "base/bits.h"
#include "reference/pf_geometry.h"
#include "credits.h"
#include "note.h"
#include "sides.h"
#include "tag_code.h"

/* What the side knows of a warp. */
struct det_warp {
	uint64_t event;   /* number of its last event */
	uint64_t message; /* fence: number of its message; 0: it has none */
	uint64_t need;    /* fence: messages of this SM that must have arrived */
	bool settling;    /* fence: its event is not settled yet */
};

/* ... of an operation. */
struct det_op {
	struct access_class cls;
	struct pf_sm_request request; /* for its tags */
	bool event;                   /* fence: the unit is told of it */
};

struct det_side {
	struct sm_side side;
	struct det_sm *unit;
	const struct sim_config *cfg;
	struct tag_format format; /* detector.tag = coded */
	struct tag_coded last;    /* what the last access said that has one, */
	uint32_t last_slice;      /* and to whom */
	const struct pf_policy_info *policy;
	struct det_warp warp[SM_WARPS];
	struct det_op *op; /* [operation] */
	uint64_t waiting;  /* warps that wait for their events */
	struct pf_event *event;
	uint32_t event_mask;
	uint64_t events, sent, settled; /* queued, given, settled: numbers of events */
	uint64_t released_event;        /* of the barrier that was released last */
	uint32_t sm_bits;
	struct pkt *packet;           /* a copy that found no room in L1 yet */
	uint64_t of_packet;           /* its message */
	struct sm_warp *message_warp; /* whose it is */
	uint64_t due, told;           /* messages: of events so far; taken from the unit, whole */
	struct credits credits;
	uint32_t n_slices, lock_entries, block_bits;
	bool busy;
	/* A block's barrier count that wraps is told in a message that does not name the block. */
	uint32_t *barriers, barrier_mask; /* [block slot] */
	uint32_t *epoch_slots, epochs;    /* block slots whose message is to come, oldest first */
};

static struct det_side *of(struct sm_side *x)
{
	return (struct det_side *)x;
}

static const struct det_side *of_const(const struct sm_side *x)
{
	return (const struct det_side *)x;
}

static struct det_op *det_op(const struct det_side *d, const struct sm_op *o)
{
	return &d->op[o - d->side.sm->op];
}

/* Events */

static struct pf_event *push(struct det_side *d)
{
	assert(d->events - d->sent <= d->event_mask);
	d->side.sm->count->events++;
	return &d->event[d->events++ & d->event_mask];
}

/* The warp's next memory or control instruction waits for the last event. */
static void bar(struct det_side *d, struct sm_warp *w, uint64_t event)
{
	d->warp[w->index].event = event;
	d->waiting |= sm_bit(w);
	w->barred_memory |= (uint8_t)(1U << d->side.system);
}

static void count_barrier(struct det_side *d, uint32_t slot)
{
	d->barriers[slot] = (d->barriers[slot] + 1) & d->barrier_mask;
	if (d->barriers[slot])
		return;
	d->epoch_slots[d->epochs++] = slot;
	d->due++;
}

static struct events_warp at(const struct sm_warp *w)
{
	return (struct events_warp){.slot = w->slot, .warp = w->index};
}

static void tell(struct det_side *d, struct sm_warp *w, const struct pf_event *e)
{
	*push(d) = *e;
	bar(d, w, d->events);
}

static uint32_t block_id(const struct det_side *d, uint32_t slot)
{
	return slot << d->sm_bits | d->side.sm->index;
}

static void block(struct sm_side *x, uint32_t slot)
{
	struct det_side *d = of(x);
	struct sm *s = x->sm;
	const uint32_t first = slot * s->warps_per_block;

	*push(d) = (struct pf_event){
		.kind = PF_EVT_BLOCK_BEGIN, .slot = slot, .block = block_id(d, slot)};
	for (uint32_t i = first; i < first + s->warps_per_block; i++)
		tell(d, &s->warp[i],
		     &(struct pf_event){.kind = PF_EVT_WARP_BEGIN, .slot = slot, .warp = i});
}

static void done(struct sm_side *x, struct sm_op *o)
{
	struct det_side *d = of(x);
	const struct access_class *cls = &det_op(d, o)->cls;
	struct pf_event e[EVENTS_AFTER];
	uint32_t n;

	if ((cls->lock == ACCESS_NO_LOCK && !cls->acquires) ||
	    (o->op.space != PTX_SPACE_GLOBAL && o->op.space != PTX_SPACE_SHARED))
		return;
	n = events_after(cls, at(o->w), &o->op, e);
	if (d->cfg->det.lock_events == SIM_LOCKS_NEEDED)
		n = events_needed(e, n, d->lock_entries);
	for (uint32_t i = 0; i < n; i++)
		tell(d, o->w, &e[i]);
}

/* Tags */

static void taken(struct sm_side *x, struct sm_op *o)
{
	struct det_op *p = det_op(of(x), o);

	p->cls = access_classify(of(x)->policy, &o->op);
	o->holds |= p->cls.lock != ACCESS_NO_LOCK;
}

static void start(struct sm_side *x, struct sm_op *o)
{
	struct det_op *p = det_op(of(x), o);

	p->request = events_request(&p->cls, at(o->w));
}

static bool check_ready(const struct sm_side *x)
{
	return det_sm_request_ready(of_const(x)->unit);
}

static void check(struct sm_side *x, struct sm_op *o)
{
	struct det_side *d = of(x);

	det_sm_request(d->unit, &det_op(d, o)->request);
	d->busy = true;
}

/* A store's bytes and an atomic's type say which words they touch in part. */
static uint8_t coded_bytes(struct det_side *d, const struct pkt *k, const struct pf_tag *t)
{
	const bool load = k->kind == PKT_READ || k->kind == PKT_HIT;
	struct tag_coded c;
	uint8_t bytes[TAG_CODE_MOST];

	memset(&c, 0, sizeof(c));
	c.tag = *t;
	c.tag.write = false;
	c.sub = load ? k->sub_mask : 0;
	c.pc = k->pc;
	if (k->kind != PKT_HIT) {
		if (k->slice == d->last_slice && tag_same(&c, &d->last))
			return 0;
		d->last = c;
		d->last_slice = k->slice;
	}
	return (uint8_t)tag_encode(&d->format, &c, bytes);
}

static bool note(struct sm_side *x, struct pkt *k)
{
	struct det_side *d = of(x);
	struct pf_tag t;

	if (!det_sm_tag(d->unit, k->slice, &t))
		return false;
	det_note(k, &t);
	k->once = !t.signature;
	if (d->cfg->det.tag == SIM_TAG_CODED)
		k->tag_bytes = coded_bytes(d, k, &t);
	k->system = x->system;
	return true;
}

/* Fences */

/* Messages given to L1. */
static uint64_t gone(const struct det_side *d)
{
	return d->packet ? d->of_packet - 1 : d->told;
}

/* A block whose ID is beyond its field has no message. */
static void fence(struct sm_side *x, struct sm_op *o)
{
	struct det_side *d = of(x);
	struct det_warp *w = &d->warp[o->w->index];
	const struct pf_event e = events_fence(at(o->w), &o->op);

	w->need = w->message = 0;
	w->settling = !o->releases || det_op(d, o)->cls.releases;
	if (!w->settling)
		return;
	tell(d, o->w, &e);
	if (!(block_id(d, o->w->slot) >> d->block_bits))
		w->message = ++d->due;
}

/* Its own message is what it waits for; with messages to all, all that the unit has given so far:
 * docs/scord.md's cycles are of that. */
static bool passed(struct sm_side *x, struct sm_op *o)
{
	const struct det_side *d = of(x);
	struct det_warp *w = &of(x)->warp[o->w->index];

	if (w->settling && w->event <= d->settled) {
		w->settling = false;
		w->need = d->cfg->det.fences == SIM_FENCES_TOUCHED ? w->message : d->told;
	}
	return !w->settling && w->need <= gone(d) &&
	       (!access_leaves_block(&o->op) || d->cfg->det.scord_simulator ||
		x->sm->keeps_messages || w->need <= d->credits.arrived);
}

/* Barriers */

static void arrives(struct sm_side *x, struct sm_warp *w, const struct simt_op *op)
{
	struct pf_event e;

	if (events_barrier(of(x)->policy, at(w), op, &e))
		tell(of(x), w, &e);
}

/* Counted for the block, a barrier is one event; all its warps wait for it. */
static void released(struct sm_side *x, struct sm_warp *w, uint32_t id, bool first)
{
	struct det_side *d = of(x);
	struct pf_event e;

	(void)id;
	if (!events_barrier(d->policy, at(w), NULL, &e))
		return;
	if (first) {
		tell(d, w, &e);
		count_barrier(d, w->slot);
		d->released_event = d->events;
	}
	bar(d, w, d->released_event);
	w->barred |= (uint8_t)(1U << x->system);
}

/* Messages */

/* The authors' simulator: a fence goes to one slice; its address is the number of its warp among
 * all. */
static uint32_t simulators_slice(const struct det_side *d, const struct pf_message *m)
{
	return (m->block << 6 | m->warp) / d->cfg->l2.interleave % d->n_slices;
}

static struct pkt *packet_to(struct det_side *d, const struct pf_message *m, uint32_t slice)
{
	struct sm *s = d->side.sm;
	struct pkt *k = pkt_alloc(s->pool);
	const bool all = slice == PF_TO_ALL;
	const uint32_t first = all ? 0 : slice, end = all ? d->n_slices : slice + 1;

	k->kind = m->epoch ? PKT_EPOCH : PKT_FENCE;
	k->system = d->side.system;
	k->born = s->now;
	det_note(k, &(struct pf_tag){.block = m->block,
				     .warp = m->warp,
				     .block_scope = !m->epoch && !m->device});
	for (uint32_t i = first; i < end; i++)
		credits_to(&d->credits, i);
	if (all && d->cfg->det.scord_simulator)
		slice = simulators_slice(d, m);
	k->single = slice < d->n_slices;
	if (k->single)
		k->slice = (uint16_t)slice;
	return k;
}

/* Whose message it is; an epoch is of the block whose barriers have wrapped. */
static struct sm_warp *warp_of(struct det_side *d, const struct pf_message *m)
{
	struct sm *s = d->side.sm;
	uint32_t slot;

	if (!m->epoch)
		return &s->warp[m->warp];
	if (!d->epochs)
		return NULL;
	slot = d->epoch_slots[0];
	memmove(d->epoch_slots, d->epoch_slots + 1, --d->epochs * sizeof(*d->epoch_slots));
	return &s->warp[slot * s->warps_per_block];
}

static void credit(struct sm_side *x, uint32_t slice)
{
	if (credits_came(&of(x)->credits, slice))
		x->sm->sync_moved = true;
}

/* Messages that the unit has given whole since this was asked. */
static void count_told(struct det_side *d)
{
	const uint64_t told = det_sm_told(d->unit);

	while (d->told < told) {
		d->told++;
		if (d->credits.begun < d->told)
			credits_begin(&d->credits); /* it had no copy */
		credits_end(&d->credits);
		d->side.sm->count->messages++;
		d->side.sm->sync_moved = true;
	}
}

/* A message, or a copy of one, from the unit. */
static void take_message(struct det_side *d)
{
	struct pf_message m;
	uint32_t slice;

	if (!det_sm_message(d->unit, &m, &slice))
		return;
	d->of_packet = d->told + 1;
	d->message_warp = warp_of(d, &m);
	if (d->credits.begun < d->of_packet)
		credits_begin(&d->credits);
	d->packet = packet_to(d, &m, slice);
	count_told(d);
}

/* A packet a cycle. */
static void messages(struct det_side *d)
{
	struct sm *s = d->side.sm;

	count_told(d);
	if (!d->packet)
		take_message(d);
	if (!d->packet)
		return;
	if (!sm_message(s, d->packet, d->message_warp)) {
		s->count->message_wait++;
		return;
	}
	d->packet = NULL;
	s->sync_moved = true;
}

/* A cycle */

/* All events given so far: warps whose last one is among them go on. */
static void settle(struct det_side *d)
{
	const uint8_t mine = (uint8_t)(1U << d->side.system);
	struct sm *s = d->side.sm;

	d->settled = d->sent;
	s->sync_moved = true;
	for (uint64_t left = d->waiting; left; left &= left - 1) {
		struct sm_warp *w = &s->warp[__builtin_ctzll(left)];

		if (d->warp[w->index].event > d->settled)
			continue;
		d->waiting &= ~sm_bit(w);
		w->barred &= (uint8_t)~mine;
		w->barred_memory &= (uint8_t)~mine;
	}
	for (uint64_t left = s->in[SM_EVENT]; left; left &= left - 1)
		sm_look(s, &s->warp[__builtin_ctzll(left)]);
}

/* Messages out, an event in. */
static void step(struct sm_side *x)
{
	struct det_side *d = of(x);

	if (d->busy || d->packet)
		messages(d);
	if (d->settled != d->sent && det_sm_settled(d->unit))
		settle(d);
	if (d->events == d->sent)
		return;
	if (!det_sm_event_ready(d->unit)) {
		x->sm->count->event_wait++;
		return;
	}
	det_sm_event(d->unit, &d->event[d->sent++ & d->event_mask]);
	d->busy = true;
}

static void clock_edge(struct sm_side *x)
{
	struct det_side *d = of(x);

	if (!d->busy)
		return;
	det_sm_step(d->unit);
	d->busy = !det_sm_idle(d->unit);
}

static bool idle(const struct sm_side *x)
{
	const struct det_side *d = of_const(x);

	return !d->busy && d->events == d->sent && !d->packet && d->credits.arrived == d->due;
}

static bool settled(const struct sm_side *x, bool credits)
{
	const struct det_side *d = of_const(x);

	return d->events == d->settled && gone(d) == d->due &&
	       (!credits || d->credits.arrived == d->due);
}

static void describe(const struct sm_side *x, char *text, size_t size)
{
	const struct det_side *d = of_const(x);

	text[0] = '\0';
	if (!idle(x))
		snprintf(text, size,
			 "; detector: %" PRIu64 " events to give, %" PRIu64 " not settled, %" PRIu64
			 " of %" PRIu64 " messages%s, credits for %" PRIu64,
			 d->events - d->sent, d->sent - d->settled, gone(d), d->due,
			 d->packet ? " (one waits for L1)" : "", d->credits.arrived);
}

static void destroy(struct sm_side *x)
{
	struct det_side *d = of(x);

	if (d->packet)
		pkt_free(x->sm->pool, d->packet);
	credits_free(&d->credits);
	free(d->event);
	free(d->barriers);
	free(d->epoch_slots);
	free(d->op);
	free(d);
}

static const struct sm_side_calls calls = {
	.destroy = destroy,
	.block = block,
	.taken = taken,
	.start = start,
	.done = done,
	.check_ready = check_ready,
	.check = check,
	.note = note,
	.fence = fence,
	.passed = passed,
	.arrives = arrives,
	.released = released,
	.credit = credit,
	.step = step,
	.clock = clock_edge,
	.idle = idle,
	.settled = settled,
	.describe = describe,
};

struct sm_side *det_sm_side(const struct sim_config *c, struct det_sm *unit,
			    const struct pf_policy_info *policy, uint8_t system)
{
	const struct sm_config *m = &c->sm;
	const uint32_t warps = m->threads / SIMT_LANES;
	/* those after an access; fence, barrier; begin of block and warp */
	const uint32_t most =
		(m->pending_ops + warps) * EVENTS_AFTER + 4 * warps + 2 * m->block_slots;
	const uint32_t n = power_of_two(most);
	const struct pf_geometry *g = pf_geometry_named(sim_geometry_name(c->det.geometry));
	struct det_side *d = mem_alloc(sizeof(*d));

	d->side = (struct sm_side){.calls = &calls, .system = system};
	d->unit = unit;
	d->cfg = c;
	d->policy = policy;
	d->op = mem_alloc(sm_most_ops(m) * sizeof(*d->op));
	d->event = mem_alloc(n * sizeof(*d->event));
	d->event_mask = n - 1;
	while (m->count > 1U << d->sm_bits)
		d->sm_bits++;
	d->format = tag_format(g, m->count);
	d->last_slice = UINT32_MAX;
	d->n_slices = c->l2.slices;
	d->lock_entries = g->lock_entries;
	d->block_bits = g->block_bits;
	credits_init(&d->credits, d->n_slices);
	d->barriers = mem_alloc(m->block_slots * sizeof(*d->barriers));
	d->epoch_slots = mem_alloc(m->block_slots * sizeof(*d->epoch_slots));
	d->barrier_mask = (1U << g->barrier_bits) - 1;
	d->busy = true; /* it clears its tables first */
	return &d->side;
}
