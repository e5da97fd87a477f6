/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "facts.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FAR = 1 << 20 };

/* One function's code and the two accesses in it. */
struct code {
	struct report *r;
	const struct simt_kernel *k;
	const struct ptx_func *f;
	const struct ptx_insn *a, *b; /* earlier access (NULL: not known), later one */
	bool device;                  /* the two threads are in different blocks */
	unsigned *dist, *queue;       /* n_insns each */
	struct report_facts *out;
};

static unsigned at(const struct code *c, const struct ptx_insn *i)
{
	return (unsigned)(i - c->f->insns);
}

/* A call of a small function, as atomics and fences are without optimisation, stands for the first
 * such operation in it. */
static const struct ptx_insn *meant(const struct ptx_insn *i)
{
	const struct ptx_func *f = i->op == PTX_OP_CALL && i->n_opnds ? i->opnd[0].func : NULL;

	for (unsigned n = 0; f && n < f->n_insns; n++) {
		const struct ptx_insn *in = &f->insns[n];

		if (in->op == PTX_OP_ATOM || in->op == PTX_OP_RED || in->op == PTX_OP_MEMBAR ||
		    in->op == PTX_OP_FENCE)
			return in;
	}
	return i;
}

static bool is_memory(const struct ptx_insn *i)
{
	return i->space == PTX_SPACE_GLOBAL || i->space == PTX_SPACE_SHARED ||
	       i->space == PTX_SPACE_GENERIC;
}

static bool strong_write(const struct ptx_insn *i)
{
	i = meant(i);
	return i->op == PTX_OP_ATOM || i->op == PTX_OP_RED ||
	       (i->op == PTX_OP_ST && i->sem != PTX_SEM_WEAK && is_memory(i));
}

/* That decides something. */
static bool strong_read(const struct code *c, const struct ptx_insn *i)
{
	const struct ptx_insn *in = meant(i);

	if (in->op != PTX_OP_ATOM && (in->op != PTX_OP_LD || in->sem == PTX_SEM_WEAK))
		return false;
	if (!is_memory(in))
		return false;
	if (in != i) /* its value comes back by a parameter */
		return true;
	return i->opnd[0].kind == PTX_OPND_REG && expr_decides(c->f, i->opnd[0].reg);
}

enum fence { NO_FENCE, NARROW, WIDE };

static enum fence fence(const struct ptx_insn *i)
{
	i = meant(i);
	if (i->op != PTX_OP_MEMBAR && i->op != PTX_OP_FENCE)
		return NO_FENCE;
	return i->scope == PTX_SCOPE_CTA ? NARROW : WIDE;
}

static void reach(struct code *c, unsigned to, unsigned d, unsigned *n)
{
	if (to >= c->f->n_insns || c->dist[to] != FAR)
		return;
	c->dist[to] = d;
	c->queue[(*n)++] = to;
}

static void edges(struct code *c, unsigned from, unsigned d, unsigned *n)
{
	const struct ptx_insn *i = &c->f->insns[from];

	if (i->op == PTX_OP_BRA)
		reach(c, (unsigned)i->opnd[0].imm, d, n);
	for (unsigned t = 0; i->op == PTX_OP_BRX && t < i->n_targets; t++)
		reach(c, (unsigned)i->targets[t], d, n);
	if (i->op == PTX_OP_BRX ||
	    ((i->op == PTX_OP_BRA || i->op == PTX_OP_RET || i->op == PTX_OP_EXIT) &&
	     i->guard == PTX_NONE))
		return;
	reach(c, from + 1, d, n);
}

/* Instructions to each one from there on, in c->dist; not past fences of at least that width (nor
 * past `stop`). */
static void walk(struct code *c, const struct ptx_insn *from, enum fence past,
		 const struct ptx_insn *stop)
{
	unsigned n = 0;

	for (unsigned i = 0; i < c->f->n_insns; i++)
		c->dist[i] = FAR;
	edges(c, at(c, from), 1, &n);
	for (unsigned i = 0; i < n; i++) {
		const unsigned pc = c->queue[i];
		const enum fence here = fence(&c->f->insns[pc]);

		if ((past != NO_FENCE && here >= past) || &c->f->insns[pc] == stop)
			continue;
		edges(c, pc, c->dist[pc] + 1, &n);
	}
}

