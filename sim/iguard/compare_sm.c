/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * compare_sm: sw/reference beside pf_iguard_sm_unit, in the order of its inputs.
 *
 *   request ─> pf_iguard_sm ─> tag, and behind how many messages it is ─┐
 *   event ───> pf_iguard_sm ─> message ─────────────────────────────────┴─> the first difference
 */
#include <stdlib.h>

#include "base/mem.h"
#include "compare.h"
#include "port.h"

enum { OWED_MAX = 64 };

struct owed_tag {
	struct pf_iguard_tag tag;
	uint32_t after;
};

struct sm_check {
	struct compare_unit unit;
	struct pf_iguard_sm sm;
	struct expected tag, message;
	uint32_t messages;
};

struct sm_check *iguard_check_create(struct det_sm *u)
{
	struct det *d = u->det;
	const struct pf_iguard_widths *w = pf_iguard_widths_named(d->geometry->name);
	struct sm_check *c = mem_alloc(sizeof(*c));

	c->unit = (struct compare_unit){&d->compare, "SM", u->index};
	c->tag = (struct expected){.what = "tag", .size = sizeof(struct owed_tag)};
	c->message = (struct expected){.what = "message", .size = sizeof(struct pf_iguard_message)};
	pf_iguard_sm_init(&c->sm, u->index, w->sm, w->when, d->geometry->lock_entries);
	return c;
}

void iguard_check_destroy(struct sm_check *c)
{
	expected_free(&c->tag);
	expected_free(&c->message);
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

static void compare_message(struct sm_check *c, const struct pf_iguard_message *got)
{
	const struct pf_iguard_message *want = expected_take(&c->message, &c->unit);
	const bool names = want && want->kind != PF_IGUARD_MSG_EPOCH;
	const bool fence = want && want->kind == PF_IGUARD_MSG_FENCE;

	if (!want)
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
	};

	compare_fields(&c->unit, "message", c->message.came, f, sizeof(f) / sizeof(*f));
}

/* A request does not see the event of its own cycle. */
void iguard_compare_sm(struct det_sm *u)
{
	struct sm_check *c = u->check;
	const struct sm_port *p = u->port;
	struct pf_iguard_message m;

	if (p->in.tag_ready && p->out.tag_valid)
		compare_tag(c, &p->out.iguard_tag, p->out.tag_after);
	if (p->in.message_ready && p->out.message_valid)
		compare_message(c, &p->out.iguard_message);
	if (p->in.request_valid) {
		const struct pf_iguard_sm_request *r = &p->in.iguard_request;
		struct owed_tag *owed = expected_put(&c->tag);

		*owed = (struct owed_tag){r->tag, c->messages % SM_AFTER};
		pf_iguard_sm_access(&c->sm, r->slot, r->warp, &owed->tag);
	}
	if (p->in.event_valid && pf_iguard_sm_event(&c->sm, &p->in.iguard_event, &m)) {
		c->messages++;
		*(struct pf_iguard_message *)expected_put(&c->message) = m;
	}
	if (expected_left(&c->tag) > OWED_MAX || expected_left(&c->message) > OWED_MAX)
		compare_differ(&c->unit, "%zu tags and %zu messages have not come",
			       expected_left(&c->tag), expected_left(&c->message));
}
