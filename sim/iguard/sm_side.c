/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * sm_side: iGUARD's side of an SM: what its unit is told, and what comes of it. What happens when
 * is the header of rtl/sm/pf_iguard_sm_unit.v; sw/iguard/units does the same without a clock; what
 * an operation means, and what the unit is told of it: sw/iguard/events.
 *
 *   events ──> sm/told ──> det_sm_iguard_event()
 *   accesses ──> parts ──> det_sm_iguard_request() with each, one a cycle
 *   det_sm_iguard_tag() ─────> notes on L1's packets, when all parts of one have theirs
 *   det_sm_iguard_message() ─> sm/post: packets to slices, a credit of each
 *
 * A fence goes to the slices that it concerns, the beginning of a block and an epoch to all of
 * them; with detector.fences = all, all messages do (rtl/sm/pf_iguard_multicast.v).
 *
 * Tags and messages leave in the order of what they came of: the unit says behind how many messages
 * a tag is. A message of an epoch could else make slices forget accesses behind it. Between parts
 * of one access the unit is told of no event.
 *
 * A warp waits for its own events before its next memory, fence or barrier instruction, so that its
 * tags see them, and for an atomic that may take a lock or give one back. A fence waits until its
 * message is in L1's out queue and, with device or system scope, all its slices have taken it in.
 * Which event has a message depends on the unit's clock, for one that is full begins an epoch: the
 * side has a clock of its own beside it, that counts alike.
 */
#include <stdlib.h>

#include "note.h"
#include "parts.h"
#include "reference/pf_iguard_clock.h"
#include "sides.h"
#include "tag_code.h"

/* WAITING: parts between L1 and the unit's tags; a power of two. */
enum { WAITING = 256, MASK = WAITING - 1 };

/* An event, and behind how many accesses it comes. */
struct guard_event {
	struct pf_iguard_sm_event is;
	uint64_t accesses;
};

/* A part of an access that has gone to L1. */
struct guard_part {
	struct pf_iguard_sm_request request;
	uint64_t due; /* the group is there */
	uint8_t words;
	bool last; /* of its access */
};

struct guard_side {
	struct sm_side side;
	struct det_sm *unit;
	const struct sim_config *cfg;
	bool lanes;
	struct iguard_tag_coder coder; /* detector.tag = coded */
	uint64_t fence[SM_WARPS]; /* number of the message of the warp's fence; 0: it has none */
	struct access_class *cls; /* [operation] */
	struct told told;
	struct pf_iguard_clock clock; /* as the unit's */
	struct post post;
	struct parts parts;
	struct guard_part *part; /* ring: noted, asked, put */
	uint32_t noted, asked, put;
	uint64_t checked, asked_whole; /* accesses that have gone to L1; of which all was asked */
	bool between_parts;            /* ... and of one not yet all */
	struct iguard_note note[IGUARD_PARTS]; /* parts of the oldest packet that have their tags */
	uint32_t n_note;
	uint64_t released_event; /* of the barrier that was released last */
	bool busy;
};

static struct guard_side *of(struct sm_side *x)
{
	return (struct guard_side *)x;
}

static const struct guard_side *of_const(const struct sm_side *x)
{
	return (const struct guard_side *)x;
}

static struct access_class *class_of(const struct guard_side *d, const struct sm_op *o)
{
	return &d->cls[o - d->side.sm->op];
}

/* Events */

static struct events_warp at(const struct sm_warp *w)
{
	return (struct events_warp){.slot = w->slot, .warp = w->index};
}

static void push_behind(struct guard_side *d, struct pf_iguard_sm_event e, uint64_t accesses)
{
	*(struct guard_event *)told_push(&d->told) = (struct guard_event){e, accesses};
}

static void push(struct guard_side *d, struct pf_iguard_sm_event e)
{
	push_behind(d, e, d->checked);
}

static void tell(struct guard_side *d, struct sm_warp *w, struct pf_iguard_sm_event e)
{
	push(d, e);
	told_wait(&d->told, w, d->told.events);
}

