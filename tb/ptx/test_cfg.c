/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Basic blocks, post-dominators and the order of blocks: by hand, against brute force on
 * random graphs, and in time on large ones.
 */
#include "ptx_test.h"

#include <time.h>

#include "../../sw/base/rng.h"
#include "../../sw/ptx/block_rank.h"

static void check_reconv(const char *text, unsigned n, const int *reconv, const char *leader)
{
	struct ptx_module *m = parse(text);
	const struct ptx_func *f = func(m, "k");

	assert_int_equal(f->n_insns, n);
	for (unsigned k = 0; k < n; k++) {
		if (f->insns[k].reconv != reconv[k] || f->insns[k].leader != (leader[k] == '*'))
			fail_msg("instruction %u: reconv %d leader %d in\n%s", k,
				 f->insns[k].reconv, f->insns[k].leader, text);
	}
	ptx_free(m);
}

#define N PTX_NONE
static void hand_graphs(void **state)
{
	(void)state;
	/* if-then */
	check_reconv(KERNEL("@p1 bra j; mov.u32 r1, 1; j: ret;"), 3, (int[]){2, N, N}, "***");
	/* if-then-else */
	check_reconv(KERNEL("@p1 bra e; mov.u32 r1, 1; bra j; e: mov.u32 r1, 2; j: ret;"), 5,
		     (int[]){4, N, 4, N, N}, "** **");
	/* loop, with a break inside */
	check_reconv(KERNEL("l: @p1 bra o; @p2 bra l; o: ret;"), 3, (int[]){2, 2, N}, "***");
	/* early return on one side: nothing but the end post-dominates */
	check_reconv(KERNEL("@p1 bra e; ret; e: mov.u32 r1, 1; ret;"), 4, (int[]){N, N, N, N},
		     "*** ");
	/* a guarded return falls through, but lanes may leave there */
	check_reconv(KERNEL("@p1 bra e; @p2 ret; e: ret;"), 3, (int[]){N, N, N}, "***");
	check_reconv(KERNEL("@p1 bra e; mov.u32 r1, 1; e: @p2 exit; ret;"), 4, (int[]){2, N, N, N},
		     "****");
	/* endless loops never reach the end */
	check_reconv(KERNEL("l: @p1 bra m; mov.u32 r1, 1; m: bra l;"), 3, (int[]){N, N, N}, "***");
	/* ... but beside one, the other way counts */
	check_reconv(KERNEL("@p1 bra l; @p2 bra j; mov.u32 r1, 1; j: ret; l: bra l;"), 5,
		     (int[]){1, 3, N, N, N}, "*****");
	/* trap ends a path */
	check_reconv(KERNEL("@p1 bra ok; trap; ok: mov.u32 r1, 1; ret;"), 4, (int[]){N, N, N, N},
		     "*** ");
	/* nested */
	check_reconv(KERNEL("@p1 bra a; @p2 bra b; mov.u32 r1, 1; b: mov.u32 r1, 2; a: ret;"), 5,
		     (int[]){4, 3, N, N, N}, "*****");
	/* irreducible: two entries into a cycle */
	check_reconv(KERNEL("@p1 bra b; a: mov.u32 r1, 1; b: @p2 bra a; ret;"), 4,
		     (int[]){2, N, 3, N}, "****");
	/* brx */
	check_reconv(KERNEL("t: .branchtargets a, b, c; brx.idx r1, t; a: mov.u32 r1, 1; bra e;"
			    " b: mov.u32 r1, 2; c: mov.u32 r1, 3; e: ret;"),
		     6, (int[]){5, N, 5, N, N, N}, "** ***");
}

static void check_meet(const char *text, unsigned n, const int *meet)
{
	struct ptx_module *m = parse(text);
	const struct ptx_func *f = func(m, "k");

	assert_int_equal(f->n_insns, n);
	for (unsigned k = 0; k < n; k++) {
		if (f->insns[k].meet != meet[k])
			fail_msg("instruction %u: meet %d instead of %d in\n%s", k,
				 f->insns[k].meet, meet[k], text);
	}
	ptx_free(m);
}

