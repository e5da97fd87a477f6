/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "pf_iguard_int.h"

#include <string.h>

/* Sides */

/* Of the side's lanes, the one that touched that byte of the word. */
static uint32_t lane_of(const struct pf_iguard_side *x, uint32_t byte)
{
	return x->elem ? (x->lane + byte / x->elem) % PF_IGUARD_LANES : x->lane;
}

static bool same_thread(const struct pf_iguard *s, const struct pf_iguard_side *x, uint32_t x_lane,
			const struct pf_iguard_side *t)
{
	return x->block == t->block && x->warp == t->warp && (!s->lanes || x_lane == t->lane);
}

/* How far away the two are: as others of the first one. */
static enum pf_iguard_others distance(const struct pf_iguard *s, const struct pf_iguard_side *x,
				      const struct pf_iguard_side *t)
{
	if (x->block != t->block)
		return PF_IGUARD_DEVICE;
	if (x->warp != t->warp)
		return PF_IGUARD_BLOCK;
	return s->lanes && x->lane != t->lane ? PF_IGUARD_WARP : PF_IGUARD_ALONE;
}

/* Both atomic, or one of them a volatile load that polls. */
static bool both_atomic(const struct pf_iguard_side *x, const struct pf_iguard_side *t)
{
	return (x->atomic && t->polls) || (x->polls && t->atomic);
}

/* So, of one size, and each scope has the other thread in it. x_block_scope: of x's. */
static bool atomics(const struct pf_iguard_side *x, const struct pf_iguard_side *t,
		    bool other_block, bool x_block_scope)
{
	return both_atomic(x, t) && x->size == t->size &&
	       !(other_block && (x_block_scope || t->block_scope));
}

/* What is wrong between x, or others of it, and t, whom nothing orders and no fence; or the locks.
 */
static enum pf_iguard_kind wrong(const struct pf_iguard_side *x, const struct pf_iguard_side *t,
				 bool other_block, bool same_warp, bool any_fence)
{
	if (both_atomic(x, t) && other_block)
		return PF_IGUARD_SCOPE;
	if (same_warp)
		return PF_IGUARD_ITS;
	return any_fence ? PF_IGUARD_FENCE_SCOPE : PF_IGUARD_FENCE;
}

static bool no_common_lock(const struct pf_iguard_side *x, const struct pf_iguard_side *t)
{
	return !(pf_lock_none(x->locks) && pf_lock_none(t->locks)) &&
	       pf_lock_none(x->locks & t->locks);
}

/* Rules */

/* The side's lane x_lane, and t. */
static enum pf_iguard_kind judge(const struct pf_iguard *s, const struct pf_iguard_side *x,
				 uint32_t x_lane, const struct pf_iguard_side *t,
				 enum pf_iguard_excuse *why)
{
	const bool other_block = x->block != t->block;

	*why = PF_IGUARD_SAME;
	if (same_thread(s, x, x_lane, t))
		return PF_IGUARD_NO_RACE;
	*why = PF_IGUARD_ATOMICS;
	if (atomics(x, t, other_block, x->block_scope))
		return PF_IGUARD_NO_RACE;
	*why = PF_IGUARD_ORDERED;
	if (!other_block && pf_iguard_after(s, x, x_lane, t))
		return PF_IGUARD_NO_RACE;
	*why = PF_IGUARD_FENCED;
	if (!pf_iguard_fenced(s, x, x_lane, other_block))
		return wrong(x, t, other_block, !other_block && x->warp == t->warp,
			     other_block && pf_iguard_fenced(s, x, x_lane, false));
	/* A counter's scope is too narrow, whatever has been fenced. */
	if (other_block && x->atomic && t->atomic && x->block_scope)
		return PF_IGUARD_SCOPE;
	return no_common_lock(x, t) ? PF_IGUARD_LOCK : PF_IGUARD_NO_RACE;
}

/* Those whom x does not name, and t, to whom x itself is nothing. Where x's own thread has since
 * done anything that orders, they are taken to be ordered, too. */
static enum pf_iguard_kind judge_others(const struct pf_iguard *s, const struct pf_iguard_side *x,
					const struct pf_iguard_side *t)
{
	const bool other_block = x->others == PF_IGUARD_DEVICE;

	if (x->others == PF_IGUARD_ALONE || x->block != t->block ||
	    (x->others == PF_IGUARD_WARP && x->warp != t->warp) ||
	    atomics(x, t, other_block, x->others_block_scope))
		return PF_IGUARD_NO_RACE;
	if (other_block ? pf_iguard_fenced(s, x, x->lane, true)
			: !pf_iguard_still(s, x, x->others == PF_IGUARD_WARP))
		return PF_IGUARD_NO_RACE;
	if (!pf_lock_none(x->locks & t->locks))
		return PF_IGUARD_NO_RACE;
	return wrong(x, t, other_block, x->others == PF_IGUARD_WARP, false);
}

