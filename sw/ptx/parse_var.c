/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * parse_var: declarations of variables and parameters.
 */
#include "parse.h"

#include <string.h>

enum { MAX_ALIGN = 1 << 20 };

/* What stands before the name: space, alignment, vector and element type. */
struct decl {
	enum ptx_space space;
	enum ptx_type type;
	uint32_t align;
	unsigned vec;
	unsigned line;
};

static int take_space(struct parser *p, struct decl *d)
{
	static const struct {
		const char *word;
		enum ptx_space space;
	} spaces[] = {
		{"global", PTX_SPACE_GLOBAL}, {"const", PTX_SPACE_CONST},
		{"shared", PTX_SPACE_SHARED}, {"local", PTX_SPACE_LOCAL},
		{"param", PTX_SPACE_PARAM},
	};

	for (unsigned n = 0; n < sizeof(spaces) / sizeof(spaces[0]); n++) {
		if (ptx_parse_is_dot(p, spaces[n].word)) {
			d->space = spaces[n].space;
			ptx_parse_next(p);
			return 0;
		}
	}
	return ptx_parse_unexpected(p, "a state space");
}

static int take_align(struct parser *p, uint32_t *align)
{
	unsigned line = p->tok.line;

	ptx_parse_next(p);
	if (ptx_parse_u32(p, MAX_ALIGN, align) < 0)
		return -1;
	if (!*align || (*align & (*align - 1)))
		return ptx_parse_error(p, line, "alignment %u is not a power of two", *align);
	return 0;
}

/* .attribute(.managed): the only one that changes nothing for us. */
static int take_attribute(struct parser *p)
{
	ptx_parse_next(p);
	if (ptx_parse_punct(p, '(') < 0)
		return -1;
	if (!ptx_parse_is_dot(p, "managed"))
		return ptx_parse_error(p, p->tok.line, "unsupported attribute '%s%.*s'",
				       p->tok.kind == TOK_DOT ? "." : "",
				       p->tok.len > 200 ? 200 : (int)p->tok.len, p->tok.text);
	ptx_parse_next(p);
	return ptx_parse_punct(p, ')');
}

/* .ptr [.space] [.align n] of kernel parameters */
static int take_ptr(struct parser *p)
{
	uint32_t ignored;
	struct decl d;

	ptx_parse_next(p);
	if (p->tok.kind == TOK_DOT && !ptx_parse_is_dot(p, "align") && take_space(p, &d) < 0)
		return -1;
	return ptx_parse_is_dot(p, "align") ? take_align(p, &ignored) : 0;
}

static int take_prefix(struct parser *p, struct decl *d)
{
	memset(d, 0, sizeof(*d));
	d->line = p->tok.line;
	d->vec = 1;
	if (take_space(p, d) < 0)
		return -1;
	while (p->tok.kind == TOK_DOT) {
		const struct name *n = ptx_sym_find(&p->tab, p->tok.text, p->tok.len);

		if (ptx_parse_is_dot(p, "align")) {
			if (take_align(p, &d->align) < 0)
				return -1;
		} else if (ptx_parse_is_dot(p, "attribute")) {
			if (take_attribute(p) < 0)
				return -1;
		} else if (ptx_parse_is_dot(p, "ptr")) {
			if (take_ptr(p) < 0)
				return -1;
		} else if (ptx_parse_is_dot(p, "v2") || ptx_parse_is_dot(p, "v4")) {
			d->vec = (unsigned)(p->tok.text[1] - '0');
			ptx_parse_next(p);
		} else if ((ptx_parse_is_dot(p, "texref") || ptx_parse_is_dot(p, "surfref")) &&
			   d->space == PTX_SPACE_GLOBAL && d->type == PTX_T_NONE) {
			d->type = PTX_T_B64; /* what the host binds it to */
			ptx_parse_next(p);
		} else if (n && n->type != PTX_T_NONE && n->type != PTX_T_PRED &&
			   d->type == PTX_T_NONE) {
			d->type = n->type;
			ptx_parse_next(p);
		} else {
			return ptx_parse_error(p, p->tok.line,
					       "unsupported type or attribute '.%.*s' "
					       "in a declaration",
					       p->tok.len > 200 ? 200 : (int)p->tok.len,
					       p->tok.text);
		}
	}
	if (d->type == PTX_T_NONE)
		return ptx_parse_unexpected(p, "a type");
	return 0;
}

/* [n][m]..., first one possibly empty */
static int take_dims(struct parser *p, struct init_shape *s)
{
	s->n_dims = 0;
	s->open = false;
	while (ptx_parse_accept(p, '[')) {
		if (s->n_dims == PARSE_MAX_DIMS)
			return ptx_parse_error(p, p->tok.line, "more than %d dimensions",
					       PARSE_MAX_DIMS);
		if (ptx_lex_is_punct(&p->tok, ']') && !s->n_dims) {
			s->open = true;
			s->dims[s->n_dims++] = 0;
		} else {
			if (p->tok.kind != TOK_INT)
				return ptx_parse_unexpected(p, "an array length");
			s->dims[s->n_dims++] = p->tok.u;
			ptx_parse_next(p);
		}
		if (ptx_parse_punct(p, ']') < 0)
			return -1;
	}
	return 0;
}

