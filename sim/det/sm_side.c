/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * sm_side: the detector's side of an SM: what its unit is told, and what comes of it. What happens
 * when is the table of rtl/README.md, SM unit; sw/detect does the same without a clock; what an
 * operation means to the detector, and what its unit is told of it: sw/access.
 *
 *   events ──> sm/told ──> det_sm_event()
 *   accesses ────────────> det_sm_request() with each
 *   det_sm_tag() ────────> notes on L1's packets, in order
 *   det_sm_message() ────> sm/post: packets behind them ──> slices, a credit for each
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
 */
#include <stdlib.h>

#include "access/events.h"
#include "reference/pf_geometry.h"
#include "note.h"
#include "sides.h"
#include "tag_code.h"

/* What the side knows of a warp. */
struct det_warp {
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
	struct told told;
	struct post post;
	uint64_t released_event; /* of the barrier that was released last */
	uint32_t sm_bits, n_slices, lock_entries, block_bits;
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

static void push(struct det_side *d, const struct pf_event *e)
{
	*(struct pf_event *)told_push(&d->told) = *e;
}

static void count_barrier(struct det_side *d, uint32_t slot)
{
	d->barriers[slot] = (d->barriers[slot] + 1) & d->barrier_mask;
	if (d->barriers[slot])
		return;
	d->epoch_slots[d->epochs++] = slot;
	d->post.due++;
}

static struct events_warp at(const struct sm_warp *w)
{
	return (struct events_warp){.slot = w->slot, .warp = w->index};
}

static void tell(struct det_side *d, struct sm_warp *w, const struct pf_event *e)
{
	push(d, e);
	told_wait(&d->told, w, d->told.events);
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

	push(d, &(struct pf_event){
			.kind = PF_EVT_BLOCK_BEGIN, .slot = slot, .block = block_id(d, slot)});
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
		w->message = ++d->post.due;
}

/* Its own message is what it waits for; with messages to all, all that the unit has given so far:
 * docs/scord.md's cycles are of that. */
static bool passed(struct sm_side *x, struct sm_op *o)
{
	const struct det_side *d = of(x);
	struct det_warp *w = &of(x)->warp[o->w->index];

	if (w->settling && d->told.last[o->w->index] <= d->told.settled) {
		w->settling = false;
		w->need = d->cfg->det.fences == SIM_FENCES_TOUCHED ? w->message : d->post.told;
	}
	return !w->settling && w->need <= post_gone(&d->post) &&
	       (!access_leaves_block(&o->op) || d->cfg->det.scord_simulator ||
		x->sm->keeps_messages || w->need <= d->post.credits.arrived);
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
		d->released_event = d->told.events;
	}
	told_wait(&d->told, w, d->released_event);
	w->barred |= (uint8_t)(1U << x->system);
}

/* Messages */

/* The authors' simulator: a fence goes to one slice; its address is the number of its warp among
 * all. */
static uint32_t simulators_slice(const struct det_side *d, const struct pf_message *m)
{
	return (m->block << 6 | m->warp) / d->cfg->l2.interleave % d->n_slices;
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

/* A message, or a copy of one, from the unit. */
static void take_message(struct det_side *d)
{
	struct pf_message m;
	struct pkt *k;
	uint32_t slice;

	if (!det_sm_message(d->unit, &m, &slice))
		return;
	k = post_packet(&d->post, m.epoch ? PKT_EPOCH : PKT_FENCE, slice, warp_of(d, &m));
	det_note(k, &(struct pf_tag){.block = m.block,
				     .warp = m.warp,
				     .block_scope = !m.epoch && !m.device});
	if (slice == PF_TO_ALL && d->cfg->det.scord_simulator) {
		k->single = true;
		k->slice = (uint16_t)simulators_slice(d, &m);
	}
	post_told(&d->post, det_sm_told(d->unit));
}

static void credit(struct sm_side *x, uint32_t slice)
{
	post_credit(&of(x)->post, slice);
}

/* A cycle */

/* A packet a cycle. */
static void messages(struct det_side *d)
{
	post_told(&d->post, det_sm_told(d->unit));
	if (!d->post.packet)
		take_message(d);
	post_send(&d->post);
}

/* Messages out, an event in. */
static void step(struct sm_side *x)
{
	struct det_side *d = of(x);
	const struct pf_event *e;

	if (d->busy || d->post.packet)
		messages(d);
	if (d->told.settled != d->told.sent && det_sm_settled(d->unit))
		told_settle(&d->told);
	e = told_next(&d->told);
	if (!e)
		return;
	if (!det_sm_event_ready(d->unit)) {
		x->sm->count->event_wait++;
		return;
	}
	det_sm_event(d->unit, e);
	told_given(&d->told);
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

	return !d->busy && det_side_idle(&d->told, &d->post);
}

static bool settled(const struct sm_side *x, bool credits)
{
	const struct det_side *d = of_const(x);

	return det_side_settled(&d->told, &d->post, credits);
}

static void describe(const struct sm_side *x, char *text, size_t size)
{
	const struct det_side *d = of_const(x);

	text[0] = '\0';
	if (!idle(x))
		det_side_describe(&d->told, &d->post, text, size);
}

static void destroy(struct sm_side *x)
{
	struct det_side *d = of(x);

	post_free(&d->post);
	told_free(&d->told);
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
	const struct pf_geometry *g = pf_geometry_named(sim_geometry_name(c->det.geometry));
	struct det_side *d = mem_alloc(sizeof(*d));

	d->side = (struct sm_side){.calls = &calls, .system = system};
	d->unit = unit;
	d->cfg = c;
	d->policy = policy;
	d->op = mem_alloc(sm_most_ops(m) * sizeof(*d->op));
	told_init(&d->told, &d->side, sizeof(struct pf_event), most);
	post_init(&d->post, &d->side, c->l2.slices);
	while (m->count > 1U << d->sm_bits)
		d->sm_bits++;
	d->format = tag_format(g, m->count);
	d->last_slice = UINT32_MAX;
	d->n_slices = c->l2.slices;
	d->lock_entries = g->lock_entries;
	d->block_bits = g->block_bits;
	d->barriers = mem_alloc(m->block_slots * sizeof(*d->barriers));
	d->epoch_slots = mem_alloc(m->block_slots * sizeof(*d->epoch_slots));
	d->barrier_mask = (1U << g->barrier_bits) - 1;
	d->busy = true; /* it clears its tables first */
	return &d->side;
}