static void block(struct sm_side *x, uint32_t slot)
{
	struct guard_side *d = of(x);
	struct sm *s = x->sm;
	const uint32_t first = slot * s->warps_per_block;

	push(d, iguard_event(PF_IGUARD_SM_BLOCK, at(&s->warp[first])));
	for (uint32_t i = first; i < first + s->warps_per_block; i++)
		tell(d, &s->warp[i], iguard_event(PF_IGUARD_SM_WARP, at(&s->warp[i])));
}

static void done(struct sm_side *x, struct sm_op *o)
{
	struct guard_side *d = of(x);
	struct pf_iguard_sm_event e[EVENTS_AFTER];
	uint32_t n;

	if (o->op.space != PTX_SPACE_GLOBAL && o->op.space != PTX_SPACE_SHARED)
		return;
	n = iguard_events_after(class_of(d, o), at(o->w), &o->op, e);
	for (uint32_t i = 0; i < n; i++)
		tell(d, o->w, e[i]);
}

/* The warp's accesses before it may still be on their way to L1. */
static void meets(struct sm_side *x, struct sm_warp *w)
{
	struct guard_side *d = of(x);

	if (!d->lanes)
		return;
	push_behind(d, iguard_event(PF_IGUARD_SM_MEET, at(w)), d->checked + x->sm->unsent);
	told_wait(&d->told, w, d->told.events);
}

/* A barrier is one event; all whom it lets go wait for it. */
static void released(struct sm_side *x, struct sm_warp *w, uint32_t id, bool first)
{
	struct guard_side *d = of(x);

	(void)id;
	if (first) {
		push(d, iguard_event(PF_IGUARD_SM_BARRIER, at(w)));
		d->released_event = d->told.events;
	}
	told_wait(&d->told, w, d->released_event);
}

/* Tags */

static void taken(struct sm_side *x, struct sm_op *o)
{
	struct access_class *c = class_of(of(x), o);

	*c = access_classify(pf_policy_of(PF_SCORD), &o->op);
	o->holds |= c->lock != ACCESS_NO_LOCK;
}

static bool check_ready(const struct sm_side *x)
{
	const struct guard_side *d = of_const(x);

	return parts_ready(&d->parts, x->sm->now) && d->put - d->noted <= WAITING - IGUARD_PARTS;
}

static void check(struct sm_side *x, struct sm_op *o)
{
	struct guard_side *d = of(x);
	const struct coalesced *a = &o->access[o->sent - 1];
	const struct access_class *c = class_of(d, o);
	const uint32_t n = parts_of(&d->parts, o, x->sm->now);
	struct guard_part *last = NULL;

	for (uint32_t i = 0; i < n; i++) {
		const struct iguard_part *p = &d->parts.part[i];
		const uint8_t words = parts_words(p, a);

		if (!words)
			continue;
		last = &d->part[d->put++ & MASK];
		*last = (struct guard_part){
			.request = {.slot = o->w->slot,
				    .warp = o->w->index,
				    .tag = iguard_events_tag(c, &o->op, p,
							     o->op.kind != SIMT_OP_LD)},
			.due = d->parts.due[i],
			.words = words};
	}
	assert(last);
	last->last = true;
	d->checked++;
	d->busy = true;
}

/* A part a cycle. */
static void ask(struct guard_side *d)
{
	const struct guard_part *p = &d->part[d->asked & MASK];

	if (d->asked == d->put || p->due > d->side.sm->now || !det_sm_request_ready(d->unit))
		return;
	det_sm_iguard_request(d->unit, &p->request);
	(void)pf_iguard_clock_access(&d->clock, p->request.slot, p->request.warp);
	d->asked++;
	d->asked_whole += p->last;
	d->between_parts = !p->last;
}

/* May the unit be told of it, as far as accesses go? */
static bool in_time(const struct guard_side *d, const struct guard_event *e)
{
	return !d->between_parts && e->accesses <= d->asked_whole;
}

