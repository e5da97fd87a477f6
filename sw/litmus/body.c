/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Statements of a thread. Every one starts with a .loc, so that a report names the line of
 * the .litmus file.
 */
#include <string.h>

#include "expr.h"
#include "final.h"

static int statements(struct build *b, unsigned nest);

static bool at_end(const struct build *b)
{
	return b->lx.kind == LITMUS_END || b->lx.kind == LITMUS_NEWLINE;
}

/* { ... } */
static int block(struct build *b, unsigned nest)
{
	build_skip_newlines(b);
	if (build_take_sign(b, '{', "{"))
		return -1;
	if (nest == BUILD_NEST)
		return build_fail(b, "more than %d blocks in each other", BUILD_NEST);
	build_skip_newlines(b);
	return statements(b, nest + 1) || build_take_sign(b, '}', "} or ;");
}

static int until(struct build *b)
{
	const unsigned label = b->next_label++;
	struct access_result r;
	struct access_op op;
	char left[32];

	fprintf(b->out, "L%u:\n", label);
	if (access_take_op(b, &op) || access_put(b, &op, &r))
		return -1;
	if (!r.reg)
		return build_fail(b, "until needs an operation with a result");
	snprintf(left, sizeof(left), r.wide ? "%%rd%u" : "%%r%u", r.reg);
	if (expr_comparison(b, left, r.wide))
		return -1;
	fprintf(b->out, "@!%%p1 bra L%u;\n", label);
	return 0;
}

static int repeat(struct build *b, unsigned nest)
{
	const unsigned label = b->next_label++, counter = b->next_reg++;
	uint64_t n;

	if (build_take_number(b, 1, 1000000, "repetitions", &n))
		return -1;
	fprintf(b->out, "mov.u32 %%r%u, %u;\nL%u:\n", counter, (unsigned)n, label);
	if (block(b, nest))
		return -1;
	fprintf(b->out, "sub.s32 %%r%u, %%r%u, 1;\nsetp.ne.s32 %%p1, %%r%u, 0;\n@%%p1 bra L%u;\n",
		counter, counter, counter, label);
	return 0;
}

/* while CONDITION { ... } */
static int loop(struct build *b, unsigned nest)
{
	const unsigned label = b->next_label++, end = b->next_label++;

	fprintf(b->out, "L%u:\n", label);
	if (expr_condition(b))
		return -1;
	fprintf(b->out, "@!%%p1 bra L%u;\n", end);
	if (block(b, nest))
		return -1;
	fprintf(b->out, "bra L%u;\nL%u:\n", label, end);
	return 0;
}

static int branch(struct build *b, unsigned nest)
{
	const unsigned otherwise = b->next_label++, end = b->next_label++;

	if (expr_condition(b))
		return -1;
	fprintf(b->out, "@!%%p1 bra L%u;\n", otherwise);
	if (block(b, nest))
		return -1;
	fprintf(b->out, "bra L%u;\nL%u:\n", end, otherwise);
	if (litmus_lex_is(&b->lx, "else")) {
		litmus_lex_next(&b->lx);
		if (block(b, nest))
			return -1;
	}
	fprintf(b->out, "L%u:\n", end);
	return 0;
}

/* fence.S fence.acq_rel.S fence.sc.S; alone it is what __threadfence() is: membar. */
static int fence(struct build *b, const struct access_op *op)
{
	static const char *const membar[] = {
		[PTX_SCOPE_CTA] = "cta", [PTX_SCOPE_GPU] = "gl", [PTX_SCOPE_SYS] = "sys"};

	if (!op->scope || op->vec > 1 || op->red)
		return build_fail(b,
				  "a fence needs a scope: fence.cta, fence.cluster, fence.gpu or "
				  "fence.sys");
	if (op->has_sem && op->sem != PTX_SEM_ACQ_REL && op->sem != PTX_SEM_SC)
		return build_fail(b, "a fence is .acq_rel or .sc");
	if (op->has_sem || op->scope == PTX_SCOPE_CLUSTER) /* there is no membar of a cluster */
		fprintf(b->out, "fence.%s.%s;\n", op->has_sem ? op->sem_text : "sc",
			op->scope_text);
	else
		fprintf(b->out, "membar.%s;\n", membar[op->scope]);
	return 0;
}

