/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * cfg: basic blocks and immediate post-dominators.
 *
 * Post-dominators are dominators of the reversed graph, rooted in a virtual exit node
 * that every ret, exit and trap leads to. Lengauer and Tarjan's algorithm with path
 * compression: O(edges log blocks), whatever the shape. Blocks from which the exit
 * cannot be reached (endless loops) have no post-dominator.
 *
 * Lanes that leave early must not keep the others apart: where a function has barriers or
 * operations of a warp, a second pass leaves out every way out of the part that has them but
 * the last, and the blocks that lead only there, and finds where those branches meet whose
 * lanes met nowhere before the end of that part.
 * The order of blocks is order.c's.
 */
#include "block_rank.h"
#include "ptx.h"

#include <stdlib.h>
#include <string.h>

struct cfg {
	struct ptx_func *f;
	unsigned n;      /* blocks; node n is the virtual exit */
	int *block_of;   /* instruction -> block, at leaders */
	unsigned *first; /* block -> first instruction; [n] = n_insns */
	/* edges of the reversed graph: those that enter node v come from succ[v] */
	unsigned *succ_at, *succ; /* successors in program order of block b */
	unsigned *pred_at, *pred; /* predecessors of node v, the exit included */
	/* Lengauer-Tarjan, by depth-first number 1..count; 0: not reached */
	unsigned count;
	unsigned *dfs, *vertex, *parent, *semi, *ancestor, *label, *dom, *bucket, *bucket_next;
	unsigned *stack, *work;
	unsigned *order; /* of blocks: order.c's */
};

static bool ends_block(const struct ptx_insn *i)
{
	switch (i->op) {
	case PTX_OP_BRA:
	case PTX_OP_BRX:
	case PTX_OP_RET:
	case PTX_OP_EXIT:
	case PTX_OP_TRAP: return true;
	default: return false;
	}
}

static void mark_leaders(struct ptx_func *f)
{
	for (unsigned n = 0; n < f->n_insns; n++) {
		f->insns[n].leader = n == 0;
		f->insns[n].reconv = f->insns[n].meet = PTX_NONE;
	}
	for (unsigned n = 0; n < f->n_insns; n++) {
		const struct ptx_insn *i = &f->insns[n];

		if (!ends_block(i))
			continue;
		if (n + 1 < f->n_insns)
			f->insns[n + 1].leader = true;
		if (i->op == PTX_OP_BRA)
			f->insns[i->opnd[0].imm].leader = true;
		for (unsigned t = 0; i->op == PTX_OP_BRX && t < i->n_targets; t++)
			f->insns[i->targets[t]].leader = true;
	}
}

static void number_blocks(struct cfg *g)
{
	unsigned b = 0;

	for (unsigned n = 0; n < g->f->n_insns; n++)
		b += g->f->insns[n].leader;
	g->n = b;
	g->block_of = mem_alloc(g->f->n_insns * sizeof(int));
	g->first = mem_alloc((g->n + 1) * sizeof(unsigned));
	b = 0;
	for (unsigned n = 0; n < g->f->n_insns; n++) {
		if (!g->f->insns[n].leader)
			continue;
		g->block_of[n] = (int)b;
		g->first[b++] = n;
	}
	g->first[b] = g->f->n_insns;
}

/* Successors of block b to out (NULL: only counted). Node n is the exit. */
static unsigned successors(const struct cfg *g, unsigned b, unsigned *out)
{
	unsigned next = g->first[b + 1];
	const struct ptx_insn *i = &g->f->insns[next - 1];
	bool through = !ends_block(i) || i->guard != PTX_NONE;
	unsigned k = 0;

	if (i->op == PTX_OP_BRA) {
		if (out)
			out[k] = (unsigned)g->block_of[i->opnd[0].imm];
		k++;
	} else if (i->op == PTX_OP_BRX) {
		for (unsigned t = 0; t < i->n_targets; t++, k++)
			if (out)
				out[k] = (unsigned)g->block_of[i->targets[t]];
	} else if (ends_block(i)) {
		if (out)
			out[k] = g->n;
		k++;
	}
	if (through) {
		if (out)
			out[k] = next < g->f->n_insns ? b + 1 : g->n;
		k++;
	}
	return k;
}

