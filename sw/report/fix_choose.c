/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * fix_choose: which fix a race gets: by what the code around the two accesses says (facts.h), by
 * the kind of race, and by how far apart the two threads are. fix.c says it.
 */
#include "report_int.h"

static bool is_atomic(const struct report_side *s)
{
	return s->access == RACE_ATOMIC || s->scope != PTX_SCOPE_NONE;
}

/* Both are halves of one and the same thing to do, and no thread does the one without the other. */
static bool is_update(const struct report_race *e)
{
	const struct report_facts *f = &e->facts;

	return f->update[1] && (f->update[0] || !e->first.at.file) && !f->around_first.file &&
	       !f->around_second.file;
}

bool report_lacks(const struct report_facts *f)
{
	return f->flag_write.file &&
	       (!f->write_fenced || !f->read_fenced || f->write_narrow || f->read_narrow);
}

/* Both sides could wait for a barrier of the block. */
static bool room_for_barrier(const struct report_race *e)
{
	return e->scope == RACE_SCOPE_BLOCK && e->facts.forward;
}

static enum report_fix unordered(const struct report_race *e)
{
	const bool writes = e->first.access == RACE_WRITE && e->second.access == RACE_WRITE;

	if (e->space == PTX_SPACE_SHARED && e->scope == RACE_SCOPE_DEVICE)
		return REPORT_FIX_CLUSTER; /* of one block, accessed by another */
	if (is_update(e))
		return REPORT_FIX_UPDATE;
	if (is_atomic(&e->first) || is_atomic(&e->second))
		return REPORT_FIX_ATOMIC;
	if (writes && e->facts.same_value)
		return REPORT_FIX_ONE_VALUE;
	if (e->scope == RACE_SCOPE_WARP)
		return REPORT_FIX_SYNCWARP;
	if (e->scope == RACE_SCOPE_BLOCK)
		return REPORT_FIX_BARRIER;
	return e->first.strong && e->second.strong ? REPORT_FIX_ATOMIC : REPORT_FIX_KERNELS;
}

/* Fences do not do for ScoRD's detector: what they order must be strong. For the oracle they do. */
static bool wants_strong(const struct report *r)
{
	return !r->cfg.oracle;
}

/* A lock taken by an atomic and given back, or looked at, by a plain access: no fence and no other
 * lock helps. */
static bool is_plain_on_lock(const struct report_race *e)
{
	return (e->facts.is_lock || e->kind == RACE_LOCK) &&
	       is_atomic(&e->first) != is_atomic(&e->second);
}

enum report_fix report_choose_fix(const struct report *r, const struct report_race *e)
{
	const struct report_facts *f = &e->facts;
	const bool warp = e->scope == RACE_SCOPE_WARP;

	if (e->kind == RACE_LAUNCH)
		return REPORT_FIX_LAUNCH;
	if (e->kind == RACE_PROXY)
		return REPORT_FIX_PROXY;
	if (e->first.copy && (e->scope != RACE_SCOPE_DEVICE || e->first.copy != PTX_OP_CP_ASYNC))
		return REPORT_FIX_WAIT;
	if (e->first.at.file && is_plain_on_lock(e))
		return REPORT_FIX_ATOMIC;
	switch (e->kind) {
	case RACE_ATOMIC_SCOPE: return REPORT_FIX_SCOPE;
	case RACE_SAME_INSTRUCTION:
		return f->same_value  ? REPORT_FIX_ONE_VALUE
		       : is_update(e) ? REPORT_FIX_UPDATE
				      : REPORT_FIX_LANE;
	case RACE_LOCK: return REPORT_FIX_LOCK;
	case RACE_LOCK_SCOPE: /* lanes that hold it together need no lock between them */
		return warp && !(f->is_lock && report_lacks(f)) ? REPORT_FIX_SYNCWARP
								: REPORT_FIX_LOCKING;
	default: break;
	}
	if (wants_strong(r) && e->kind == RACE_NOT_STRONG && !warp && !is_update(e) &&
	    !is_atomic(&e->first) && !is_atomic(&e->second) &&
	    (!f->flag_write.file || !e->first.at.file ||
	     (f->write_fenced && !f->write_narrow && !f->read_narrow)))
		return REPORT_FIX_STRONG;
	if (!warp && report_lacks(f) && (f->is_lock || !room_for_barrier(e)))
		return f->is_lock ? REPORT_FIX_LOCKING : REPORT_FIX_HANDOFF;
	if (e->kind == RACE_FENCE_SCOPE && e->scope == RACE_SCOPE_DEVICE)
		return REPORT_FIX_HANDOFF; /* somebody had a fence in mind */
	return unordered(e);
}
