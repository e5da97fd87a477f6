/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * run: the loop. Arithmetic stays in it; everything else goes through step().
 */
#include "warp.h"

enum { GO_ON = -1, WENT = -2 }; /* besides enum simt_status; WENT: an access went without an op */

enum { BAR_IDS = 16 };

void simt_fault(struct simt_warp *w, enum simt_fault fault, uint32_t mask)
{
	w->fault = fault;
	w->fault_mask = mask;
}

static void arrive(struct simt_warp *w)
{
	if (w->mode == SIMT_LOCKSTEP)
		lockstep_arrive(w);
	else
		its_arrive(w);
}

static void next(struct simt_warp *w)
{
	if (++w->pc == w->frag->stop)
		arrive(w);
}

static int issue_op(struct simt_warp *w, const struct simt_insn *i, uint32_t mask,
		    struct simt_op *op)
{
	simt_mem_issue(w, i, mask, op);
	if (i->u.mem->part != SIMT_NO_REF) {
		next(w);
		return op->mask ? SIMT_RUN_OP : GO_ON;
	}
	w->frag->pending = mask & ~op->mask;
	if (!w->frag->pending)
		next(w);
	return SIMT_RUN_OP;
}

static int issue_mem(struct simt_warp *w, const struct simt_insn *i, uint32_t mask,
		     struct simt_op *op)
{
	enum simt_went went;

	if (!w->direct || !i->u.mem->direct)
		return issue_op(w, i, mask, op);
	went = simt_go_direct(w, i, mask);
	if (went == SIMT_WENT_NOT)
		return issue_op(w, i, mask, op);
	next(w);
	return went == SIMT_WENT ? WENT : SIMT_RUN_TURN;
}

static int issue_fence(struct simt_warp *w, const struct simt_insn *i, uint32_t mask,
		       struct simt_op *op)
{
	op->kind = SIMT_OP_FENCE;
	op->pc = w->pc;
	op->mask = mask;
	op->sem = (enum ptx_sem)(i->imm & 0xff);
	op->scope = (enum ptx_scope)(i->imm >> 8);
	next(w);
	return SIMT_RUN_OP;
}

static int issue_async(struct simt_warp *w, const struct simt_insn *i, uint32_t mask,
		       struct simt_op *op)
{
	op->kind = SIMT_OP_ASYNC;
	op->pc = w->pc;
	op->mask = mask;
	op->async = (enum simt_async)(i->imm & 0xff);
	op->async_left = (uint32_t)(i->imm >> 8);
	op->space = (enum ptx_space)(i->imm >> 40); /* PROXY */
	next(w);
	return SIMT_RUN_OP;
}

/* Lanes of one barrier instruction must agree on barrier and count. */
static bool uniform(const uint32_t *v, uint32_t mask)
{
	uint32_t first = v[simt_first(mask)];

	for (; mask; mask &= mask - 1) {
		if (v[simt_first(mask)] != first)
			return false;
	}
	return true;
}

static int issue_cluster_bar(struct simt_warp *w, const struct simt_insn *i, uint32_t mask,
			     struct simt_op *op)
{
	op->kind = SIMT_OP_BAR;
	op->pc = w->pc;
	op->mask = mask;
	op->bar_mode = (enum ptx_mode)(i->imm & 0xff);
	op->bar_id = SIMT_CLUSTER_BAR;
	op->bar_count = op->bar_pred = 0;
	op->bar_live = w->live;
	op->sem = (enum ptx_sem)(i->imm >> 8);
	op->scope = PTX_SCOPE_CLUSTER;
	if (op->bar_mode == PTX_MODE_CLUSTER_ARRIVE) {
		next(w);
		return SIMT_RUN_OP;
	}
	w->waiting |= mask;
	if (w->mode == SIMT_ITS)
		its_bar_wait(w, mask);
	return SIMT_RUN_OP;
}

static int issue_bulk(struct simt_warp *w, const struct simt_insn *i, uint32_t mask,
		      struct simt_op *op)
{
	simt_bulk_issue(w, i, mask, op);
	next(w);
	return SIMT_RUN_OP;
}

static int issue_bar(struct simt_warp *w, const struct simt_insn *i, uint32_t mask,
		     struct simt_op *op)
{
	const uint32_t *id = i->a == SIMT_NO_REF ? NULL : SIMT_U32(w, i->a);
	const uint32_t *count = i->b == SIMT_NO_REF ? NULL : SIMT_U32(w, i->b);

