/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Why the detector did not see a race of the oracle's.
 *
 *   judge(): the rules on an entry that holds the earlier access alone
 *     they say ordered ─> the rule itself is weak: ruled_ordered()
 *     they say race    ─> the detector lost something: follow the access through the entry,
 *                         lost(), to what took its place or to what the hardware has of it
 */
#include "score_int.h"

static bool is_first(const struct access *a, const struct race_hit *h, bool lane)
{
	return a->pc == h->first.pc && a->block == h->first.block && a->warp == h->first.warp &&
	       (!lane || a->lane == h->first.lane);
}

/* Where an access of this word is: standing in the entry (past NULL), or gone. */
struct place {
	const struct access *a;
	const struct past *past;
};

static struct place find_first(const struct race_hit *h, const struct check_context *s, bool lane)
{
	const struct word *w = &s->word;
	const struct access *o = &s->before.owner;

	if (s->before.has_owner && o->word == (h->addr & ~3ULL) && is_first(o, h, lane))
		return (struct place){.a = o};
	for (uint32_t i = w->n; i-- > 0;)
		if (is_first(&w->past[i].a, h, lane) && w->past[i].a.serial < s->a.serial)
			return (struct place){.a = &w->past[i].a, .past = &w->past[i]};
	return (struct place){0};
}

/* The access of the same warp that took p's place, or the earliest one known after it. */
static struct place successor(const struct past *p, const struct check_context *s)
{
	const struct word *w = &s->word;
	const struct access *o = &s->before.owner;
	struct place best = {0};

	if (s->before.has_owner && o->word == p->a.word && o->warp_global == p->by_warp &&
	    o->serial >= p->by_serial && o->serial < s->a.serial)
		best.a = o;
	for (uint32_t i = 0; i < w->n; i++) {
		const struct past *q = &w->past[i];

		if (q->a.warp_global != p->by_warp || q->a.serial < p->by_serial || q == p ||
		    q->displaced == DISPLACED_ANONYMOUS || q->a.serial >= s->a.serial ||
		    (q->a.serial == p->a.serial && q->a.lane <= p->a.lane))
			continue;
		if (!best.a || q->a.serial < best.a->serial)
			best = (struct place){.a = &q->a, .past = q};
	}
	return best;
}

/* A lock that the table has in common but that is not truly held by both. */
static enum score_row false_lock(const struct access *p, const struct access *a)
{
	for (uint32_t i = 0; p->locks && i < p->locks->n; i++)
		for (uint32_t j = 0; a->locks && j < a->locks->n; j++) {
			const struct lock *k = &p->locks->l[i], *l = &a->locks->l[j];

			if (k->addr != l->addr || k->block != l->block || k->idiom || l->idiom ||
			    !k->active || !l->active)
				continue;
			if (k->kept || l->kept)
				return SCORE_M_LOCK_KEPT;
			if (!k->fenced || !l->fenced)
				return SCORE_M_LOCK_STALE;
		}
	return SCORE_UNEXPLAINED;
}

static bool lock_of_lane(const struct access *a)
{
	for (uint32_t i = 0; a->locks && i < a->locks->n; i++)
		if (a->locks->l[i].lanes >> a->lane & 1)
			return true;
	return !a->locks;
}

static bool narrow(const struct access *p, const struct access *a)
{
	return p->block != a->block && !(p->atomic && a->atomic) &&
	       ((p->relaxed && p->scope == PTX_SCOPE_CTA) ||
		(a->relaxed && a->scope == PTX_SCOPE_CTA));
}

static enum score_row fenced(const struct exact *x, const struct access *p, const struct access *a)
{
	const bool same_block = p->block == a->block;
	const struct warp *w = exact_find_warp(x, p->warp_global);
	enum score_row lock = SCORE_UNEXPLAINED;

	if (!exact_lane_fenced(x, w, p->lane, !same_block, p->serial))
		return SCORE_M_LANE_FENCE;
	if (narrow(p, a))
		return SCORE_M_LDST_SCOPE;
	if (lockset_meet(p->locks, a->locks, LOCKSET_TABLE) &&
	    !lockset_meet(p->locks, a->locks, LOCKSET_HELD))
		lock = false_lock(p, a);
	if (lock != SCORE_UNEXPLAINED)
		return lock;
	if (x->its && (!lock_of_lane(p) || !lock_of_lane(a)))
		return SCORE_M_LANE_LOCK;
	if (!lockset_any(p->locks, LOCKSET_HELD) && !lockset_any(a->locks, LOCKSET_HELD) &&
	    (lockset_any(p->locks, LOCKSET_IDIOM) || lockset_any(a->locks, LOCKSET_IDIOM)) &&
	    !lockset_meet(p->locks, a->locks, LOCKSET_IDIOM))
		return SCORE_M_LOCK_IDIOM;
	return SCORE_M_ANY_FENCE;
}

