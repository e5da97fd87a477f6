/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * The exact state beside a detector. Counters that never wrap; the access that each metadata
 * entry stands for, by name; and for each word where its earlier accesses went. All
 * of it is packed: what the lanes of an op have in common is kept once, in its event.
 */
#include <stdlib.h>
#include <string.h>

#include "score_int.h"

/* A history's accesses, by its room. */
static const uint8_t rooms[ROOMS] = {1, 2, 5, 10, PASTS};

struct spare {
	struct spare *next;
};

enum { EPOCH = 0x7fffffff };

void exact_init(struct exact *x)
{
	paged_open(&x->entries, NULL, EXACT_PAGE * sizeof(struct entry_state), 0, PAGED_KEEP_ALL);
	paged_open(&x->words, NULL, EXACT_PAGE * sizeof(struct history *), 0, PAGED_KEEP_ALL);
	x->n_sets = x->n_events = 1;
	x->set = mem_grow(NULL, &x->cap_sets, 1, sizeof(*x->set));
	x->set[0] = NULL;
	x->event = mem_grow(NULL, &x->cap_events, 1, sizeof(*x->event));
	x->event[0] = (struct event){0};
}

void exact_begin(struct exact *x, const struct machine_launch_info *l)
{
	paged_clear(&x->entries);
	paged_clear(&x->words);
	slab_reset(&x->slab);
	hashmap_clear(&x->sets);
	arena_free(&x->arena);
	memset(x->spare, 0, sizeof(x->spare));
	x->n_sets = x->n_events = 1;
	x->n_warps = x->n_blocks = 0;
	x->free = x->dead = x->now = 0;
	x->warps = l->warps_per_block;
	x->its = l->mode == SIMT_ITS;
	x->serial = 0;
	x->epoch = 0;
}

void exact_free(struct exact *x)
{
	paged_close(&x->entries);
	paged_close(&x->words);
	slab_free(&x->slab);
	hashmap_free(&x->sets);
	arena_free(&x->arena);
	free(x->set);
	free(x->event);
	free(x->warp);
	free(x->block);
}

struct warp *exact_warp(struct exact *x, uint64_t warp_global)
{
	if (warp_global >= x->n_warps) {
		const size_t was = x->n_warps;

		x->warp = mem_grow(x->warp, &x->cap_warps, warp_global, sizeof(*x->warp));
		x->n_warps = warp_global + 1;
		memset(&x->warp[was], 0, (x->n_warps - was) * sizeof(*x->warp));
	}
	return &x->warp[warp_global];
}

const struct warp *exact_find_warp(const struct exact *x, uint64_t warp_global)
{
	return warp_global < x->n_warps ? &x->warp[warp_global] : NULL;
}

uint64_t *exact_block_barriers(struct exact *x, uint64_t block)
{
	if (block >= x->n_blocks) {
		const size_t was = x->n_blocks;

		x->block = mem_grow(x->block, &x->cap_blocks, block, sizeof(*x->block));
		x->n_blocks = block + 1;
		memset(&x->block[was], 0, (x->n_blocks - was) * sizeof(*x->block));
	}
	return &x->block[block];
}

void exact_fence(struct exact *x, const struct machine_who *who, uint32_t mask, bool device)
{
	struct warp *w = exact_warp(x, who->warp_global);

	if (device)
		w->dev++;
	else
		w->blk++;
	if (x->its && !w->fenced)
		w->fenced = arena_alloc(&x->arena, sizeof(uint64_t) * SIMT_LANES * 2);
	for (uint32_t r = w->fenced ? mask : 0; r; r &= r - 1) {
		const unsigned lane = (unsigned)__builtin_ctz(r);

		w->fenced[SIMT_LANES + lane] = x->serial;
		if (device)
			w->fenced[lane] = x->serial;
	}
	lockset_fence(x, w, device);
}

bool exact_lane_fenced(const struct exact *x, const struct warp *w, unsigned lane, bool device,
		       uint64_t serial)
{
	if (!x->its)
		return true;
	return w->fenced && w->fenced[device ? lane : SIMT_LANES + lane] >= serial;
}

/* Events. */

static void drop_event(struct exact *x, uint32_t i)
{
	struct event *e = &x->event[i];

	if (!i || --e->refs)
		return;
	e->next = x->dead;
	x->dead = i;
}