/* The edges of the reversed graph, from succ. */
static void build_preds(struct cfg *g)
{
	unsigned total = g->succ_at[g->n];
	unsigned *fill = mem_alloc((g->n + 1) * sizeof(unsigned));

	g->pred_at = mem_alloc((g->n + 2) * sizeof(unsigned));
	g->pred = mem_alloc(total * sizeof(unsigned));
	for (unsigned e = 0; e < total; e++)
		g->pred_at[g->succ[e] + 1]++;
	for (unsigned v = 0; v <= g->n; v++)
		g->pred_at[v + 1] += g->pred_at[v];
	for (unsigned b = 0; b < g->n; b++) {
		for (unsigned e = g->succ_at[b]; e < g->succ_at[b + 1]; e++) {
			unsigned v = g->succ[e];

			g->pred[g->pred_at[v] + fill[v]++] = b;
		}
	}
	free(fill);
}

static void build_edges(struct cfg *g)
{
	unsigned total = 0;

	g->succ_at = mem_alloc((g->n + 2) * sizeof(unsigned));
	for (unsigned b = 0; b < g->n; b++) {
		g->succ_at[b] = total;
		total += successors(g, b, NULL);
	}
	g->succ_at[g->n] = g->succ_at[g->n + 1] = total;
	g->succ = mem_alloc(total * sizeof(unsigned));
	for (unsigned b = 0; b < g->n; b++)
		successors(g, b, g->succ + g->succ_at[b]);
	build_preds(g);
}

/* Numbers the nodes from which the exit can be reached, depth first from the exit. */
static void number_nodes(struct cfg *g)
{
	unsigned *edge = mem_alloc((g->n + 1) * sizeof(unsigned));
	unsigned depth = 0;

	memcpy(edge, g->pred_at, (g->n + 1) * sizeof(unsigned));
	g->count = 1;
	g->dfs[g->n] = 1;
	g->vertex[1] = g->n;
	g->stack[depth++] = g->n;
	while (depth) {
		unsigned v = g->stack[depth - 1], w;

		if (edge[v] == g->pred_at[v + 1]) {
			depth--;
			continue;
		}
		w = g->pred[edge[v]++];
		if (g->dfs[w])
			continue;
		g->dfs[w] = ++g->count;
		g->vertex[g->count] = w;
		g->parent[g->count] = g->dfs[v];
		g->stack[depth++] = w;
	}
	free(edge);
}

/* Number of the node with the least semidominator on v's path to the forest's root. */
static unsigned evaluate(struct cfg *g, unsigned v)
{
	unsigned depth = 0;

	if (!g->ancestor[v])
		return v;
	for (unsigned u = v; g->ancestor[g->ancestor[u]]; u = g->ancestor[u])
		g->stack[depth++] = u;
	while (depth) {
		unsigned u = g->stack[--depth];
		unsigned a = g->ancestor[u];

		if (g->semi[g->label[a]] < g->semi[g->label[u]])
			g->label[u] = g->label[a];
		g->ancestor[u] = g->ancestor[a];
	}
	return g->label[v];
}

static void find_dominators(struct cfg *g)
{
	for (unsigned v = 1; v <= g->count; v++) {
		g->semi[v] = v;
		g->label[v] = v;
	}
	for (unsigned w = g->count; w > 1; w--) {
		unsigned b = g->vertex[w], p = g->parent[w];

		/* edges of the reversed graph into b start at b's successors */
		for (unsigned e = g->succ_at[b]; e < g->succ_at[b + 1]; e++) {
			unsigned v = g->dfs[g->succ[e]];
			unsigned u = v ? evaluate(g, v) : w;

			if (g->semi[u] < g->semi[w])
				g->semi[w] = g->semi[u];
		}
		g->bucket_next[w] = g->bucket[g->semi[w]];
		g->bucket[g->semi[w]] = w;
		g->ancestor[w] = p;
		for (unsigned v = g->bucket[p]; v; v = g->bucket_next[v]) {
			unsigned u = evaluate(g, v);

			g->dom[v] = g->semi[u] < g->semi[v] ? u : p;
		}
		g->bucket[p] = 0;
	}
	for (unsigned w = 2; w <= g->count; w++)
		if (g->dom[w] != g->semi[w])
			g->dom[w] = g->dom[g->dom[w]];
}

