/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Exact lock sets of warps: address, scope, who took it, whether a fence followed; and beside
 * each lock what ScoRD's table of four hashed entries has of it. Sets are interned: programs
 * take and give back the same few all the time.
 */
#include <string.h>

#include "score_int.h"

enum { TABLE = 4, MOST = 64 };

/* A set under construction. */
struct work {
	uint32_t n;
	struct lock l[MOST];
};

static uint64_t hash_set(const struct lock *l, uint32_t n)
{
	uint64_t h = 0xcbf29ce484222325U + n;

	for (uint32_t i = 0; i < n; i++) {
		const uint64_t flags = (uint64_t)l[i].lost | (uint64_t)l[i].active << 2 |
				       (uint64_t)l[i].fenced << 3 | (uint64_t)l[i].kept << 4 |
				       (uint64_t)l[i].idiom << 5 | (uint64_t)l[i].lanes << 8;

		h = (h ^ l[i].addr) * 0x100000001b3U;
		h = (h ^ l[i].block) * 0x100000001b3U;
		h = (h ^ l[i].key) * 0x100000001b3U;
		h = (h ^ flags) * 0x9e3779b97f4a7c15U;
		h ^= h >> 29;
	}
	return h;
}

static bool lock_same(const struct lock *a, const struct lock *b)
{
	return a->addr == b->addr && a->block == b->block && a->key == b->key &&
	       a->lanes == b->lanes && a->lost == b->lost && a->active == b->active &&
	       a->fenced == b->fenced && a->kept == b->kept && a->idiom == b->idiom;
}

static const struct lockset *intern(struct exact *x, const struct work *w)
{
	struct lockset *s;
	uint64_t *at;

	if (!w->n)
		return NULL;
	for (uint64_t h = hash_set(w->l, w->n);; h++) {
		const struct lockset *o;
		uint32_t i = 0;

		at = hashmap_at(&x->sets, h);
		if (!*at)
			break;
		o = x->set[*at];
		while (o->n == w->n && i < o->n && lock_same(&o->l[i], &w->l[i]))
			i++;
		if (o->n == w->n && i == o->n)
			return o;
	}
	s = arena_alloc(&x->arena, sizeof(*s) + w->n * sizeof(*s->l));
	s->n = w->n;
	memcpy(s->l, w->l, w->n * sizeof(*s->l));
	*at = x->n_sets;
	x->set = mem_grow(x->set, &x->cap_sets, x->n_sets, sizeof(*x->set));
	s->id = (uint32_t)x->n_sets;
	x->set[x->n_sets++] = s;
	return s;
}

static void unpack(struct work *w, const struct lockset *s)
{
	w->n = s ? s->n : 0;
	if (s)
		memcpy(w->l, s->l, s->n * sizeof(*s->l));
}

static void take_out(struct work *w, uint32_t i)
{
	memmove(&w->l[i], &w->l[i + 1], (w->n - i - 1) * sizeof(*w->l));
	w->n--;
}

/* The table's name for a lock: six bits of address and block, and the scope. */
static unsigned hashed(const struct lock *l)
{
	const uint64_t key = l->block == LOCK_DEVICE ? 0 : l->key;

	return (unsigned)((l->addr ^ key) & 63) | (l->block == LOCK_DEVICE ? 64U : 0U);
}

static bool in_table(const struct lock *l)
{
	return !l->idiom && l->lost == LOCK_HELD;
}

/* Drops the oldest entries of the table until four are left. */
static void overflow(struct work *w)
{
	for (;;) {
		uint64_t seen[2] = {0, 0};
		unsigned n = 0, oldest = 128;

		for (uint32_t i = 0; i < w->n; i++) {
			const unsigned h = hashed(&w->l[i]);

			if (!in_table(&w->l[i]) || seen[h >> 6] >> (h & 63) & 1)
				continue;
			seen[h >> 6] |= 1ULL << (h & 63);
			oldest = oldest == 128 ? h : oldest;
			n++;
		}
		if (n <= TABLE)
			return;
		for (uint32_t i = 0; i < w->n; i++)
			if (in_table(&w->l[i]) && hashed(&w->l[i]) == oldest)
				w->l[i].lost = LOCK_OVERFLOW;
	}
}

