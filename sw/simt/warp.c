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
	w->frag->threads.known = false;
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
	w->late = w->careful = false;
	for (unsigned i = 0; i < w->kernel->n_clear; i++)
		memset(w->base[0] + w->kernel->clear[i].ref, 0, w->kernel->clear[i].bytes);
	simt_sregs(w, first_thread);
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
