/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * parse_insn: one instruction.
 */
#include "parse.h"

#include <stdio.h>
#include <string.h>

enum { MNEMONIC_TEXT = 256 };

int ptx_parse_reg(struct parser *p, struct name *n)
{
	struct sym *s = n->top;
	struct sym *family = NULL;

	if (!s || s->depth < p->tab.family_depth)
		family = ptx_sym_family(&p->tab, n);
	if (family && (!s || family->depth > s->depth)) {
		s = ptx_sym_add_at(&p->tab, n, SYM_REG, family->depth);
		s->u.reg.type = family->u.family.type;
		s->u.reg.index = PTX_NONE;
	}
	if (!s || s->kind != SYM_REG)
		return PTX_NONE;
	if (s->u.reg.index == PTX_NONE) {
		s->u.reg.index = (int)p->n_regs;
		p->regs = mem_grow(p->regs, &p->cap_regs, p->n_regs, sizeof(*p->regs));
		p->regs[p->n_regs++] = (struct ptx_reg){n->text, s->u.reg.type};
	}
	return s->u.reg.index;
}

static void clear(struct ptx_opnd *o)
{
	memset(o, 0, sizeof(*o));
	o->reg = PTX_NONE;
	o->reg2 = PTX_NONE;
}

/* Special registers of PTX that we do not have. */
static bool known_sreg(const char *s)
{
	static const char *const prefix[] = {
		"%envreg",
		"%pm",
		"%cluster",
		"%ncluster",
		"%is_explicit_cluster",
		"%tid",
		"%ntid",
		"%ctaid",
		"%nctaid",
		"%reserved_smem",
		"%aggr_smem",
		"%current_graph_exec",
	};

	for (unsigned n = 0; n < sizeof(prefix) / sizeof(prefix[0]); n++)
		if (!strncmp(s, prefix[n], strlen(prefix[n])))
			return true;
	return false;
}

static int undeclared(struct parser *p, const struct name *n, unsigned line)
{
	if (known_sreg(n->text))
		return ptx_parse_error(p, line, "unsupported special register '%.200s'", n->text);
	return ptx_parse_error(p, line, "undeclared name '%.200s'", n->text);
}

/* n, or n.x when n is the first half of %tid.x. */
static int take_sreg(struct parser *p, const struct name *n, unsigned line, struct ptx_opnd *o)
{
	char buf[64];
	int len;

	if (p->tok.kind == TOK_DOT && n->text[0] == '%') {
		len = snprintf(buf, sizeof(buf), "%s.%.*s", n->text,
			       p->tok.len > 16 ? 16 : (int)p->tok.len, p->tok.text);
		n = len < (int)sizeof(buf) ? ptx_sym_name(&p->tab, buf, (size_t)len) : n;
		ptx_parse_next(p);
	}
	if (n->sreg == PTX_SREG_NONE)
		return undeclared(p, n, line);
	if (n->sreg == PTX_SREG_WARPSZ) {
		o->kind = PTX_OPND_IMM;
		o->imm = 32;
		return 0;
	}
	o->kind = PTX_OPND_SREG;
	o->sreg = n->sreg;
	return 0;
}

/* "+ 4", "+ -4", "- 4", or nothing. */
static int take_offset(struct parser *p, int64_t *imm)
{
	bool neg;

	if (!ptx_lex_is_punct(&p->tok, '+') && !ptx_lex_is_punct(&p->tok, '-'))
		return 0;
	neg = ptx_parse_accept(p, '-') || (ptx_parse_accept(p, '+') && ptx_parse_accept(p, '-'));
	if (p->tok.kind == TOK_IDENT)
		return ptx_parse_error(p, p->tok.line,
				       "unsupported address: a register or name after "
				       "'+'");
	if (p->tok.kind != TOK_INT)
		return ptx_parse_unexpected(p, "an integer");
	*imm = (int64_t)(neg ? 0 - p->tok.u : p->tok.u);
	ptx_parse_next(p);
	return 0;
}