static void insert(struct work *w, const struct lock *l)
{
	struct lock in = *l;

	for (uint32_t i = 0; i < w->n; i++) {
		struct lock *o = &w->l[i];

		if (in_table(o) && !in.idiom && hashed(o) == hashed(&in))
			in.active = o->active; /* nothing changes in the table */
		if (o->addr != in.addr || o->block != in.block || o->idiom != in.idiom)
			continue;
		in.lanes |= o->lanes;
		if (!in_table(o) || in.idiom) {
			take_out(w, i--);
			continue;
		}
		o->lanes = in.lanes; /* keeps its age */
		o->fenced = o->kept = false;
		return;
	}
	if (w->n == MOST)
		take_out(w, 0);
	w->l[w->n++] = in;
	if (!in.idiom)
		overflow(w);
}

/* Exch 0: the table drops what hashes like it; the lock of that address is truly free. */
static void give_back(struct work *w, const struct lock *l)
{
	const unsigned h = hashed(l);

	for (uint32_t i = 0; i < w->n; i++) {
		struct lock *o = &w->l[i];

		if (o->idiom)
			continue;
		if (o->addr == l->addr && o->block == l->block)
			take_out(w, i--);
		else if (in_table(o) && hashed(o) == h)
			o->lost = LOCK_HASHED_OUT;
	}
}

/* The lock of that address is free, whatever the table has. */
static void freed(struct work *w, uint64_t addr)
{
	for (uint32_t i = 0; i < w->n; i++) {
		if (w->l[i].addr != addr)
			continue;
		if (w->l[i].idiom || w->l[i].lost)
			take_out(w, i--);
		else
			w->l[i].kept = true;
	}
}

static bool holds(const struct work *w, uint64_t addr)
{
	for (uint32_t i = 0; i < w->n; i++)
		if (w->l[i].addr == addr && !w->l[i].kept)
			return true;
	return false;
}

static void take_idiom(struct work *w, const struct lock *l)
{
	struct lock in = *l;

	in.idiom = true;
	insert(w, &in);
}

/* lock: what the lock table makes of it. */
static void atomic_lane(struct work *w, struct lock *l, const struct simt_op *op, unsigned lane,
			enum access_lock lock)
{
	const uint64_t old = op->data[0][lane], new = op->data[1][lane];
	const bool device = access_leaves_block(op);
	const uint64_t block = l->block;

	if (lock == ACCESS_TAKES) {
		struct lock dev = *l;

		dev.block = LOCK_DEVICE;
		if (device)
			insert(w, &dev);
		insert(w, l);
		return;
	}
	if (lock == ACCESS_GIVES) {
		struct lock dev = *l;

		dev.block = LOCK_DEVICE;
		if (device)
			give_back(w, &dev);
		give_back(w, l);
		freed(w, l->addr);
		return;
	}
	if (old == new)
		return;
	l->block = device ? LOCK_DEVICE : block;
	if (holds(w, l->addr))
		freed(w, l->addr);
	else if ((op->atom == PTX_ATOM_CAS || op->atom == PTX_ATOM_EXCH) && new != 0)
		take_idiom(w, l);
}

/* A ticket taken: an add by 1; called: a later read of a word close by shows its number. */
static void ticket(struct warp *w, struct work *k, struct lock *l, const struct simt_op *op,
		   unsigned lane)
{
	const uint64_t near =
		l->addr > w->ticket_addr ? l->addr - w->ticket_addr : w->ticket_addr - l->addr;

	if ((op->kind == SIMT_OP_ATOM || op->kind == SIMT_OP_RED) &&
	    (op->atom == PTX_ATOM_ADD || op->atom == PTX_ATOM_INC) &&
	    op->data[1][lane] == op->data[0][lane] + 1) {
		w->ticket_addr = l->addr;
		w->ticket = op->data[0][lane];
		w->has_ticket = op->kind == SIMT_OP_ATOM;
		return;
	}
	if (!w->has_ticket || op->sem == PTX_SEM_WEAK || op->data[0][lane] != w->ticket ||
	    near == 0 || near > 64 || op->kind == SIMT_OP_ST)
		return;
	w->has_ticket = false;
	l->block = LOCK_DEVICE;
	take_idiom(k, l);
}

