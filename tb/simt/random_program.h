/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * random_program: structured programs as trees. One printer makes PTX of them, one
 * interpreter runs them for one thread; the two share nothing but the tree.
 */
#ifndef RANDOM_PROGRAM_H
#define RANDOM_PROGRAM_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"

enum {
	RP_VARS = 6,
	RP_FUNCS = 3,
	RP_LOCALS = 4,
	RP_CALL_DEPTH = 3,
	RP_STEPS = 4000,
	RP_TEXT = 1 << 18,
	RP_BLOCKS = 4
};

enum rp_kind {
	RP_ASSIGN,
	RP_IF,
	RP_LOOP,
	RP_SWITCH,
	RP_CALL,
	RP_BREAK,
	RP_RET,
	RP_EXIT,
	RP_LOCAL_ST,
	RP_LOCAL_LD,
	RP_KINDS
};

enum rp_op { RP_ADD, RP_SUB, RP_XOR, RP_MUL, RP_AND, RP_OR, RP_OPS };

struct rp_cond { /* (v[a] & mask) < limit */
	unsigned a;
	uint32_t mask, limit;
};

struct rp_node {
	enum rp_kind kind;
	struct rp_node *next;
	struct rp_node *block[RP_BLOCKS]; /* IF: then, else; LOOP: body; SWITCH: all */
	struct rp_cond cond;
	unsigned d, a, b, callee;
	uint32_t imm;
	enum rp_op op;
};

struct rp_program {
	struct rp_node *body[RP_FUNCS + 1]; /* [0]: kernel; functions after it */
	unsigned n_nodes;
	struct rng rng;
	char *text;
	size_t len;
	unsigned labels, loop_depth;
};

/* Making */

static struct rp_node *rp_list(struct rp_program *p, unsigned depth, bool in_loop, unsigned len);

static inline struct rp_cond rp_cond(struct rp_program *p)
{
	uint32_t mask = (2U << rng_below(&p->rng, 4)) - 1;

	return (struct rp_cond){rng_below(&p->rng, RP_VARS), mask, rng_below(&p->rng, mask + 2)};
}

static inline struct rp_node *rp_node(struct rp_program *p, unsigned depth, bool in_loop)
{
	struct rp_node *n = calloc(1, sizeof(*n));
	unsigned pick = rng_below(&p->rng, 20), blocks = 0;

	p->n_nodes++;
	n->d = rng_below(&p->rng, RP_VARS);
	n->a = rng_below(&p->rng, RP_VARS);
	n->b = rng_below(&p->rng, RP_VARS);
	n->imm = (uint32_t)rng_next(&p->rng) & 0xffff;
	n->op = (enum rp_op)rng_below(&p->rng, RP_OPS);
	n->callee = 1 + rng_below(&p->rng, RP_FUNCS);
	n->cond = rp_cond(p);
	if (pick < 6) {
		n->kind = RP_ASSIGN;
	} else if (pick < 9 && depth) {
		n->kind = RP_IF;
		blocks = 1 + rng_below(&p->rng, 2);
	} else if (pick < 12 && depth) {
		n->kind = RP_LOOP;
		blocks = 1;
	} else if (pick < 13 && depth) {
		n->kind = RP_SWITCH;
		blocks = RP_BLOCKS;
	} else if (pick < 15) {
		n->kind = RP_CALL;
	} else if (pick < 16 && in_loop) {
		n->kind = RP_BREAK;
	} else if (pick < 17) {
		n->kind = rng_below(&p->rng, 3) ? RP_RET : RP_EXIT;
	} else if (pick < 18) {
		n->kind = RP_LOCAL_ST;
	} else {
		n->kind = RP_LOCAL_LD;
	}
	for (unsigned b = 0; b < blocks; b++)
		n->block[b] = rp_list(p, depth - 1, in_loop || n->kind == RP_LOOP,
				      1 + rng_below(&p->rng, 3));
	return n;
}

static inline struct rp_node *rp_list(struct rp_program *p, unsigned depth, bool in_loop,
				      unsigned len)
{
	struct rp_node *first = NULL, **end = &first;

	for (unsigned n = 0; n < len; n++) {
		*end = rp_node(p, depth, in_loop);
		end = &(*end)->next;
	}
	return first;
}

static inline void rp_free_list(struct rp_node *n)
{
	while (n) {
		struct rp_node *next = n->next;

		for (unsigned b = 0; b < RP_BLOCKS; b++)
			rp_free_list(n->block[b]);
		free(n);
		n = next;
	}
}