/* Lanes that leave early do not keep the others apart in front of a barrier. */
static void early_exits(void **state)
{
	(void)state;
	/* a return inside a branch, a barrier behind it */
	check_meet(KERNEL("@p1 bra j; @p2 bra e; mov.u32 r1, 1; j: bar.sync 0; e: ret;"), 5,
		   (int[]){3, 2, N, N, N});
	/* the same with what others do before they leave */
	check_meet(KERNEL("@p1 bra j; @p2 bra e; mov.u32 r1, 1; j: bar.sync 0; mov.u32 r1, 2; "
			  "e: mov.u32 r1, 3; ret;"),
		   7, (int[]){3, 2, N, N, N, N, N});
	/* without a barrier, or anybody else to meet, the end will do */
	check_meet(KERNEL("@p1 bra j; @p2 bra e; mov.u32 r1, 1; j: mov.u32 r1, 2; e: ret;"), 5,
		   (int[]){4, 4, N, N, N});
	/* who leaves where all come by, once, is missed by nobody */
	check_meet(KERNEL("@p1 bra e; bar.sync 0; e: ret;"), 3, (int[]){2, N, N});
	/* in a loop: a way to a trap or exit that clang has put where nobody comes */
	check_meet(KERNEL("l: @p1 bra x; @p2 bra m; mov.u32 r1, 1; m: bar.sync 0; @p1 bra l; "
			  "ret; x: exit;"),
		   7, (int[]){1, 3, N, N, N, N, N});
	/* two ways out of a loop: the last counts */
	check_meet(KERNEL("l: @p1 bra e; @p2 bra m; mov.u32 r1, 1; m: bar.sync 0; @p2 bra l; "
			  "e: ret;"),
		   6, (int[]){1, 3, N, N, 5, N});
	/* no way out: nothing to leave out */
	check_meet(KERNEL("l: @p1 bra m; mov.u32 r1, 1; m: bar.sync 0; bra l;"), 4,
		   (int[]){N, N, N, N});
}

/* A random function: every block is one branch, or a mov, or a return. */
struct graph {
	unsigned n;
	int target[64];   /* PTX_NONE: no branch */
	bool through[64]; /* goes on to the next block */
	bool leaves[64];
};

static char *random_text(struct rng *r, struct graph *g)
{
	char *text = malloc(16384);
	size_t len = (size_t)sprintf(text, "%s.entry k { .reg .pred p; .reg .b32 r;\n", HEAD);

	g->n = 1 + rng_below(r, 40);
	for (unsigned b = 0; b < g->n; b++) {
		unsigned kind = rng_below(r, 10);
		int to = (int)rng_below(r, g->n);

		g->target[b] = kind < 6 ? to : PTX_NONE;
		g->through[b] = kind < 4 || kind >= 8 || kind == 7;
		g->leaves[b] = kind == 6 || kind == 7;
		if (b + 1 == g->n && g->through[b]) { /* the last ends */
			g->target[b] = PTX_NONE;
			g->through[b] = false;
			g->leaves[b] = true;
			kind = 6;
		}
		len += (size_t)sprintf(text + len, "L%u: ", b);
		if (kind < 6)
			len += (size_t)sprintf(text + len, "%sbra L%d;\n", kind < 4 ? "@p " : "",
					       to);
		else
			len += (size_t)sprintf(text + len, "%s\n",
					       kind == 6   ? "ret;"
					       : kind == 7 ? "@!p exit;"
							   : "mov.u32 r, 1;");
	}
	sprintf(text + len, "}\n");
	return text;
}

static bool reaches_exit(const struct graph *g, unsigned from, unsigned without)
{
	bool seen[64] = {false};
	unsigned stack[64], depth = 0;

	if (from == without)
		return false;
	seen[from] = true;
	stack[depth++] = from;
	while (depth) {
		unsigned b = stack[--depth];
		int next[2] = {g->target[b], g->through[b] ? (int)b + 1 : PTX_NONE};

		if (g->leaves[b])
			return true;
		for (unsigned k = 0; k < 2; k++) {
			if (next[k] < 0 || next[k] == (int)without || seen[next[k]])
				continue;
			seen[next[k]] = true;
			stack[depth++] = (unsigned)next[k];
		}
	}
	return false;
}

/* d post-dominates b when b cannot leave without it; the immediate one is that which every
 * other post-dominator of b post-dominates too. */
static int immediate(const struct graph *g, unsigned b)
{
	int found = PTX_NONE;

	if (!reaches_exit(g, b, UINT32_MAX))
		return PTX_NONE;
	for (unsigned d = 0; d < g->n; d++) {
		bool all = true;

		if (d == b || reaches_exit(g, b, d))
			continue;
		for (unsigned e = 0; e < g->n && all; e++)
			if (e != b && e != d && !reaches_exit(g, b, e) && reaches_exit(g, d, e))
				all = false;
		if (all)
			found = (int)d;
	}
	return found;
}

static void random_graphs(void **state)
{
	struct rng r;

	(void)state;
	rng_seed(&r, 1);
	for (unsigned round = 0; round < 3000; round++) {
		struct graph g;
		char *text = random_text(&r, &g);
		struct ptx_module *m = parse(text);
		const struct ptx_func *f = func(m, "k");

		assert_int_equal(f->n_insns, g.n);
		for (unsigned b = 0; b < g.n; b++) {
			int want = g.target[b] == PTX_NONE ? PTX_NONE : immediate(&g, b);

			if (f->insns[b].reconv != want)
				fail_msg("instruction %u: %d instead of %d in\n%s", b,
					 f->insns[b].reconv, want, text);
		}
		ptx_free(m);
		free(text);
	}
}

enum { NODES = 12 };

struct small {
	unsigned n, at[NODES + 1], succ[3 * NODES];
	bool path[NODES][NODES]; /* along one edge or more */
};