/* lock: CAS 0 -> 1 until it succeeds. unlock: exchange for 0. */
static int lock(struct build *b, const struct access_op *op, bool take)
{
	const unsigned label = b->next_label++, old = b->next_reg++;
	struct access_at at;

	if (op->has_sem || op->vec > 1 || op->red)
		return build_fail(b, "a lock has a scope and nothing else");
	if (access_take_var(b, op, &at))
		return -1;
	if (at.v->size != 4)
		return build_fail(b, "a lock has 4 bytes");
	if (!take) {
		fprintf(b->out, "atom.%s.%s.exch.b32 %%r%u, [%s], 0;\n", at.space,
			op->scope ? op->scope_text : "gpu", old, at.text);
		return 0;
	}
	fprintf(b->out,
		"L%u:\natom.%s.%s.cas.b32 %%r%u, [%s], 0, 1;\nsetp.ne.u32 %%p1, %%r%u, 0;\n"
		"@%%p1 bra L%u;\n",
		label, at.space, op->scope ? op->scope_text : "gpu", old, at.text, old, label);
	return 0;
}

/* bar [id [count]], bar.arrive id count */
static int barrier(struct build *b, bool arrive)
{
	uint64_t id = 0, count = 0;

	if (arrive || b->lx.kind == LITMUS_NUMBER)
		if (build_take_number(b, 0, 15, "barrier", &id))
			return -1;
	if (arrive || b->lx.kind == LITMUS_NUMBER)
		if (build_take_number(b, 32, BUILD_MAX_THREADS, "threads at a barrier", &count))
			return -1;
	if (count % 32)
		return build_fail(b, "threads at a barrier: not a multiple of 32");
	fprintf(b->out, "bar.%s %u", arrive ? "arrive" : "sync", (unsigned)id);
	if (count)
		fprintf(b->out, ", %u", (unsigned)count);
	fputs(";\n", b->out);
	return 0;
}

static int syncwarp(struct build *b)
{
	const unsigned n = b->next_label++;
	uint64_t mask = UINT32_MAX;

	if (b->lx.kind == LITMUS_NUMBER)
		if (build_take_number(b, 1, UINT32_MAX, "mask", &mask))
			return -1;
	b->syncs = true;
	fprintf(b->out,
		"{\n.param .b32 mask%u;\nst.param.b32 [mask%u], %u;\n"
		"call.uni pf_syncwarp, (mask%u);\n}\n",
		n, n, (unsigned)mask, n);
	return 0;
}

/* What is not a load, store or atomic; 1 when op is none of these. */
static int other(struct build *b, const struct build_name *whole, const struct access_op *op)
{
	if (access_is(op, "fence"))
		return fence(b, op);
	if (access_is(op, "lock") || access_is(op, "unlock"))
		return lock(b, op, access_is(op, "lock"));
	if (whole->len == 4 && access_is(op, "exit")) {
		final_store(b);
		fputs("exit;\n", b->out);
		return 0;
	}
	return 1;
}

/* NAME = OP ... or NAME = VALUE ...; a name that is there already gets a new value. */
static int name_result(struct build *b, const struct build_name *name,
		       const struct access_result *r)
{
	if (!r->reg)
		return build_fail(b, "the operation has no result");
	for (unsigned i = b->n_regs; i-- > 0;) {
		if (!build_same(&b->regs[i].name, name))
			continue;
		if (b->regs[i].wide != r->wide)
			return build_fail(b, "'%.*s' has %u bytes, not %u", (int)name->len,
					  name->text, r->wide ? 4 : 8, r->wide ? 8 : 4);
		fprintf(b->out, r->wide ? "mov.b64 %%rd%u, %%rd%u;\n" : "mov.b32 %%r%u, %%r%u;\n",
			b->regs[i].n, r->reg);
		return 0;
	}
	if (b->n_regs == BUILD_REGS)
		return build_fail(b, "more than %d names in one thread", BUILD_REGS);
	b->regs[b->n_regs++] = (struct build_reg){*name, r->reg, r->wide};
	return 0;
}