static inline void rp_make(struct rp_program *p, uint64_t seed)
{
	memset(p, 0, sizeof(*p));
	rng_seed(&p->rng, seed);
	for (unsigned f = 0; f <= RP_FUNCS; f++)
		p->body[f] = rp_list(p, 3, false, 3 + rng_below(&p->rng, 4));
	p->text = malloc(RP_TEXT);
}

static inline void rp_free(struct rp_program *p)
{
	for (unsigned f = 0; f <= RP_FUNCS; f++)
		rp_free_list(p->body[f]);
	free(p->text);
}

/* Running one thread */

enum rp_signal { RP_NORMAL, RP_BROKE, RP_RETURNED, RP_EXITED, RP_TOO_LONG };

struct rp_thread {
	const struct rp_program *p;
	unsigned steps;
	uint32_t out;
	bool has_out;
};

struct rp_frame {
	uint32_t v[RP_VARS], local[RP_LOCALS], depth, ret;
};

static inline uint32_t rp_apply(enum rp_op op, uint32_t a, uint32_t b)
{
	switch (op) {
	case RP_ADD: return a + b;
	case RP_SUB: return a - b;
	case RP_XOR: return a ^ b;
	case RP_MUL: return a * b;
	case RP_AND: return a & b;
	default: return a | b;
	}
}

static inline uint32_t rp_func(struct rp_thread *t, unsigned f, uint32_t a, uint32_t b,
			       uint32_t depth, enum rp_signal *s);

static inline enum rp_signal rp_exec(struct rp_thread *t, struct rp_frame *f,
				     const struct rp_node *n)
{
	enum rp_signal s = RP_NORMAL;

	for (; n && s == RP_NORMAL; n = n->next) {
		bool yes = (f->v[n->cond.a] & n->cond.mask) < n->cond.limit;

		if (++t->steps > RP_STEPS)
			return RP_TOO_LONG;
		switch (n->kind) {
		case RP_ASSIGN:
			f->v[n->d] = rp_apply(n->op, f->v[n->a], n->imm & 1 ? f->v[n->b] : n->imm);
			break;
		case RP_IF: s = rp_exec(t, f, n->block[!yes]); break;
		case RP_LOOP:
			for (uint32_t c = f->v[n->a] & 7; c && s == RP_NORMAL; c--)
				s = rp_exec(t, f, n->block[0]);
			if (s == RP_BROKE)
				s = RP_NORMAL;
			break;
		case RP_SWITCH: s = rp_exec(t, f, n->block[f->v[n->a] & 3]); break;
		case RP_CALL:
			if (f->depth)
				f->v[n->d] = rp_func(t, n->callee, f->v[n->a], f->v[n->b],
						     f->depth - 1, &s);
			break;
		case RP_BREAK: s = yes ? RP_BROKE : RP_NORMAL; break;
		case RP_RET:
			f->ret = f->v[n->a];
			s = yes ? RP_RETURNED : RP_NORMAL;
			break;
		case RP_EXIT:
			if (yes) {
				t->out = f->v[n->a];
				t->has_out = true;
				s = RP_EXITED;
			}
			break;
		case RP_LOCAL_ST: f->local[f->v[n->a] & 3] = f->v[n->b]; break;
		default: f->v[n->d] = f->local[f->v[n->a] & 3]; break;
		}
	}
	return s;
}

static inline void rp_frame_init(struct rp_frame *f, uint32_t a, uint32_t b, uint32_t depth)
{
	f->depth = depth;
	f->ret = 0;
	for (uint32_t n = 0; n < RP_VARS; n++)
		f->v[n] = n == 0 ? a : n == 1 ? b : a * 3 + n;
	for (uint32_t n = 0; n < RP_LOCALS; n++)
		f->local[n] = a + n;
}

static inline uint32_t rp_func(struct rp_thread *t, unsigned func, uint32_t a, uint32_t b,
			       uint32_t depth, enum rp_signal *s)
{
	struct rp_frame f;

	rp_frame_init(&f, a, b, depth);
	*s = rp_exec(t, &f, t->p->body[func]);
	if (*s == RP_RETURNED)
		*s = RP_NORMAL;
	else if (*s == RP_NORMAL)
		f.ret = f.v[2];
	return f.ret;
}

/* What thread tid writes to out[tid]; false when the program runs too long. */
static inline bool rp_expect(const struct rp_program *p, uint32_t tid, uint32_t *out)
{
	struct rp_thread t = {.p = p};
	enum rp_signal s;
	uint32_t ret = rp_func(&t, 0, tid, 7, RP_CALL_DEPTH, &s);

	*out = t.has_out ? t.out : ret;
	return s != RP_TOO_LONG;
}

