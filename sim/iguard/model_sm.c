/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 *   event ───> pf_iguard_sm_event()  ─> message, due in 3 cycles ─> queue of 8
 *   request ─> pf_iguard_sm_access() ─> tag, due in 5 cycles ─────> queue of 8
 *
 * An epoch takes a cycle for each warp slot in which nothing comes in.
 */
#include "model_units.h"

#include <stdlib.h>

#include "base/mem.h"
#include "../unit/delay.h"
#include "../unit/sizes.h"

/* Of pf_iguard_sm_unit: a queue takes what is under way when `ready` has fallen; what comes into it
 * counts a cycle before it shows. */
enum { MESSAGE_CYCLES = 3, TAG_CYCLES = 5 };
enum { MESSAGES_MAX = 6, TAGS_MAX = 4, LOCK_CYCLES = 3, CLOCK_CYCLES = 1 };

struct model_sm {
	struct sm_port port; /* first: the unit's handle */
	struct pf_iguard_sm sm;
	uint64_t now, busy_until; /* an event is in the tables by then */
	uint64_t shut_until;      /* barriers and meetings are cleared by then */
	uint32_t walk;
	struct delay tags, messages;
	struct {
		struct pf_iguard_tag tag;
		uint32_t after;
	} tag[DELAY_PLACES];
	struct pf_iguard_message message[DELAY_PLACES];
};

struct sm_port *iguard_model_sm_create(const char *geometry)
{
	const struct unit_geometry *g = unit_geometry_named(geometry);
	struct pf_iguard_layout layout;
	struct model_sm *s;

	if (!g || !pf_iguard_layout_named(&layout, geometry))
		return NULL;
	s = mem_alloc(sizeof(*s));
	pf_iguard_sm_init(&s->sm, 0, g->size.fence_block_bits,
			  layout.side[PF_IGUARD_SIDE_WHEN].width, g->size.lock_entries);
	s->walk = g->size.warps > g->size.block_slots ? g->size.warps : g->size.block_slots;
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
	s->message[delay_put(&s->messages, s->now + MESSAGE_CYCLES)] = as_told(&m);
}

static void take_request(struct model_sm *s)
{
	const struct pf_iguard_sm_request *r = &s->port.in.iguard_request;
	const uint32_t at = delay_put(&s->tags, s->now + TAG_CYCLES);

	s->tag[at].tag = r->tag;
	s->tag[at].after = s->messages.tail % SM_AFTER;
	pf_iguard_sm_access(&s->sm, r->slot, r->warp, &s->tag[at].tag);
}

/* A request does not see the event of its own cycle. */
static void take(struct model_sm *s)
{
	struct sm_port_in *in = &s->port.in;

	s->sm.sm = s->port.sm;
	if (in->tag_ready && s->port.out.tag_valid)
		delay_take(&s->tags);
	if (in->message_ready && s->port.out.message_valid)
		delay_take(&s->messages);
	if (in->request_valid)
		take_request(s);
	if (in->event_valid)
		take_event(s);
	*in = (struct sm_port_in){.event_valid = false};
}

static void step(void *port)
{
	struct model_sm *s = port;
	struct sm_port_out *out = &s->port.out;
	bool shut;

	take(s);
	s->now++;
	shut = s->now <= s->shut_until;
	out->tag_valid = delay_shows(&s->tags, s->now);
	if (out->tag_valid) {
		out->iguard_tag = s->tag[delay_first(&s->tags)].tag;
		out->tag_after = s->tag[delay_first(&s->tags)].after;
	}
	out->message_valid = delay_shows(&s->messages, s->now);
	if (out->message_valid)
		out->iguard_message = s->message[delay_first(&s->messages)];
	out->request_ready = !shut && delay_waiting(&s->tags, s->now) <= TAGS_MAX;
	out->event_ready = !shut && delay_waiting(&s->messages, s->now) <= MESSAGES_MAX;
	out->idle = delay_empty(&s->tags) && delay_empty(&s->messages) && !shut &&
		    s->now > s->busy_until;
}

const struct unit_kind iguard_model_sm = {.destroy = destroy, .step = step};

struct sm_port *iguard_model_multicast_create(const char *geometry, uint32_t slices)
{
	struct sm_port *unit = iguard_model_sm_create(geometry);

	if (!unit)
		return NULL;
	return model_multicast_iguard(unit, &iguard_model_sm,
				      unit_geometry_named(geometry)->size.fence_block_bits, slices);
}
