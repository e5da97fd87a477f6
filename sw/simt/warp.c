/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * warp: storage of a warp, its start, and what the machine may ask about it.
 */
#include "warp.h"

#include <stdlib.h>
#include <string.h>

enum { LINE = 64 };

static void *align_line(void *p)
{
	return (uint8_t *)p + ((LINE - ((uintptr_t)p & (LINE - 1))) & (LINE - 1));
}

int simt_warp_create(struct simt_warp *w, const struct simt_kernel *k, uint32_t local_limit,
		     struct diag *diag)
{
	struct simt_frag *fr;

	memset(w, 0, sizeof(*w));
	w->kernel = k;
	w->frag = fr = mem_alloc(sizeof(*fr));
	fr->raw = calloc(1, (size_t)k->reg_bytes + LINE);
	w->local = calloc(SIMT_LANES, local_limit ? local_limit : 1);
	w->lane_param = calloc(SIMT_LANES, k->lane_param_bytes ? k->lane_param_bytes : 1);
	if (!fr->raw || !w->local || !w->lane_param) {
		simt_warp_destroy(w);
		return diag_set(diag, NULL, 0,
				"%s: no memory for a warp of %u register and %u "
				"local bytes",
				k->entry->name, k->reg_bytes, local_limit);
	}
	w->base[0] = align_line(fr->raw);
	w->base[1] = (uint8_t *)(uintptr_t)k->consts; /* only ever read */
	return 0;
}

void simt_warp_clear(struct simt_warp *w)
{
	const struct simt_kernel *k = w->kernel;

	memset(w->base[0], 0, k->reg_bytes);
	memset(w->lane_param, 0, (size_t)SIMT_LANES * k->lane_param_bytes);
}

static void drop_saves(struct simt_frag *fr)
{
	while (fr->saves) {
		struct simt_save *next = fr->saves->next;

		free(fr->saves);
		fr->saves = next;
	}
}

void simt_warp_destroy(struct simt_warp *w)
{
	struct simt_frag *fr = w->frag;

	if (!fr)
		return;
	drop_saves(fr);
	free(fr->raw);
	free(fr->stack);
	free(fr->rets);
	free(fr->call_tmp);
	free(fr);
	free(w->local);
	free(w->lane_param);
	memset(w, 0, sizeof(*w));
}

/* Special registers */

struct thread {
	uint32_t tid[3], lane, warp, n_warps;
};

static uint32_t identity(const struct simt_block_env *env, const struct thread *t, enum ptx_sreg s)
{
	switch (s) {
	case PTX_SREG_TID_X: return t->tid[0];
	case PTX_SREG_TID_Y: return t->tid[1];
	case PTX_SREG_TID_Z: return t->tid[2];
	case PTX_SREG_NTID_X: return env->ntid[0];
	case PTX_SREG_NTID_Y: return env->ntid[1];
	case PTX_SREG_NTID_Z: return env->ntid[2];
	case PTX_SREG_CTAID_X: return env->ctaid[0];
	case PTX_SREG_CTAID_Y: return env->ctaid[1];
	case PTX_SREG_CTAID_Z: return env->ctaid[2];
	case PTX_SREG_NCTAID_X: return env->nctaid[0];
	case PTX_SREG_NCTAID_Y: return env->nctaid[1];
	case PTX_SREG_NCTAID_Z: return env->nctaid[2];
	case PTX_SREG_LANEID: return t->lane;
	case PTX_SREG_WARPID: return t->warp;
	case PTX_SREG_NWARPID: return t->n_warps;
	case PTX_SREG_SMID: return env->smid;
	case PTX_SREG_NSMID: return env->nsmid;
	default: return 0;
	}
}

static uint64_t sreg_value(const struct simt_warp *w, const struct thread *t, enum ptx_sreg s)
{
	const struct simt_block_env *env = w->env;
	uint32_t eq = 1U << t->lane;

	switch (s) {
	case PTX_SREG_GRIDID: return env->gridid;
	case PTX_SREG_LANEMASK_EQ: return eq;
	case PTX_SREG_LANEMASK_LE: return eq | (eq - 1);
	case PTX_SREG_LANEMASK_LT: return eq - 1;
	case PTX_SREG_LANEMASK_GE: return ~(eq - 1);
	case PTX_SREG_LANEMASK_GT: return ~(eq | (eq - 1));
	case PTX_SREG_DYNAMIC_SMEM_SIZE: return env->dynamic_shared;
	case PTX_SREG_TOTAL_SMEM_SIZE:
		if (!env->dynamic_shared)
			return w->kernel->static_shared;
		return ((w->kernel->static_shared + 15U) & ~15U) + env->dynamic_shared;
	default: return identity(env, t, s);
	}
}