static enum score_row ruled_ordered(const struct exact *x, enum judged j, const struct access *p,
				    const struct access *a)
{
	switch (j) {
	case JUDGED_SAME_WARP: return SCORE_M_SAME_WARP;
	case JUDGED_BARRIER: return SCORE_M_BARRIER;
	case JUDGED_FENCED: return fenced(x, p, a);
	case JUDGED_ATOMICS:
		if (a->scope == PTX_SCOPE_CTA && p->block != a->block)
			return SCORE_M_ATOMIC_SCOPE;
		if (p->addr != a->addr || p->width != a->width)
			return SCORE_M_ATOMIC_SIZE;
		return SCORE_UNEXPLAINED;
	default: return SCORE_UNEXPLAINED;
	}
}

static unsigned low6(const struct lock *l)
{
	return (unsigned)(l->addr ^ (l->block == LOCK_DEVICE ? 0 : l->key)) & 63;
}

/* Disjoint sets whose signatures meet: in which way. */
static enum score_row hashed(const struct lockset *m, const struct lockset *a)
{
	enum score_row r = SCORE_M_BLOOM;

	for (uint32_t i = 0; m && i < m->n; i++)
		for (uint32_t j = 0; a && j < a->n; j++) {
			const struct lock *k = &m->l[i], *l = &a->l[j];

			if (!k->active || !l->active || k->idiom || l->idiom || low6(k) != low6(l))
				continue;
			if (k->block == LOCK_DEVICE || l->block == LOCK_DEVICE ||
			    k->addr != l->addr)
				return SCORE_M_LOCK_HASH;
			r = SCORE_M_BLOCK_LOCK_HASH;
		}
	return r;
}

/* The candidates are no longer a part of what p held. */
static enum score_row refilled(const struct access *first, const struct access *p,
			       const struct check_context *s)
{
	if (p->row == PF_W4)
		return SCORE_M_LOCK_ATOMIC;
	if (lockset_meet(s->before.candidates, p->locks, LOCKSET_TABLE))
		return SCORE_UNEXPLAINED;
	if (lockset_any(p->locks, LOCKSET_TABLE))
		return SCORE_M_LOCK_EMPTIED;
	if (first->write) /* else R10 would have come before */
		return first->as_read ? SCORE_M_AFTER_STORE_RACE : SCORE_UNEXPLAINED;
	return SCORE_M_LOCKLESS_READ;
}

static enum score_row lock_passed(const struct access *first, const struct access *p,
				  const struct check_context *s)
{
	const uint16_t both = s->k->lock & s->k->signature;

	if (!s->k->mirrored)
		return SCORE_UNEXPLAINED;
	if (!lockset_no_bins(both)) {
		if (lockset_meet(s->before.candidates, s->a.locks, LOCKSET_TABLE))
			return refilled(first, p, s);
		return hashed(s->before.candidates, s->a.locks);
	}
	if (p->row == PF_W4)
		return SCORE_M_LOCK_ATOMIC;
	if (lockset_signature(p->locks) == 0 && lockset_signature(s->a.locks) == 0)
		return SCORE_M_LOCK_OVERFLOW;
	if (!lockset_any(s->before.candidates, LOCKSET_TABLE) &&
	    !lockset_any(s->a.locks, LOCKSET_TABLE))
		return SCORE_M_LOCK_EMPTIED;
	return SCORE_UNEXPLAINED;
}

/* The counters that the hardware looks up have moved, the warp's own have not (or judge() would
 * know): another block's fences under the same ID. */
static bool seems_fenced(const struct access *p, const struct check_context *s)
{
	return s->k->dev_moved || (p->block == s->a.block && s->k->blk_moved);
}

/* p, or a later one of its warp in its place (first is where it began), stands in the entry, a
 * perfect entry would race, and the detector let it pass. */
static enum score_row in_entry(enum judged j, const struct access *first, const struct access *p,
			       const struct check_context *s)
{
	const bool partial = p->bytes != 0xf && s->a.bytes != 0xf;

	if (p->block != s->a.block && p->hw_block == s->a.hw_block)
		return SCORE_M_SLOT_ALIAS;
	if (partial && (s->row == PF_RS || s->row == PF_WS))
		return SCORE_M_SUB_WORD;
	if (p->as_read && !s->a.write)
		return SCORE_M_AFTER_STORE_RACE;
	if (j == JUDGED_RACE_FENCE && seems_fenced(p, s))
		return SCORE_M_SLOT_ALIAS;
	if (j == JUDGED_RACE_LOCK)
		return lock_passed(first, p, s);
	return SCORE_UNEXPLAINED;
}