static int take_number(struct parser *p, struct ptx_opnd *o)
{
	bool neg = ptx_parse_accept(p, '-');

	if (!neg)
		ptx_parse_accept(p, '+');
	o->kind = PTX_OPND_IMM;
	if (p->tok.kind == TOK_INT) {
		if (neg && p->tok.u > 1ULL << 63)
			return ptx_parse_error(p, p->tok.line,
					       "integer literal does not fit in 64 bits");
		o->imm = (int64_t)(neg ? 0 - p->tok.u : p->tok.u);
	} else if (p->tok.kind == TOK_FLOAT) {
		o->is_float_imm = true;
		o->value_f64 = neg ? -p->tok.f : p->tok.f;
		o->n = p->tok.float_bits;
		o->imm = (int64_t)(p->tok.bits ^ (neg ? 1ULL << (o->n - 1) : 0));
	} else {
		return ptx_parse_unexpected(p, "an operand");
	}
	ptx_parse_next(p);
	return 0;
}

/* The predicate of `d|p`. */
static int take_second(struct parser *p, struct ptx_opnd *o)
{
	unsigned line;
	struct name *n;

	ptx_parse_next(p);
	line = p->tok.line;
	n = ptx_parse_name(p);
	if (!n)
		return ptx_parse_unexpected(p, "a register");
	if (n->len == 1 && n->text[0] == '_') {
		if (o->reg == PTX_NONE)
			o->kind = PTX_OPND_SINK;
		return 0;
	}
	o->reg2 = ptx_parse_reg(p, n);
	return o->reg2 == PTX_NONE ? undeclared(p, n, line) : 0;
}

static int take_named(struct parser *p, struct ptx_opnd *o)
{
	unsigned line = p->tok.line;
	struct name *n = ptx_parse_name(p);

	if (n->len == 1 && n->text[0] == '_' && !n->top) {
		o->kind = PTX_OPND_SINK;
		if (!ptx_lex_is_punct(&p->tok, '|'))
			return 0;
		o->kind = PTX_OPND_REG;
		return take_second(p, o);
	}
	o->reg = ptx_parse_reg(p, n);
	if (o->reg != PTX_NONE) {
		o->kind = PTX_OPND_REG;
		if (p->tok.kind == TOK_DOT && p->video &&
		    ptx_video_select(o, p->tok.text, p->tok.len)) {
			ptx_parse_next(p);
			return 0;
		}
		if (p->tok.kind == TOK_DOT)
			return ptx_parse_error(p, line, "unsupported vector register '%.200s.%.*s'",
					       n->text, p->tok.len > 200 ? 200 : (int)p->tok.len,
					       p->tok.text);
		return ptx_lex_is_punct(&p->tok, '|') ? take_second(p, o) : 0;
	}
	if (!n->top)
		return take_sreg(p, n, line, o);
	if (n->top->kind == SYM_FUNC) {
		o->kind = PTX_OPND_FUNC;
		o->func = n->top->u.func;
		return 0;
	}
	if (n->top->kind != SYM_VAR)
		return ptx_parse_error(p, line, "label '%.200s' as a value", n->text);
	o->kind = PTX_OPND_VAR;
	o->var = n->top->u.var;
	return take_offset(p, &o->imm);
}

static int take_scalar(struct parser *p, struct ptx_opnd *o)
{
	clear(o);
	if (p->tok.kind == TOK_IDENT)
		return take_named(p, o);
	if (ptx_lex_is_punct(&p->tok, '('))
		return ptx_parse_error(p, p->tok.line, "unsupported constant expression");
	return take_number(p, o);
}

/* [reg], [reg+4], [var+4], [4] */
static int take_address(struct parser *p, struct ptx_opnd *o)
{
	ptx_parse_next(p);
	o->kind = PTX_OPND_ADDR;
	if (p->tok.kind == TOK_IDENT) {
		unsigned line = p->tok.line;
		struct name *n = ptx_parse_name(p);

		o->reg = ptx_parse_reg(p, n);
		if (o->reg == PTX_NONE) {
			if (!n->top)
				return undeclared(p, n, line);
			if (n->top->kind != SYM_VAR)
				return ptx_parse_error(p, line, "'%.200s' is not a variable",
						       n->text);
			o->var = n->top->u.var;
		}
		if (take_offset(p, &o->imm) < 0)
			return -1;
	} else {
		struct ptx_opnd v;

		clear(&v);
		if (take_number(p, &v) < 0)
			return -1;
		if (v.is_float_imm)
			return ptx_parse_error(p, p->tok.line,
					       "floating-point literal as an address");
		o->imm = v.imm;
	}
	return ptx_parse_punct(p, ']');
}

