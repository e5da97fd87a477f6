/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * sync: block barriers that PTX and CUDA C++ leave undefined. docs/checks.md says what is looked
 * for.
 *
 *   lockstep  a warp arrives with the lanes that are active, and counts as a whole. Lanes that
 *             go round the barrier are known at once. Others may still leave the kernel, which
 *             is allowed, or come to a barrier later, which tells that they should have been here.
 *   ITS       lanes arrive when they do. Those that go round the barrier are noted, and told of
 *             when it opens without them.
 *
 * Warps are not compared with each other: PTX lets them meet at different instructions of one
 * barrier, and warps that do different work use it.
 */
#include <string.h>

#include "machine_int.h"

static void forward(void *ctx, const struct simt_warp *w, const struct simt_misuse *u)
{
	const struct machine *m = ctx;
	const struct machine_warp *mw = w->user;

	m->misuse(m->misuse_ctx, &mw->who, w, u);
}

void sync_begin(struct machine *m)
{
	if (!m->misuse)
		return;
	m->watch.ctx = m;
	m->watch.misuse = forward;
	memset(m->watch.memo, 0, sizeof(m->watch.memo));
}

static void tell(const struct machine *m, const struct machine_warp *w, const struct simt_misuse *u)
{
	m->misuse(m->misuse_ctx, &w->who, &w->w, u);
}

/* Lanes of mask that are where the first of them is: *pc. */
static uint32_t first_group(const uint32_t pcs[SIMT_LANES], uint32_t mask, uint32_t *pc)
{
	uint32_t same = 0;

	*pc = pcs[__builtin_ctz(mask)];
	for (; mask; mask &= mask - 1)
		if (pcs[__builtin_ctz(mask)] == *pc)
			same |= mask & -mask;
	return same;
}

/* Lanes that wait at the barrier at which op arrives now, at another place of the source. */
static void compare(struct machine *m, struct machine_warp *w, const struct simt_op *op)
{
	uint32_t waiting = w->blk->bar[op->bar_id].mask[w->who.warp], pcs[SIMT_LANES];
	struct simt_misuse u = {.kind = SIMT_MISUSE_DIFFERENT, .pc = op->pc, .lanes = op->mask};

	if (!waiting)
		return;
	simt_lane_pcs(&w->w, pcs);
	while (waiting) {
		u.others = first_group(pcs, waiting, &u.other_pc);
		waiting &= ~u.others;
		if (!simt_same_place(w->w.kernel, op->pc, u.other_pc))
			tell(m, w, &u);
	}
}

static void arrive_its(struct machine *m, struct machine_warp *w, const struct simt_op *op)
{
	const uint32_t here = w->blk->bar[op->bar_id].mask[w->who.warp] | op->mask;
	uint32_t round, at = 0;

	/* Without .aligned lanes may come by different instructions, and who arrives does not wait.
	 */
	if (!w->w.kernel->src[op->pc]->aligned || op->bar_mode == PTX_MODE_BAR_ARRIVE)
		return;
	compare(m, w, op);
	round = simt_goes_round(&w->w, op->pc, w->w.live & ~here & ~w->without.lanes, false, &at);
	if (round && !w->without.lanes)
		w->without.pc = at;
	w->without.lanes |= round;
}

static void arrive_lockstep(struct machine *m, struct machine_warp *w, const struct simt_op *op)
{
	const uint32_t rest = w->w.live & ~op->mask, late = w->without.lanes & op->mask;
	struct simt_misuse u = {.pc = op->pc, .lanes = op->mask};

	if (late) {
		u.kind = simt_same_place(w->w.kernel, op->pc, w->without.bar_pc)
				 ? SIMT_MISUSE_PARTIAL
				 : SIMT_MISUSE_DIFFERENT;
		u.lanes = late;
		u.others = w->without.by;
		u.other_pc = w->without.bar_pc;
		tell(m, w, &u);
	}
	w->without.lanes = 0;
	if (!rest)
		return;
	u = (struct simt_misuse){.kind = SIMT_MISUSE_PARTIAL, .pc = op->pc, .lanes = op->mask};
	u.others = simt_goes_round(&w->w, op->pc, rest, true, &u.other_pc);
	if (u.others)
		tell(m, w, &u);
	w->without.lanes = rest & ~u.others;
	w->without.by = op->mask;
	w->without.bar_pc = op->pc;
}