static enum score_row overwritten(enum judged j)
{
	switch (j) {
	case JUDGED_RACE_SCOPE:
	case JUDGED_RACE_NARROW: return SCORE_M_SCOPE_OVERWRITTEN;
	case JUDGED_RACE_STRONG: return SCORE_M_MADE_STRONG;
	default: return SCORE_M_OWNER_OVERWRITTEN;
	}
}

static enum score_row anonymous(const struct past *p, const struct check_context *s)
{
	if (p->by != PF_R11)
		return SCORE_M_LATER_READER;
	if (!lockset_any(p->a.locks, LOCKSET_TABLE))
		return SCORE_M_LOCKLESS_READ;
	/* D9: the owner stood there when p read, and still looks unshared. */
	return s->row == PF_W2 && s->before.owner.serial < p->a.serial ? SCORE_M_LOCK_READS
								       : SCORE_M_LATER_READER;
}

static enum score_row replaced(const struct past *p)
{
	switch (p->by) {
	case PF_RS:
	case PF_WS: return SCORE_M_SUB_WORD;
	case PF_R1:
	case PF_R7: return p->a.write ? SCORE_M_OWNER_LOST : SCORE_M_OWNER_OVERWRITTEN;
	default: return SCORE_M_OWNER_OVERWRITTEN;
	}
}

/* Follows the earlier access until something was lost of it. */
static enum score_row lost(const struct exact *x, enum judged j, struct place at,
			   const struct check_context *s)
{
	const struct access *first = at.a;

	for (unsigned steps = 0; steps <= PASTS; steps++) {
		const struct past *p = at.past;

		if (!p)
			return in_entry(j, first, at.a, s);
		switch ((enum displacement)p->displaced) {
		case DISPLACED_ANONYMOUS: return anonymous(p, s);
		case DISPLACED_REPORT:
		case DISPLACED_FORGOTTEN: return SCORE_M_FORGOTTEN;
		case DISPLACED_TAG: return SCORE_M_METADATA_ALIAS;
		case DISPLACED_UPPER: return SCORE_M_UPPER_WORD;
		case DISPLACED_UNTRACKED: return SCORE_M_UNTRACKED;
		case DISPLACED_ROW: break;
		}
		if (p->by_warp != p->a.warp_global)
			return replaced(p);
		if (p->a.as_read && !s->a.write)
			return SCORE_M_AFTER_STORE_RACE;
		if (p->cleared && first->write)
			return SCORE_M_OWNER_LOST;
		at = successor(p, s);
		/* Of equal accesses only the last one is known: the next one may not be p's. */
		if ((!at.a || at.a->serial != p->by_serial) && s->before.wiped > p->by_serial)
			return SCORE_M_FORGOTTEN;
		if (!at.a)
			return SCORE_M_TOO_MANY;
		if (judge(x, at.a, &s->a) != j)
			return overwritten(j);
	}
	return SCORE_M_TOO_MANY;
}

static enum score_row not_checked(const struct race_hit *h, const struct check_record *k)
{
	if (h->space != PTX_SPACE_GLOBAL)
		return SCORE_M_UNTRACKED;
	if (!k)
		return SCORE_UNEXPLAINED;
	return k->why == DETECT_SKIP_UPPER_WORD ? SCORE_M_UPPER_WORD : SCORE_M_UNTRACKED;
}

enum score_row explain_missed(const struct exact *x, const struct race_hit *h,
			      const struct check_record *k)
{
	struct check_context full, *s = &full;
	struct place at;
	enum judged j;

	if (h->first.launch != h->second.launch) /* each launch begins with empty entries */
		return SCORE_M_FORGOTTEN;
	if (h->first.block == h->second.block && h->first.warp == h->second.warp)
		return SCORE_M_SAME_WARP;
	if (!k || k->skipped)
		return not_checked(h, k);
	unpack_seen(x, k, s);
	unpack_word(x, h->addr & ~3ULL, &s->word);
	at = find_first(h, s, true);
	if (!at.a)
		at = find_first(h, s, false);
	if (!at.a)
		return s->word.overflow ? SCORE_M_TOO_MANY : SCORE_UNEXPLAINED;
	if (at.past && at.past->displaced == DISPLACED_UPPER)
		return SCORE_M_UPPER_WORD;
	if (at.past && at.past->displaced == DISPLACED_UNTRACKED)
		return SCORE_M_UNTRACKED;
	j = judge(x, at.a, &s->a);
	if (j == JUDGED_BARRIER && !at.past && k->dev_shared && !k->blk_shared)
		return SCORE_UNEXPLAINED; /* barriers do not count for a word shared device-wide */
	return j <= JUDGED_RACE_LOCK ? lost(x, j, at, s) : ruled_ordered(x, j, at.a, &s->a);
}
