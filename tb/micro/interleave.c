/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "interleave.h"

#include <string.h>

enum { MAX_WARPS = 64, MAX_CHOICES = 64 };

/* What a warp did last. */
struct last {
	bool in_vain; /* it changed nothing */
	uint32_t pc;
	uint8_t size;
	uint64_t addr, seen;
};

struct interleave {
	struct litmus_rig *rig;
	const struct litmus_program *p;
	const struct interleave_listener *l;
	struct interleave_result *r;
	struct diag *diag;
	const struct machine_hook *walk; /* explore_run()'s */
	struct last last[MAX_WARPS];
};

static struct last *last_of(struct interleave *o, uint64_t block, uint32_t warp)
{
	const uint64_t warps = (o->p->threads + SIMT_LANES - 1) / SIMT_LANES;

	return &o->last[block * warps + warp];
}

static void on_op(void *ctx, const struct machine_who *who, const struct simt_op *op)
{
	struct interleave *o = ctx;
	struct last *l = last_of(o, who->block, who->warp);
	const bool one_lane = op->mask && !(op->mask & (op->mask - 1)) && op->vec == 1;
	const unsigned lane = op->mask ? (unsigned)__builtin_ctz(op->mask) : 0;

	*l = (struct last){0};
	if (op->space == PTX_SPACE_GLOBAL && one_lane &&
	    (op->kind == SIMT_OP_LD ||
	     (op->kind == SIMT_OP_ATOM && op->data[0][lane] == op->data[1][lane])))
		*l = (struct last){.in_vain = true,
				   .pc = op->pc,
				   .size = op->size,
				   .addr = op->addr[lane],
				   .seen = op->data[0][lane]};
	if (o->l->op)
		o->l->op(o->l->ctx, who, op);
}

/* It would ask the same again, and get the same answer. */
static bool waits(struct interleave *o, const struct machine_choice *c)
{
	const struct last *l = last_of(o, c->block, c->warp);
	uint64_t now = 0;

	if (!l->in_vain || l->pc != c->pc)
		return false;
	memcpy(&now, (const void *)(uintptr_t)l->addr, l->size); /* little endian */
	return now == l->seen;
}

static unsigned choose(void *ctx, const struct machine_choice *c, unsigned n)
{
	struct interleave *o = ctx;
	struct machine_choice worth[MAX_CHOICES];
	unsigned from[MAX_CHOICES], n_worth = 0;

	for (unsigned i = 0; i < n; i++) {
		if (!(c[i].lanes & 1))
			return i;
		if (waits(o, &c[i])) {
			o->r->waits++;
		} else if (n_worth < MAX_CHOICES) {
			worth[n_worth] = c[i];
			from[n_worth++] = i;
		}
	}
	if (n_worth == 0) /* all wait: let walk.c find that out */
		return o->walk->choose(o->walk->ctx, c, n);
	if (n_worth == 1)
		return from[0];
	return from[o->walk->choose(o->walk->ctx, worth, n_worth)];
}

static int once(void *ctx, const struct machine_hook *walk)
{
	struct interleave *o = ctx;
	const struct machine_hook hook = {
		.ctx = o, .choose = choose, .max_spin = walk->max_spin, .cut = walk->cut};
	struct litmus_run run;

	o->walk = walk;
	memset(o->last, 0, sizeof(o->last));
	if (o->l->begin)
		o->l->begin(o->l->ctx);
	if (litmus_rig_run(o->rig, &hook, &run, o->diag))
		return -1;
	o->r->hung += run.hung;
	for (unsigned c = 0; c < LITMUS_CHECKERS; c++)
		o->r->racy[c] += run.racy[c];
	if (o->l->end)
		o->l->end(o->l->ctx, &run);
	return 0;
}

int interleave_walk(const struct litmus_program *p, const struct interleave_listener *l,
		    uint64_t max_runs, struct interleave_result *r, struct diag *diag)
{
	static const struct interleave_listener nobody;
	const struct explore_limits limits = {.max_runs = max_runs};
	struct interleave o = {.p = p, .l = l ? l : &nobody, .r = r, .diag = diag};
	const struct machine_observer watch = {.ctx = &o, .op = on_op};
	struct explore_result e;
	int bad;

	*r = (struct interleave_result){0};
	if ((uint64_t)p->blocks * ((p->threads + SIMT_LANES - 1) / SIMT_LANES) > MAX_WARPS)
		return diag_set(diag, p->file, 0, "more than %d warps", MAX_WARPS);
	o.rig = litmus_rig_create(p, PF_FULL, diag);
	if (!o.rig)
		return -1;
	litmus_rig_observe(o.rig, &watch);
	bad = explore_run(once, &o, &limits, &e, diag);
	r->runs = e.runs;
	r->exhaustive = e.exhaustive;
	litmus_rig_destroy(o.rig);
	return bad;
}