void lockset_op(struct exact *x, const struct machine_who *who, const struct simt_op *op,
		uint64_t key)
{
	struct warp *w = exact_warp(x, who->warp_global);
	const bool atom = op->kind == SIMT_OP_ATOM || op->kind == SIMT_OP_RED;
	uint32_t locked;
	struct work k;

	if (!atom && !w->locks && !w->has_ticket)
		return;
	locked = x->cls->lock == ACCESS_NO_LOCK ? 0 : access_locked(x->cls, op);
	unpack(&k, w->locks);
	for (uint32_t left = op->mask; left; left &= left - 1) {
		const unsigned lane = (unsigned)__builtin_ctz(left);
		struct lock l = {.addr = op->addr[lane],
				 .block = who->block,
				 .key = key,
				 .lanes = 1U << lane};

		if (op->space == PTX_SPACE_SHARED)
			l.addr += SIMT_SHARED_WINDOW;
		if (op->kind == SIMT_OP_ST && holds(&k, l.addr))
			freed(&k, l.addr);
		if (atom)
			atomic_lane(&k, &l, op, lane,
				    locked >> lane & 1 ? x->cls->lock : ACCESS_NO_LOCK);
		ticket(w, &k, &l, op, lane);
	}
	w->locks = intern(x, &k);
}

void lockset_fence(struct exact *x, struct warp *w, bool device)
{
	struct work k;

	if (!w->locks)
		return;
	unpack(&k, w->locks);
	for (uint32_t i = 0; i < k.n; i++)
		if (device || k.l[i].block != LOCK_DEVICE)
			k.l[i].active = k.l[i].fenced = true;
	w->locks = intern(x, &k);
}

static bool counts(const struct lock *l, enum lockset_view v)
{
	if (v == LOCKSET_TABLE)
		return !l->idiom && l->active;
	return !l->kept && l->fenced && (v == LOCKSET_IDIOM || !l->idiom);
}

bool lockset_meet(const struct lockset *a, const struct lockset *b, enum lockset_view v)
{
	if (!a || !b)
		return false;
	for (uint32_t i = 0; i < a->n; i++)
		for (uint32_t j = 0; j < b->n; j++)
			if (counts(&a->l[i], v) && counts(&b->l[j], v) &&
			    a->l[i].addr == b->l[j].addr && a->l[i].block == b->l[j].block)
				return true;
	return false;
}

bool lockset_any(const struct lockset *a, enum lockset_view v)
{
	for (uint32_t i = 0; a && i < a->n; i++)
		if (counts(&a->l[i], v))
			return true;
	return false;
}

const struct lockset *lockset_both(struct exact *x, const struct lockset *a,
				   const struct lockset *b)
{
	struct work k;

	if (!a || !b)
		return NULL;
	k.n = 0;
	for (uint32_t i = 0; i < a->n; i++)
		for (uint32_t j = 0; j < b->n; j++) {
			if (!counts(&a->l[i], LOCKSET_TABLE) || !counts(&b->l[j], LOCKSET_TABLE) ||
			    a->l[i].addr != b->l[j].addr || a->l[i].block != b->l[j].block)
				continue;
			k.l[k.n] = a->l[i];
			if (b->l[j].lost)
				k.l[k.n].lost = b->l[j].lost;
			k.n++;
			break;
		}
	return intern(x, &k);
}

uint16_t lockset_signature(const struct lockset *a)
{
	unsigned s = 0;

	for (uint32_t i = 0; a && i < a->n; i++) {
		const unsigned h = hashed(&a->l[i]);

		if (in_table(&a->l[i]) && a->l[i].active)
			s |= 1U << (8 + (h & 7)) | 1U << (h >> 3 & 7);
	}
	return (uint16_t)s;
}
