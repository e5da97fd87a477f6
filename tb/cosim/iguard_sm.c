/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * iguard_sm: pf_iguard_sm_unit beside pf_iguard_sm. Every tag and message, in order, and how many
 * messages a tag comes behind.
 *
 *   pf_iguard_sm_vec.h ─ event, access ─┬─ accepted ─> pf_iguard_sm ─> expected tags, messages
 *                                       └─> unit ──────────────────────> the same
 *
 * One long life, in which the clock of any geometry gets full; then short ones: the unit is drained
 * and reset, with another SM's number.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../sim/iguard/port.h"
#include "../rtl/pf_iguard_sm_vec.h"
#include "iguard.h"

enum { EVENT, ACCESS, TAG, MESSAGE };
enum { EXPECTED = 64, MOOD = 50, AFTER = 16 };
/* Steps until a reset; checks from which on everything must have been there. */
enum { SHORT_LIFE = 5000, LONG_LIFE = 400000, MANY = 1000000 };

struct sm_bench {
	struct iguard_run *x;
	const struct unit_kind *kind;
	struct sm_port *port;
	struct drive d;
	struct sm_step next;
	struct pf_iguard_tag tag[EXPECTED];
	uint32_t after[EXPECTED];
	struct pf_iguard_message message[EXPECTED];
	uint64_t tag_head, tag_tail, message_head, message_tail; /* of this life */
	uint64_t events, accesses, tags, messages, epochs, resets, checks;
	uint64_t together, by_lane, full; /* both in a cycle; of warps whose lanes take locks */
};

/* A message as the pins have it: no more than its kind says. */
static struct pf_iguard_message as_told(const struct pf_iguard_message *m)
{
	const bool fence = m->kind == PF_IGUARD_MSG_FENCE;
	struct pf_iguard_message r = {.kind = m->kind, .lane = PF_IGUARD_ALL};

	if (m->kind == PF_IGUARD_MSG_EPOCH)
		return r;
	r.stamp.when = m->stamp.when;
	r.stamp.bar = m->stamp.bar;
	r.stamp.meet = m->stamp.meet;
	r.block = m->block;
	r.warp = m->warp;
	r.lane = fence ? m->lane : (uint32_t)PF_IGUARD_ALL;
	r.device = fence && m->device;
	return r;
}

static bool same_message(const struct pf_iguard_message *a, const struct pf_iguard_message *b)
{
	return a->kind == b->kind && a->block == b->block && a->warp == b->warp &&
	       a->lane == b->lane && a->device == b->device && a->stamp.when == b->stamp.when &&
	       a->stamp.bar == b->stamp.bar && a->stamp.meet == b->stamp.meet;
}

static bool same_tag(const struct pf_iguard_tag *a, const struct pf_iguard_tag *b)
{
	const struct pf_iguard_side *p = &a->by.side, *q = &b->by.side;

	return p->block == q->block && p->when == q->when && p->warp == q->warp &&
	       p->lane == q->lane && p->locks == q->locks && p->size == q->size &&
	       p->atomic == q->atomic && p->polls == q->polls && p->block_scope == q->block_scope &&
	       a->by.step == b->by.step && a->bar == b->bar && a->meet == b->meet &&
	       a->write == b->write && a->several == b->several;
}

/* What is there is what comes next; it stays until it is taken. */
static void look(struct sm_bench *s)
{
	struct iguard_run *x = s->x;
	struct sm_port_out *o = &s->port->out;
	const uint32_t t = s->tag_head % EXPECTED, m = s->message_head % EXPECTED;

	if (o->tag_valid && iguard_fault(x, "tag", s->checks))
		o->iguard_tag.by.side.locks ^= 1;
	if (o->tag_valid && iguard_fault(x, "after", s->checks))
		o->tag_after = (o->tag_after + 1) % AFTER;
	if (o->message_valid && iguard_fault(x, "message", s->checks))
		o->iguard_message.block ^= 1;
	if (o->tag_valid && (s->tag_head == s->tag_tail || !same_tag(&o->iguard_tag, &s->tag[t])))
		iguard_differ(x, "tag %llu of warp %u, when %u, locks %04x",
			      (unsigned long long)s->tags, o->iguard_tag.by.side.warp,
			      o->iguard_tag.by.side.when, o->iguard_tag.by.side.locks);
	if (o->tag_valid && o->tag_after != s->after[t])
		iguard_differ(x, "tag %llu after %u messages, expected %u",
			      (unsigned long long)s->tags, o->tag_after, s->after[t]);
	if (o->message_valid && (s->message_head == s->message_tail ||
				 !same_message(&o->iguard_message, &s->message[m])))
		iguard_differ(x, "message %llu of kind %u, block %u, when %u",
			      (unsigned long long)s->messages, o->iguard_message.kind,
			      o->iguard_message.block, o->iguard_message.stamp.when);
	if (o->idle && (s->tag_head != s->tag_tail || s->message_head != s->message_tail))
		iguard_differ(x, "idle, with tags or messages due");
}

