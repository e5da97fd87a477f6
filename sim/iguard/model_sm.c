/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 *   event ───> pf_iguard_sm_event()  ─> message, due in 3 cycles ─> queue of 8
 *   request ─> pf_iguard_sm_access() ─> tag, due in 5 cycles ─────> queue of 8
 *
 * At once: both due in 1. An epoch takes a cycle for each warp slot in which nothing comes in.
 */
#include "model_units.h"

#include <stdlib.h>

#include "base/mem.h"
#include "../unit/sizes.h"

/* Of pf_iguard_sm_unit: a queue takes what is under way when `ready` has fallen; what comes into it
 * counts a cycle before it shows. */
enum { QUEUE = 16, MASK = QUEUE - 1, MESSAGE_CYCLES = 3, TAG_CYCLES = 5 };
enum { MESSAGES_MAX = 6, TAGS_MAX = 4, LOCK_CYCLES = 3, CLOCK_CYCLES = 1 };

struct model_sm {
	struct sm_port port; /* first: the unit's handle */
	struct pf_iguard_sm sm;
	uint64_t now, busy_until; /* an event is in the tables by then */
	uint64_t shut_until;      /* barriers and meetings are cleared by then */
	uint32_t tag_cycles, message_cycles, walk;
	struct {
		uint64_t due;
		struct pf_iguard_tag tag;
		uint32_t after;
	} tag[QUEUE];
	struct {
		uint64_t due;
		struct pf_iguard_message message;
	} message[QUEUE];
	uint32_t tag_head, tag_tail, message_head, message_tail;
};

struct sm_port *iguard_model_sm_create(const char *geometry, uint32_t lock_entries, bool at_once)
{
	const struct unit_geometry *g = unit_geometry_named(geometry);
	struct pf_iguard_layout layout;
	struct model_sm *s;

	if (!g || !pf_iguard_layout_named(&layout, geometry))
		return NULL;
	s = mem_alloc(sizeof(*s));
	pf_iguard_sm_init(&s->sm, 0, g->size.fence_block_bits,
			  layout.side[PF_IGUARD_SIDE_WHEN].width,
			  lock_entries ? lock_entries : g->size.lock_entries);
	s->walk = g->size.warps > g->size.block_slots ? g->size.warps : g->size.block_slots;
	s->tag_cycles = at_once ? 1 : TAG_CYCLES;
	s->message_cycles = at_once ? 1 : MESSAGE_CYCLES;
	s->port.out = (struct sm_port_out){.event_ready = true,
					   .request_ready = true,
					   .idle = true,
					   .message_slice = PF_TO_ALL};
	return &s->port;
}

static void destroy(void *port)
{
	free(port);
}

/* Until it is in the tables: of locks, of the clock alone. */
static uint32_t event_cycles(enum pf_iguard_sm_code kind)
{
	switch (kind) {
	case PF_IGUARD_SM_BLOCK:
	case PF_IGUARD_SM_BARRIER:
	case PF_IGUARD_SM_MEET: return CLOCK_CYCLES;
	default: return LOCK_CYCLES;
	}
}

/* Without what the hardware's has not. */
static struct pf_iguard_message as_told(const struct pf_iguard_message *m)
{
	struct pf_iguard_message x = {.kind = m->kind, .lane = PF_IGUARD_ALL};

	switch (m->kind) {
	case PF_IGUARD_MSG_FENCE: return *m;
	case PF_IGUARD_MSG_BEGIN:
		x.block = m->block;
		x.warp = m->warp;
		x.stamp = m->stamp;
		return x;
	default: return x;
	}
}

static void take_event(struct model_sm *s)
{
	const struct pf_iguard_sm_event *e = &s->port.in.iguard_event;
	const uint64_t until = s->now + event_cycles(e->kind);
	struct pf_iguard_message m;

	if (until > s->busy_until)
		s->busy_until = until;
	if (!pf_iguard_sm_event(&s->sm, e, &m))
		return;
	if (m.stamp.epoch)
		s->shut_until = s->now + CLOCK_CYCLES + s->walk;
	s->message[s->message_tail & MASK].message = as_told(&m);
	s->message[s->message_tail++ & MASK].due = s->now + s->message_cycles;
}

static void take_request(struct model_sm *s)
{
	const struct pf_iguard_sm_request *r = &s->port.in.iguard_request;
	struct pf_iguard_tag *t = &s->tag[s->tag_tail & MASK].tag;

	*t = r->tag;
	pf_iguard_sm_access(&s->sm, r->slot, r->warp, t);
	s->tag[s->tag_tail & MASK].after = s->message_tail % SM_AFTER;
	s->tag[s->tag_tail++ & MASK].due = s->now + s->tag_cycles;
}

/* A request does not see the event of its own cycle. */
static void take(struct model_sm *s)
{
	struct sm_port_in *in = &s->port.in;

	s->sm.sm = s->port.sm;
	if (in->tag_ready && s->port.out.tag_valid)
		s->tag_head++;
	if (in->message_ready && s->port.out.message_valid)
		s->message_head++;
	if (in->request_valid)
		take_request(s);
	if (in->event_valid)
		take_event(s);
	*in = (struct sm_port_in){.event_valid = false};
}

static uint32_t tags_waiting(const struct model_sm *s)
{
	uint32_t n = 0;

	for (uint32_t i = s->tag_head; i != s->tag_tail; i++)
		n += s->tag[i & MASK].due <= s->now + 1;
	return n;
}

static uint32_t messages_waiting(const struct model_sm *s)
{
	uint32_t n = 0;

	for (uint32_t i = s->message_head; i != s->message_tail; i++)
		n += s->message[i & MASK].due <= s->now + 1;
	return n;
}

static void step(void *port)
{
	struct model_sm *s = port;
	struct sm_port_out *out = &s->port.out;
	bool shut;

	take(s);
	s->now++;
	shut = s->now <= s->shut_until;
	out->tag_valid = s->tag_head != s->tag_tail && s->tag[s->tag_head & MASK].due <= s->now;
	if (out->tag_valid) {
		out->iguard_tag = s->tag[s->tag_head & MASK].tag;
		out->tag_after = s->tag[s->tag_head & MASK].after;
	}
	out->message_valid = s->message_head != s->message_tail &&
			     s->message[s->message_head & MASK].due <= s->now;
	if (out->message_valid)
		out->iguard_message = s->message[s->message_head & MASK].message;
	out->request_ready = !shut && tags_waiting(s) <= TAGS_MAX;
	out->event_ready = !shut && messages_waiting(s) <= MESSAGES_MAX;
	out->idle = s->tag_head == s->tag_tail && s->message_head == s->message_tail && !shut &&
		    s->now > s->busy_until;
}

const struct unit_kind iguard_model_sm = {.destroy = destroy, .step = step};