static unsigned distance(struct code *c, const struct ptx_insn *from, const struct ptx_insn *to)
{
	walk(c, from, NO_FENCE, NULL);
	return c->dist[at(c, to)];
}

static struct report_place where(const struct code *c, const struct ptx_insn *i)
{
	struct report_place p = {NULL};

	for (uint32_t pc = 0; pc < c->k->n_code; pc++)
		if (c->k->src[pc] == i) {
			report_place(c->r, c->k, pc, &p);
			break;
		}
	p.atomic = report_atomic(meant(i)->atom);
	return p;
}

/* Flags */

struct flag {
	const struct ptx_insn *write, *read;
	unsigned far;
};

static const struct ptx_var *root_of(const struct code *c, const struct ptx_insn *i)
{
	if (meant(i) != i)
		return NULL;
	return expr_root(c->f, &i->opnd[i->op == PTX_OP_LD || i->op == PTX_OP_ATOM]);
}

/* An atomic that gives the order and asks for it, too, as the last block's ticket, must come after
 * the earlier access for another reason than a loop. */
static bool plausible(struct code *c, const struct ptx_insn *w, const struct ptx_insn *rd)
{
	return w != rd || meant(w)->atom == PTX_ATOM_CAS || (c->a && distance(c, w, c->a) == FAR);
}

/* Two compare-and-swaps from one constant to the same other one both take a lock: neither gives it
 * back. */
static bool both_take(const struct code *c, const struct ptx_insn *w, const struct ptx_insn *rd)
{
	int64_t a, b;

	if (w->op != PTX_OP_ATOM || rd->op != PTX_OP_ATOM || w->atom != PTX_ATOM_CAS ||
	    rd->atom != PTX_ATOM_CAS)
		return false;
	for (unsigned n = 2; n <= 3; n++)
		if (!expr_constant(c->f, &w->opnd[n], &a) ||
		    !expr_constant(c->f, &rd->opnd[n], &b) || a != b)
			return false;
	return true;
}

/* The nearest write after a of what rd reads, or of what may be it. */
static void match(struct code *c, const struct ptx_insn *rd, unsigned far, struct flag *best)
{
	const struct ptx_var *root = root_of(c, rd), *other;

	for (unsigned n = 0; n < c->f->n_insns; n++) {
		const struct ptx_insn *w = &c->f->insns[n];
		unsigned d = far;

		if (!strong_write(w) || w == c->a || w == c->b || !plausible(c, w, rd) ||
		    both_take(c, w, rd))
			continue;
		other = root_of(c, w);
		if (root != other && root && other)
			continue;
		if (root != other || !root)
			d += FAR; /* only when nothing surer is there */
		if (c->a) {
			walk(c, c->a, NO_FENCE, NULL);
			if (c->dist[n] == FAR)
				continue;
			d += c->dist[n];
		}
		if (d < best->far)
			*best = (struct flag){w, rd, d};
	}
}

static struct flag find_flag(struct code *c)
{
	struct flag best = {NULL, NULL, 4U * FAR};

	for (unsigned n = 0; n < c->f->n_insns; n++) {
		const struct ptx_insn *rd = &c->f->insns[n];
		unsigned d;

		if (rd == c->a || rd == c->b || !strong_read(c, rd))
			continue;
		d = distance(c, rd, c->b);
		if (d != FAR)
			match(c, rd, d, &best);
	}
	return best;
}

static bool releases(const struct ptx_insn *i)
{
	return i->sem == PTX_SEM_RELEASE || i->sem == PTX_SEM_ACQ_REL || i->sem == PTX_SEM_SC;
}

static bool acquires(const struct ptx_insn *i)
{
	return i->sem == PTX_SEM_ACQUIRE || i->sem == PTX_SEM_ACQ_REL || i->sem == PTX_SEM_SC;
}