static void take(struct sm_bench *s)
{
	struct iguard_run *x = s->x;
	struct sm_port *p = s->port;

	p->in.tag_ready = iguard_open(x, TAG);
	p->in.message_ready = iguard_open(x, MESSAGE);
	if (p->out.tag_valid && p->in.tag_ready) {
		s->tag_head++;
		s->tags++;
		s->checks++;
		x->moved = x->cycle;
	}
	if (p->out.message_valid && p->in.message_ready) {
		s->epochs += p->out.iguard_message.kind == PF_IGUARD_MSG_EPOCH;
		s->message_head++;
		s->messages++;
		s->checks++;
		x->moved = x->cycle;
	}
}

static void give_access(struct sm_bench *s)
{
	const uint32_t i = s->tag_tail % EXPECTED;
	struct sm_step *n = &s->next;

	if (!n->access || !s->port->out.request_ready || !iguard_open(s->x, ACCESS))
		return;
	s->port->in.iguard_request =
		(struct iguard_sm_request){.slot = n->slot, .warp = n->warp, .tag = n->t};
	s->port->in.request_valid = true;
	pf_iguard_sm_access(&s->d.sm, n->slot, n->warp, &n->t);
	s->tag[i] = n->t;
	s->after[i] = s->message_tail % AFTER;
	s->tag_tail++;
	s->accesses++;
	s->by_lane += s->d.sm.by_lane[n->warp];
	s->full += s->d.sm.by_lane[n->warp] && s->d.sm.held[n->warp].n == PF_IGUARD_HELD_MOST;
	n->access = false;
	s->x->moved = s->x->cycle;
}

/* Behind the access of its step, or with it. */
static void give_event(struct sm_bench *s)
{
	struct sm_step *n = &s->next;
	struct pf_iguard_message m = {.kind = PF_IGUARD_MSG_EPOCH};

	if (!n->event || n->access || !s->port->out.event_ready || !iguard_open(s->x, EVENT))
		return;
	s->port->in.iguard_event = n->e;
	s->port->in.event_valid = true;
	if (pf_iguard_sm_event(&s->d.sm, &n->e, &m))
		s->message[s->message_tail++ % EXPECTED] = as_told(&m);
	if (m.kind == PF_IGUARD_MSG_FENCE && iguard_fault(s->x, "event", s->checks))
		s->port->in.iguard_event.device ^= true;
	s->events++;
	s->together += s->port->in.request_valid;
	n->event = false;
	s->x->moved = s->x->cycle;
}

static void cycle(struct sm_bench *s)
{
	const bool room = s->tag_tail - s->tag_head < EXPECTED - 1 &&
			  s->message_tail - s->message_head < EXPECTED - 1;

	look(s);
	take(s);
	if (room) {
		give_access(s);
		give_event(s);
	}
	s->kind->step(s->port);
	(void)iguard_next_cycle(s->x);
}

static void begin_life(struct sm_bench *s)
{
	pf_iguard_sm_init(&s->d.sm, rng_below(&s->d.r, s->d.g->sms), s->d.w.sm, s->d.w.when,
			  s->d.g->lock_entries);
	s->port->sm = s->d.sm.sm;
	s->kind->reset(s->port);
	s->tag_head = s->tag_tail = s->message_head = s->message_tail = 0;
	s->resets++;
}

static void drain(struct sm_bench *s)
{
	while (s->next.event || s->next.access || !s->port->out.idle)
		cycle(s);
	look(s);
}

static void tell(const struct sm_bench *s)
{
	struct iguard_run *x = s->x;

	if (s->checks >= MANY && (!s->epochs || !s->together || !s->by_lane || !s->full))
		iguard_differ(x, "bench: epochs %llu, together %llu, by lane %llu, full %llu",
			      (unsigned long long)s->epochs, (unsigned long long)s->together,
			      (unsigned long long)s->by_lane, (unsigned long long)s->full);
	snprintf(x->result, sizeof(x->result),
		 "checks=%llu events=%llu accesses=%llu tags=%llu messages=%llu epochs=%llu "
		 "together=%llu by_lane=%llu full=%llu resets=%llu cycles=%llu",
		 (unsigned long long)s->checks, (unsigned long long)s->events,
		 (unsigned long long)s->accesses, (unsigned long long)s->tags,
		 (unsigned long long)s->messages, (unsigned long long)s->epochs,
		 (unsigned long long)s->together, (unsigned long long)s->by_lane,
		 (unsigned long long)s->full, (unsigned long long)s->resets,
		 (unsigned long long)x->cycle);
}

void iguard_sm(struct iguard_run *x)
{
	struct sm_bench *s = calloc(1, sizeof(*s));
	uint64_t life = 0;

	s->x = x;
	s->kind = x->library.api->kind[IGUARD_SM_UNIT];
	s->port = s->kind->create(NULL);
	s->d.g = pf_geometry_named(x->geometry);
	s->d.w = iguard_widths(s->d.g);
	rng_seed(&s->d.r, x->seed);
	for (uint64_t i = 0; s->checks < x->checks; i++) {
		if (i == life) {
			drain(s);
			begin_life(s);
			life += i ? rng_below(&s->d.r, SHORT_LIFE) + 1 : LONG_LIFE;
		}
		if (i % MOOD == 0)
			begin(&s->d);
		s->next = invent(&s->d);
		while (s->next.event || s->next.access)
			cycle(s);
	}
	drain(s);
	tell(s);
	s->kind->destroy(s->port);
	free(s);
}