	if (!id)
		return issue_cluster_bar(w, i, mask, op);
	op->kind = SIMT_OP_BAR;
	op->pc = w->pc;
	op->mask = mask;
	op->bar_mode = (enum ptx_mode)(i->imm & 0xff);
	op->bar_id = id[simt_first(mask)];
	op->bar_count = count ? count[simt_first(mask)] : 0;
	op->bar_pred = 0;
	op->bar_live = w->live;
	if (i->c != SIMT_NO_REF)
		op->bar_pred = (SIMT_PRED(w, i->c) ^ (i->imm >> 8 & 1 ? UINT32_MAX : 0)) & mask;
	if (op->bar_id >= BAR_IDS || !uniform(id, mask) ||
	    (count && (!uniform(count, mask) || op->bar_count % SIMT_LANES || !op->bar_count))) {
		simt_fault(w, SIMT_FAULT_BAD_BARRIER, mask);
		return GO_ON;
	}
	if (op->bar_mode == PTX_MODE_BAR_ARRIVE) {
		next(w);
		return SIMT_RUN_OP;
	}
	w->waiting |= mask;
	if (w->mode == SIMT_ITS)
		its_bar_wait(w, mask);
	return SIMT_RUN_OP;
}

static int do_xlane(struct simt_warp *w, const struct simt_insn *i, uint32_t mask,
		    struct simt_op *op)
{
	if (w->careful && i->kind == SIMT_K_XLANE && mask != UINT32_MAX) {
		simt_fault(w, SIMT_FAULT_TRAP, mask);
		return GO_ON;
	}
	if (w->mode == SIMT_ITS && i->e != SIMT_NO_REF) {
		its_sync(w, i, mask);
		return GO_ON;
	}
	if (w->watch && i->e != SIMT_NO_REF)
		misuse_lockstep(w, i, mask);
	if (i->kind == SIMT_K_XLANE) {
		i->fn(w, i, mask);
		next(w);
		return GO_ON;
	}
	op->kind = SIMT_OP_WARPSYNC;
	op->pc = w->pc;
	op->mask = mask;
	next(w);
	return SIMT_RUN_OP;
}

static int do_branch(struct simt_warp *w, const struct simt_insn *i, uint32_t taken)
{
	if (i->guard != SIMT_NO_REF) {
		w->stats->branches++;
		w->stats->divergent += taken && taken != w->active;
	}
	if (taken && (uint32_t)i->target <= w->pc)
		w->back_branches++;
	if (w->mode == SIMT_LOCKSTEP)
		lockstep_branch(w, i, taken);
	else
		its_branch(w, i, taken);
	return GO_ON;
}

static int do_brx(struct simt_warp *w, const struct simt_insn *i, uint32_t mask)
{
	const uint32_t *index = SIMT_U32(w, i->a);
	uint32_t bad = 0, back = 0;

	for (uint32_t left = mask; left; left &= left - 1) {
		unsigned l = simt_first(left);

		if (index[l] >= i->imm)
			bad |= 1U << l;
		else
			back |= (uint32_t)i->u.targets[index[l]] <= w->pc;
	}
	if (bad) {
		simt_fault(w, SIMT_FAULT_BAD_BRANCH, bad);
		return GO_ON;
	}
	w->stats->branches++;
	w->stats->divergent += mask != w->active || !uniform(index, mask);
	w->back_branches += back;
	if (w->mode == SIMT_LOCKSTEP)
		lockstep_brx(w, i, mask, index);
	else
		its_brx(w, i, mask, index);
	return GO_ON;
}

static int do_leave(struct simt_warp *w, const struct simt_insn *i, uint32_t mask)
{
	bool lockstep = w->mode == SIMT_LOCKSTEP;

	if (i->kind == SIMT_K_CALL) {
		(lockstep ? lockstep_call : its_call)(w, i, mask);
		return GO_ON;
	}
	if (i->kind == SIMT_K_RET)
		(lockstep ? lockstep_ret : its_ret)(w, mask);
	else
		(lockstep ? lockstep_exit : its_exit)(w, mask);
	return GO_ON;
}

static int do_nop(struct simt_warp *w, const struct simt_insn *i)
{
	next(w);
	if (!i->imm)
		return GO_ON;
	if (w->mode == SIMT_ITS && w->active)
		its_rotate(w);
	return SIMT_RUN_YIELD;
}

