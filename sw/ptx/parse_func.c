/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * parse_func: functions, their scopes and labels.
 */
#include "parse.h"

#include <string.h>

/* Labels */

void ptx_parse_label_ref(struct parser *p, struct name *n, unsigned line, unsigned insn, int *slot)
{
	p->refs = mem_grow(p->refs, &p->cap_refs, p->n_refs, sizeof(*p->refs));
	p->refs[p->n_refs++] = (struct label_ref){n, insn, slot, line, p->loc};
}

static int ref_error(struct parser *p, const struct label_ref *r, const char *what)
{
	p->loc = r->loc;
	return ptx_parse_error(p, r->line, "'%s' %s", r->name->text, what);
}

static int resolve(struct parser *p, const struct label_ref *r)
{
	const struct sym *s = r->name->top;
	struct ptx_insn *i;

	if (!r->slot && p->insns[r->insn].op == PTX_OP_BRX) {
		if (s->kind != SYM_TARGETS)
			return ref_error(p, r, "is not a .branchtargets list");
		i = &p->insns[r->insn];
		i->targets = s->u.targets->t;
		i->n_targets = s->u.targets->n;
		p->n_targets += i->n_targets;
		if (p->n_targets > PARSE_MAX_TARGETS)
			return ref_error(p, r, "has too many targets");
		return 0;
	}
	if (s->kind != SYM_LABEL)
		return ref_error(p, r, "is not a label");
	if (r->slot)
		*r->slot = (int)s->u.label;
	else
		p->insns[r->insn].opnd[0].imm = s->u.label;
	if (s->u.label > p->last_target)
		p->last_target = s->u.label;
	return 0;
}

static int push_scope(struct parser *p)
{
	if (!ptx_sym_push(&p->tab))
		return ptx_parse_error(p, p->tok.line, "blocks are nested more than %d deep",
				       SYM_MAX_DEPTH);
	p->ref_start[p->tab.depth] = p->n_refs;
	return 0;
}

/* Closes a scope: what names its labels is resolved, the rest is left to outer ones. */
static int pop_scope(struct parser *p)
{
	size_t kept = p->ref_start[p->tab.depth];

	for (size_t n = kept; n < p->n_refs; n++) {
		const struct label_ref *r = &p->refs[n];
		const struct sym *s = r->name->top;

		if (s && s->depth == p->tab.depth &&
		    (s->kind == SYM_LABEL || s->kind == SYM_TARGETS)) {
			if (resolve(p, r) < 0)
				return -1;
		} else {
			p->refs[kept++] = *r;
		}
	}
	p->n_refs = kept;
	ptx_sym_pop(&p->tab);
	return 0;
}

/* Directives in a body */

/* .reg .type name [<n>], ... ; */
static int parse_registers(struct parser *p)
{
	enum ptx_type type;
	const struct name *t;

	ptx_parse_next(p);
	t = p->tok.kind == TOK_DOT ? ptx_sym_find(&p->tab, p->tok.text, p->tok.len) : NULL;
	if (p->tok.kind == TOK_DOT && (!t || t->type == PTX_T_NONE))
		return ptx_parse_error(p, p->tok.line, "unsupported register type '.%.*s'",
				       p->tok.len > 200 ? 200 : (int)p->tok.len, p->tok.text);
	if (!t)
		return ptx_parse_unexpected(p, "a type");
	type = t->type;
	do {
		unsigned line;
		uint32_t count = 0;
		struct name *n;
		struct sym *s;
		bool family;

		ptx_parse_next(p);
		line = p->tok.line;
		n = ptx_parse_name(p);
		if (!n)
			return ptx_parse_unexpected(p, "a register name");
		family = ptx_parse_accept(p, '<');
		if (family &&
		    (ptx_parse_u32(p, PARSE_MAX_REGS, &count) < 0 || ptx_parse_punct(p, '>') < 0))
			return -1;
		s = ptx_sym_add(&p->tab, n, family ? SYM_FAMILY : SYM_REG);
		if (!s)
			return ptx_parse_error(p, line, "'%s' is declared twice", n->text);
		if (family) {
			s->u.family.type = type;
			s->u.family.count = count;
		} else {
			s->u.reg.type = type;
			s->u.reg.index = PTX_NONE;
		}
	} while (ptx_lex_is_punct(&p->tok, ','));
	return ptx_parse_punct(p, ';');
}

