/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * model_multicast: pf_sm_multicast or pf_iguard_multicast (rtl/sm), cycle for cycle.
 *
 *   model_sm ─┬─ tag ─────> its slice noted, two places ─> model_targets
 *             └─ message ─> held behind earlier tags ────> model_targets ─> a copy for each slice
 */
#include "model_targets.h"
#include "model_units.h"

#include <stdlib.h>

#include "base/mem.h"
#include "reference/pf_geometry.h"

enum { RIPE = 2 }; /* cycles that a message waits, so that no earlier tag is unseen */

struct noted {
	bool there;
	uint32_t warp, slice, slot, bar;
};

struct model_multicast {
	struct sm_port port; /* first: the unit's handle */
	struct sm_port *unit;
	const struct unit_kind *kind; /* of the unit */
	struct model_targets targets;
	struct noted note, spare; /* oldest first */
	uint32_t number, shown;   /* of the message that waits; cycles that it has */
};

static void look(struct model_multicast *s)
{
	const struct sm_port_out *u = &s->unit->out;
	const struct model_targets_out *t = &s->targets.out;
	struct sm_port_out *out = &s->port.out;

	*out = *u;
	out->tag_valid = u->tag_valid && !s->spare.there;
	out->idle = u->idle && !s->note.there && t->idle;
	out->message_valid = t->valid;
	out->message_slice = t->all ? PF_TO_ALL : t->slice;
	if (s->targets.iguard)
		out->iguard_message = t->says.iguard;
	else
		out->message = t->says.message;
	out->told = t->told;
}

struct sm_port *model_multicast_create(const struct pf_geometry *g, enum pf_policy policy,
				       uint32_t slices, bool at_once)
{
	struct model_multicast *s = mem_alloc(sizeof(*s));

	s->unit = model_sm_create(g, policy, at_once);
	s->kind = &model_sm;
	model_targets_init(&s->targets, g->warps, slices, false);
	look(s);
	return &s->port;
}

struct sm_port *model_multicast_iguard(struct sm_port *unit, const struct unit_kind *kind,
				       uint32_t sm_bits, uint32_t slices)
{
	struct model_multicast *s = mem_alloc(sizeof(*s));

	s->unit = unit;
	s->kind = kind;
	model_targets_init_iguard(&s->targets, sm_bits, slices, 0);
	look(s);
	return &s->port;
}

static void destroy(void *port)
{
	struct model_multicast *s = port;

	s->kind->destroy(s->unit);
	model_targets_free(&s->targets);
	free(s);
}

/* No tag before the message is to be taken. */
static bool due(const struct model_multicast *s)
{
	const struct sm_port_out *u = &s->unit->out;
	const bool held = u->tag_valid && u->tag_after == s->number;

	return u->message_valid && s->shown == RIPE && !held;
}

static struct noted noted_of(const struct model_multicast *s)
{
	const struct sm_port_out *u = &s->unit->out;
	const struct pf_iguard_side *by = &u->iguard_tag.by.side;
	const uint32_t slice = s->port.in.tag_slice;

	if (!s->targets.iguard)
		return (struct noted){true, u->tag.warp, slice, 0, 0};
	return (struct noted){true, by->warp, slice, (by->block - 1) >> s->targets.sm_bits,
			      u->iguard_tag.bar};
}

/* The place for what is taken: the spare one if the first stays. */
static void note(struct model_multicast *s, bool left)
{
	if (left) {
		s->note = s->spare;
		s->spare.there = false;
	}
	if (s->port.in.tag_ready && s->port.out.tag_valid)
		*(s->note.there ? &s->spare : &s->note) = noted_of(s);
}

static union targets_says says_of(const struct model_multicast *s)
{
	const struct sm_port_out *u = &s->unit->out;

	if (s->targets.iguard)
		return (union targets_says){.iguard = u->iguard_message};
	return (union targets_says){.message = u->message};
}

static void step(void *port)
{
	struct model_multicast *s = port;
	struct sm_port_in *in = &s->port.in;
	const bool turn = s->targets.out.message_ready;
	const bool left = s->note.there && s->targets.out.sent_ready;
	const struct model_targets_in given = {
		.sent = s->note.there,
		.warp = s->note.warp,
		.slice = s->note.slice,
		.slot = s->note.slot,
		.bar = s->note.bar,
		.message_valid = due(s),
		.says = says_of(s),
		.ready = in->message_ready,
	};

	s->shown = !s->unit->out.message_valid || turn ? 0 : s->shown + (s->shown < RIPE);
	s->number = (s->number + turn) % SM_AFTER;
	note(s, left);
	s->unit->sm = s->port.sm;
	s->unit->in = *in;
	s->unit->in.tag_ready = in->tag_ready && s->port.out.tag_valid;
	s->unit->in.message_ready = turn;
	s->kind->step(s->unit);
	model_targets_step(&s->targets, &given);
	look(s);
	*in = (struct sm_port_in){.event_valid = false};
}

const struct unit_kind model_multicast = {.destroy = destroy, .step = step};
