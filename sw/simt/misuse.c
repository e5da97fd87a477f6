/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * misuse: warp operations whose masks do not fit the lanes that execute them. What they do is not
 * changed. Block barriers are the machine's: sw/machine/sync.c.
 */
#include "warp.h"

static void tell(struct simt_warp *w, const struct simt_misuse *m)
{
	w->watch->misuse(w->watch->ctx, w, m);
}

uint32_t simt_member(const struct simt_warp *w, uint32_t pc, unsigned lane)
{
	const struct simt_insn *i = &w->kernel->code[pc];
	const uint32_t *members;

	if ((i->kind != SIMT_K_XLANE && i->kind != SIMT_K_WARPBAR) || i->e == SIMT_NO_REF)
		return 0;
	members = (const void *)(w->base[i->e & 1U] + (i->e & ~1U));
	return members[lane];
}

/* Lanes of mask whose member mask is v. */
static uint32_t with_member(const uint32_t *members, uint32_t mask, uint32_t v)
{
	uint32_t same = 0;

	for (unsigned l = 0; l < SIMT_LANES; l++)
		same |= (uint32_t)(members[l] == v) << l;
	return same & mask;
}

static void group(struct simt_warp *w, uint32_t mask, uint32_t same, uint32_t member)
{
	struct simt_misuse u = {.pc = w->pc, .lanes = same, .member = member};
	const uint32_t absent = member & w->live & ~same;

	u.others = absent & mask;
	if (u.others) {
		u.kind = SIMT_MISUSE_MASKS;
		u.other_pc = w->pc;
		tell(w, &u);
	}
	u.others = absent & ~mask;
	if (u.others)
		u.others = simt_goes_round(w, w->pc, u.others, true, &u.other_pc);
	if (u.others) {
		u.kind = SIMT_MISUSE_ABSENT;
		tell(w, &u);
	}
}

void misuse_lockstep(struct simt_warp *w, const struct simt_insn *i, uint32_t mask)
{
	const uint32_t *members = SIMT_U32(w, i->e);
	const uint32_t one = members[simt_first(mask)];
	uint32_t bad = 0, differ = 0;

	for (unsigned l = 0; l < SIMT_LANES; l++) /* idle lanes too: mostly it is a constant */
		differ |= members[l] ^ one;
	if ((one & w->live) == mask && (!differ || with_member(members, mask, one) == mask))
		return;
	for (uint32_t left = mask; left;) {
		const uint32_t member = members[simt_first(left)];
		const uint32_t same = with_member(members, left, member);

		bad |= same & ~member;
		if (same & member)
			group(w, mask, same, member);
		left &= ~same;
	}
	if (bad)
		misuse_caller(w, members, bad);
}

void misuse_caller(struct simt_warp *w, const uint32_t *members, uint32_t bad)
{
	tell(w, &(struct simt_misuse){.kind = SIMT_MISUSE_CALLER,
				      .pc = w->pc,
				      .lanes = bad,
				      .other_pc = w->pc,
				      .member = members[simt_first(bad)]});
}

void misuse_wait(struct simt_warp *w, struct its_frag *f)
{
	struct simt_frag *fr = w->frag;
	const uint32_t elsewhere = f->member & w->live & ~f->mask;
	uint32_t known = 0;

	for (unsigned n = 0; n < fr->n; n++) {
		struct its_frag *g = &fr->f[n];

		if (g->state != ITS_SYNC)
			continue;
		known |= g->round;
		if (g->pc != f->pc || g->member == f->member)
			continue;
		f->differ |= f->member & g->mask;
		g->differ |= g->member & f->mask;
	}
	if (elsewhere)
		f->round = simt_goes_round(w, f->pc, elsewhere, false, NULL);
	for (uint32_t left = f->round & ~known; left; left &= left - 1)
		fr->round_at[simt_first(left)] = its_lane_pc(w, simt_first(left));
}

/* The lanes at f's instruction go on without some that went round it. */
static void go_from(struct simt_warp *w, const struct its_frag *f, uint32_t met)
{
	const struct simt_frag *fr = w->frag;
	struct simt_misuse u = {.kind = SIMT_MISUSE_ABSENT, .pc = f->pc, .member = f->member};
	uint32_t differ = 0;

	for (unsigned n = 0; n < fr->n; n++) {
		const struct its_frag *g = &fr->f[n];

		if (g->pc != f->pc || !its_together(w, f, g))
			continue;
		u.lanes |= g->mask;
		u.others |= (g->round | g->differ) & ~met;
		differ |= g->differ & ~met;
	}
	if (!u.others)
		return;
	u.other_pc = fr->round_at[simt_first(u.others)];
	if (differ) {
		u.kind = SIMT_MISUSE_MASKS;
		u.other_pc = u.pc;
	}
	tell(w, &u);
}

/* Once for each instruction at which they are. */
void misuse_go(struct simt_warp *w, const struct its_frag *f, uint32_t met)
{
	const struct simt_frag *fr = w->frag;

	for (unsigned n = 0; n < fr->n; n++) {
		bool first = its_together(w, f, &fr->f[n]);

		for (unsigned k = 0; k < n && first; k++)
			first = fr->f[k].pc != fr->f[n].pc || !its_together(w, f, &fr->f[k]);
		if (first)
			go_from(w, &fr->f[n], met);
	}
}