/* name: .branchtargets label, label ... ; */
static int parse_targets(struct parser *p, struct sym *s)
{
	struct target_list *list = arena_alloc(&p->tab.syms, sizeof(*list));
	size_t first = p->n_refs;

	s->kind = SYM_TARGETS;
	s->u.targets = list;
	do {
		unsigned line;
		struct name *n;

		ptx_parse_next(p);
		line = p->tok.line;
		n = ptx_parse_name(p);
		if (!n)
			return ptx_parse_unexpected(p, "a label");
		ptx_parse_label_ref(p, n, line, 0, NULL);
		list->n++;
	} while (ptx_lex_is_punct(&p->tok, ','));
	list->t = arena_alloc(&p->m->arena, list->n * sizeof(int));
	for (unsigned k = 0; k < list->n; k++)
		p->refs[first + k].slot = &list->t[k];
	return ptx_parse_punct(p, ';');
}

/* name: .callprototype / .calltargets ... ; not needed: indirect.c goes by the sizes of parameters.
 */
static int skip_prototype(struct parser *p, struct sym *s)
{
	s->kind = SYM_PROTO;
	while (!ptx_lex_is_punct(&p->tok, ';')) {
		if (p->tok.kind == TOK_EOF || p->tok.kind == TOK_BAD)
			return ptx_parse_unexpected(p, "';'");
		ptx_parse_next(p);
	}
	ptx_parse_next(p);
	return 0;
}

static int parse_label(struct parser *p)
{
	unsigned line = p->tok.line;
	struct name *n = ptx_parse_name(p);
	struct sym *s = ptx_sym_add(&p->tab, n, SYM_LABEL);

	if (!s)
		return ptx_parse_error(p, line, "'%s' is declared twice", n->text);
	ptx_parse_next(p); /* ':' */
	s->u.label = (unsigned)p->n_insns;
	if (ptx_parse_is_dot(p, "branchtargets"))
		return parse_targets(p, s);
	if (ptx_parse_is_dot(p, "callprototype") || ptx_parse_is_dot(p, "calltargets"))
		return skip_prototype(p, s);
	return 0;
}

static int parse_body_directive(struct parser *p)
{
	struct var_flags flags = {false};

	if (ptx_parse_is_dot(p, "reg"))
		return parse_registers(p);
	if (ptx_parse_is_dot(p, "loc"))
		return ptx_parse_loc(p);
	if (ptx_parse_is_dot(p, "pragma"))
		return ptx_parse_pragma(p);
	if (ptx_parse_is_dot(p, "file"))
		return ptx_parse_file(p);
	if (ptx_parse_is_dot(p, "section"))
		return ptx_parse_section(p);
	if (ptx_parse_is_dot(p, "extern")) {
		ptx_parse_next(p);
		flags.is_extern = true;
		if (!ptx_parse_is_dot(p, "shared"))
			return ptx_parse_unexpected(p, "'.shared'");
	}
	if (ptx_parse_is_dot(p, "local") || ptx_parse_is_dot(p, "shared") ||
	    ptx_parse_is_dot(p, "param"))
		return ptx_parse_variables(p, flags);
	return ptx_parse_error(p, p->tok.line, "unsupported directive '.%.*s' in a function",
			       p->tok.len > 200 ? 200 : (int)p->tok.len, p->tok.text);
}

/* One statement; *done when it closed the body. */
static int parse_statement(struct parser *p, int body_depth, bool *done)
{
	if (ptx_parse_accept(p, ';'))
		return 0;
	if (ptx_parse_accept(p, '{'))
		return push_scope(p);
	if (ptx_lex_is_punct(&p->tok, '}')) {
		*done = p->tab.depth == body_depth;
		if (pop_scope(p) < 0)
			return -1;
		if (!*done)
			ptx_parse_next(p);
		return 0;
	}
	if (p->tok.kind == TOK_DOT)
		return parse_body_directive(p);
	if (p->tok.kind == TOK_IDENT && ptx_lex_is_punct(ptx_parse_peek(p), ':'))
		return parse_label(p);
	if (p->tok.kind == TOK_IDENT || ptx_lex_is_punct(&p->tok, '@'))
		return ptx_parse_instruction(p);
	return ptx_parse_unexpected(p, "an instruction");
}

static bool ends_control(const struct ptx_insn *i)
{
	return i->guard == PTX_NONE && (i->op == PTX_OP_BRA || i->op == PTX_OP_BRX ||
					i->op == PTX_OP_RET || i->op == PTX_OP_EXIT);
}

