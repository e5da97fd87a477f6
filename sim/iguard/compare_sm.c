/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * compare_sm: sw/reference beside pf_iguard_sm_unit, in the order of its inputs.
 *
 *   request ─> pf_iguard_sm ─> tag, and behind how many messages it is ─┐
 *   event ───> pf_iguard_sm ─> message, behind its tags ─> copies ──────┴─> the first difference
 */
#include <stdlib.h>

#include "base/mem.h"
#include "compare.h"
#include "port.h"
#include "reference/pf_iguard_targets.h"

enum { OWED_MAX = 64, COPIES_MAX = 8192 };

struct owed_tag {
	struct pf_iguard_tag tag;
	uint32_t after;
};

/* A message and the tags before it; or a copy of it. */
struct owed_message {
	struct pf_iguard_message message;
	uint64_t after;
	uint32_t slice;
};

struct sm_check {
	struct compare_unit unit;
	struct pf_iguard_sm sm;
	struct expected tag, copy;
	struct expected message; /* multicast: behind tags that have not been taken */
	bool multicast;
	struct pf_iguard_targets targets;
	uint32_t messages, sm_bits;
	uint64_t asked, taken; /* tags */
};

struct sm_check *iguard_check_create(struct det_sm *u)
{
	struct det *d = u->det;
	const struct pf_iguard_widths *w = pf_iguard_widths_named(d->geometry->name);
	struct sm_check *c = mem_alloc(sizeof(*c));

	c->unit = (struct compare_unit){&d->compare, "SM", u->index};
	c->tag = (struct expected){.what = "tag", .size = sizeof(struct owed_tag)};
	c->message = (struct expected){.what = "message", .size = sizeof(struct owed_message)};
	c->copy = (struct expected){.what = "message", .size = sizeof(struct owed_message)};
	c->multicast = u->multicast;
	c->targets.slices = d->sim.l2.slices;
	c->sm_bits = w->sm;
	pf_iguard_sm_init(&c->sm, u->index, w->sm, w->when, d->geometry->lock_entries);
	return c;
}

void iguard_check_destroy(struct sm_check *c)
{
	expected_free(&c->tag);
	expected_free(&c->message);
	expected_free(&c->copy);
	free(c);
}

static void compare_tag(struct sm_check *c, const struct pf_iguard_tag *got, uint32_t after)
{
	const struct owed_tag *owed = expected_take(&c->tag, &c->unit);
	const struct pf_iguard_side *g = &got->by.side, *w;

	if (!owed)
		return;
	w = &owed->tag.by.side;
	const struct compare_field f[] = {
		{"block", g->block, w->block},
		{"warp", g->warp, w->warp},
		{"when", g->when, w->when},
		{"bar", got->bar, owed->tag.bar},
		{"meet", got->meet, owed->tag.meet},
		{"locks", g->locks, w->locks},
		{"lane", g->lane, w->lane},
		{"step", got->by.step, owed->tag.by.step},
		{"size", g->size, w->size},
		{"several", got->several, owed->tag.several},
		{"atomic", g->atomic, w->atomic},
		{"polls", g->polls, w->polls},
		{"scope", g->block_scope, w->block_scope},
		{"write", got->write, owed->tag.write},
		{"after", after, owed->after},
	};

	compare_fields(&c->unit, "tag", c->tag.came, f, sizeof(f) / sizeof(*f));
}

