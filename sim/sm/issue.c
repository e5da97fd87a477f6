/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * issue: an instruction leaves its warp.
 *
 *   engine_issue() ─┬─ arithmetic, branch ──> scoreboard: latency of its class
 *                   ├─ shared, local, const > performed and completed; latency
 *                   ├─ global ────────────> sm_op_start()
 *                   ├─ fence, release ────> sm_fence()
 *                   └─ barrier ───────────> sm_barrier()
 *
 * The load/store unit takes one memory instruction a cycle; one of shared memory keeps it for as
 * many cycles as its banks need.
 */
#include "sm_int.h"

static void keep_unit(struct sm *s, unsigned cls, uint32_t cycles)
{
	if (!cycles)
		return;
	s->unit_free[cls] = s->now + cycles;
	s->busy |= 1U << cls;
}

/* Memory that only this SM has: nothing is in flight afterwards. */
static void nearby(struct sm *s, struct sm_op *o)
{
	struct sm_counts *c = s->count;
	struct sm_warp *w = o->w;
	uint32_t latency = s->cfg->l1.latency;

	if (o->op.space == PTX_SPACE_SHARED) {
		const uint32_t cycles = coalesce_banks(&o->op, s->cfg->sm.shared_banks);

		keep_unit(s, SIMT_CLASS_MEMORY, cycles);
		latency = s->cfg->sm.lat_shared + cycles - 1;
		c->shared_ops++;
		c->shared_cycles += cycles;
	} else {
		c->local_ops += o->op.space == PTX_SPACE_LOCAL;
		c->const_ops += o->op.space == PTX_SPACE_CONST;
	}
	if (!sm_op_perform(s, o, o->op.mask)) {
		engine_complete(s->m, w->mw, &o->op);
		sm_scoreboard_set(w, &s->uses[o->op.pc], s->now + latency);
		SM_TELL_OF(s, done, o);
	}
	sm_op_drop(s, o);
}

void sm_memory(struct sm *s, struct sm_op *o)
{
	if (o->op.space == PTX_SPACE_GLOBAL)
		sm_op_start(s, o);
	else
		nearby(s, o);
}

/* Does a side keep it? */
static bool holds(struct sm *s, struct sm_warp *w, struct sm_op *o)
{
	SM_EACH(s, holds, x)
		if (x->calls->holds(x, w, o))
			return true;
	return false;
}

static void operation(struct sm *s, struct sm_warp *w, struct sm_op *o)
{
	if (holds(s, w, o)) {
		sm_op_take(s, o, w);
		return;
	}
	switch (o->op.kind) {
	case SIMT_OP_FENCE:
		sm_op_take(s, o, w);
		sm_fence(s, o);
		return;
	case SIMT_OP_BAR: sm_barrier(s, w, &o->op); return;
	case SIMT_OP_WARPSYNC:
	case SIMT_OP_SYSCALL:
		if (engine_perform(s->m, w->mw, &o->op, o->op.mask, NULL)) {
			s->failed = true;
			return;
		}
		s->progress++;
		if (o->op.kind == SIMT_OP_WARPSYNC)
			SM_TELL_OF(s, meets, w);
		return;
	default: break;
	}
	sm_op_take(s, o, w);
	keep_unit(s, SIMT_CLASS_MEMORY, 1);
	if (access_releases(&o->op))
		sm_fence(s, o);
	else
		sm_memory(s, o);
}

static void arithmetic(struct sm *s, struct sm_warp *w, uint32_t pc)
{
	const struct simt_uses *u = &s->uses[pc];
	const unsigned kind = s->kernel->code[pc].kind;

	if (u->cls == SIMT_CLASS_MEMORY)
		return; /* no lane wanted it */
	keep_unit(s, u->cls, s->interval[u->cls]);
	sm_scoreboard_set(w, u, s->now + s->latency[u->cls]);
	if (u->cls == SIMT_CLASS_BRANCH || kind == SIMT_K_CALL || kind == SIMT_K_RET)
		w->not_before = s->now + s->cfg->sm.lat_branch;
}

static void leave(struct sm *s, struct sm_warp *w)
{
	s->progress++;
	w->mw = NULL;
	SM_TELL_OF(s, left, w);
	sm_set_state(s, w, SM_NONE);
	if (--s->live[w->slot])
		return;
	s->blocks--;
	s->free_slots |= 1ULL << w->slot;
}

bool sm_issue(struct sm *s, struct sm_warp *w)
{
	const struct simt_warp *simt = w->simt;
	const uint64_t insns = simt->insns, threads = simt->stats->thread_insns;
	const uint32_t pc = simt->pc;
	struct sm_op *o = sm_op_free(s);
	enum engine_step step;
	bool issued;

	w->pause = SM_LATENCY;
	w->ready_at = s->now;
	s->starved &= ~sm_bit(w);
	s->calls++;
	step = engine_issue(s->m, w->mw, &o->op);
	issued = simt->insns != insns || step == ENGINE_OP || step == ENGINE_NO_OP;
	s->count->instructions += issued;
	s->count->thread_instructions += simt->stats->thread_insns - threads;
	s->count->classes[s->uses[pc].cls] += issued;
	if (issued)
		SM_TELL_OF(s, issued, w);
	switch (step) {
	case ENGINE_OP: operation(s, w, o); break;
	case ENGINE_NO_OP: arithmetic(s, w, pc); break;
	case ENGINE_WAITS:
		if (!sm_stops(s, w))
			sm_set_state(s, w, SM_BARRIER);
		return issued;
	case ENGINE_DONE: leave(s, w); return issued;
	default: s->failed = true; return issued;
	}
	if (!s->failed)
		sm_look(s, w);
	return issued;
}
