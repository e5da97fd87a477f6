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

#include "base/mem.h"

/* Of pf_sm_unit: a queue takes what is under way when `ready` has fallen; what comes into it counts
 * a cycle before it shows. */
enum { QUEUE = 16, MASK = QUEUE - 1, MESSAGE_CYCLES = 3, TAG_CYCLES = 5, MESSAGES_MAX = 6 };
enum { TAGS_MAX = 4 };

struct model_sm {
	struct sm_port port; /* first: the unit's handle */
	struct pf_sm sm;
	uint64_t now, busy_until; /* an event is in the tables by then */
	uint32_t tag_cycles, message_cycles;
	struct {
		uint64_t due;
		struct pf_tag tag;
		uint32_t after;
	} tag[QUEUE];
	struct {
		uint64_t due;
		struct pf_message message;
	} message[QUEUE];
	uint32_t tag_head, tag_tail, message_head, message_tail;
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
		s->tag_head++;
	if (in->message_ready && s->port.out.message_valid)
		s->message_head++;
	if (in->request_valid) {
		s->tag[s->tag_tail & MASK].tag = pf_sm_tag(&s->sm, &in->request);
		s->tag[s->tag_tail & MASK].after = s->message_tail % SM_AFTER;
		s->tag[s->tag_tail++ & MASK].due = s->now + s->tag_cycles;
	}
	if (in->event_valid) {
		const uint64_t until = s->now + event_cycles(in->event.kind);

		if (until > s->busy_until)
			s->busy_until = until;
		if (pf_sm_event(&s->sm, &in->event, &m)) {
			s->message[s->message_tail & MASK].message = m;
			s->message[s->message_tail++ & MASK].due = s->now + s->message_cycles;
		}
	}
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

	take(s);
	s->now++;
	out->tag_valid = s->tag_head != s->tag_tail && s->tag[s->tag_head & MASK].due <= s->now;
	if (out->tag_valid) {
		out->tag = s->tag[s->tag_head & MASK].tag;
		out->tag_after = s->tag[s->tag_head & MASK].after;
	}
	out->message_valid = s->message_head != s->message_tail &&
			     s->message[s->message_head & MASK].due <= s->now;
	if (out->message_valid)
		out->message = s->message[s->message_head & MASK].message;
	out->request_ready = tags_waiting(s) <= TAGS_MAX;
	out->event_ready = messages_waiting(s) <= MESSAGES_MAX;
	out->idle = s->tag_head == s->tag_tail && s->message_head == s->message_tail &&
		    s->now > s->busy_until;
}

const struct unit_kind model_sm = {.destroy = destroy, .step = step};