/* Bytes that they are on the network. */
static uint8_t coded_bytes(struct guard_side *d, const struct pkt *k)
{
	struct iguard_tag_coded t = {.kind = k->kind, .pc = k->pc, .slice = k->slice};
	uint8_t bytes[IGUARD_TAG_MOST];
	uint32_t n;

	memcpy(t.part, d->note, d->n_note * sizeof(*d->note));
	n = iguard_tag_encode(&d->coder, &t, bytes);
	return (uint8_t)(n < UINT8_MAX ? n : UINT8_MAX);
}

static void finish(struct guard_side *d, struct pkt *k)
{
	const uint32_t more = d->n_note - 1;

	d->note[0].more = (uint8_t)more;
	if (!more)
		d->note[0].words = 0; /* notes that are the same may be merged */
	if (more) {
		k->load = mem_alloc(more * sizeof(*d->note));
		memcpy(k->load, &d->note[1], more * sizeof(*d->note));
	}
	memcpy(k->note, &d->note[0], sizeof(d->note[0]));
	k->alone = more != 0;
	k->once = !d->note[0].locks;
	if (d->cfg->det.tag == SIM_TAG_CODED)
		k->tag_bytes = coded_bytes(d, k);
	k->system = d->side.system;
	d->n_note = 0;
}

/* There is a tag; *behind: behind messages that are not on their way to L1 yet. */
static bool has_tag(const struct guard_side *d, bool *behind)
{
	return det_sm_tag_behind(d->unit, post_gone(&d->post), behind);
}

static bool note(struct sm_side *x, struct pkt *k)
{
	struct guard_side *d = of(x);
	const struct guard_part *p = &d->part[d->noted & MASK];
	struct pf_iguard_tag t;
	bool behind;

	if (!has_tag(d, &behind) || behind || !det_sm_iguard_tag(d->unit, k->slice, &t))
		return false;
	t.by.side.bytes = p->request.tag.by.side.bytes;
	d->note[d->n_note++] = iguard_note_of(&t, p->words);
	d->noted++;
	if (!p->last)
		return false;
	finish(d, k);
	return true;
}

/* Fences */

static void fence(struct sm_side *x, struct sm_op *o)
{
	struct guard_side *d = of(x);

	d->fence[o->w->index] = 0;
	if (!o->releases || class_of(d, o)->releases)
		tell(d, o->w, iguard_event_fence(at(o->w), &o->op, d->lanes));
}

static bool passed(struct sm_side *x, struct sm_op *o)
{
	const struct guard_side *d = of(x);
	const uint64_t message = d->fence[o->w->index];

	return d->told.last[o->w->index] <= d->told.settled && message <= post_gone(&d->post) &&
	       (!access_leaves_block(&o->op) || message <= d->post.credits.arrived);
}

/* Messages */

/* The next message goes to L1 when all tags before it have. */
static bool in_turn(const struct guard_side *d)
{
	bool behind;

	return d->noted == d->put || (!d->n_note && has_tag(d, &behind) && behind);
}

/* A message, or a copy of one, from the unit. */
static void take_message(struct guard_side *d)
{
	struct pf_iguard_message m;
	struct sm_warp *w = NULL;
	struct pkt *k;
	uint32_t slice;

	if (!det_sm_iguard_message(d->unit, &m, &slice))
		return;
	if (m.kind == PF_IGUARD_MSG_FENCE)
		w = &d->side.sm->warp[m.warp];
	k = post_packet(&d->post, m.kind == PF_IGUARD_MSG_EPOCH ? PKT_EPOCH : PKT_FENCE, slice, w);
	iguard_note_message(k, &m);
	k->early = true;
	post_told(&d->post, det_sm_told(d->unit));
}

static void credit(struct sm_side *x, uint32_t slice)
{
	post_credit(&of(x)->post, slice);
}

/* A packet a cycle. */
static void messages(struct guard_side *d)
{
	post_told(&d->post, det_sm_told(d->unit));
	if (!d->post.packet && in_turn(d))
		take_message(d);
	post_send(&d->post);
}

/* A cycle */