static uint32_t hold(struct exact *x, uint32_t i)
{
	x->event[i].refs++;
	return i;
}

static uint32_t new_event(struct exact *x)
{
	const uint32_t i = x->free;

	if (i) {
		x->free = x->event[i].next;
		return i;
	}
	x->event = mem_grow(x->event, &x->cap_events, x->n_events, sizeof(*x->event));
	return (uint32_t)x->n_events++;
}

void exact_op_end(struct exact *x)
{
	drop_event(x, x->now);
	x->now = 0;
	while (x->dead) {
		struct event *e = &x->event[x->dead];
		const uint32_t next = e->next;

		e->next = x->free;
		x->free = x->dead;
		x->dead = next;
	}
}

static void op_begin(struct exact *x, const struct machine_who *who, const struct simt_op *op)
{
	const struct warp *w = exact_warp(x, who->warp_global);
	const struct access_class *cls = x->cls;
	const struct lockset *locks = w->locks;

	x->now = new_event(x);
	x->event[x->now] = (struct event){
		.refs = 1,
		.serial = x->serial,
		.warp_global = who->warp_global,
		.dev = w->dev,
		.blk = w->blk,
		.release = w->release,
		.bar_warp = w->bar_warp,
		.bar_block = *exact_block_barriers(x, who->block),
		.locks = locks,
		.pc = op->pc,
		.width = op->size,
		.scope = (uint8_t)op->scope,
		.write = cls->write,
		.atomic = cls->atomic,
		.relaxed = cls->relaxed,
		.strong = cls->strong,
		.releases = access_releases(op),
	};
	x->mirror = lockset_signature(locks);
	x->mine = lockset_any(locks, LOCKSET_TABLE) ? locks->id : 0;
}

/* Histories. */

static struct entry_state *entry_state_at(struct exact *x, uint64_t entry)
{
	struct entry_state *page = page_payload(paged_at(&x->entries, entry / EXACT_PAGE));

	return &page[entry % EXACT_PAGE];
}

static struct history **history_at(struct exact *x, uint64_t word)
{
	struct history **page = page_payload(paged_at(&x->words, word / EXACT_PAGE));

	return &page[word % EXACT_PAGE];
}

static struct history *more_room(struct exact *x, struct history *w)
{
	const uint8_t room = w ? (uint8_t)(w->room + 1) : 0;
	struct spare *s = x->spare[room];
	struct history *n;

	if (s)
		x->spare[room] = s->next;
	n = s ? (void *)s : slab_alloc(&x->slab, sizeof(*n) + rooms[room] * sizeof(*n->left));
	if (w) {
		memcpy(n, w, sizeof(*w) + w->n * sizeof(*w->left));
		s = (void *)w;
		s->next = x->spare[room - 1];
		x->spare[room - 1] = s;
	} else {
		*n = (struct history){0};
	}
	n->room = room;
	return n;
}

/* Remembers a, which is not (or no longer) in its entry, and takes its event over. A second one
 * of the same place and thread takes the first one's room. by: event that replaced it. */
static void remember(struct exact *x, uint64_t word, const struct mark *a, uint32_t by)
{
	struct history **at = history_at(x, word / 4), *w = *at;
	const struct event *e = &x->event[a->event];
	uint32_t i = 0, n = w ? w->n : 0;

	for (; i < n; i++) {
		const struct event *o = &x->event[w->left[i].a.event];

		if (w->left[i].a.lane == a->lane && o->pc == e->pc &&
		    o->warp_global == e->warp_global)
			break;
	}
	if (i == n && n == PASTS) {
		w->overflow = true;
		i = 0;
	}
	if (i < n) {
		drop_event(x, w->left[i].a.event);
		drop_event(x, w->left[i].by);
		n--;
		memmove(&w->left[i], &w->left[i + 1], (n - i) * sizeof(*w->left));
	} else if (!w || n == rooms[w->room]) {
		w = *at = more_room(x, w);
	}
	w->left[n] = (struct displaced){.a = *a, .by = by ? hold(x, by) : 0};
	w->n = (uint8_t)(n + 1);
}

/* Entries. */