static void compare_copy(struct sm_check *c, const struct pf_iguard_message *got, uint32_t slice)
{
	const struct owed_message *owed = expected_take(&c->copy, &c->unit);
	const struct pf_iguard_message *want = owed ? &owed->message : NULL;
	const bool names = want && want->kind != PF_IGUARD_MSG_EPOCH;
	const bool fence = want && want->kind == PF_IGUARD_MSG_FENCE;

	if (!owed)
		return;
	const struct compare_field f[] = {
		{"kind", got->kind, want->kind},
		{"block", names ? got->block : 0, names ? want->block : 0},
		{"when", names ? got->stamp.when : 0, names ? want->stamp.when : 0},
		{"warp", fence ? got->warp : 0, fence ? want->warp : 0},
		{"lane", fence ? got->lane : 0, fence ? want->lane : 0},
		{"device", fence && got->device, fence && want->device},
		{"bar", fence ? got->stamp.bar : 0, fence ? want->stamp.bar : 0},
		{"meet", fence ? got->stamp.meet : 0, fence ? want->stamp.meet : 0},
		{"slice", slice, owed->slice},
	};

	compare_fields(&c->unit, "message", c->copy.came, f, sizeof(f) / sizeof(*f));
}

static void owe(struct sm_check *c, const struct pf_iguard_message *m, uint32_t slice)
{
	*(struct owed_message *)expected_put(&c->copy) =
		(struct owed_message){.message = *m, .slice = slice};
}

static void owe_copies(struct sm_check *c, const struct pf_iguard_message *m)
{
	const uint32_t slot = m->block >> c->sm_bits;
	uint32_t slice;

	if (m->kind == PF_IGUARD_MSG_BEGIN)
		pf_iguard_targets_begin(&c->targets, slot, m->stamp.when);
	if (!c->multicast || m->kind != PF_IGUARD_MSG_FENCE) {
		owe(c, m, PF_TO_ALL);
		return;
	}
	pf_iguard_targets_take(&c->targets, slot, m->warp, m->stamp.bar, m->device,
			       m->lane != PF_IGUARD_ALL);
	while ((slice = pf_iguard_targets_next(&c->targets)) < c->targets.slices)
		owe(c, m, slice);
}

/* Messages whose tags have all been taken have their copies. */
static void settle(struct sm_check *c)
{
	const struct owed_message *o;

	while ((o = expected_first(&c->message)) && !(c->multicast && o->after > c->taken)) {
		owe_copies(c, &o->message);
		expected_take(&c->message, &c->unit);
	}
}

static void take_tag(struct sm_check *c, const struct sm_port *p)
{
	const struct pf_iguard_tag *t = &p->out.iguard_tag;

	compare_tag(c, t, p->out.tag_after);
	c->taken++;
	pf_iguard_targets_sent(&c->targets, (t->by.side.block - 1) >> c->sm_bits, t->by.side.warp,
			       t->bar, p->in.tag_slice);
	settle(c);
}

/* A request does not see the event of its own cycle. */
void iguard_compare_sm(struct det_sm *u)
{
	struct sm_check *c = u->check;
	const struct sm_port *p = u->port;
	struct pf_iguard_message m;

	if (p->in.tag_ready && p->out.tag_valid)
		take_tag(c, p);
	if (p->in.message_ready && p->out.message_valid)
		compare_copy(c, &p->out.iguard_message, p->out.message_slice);
	if (p->in.request_valid) {
		const struct pf_iguard_sm_request *r = &p->in.iguard_request;
		struct owed_tag *owed = expected_put(&c->tag);

		*owed = (struct owed_tag){r->tag, c->messages % SM_AFTER};
		pf_iguard_sm_access(&c->sm, r->slot, r->warp, &owed->tag);
		c->asked++;
	}
	if (p->in.event_valid && pf_iguard_sm_event(&c->sm, &p->in.iguard_event, &m)) {
		c->messages++;
		*(struct owed_message *)expected_put(&c->message) =
			(struct owed_message){.message = m, .after = c->asked};
		settle(c);
	}
	if (expected_left(&c->tag) > OWED_MAX || expected_left(&c->message) > OWED_MAX ||
	    expected_left(&c->copy) > COPIES_MAX)
		compare_differ(&c->unit, "%zu tags and %zu messages have not come",
			       expected_left(&c->tag),
			       expected_left(&c->message) + expected_left(&c->copy));
}