/* Of an event that is given: its message is counted. */
static void count(struct guard_side *d, const struct pf_iguard_sm_event *e)
{
	struct pf_iguard_stamp stamp;

	if (e->kind > PF_IGUARD_SM_FENCE)
		return; /* of locks: the clock is not told */
	stamp = pf_iguard_clock_event(&d->clock, (enum pf_iguard_event_code)e->kind, e->slot,
				      e->warp);
	d->post.due +=
		stamp.epoch || e->kind == PF_IGUARD_SM_FENCE || e->kind == PF_IGUARD_SM_BLOCK;
	if (e->kind == PF_IGUARD_SM_FENCE)
		d->fence[e->warp] = d->post.due;
}

/* Messages out, a part and an event in. */
static void step(struct sm_side *x)
{
	struct guard_side *d = of(x);
	const struct guard_event *e;

	if (d->busy || d->post.packet)
		messages(d);
	if (d->told.settled != d->told.sent && det_sm_seen(d->unit))
		told_settle(&d->told);
	ask(d);
	e = told_next(&d->told);
	if (!e)
		return;
	if (!in_time(d, e) || !det_sm_event_ready(d->unit)) {
		x->sm->count->event_wait++;
		return;
	}
	det_sm_iguard_event(d->unit, &e->is);
	count(d, &e->is);
	told_given(&d->told);
	d->busy = true;
}

static void clock_edge(struct sm_side *x)
{
	struct guard_side *d = of(x);

	if (!d->busy)
		return;
	det_sm_step(d->unit);
	d->busy = !det_sm_idle(d->unit) || d->noted != d->put;
}

static bool idle(const struct sm_side *x)
{
	const struct guard_side *d = of_const(x);

	return !d->busy && det_side_idle(&d->told, &d->post);
}

static bool settled(const struct sm_side *x, bool credits)
{
	const struct guard_side *d = of_const(x);

	return det_side_settled(&d->told, &d->post, credits);
}

static void describe(const struct sm_side *x, char *text, size_t size)
{
	const struct guard_side *d = of_const(x);

	text[0] = '\0';
	if (!idle(x))
		det_side_describe(&d->told, &d->post, text, size);
}

static void destroy(struct sm_side *x)
{
	struct guard_side *d = of(x);

	post_free(&d->post);
	told_free(&d->told);
	free(d->part);
	free(d->cls);
	free(d);
}

static const struct sm_side_calls calls = {
	.destroy = destroy,
	.block = block,
	.taken = taken,
	.done = done,
	.check_ready = check_ready,
	.check = check,
	.note = note,
	.fence = fence,
	.passed = passed,
	.meets = meets,
	.released = released,
	.credit = credit,
	.step = step,
	.clock = clock_edge,
	.idle = idle,
	.settled = settled,
	.describe = describe,
};

struct sm_side *iguard_sm_side(const struct sim_config *c, struct det_sm *unit, bool lanes,
			       uint8_t system)
{
	const struct sm_config *m = &c->sm;
	const uint32_t warps = m->threads / SIMT_LANES;
	/* those after an access; fence, barrier, meeting; begin of block and warp */
	const uint32_t most =
		(m->pending_ops + warps) * EVENTS_AFTER + 5 * warps + 2 * m->block_slots;
	struct guard_side *d = mem_alloc(sizeof(*d));

	d->side = (struct sm_side){.calls = &calls, .system = system};
	d->unit = unit;
	d->cfg = c;
	d->lanes = lanes;
	d->cls = mem_alloc(sm_most_ops(m) * sizeof(*d->cls));
	d->part = mem_alloc(WAITING * sizeof(*d->part));
	told_init(&d->told, &d->side, sizeof(struct guard_event), most);
	post_init(&d->post, &d->side, c->l2.slices);
	iguard_tag_coder_init(&d->coder, sim_geometry_name(c->det.geometry));
	d->clock.bits = pf_iguard_widths_named(sim_geometry_name(c->det.geometry))->when;
	d->busy = true; /* it clears its tables first */
	return &d->side;
}