/* A writer that is not the owner was remembered when its own warp's read took its place. */
static void drop(struct exact *x, struct entry_state *e, enum displacement how,
		 const struct detect_check *c)
{
	struct mark a = e->owner;

	if (!a.event)
		return;
	if (how != DISPLACED_ROW)
		e->wiped = x->serial;
	a.displaced = (unsigned)how & 7;
	a.by = (unsigned)c->row & 31;
	a.cleared = how == DISPLACED_ROW && c->before.modified && !c->after.modified;
	remember(x, e->word, &a, x->now);
	drop_event(x, e->writer.event);
	e->owner.event = e->writer.event = 0;
}

/* Which rows make the accessor the entry's owner. */
static bool owns(enum pf_row row)
{
	switch (row) {
	case PF_R8:
	case PF_R9:
	case PF_R11:
	case PF_RA: return false;
	default: return true;
	}
}

static uint32_t both(struct exact *x, uint32_t a, uint32_t b)
{
	const struct lockset *s = lockset_both(x, x->set[a], x->set[b]);

	return s ? s->id : 0;
}

/* The exact counterpart of what the row does to the signature. */
static uint32_t candidates(struct exact *x, const struct entry_state *e,
			   const struct detect_check *c)
{
	if (c->race)
		return x->mine;
	switch (c->row) {
	case PF_R1:
	case PF_R2:
	case PF_RS:
	case PF_WS:
	case PF_W1:
	case PF_W2: return x->mine;
	case PF_R11:
		if (lockset_no_bins(c->before.lock))
			return x->mine;
		return lockset_no_bins(c->tag.signature) ? e->candidates
							 : both(x, e->candidates, x->mine);
	case PF_W10: return both(x, e->candidates, x->mine);
	default: return e->candidates;
	}
}

/* was: event of the owner before this check, wiped or not. */
static void settle(struct exact *x, struct entry_state *e, const struct mark *a,
		   const struct detect_check *c, uint64_t word, uint32_t was)
{
	const struct event *o = &x->event[was], *v = &x->event[x->now];
	struct mark writer = {0};

	e->candidates = candidates(x, e, c);
	e->epoch = x->epoch & EPOCH;
	hold(x, a->event);
	if (!owns(c->row)) {
		struct mark p = *a;

		p.displaced = DISPLACED_ANONYMOUS;
		p.by = (unsigned)c->row & 31;
		e->read_serial = x->serial;
		remember(x, word, &p, x->now);
		return;
	}
	e->phantom = c->row == PF_R3 ||
		     (e->phantom && !v->write && !c->race && o->warp_global == v->warp_global);
	if (v->write)
		writer = *a;
	else if (c->after.modified && !c->race && e->writer.event &&
		 x->event[e->writer.event].warp_global == v->warp_global)
		writer = e->writer; /* read by the writer's own warp: still modified */
	if (writer.event)
		hold(x, writer.event);
	drop(x, e, c->race ? DISPLACED_REPORT : DISPLACED_ROW, c);
	e->owner = *a;
	e->writer = writer;
	if (e->word != word)
		e->wiped = 0;
	e->word = word;
}

/* In one go: fields set one by one later on would each wait for the others. */
static struct mark mark_of(uint32_t event, uint64_t first, uint64_t word, unsigned lane,
			   unsigned bytes, unsigned row, unsigned as_read)
{
	return (struct mark){
		.event = event,
		.lane = lane & 31,
		.row = row & 31,
		.bytes = bytes & 15,
		.before = (first < word ? (unsigned)(word - first) : 0) & 15,
		.within = (first < word ? 0 : (unsigned)(first - word)) & 3,
		.as_read = as_read & 1,
	};
}

void exact_skip(struct exact *x, struct check_record *k, const struct machine_who *who,
		const struct simt_op *op, unsigned lane, unsigned bytes)
{
	struct mark p;

	if (!x->now)
		op_begin(x, who, op);
	p = mark_of(x->now, op->addr[lane], k->addr, lane, bytes, PF_ROWS, false);
	k->a = p;
	p.displaced = k->why == DETECT_SKIP_UPPER_WORD ? DISPLACED_UPPER : DISPLACED_UNTRACKED;
	hold(x, p.event);
	remember(x, k->addr, &p, 0);
}

static void check_begin(struct exact *x, const struct detect_check *c)
{
	struct event *v;

	if (!x->now)
		op_begin(x, c->who, c->op);
	v = &x->event[x->now];
	v->hw_block = c->tag.block;
	v->hw_barrier = c->tag.barrier;
}