/* Whether a wide enough fence stands on all ways; *narrow: one for the block in its place. */
static bool fenced(struct code *c, const struct ptx_insn *from, const struct ptx_insn *to,
		   struct report_place *narrow)
{
	walk(c, from, c->device ? WIDE : NARROW, NULL);
	if (c->dist[at(c, to)] == FAR)
		return true;
	walk(c, from, NARROW, NULL);
	if (c->dist[at(c, to)] != FAR)
		return false;
	for (unsigned n = 0; n < c->f->n_insns; n++) /* where the walk ended */
		if (c->dist[n] != FAR && fence(&c->f->insns[n]) == NARROW)
			*narrow = where(c, &c->f->insns[n]);
	return false;
}

/* A fence that comes only after the flag is written. */
static void late(struct code *c, const struct flag *g)
{
	const struct ptx_insn *best = NULL;

	walk(c, g->write, c->device ? WIDE : NARROW, g->read);
	for (unsigned n = 0; n < c->f->n_insns; n++)
		if (c->dist[n] != FAR && fence(&c->f->insns[n]) >= (c->device ? WIDE : NARROW) &&
		    (!best || c->dist[n] < c->dist[at(c, best)]))
			best = &c->f->insns[n];
	if (best)
		c->out->late = where(c, best);
}

static void flags(struct code *c)
{
	const struct flag g = find_flag(c);
	struct report_facts *f = c->out;
	const struct ptx_insn *w, *rd;

	if (!g.write)
		return;
	w = meant(g.write);
	rd = meant(g.read);
	f->flag_write = where(c, g.write);
	f->flag_read = where(c, g.read);
	f->is_lock = rd->atom == PTX_ATOM_CAS;
	f->write_narrow = c->device && w->scope == PTX_SCOPE_CTA;
	f->read_narrow = c->device && rd->scope == PTX_SCOPE_CTA;
	f->write_fenced = releases(w) || (c->a && fenced(c, c->a, g.write, &f->narrow_before));
	f->read_fenced = acquires(rd) || fenced(c, g.read, c->b, &f->narrow_after);
	if (!f->write_fenced && c->a && !f->narrow_before.file)
		late(c, &g);
}

/* Reading, changing, writing one place */

static const char *update_of(const struct code *c, const struct ptx_insn *i)
{
	const struct ptx_insn *load = NULL;
	const char *name;

	if (!i || i->op == PTX_OP_ST)
		return i ? expr_update(c->f, i, &load) : NULL;
	for (unsigned n = 0; i->op == PTX_OP_LD && n < c->f->n_insns; n++) {
		name = expr_update(c->f, &c->f->insns[n], &load);
		if (name && load == i)
			return name;
	}
	return NULL;
}

/* Values stored */

static void print_value(const struct ptx_insn *i, int64_t v, char text[32])
{
	uint32_t half = (uint32_t)v;
	double d;
	float s;

	switch (i->type) {
	case PTX_T_F32:
		memcpy(&s, &half, sizeof(s));
		snprintf(text, 32, "%.9g", (double)s);
		return;
	case PTX_T_F64:
		memcpy(&d, &v, sizeof(d));
		snprintf(text, 32, "%.17g", d);
		return;
	default: snprintf(text, 32, "%" PRId64, v); return;
	}
}

static void values(struct code *c)
{
	const struct ptx_opnd *a, *b;
	int64_t v, w;
	char text[32];

	if (!c->a || c->a->op != PTX_OP_ST || c->b->op != PTX_OP_ST || c->a->vec > 1 ||
	    c->b->vec > 1)
		return;
	a = &c->a->opnd[1];
	b = &c->b->opnd[1];
	if (expr_constant(c->f, a, &v) && expr_constant(c->f, b, &w)) {
		if (v != w || c->a->type != c->b->type)
			return;
		print_value(c->b, v, text);
		c->out->value = report_string(c->r, text);
		c->out->same_value = true;
		return;
	}
	c->out->same_value = expr_uniform(c->f, a, !c->device) &&
			     expr_uniform(c->f, b, !c->device) && expr_same(c->f, a, b);
}