static int take_vector(struct parser *p, struct ptx_opnd *o)
{
	struct ptx_opnd *e = arena_alloc(&p->m->arena, PTX_MAX_VEC * sizeof(*e));

	o->kind = PTX_OPND_VEC;
	o->vec = e;
	do {
		ptx_parse_next(p);
		if (o->n == PTX_MAX_VEC)
			return ptx_parse_error(p, p->tok.line, "vector of more than %d elements",
					       PTX_MAX_VEC);
		if (take_scalar(p, &e[o->n]) < 0)
			return -1;
		o->n++;
	} while (ptx_lex_is_punct(&p->tok, ','));
	return ptx_parse_punct(p, '}');
}

static int take_operand(struct parser *p, struct ptx_opnd *o)
{
	const bool minus = p->video && ptx_lex_is_punct(&p->tok, '-') &&
			   ptx_parse_peek(p)->kind == TOK_IDENT && ptx_parse_accept(p, '-');
	bool neg = minus || ptx_parse_accept(p, '!');

	clear(o);
	if (!neg && ptx_lex_is_punct(&p->tok, '['))
		return take_address(p, o);
	if (!neg && ptx_lex_is_punct(&p->tok, '{'))
		return take_vector(p, o);
	if (neg && p->tok.kind != TOK_IDENT)
		return ptx_parse_unexpected(p, "a predicate");
	if (take_scalar(p, o) < 0)
		return -1;
	o->neg = neg;
	return 0;
}

static int take_operands(struct parser *p, struct ptx_insn *i)
{
	if (ptx_lex_is_punct(&p->tok, ';'))
		return 0;
	do {
		if (i->n_opnds == PTX_MAX_OPERANDS)
			return ptx_parse_error(p, p->tok.line, "too many operands");
		if (take_operand(p, &i->opnd[i->n_opnds]) < 0)
			return -1;
		i->n_opnds++;
	} while (ptx_parse_accept(p, ','));
	return 0;
}

static int take_label(struct parser *p)
{
	unsigned line = p->tok.line;
	struct name *n = ptx_parse_name(p);

	if (!n)
		return ptx_parse_unexpected(p, "a label");
	ptx_parse_label_ref(p, n, line, (unsigned)p->n_insns, NULL);
	return 0;
}

static int take_branch(struct parser *p, struct ptx_insn *i)
{
	clear(&i->opnd[0]);
	i->n_opnds = 1;
	if (i->op == PTX_OP_BRA) {
		i->opnd[0].kind = PTX_OPND_LABEL;
		return take_label(p);
	}
	if (take_operand(p, &i->opnd[0]) < 0 || ptx_parse_punct(p, ',') < 0)
		return -1;
	return take_label(p);
}

/* Calls */

/* (a, b, ...): appended to p->args from index first on */
static int take_list(struct parser *p, size_t first, unsigned *n)
{
	*n = 0;
	if (ptx_parse_punct(p, '(') < 0)
		return -1;
	while (!ptx_lex_is_punct(&p->tok, ')')) {
		if (*n == PARSE_MAX_PARAMS)
			return ptx_parse_error(p, p->tok.line, "more than %d arguments",
					       PARSE_MAX_PARAMS);
		p->args = mem_grow(p->args, &p->cap_args, first + *n, sizeof(*p->args));
		if (take_scalar(p, &p->args[first + *n]) < 0)
			return -1;
		++*n;
		if (!ptx_parse_accept(p, ','))
			break;
	}
	return ptx_parse_punct(p, ')');
}

static int keep_rets(struct parser *p, struct ptx_insn *i)
{
	const struct ptx_var **v = arena_alloc(&p->m->arena, i->n_rets * sizeof(*v));

	for (unsigned n = 0; n < i->n_rets; n++) {
		const struct ptx_opnd *o = &p->args[n];

		if (o->kind != PTX_OPND_VAR || o->var->space != PTX_SPACE_PARAM || o->imm)
			return ptx_parse_error(p, i->line,
					       "return value %u of a call must be a .param "
					       "variable",
					       n + 1);
		v[n] = o->var;
	}
	i->call_rets = v;
	return 0;
}

