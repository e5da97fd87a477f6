/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * l1: from an access to its packet, and from an answer to what is done.
 *
 *   l1_access() ─ look() ─┬─ hit ──> ring of hits, by the cycle they are due
 *                         ├─ merge, miss ──> MSHR (mshr.c): who waits for the sector
 *                         └─ always one packet (a hit's only with tags) ──> out queue ─> to_noc
 *   from_noc ─ answer() ──> lines (lines.c), done()
 */
#include "l1_int.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "../noc/noc.h"
#include "base/bits.h"

static void make_hits(struct l1 *l)
{
	const uint32_t most = (l->latency + 1) * (l->whole_line ? LINE / SECTOR : 1);
	const uint32_t n = power_of_two(most);

	l->hits = mem_alloc(n * sizeof(*l->hits));
	l->hit_mask = n - 1;
}

struct l1 *l1_create(const struct sim_config *c, uint16_t sm, struct pkt_pool *pool,
		     const struct l1_hooks *h)
{
	struct l1 *l = mem_alloc(sizeof(*l));

	l->on = c->l1.on;
	l->sm = sm;
	l->pool = pool;
	l->hooks = *h;
	l->count = &l->own_count;
	l->latency = c->l1.latency;
	l->out_cap = c->l1.out_queue;
	l->whole_line = c->sm.segment == LINE;
	l->two_trips = c->l1.atomic_trips == 2;
	l->noc = c->noc;
	l->free_hits = c->det.hits_free || c->det.noc_free;
	l->free_messages = c->det.noc_free;
	l->tag_bytes = h->note && !c->det.noc_free ? c->det.tag_bytes : 0;
	l->coded = h->note && !c->det.noc_free && c->det.tag == SIM_TAG_CODED;
	hits_init(l, &c->det);
	l->map = map_make(&c->l2);
	lines_init(&l->lines, c->l1.sets, c->l1.ways);
	mshr_init(&l->mshr, c->l1.mshr, c->l1.merges);
	make_hits(l);
	return l;
}

static void drop(struct l1 *l, struct pkt *k)
{
	for (struct pkt *next; k; k = next) {
		next = k->next;
		pkt_free(l->pool, k);
	}
}

void l1_destroy(struct l1 *l)
{
	if (!l)
		return;
	drop(l, l->head);
	drop(l, l->buffer.head);
	drop(l, l->again);
	lines_free(&l->lines);
	mshr_free(&l->mshr);
	free(l->hits);
	free(l->all_counts);
	free(l);
}

/* What an access would become now. */
enum fate { HIT, MERGE, MISS, PASS, WAIT_OUT, WAIT_MSHR, WAIT_MERGE, WAIT_STORE, WAIT_HITS };

struct look {
	struct line *line;        /* HIT */
	struct mshr_entry *entry; /* MERGE; PASS: of the sector, or NULL */
};

static bool is_weak(const struct l1 *l, const struct l1_access *a)
{
	return a->kind == PKT_READ && !a->strong && l->on;
}

static enum fate look(const struct l1 *l, const struct l1_access *a, struct look *at)
{
	const bool room = l->out_count < l->out_cap;
	/* Of a hit's packet, if there is one. */
	const bool silent = !l->hooks.note || a->bare || l->free_hits;
	const bool hit_room = silent || (l->buffer.cap ? l->buffer.held < l->buffer.cap : room);
	const enum fate no_room = l->buffer.cap ? WAIT_HITS : WAIT_OUT;

	*at = (struct look){0};
	if (!is_weak(l, a)) {
		if (a->kind != PKT_READ && l->mshr.used)
			at->entry = mshr_find(&l->mshr, a->addr);
		return room ? PASS : WAIT_OUT;
	}
	at->line = lines_find(&l->lines, a->addr);
	if (at->line)
		return hit_room ? HIT : no_room;
	if (l->mshr.used)
		at->entry = mshr_find(&l->mshr, a->addr);
	if (at->entry) {
		if (at->entry->closed)
			return WAIT_STORE;
		if (at->entry->n == l->mshr.merges)
			return WAIT_MERGE;
		return hit_room ? MERGE : no_room;
	}
	if (l->mshr.used == l->mshr.n)
		return WAIT_MSHR;
	return room ? MISS : WAIT_OUT;
}

/* The one access of a cycle, or, with segments of a line, more of the same. */
static bool port_free(const struct l1 *l, const struct l1_access *a)
{
	return !l->port_used ||
	       (l->whole_line && l->port_op == a->op && l->port_line == a->addr / LINE);
}

bool l1_ready(struct l1 *l, const struct l1_access *a)
{
	struct look at;
	enum fate f;

	if (!port_free(l, a))
		return false;
	f = look(l, a, &at);
	if (f < WAIT_OUT)
		return true;
	if (!l->refused) {
		l->refused = true;
		l->count->wait[f - WAIT_OUT]++;
	}
	return false;
}

static void push(struct l1 *l, struct pkt *k)
{
	k->next = NULL;
	k->due = l->pushed++;
	if (l->head)
		l->tail->next = k;
	else
		l->head = k;
	l->tail = k;
	l->out_count += !k->free && !k->aside;
	l->buffer.held += k->aside;
}

static struct pkt *make_packet(struct l1 *l, const struct l1_access *a, enum pkt_kind kind,
			       uint64_t now)
{
	struct pkt *k = pkt_alloc(l->pool);

	k->kind = kind;
	k->part = a->part;
	k->sm = l->sm;
	k->slice = (uint16_t)map_slice(&l->map, a->addr);
	k->bytes = kind == PKT_WRITE || kind == PKT_ATOM ? a->bytes : 0;
	if (kind == PKT_ATOM && l->two_trips)
		k->bytes = SECTOR;
	k->free = kind == PKT_HIT && l->free_hits;
	k->bare = a->bare;
	k->aside = kind == PKT_HIT && l->buffer.cap;
	k->flits = k->free ? 0 : noc_flits(&l->noc, k->bytes + (a->bare ? 0 : l->tag_bytes));
	k->word_mask = a->word_mask;
	k->sub_mask = a->sub_mask;
	k->op = a->op;
	k->lanes = a->lanes;
	k->pc = a->pc;
	k->addr = a->addr;
	k->born = now;
	push(l, k);
	if (l->hooks.note && !a->bare && !l->unnoted)
		l->unnoted = k;
	return k;
}

static void add_hit(struct l1 *l, const struct l1_access *a, struct line *line, uint64_t now)
{
	lines_use(&l->lines, line);
	assert(l->n_hits <= l->hit_mask);
	l->hits[(l->hit_head + l->n_hits++) & l->hit_mask] =
		(struct hit){now + l->latency, {a->op, a->lanes, a->part}};
	l->count->hits++;
}

/* A store or atomic: neither what is here nor what is coming is of use afterwards. */
static void evict_sector(struct l1 *l, const struct l1_access *a, struct mshr_entry *e)
{
	if (e)
		e->closed = true;
	else if (lines_forget(&l->lines, a->addr))
		l->count->write_evicts++;
}

static void pass(struct l1 *l, const struct l1_access *a, struct mshr_entry *e)
{
	switch (a->kind) {
	case PKT_WRITE: l->count->stores++; break;
	case PKT_ATOM: l->count->atomics++; break;
	default: l->count->strong++; return;
	}
	evict_sector(l, a, e);
}

void l1_access(struct l1 *l, const struct l1_access *a, uint64_t now)
{
	const struct waiter w = {a->op, a->lanes, a->part};
	struct look at;
	struct pkt *k;

	assert(port_free(l, a));
	l->count->accesses += !l->port_used;
	l->port_used = true;
	l->port_op = a->op;
	l->port_line = a->addr / LINE;
	switch (look(l, a, &at)) {
	case HIT: add_hit(l, a, at.line, now); break;
	case MERGE:
		mshr_wait(&l->mshr, at.entry, w);
		l->count->merges++;
		break;
	case MISS:
		k = make_packet(l, a, PKT_READ, now);
		k->to_l1 = true;
		k->id = mshr_new(&l->mshr, a->addr, w);
		l->count->misses++;
		l->waiting++;
		if (l->mshr.used > l->count->mshr_most)
			l->count->mshr_most = l->mshr.used;
		return;
	case PASS:
		make_packet(l, a, a->kind, now);
		pass(l, a, at.entry);
		l->waiting++;
		return;
	default: assert(!"l1_ready() was not asked"); return;
	}
	if (l->hooks.note && !a->bare) {
		l->count->hit_packets += !l->buffer.cap;
		make_packet(l, a, PKT_HIT, now);
	}
}

bool l1_room(const struct l1 *l)
{
	return l->out_count < l->out_cap;
}

bool l1_sent(const struct l1 *l)
{
	return !l->head && !l->buffer.head;
}

void l1_drain(struct l1 *l, bool drains)
{
	l->drains = drains;
}

bool l1_packet(struct l1 *l, struct pkt *k)
{
	if (!l1_room(l))
		return false;
	k->sm = l->sm;
	k->bare = true;
	l->waiting += k->own;
	push(l, k);
	return true;
}

/* Before the oldest packet without a note, with its place in the order of hits. */
static void insert(struct l1 *l, struct pkt *k)
{
	struct pkt **at = &l->head;

	while (*at != l->unnoted)
		at = &(*at)->next;
	k->next = *at;
	k->due = (*at)->due;
	*at = k;
	l->out_count++;
}

bool l1_message(struct l1 *l, struct pkt *k)
{
	const bool early = k->early && l->unnoted;

	if (!early && l->out_count >= l->out_cap)
		return false;
	k->sm = l->sm;
	k->bytes = 0;
	k->flits = l->free_messages ? 0 : noc_flits(&l->noc, 0);
	if (early)
		insert(l, k);
	else
		push(l, k);
	l->count->messages++;
	return true;
}

static void fill(struct l1 *l, const struct pkt *k)
{
	struct mshr_entry *e = mshr_entry(&l->mshr, k->id);
	const struct waiter *w = mshr_waiters(&l->mshr, e);

	assert(e->n && w->op == k->op && w->part == k->part && w->lanes == k->lanes);
	if (e->closed)
		l->count->fills_late++;
	else
		l->count->replaced += lines_fill(&l->lines, e->sector);
	l->count->fills++;
	for (uint32_t i = 0; i < e->n; i++)
		l->hooks.done(l->hooks.ctx, w[i].op, w[i].part, w[i].lanes, i > 0);
	mshr_drop(&l->mshr, e);
}

/* An atomic that has been read and performed goes back to be written: no tag, no check, a sector.
 */
static void second_trip(struct l1 *l, struct pkt *k)
{
	k->again = true;
	k->reply = false;
	k->bytes = SECTOR;
	k->flits = noc_flits(&l->noc, SECTOR);
	k->next = NULL;
	*(l->again ? &l->again_tail->next : &l->again) = k;
	l->again_tail = k;
}

static void answer(struct l1 *l, struct pkt *k)
{
	assert(l->waiting);
	if (k->kind == PKT_ATOM && l->two_trips && !k->again) {
		second_trip(l, k);
		return;
	}
	l->waiting--;
	if (k->own)
		l->hooks.answer(l->hooks.ctx, k);
	else if (k->kind == PKT_READ && k->to_l1)
		fill(l, k);
	else
		l->hooks.done(l->hooks.ctx, k->op, k->part, k->lanes, false);
	pkt_free(l->pool, k);
}

static void due_hits(struct l1 *l, uint64_t now)
{
	while (l->n_hits && l->hits[l->hit_head].due <= now) {
		const struct waiter w = l->hits[l->hit_head].who;

		l->hit_head = (l->hit_head + 1) & l->hit_mask;
		l->n_hits--;
		l->hooks.done(l->hooks.ctx, w.op, w.part, w.lanes, true);
	}
}

static bool needs_note(const struct pkt *k)
{
	return k->kind != PKT_FENCE && k->kind != PKT_EPOCH && !k->bare;
}

/* A hit leaves the out queue, for its buffer. */
static void put_aside(struct l1 *l, struct pkt *k, uint64_t now)
{
	struct pkt *before = NULL;
	bool clear = true;

	for (struct pkt *p = l->head; p != k; before = p, p = p->next)
		clear &= needs_note(p) && p->addr / LINE != k->addr / LINE;
	*(before ? &before->next : &l->head) = k->next;
	if (l->tail == k)
		l->tail = before;
	hits_put(l, k, clear, now);
}

static void take_note(struct l1 *l, uint64_t now)
{
	struct pkt *k = l->unnoted;

	if (!l->hooks.note(l->hooks.ctx, k))
		return;
	do
		l->unnoted = l->unnoted->next;
	while (l->unnoted && !needs_note(l->unnoted));
	if (k->aside) {
		put_aside(l, k, now);
		return;
	}
	if (k->free)
		return;
	if (l->coded)
		k->flits = noc_flits(&l->noc, k->bytes + k->tag_bytes);
	l->count->note_bytes += l->coded ? k->tag_bytes : l->tag_bytes;
}

/* A hit's packet, before the out queue's first or when that cannot go. */
static bool send_hit(struct l1 *l, struct link *to_noc, uint64_t now, bool urgent)
{
	struct pkt *k = NULL;

	if (link_full(to_noc))
		return false;
	if (urgent && l->head && l->head != l->unnoted)
		k = hits_before(l, l->head);
	if (!k)
		k = hits_next(l, now, urgent);
	if (k)
		link_push(to_noc, k);
	return k;
}

/* One packet; free ones besides. */
static void send(struct l1 *l, struct link *to_noc, uint64_t now)
{
	bool sent = false;

	if (l->again && !link_full(to_noc)) {
		struct pkt *k = l->again;

		l->again = k->next;
		k->next = NULL;
		link_push(to_noc, k);
		sent = true;
	}
	if (l->buffer.head && !sent)
		sent = send_hit(l, to_noc, now, true);
	for (struct pkt *k; (k = l->head);) {
		if (sent && !k->free)
			return;
		if (k == l->unnoted) {
			l->count->wait_tag += !sent;
			break;
		}
		if (link_full(to_noc)) {
			l->count->wait_noc += !sent;
			to_noc->full_seen++;
			return;
		}
		l->head = k->next;
		k->next = NULL;
		l->out_count -= !k->free;
		sent |= !k->free;
		link_push(to_noc, k);
	}
	if (l->buffer.head && !sent)
		send_hit(l, to_noc, now, false);
}

void l1_step(struct l1 *l, uint64_t now, struct link *from_noc, struct link *to_noc)
{
	struct pkt *k;

	l->port_used = l->refused = false;
	k = link_pop(from_noc);
	if (k)
		answer(l, k);
	if (l->n_hits)
		due_hits(l, now);
	if (!l->head && !l->again && !l->buffer.head)
		return;
	if (l->unnoted)
		take_note(l, now);
	send(l, to_noc, now);
}

void l1_flush(struct l1 *l)
{
	assert(l1_idle(l));
	lines_flush(&l->lines);
}

bool l1_idle(const struct l1 *l)
{
	return !l->head && !l->buffer.head && !l->n_hits && !l->waiting;
}

void l1_describe(const struct l1 *l, char *text, size_t size)
{
	char head[80] = "";

	if (l->head)
		snprintf(head, sizeof(head), ", the first a %s for slice %u that waits for %s",
			 pkt_kind_name(l->head->kind), l->head->slice,
			 l->head == l->unnoted ? "its tag" : "the NoC");
	snprintf(text, size,
		 "L1 of SM %u: %" PRIu32 " packets to send%s; %" PRIu64 " answers to come, %" PRIu32
		 " of %" PRIu32 " MSHRs used, %" PRIu32 " hits under way",
		 l->sm, l->out_count, head, l->waiting, l->mshr.used, l->mshr.n, l->n_hits);
}

void l1_stats(struct stats *s, struct l1 *const *l, size_t n)
{
	struct l1_counts *c;

	assert(n && !l[0]->all_counts);
	c = l[0]->all_counts = mem_alloc(n * sizeof(*c));
	for (size_t i = 0; i < n; i++) {
		c[i] = *l[i]->count;
		l[i]->count = &c[i];
	}
#define ADD(name, unit, meaning, field) \
	stats_add(s, "l1." name, unit, meaning, STATS_SUM, &c->field, n, sizeof(*c))
	ADD("accesses", "accesses", "taken; with sm.segment 128 the sectors of a line are one",
	    accesses);
	ADD("hits", "sectors", "weak loads that hit", hits);
	ADD("merges", "sectors", "weak loads of a sector on its way", merges);
	ADD("misses", "sectors", "weak loads that made a READ", misses);
	ADD("strong_loads", "sectors", "loads that bypass L1; L1 off: all loads", strong);
	ADD("stores", "sectors", "stores", stores);
	ADD("atomics", "sectors", "atomics and reductions", atomics);
	ADD("fills", "sectors", "that came", fills);
	ADD("fills_late", "sectors", "that came and were not kept: a store or atomic had passed",
	    fills_late);
	ADD("replaced", "lines", "valid ones that made room for another", replaced);
	ADD("write_evicts", "sectors", "valid ones forgotten because of a store or atomic",
	    write_evicts);
	ADD("hit_packets", "packets", "that tell the slice of a hit or merge", hit_packets);
	ADD("hit_merged", "packets", "of hits and merges that went as words of another one",
	    hit_merged);
	ADD("hit_repeats", "packets", "... of which all words were in it already", hit_repeats);
	ADD("note_bytes", "bytes", "that sides' notes (tags) add to packets", note_bytes);
	ADD("messages", "packets", "fences and epochs", messages);
	ADD("wait_out", "cycles", "an access waits: the out queue is full",
	    wait[WAIT_OUT - WAIT_OUT]);
	ADD("wait_mshr", "cycles", "an access waits: no MSHR is free", wait[WAIT_MSHR - WAIT_OUT]);
	ADD("wait_merge", "cycles", "an access waits: its MSHR serves as many as it can",
	    wait[WAIT_MERGE - WAIT_OUT]);
	ADD("wait_store", "cycles", "a load waits for a fill that a store has passed",
	    wait[WAIT_STORE - WAIT_OUT]);
	ADD("wait_hits", "cycles", "an access waits: packets of hits fill their buffer",
	    wait[WAIT_HITS - WAIT_OUT]);
	ADD("wait_tag", "cycles", "the first packet waits for its tag", wait_tag);
	ADD("wait_noc", "cycles", "the first packet waits for the NoC", wait_noc);
#undef ADD
	stats_add(s, "l1.mshr_most", "entries", "used at once, in the L1 that used most", STATS_MAX,
		  &c->mshr_most, n, sizeof(*c));
}
