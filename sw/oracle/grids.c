/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "grids.h"

static void set(struct happens_before *o, struct vclock **to, struct vclock *k)
{
	vclock_drop(&o->pool, *to);
	*to = k;
}

static void merge(struct happens_before *o, struct vclock **to, struct vclock *k)
{
	if (k)
		set(o, to, vclock_join(&o->pool, *to, k));
}

const struct hb_grid *grids_of(const struct happens_before *o, uint64_t block)
{
	const struct hb_grids *g = o->grids;
	size_t low = 0, high = g->n;

	while (high - low > 1) {
		const size_t mid = low + (high - low) / 2;

		if (g->grid[mid].first <= block)
			low = mid;
		else
			high = mid;
	}
	return g->n ? &g->grid[low] : NULL;
}

/* All that the grids from `from` on have done. */
static void add_done(struct happens_before *o, struct vclock **k, size_t from, size_t to)
{
	for (size_t i = from; i < to; i++) {
		const struct hb_grid *g = &o->grids->grid[i];
		const uint64_t n = g->kernel && g->kernel->async ? 2 * g->blocks : g->blocks;

		for (uint64_t b = 0; b < n; b++)
			set(o, k, vclock_add_block(&o->pool, *k, g->first + b, UINT32_MAX));
	}
}

/* Index of the grid of that launch, or of none */
static size_t index_of(const struct hb_grids *g, uint64_t launch)
{
	size_t i = g->n;

	while (i > 0 && g->grid[i - 1].launch != launch)
		i--;
	return i ? i - 1 : g->n;
}

static bool same_stream(const struct hb_grid *a, const struct hb_grid *b)
{
	return a->parent == b->parent && a->order == b->order && a->stream == b->stream &&
	       (a->stream || a->by_block == b->by_block);
}

/* n: has an index of its own behind all of these */
static void start(struct happens_before *o, struct hb_grid *n, uint64_t id)
{
	struct hb_grids *g = o->grids;
	size_t from = g->n;

	for (size_t i = 0; i < g->n_births; i++) {
		if (g->birth[i].id != id)
			continue;
		n->start = g->birth[i].knows;
		g->birth[i] = g->birth[--g->n_births];
		break;
	}
	if (n->order == MACHINE_CHILD_TAIL)
		from = index_of(g, n->parent);
	for (size_t i = g->n; i > 0 && n->order == MACHINE_CHILD_STREAM && from == g->n; i--)
		if (same_stream(&g->grid[i - 1], n))
			from = i - 1;
	if (from == g->n)
		return;
	merge(o, &n->start, g->grid[from].start);
	/* a grid's own come before the next one of its depth */
	add_done(o, &n->start, from, from + 1);
	for (size_t i = from + 1; i < g->n && g->grid[i].depth > g->grid[from].depth; i++)
		add_done(o, &n->start, i, i + 1);
}

void grids_add(struct happens_before *o, const struct machine_launch_info *l)
{
	struct hb_grids *g = o->grids;
	const struct machine_child *c = l->child;
	const size_t parent = c ? index_of(g, c->by.launch) : g->n;
	const struct hb_grid *last = g->n ? &g->grid[g->n - 1] : NULL;
	struct hb_grid n = {
		.kernel = l->kernel,
		.launch = l->launch,
		.first = last ? last->first + 2 * last->blocks : 0,
		.blocks = (uint64_t)l->grid[0] * l->grid[1] * l->grid[2],
	};

	if (c) {
		n.parent = c->by.launch;
		n.order = c->order;
		n.stream = c->stream;
		n.by_block = c->by.block;
		n.depth = parent < g->n ? g->grid[parent].depth + 1 : 1;
		start(o, &n, c->id);
	}
	g->grid = tally_grow(o->tally, g->grid, &g->cap, g->n, sizeof(*g->grid));
	g->grid[g->n++] = n;
}

void grids_clear(struct happens_before *o)
{
	struct hb_grids *g = o->grids;

	for (size_t i = 0; i < g->n; i++)
		set(o, &g->grid[i].start, NULL);
	for (size_t i = 0; i < g->n_births; i++)
		set(o, &g->birth[i].knows, NULL);
	g->n = g->n_births = 0;
}

void grids_close(struct happens_before *o)
{
	grids_clear(o);
	tally_free(o->tally, o->grids->grid, o->grids->cap * sizeof(*o->grids->grid));
	tally_free(o->tally, o->grids->birth, o->grids->cap_births * sizeof(*o->grids->birth));
	tally_free(o->tally, o->grids, sizeof(*o->grids));
}

void hb_child(struct happens_before *o, struct hb_block *b, uint32_t warp, const struct simt_op *op)
{
	struct hb_grids *g = o->grids;
	struct hb_warp *w = &b->warps[warp];
	bool any = false;

	for (uint32_t left = op->mask; left; left &= left - 1) {
		const uint32_t lane = (uint32_t)__builtin_ctz(left);

		if (!op->data2[lane])
			continue;
		g->birth = tally_grow(o->tally, g->birth, &g->cap_births, g->n_births,
				      sizeof(*g->birth));
		g->birth[g->n_births++] = (struct hb_birth){
			op->data2[lane], hb_gives(o, w, b->index, warp, lane, HB_GPU, true)};
		any = true;
	}
	w->label += any; /* what comes now is beside them */
}
