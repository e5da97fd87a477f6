/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * cfg: basic blocks and immediate post-dominators.
 *
 * Post-dominators are dominators of the reversed graph, rooted in a virtual exit node
 * that every ret, exit and trap leads to. Lengauer and Tarjan's algorithm with path
 * compression: O(edges log blocks), whatever the shape. Blocks from which the exit
 * cannot be reached (endless loops) have no post-dominator.
 * The order of blocks is order.c's.
 */
#include "order.h"
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
	unsigned *stack;
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
		f->insns[n].reconv = PTX_NONE;
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

static void build_edges(struct cfg *g)
{
	unsigned total = 0;
	unsigned *fill;

	g->succ_at = mem_alloc((g->n + 2) * sizeof(unsigned));
	g->pred_at = mem_alloc((g->n + 2) * sizeof(unsigned));
	for (unsigned b = 0; b < g->n; b++) {
		g->succ_at[b] = total;
		total += successors(g, b, NULL);
	}
	g->succ_at[g->n] = g->succ_at[g->n + 1] = total;
	g->succ = mem_alloc(total * sizeof(unsigned));
	g->pred = mem_alloc(total * sizeof(unsigned));
	for (unsigned b = 0; b < g->n; b++)
		successors(g, b, g->succ + g->succ_at[b]);
	for (unsigned e = 0; e < total; e++)
		g->pred_at[g->succ[e] + 1]++;
	for (unsigned v = 0; v <= g->n; v++)
		g->pred_at[v + 1] += g->pred_at[v];
	fill = mem_alloc((g->n + 1) * sizeof(unsigned));
	for (unsigned b = 0; b < g->n; b++) {
		for (unsigned e = g->succ_at[b]; e < g->succ_at[b + 1]; e++) {
			unsigned v = g->succ[e];

			g->pred[g->pred_at[v] + fill[v]++] = b;
		}
	}
	free(fill);
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

static void write_reconvergence(struct cfg *g)
{
	for (unsigned b = 0; b < g->n; b++) {
		struct ptx_insn *i = &g->f->insns[g->first[b + 1] - 1];
		unsigned d = g->dfs[b] ? g->vertex[g->dom[g->dfs[b]]] : g->n;

		if ((i->op == PTX_OP_BRA || i->op == PTX_OP_BRX) && d != g->n)
			i->reconv = (int)g->first[d];
	}
}

static void write_order(struct cfg *g)
{
	unsigned *order = mem_alloc(g->n * sizeof(unsigned));

	ptx_order_blocks(g->n, g->succ_at, g->succ, order);
	for (unsigned b = 0; b < g->n; b++)
		for (unsigned n = g->first[b]; n < g->first[b + 1]; n++)
			g->f->insns[n].order = order[b];
	free(order);
}

void ptx_cfg_build(struct ptx_func *f)
{
	struct cfg g = {.f = f};
	unsigned *work;
	size_t nodes;

	if (!f->n_insns)
		return;
	mark_leaders(f);
	number_blocks(&g);
	build_edges(&g);
	nodes = (size_t)g.n + 2;
	work = mem_alloc(10 * nodes * sizeof(unsigned));
	g.dfs = work;
	g.vertex = work + nodes;
	g.parent = work + 2 * nodes;
	g.semi = work + 3 * nodes;
	g.ancestor = work + 4 * nodes;
	g.label = work + 5 * nodes;
	g.dom = work + 6 * nodes;
	g.bucket = work + 7 * nodes;
	g.bucket_next = work + 8 * nodes;
	g.stack = work + 9 * nodes;
	number_nodes(&g);
	find_dominators(&g);
	write_reconvergence(&g);
	write_order(&g);
	free(work);
	free(g.block_of);
	free(g.first);
	free(g.succ_at);
	free(g.succ);
	free(g.pred_at);
	free(g.pred);
}