static bool is_branch(const struct ptx_insn *i)
{
	return i->op == PTX_OP_BRA || i->op == PTX_OP_BRX;
}

static struct ptx_insn *last_of(const struct cfg *g, unsigned b)
{
	return &g->f->insns[g->first[b + 1] - 1];
}

/* Post-dominators of the graph that succ and pred describe. */
static void solve(struct cfg *g)
{
	size_t nodes = (size_t)g->n + 2;

	g->work = mem_alloc(10 * nodes * sizeof(unsigned));
	g->dfs = g->work;
	g->vertex = g->work + nodes;
	g->parent = g->work + 2 * nodes;
	g->semi = g->work + 3 * nodes;
	g->ancestor = g->work + 4 * nodes;
	g->label = g->work + 5 * nodes;
	g->dom = g->work + 6 * nodes;
	g->bucket = g->work + 7 * nodes;
	g->bucket_next = g->work + 8 * nodes;
	g->stack = g->work + 9 * nodes;
	number_nodes(g);
	find_dominators(g);
}

static void release(struct cfg *g)
{
	free(g->work);
	free(g->succ_at);
	free(g->succ);
	free(g->pred_at);
	free(g->pred);
}

/* The immediate post-dominator; the exit when there is none. */
static unsigned post_dominator(const struct cfg *g, unsigned b)
{
	return g->dfs[b] ? g->vertex[g->dom[g->dfs[b]]] : g->n;
}

static void write_reconvergence(struct cfg *g)
{
	for (unsigned b = 0; b < g->n; b++) {
		struct ptx_insn *i = last_of(g, b);
		unsigned d = post_dominator(g, b);

		if (is_branch(i) && d != g->n)
			i->reconv = (int)g->first[d];
		i->meet = i->reconv;
	}
}

/* Where it matters who is there: lanes of a warp that come apart do not come as one warp. */
static bool meets_others(enum ptx_op op)
{
	switch (op) {
	case PTX_OP_BAR:
	case PTX_OP_SHFL:
	case PTX_OP_VOTE:
	case PTX_OP_MATCH:
	case PTX_OP_REDUX:
	case PTX_OP_ELECT:
	case PTX_OP_ACTIVEMASK:
	case PTX_OP_CALL: return true;
	default: return false;
	}
}

/* Marks every block from which a marked one can be reached. */
static void mark_ways_to(const struct cfg *g, bool *mark)
{
	unsigned *stack = mem_alloc((g->n + 1) * sizeof(unsigned));
	unsigned depth = 0;

	for (unsigned b = 0; b < g->n; b++)
		if (mark[b])
			stack[depth++] = b;
	while (depth) {
		unsigned v = stack[--depth];

		for (unsigned e = g->pred_at[v]; e < g->pred_at[v + 1]; e++) {
			if (mark[g->pred[e]])
				continue;
			mark[g->pred[e]] = true;
			stack[depth++] = g->pred[e];
		}
	}
	free(stack);
}

/* more[b]: there are others to meet in b or behind it. returns[b]: from b the end is reached by a
 * return, or by the end of the text. */
static void mark_more(const struct cfg *g, bool *more, bool *returns)
{
	for (unsigned b = 0; b < g->n; b++) {
		enum ptx_op last = last_of(g, b)->op;

		for (unsigned n = g->first[b]; n < g->first[b + 1]; n++)
			more[b] |= meets_others(g->f->insns[n].op);
		for (unsigned e = g->succ_at[b]; e < g->succ_at[b + 1]; e++)
			returns[b] |=
				g->succ[e] == g->n && last != PTX_OP_EXIT && last != PTX_OP_TRAP;
	}
	mark_ways_to(g, more);
	mark_ways_to(g, returns);
}

/* The last block, in the order of blocks, from which a way leads to where nobody is met any more;
 * node n when there is none. */