static void init_sregs(struct simt_warp *w, uint32_t first_thread)
{
	const struct simt_block_env *env = w->env;
	uint32_t xy = env->ntid[0] * env->ntid[1];

	for (uint32_t l = 0; l < SIMT_LANES; l++) {
		uint32_t n = first_thread + l;
		struct thread t = {
			.tid = {n % env->ntid[0], n / env->ntid[0] % env->ntid[1], n / xy},
			.lane = l,
			.warp = w->id,
			.n_warps = (xy * env->ntid[2] + SIMT_LANES - 1) / SIMT_LANES};

		for (unsigned s = 0; s < PTX_SREG_COUNT; s++) {
			uint32_t ref = w->kernel->sreg_ref[s];
			uint64_t v;

			if (ref == SIMT_NO_REF)
				continue;
			v = sreg_value(w, &t, (enum ptx_sreg)s);
			if (s == PTX_SREG_GRIDID || s == PTX_SREG_CLOCK64 ||
			    s == PTX_SREG_GLOBALTIMER)
				SIMT_U64(w, ref)[l] = v;
			else
				SIMT_U32(w, ref)[l] = (uint32_t)v;
		}
	}
}

void simt_warp_init(struct simt_warp *w, const struct simt_block_env *env, enum simt_mode mode,
		    uint32_t id, uint32_t first_thread, uint32_t n_lanes, struct simt_stats *stats)
{
	struct simt_frag *fr = w->frag;

	w->env = env;
	w->stats = stats;
	w->mode = mode;
	w->id = id;
	w->live = n_lanes >= SIMT_LANES ? UINT32_MAX : (1U << n_lanes) - 1;
	w->waiting = w->active = w->pc = w->last_pc = 0;
	w->fault = SIMT_FAULT_NONE;
	w->fault_mask = 0;
	w->carry = 0;
	w->insns = w->back_branches = w->spins = 0;
	w->late = false;
	init_sregs(w, first_thread);
	drop_saves(fr);
	fr->pending = 0;
	fr->recheck = false;
	fr->turn = (struct its_turn){0};
	if (mode == SIMT_LOCKSTEP)
		lockstep_start(w);
	else
		its_start(w);
}

/* Barrier results go to the registers of the instruction at which the lanes wait. */
static void bar_result(struct simt_warp *w, uint32_t pc, uint32_t mask, uint32_t result)
{
	const struct simt_insn *i = &w->kernel->code[pc];
	uint32_t *d;

	if (i->d == SIMT_NO_REF)
		return;
	d = SIMT_U32(w, i->d);
	if ((i->imm & 0xff) != PTX_MODE_BAR_RED_POPC) {
		*d = (*d & ~mask) | (result ? mask : 0);
		return;
	}
	for (; mask; mask &= mask - 1)
		d[simt_first(mask)] = result;
}

void simt_bar_release(struct simt_warp *w, uint32_t mask, uint32_t result)
{
	struct simt_frag *fr = w->frag;

	mask &= w->waiting;
	w->waiting &= ~mask;
	if (!mask)
		return;
	if (w->mode == SIMT_LOCKSTEP) {
		bar_result(w, w->pc, mask, result);
		if (!w->waiting && ++w->pc == fr->stop)
			lockstep_arrive(w);
		return;
	}
	for (unsigned n = 0; n < fr->n; n++) {
		if (fr->f[n].state == ITS_BAR && (fr->f[n].mask & mask))
			bar_result(w, fr->f[n].pc, fr->f[n].mask & mask, result);
	}
	its_bar_release(w, mask);
}

void simt_bar_go(struct simt_warp *w)
{
	if (w->mode == SIMT_ITS)
		its_bar_go(w);
}

bool simt_blocked(const struct simt_warp *w)
{
	if (!w->live || w->fault)
		return false;
	return w->mode == SIMT_LOCKSTEP ? w->waiting : !w->active && !w->frag->recheck;
}

unsigned simt_fragments(const struct simt_warp *w, uint32_t masks[SIMT_LANES],
			uint32_t pcs[SIMT_LANES])
{
	if (w->mode == SIMT_ITS)
		return its_fragments(w, masks, pcs);
	if (!w->live || w->waiting)
		return 0;
	masks[0] = w->active;
	pcs[0] = w->pc;
	return 1;
}

void simt_select(struct simt_warp *w, uint32_t mask)
{
	if (w->mode == SIMT_ITS)
		its_select(w, mask);
}

void simt_split(struct simt_warp *w, uint32_t mask, bool alone)
{
	if (w->mode == SIMT_ITS)
		its_split(w, mask, alone);
}

void simt_lane_pcs(const struct simt_warp *w, uint32_t pcs[SIMT_LANES])
{
	for (unsigned l = 0; l < SIMT_LANES; l++)
		pcs[l] = w->mode == SIMT_ITS ? its_lane_pc(w, l) : lockstep_lane_pc(w, l);
}