static int take_callee(struct parser *p, struct ptx_opnd *o)
{
	unsigned line = p->tok.line;
	struct name *n = ptx_parse_name(p);

	clear(o);
	if (!n)
		return ptx_parse_unexpected(p, "a function name");
	o->reg = ptx_parse_reg(p, n);
	if (o->reg != PTX_NONE) {
		o->kind = PTX_OPND_REG;
		return 0;
	}
	if (!n->top)
		return ptx_parse_error(p, line, "call of undeclared function '%.200s'", n->text);
	if (n->top->kind != SYM_FUNC)
		return ptx_parse_error(p, line, "'%.200s' is not a function", n->text);
	o->kind = PTX_OPND_FUNC;
	o->func = n->top->u.func;
	return 0;
}

/* call [(rets),] f [, (args) [, prototype]] */
static int take_call(struct parser *p, struct ptx_insn *i)
{
	struct ptx_opnd *args;

	if (ptx_lex_is_punct(&p->tok, '(') &&
	    (take_list(p, 0, &i->n_rets) < 0 || keep_rets(p, i) < 0 || ptx_parse_punct(p, ',') < 0))
		return -1;
	i->n_opnds = 1;
	if (take_callee(p, &i->opnd[0]) < 0)
		return -1;
	if (!ptx_parse_accept(p, ','))
		return 0;
	if (ptx_lex_is_punct(&p->tok, '(')) {
		if (take_list(p, 0, &i->n_args) < 0)
			return -1;
		args = arena_alloc(&p->m->arena, i->n_args * sizeof(*args));
		if (i->n_args)
			memcpy(args, p->args, i->n_args * sizeof(*args));
		i->call_args = args;
		if (!ptx_parse_accept(p, ','))
			return 0;
	}
	return ptx_parse_name(p) ? 0 : ptx_parse_unexpected(p, "a prototype name");
}

static int take_guard(struct parser *p, struct ptx_insn *i)
{
	unsigned line;
	struct name *n;

	i->guard = PTX_NONE;
	if (!ptx_parse_accept(p, '@'))
		return 0;
	i->guard_neg = ptx_parse_accept(p, '!');
	line = p->tok.line;
	n = ptx_parse_name(p);
	if (!n)
		return ptx_parse_unexpected(p, "a predicate");
	i->guard = ptx_parse_reg(p, n);
	if (i->guard == PTX_NONE)
		return undeclared(p, n, line);
	if (p->tok.kind != TOK_IDENT)
		return ptx_parse_unexpected(p, "an instruction");
	return 0;
}

int ptx_parse_instruction(struct parser *p)
{
	char text[MNEMONIC_TEXT] = "";
	struct ptx_insn i;
	const char *msg;

	memset(&i, 0, sizeof(i));
	i.reconv = i.meet = PTX_NONE;
	i.loc = p->loc;
	if (take_guard(p, &i) < 0)
		return -1;
	i.line = p->tok.line;
	if (ptx_parse_mnemonic(p, &i, text, sizeof(text)) < 0)
		return -1;
	if (i.op == PTX_OP_CALL) {
		if (take_call(p, &i) < 0)
			return -1;
	} else if (i.op == PTX_OP_BRA || i.op == PTX_OP_BRX) {
		if (take_branch(p, &i) < 0)
			return -1;
	} else {
		p->video = ptx_is_video(i.op);
		if (take_operands(p, &i) < 0)
			return -1;
	}
	if (ptx_parse_punct(p, ';') < 0)
		return -1;
	msg = ptx_spec_fix_literals(&i);
	if (msg)
		return ptx_parse_error(p, i.line, "'%s': %s", text, msg);
	if (p->n_regs > PARSE_MAX_REGS)
		return ptx_parse_error(p, i.line, "more than %d registers", PARSE_MAX_REGS);
	p->insns = mem_grow(p->insns, &p->cap_insns, p->n_insns, sizeof(i));
	p->insns[p->n_insns++] = i;
	return 0;
}