static int take_result_name(struct build *b, struct build_name *name)
{
	const struct litmus_lex saved = b->lx;

	name->text = NULL;
	if (b->lx.kind != LITMUS_WORD)
		return 0;
	litmus_lex_next(&b->lx);
	if (!litmus_lex_sign(&b->lx, '=')) {
		b->lx = saved;
		return 0;
	}
	b->lx = saved;
	if (build_take_name(b, "a name", name))
		return -1;
	if (build_find_var(b, name))
		return build_fail(b, "'%.*s' is a variable: use st", (int)name->len, name->text);
	litmus_lex_next(&b->lx);
	return 0;
}

/* 1: not one of these words. */
static int by_word(struct build *b, unsigned nest)
{
	struct litmus_lex *l = &b->lx;
	const bool arrive = litmus_lex_is(l, "bar.arrive");

	if (arrive || litmus_lex_is(l, "bar")) {
		litmus_lex_next(l);
		return barrier(b, arrive);
	}
	if (litmus_lex_is(l, "syncwarp")) {
		litmus_lex_next(l);
		return syncwarp(b);
	}
	if (litmus_lex_is(l, "until")) {
		litmus_lex_next(l);
		return until(b);
	}
	if (litmus_lex_is(l, "repeat")) {
		litmus_lex_next(l);
		return repeat(b, nest);
	}
	if (litmus_lex_is(l, "while")) {
		litmus_lex_next(l);
		return loop(b, nest);
	}
	if (litmus_lex_is(l, "if")) {
		litmus_lex_next(l);
		return branch(b, nest);
	}
	return copy_statement(b);
}

static int statement(struct build *b, unsigned nest)
{
	const struct build_name whole = {b->lx.text, b->lx.len};
	struct build_name name;
	struct access_result r;
	struct access_op op;
	int done;

	if (++b->statements > BUILD_STATEMENTS)
		return build_fail(b, "more than %d statements in one test", BUILD_STATEMENTS);
	fprintf(b->out, ".loc 1 %u 1\n", b->lx.line);
	done = by_word(b, nest);
	if (done <= 0)
		return done;
	if (take_result_name(b, &name))
		return -1;
	if (name.text && expr_is_value(b))
		return expr_value(b, &r) || name_result(b, &name, &r) ? -1 : 0;
	if (access_take_op(b, &op))
		return -1;
	if (!name.text) {
		done = other(b, &whole, &op);
		if (done <= 0)
			return done;
	}
	if (access_put(b, &op, &r))
		return -1;
	return name.text ? name_result(b, &name, &r) : 0;
}

/* STATEMENT; STATEMENT; ... up to the end of a line, or a closing brace; within braces the end
 * of a line is a ; too. */
static int statements(struct build *b, unsigned nest)
{
	const unsigned known = b->n_regs;

	while (!litmus_lex_sign(&b->lx, '}') && b->lx.kind != LITMUS_END) {
		bool more;

		if (statement(b, nest))
			return -1;
		more = litmus_lex_sign(&b->lx, ';');
		if (more)
			litmus_lex_next(&b->lx);
		if (nest && b->lx.kind == LITMUS_NEWLINE)
			more = true;
		if (!more)
			break;
		build_skip_newlines(b);
	}
	if (nest)
		b->n_regs = known; /* names end with their block */
	return 0;
}

int build_body(struct build *b)
{
	b->n_regs = 0;
	fprintf(b->out, "BODY%u:\n", b->n_bodies);
	build_skip_newlines(b);
	if (build_is_thread(&b->lx) &&
	    memchr(b->lx.text, '.', b->lx.len)) /* b1.t0: of the next line */
		return build_expected(b, "a statement");
	if (statements(b, 0))
		return -1;
	if (!at_end(b))
		return build_expected(b, "; or the end of the line");
	final_store(b);
	fputs("exit;\n", b->out);
	b->n_bodies++;
	return 0;
}