static unsigned last_way_out(const struct cfg *g, const bool *more, const bool *returns)
{
	unsigned found = g->n;

	for (unsigned b = 0; b < g->n; b++) {
		if (!more[b] || (found != g->n && g->order[b] < g->order[found]))
			continue;
		for (unsigned e = g->succ_at[b]; e < g->succ_at[b + 1]; e++) {
			unsigned v = g->succ[e];

			if (v == g->n ? returns[b] : returns[v] && !more[v])
				found = b;
		}
	}
	return found;
}

/* The part of g whose blocks lead to m; from m the exit is reached, and from no other block. */
static void reduce(const struct cfg *g, unsigned m, const bool *keep, struct cfg *part)
{
	unsigned total = 0;

	*part = *g;
	part->succ_at = mem_alloc((g->n + 2) * sizeof(unsigned));
	part->succ = mem_alloc((g->succ_at[g->n] + 1) * sizeof(unsigned));
	for (unsigned b = 0; b < g->n; b++) {
		part->succ_at[b] = total;
		for (unsigned e = g->succ_at[b]; keep[b] && e < g->succ_at[b + 1]; e++)
			if (g->succ[e] != g->n && keep[g->succ[e]])
				part->succ[total++] = g->succ[e];
		if (b == m)
			part->succ[total++] = g->n;
	}
	part->succ_at[g->n] = part->succ_at[g->n + 1] = total;
	build_preds(part);
}

/* once[b]: each way through the function leads over b, and no loop does. When one way from there
 * leads out and one on, nobody else waits for those that go on. */
static void mark_once(const struct cfg *g, bool *once)
{
	unsigned *loops = mem_alloc((g->n + 1) * sizeof(unsigned)), inside = 0;
	unsigned *block_at = mem_alloc((g->n + 1) * sizeof(unsigned));

	for (unsigned b = 0; b < g->n; b++)
		block_at[g->order[b]] = b;
	for (unsigned b = 0; b < g->n; b++) {
		for (unsigned e = g->succ_at[b]; e < g->succ_at[b + 1]; e++) {
			unsigned v = g->succ[e];

			if (v == g->n || g->order[v] > g->order[b])
				continue;
			loops[g->order[v]]++;
			loops[g->order[b] + 1]--;
		}
	}
	for (unsigned b = 0; b != g->n && g->dfs[b]; b = post_dominator(g, b))
		once[b] = true;
	for (unsigned k = 0; k < g->n; k++) {
		inside += loops[k];
		if (inside)
			once[block_at[k]] = false;
	}
	free(loops);
	free(block_at);
}

static void write_meetings(const struct cfg *g)
{
	bool *more = mem_alloc(4 * ((size_t)g->n + 1)), *keep = more + g->n + 1;
	bool *returns = keep + g->n + 1, *once = returns + g->n + 1;
	struct cfg part;
	unsigned m;

	mark_more(g, more, returns);
	m = last_way_out(g, more, returns);
	if (m != g->n) {
		keep[m] = true;
		mark_ways_to(g, keep);
		reduce(g, m, keep, &part);
		solve(&part);
		mark_once(&part, once);
		for (unsigned b = 0; b < g->n; b++) {
			struct ptx_insn *i = last_of(g, b);
			unsigned late = post_dominator(g, b), d = post_dominator(&part, b);
			bool forks = part.succ_at[b + 1] - part.succ_at[b] > 1;

			if (is_branch(i) && keep[b] && (forks || !once[b]) && d != g->n &&
			    (late == g->n || !more[late]))
				i->meet = (int)g->first[d];
		}
		release(&part);
	}
	free(more);
}

static void write_order(struct cfg *g)
{
	g->order = mem_alloc(g->n * sizeof(unsigned));
	ptx_rank_blocks(g->n, g->succ_at, g->succ, g->order);
	for (unsigned b = 0; b < g->n; b++)
		for (unsigned n = g->first[b]; n < g->first[b + 1]; n++)
			g->f->insns[n].order = g->order[b];
}

void ptx_cfg_build(struct ptx_func *f)
{
	struct cfg g = {.f = f};

	if (!f->n_insns)
		return;
	mark_leaders(f);
	number_blocks(&g);
	build_edges(&g);
	solve(&g);
	write_reconvergence(&g);
	write_order(&g);
	write_meetings(&g);
	release(&g);
	free(g.order);
	free(g.block_of);
	free(g.first);
}