static void random_small(struct rng *r, struct small *g, bool acyclic)
{
	unsigned e = 0;

	memset(g, 0, sizeof(*g));
	g->n = 1 + rng_below(r, NODES);
	for (unsigned b = 0; b < g->n; b++) {
		const unsigned out = rng_below(r, 4);

		g->at[b] = e;
		for (unsigned k = 0; k < out; k++) {
			const unsigned to =
				acyclic ? b + 1 + rng_below(r, g->n) : rng_below(r, g->n + 1);

			if (to < g->n)
				g->path[b][to] = true;
			g->succ[e++] = to < g->n ? to : g->n;
		}
	}
	g->at[g->n] = e;
	for (unsigned k = 0; k < g->n; k++)
		for (unsigned a = 0; a < g->n; a++)
			for (unsigned b = 0; b < g->n; b++)
				g->path[a][b] |= g->path[a][k] && g->path[k][b];
}

/* An edge against the order closes a loop, and all that stands between its ends is of it. */
static void check_edge(const struct small *g, const unsigned *order, unsigned from, unsigned to)
{
	if (order[from] < order[to])
		return;
	if (!g->path[to][from] && from != to)
		fail_msg("%u -> %u goes back without a loop", from, to);
	for (unsigned w = 0; w < g->n; w++)
		if (order[w] > order[to] && order[w] < order[from] &&
		    !(g->path[w][to] && g->path[to][w]))
			fail_msg("%u stands inside the loop of %u", w, to);
}

static void order_of_blocks(void **state)
{
	struct rng r;

	(void)state;
	rng_seed(&r, 7);
	for (unsigned round = 0; round < 20000; round++) {
		unsigned order[NODES], seen = 0;
		struct small g;

		random_small(&r, &g, round % 2);
		ptx_rank_blocks(g.n, g.at, g.succ, order);
		for (unsigned b = 0; b < g.n; b++) {
			assert_true(order[b] < g.n);
			seen |= 1U << order[b];
		}
		assert_int_equal(seen, (1U << g.n) - 1);
		for (unsigned b = 0; b < g.n; b++)
			for (unsigned e = g.at[b]; e < g.at[b + 1]; e++)
				if (g.succ[e] < g.n)
					check_edge(&g, order, b, g.succ[e]);
	}
}

static double seconds_to_parse(const char *text, size_t size, unsigned insns)
{
	struct diag diag;
	clock_t start = clock();
	struct ptx_module *m = ptx_parse(text, size, "t.ptx", &diag);
	double s = (double)(clock() - start) / CLOCKS_PER_SEC;

	if (!m)
		fail_msg("%s", diag.text);
	assert_int_equal(func(m, "k")->n_insns, insns);
	ptx_free(m);
	return s;
}

enum { BLOCKS = 50000 };

/* 150,000 lines; generous, for sanitizers and slow machines: quadratic would be minutes. */
static void large_functions(void **state)
{
	size_t cap = (size_t)BLOCKS * 96 + 4096;
	char *text = malloc(cap);
	size_t len;
	double s;

	(void)state;
	/* a ladder: every block branches ahead or goes on */
	len = (size_t)sprintf(text, "%s.entry k { .reg .pred %%p<2>; .reg .b32 %%r<%d>;\n", HEAD,
			      BLOCKS + 1);
	for (int b = 0; b < BLOCKS; b++)
		len += (size_t)sprintf(text + len,
				       "L%d: add.s32 %%r%d, %%r%d, 1;\n@%%p1 bra L%d;\n", b, b + 1,
				       b, b + 7 < BLOCKS ? b + 7 : 0);
	len += (size_t)sprintf(text + len, "ret; }\n");
	s = seconds_to_parse(text, len, 2 * BLOCKS + 1);
	if (s > 10)
		fail_msg("%.1f s", s);
	/* a deep tree whose leaves meet at both ends of a chain */
	len = (size_t)sprintf(text, "%s.entry k { .reg .pred %%p<2>; .reg .b32 %%r<2>;\n", HEAD);
	for (int b = 0; b < BLOCKS / 2; b++)
		len += (size_t)sprintf(text + len, "@%%p1 bra C0; @%%p1 bra D;\n");
	for (int b = 0; b < BLOCKS / 2; b++)
		len += (size_t)sprintf(text + len, "C%d: mov.u32 %%r1, 1;\nbra C%d;\n", b,
				       b + 1 < BLOCKS / 2 ? b + 1 : BLOCKS / 2);
	len += (size_t)sprintf(text + len, "C%d: D: ret; }\n", BLOCKS / 2);
	s = seconds_to_parse(text, len, 2 * BLOCKS + 1);
	if (s > 10)
		fail_msg("%.1f s", s);
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(hand_graphs),     cmocka_unit_test(early_exits),
		cmocka_unit_test(random_graphs),   cmocka_unit_test(order_of_blocks),
		cmocka_unit_test(large_functions),
	};

	return cmocka_run_group_tests_name("ptx control flow", tests, NULL, NULL);
}