/* Printing */

static inline void rp_put(struct rp_program *p, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

static inline void rp_put(struct rp_program *p, const char *fmt, ...)
{
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(p->text + p->len, RP_TEXT - p->len, fmt, ap);
	va_end(ap);
	p->len += (size_t)n;
	if (p->len >= RP_TEXT) {
		fprintf(stderr, "random program too long\n");
		abort();
	}
}

static inline void rp_put_out(struct rp_program *p, unsigned v, const char *guard)
{
	rp_put(p, "\t%sst.global.u32 [%%outp], %%v%u;\n", guard, v);
}

static inline void rp_put_cond(struct rp_program *p, const struct rp_cond *c)
{
	rp_put(p, "\tand.b32 %%t, %%v%u, %u;\n\tsetp.lt.u32 %%p, %%t, %u;\n", c->a, c->mask,
	       c->limit);
}

static inline void rp_put_list(struct rp_program *p, const struct rp_node *n, unsigned func,
			       int exit_label);

static inline void rp_put_loop(struct rp_program *p, const struct rp_node *n, unsigned func)
{
	unsigned l = p->labels++, c = p->loop_depth++;

	rp_put(p, "\tand.b32 %%c%u, %%v%u, 7;\nL%u:\n\tsetp.eq.u32 %%p, %%c%u, 0;\n", c, n->a, l,
	       c);
	rp_put(p, "\t@%%p bra B%u;\n", l);
	rp_put_list(p, n->block[0], func, (int)l);
	rp_put(p, "\tsub.u32 %%c%u, %%c%u, 1;\n\tbra.uni L%u;\nB%u:\n", c, c, l, l);
	p->loop_depth--;
}

static inline void rp_put_call(struct rp_program *p, const struct rp_node *n)
{
	unsigned l = p->labels++;

	rp_put(p, "\tsetp.eq.u32 %%p, %%depth, 0;\n\t@%%p bra C%u;\n\tsub.u32 %%t, %%depth, 1;\n",
	       l);
	rp_put(p, "\t{\n\t.param .b32 p0;\n\tst.param.b32 [p0+0], %%v%u;\n", n->a);
	rp_put(p, "\t.param .b32 p1;\n\tst.param.b32 [p1+0], %%v%u;\n", n->b);
	rp_put(p, "\t.param .b32 p2;\n\tst.param.b32 [p2+0], %%t;\n\t.param .b32 r0;\n");
	rp_put(p, "\tcall.uni (r0), f%u, (p0, p1, p2);\n\tld.param.b32 %%v%u, [r0+0];\n\t}\nC%u:\n",
	       n->callee, n->d, l);
}

static inline void rp_put_switch(struct rp_program *p, const struct rp_node *n, unsigned func,
				 int exit_label)
{
	unsigned l = p->labels++;

	rp_put(p, "\tand.b32 %%t, %%v%u, 3;\nT%u: .branchtargets S%ua, S%ub, S%uc, S%ud;\n", n->a,
	       l, l, l, l, l);
	rp_put(p, "\tbrx.idx %%t, T%u;\n", l);
	for (unsigned b = 0; b < RP_BLOCKS; b++) {
		rp_put(p, "S%u%c:\n", l, (char)('a' + b));
		rp_put_list(p, n->block[b], func, exit_label);
		if (b + 1 < RP_BLOCKS)
			rp_put(p, "\tbra.uni E%u;\n", l);
	}
	rp_put(p, "E%u:\n", l);
}

static inline void rp_put_if(struct rp_program *p, const struct rp_node *n, unsigned func,
			     int exit_label)
{
	unsigned l = p->labels++;

	rp_put_cond(p, &n->cond);
	rp_put(p, "\t@!%%p bra I%u;\n", l);
	rp_put_list(p, n->block[0], func, exit_label);
	if (n->block[1])
		rp_put(p, "\tbra.uni J%u;\n", l);
	rp_put(p, "I%u:\n", l);
	if (n->block[1])
		rp_put_list(p, n->block[1], func, exit_label);
	rp_put(p, "J%u:\n", l);
}

static inline void rp_put_leave(struct rp_program *p, const struct rp_node *n, unsigned func)
{
	rp_put_cond(p, &n->cond);
	if (n->kind == RP_EXIT || !func) {
		rp_put_out(p, n->a, "@%p ");
		rp_put(p, "\t@%%p %s;\n", n->kind == RP_EXIT ? "exit" : "ret");
		return;
	}
	rp_put(p, "\t@%%p st.param.b32 [ret+0], %%v%u;\n\t@%%p ret;\n", n->a);
}

static inline void rp_put_node(struct rp_program *p, const struct rp_node *n, unsigned func,
			       int exit_label)
{
	static const char *const ops[] = {"add.u32",    "sub.u32", "xor.b32",
					  "mul.lo.u32", "and.b32", "or.b32"};

	switch (n->kind) {
	case RP_ASSIGN:
		rp_put(p, n->imm & 1 ? "\t%s %%v%u, %%v%u, %%v%u;\n" : "\t%s %%v%u, %%v%u, %u;\n",
		       ops[n->op], n->d, n->a, n->imm & 1 ? n->b : n->imm);
		break;
	case RP_IF: rp_put_if(p, n, func, exit_label); break;
	case RP_LOOP: rp_put_loop(p, n, func); break;
	case RP_SWITCH: rp_put_switch(p, n, func, exit_label); break;
	case RP_CALL: rp_put_call(p, n); break;
	case RP_BREAK:
		rp_put_cond(p, &n->cond);
		rp_put(p, "\t@%%p bra B%d;\n", exit_label);
		break;
	case RP_RET:
	case RP_EXIT: rp_put_leave(p, n, func); break;
	default:
		rp_put(p, "\tand.b32 %%t, %%v%u, 3;\n\tmul.wide.u32 %%rd, %%t, 4;\n", n->a);
		rp_put(p, "\tadd.u64 %%rd, %%rd, %%dep;\n");
		if (n->kind == RP_LOCAL_ST)
			rp_put(p, "\tst.u32 [%%rd], %%v%u;\n", n->b);
		else
			rp_put(p, "\tld.u32 %%v%u, [%%rd];\n", n->d);
		break;
	}
}

static inline void rp_put_list(struct rp_program *p, const struct rp_node *n, unsigned func,
			       int exit_label)
{
	for (; n; n = n->next)
		rp_put_node(p, n, func, exit_label);
}

static inline void rp_put_func(struct rp_program *p, unsigned func)
{
	rp_put(p, "{\n\t.local .align 16 .b8 depot[16];\n\t.reg .pred %%p;\n\t.reg .b32 %%v<%d>;\n",
	       RP_VARS);
	rp_put(p, "\t.reg .b32 %%c<8>;\n\t.reg .b32 %%t, %%depth, %%me;\n\t.reg .b64 %%rd, %%dep, "
		  "%%outp;\n\tmov.u32 %%me, %%tid.x;\n\tmov.u64 %%outp, out;\n"
		  "\tmad.wide.u32 %%outp, %%me, 4, %%outp;\n\tmov.u64 %%rd, depot;\n"
		  "\tcvta.local.u64 %%dep, %%rd;\n");
	if (func)
		rp_put(p, "\tld.param.b32 %%v0, [a];\n\tld.param.b32 %%v1, [b];\n"
			  "\tld.param.b32 %%depth, [d];\n");
	else
		rp_put(p, "\tmov.u32 %%v0, %%me;\n\tmov.u32 %%v1, 7;\n\tmov.u32 %%depth, %d;\n",
		       RP_CALL_DEPTH);
	for (unsigned n = 2; n < RP_VARS; n++)
		rp_put(p, "\tmad.lo.u32 %%v%u, %%v0, 3, %u;\n", n, n);
	for (unsigned n = 0; n < RP_LOCALS; n++)
		rp_put(p, "\tadd.u32 %%t, %%v0, %u;\n\tst.local.u32 [depot+%u], %%t;\n", n, 4 * n);
	rp_put_list(p, p->body[func], func, -1);
	if (func)
		rp_put(p, "\tst.param.b32 [ret+0], %%v2;\n");
	else
		rp_put_out(p, 2, "");
	rp_put(p, "\tret;\n}\n");
}

static inline void rp_print(struct rp_program *p, const char *head)
{
	rp_put(p, "%s.global .align 4 .b8 out[1024];\n", head);
	for (unsigned f = 1; f <= RP_FUNCS; f++)
		rp_put(p,
		       ".func (.param .b32 ret) f%u (.param .b32 a, .param .b32 b, .param .b32 "
		       "d);\n",
		       f);
	rp_put(p, ".visible .entry k()\n");
	rp_put_func(p, 0);
	for (unsigned f = 1; f <= RP_FUNCS; f++) {
		rp_put(p,
		       ".func (.param .b32 ret) f%u (.param .b32 a, .param .b32 b, .param .b32 "
		       "d)\n",
		       f);
		rp_put_func(p, f);
	}
}

#endif
