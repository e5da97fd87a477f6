/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * its_sync: shfl.sync, vote.sync, match.sync, redux.sync and bar.warp.sync under
 * independent thread scheduling. Lanes wait at the instruction until all live lanes that
 * their member mask names have come to such an operation with the same mask: from sm_70 on
 * it need not be the same instruction.
 */
#include "warp.h"

/* Lanes of mask whose member mask is the first lane's. */
static uint32_t same_member(const uint32_t *members, uint32_t mask)
{
	uint32_t v = members[simt_first(mask)], same = 0;

	for (; mask; mask &= mask - 1) {
		if (members[simt_first(mask)] == v)
			same |= 1U << simt_first(mask);
	}
	return same;
}

static uint32_t outside(const uint32_t *members, uint32_t mask)
{
	uint32_t bad = 0;

	for (; mask; mask &= mask - 1) {
		unsigned l = simt_first(mask);

		bad |= (uint32_t) !(members[l] >> l & 1) << l;
	}
	return bad;
}

void its_sync(struct simt_warp *w, const struct simt_insn *i, uint32_t mask)
{
	struct simt_frag *fr = w->frag;
	const uint32_t *members = SIMT_U32(w, i->e);
	uint32_t depth = fr->f[fr->cur].depth, pc = w->pc, bad = outside(members, mask);

	if (bad) {
		if (w->watch)
			misuse_caller(w, members, bad);
		simt_fault(w, SIMT_FAULT_BAD_MEMBERMASK, bad);
		return;
	}
	if (i->kind == SIMT_K_XLANE && mask == w->active && same_member(members, mask) == mask &&
	    (members[simt_first(mask)] & w->live) == mask) {
		i->fn(w, i, mask); /* all are here already */
		if (++w->pc == fr->stop)
			its_arrive(w);
		return;
	}
	its_keep(w, mask);
	its_drop_current(w);
	while (mask) {
		uint32_t same = same_member(members, mask);
		struct its_frag *f = its_add(fr, pc, same, depth);

		f->state = ITS_SYNC;
		f->member = members[simt_first(same)];
		if (w->watch)
			misuse_wait(w, f);
		mask &= ~same;
	}
	fr->recheck = true;
	its_pick(w);
}

static uint32_t arrived(const struct simt_warp *w, const struct its_frag *f, bool *apart)
{
	const struct simt_frag *fr = w->frag;
	uint32_t met = 0, differ = 0;

	for (unsigned n = 0; n < fr->n; n++) {
		if (!its_together(w, f, &fr->f[n]))
			continue;
		met |= fr->f[n].mask;
		differ |= fr->f[n].pc ^ f->pc;
	}
	*apart = differ;
	return met;
}

/* Performs the operation for all lanes that met; true when it became an op. */
static bool finish(struct simt_warp *w, const struct its_frag *f, uint32_t met, bool apart,
		   struct simt_op *op)
{
	struct simt_frag *fr = w->frag;
	const struct its_frag group = *f;
	const struct simt_insn *i = &w->kernel->code[group.pc];
	bool bar = i->kind == SIMT_K_WARPBAR;

	if (w->watch && (group.member & ~met))
		misuse_go(w, &group, met);
	if (bar) {
		op->kind = SIMT_OP_WARPSYNC;
		op->pc = group.pc;
		op->mask = met;
	} else if (apart) {
		its_exchange(w, &group, met);
	} else {
		i->fn(w, i, met);
	}
	its_save(w);
	for (unsigned n = 0; n < fr->n; n++) {
		if (!its_together(w, &group, &fr->f[n]))
			continue;
		fr->f[n].state = ITS_RUN;
		fr->f[n].pc++;
	}
	its_pick(w);
	return bar;
}

bool its_sync_try(struct simt_warp *w, struct simt_op *op)
{
	struct simt_frag *fr = w->frag;

	while (fr->recheck) {
		fr->recheck = false;
		for (unsigned n = 0; n < fr->n && !fr->recheck; n++) {
			const struct its_frag *f = &fr->f[n];
			uint32_t met;
			bool apart;

			if (f->state != ITS_SYNC)
				continue;
			met = arrived(w, f, &apart);
			if (f->member & w->live & ~met)
				continue;
			fr->recheck = true; /* the list has changed: look again */
			if (finish(w, f, met, apart, op))
				return true;
		}
	}
	return false;
}