static void append_ret(struct parser *p, unsigned line)
{
	struct ptx_insn *i;

	p->insns = mem_grow(p->insns, &p->cap_insns, p->n_insns, sizeof(*p->insns));
	i = &p->insns[p->n_insns++];
	memset(i, 0, sizeof(*i));
	i->op = PTX_OP_RET;
	i->guard = PTX_NONE;
	i->reconv = i->meet = PTX_NONE;
	i->vec = 1;
	i->line = line;
	i->loc = p->loc;
}

static void *keep(struct parser *p, const void *items, size_t bytes)
{
	void *q = arena_alloc(&p->m->arena, bytes);

	if (bytes)
		memcpy(q, items, bytes);
	return q;
}

static int parse_body(struct parser *p, struct ptx_func *f)
{
	bool done = false;
	int depth;

	if (ptx_parse_punct(p, '{') < 0 || push_scope(p) < 0)
		return -1;
	depth = p->tab.depth;
	while (!done) {
		if (p->tok.kind == TOK_EOF)
			return ptx_parse_error(p, p->tok.line, "function '%s' has no end", f->name);
		if (parse_statement(p, depth, &done) < 0)
			return -1;
	}
	if (p->n_refs)
		return ref_error(p, &p->refs[0], "is not a label of this function");
	if (!p->n_insns || !ends_control(&p->insns[p->n_insns - 1]) || p->last_target == p->n_insns)
		append_ret(p, p->tok.line);
	ptx_parse_next(p);
	f->insns = keep(p, p->insns, p->n_insns * sizeof(*p->insns));
	f->n_insns = (unsigned)p->n_insns;
	f->regs = keep(p, p->regs, p->n_regs * sizeof(*p->regs));
	f->n_regs = (unsigned)p->n_regs;
	return 0;
}

/* Headers */

static int parse_param_list(struct parser *p, const struct ptx_var *const **list, unsigned *n)
{
	size_t first = p->n_locals;

	if (!ptx_parse_accept(p, '('))
		return 0;
	while (!ptx_lex_is_punct(&p->tok, ')')) {
		struct ptx_var *v;

		if (p->n_locals - first == PARSE_MAX_PARAMS)
			return ptx_parse_error(p, p->tok.line, "more than %d parameters",
					       PARSE_MAX_PARAMS);
		if (ptx_parse_param(p, &v) < 0)
			return -1;
		if (!ptx_parse_accept(p, ','))
			break;
	}
	*n = (unsigned)(p->n_locals - first);
	if (*n)
		*list = keep(p, p->locals + first, *n * sizeof(*p->locals));
	return ptx_parse_punct(p, ')');
}

/* n or n, m or n, m, k threads */
static int parse_extent(struct parser *p, uint32_t v[3])
{
	for (unsigned n = 0; n < 3; n++) {
		v[n] = 1;
		if ((!n || ptx_parse_accept(p, ',')) && ptx_parse_u32(p, 1U << 16, &v[n]) < 0)
			return -1;
	}
	return 0;
}

static int parse_attributes(struct parser *p, struct ptx_func *f)
{
	uint32_t ignored;

	while (p->tok.kind == TOK_DOT) {
		struct token word = p->tok;

		if (ptx_parse_is_dot(p, "pragma")) {
			if (ptx_parse_pragma(p) < 0)
				return -1;
			continue;
		}
		ptx_parse_next(p);
		if (word.len == 8 && !memcmp(word.text, "noreturn", 8)) {
			f->noreturn = true;
		} else if (word.len == 7 && !memcmp(word.text, "maxntid", 7)) {
			if (parse_extent(p, f->maxntid) < 0)
				return -1;
		} else if (word.len == 7 && !memcmp(word.text, "reqntid", 7)) {
			if (parse_extent(p, f->reqntid) < 0)
				return -1;
		} else if (word.len == 17 && !memcmp(word.text, "reqnctapercluster", 17)) {
			if (parse_extent(p, f->reqnctapercluster) < 0)
				return -1;
		} else if (word.len == 15 && !memcmp(word.text, "explicitcluster", 15)) {
			f->explicitcluster = true;
		} else if (word.len == 14 && !memcmp(word.text, "maxclusterrank", 14)) {
			if (ptx_parse_u32(p, 1U << 16, &f->maxclusterrank) < 0)
				return -1;
		} else if (word.len == 12 && !memcmp(word.text, "minnctapersm", 12)) {
			if (ptx_parse_u32(p, 1U << 16, &f->minnctapersm) < 0)
				return -1;
		} else if (word.len == 12 && !memcmp(word.text, "maxnctapersm", 12)) {
			if (ptx_parse_u32(p, 1U << 16, &ignored) < 0)
				return -1;
		} else if (word.len == 7 && !memcmp(word.text, "maxnreg", 7)) {
			if (ptx_parse_u32(p, 1U << 16, &f->maxnreg) < 0)
				return -1;
		} else {
			return ptx_parse_error(p, word.line, "unsupported directive '.%.*s'",
					       word.len > 200 ? 200 : (int)word.len, word.text);
		}
	}
	return 0;
}