/* A side, all of its lanes that touch the same bytes. first: of the one that races. */
static enum pf_iguard_kind judge_side(const struct pf_iguard *s, const struct pf_iguard_side *x,
				      const struct pf_iguard_side *t, struct pf_iguard_check *c,
				      enum pf_iguard_excuse *why)
{
	enum pf_iguard_kind kind;
	uint32_t both = x->bytes & t->bytes, last = PF_IGUARD_LANES;

	*why = x->block ? PF_IGUARD_BYTES : PF_IGUARD_NOBODY;
	if (!x->block)
		return PF_IGUARD_NO_RACE;
	for (; both; both &= both - 1) {
		const uint32_t lane = lane_of(x, (uint32_t)__builtin_ctz(both));

		if (lane == last)
			continue;
		last = lane;
		kind = judge(s, x, lane, t, why);
		c->first_lane = lane;
		if (kind)
			return kind;
	}
	c->with_others = true;
	kind = x->bytes & t->bytes ? judge_others(s, x, t) : PF_IGUARD_NO_RACE;
	if (!kind)
		c->with_others = false;
	return kind;
}

/* What the word becomes */

/* Nothing of x, named or not, is left to say once t is there. */
static bool settled(const struct pf_iguard *s, const struct pf_iguard_side *x,
		    const struct pf_iguard_side *t)
{
	const bool other_block = x->block != t->block;

	if (x->others == PF_IGUARD_DEVICE)
		return pf_iguard_fenced(s, x, x->lane, true);
	if (same_thread(s, x, x->lane, t) && !x->elem)
		return x->others == PF_IGUARD_ALONE ||
		       !pf_iguard_still(s, x, x->others == PF_IGUARD_WARP);
	if (other_block)
		return pf_iguard_fenced(s, x, x->lane, true);
	return pf_iguard_after(s, x, x->lane, t) || pf_iguard_fenced(s, x, x->lane, false);
}

/* The next lane of the same instruction, on the next bytes of the word. */
static bool joins(const struct pf_iguard_side *x, const struct pf_iguard_side *t)
{
	const uint32_t byte = (uint32_t)__builtin_ctz(t->bytes);
	const uint32_t elem = (uint32_t)__builtin_popcount(t->bytes);

	return elem < PF_IGUARD_WORD && x->block == t->block && x->warp == t->warp &&
	       !(x->bytes & t->bytes) &&
	       (x->elem == elem
			? (x->lane + byte / elem) % PF_IGUARD_LANES == t->lane
			: !x->elem && (uint32_t)__builtin_popcount(x->bytes) == elem &&
				  (uint32_t)(t->lane - x->lane) ==
					  byte / elem - (uint32_t)__builtin_ctz(x->bytes) / elem);
}

static void join(struct pf_iguard_side *x, const struct pf_iguard_side *t)
{
	const uint32_t byte = (uint32_t)__builtin_ctz(t->bytes);

	x->elem = (uint32_t)__builtin_popcount(t->bytes) & 3;
	x->lane = (uint8_t)((t->lane - byte / x->elem) % PF_IGUARD_LANES);
	x->bytes |= t->bytes;
}

/* t stands for x, too: the weaker of each counts. */
static void weaken(struct pf_iguard_side *t, const struct pf_iguard_side *x)
{
	t->atomic &= x->atomic;
	t->polls &= x->polls;
	t->block_scope |= x->block_scope;
	t->locks &= x->locks;
}

/* t stands there; of what it does not come after, that it is not alone, and the worse of each. */
static void take(const struct pf_iguard *s, struct pf_iguard_side *x, struct pf_iguard_side t,
		 bool same_op)
{
	enum pf_iguard_others far;

	if (same_op && joins(x, &t)) {
		join(x, &t);
		return;
	}
	if (!x->block || !(x->bytes & t.bytes) || settled(s, x, &t)) {
		*x = t;
		return;
	}
	far = distance(s, x, &t);
	t.others = (far > x->others ? far : x->others) & 3;
	t.others_block_scope = x->others_block_scope || (far && x->block_scope);
	weaken(&t, x);
	*x = t;
}

/* The thread itself, in the same phase: what it did before is not told apart, so the weaker counts.
 */
static void repeat(const struct pf_iguard *s, struct pf_iguard_side *x, struct pf_iguard_side t,
		   bool same_op)
{
	const bool again = x->block && same_thread(s, x, x->lane, &t) && !x->elem &&
			   x->bytes == t.bytes && pf_iguard_still(s, x, s->lanes);

	if (again)
		weaken(&t, x);
	if (again && x->others == PF_IGUARD_ALONE)
		*x = t;
	else
		take(s, x, t, same_op);
}

