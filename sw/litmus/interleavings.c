/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "interleavings.h"

#include <stdlib.h>
#include <string.h>

#include "../base/mem.h"
#include "effects.h"

enum {
	MOST_FENCES = 31,   /* of one warp: counters of 6 bits do not wrap */
	MOST_BARRIERS = 63, /* of one warp */
	MOST_BLOCKS = 128,  /* scord-paper cuts off block IDs above */
	MOST_WARPS = 4096
};

/* A choice, and what it did when it was taken. */
struct step {
	uint64_t block;
	uint32_t warp, lanes, pc;
	struct effects effects;
};

struct steps {
	struct step *at;
	size_t n, cap;
};

/* A point of the path where there was a choice. */
struct node {
	struct step *choices; /* n of them; effects of those that were taken */
	unsigned n, taken;
	struct steps sleep; /* on arrival */
};

struct walk {
	struct litmus_rig *rig;
	struct node *path;
	size_t cap;
	uint32_t depth, length;
	struct steps asleep;      /* now */
	struct step *step;        /* choice under way */
	bool step_done;           /* it has performed its visible operation */
	bool cut, strayed, began; /* began: some operation has been performed */
	bool spin_cut, unsound;
	struct effects_past *past;
	uint8_t *fences, *barriers; /* of each warp, in this run */
	uint32_t warps_per_block;
};

static void steps_add(struct steps *s, const struct step *x)
{
	s->at = mem_grow(s->at, &s->cap, s->n, sizeof(*s->at));
	s->at[s->n++] = *x;
}

/* What happened wakes whatever depends on it. */
static void happened(struct walk *w, const struct effects *e)
{
	size_t kept = 0;

	for (size_t i = 0; i < w->asleep.n; i++)
		if (!effects_depend(w->past, e, &w->asleep.at[i].effects))
			w->asleep.at[kept++] = w->asleep.at[i];
	w->asleep.n = kept;
	if (w->step)
		for (unsigned i = 0; i < e->n; i++)
			effects_add(&w->step->effects, &e->at[i]);
}

/* Taken without being asked for: the only choice there was. */
static bool was_asleep(const struct walk *w, const struct machine_who *who,
		       const struct simt_op *op)
{
	for (size_t i = 0; i < w->asleep.n; i++) {
		const struct step *s = &w->asleep.at[i];

		if (s->block == who->block && s->warp == who->warp && !(op->mask & ~s->lanes))
			return true;
	}
	return false;
}

static bool visible(const struct simt_op *op)
{
	if (op->kind <= SIMT_OP_RED)
		return op->space == PTX_SPACE_GLOBAL || op->space == PTX_SPACE_SHARED;
	return op->kind != SIMT_OP_WARPSYNC;
}

static void count(struct walk *w, const struct machine_who *who, const struct simt_op *op)
{
	const bool fence = op->kind == SIMT_OP_FENCE ||
			   (op->kind <= SIMT_OP_RED && op->sem >= PTX_SEM_ACQUIRE);
	const bool bar = op->kind == SIMT_OP_BAR;

	if (who->warp_global >= MOST_WARPS || who->block >= MOST_BLOCKS) {
		w->unsound = true;
		return;
	}
	w->fences[who->warp_global] += fence;
	w->barriers[who->warp_global] += bar;
	if (w->fences[who->warp_global] > MOST_FENCES ||
	    w->barriers[who->warp_global] > MOST_BARRIERS)
		w->unsound = true;
}

static void on_op(void *ctx, const struct machine_who *who, const struct simt_op *op)
{
	struct walk *w = ctx;
	struct effects e = {.n = 0};

	w->began = true;
	effects_add_op(&e, who, op);
	if (!visible(op)) {
		happened(w, &e);
		return;
	}
	count(w, who, op);
	if (w->step_done) {
		w->step = NULL; /* the one after; nobody was asked */
		w->cut |= was_asleep(w, who, op);
	}
	w->step_done = true;
	happened(w, &e);
	if (!effects_past_add(w->past, &e))
		w->unsound = true;
}

static void on_warp_exit(void *ctx, const struct machine_who *who)
{
	const struct effects e = {
		.n = 1,
		.at = {{.kind = EFFECT_EXIT, .warp = who->warp_global, .block = who->block}}};

	happened(ctx, &e);
}

static void on_launch(void *ctx, const struct machine_launch_info *info)
{
	((struct walk *)ctx)->warps_per_block = info->warps_per_block;
}

static void on_block(void *ctx, const struct machine_who *who)
{
	struct walk *w = ctx;

	(void)who;
	if (w->began)
		w->unsound = true; /* in a slot that another block has had */
}

static bool same_step(const struct step *a, const struct step *b)
{
	return a->block == b->block && a->warp == b->warp && a->lanes == b->lanes && a->pc == b->pc;
}

static bool sleeps(const struct steps *s, const struct step *x)
{
	for (size_t i = 0; i < s->n; i++)
		if (same_step(&s->at[i], x))
			return true;
	return false;
}

/* First choice from `from` on that does not sleep; n when there is none. */
static unsigned awake(const struct node *x, unsigned from)
{
	while (from < x->n && sleeps(&x->sleep, &x->choices[from]))
		from++;
	return from;
}