/* The entry held another word's access, or one of an old epoch. */
static void forget(struct exact *x, struct entry_state *e, const struct detect_check *c,
		   uint64_t word)
{
	const bool other = e->word != word && e->epoch == (x->epoch & EPOCH);

	drop(x, e, other ? DISPLACED_TAG : DISPLACED_FORGOTTEN, c);
	e->candidates = 0;
}

static bool is_gone(const struct exact *x, const struct entry_state *e,
		    const struct detect_check *c)
{
	return e->owner.event && (e->epoch != (x->epoch & EPOCH) || c->evicted);
}

static inline struct mark mark_check(const struct exact *x, const struct detect_check *c, unsigned lane,
			      uint64_t word)
{
	return mark_of(x->now, c->op->addr[lane], word, lane, c->bytes, (unsigned)c->row,
		       x->event[x->now].write && !c->after.modified);
}

void exact_check(struct exact *x, struct check_record *k, const struct detect_check *c)
{
	struct entry_state *e = entry_state_at(x, c->index);
	const uint32_t was = e->owner.event;

	check_begin(x, c);
	k->a = mark_check(x, c, c->lane, c->addr);
	k->mirrored = x->mirror == c->tag.signature;
	if (is_gone(x, e, c))
		forget(x, e, c, c->addr);
	k->before = *e;
	settle(x, e, &k->a, c, c->addr, was);
}

/* Rows after which the accessor is the owner, and its locks are the candidates. */
static bool takes(enum pf_row row)
{
	return row == PF_R1 || row == PF_R2 || row == PF_W1 || row == PF_W2;
}

/* What settle() does where nobody is the owner. */
static void settle_first(const struct exact *x, struct entry_state *e, const struct mark *a,
			 uint64_t word, bool write)
{
	e->candidates = x->mine;
	e->epoch = x->epoch & EPOCH;
	e->owner = *a;
	e->writer = write ? *a : (struct mark){0};
	if (e->word != word)
		e->wiped = 0;
	e->word = word;
}

void exact_row(struct exact *x, const struct detect_check *c, uint32_t n, uint32_t words)
{
	const bool plain = takes(c->row);
	struct entry_state *e = NULL;
	uint32_t first = 0;
	bool write;

	check_begin(x, c);
	write = x->event[x->now].write;
	for (uint32_t i = 0; i < n; i++) {
		const uint64_t word = c->addr + 4ULL * i;
		const struct mark a = mark_check(x, c, c->lane + i / words, word);
		uint32_t was;

		e = e && (c->index + i) % EXACT_PAGE ? e + 1 : entry_state_at(x, c->index + i);
		was = e->owner.event;
		if (plain && !was && !e->phantom) {
			settle_first(x, e, &a, word, write);
			first++;
			continue;
		}
		if (is_gone(x, e, c))
			forget(x, e, c, word);
		settle(x, e, &a, c, word, was);
	}
	x->event[x->now].refs += first << write;
}

void exact_fetch(struct exact *x, const uint64_t *addr, const uint64_t *index, uint32_t n)
{
	const struct entry_state *e[SIMT_LANES];
	struct history **h[SIMT_LANES];

	for (uint32_t i = 0; i < n; i++) {
		e[i] = entry_state_at(x, index[i]);
		h[i] = history_at(x, addr[i] / 4);
		__builtin_prefetch(e[i]);
		__builtin_prefetch(&e[i]->candidates); /* of the next line, often */
		__builtin_prefetch(h[i]);
	}
	for (uint32_t i = 0; i < n; i++) {
		__builtin_prefetch(&x->event[e[i]->owner.event]);
		if (*h[i])
			__builtin_prefetch(*h[i]);
	}
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t j = 0; *h[i] && j < (*h[i])->n; j++)
			__builtin_prefetch(&x->event[(*h[i])->left[j].a.event]);
}

void exact_fetch_row(struct exact *x, uint64_t index, uint32_t n)
{
	enum { LINE = 64 };
	const char *e = (const char *)entry_state_at(x, index);
	const uint32_t room = EXACT_PAGE - (uint32_t)(index % EXACT_PAGE);
	const size_t bytes = (n < room ? n : room) * sizeof(struct entry_state);

	for (size_t i = 0; i < bytes; i += LINE)
		__builtin_prefetch(e + i);
}
