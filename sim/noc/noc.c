/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * noc: links to buffers, buffers to links.
 *
 *   take() ─> input's queue ─ head_up() ─> asks ─ noc_match() ─> noc_crossed() ─> output ─> give()
 */
#include "noc_int.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { SETS = 11 }; /* single ones, struct noc */

static bool is_message(const struct pkt *k)
{
	return (k->kind == PKT_FENCE || k->kind == PKT_EPOCH) && !k->single;
}

static void make_sets(struct noc *n)
{
	const uint32_t ports = n->inputs > n->outputs ? n->inputs : n->outputs;
	uint64_t **const single[SETS] = {&n->asking,  &n->wanted,   &n->busy,  &n->arrived,
					 &n->in_used, &n->out_used, &n->moved, &n->lost,
					 &n->blocked, &n->offered,  &n->choice};
	uint64_t **const each[] = {&n->asks, &n->asked, &n->waits, &n->offers};
	uint64_t *at;

	n->words = (ports + 63) / 64;
	n->sets = at = mem_alloc((SETS + 4 * (size_t)ports) * n->words * sizeof(*at));
	for (unsigned i = 0; i < SETS; i++, at += n->words)
		*single[i] = at;
	for (unsigned i = 0; i < 4; i++, at += (size_t)ports * n->words)
		*each[i] = at;
}

struct noc *noc_create(const struct noc_config *c, const char *name, uint32_t inputs,
		       uint32_t outputs, bool to_slices, struct pkt_pool *pool, uint64_t seed)
{
	struct noc *n = mem_alloc(sizeof(*n));
	/* Messages at most in the buffers: each takes a flit of room, or has the buffer alone. */
	const size_t groups = (size_t)inputs * (c->inject_flits ? c->inject_flits : 1);

	assert(inputs && outputs && c->flit_bytes && c->speedup);
	n->cfg = *c;
	n->name = name;
	n->inputs = inputs;
	n->outputs = outputs;
	n->to_slices = to_slices;
	n->pool = pool;
	rng_seed(&n->rng, seed);
	make_sets(n);
	n->in = mem_alloc(inputs * sizeof(*n->in));
	n->out = mem_alloc(outputs * sizeof(*n->out));
	n->turn = mem_alloc(outputs * sizeof(*n->turn));
	n->unfinished = mem_alloc(inputs * sizeof(*n->unfinished));
	n->sorted = mem_alloc(inputs * sizeof(*n->sorted));
	for (uint32_t i = 0; i < inputs; i++)
		n->in[i].queues = mem_alloc((c->voq ? outputs : 1) * sizeof(*n->in[i].queues));
	if (c->arbiter_start) {
		for (uint32_t i = 0; i < inputs; i++)
			n->in[i].pointer = rng_below(&n->rng, outputs);
		for (uint32_t o = 0; o < outputs; o++)
			n->out[o].pointer = rng_below(&n->rng, inputs);
	}
	n->groups = mem_alloc(groups * sizeof(*n->groups));
	for (size_t i = groups; i-- > 0;) {
		n->groups[i].id = n->free_group;
		n->free_group = (uint32_t)i + 1;
	}
	return n;
}

static void free_list(struct noc *n, struct noc_list *l)
{
	while (l->head)
		pkt_free(n->pool, list_pop(l));
}

void noc_destroy(struct noc *n)
{
	if (!n)
		return;
	for (uint32_t i = 0; i < n->inputs; i++) {
		for (uint32_t q = 0; q < (n->cfg.voq ? n->outputs : 1); q++)
			free_list(n, &n->in[i].queues[q]);
		free(n->in[i].queues);
	}
	for (uint32_t o = 0; o < n->outputs; o++)
		free_list(n, &n->out[o].list);
	free(n->in);
	free(n->out);
	free(n->turn);
	free(n->unfinished);
	free(n->sorted);
	free(n->groups);
	free(n->sets);
	free(n);
}

uint16_t noc_flits(const struct noc_config *c, uint32_t bytes)
{
	return (uint16_t)((c->header_bytes + bytes + c->flit_bytes - 1) / c->flit_bytes);
}

