/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Why the detector reports what the oracle says is no race. The entry's owner and the
 * accessor are known exactly, and so is that happens-before orders them, that they touch
 * different bytes, or that both are atomic.
 */
#include "score_int.h"

enum { BLOCKS = 128, FENCE_WRAP = 64, BARRIER_WRAP = 256 };

/* Both atomic in the memory model's sense, and with scopes that include each other. */
static bool model_atomic(const struct access *p, const struct access *a)
{
	const bool wide = p->scope != PTX_SCOPE_CTA && a->scope != PTX_SCOPE_CTA;

	return p->relaxed && a->relaxed && p->addr == a->addr && p->width == a->width &&
	       (wide || p->block == a->block);
}

static uint8_t entry_state_bytes(const struct entry *e)
{
	return (uint8_t)(e->owner.bytes | (e->has_writer ? e->writer.bytes : 0));
}

/* The counters say unfenced: in truth? */
static enum score_row fence_row(const struct exact *x, const struct check_context *s)
{
	const struct access *o = &s->before.owner, *a = &s->a;
	const struct warp *w = exact_find_warp(x, o->warp_global);
	const uint64_t dev = w->dev - o->dev, blk = w->blk - o->blk;
	const bool in_block = s->row == PF_R4 || s->row == PF_W5;

	if (dev || (in_block && blk && !(s->row == PF_W5 && s->k->dev_shared))) {
		if (dev % FENCE_WRAP == 0 && (!in_block || blk % FENCE_WRAP == 0))
			return SCORE_F_FENCE_WRAP;
		return o->block >= BLOCKS ? SCORE_F_MANY_BLOCKS : SCORE_UNEXPLAINED;
	}
	if (in_block && blk)
		return SCORE_F_SHARED_BLOCK_FENCE;
	if (o->block == a->block && o->bar_block != a->bar_block) {
		const uint64_t bars = a->bar_warp - o->bar_warp;

		if (s->k->dev_shared)
			return SCORE_F_SHARED_BARRIER;
		if (bars && bars % BARRIER_WRAP == 0)
			return SCORE_F_BARRIER_WRAP;
		if (!bars)
			return SCORE_F_LANE0_BARRIER;
	}
	if (o->releases)
		return SCORE_F_RELEASE_ITSELF;
	if (!x->scord && w->release != o->release)
		return SCORE_F_RELEASE_OP;
	return SCORE_F_CUMULATIVE;
}

static enum score_row lost_lock(const struct lockset *m, const struct lockset *a)
{
	for (uint32_t i = 0; i < m->n; i++)
		for (uint32_t j = 0; j < a->n; j++) {
			const struct lock *k = &m->l[i], *l = &a->l[j];

			if (k->addr != l->addr || k->block != l->block)
				continue;
			if (k->lost == LOCK_OVERFLOW || l->lost == LOCK_OVERFLOW)
				return SCORE_F_LOCK_OVERFLOW;
			if (k->lost || l->lost)
				return SCORE_F_LOCK_HASHED;
		}
	return SCORE_UNEXPLAINED;
}

static enum score_row lock_row(const struct check_context *s)
{
	const struct lockset *m = s->before.candidates, *a = s->a.locks;

	if (!s->k->mirrored)
		return SCORE_UNEXPLAINED;
	if (lockset_meet(m, a, LOCKSET_TABLE))
		return lost_lock(m, a);
	if (s->before.owner.warp_global == s->a.warp_global)
		return SCORE_F_OWN_LOCK;
	if (lockset_meet(s->before.owner.locks, a, LOCKSET_TABLE))
		return SCORE_F_LOCK_NARROWED;
	return lockset_meet(s->before.owner.locks, a, LOCKSET_IDIOM) ? SCORE_F_LOCK_IDIOM
								     : SCORE_F_PREDICTED_LOCK;
}

/* The owner is the accessor's warp; the entry's shared bits keep it from program order. Stale ones
 * (nobody has read since the owner's store) are D10. */
static enum score_row own_warp(const struct check_context *s)
{
	const struct check_record *m = s->k;

	if (s->row == PF_R10 || s->row == PF_W9)
		return lock_row(s);
	if (!m->write || !(m->blk_shared || m->dev_shared))
		return SCORE_UNEXPLAINED;
	if (m->modified && s->before.read_serial < s->before.owner.serial)
		return SCORE_F_SECOND_STORE;
	if (s->row == PF_W7)
		return m->strong && s->a.strong ? SCORE_UNEXPLAINED : SCORE_F_WEAK_ORDERED;
	return SCORE_F_FIRST_READER;
}

static enum score_row by_row(const struct exact *x, const struct check_context *s)
{
	const struct access *o = &s->before.owner, *a = &s->a;

	switch (s->row) {
	case PF_R3:
	case PF_W3:
		return o->atomic && o->scope == PTX_SCOPE_CTA && o->block != a->block
			       ? SCORE_F_BLOCK_ATOMIC_RELEASED
			       : SCORE_UNEXPLAINED;
	case PF_R3A:
	case PF_W3A:
		return o->relaxed && a->relaxed && a->scope == PTX_SCOPE_CTA &&
				       !judge_dev_fenced(x, o)
			       ? SCORE_F_CUMULATIVE
			       : SCORE_UNEXPLAINED;
	case PF_R4:
	case PF_R5:
	case PF_W5:
	case PF_W6: return fence_row(x, s);
	case PF_R6:
	case PF_W7: return s->k->strong && a->strong ? SCORE_UNEXPLAINED : SCORE_F_WEAK_ORDERED;
	case PF_R10:
	case PF_W9: return lock_row(s);
	default: return SCORE_UNEXPLAINED;
	}
}

enum score_row explain_false(const struct exact *x, const struct check_record *k)
{
	struct check_context full, *s = &full;
	const struct entry *e = &s->before;
	const struct access *o = &e->owner, *a = &s->a;

	unpack_seen(x, k, s);
	if (!e->has_owner || o->word != a->word)
		return SCORE_UNEXPLAINED;
	if (o->warp_global == a->warp_global)
		return own_warp(s);
	if (!a->write && !o->write && !e->has_writer) /* two reads */
		return e->phantom ? SCORE_F_AFTER_SCOPE_RACE : SCORE_UNEXPLAINED;
	if (!(entry_state_bytes(e) & a->bytes))
		return SCORE_F_SUB_WORD;
	if (model_atomic(o, a) && (!e->has_writer || model_atomic(&e->writer, a)))
		return SCORE_F_RELAXED;
	return by_row(x, s);
}