/* Binds f's name. An earlier prototype's struct takes over f's contents, so that calls and
 * initialisers that name it stay right; *fp is the struct to go on with. */
static int declare(struct parser *p, struct name *n, struct ptx_func **fp)
{
	struct ptx_func *f = *fp, *old;
	struct sym *s;

	if (n->top && (n->top->depth || n->top->kind != SYM_FUNC))
		return ptx_parse_error(p, f->line, "'%s' is declared twice", n->text);
	f->name = n->text;
	if (n->top) {
		old = n->top->u.func;
		if (old->is_entry != f->is_entry)
			return ptx_parse_error(p, f->line, "'%s' is declared twice", n->text);
		f->index = old->index;
		*fp = old;
		return 0;
	}
	f->index = (int)p->n_funcs;
	p->funcs = mem_grow(p->funcs, &p->cap_funcs, p->n_funcs, sizeof(*p->funcs));
	p->funcs[p->n_funcs++] = f;
	s = ptx_sym_add_at(&p->tab, n, SYM_FUNC, 0);
	s->u.func = f;
	return 0;
}

static void open_function(struct parser *p, struct ptx_func *f)
{
	p->f = f;
	p->loc = PTX_NONE;
	p->n_insns = 0;
	p->n_regs = 0;
	p->n_locals = 0;
	p->n_refs = 0;
	p->last_target = 0;
	p->n_targets = 0;
}

static void close_function(struct parser *p, struct ptx_func *f)
{
	for (size_t n = 0; n < p->n_locals; n++)
		p->locals[n]->func = f->index;
	f->vars = keep(p, p->locals, p->n_locals * sizeof(*p->locals));
	f->n_vars = (unsigned)p->n_locals;
	p->f = NULL;
	p->loc = PTX_NONE;
}

/* (rets) name (params) attributes */
static int parse_header(struct parser *p, struct ptx_func **fp)
{
	struct ptx_func *f = *fp;
	struct name *n;

	if (!f->is_entry && parse_param_list(p, &f->rets, &f->n_rets) < 0)
		return -1;
	n = ptx_parse_name(p);
	if (!n)
		return ptx_parse_unexpected(p, "a function name");
	if (declare(p, n, fp) < 0 || parse_param_list(p, &f->params, &f->n_params) < 0 ||
	    parse_attributes(p, f) < 0)
		return -1;
	if (*fp != f && ((*fp)->n_params != f->n_params || (*fp)->n_rets != f->n_rets))
		return ptx_parse_error(p, f->line,
				       "'%s' was declared with other parameters (line %u)", n->text,
				       (*fp)->line);
	return 0;
}

int ptx_parse_function(struct parser *p, struct var_flags flags)
{
	struct ptx_func *f = arena_alloc(&p->m->arena, sizeof(*f)), *real = f;

	(void)flags; /* .extern says nothing that the missing body does not */
	open_function(p, f);
	f->is_entry = ptx_parse_is_dot(p, "entry");
	f->line = p->tok.line;
	ptx_parse_next(p);
	if (push_scope(p) < 0 || parse_header(p, &real) < 0)
		return -1;
	f->is_decl = ptx_parse_accept(p, ';');
	if (real != f && !f->is_decl && !real->is_decl)
		return ptx_parse_error(p, f->line, "'%s' is defined twice", f->name);
	if (!f->is_decl) {
		if (real != f) { /* calls inside may name it: bring it up to date */
			f->noreturn = f->noreturn || real->noreturn;
			*real = *f;
		}
		if (parse_body(p, real) < 0)
			return -1;
		real->is_decl = false;
	}
	if (pop_scope(p) < 0)
		return -1;
	if (real == f || !f->is_decl)
		close_function(p, real);
	p->f = NULL;
	p->loc = PTX_NONE;
	return 0;
}