/* One instruction that is not plain arithmetic, for the lanes of mask (may be empty). */
static int step(struct simt_warp *w, const struct simt_insn *i, uint32_t mask, struct simt_op *op)
{
	if (i->kind == SIMT_K_BRA)
		return do_branch(w, i, mask);
	if (!mask) {
		next(w);
		return GO_ON;
	}
	switch (i->kind) {
	case SIMT_K_XLANE:
	case SIMT_K_WARPBAR: return do_xlane(w, i, mask, op);
	case SIMT_K_MEM: return issue_mem(w, i, mask, op);
	case SIMT_K_ASYNC: return issue_async(w, i, mask, op);
	case SIMT_K_BULK: return issue_bulk(w, i, mask, op);
	case SIMT_K_FENCE: return issue_fence(w, i, mask, op);
	case SIMT_K_BAR: return issue_bar(w, i, mask, op);
	case SIMT_K_BRX: return do_brx(w, i, mask);
	case SIMT_K_CALL:
	case SIMT_K_RET:
	case SIMT_K_EXIT: return do_leave(w, i, mask);
	case SIMT_K_SYSCALL:
		simt_syscall_issue(w, i, mask, op);
		next(w);
		return SIMT_RUN_OP;
	case SIMT_K_PARAM:
		if (simt_param_indirect(w, i, mask))
			next(w);
		return GO_ON;
	case SIMT_K_TRAP:
		simt_fault(w, i->imm ? SIMT_FAULT_BAD_CALL : SIMT_FAULT_TRAP, mask);
		return GO_ON;
	default: return do_nop(w, i);
	}
}

/* Anything that must be seen to before the next instruction? */
static int look(struct simt_warp *w, struct simt_op *op)
{
	struct simt_frag *fr = w->frag;

	if (w->fault)
		return SIMT_RUN_FAULT;
	if (fr->recheck && its_sync_try(w, op))
		return SIMT_RUN_OP;
	if (w->mode == SIMT_LOCKSTEP && w->waiting)
		return SIMT_RUN_BLOCKED;
	if (!w->live)
		return SIMT_RUN_DONE;
	if (!w->active)
		return its_any(w, ITS_BAR) || its_any(w, ITS_LATE) ? SIMT_RUN_BLOCKED
								   : SIMT_RUN_STUCK;
	if (fr->pending)
		return issue_op(w, &w->kernel->code[w->pc], fr->pending, op);
	return GO_ON;
}

/* The common answer of look(), quickly. */
static inline bool clear(const struct simt_warp *w)
{
	const struct simt_frag *fr = w->frag;

	return w->active && !(w->fault | w->waiting | fr->pending | fr->recheck);
}

/* Only a warp whose lanes are all together: nothing that another warp does can change what it will
 * do next. What must be seen to in between is left to simt_run(). */
uint32_t simt_run_ahead(struct simt_warp *w, uint32_t max_insns)
{
	uint32_t n = 0;

	if (w->active != w->live)
		return 0;
	for (; n < max_insns && clear(w); n++) {
		const struct simt_insn *i = &w->kernel->code[w->pc];
		uint32_t mask = w->active;

		if (i->kind != SIMT_K_ALU && i->kind != SIMT_K_BRA)
			break;
		if (i->guard != SIMT_NO_REF)
			mask &= simt_guard(w, i);
		w->stats->thread_insns += simt_popc(mask);
		w->last_pc = w->pc;
		if (i->kind == SIMT_K_BRA) {
			do_branch(w, i, mask);
			continue;
		}
		if (mask)
			i->fn(w, i, mask);
		next(w);
	}
	w->insns += n;
	w->stats->warp_insns += n;
	return n;
}

enum simt_status simt_run(struct simt_warp *w, uint32_t max_insns, struct simt_op *op)
{
	const struct simt_insn *code = w->kernel->code;
	uint64_t threads = 0;
	uint32_t left = max_insns, counted = 0, lanes = 0; /* lanes: bits in counted */
	int rc = look(w, op);

	while (rc == GO_ON && left) {
		uint32_t pc = w->pc, active = w->active, stop = w->frag->stop;

		if (active != counted) {
			counted = active;
			lanes = simt_popc(active);
		}
		/* the fragment runs until something but arithmetic happens */
		while (left) {
			const struct simt_insn *i = &code[pc];
			uint32_t mask = active, n = lanes;

			if (i->guard != SIMT_NO_REF) {
				mask &= simt_guard(w, i);
				n = mask == active ? n : simt_popc(mask);
			}
			left--;
			threads += n;
			w->last_pc = pc;
			if (i->kind != SIMT_K_ALU) {
				w->pc = pc;
				rc = step(w, i, mask, op);
				if (rc == WENT)
					rc = left ? GO_ON : SIMT_RUN_TURN;
				break;
			}
			if (mask)
				i->fn(w, i, mask);
			w->pc = ++pc;
			if (pc == stop) {
				arrive(w);
				break;
			}
		}
		if (rc == GO_ON && !clear(w))
			rc = look(w, op);
	}
	w->insns += max_insns - left;
	w->stats->warp_insns += max_insns - left;
	w->stats->thread_insns += threads;
	if (rc == SIMT_RUN_OP)
		w->stats->ops[op->kind]++;
	return rc == GO_ON ? SIMT_RUN_YIELD : (enum simt_status)rc;
}