void sync_arrive(struct machine *m, struct machine_warp *w, const struct simt_op *op)
{
	if (m->cfg.mode == SIMT_LOCKSTEP)
		arrive_lockstep(m, w, op);
	else
		arrive_its(m, w, op);
}

void sync_release(struct machine *m, struct machine_warp *w, uint32_t mask)
{
	struct simt_misuse u = {.kind = SIMT_MISUSE_PARTIAL, .lanes = mask};
	uint32_t pcs[SIMT_LANES];

	if (m->cfg.mode == SIMT_LOCKSTEP)
		return; /* told when it arrived */
	u.others = w->without.lanes & ~mask;
	u.other_pc = w->without.pc;
	w->without.lanes = 0;
	if (!u.others)
		return;
	simt_lane_pcs(&w->w, pcs);
	u.pc = pcs[__builtin_ctz(mask)];
	tell(m, w, &u);
}

/* Of `waiting` those that have come to the warp operation at which lane is. */
static uint32_t came(const struct machine_warp *w, const uint32_t pcs[SIMT_LANES], uint32_t waiting,
		     unsigned lane)
{
	const uint32_t member = simt_member(&w->w, pcs[lane], lane);
	uint32_t here = 0;

	for (; waiting; waiting &= waiting - 1) {
		const unsigned l = (unsigned)__builtin_ctz(waiting);

		if (simt_member(&w->w, pcs[l], l) == member &&
		    simt_same_operation(w->w.kernel, pcs[lane], pcs[l]))
			here |= 1U << l;
	}
	return here;
}

/* Lanes of `waiting`, which are at warp operations with others that never come. */
static void hang_masks(const struct machine *m, const struct machine_warp *w,
		       const uint32_t pcs[SIMT_LANES], const uint32_t waiting)
{
	uint32_t left = waiting;

	while (left) {
		struct simt_misuse u = {.kind = SIMT_MISUSE_ABSENT};
		const unsigned lane = (unsigned)__builtin_ctz(left);
		const uint32_t at = first_group(pcs, left, &u.pc);
		const uint32_t here = came(w, pcs, waiting, lane);

		u.member = simt_member(&w->w, u.pc, lane);
		u.lanes = here & at;
		left &= ~u.lanes;
		u.others = u.member & w->w.live & ~here;
		if (!u.others)
			continue;
		if (u.others & at) {
			u.kind = SIMT_MISUSE_MASKS;
			u.others &= at;
			left &= ~u.others;
		}
		u.others = first_group(pcs, u.others, &u.other_pc);
		tell(m, w, &u);
	}
}

/* Only what a warp does to itself: that no other warp comes is in the report of the hang. */
void sync_hang(struct machine *m, const struct machine_warp *w)
{
	const uint32_t live = w->w.live;
	uint32_t pcs[SIMT_LANES], syncing = 0;

	if (m->cfg.mode == SIMT_LOCKSTEP)
		return;
	simt_lane_pcs(&w->w, pcs);
	for (uint32_t left = live & ~w->w.waiting; left; left &= left - 1)
		if (simt_member(&w->w, pcs[__builtin_ctz(left)], (unsigned)__builtin_ctz(left)))
			syncing |= left & -left;
	hang_masks(m, w, pcs, syncing);
	for (uint32_t id = 0; id < MACHINE_BARRIERS; id++) {
		struct simt_misuse u = {.kind = SIMT_MISUSE_PARTIAL};
		const uint32_t mask =
			w->blk->bar[id].waiters ? w->blk->bar[id].mask[w->who.warp] : 0;
		const uint32_t others = live & ~mask;

		if (!mask || !others)
			continue;
		u.lanes = first_group(pcs, mask, &u.pc);
		u.others = first_group(pcs, others, &u.other_pc);
		if (w->w.kernel->src[u.pc]->aligned)
			tell(m, w, &u);
	}
}