/* From a queue to its output. */
static void cross(struct noc *n, struct noc_list *queue, uint32_t o)
{
	struct pkt *k = list_pop(queue);

	time_set(k, n->now + n->cfg.latency);
	list_push(&n->out[o].list, k);
	set_add(n->arrived, o);
	n->queued--;
	n->crossed++;
}

/* Without flits no arbiter is asked: it could overtake inputs that come first. */
static bool out_of_turn(const struct noc *n, uint32_t i, uint32_t o, const struct pkt *k)
{
	return n->ordered && !k->flits && i > n->turn[o];
}

void noc_head_up(struct noc *n, uint32_t i, uint32_t q)
{
	struct noc_list *queue = &n->in[i].queues[q];

	while (queue->head) {
		const uint32_t o = noc_output_of(n, queue->head);

		if (!time_come(queue->head, n->now) || out_of_turn(n, i, o, queue->head)) {
			set_add(set_of(n, n->waits, i), q);
			n->later++;
			return;
		}
		if (queue->head->flits) {
			set_add(set_of(n, n->asks, i), o);
			set_add(set_of(n, n->asked, o), i);
			set_add(n->asking, i);
			set_add(n->wanted, o);
			return;
		}
		cross(n, queue, o);
	}
}

/* A message's room is given back with its last copy. */
static void leave_buffer(struct noc *n, struct noc_input *in, struct pkt *k)
{
	struct noc_group *g;
	uint32_t at;

	if (!is_message(k)) {
		in->used -= k->flits;
		return;
	}
	at = k->id;
	g = &n->groups[at];
	k->id = g->id;
	if (--g->copies)
		return;
	in->used -= k->flits;
	g->id = n->free_group;
	n->free_group = at + 1;
}

void noc_crossed(struct noc *n, uint32_t i)
{
	struct noc_input *in = &n->in[i];
	const uint32_t o = in->output;
	struct noc_list *queue = noc_queue(n, i, o);

	leave_buffer(n, in, queue->head);
	cross(n, queue, o);
	set_drop(n->busy, i);
	noc_head_up(n, i, n->cfg.voq ? o : 0);
}

static void enqueue(struct noc *n, uint32_t i, struct pkt *k)
{
	const uint32_t q = n->cfg.voq ? noc_output_of(n, k) : 0;
	struct noc_list *queue = &n->in[i].queues[q];
	const bool first = !queue->head;

	assert(noc_output_of(n, k) < n->outputs);
	list_push(queue, k);
	n->queued++;
	if (first)
		noc_head_up(n, i, q);
}

static uint32_t new_group(struct noc *n, uint32_t id)
{
	const uint32_t at = n->free_group - 1;

	assert(n->free_group);
	n->free_group = n->groups[at].id;
	n->groups[at] = (struct noc_group){.id = id, .copies = n->outputs};
	return at;
}

static void enqueue_copies(struct noc *n, uint32_t i, struct pkt *k)
{
	if (k->flits)
		k->id = new_group(n, k->id);
	for (uint32_t o = 0; o < n->outputs; o++) {
		struct pkt *copy = o + 1 < n->outputs ? pkt_alloc(n->pool) : k;

		if (copy != k)
			*copy = *k;
		if (n->to_slices)
			copy->slice = (uint16_t)o;
		else
			copy->sm = (uint16_t)o;
		enqueue(n, i, copy);
	}
}

static void take(struct noc *n, uint32_t i, struct link *l)
{
	struct noc_input *in = &n->in[i];
	struct pkt *k;

	while ((k = link_head(l))) {
		const uint32_t wait = n->cfg.jitter ? rng_below(&n->rng, n->cfg.jitter + 1) : 0;

		link_pop(l);
		in->used += k->flits;
		n->counts.packets[k->kind]++;
		n->counts.flits[k->kind] += k->flits;
		k->due = n->now << 32 | (uint32_t)(n->now + wait);
		if (n->sorted[i])
			n->unfinished[i] = noc_output_of(n, k);
		if (is_message(k))
			enqueue_copies(n, i, k);
		else
			enqueue(n, i, k);
		k = link_head(l);
		if (k && in->used && in->used + k->flits > n->cfg.inject_flits)
			break;
	}
}