/* Room for a barrier */

/* Whether i runs only on some outcomes of the branch. */
static bool under(struct code *c, const struct ptx_insn *bra, const struct ptx_insn *i)
{
	walk(c, bra, NO_FENCE, bra->reconv == PTX_NONE ? NULL : &c->f->insns[bra->reconv]);
	return c->dist[at(c, i)] != FAR &&
	       (bra->reconv == PTX_NONE || i != &c->f->insns[bra->reconv]);
}

/* The outermost branch that decides on one of the two and not on the other, and one that decides on
 * both though not alike for all threads. */
static void branches(struct code *c)
{
	for (unsigned n = c->f->n_insns; n-- > 0;) {
		const struct ptx_insn *i = &c->f->insns[n];
		const struct ptx_opnd guard = {.kind = PTX_OPND_REG, .reg = i->guard};
		bool a, b;

		if (i->op != PTX_OP_BRA || i->guard == PTX_NONE || i->opnd[0].imm <= n ||
		    expr_uniform(c->f, &guard, true))
			continue;
		a = under(c, i, c->a);
		b = under(c, i, c->b);
		if (a && b && i != c->a)
			c->out->around_both = where(c, i);
		else if (a)
			c->out->around_first = where(c, i);
		else if (b)
			c->out->around_second = where(c, i);
	}
}

/* The loop that a branch back makes: where it begins in the source. */
static struct report_place head_of(const struct code *c, unsigned from, unsigned to)
{
	const struct ptx_where here = ptx_where(c->k->module, c->b);
	const struct ptx_insn *best = c->b;
	unsigned least = here.line;

	for (unsigned n = from; here.file && n <= to; n++) {
		const struct ptx_where p = ptx_where(c->k->module, &c->f->insns[n]);

		if (p.file == here.file && p.line && p.line < least) {
			best = &c->f->insns[n];
			least = p.line;
		}
	}
	return where(c, best);
}

static void loops(struct code *c)
{
	unsigned from, to;

	walk(c, c->a, NO_FENCE, NULL);
	c->out->forward = c->dist[at(c, c->b)] != FAR;
	walk(c, c->b, NO_FENCE, NULL);
	c->out->back = c->dist[at(c, c->a)] != FAR;
	for (to = 0; c->out->back && to < c->f->n_insns; to++) {
		const struct ptx_insn *i = &c->f->insns[to];

		if (i->op != PTX_OP_BRA || (unsigned)i->opnd[0].imm > to)
			continue;
		from = (unsigned)i->opnd[0].imm;
		if (at(c, c->a) >= from && at(c, c->a) <= to && at(c, c->b) >= from &&
		    at(c, c->b) <= to) {
			c->out->loop = head_of(c, from, to);
			return;
		}
	}
}

void report_facts(struct report *r, const struct simt_kernel *k, uint32_t pc_first,
		  uint32_t pc_second, bool same_block, struct report_facts *f)
{
	struct code c = {.r = r, .k = k, .device = !same_block, .out = f};

	memset(f, 0, sizeof(*f));
	if (pc_second >= k->n_code || !k->src[pc_second])
		return;
	c.f = k->func[pc_second];
	c.b = k->src[pc_second];
	if (pc_first < k->n_code && k->func[pc_first] == c.f)
		c.a = k->src[pc_first];
	else if (pc_first < k->n_code)
		return; /* in two functions: nothing here follows calls */
	c.dist = mem_alloc(c.f->n_insns * sizeof(*c.dist));
	c.queue = mem_alloc(c.f->n_insns * sizeof(*c.queue));
	f->update[0] = update_of(&c, c.a);
	f->update[1] = update_of(&c, c.b);
	flags(&c);
	values(&c);
	if (c.a) {
		branches(&c);
		loops(&c);
	}
	free(c.dist);
	free(c.queue);
}