static struct node *arrive(struct walk *w, const struct machine_choice *c, unsigned n)
{
	struct node *x;

	w->path = mem_grow(w->path, &w->cap, w->length, sizeof(*w->path));
	x = &w->path[w->length];
	*x = (struct node){.n = n, .choices = mem_alloc(n * sizeof(*x->choices))};
	for (unsigned i = 0; i < n; i++)
		x->choices[i] = (struct step){
			.block = c[i].block, .warp = c[i].warp, .lanes = c[i].lanes, .pc = c[i].pc};
	for (size_t i = 0; i < w->asleep.n; i++)
		steps_add(&x->sleep, &w->asleep.at[i]);
	x->taken = awake(x, 0);
	return x;
}

static void leave(struct node *x)
{
	free(x->choices);
	free(x->sleep.at);
}

/* Other lanes of the chosen warp are awake, whatever it does. */
static void moved(struct walk *w)
{
	const struct effects e = {
		.n = 1,
		.at = {{.kind = EFFECT_STEP,
			.block = w->step->block,
			.warp = w->step->block * w->warps_per_block + w->step->warp}}};

	happened(w, &e);
}

static unsigned choose(void *ctx, const struct machine_choice *c, unsigned n)
{
	struct walk *w = ctx;
	struct node *x;

	w->step = NULL;
	w->step_done = false;
	if (w->cut || w->strayed)
		return 0;
	if (w->depth == w->length) {
		x = arrive(w, c, n);
		if (x->taken == n) {
			leave(x);
			w->cut = true;
			return 0;
		}
		w->length++;
	}
	x = &w->path[w->depth++];
	if (x->n != n) {
		w->strayed = true;
		return 0;
	}
	/* Asleep from here: what slept on arrival, and what has been walked from here. */
	w->asleep.n = 0;
	for (size_t i = 0; i < x->sleep.n; i++)
		steps_add(&w->asleep, &x->sleep.at[i]);
	for (unsigned i = 0; i < x->taken; i++)
		if (!sleeps(&x->sleep, &x->choices[i]))
			steps_add(&w->asleep, &x->choices[i]);
	w->step = &x->choices[x->taken];
	w->step->effects.n = 0;
	moved(w);
	return x->taken;
}

static void spin_cut(void *ctx)
{
	((struct walk *)ctx)->spin_cut = true;
}

static bool advance(struct walk *w)
{
	while (w->length) {
		struct node *x = &w->path[w->length - 1];

		x->taken = awake(x, x->taken + 1);
		if (x->taken < x->n)
			return true;
		leave(x);
		w->length--;
	}
	return false;
}

static void begin(struct walk *w)
{
	w->depth = 0;
	w->asleep.n = 0;
	w->step = NULL;
	w->step_done = true; /* choices before the first choose() were none */
	w->cut = w->began = false;
	effects_past_clear(w->past);
	memset(w->fences, 0, MOST_WARPS);
	memset(w->barriers, 0, MOST_WARPS);
}

static int walk(struct walk *w, const struct litmus_limits *l, interleavings_run_fn on_run,
		void *ctx, struct interleavings_result *r, struct diag *diag)
{
	const struct machine_hook hook = {
		.ctx = w, .choose = choose, .max_spin = l->max_spin, .cut = spin_cut};
	struct litmus_run run;
	bool more = true;

	while (more && !w->unsound && (!l->max_runs || r->runs + r->cut_short < l->max_runs)) {
		begin(w);
		if (litmus_rig_run(w->rig, &hook, &run, diag))
			return -1;
		if (run.faulted) /* it has ended what the others would have done */
			happened(w, &(const struct effects){.n = 1, .at = {{.kind = EFFECT_ALL}}});
		if (w->strayed || w->depth < w->length)
			return diag_set(diag, NULL, 0,
					"run %llu did not offer the same choices again",
					(unsigned long long)(r->runs + r->cut_short + 1));
		if (w->cut) {
			r->cut_short++;
		} else {
			r->runs++;
			on_run(ctx, &run);
		}
		more = advance(w);
	}
	r->exhaustive = !more && !w->spin_cut && !w->unsound;
	r->unsound = w->unsound;
	return 0;
}

int interleavings_walk(struct litmus_rig *rig, const struct litmus_limits *l,
		       interleavings_run_fn on_run, void *ctx, struct interleavings_result *result,
		       struct diag *diag)
{
	struct walk w = {.rig = rig,
			 .past = effects_past_create(),
			 .fences = mem_alloc(MOST_WARPS),
			 .barriers = mem_alloc(MOST_WARPS)};
	const struct machine_observer o = {.ctx = &w,
					   .op = on_op,
					   .warp_exit = on_warp_exit,
					   .block_begin = on_block,
					   .launch_begin = on_launch};
	int r;

	*result = (struct interleavings_result){0};
	litmus_rig_observe(rig, &o);
	r = walk(&w, l, on_run, ctx, result, diag);
	litmus_rig_observe(rig, NULL);
	while (w.length)
		leave(&w.path[--w.length]);
	free(w.path);
	free(w.asleep.at);
	free(w.fences);
	free(w.barriers);
	effects_past_destroy(w.past);
	return r;
}