static void give(struct noc *n, uint32_t o, struct link *l)
{
	struct noc_output *out = &n->out[o];

	while (out->list.head && time_come(out->list.head, n->now)) {
		struct pkt *k = out->list.head;
		uint32_t latency;

		if (link_full(l)) {
			l->full_seen++;
			n->counts.eject_full++;
			return;
		}
		latency = (uint32_t)n->now - (uint32_t)(k->due >> 32);
		n->counts.latency += latency;
		if (latency > n->counts.latency_max)
			n->counts.latency_max = latency;
		n->counts.delivered++;
		n->crossed--;
		out->used -= k->flits;
		link_push(l, list_pop(&out->list));
	}
	if (!out->list.head)
		set_drop(n->arrived, o);
}

/* Heads whose jitter is over; those out of turn are looked at again. */
static void wake(struct noc *n)
{
	for (uint32_t i = 0; i < n->inputs; i++)
		for (uint32_t w = 0; w < n->words; w++)
			for (uint64_t b = set_of(n, n->waits, i)[w]; b; b &= b - 1) {
				const uint32_t q = w * 64 + (uint32_t)__builtin_ctzll(b);

				if (!time_come(n->in[i].queues[q].head, n->now))
					continue;
				set_drop(set_of(n, n->waits, i), q);
				n->later--;
				noc_head_up(n, i, q);
			}
}

/* Inputs that stood still in this cycle, by cause. */
static void count_still(struct noc *n)
{
	for (uint32_t w = 0; w < n->words; w++) {
		const uint64_t lost = n->lost[w] & ~n->moved[w];
		const uint64_t blocked = n->blocked[w] & ~n->moved[w] & ~lost;

		n->counts.lost += (uint64_t)__builtin_popcountll(lost);
		n->counts.blocked += (uint64_t)__builtin_popcountll(blocked);
		n->moved[w] = n->lost[w] = n->blocked[w] = 0;
	}
}

void noc_order(struct noc *n, bool on)
{
	n->ordered = on;
	memset(n->turn, 0, n->outputs * sizeof(*n->turn));
	memset(n->unfinished, 0, n->inputs * sizeof(*n->unfinished));
	memset(n->sorted, 0, n->inputs * sizeof(*n->sorted));
}

void noc_order_end(struct noc *n, uint32_t input)
{
	n->unfinished[input] = n->outputs;
}

void noc_order_sorted(struct noc *n, uint32_t input)
{
	n->sorted[input] = true;
}

static void next_turns(struct noc *n)
{
	for (uint32_t o = 0; o < n->outputs; o++)
		while (n->turn[o] < n->inputs && n->unfinished[n->turn[o]] > o &&
		       !noc_queue(n, n->turn[o], o)->head)
			n->turn[o]++;
}

void noc_step(struct noc *n, uint64_t now, struct link *const *in, struct link *const *out)
{
	n->now = now;
	if (n->crossed)
		for (uint32_t w = 0; w < n->words; w++)
			for (uint64_t b = n->arrived[w]; b; b &= b - 1) {
				const uint32_t o = w * 64 + (uint32_t)__builtin_ctzll(b);

				give(n, o, out[o]);
			}
	for (uint32_t i = 0; i < n->inputs; i++) {
		const struct pkt *k = link_head(in[i]);

		if (!k)
			continue;
		if (!n->in[i].used || n->in[i].used + k->flits <= n->cfg.inject_flits)
			take(n, i, in[i]);
		else
			n->counts.inject_full++;
	}
	if (!n->queued)
		return;
	if (n->later)
		wake(n);
	if (n->ordered)
		next_turns(n);
	for (uint32_t s = 0; s < n->cfg.speedup; s++)
		noc_match(n);
	count_still(n);
}

