/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 *   event ───> pf_sm_event() ─> message, due in 3 cycles ─> queue of 8
 *   request ─> pf_sm_tag()   ─> tag, due in 5 cycles ─────> queue of 8
 *
 * At once: both due in 1.
 */
#include "model_units.h"

#include <stdlib.h>

#include "../unit/delay.h"
#include "base/mem.h"

/* Of pf_sm_unit: a queue takes what is under way when `ready` has fallen; what comes into it counts
 * a cycle before it shows. */
enum { MESSAGE_CYCLES = 3, TAG_CYCLES = 5, MESSAGES_MAX = 6, TAGS_MAX = 4 };

struct model_sm {
	struct sm_port port; /* first: the unit's handle */
	struct pf_sm sm;
	uint64_t now, busy_until; /* an event is in the tables by then */
	uint32_t tag_cycles, message_cycles;
	struct delay tags, messages;
	struct {
		struct pf_tag tag;
		uint32_t after;
	} tag[DELAY_PLACES];
	struct pf_message message[DELAY_PLACES];
};

struct sm_port *model_sm_create(const struct pf_geometry *g, enum pf_policy policy, bool at_once)
{
	struct model_sm *s = mem_alloc(sizeof(*s));

	pf_sm_init(&s->sm, g, policy);
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
	struct model_sm *s = port;

	pf_sm_free(&s->sm);
	free(s);
}

/* Until it is in the tables: those of locks are written in the last of three. */
static uint32_t event_cycles(enum pf_evt_code kind)
{
	switch (kind) {
	case PF_EVT_NONE: return 0;
	case PF_EVT_BLOCK_BEGIN:
	case PF_EVT_BARRIER: return 1;
	default: return 3;
	}
}

/* A request does not see the event of its own cycle. */
static void take(struct model_sm *s)
{
	struct sm_port_in *in = &s->port.in;
	struct pf_message m;

	if (in->tag_ready && s->port.out.tag_valid)
		delay_take(&s->tags);
	if (in->message_ready && s->port.out.message_valid)
		delay_take(&s->messages);
	if (in->request_valid) {
		const uint32_t at = delay_put(&s->tags, s->now + s->tag_cycles);

		s->tag[at].tag = pf_sm_tag(&s->sm, &in->request);
		s->tag[at].after = s->messages.tail % SM_AFTER;
	}
	if (in->event_valid) {
		const uint64_t until = s->now + event_cycles(in->event.kind);

		if (until > s->busy_until)
			s->busy_until = until;
		if (pf_sm_event(&s->sm, &in->event, &m))
			s->message[delay_put(&s->messages, s->now + s->message_cycles)] = m;
	}
	*in = (struct sm_port_in){.event_valid = false};
}

static void step(void *port)
{
	struct model_sm *s = port;
	struct sm_port_out *out = &s->port.out;

	take(s);
	s->now++;
	out->tag_valid = delay_shows(&s->tags, s->now);
	if (out->tag_valid) {
		out->tag = s->tag[delay_first(&s->tags)].tag;
		out->tag_after = s->tag[delay_first(&s->tags)].after;
	}
	out->message_valid = delay_shows(&s->messages, s->now);
	if (out->message_valid)
		out->message = s->message[delay_first(&s->messages)];
	out->request_ready = delay_waiting(&s->tags, s->now) <= TAGS_MAX;
	out->event_ready = delay_waiting(&s->messages, s->now) <= MESSAGES_MAX;
	out->idle = delay_empty(&s->tags) && delay_empty(&s->messages) && s->now > s->busy_until;
}

const struct unit_kind model_sm = {.destroy = destroy, .step = step};