static int set_size(struct parser *p, struct ptx_var *v, const struct init_shape *s)
{
	uint64_t size = ptx_type_bytes(v->type);
	bool empty = false;

	for (unsigned n = 0; n < s->n_dims; n++) {
		uint64_t d = s->dims[n] ? s->dims[n] : 1; /* the others may still overflow */

		if (d > PARSE_MAX_VAR_BYTES || size * d > PARSE_MAX_VAR_BYTES)
			return ptx_parse_error(p, v->line, "variable '%s' is larger than 4 GiB",
					       v->name);
		size *= d;
		empty = empty || !s->dims[n];
	}
	v->size = empty ? 0 : size;
	return 0;
}

static struct ptx_var *new_var(struct parser *p, const struct decl *d, const struct name *n)
{
	struct ptx_var *v = arena_alloc(&p->m->arena, sizeof(*v));

	v->name = n->text;
	v->space = d->space;
	v->type = d->type;
	v->align = d->align ? d->align : d->vec * ptx_type_bytes(d->type);
	v->line = d->line;
	v->func = p->f ? p->f->index : PTX_NONE;
	v->id = PTX_NONE;
	return v;
}

static void add_vector_dim(struct init_shape *s, unsigned vec)
{
	if (vec > 1)
		s->dims[s->n_dims++] = vec;
}

/* Appends v to the open function or to the module, and gives it its number. */
static int register_var(struct parser *p, struct ptx_var *v)
{
	if (p->f) {
		v->id = (int)p->n_locals;
		p->locals = mem_grow(p->locals, &p->cap_locals, p->n_locals, sizeof(*p->locals));
		p->locals[p->n_locals++] = v;
	} else {
		v->id = (int)p->n_vars;
		p->vars = mem_grow(p->vars, &p->cap_vars, p->n_vars, sizeof(*p->vars));
		p->vars[p->n_vars++] = v;
	}
	return 0;
}

/* A variable that was declared .extern (or twice so) is one variable. */
static int bind(struct parser *p, struct name *n, struct ptx_var *v)
{
	struct sym *s = ptx_sym_add(&p->tab, n, SYM_VAR);
	struct ptx_var *old;

	if (s) {
		s->u.var = v;
		return register_var(p, v);
	}
	old = n->top->kind == SYM_VAR ? n->top->u.var : NULL;
	if (!old || old->space != v->space || (!old->is_extern && !v->is_extern))
		return ptx_parse_error(p, v->line, "'%s' is declared twice", n->text);
	if (old->is_extern) {
		v->id = old->id;
		v->func = old->func;
		if (v->is_extern && v->align < old->align)
			v->align = old->align;
		*old = *v;
	}
	return 0;
}

/* One name of a declaration, with dimensions and initialiser. */
static int take_variable(struct parser *p, const struct decl *d, struct var_flags flags)
{
	struct init_shape shape;
	struct ptx_var *v;
	struct name *n = ptx_parse_name(p);

	if (!n)
		return ptx_parse_unexpected(p, "a name");
	v = new_var(p, d, n);
	v->is_extern = flags.is_extern;
	if (take_dims(p, &shape) < 0)
		return -1;
	add_vector_dim(&shape, d->vec);
	shape.type = d->type;
	if (ptx_lex_is_punct(&p->tok, '=')) {
		unsigned line = p->tok.line;

		ptx_parse_next(p);
		if (d->space != PTX_SPACE_GLOBAL && d->space != PTX_SPACE_CONST)
			return ptx_parse_error(p, line,
					       "only .global and .const variables have an "
					       "initialiser");
		if (set_size(p, v, &shape) < 0 || ptx_parse_initialiser(p, v, &shape) < 0)
			return -1;
	} else if (shape.open && !flags.is_extern) {
		return ptx_parse_error(p, v->line, "array '%s' has no length", n->text);
	}
	if (set_size(p, v, &shape) < 0)
		return -1;
	v->is_unsized = shape.open && !v->size;
	return bind(p, n, v);
}

int ptx_parse_variables(struct parser *p, struct var_flags flags)
{
	struct decl d;

	if (take_prefix(p, &d) < 0)
		return -1;
	do {
		if (take_variable(p, &d, flags) < 0)
			return -1;
	} while (ptx_parse_accept(p, ','));
	return ptx_parse_punct(p, ';');
}

int ptx_parse_param(struct parser *p, struct ptx_var **var)
{
	struct init_shape shape;
	struct decl d;
	struct name *n;

	if (!ptx_parse_is_dot(p, "param")) {
		if (ptx_parse_is_dot(p, "reg"))
			return ptx_parse_error(p, p->tok.line, "unsupported .reg parameter");
		return ptx_parse_unexpected(p, "a .param parameter");
	}
	if (take_prefix(p, &d) < 0)
		return -1;
	n = ptx_parse_name(p);
	if (!n)
		return ptx_parse_unexpected(p, "a parameter name");
	*var = new_var(p, &d, n);
	if (take_dims(p, &shape) < 0)
		return -1;
	if (shape.open)
		return ptx_parse_error(p, d.line, "unsupported parameter '%s' without length",
				       n->text);
	add_vector_dim(&shape, d.vec);
	if (set_size(p, *var, &shape) < 0)
		return -1;
	if (n->len == 1 && n->text[0] == '_')
		return register_var(p, *var); /* nameless, in prototypes */
	return bind(p, n, *var);
}