bool noc_decided(const struct noc *n)
{
	return !n->queued;
}

bool noc_idle(const struct noc *n)
{
	return !n->queued && !n->crossed;
}

/* The first input that holds something, and where its head would go. */
static void describe_input(const struct noc *n, char *text, size_t size)
{
	for (uint32_t i = 0; i < n->inputs; i++)
		for (uint32_t q = 0; q < (n->cfg.voq ? n->outputs : 1); q++) {
			const struct pkt *k = n->in[i].queues[q].head;
			uint32_t o;

			if (!k)
				continue;
			o = noc_output_of(n, k);
			snprintf(text, size,
				 "; input %" PRIu32 " (%" PRIu32 " of %" PRIu32
				 " flits): %s of %u flits for output %" PRIu32 " (%" PRIu32
				 " of %" PRIu32 " flits)",
				 i, n->in[i].used, n->cfg.inject_flits, pkt_kind_name(k->kind),
				 k->flits, o, n->out[o].used, n->cfg.eject_flits);
			return;
		}
}

void noc_describe(const struct noc *n, char *text, size_t size)
{
	char input[200] = "", output[80] = "";

	describe_input(n, input, sizeof(input));
	for (uint32_t o = n->outputs; o-- > 0;)
		if (n->out[o].list.head && time_come(n->out[o].list.head, n->now))
			snprintf(output, sizeof(output), "; output %" PRIu32 "'s link is full", o);
	snprintf(text, size, "NoC %s: %" PRIu64 " packets wait, %" PRIu64 " have crossed%s%s",
		 n->name, n->queued, n->crossed, input, output);
}

static const char *name(struct noc *n, const char *what, const char *kind)
{
	char *t = n->names[n->n_names++];

	assert(n->n_names <= NOC_NAMES);
	snprintf(t, NOC_NAME, "noc.%s.%s%s", n->name, what, kind);
	return t;
}

void noc_stats(struct stats *s, struct noc *n)
{
	static const enum pkt_kind kinds[] = {PKT_READ,  PKT_WRITE, PKT_ATOM,  PKT_HIT,
					      PKT_FENCE, PKT_EPOCH, PKT_COMMIT};
	const unsigned n_kinds = n->to_slices ? 7 : 3; /* answers are of the first three */
	struct noc_counts *c = &n->counts;
	const char *delivered, *latency_sum;

#define ADD(what, kind, unit, meaning, field) \
	stats_add(s, name(n, what, kind), unit, meaning, STATS_SUM, &c->field, 1, 0)
	for (unsigned i = 0; i < n_kinds; i++)
		ADD("packets.", pkt_kind_name(kinds[i]), "packets",
		    "injected, of this kind; a message counts once", packets[kinds[i]]);
	for (unsigned i = 0; i < n_kinds; i++)
		ADD("flits.", pkt_kind_name(kinds[i]), "flits",
		    "injected, of this kind; a message's count once", flits[kinds[i]]);
	ADD("moved", "", "flits", "through the crossbar, each copy of a message counted", moved);
	ADD("delivered", "", "packets", "on output links, each copy of a message counted",
	    delivered);
	delivered = n->names[n->n_names - 1];
	ADD("conflicts", "", "input cycles", "an input moved nothing: others were chosen", lost);
	ADD("blocked", "", "input cycles", "an input moved nothing: no room at its outputs",
	    blocked);
	ADD("inject_full", "", "input cycles", "a packet on an input's link found its buffer full",
	    inject_full);
	ADD("eject_full", "", "output cycles",
	    "a packet that had arrived found the output's link full", eject_full);
	ADD("latency_sum", "", "NoC cycles",
	    "of all delivered packets, from input link to output link", latency);
	latency_sum = n->names[n->n_names - 1];
	stats_ratio(s, name(n, "latency", ""), "NoC cycles", "of a packet, mean", latency_sum,
		    delivered, 1);
	stats_add(s, name(n, "latency_max", ""), "NoC cycles", "of a packet, the longest",
		  STATS_MAX, &c->latency_max, 1, 0);
}