/* same_op: another lane of the operation has been there. */
static void update(const struct pf_iguard *s, struct pf_iguard_word *w,
		   const struct pf_iguard_side *t, bool write, enum pf_iguard_kind kind,
		   bool same_op)
{
	if (!write) {
		repeat(s, &w->reader, *t, same_op);
		return;
	}
	if (w->reader.bytes & t->bytes)
		w->reader.block = 0;
	/* What it races with, it stands for; lanes of one operation together. */
	if (kind && !same_op)
		w->writer = *t;
	else
		repeat(s, &w->writer, *t, same_op);
}

/* Accesses */

static struct pf_iguard_word *word_at(struct pf_iguard *s, uint64_t word)
{
	const uint64_t n = word / PF_IGUARD_WORD;
	struct pf_iguard_word *page = page_payload(paged_at(&s->words, n / PF_IGUARD_PAGE));

	return &page[n % PF_IGUARD_PAGE];
}

/* Bytes of the word that the lane touches. */
static uint8_t bytes_of(const struct pf_iguard_access *a, uint32_t lane, uint64_t word)
{
	const uint64_t from = a->addr[lane], end = from + a->bytes;
	const uint64_t lo = word < from ? from - word : 0;
	const uint64_t hi = end - word < PF_IGUARD_WORD ? end - word : PF_IGUARD_WORD;

	return (uint8_t)((1U << hi) - (1U << lo));
}

static bool touches(const struct pf_iguard_access *a, uint32_t lane, uint64_t word)
{
	return a->addr[lane] < word + PF_IGUARD_WORD && word < a->addr[lane] + a->bytes;
}

/* Two lanes of one store: lane, and the lowest of those before it that store to the same bytes. */
static bool same_store(const struct pf_iguard_access *a, uint32_t before, uint64_t word,
		       struct pf_iguard_check *c)
{
	if (!a->write || a->atomic)
		return false;
	for (uint32_t left = before; left; left &= left - 1) {
		c->first_lane = (uint32_t)__builtin_ctz(left);
		if (bytes_of(a, c->first_lane, word) & c->bytes)
			return true;
	}
	return false;
}

/* All lanes of an operation that touch the word, each held against what was there before it. */
static void check(struct pf_iguard *s, const struct pf_iguard_access *a, uint32_t lanes,
		  uint64_t word)
{
	struct pf_iguard_word *w = word_at(s, word);
	const struct pf_iguard_word before = *w;
	struct pf_iguard_side t = {.size = (uint32_t)__builtin_ctz(a->element) & 7,
				   .atomic = a->atomic,
				   .polls = a->atomic || a->polls,
				   .block_scope = a->atomic && a->block_scope,
				   .releases = a->releases};

	for (uint32_t left = lanes; left; left &= left - 1) {
		const uint32_t lane = (uint32_t)__builtin_ctz(left);
		struct pf_iguard_check c = {.access = a,
					    .lane = lane,
					    .word = word,
					    .bytes = bytes_of(a, lane, word),
					    .before = before,
					    .reader = PF_IGUARD_READS};

		pf_iguard_now(s, a, lane, &t);
		t.bytes = c.bytes & 15U;
		c.kind = judge_side(s, &before.writer, &t, &c, &c.writer);
		if (!c.kind && a->write) {
			c.kind = judge_side(s, &before.reader, &t, &c, &c.reader);
			c.with_reader = c.kind != PF_IGUARD_NO_RACE;
		}
		if (!c.kind && same_store(a, lanes & ~left, word, &c))
			c.kind = PF_IGUARD_INSTRUCTION;
		s->stats.words++;
		s->stats.races += c.kind != PF_IGUARD_NO_RACE;
		update(s, w, &t, a->write, c.kind, left != lanes);
		if (s->check)
			s->check(s->ctx, &c);
	}
}

/* No two lanes touch one word. */
static bool are_apart(const struct pf_iguard_access *a)
{
	uint64_t end = 0;

	if (a->bytes % PF_IGUARD_WORD)
		return false;
	for (uint32_t left = a->lanes; left; left &= left - 1) {
		const uint64_t addr = a->addr[__builtin_ctz(left)];

		if (addr < end || addr % PF_IGUARD_WORD)
			return false;
		end = addr + a->bytes;
	}
	return true;
}

void pf_iguard_access(struct pf_iguard *s, const struct pf_iguard_access *a)
{
	const bool apart = are_apart(a);

	for (uint32_t left = a->lanes; left; left &= left - 1) {
		const uint32_t lane = (uint32_t)__builtin_ctz(left);
		const uint64_t from = a->addr[lane];

		for (uint64_t word = from & ~(uint64_t)(PF_IGUARD_WORD - 1); word < from + a->bytes;
		     word += PF_IGUARD_WORD) {
			uint32_t lanes = left & -left;
			bool seen = false;

			for (uint32_t i = 0; !apart && i < PF_IGUARD_LANES; i++) {
				if (!(a->lanes >> i & 1) || !touches(a, i, word))
					continue;
				seen |= i < lane;
				lanes |= 1U << i;
			}
			if (!seen)
				check(s, a, lanes, word);
		}
	}
}
