/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "explore.h"

#include <stdlib.h>

#include "../base/mem.h"

struct branch {
	unsigned taken, n;
};

struct walk {
	struct branch *path;
	size_t cap;
	uint32_t depth, length; /* position in this run; choices on the path */
	bool strayed, cut;
	struct explore_result *result;
};

static unsigned choose(void *ctx, const struct machine_choice *c, unsigned n)
{
	struct walk *w = ctx;

	(void)c;
	w->result->choices++;
	if (w->depth == w->length) {
		w->path = mem_grow(w->path, &w->cap, w->length, sizeof(*w->path));
		w->path[w->length++] = (struct branch){0, n};
	} else if (w->path[w->depth].n != n) {
		w->strayed = true;
		return 0;
	}
	return w->path[w->depth++].taken;
}

static void cut(void *ctx)
{
	((struct walk *)ctx)->cut = true;
}

/* To the next path in depth-first order; false when there is none. */
static bool advance(struct walk *w)
{
	while (w->length && w->path[w->length - 1].taken + 1 == w->path[w->length - 1].n)
		w->length--;
	if (!w->length)
		return false;
	w->path[w->length - 1].taken++;
	return true;
}

int explore_run(explore_once_fn run_once, void *ctx, const struct explore_limits *limits,
		struct explore_result *result, struct diag *diag)
{
	struct walk w = {.result = result};
	const struct machine_hook hook = {
		.ctx = &w, .choose = choose, .max_spin = limits->max_spin, .cut = cut};
	bool more = true;
	int r = 0;

	*result = (struct explore_result){0};
	while (more && !r && (!limits->max_runs || result->runs < limits->max_runs)) {
		w.depth = 0;
		r = run_once(ctx, &hook);
		result->runs++;
		if (w.depth > result->deepest)
			result->deepest = w.depth;
		if (!r && (w.strayed || w.depth < w.length))
			r = diag_set(diag, NULL, 0, "run %llu did not offer the same choices again",
				     (unsigned long long)result->runs);
		more = advance(&w);
	}
	result->exhaustive = !more && !r && !w.cut;
	free(w.path);
	return r;
}
