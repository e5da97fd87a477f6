/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * parse_init: initialisers, to bytes and relocations.
 */
#include "parse.h"

#include <string.h>

/* The initialiser that is being read. */
struct init {
	struct ptx_var *v;
	const struct init_shape *shape;
	uint64_t stride[PARSE_MAX_DIMS + 2]; /* elements below one step of dimension n */
	uint64_t limit;                      /* elements the variable may have */
	uint64_t used;                       /* elements written, with gaps */
	unsigned bytes;                      /* of one element */
};

static uint8_t *element(struct parser *p, struct init *in, uint64_t at)
{
	uint64_t end = (at + 1) * in->bytes;

	if (end > p->cap_init) {
		size_t old = p->cap_init;

		p->init = mem_grow(p->init, &p->cap_init, (size_t)end, 1);
		memset(p->init + old, 0, p->cap_init - old);
	}
	if (at >= in->used)
		in->used = at + 1;
	return p->init + at * in->bytes;
}

static int take_number(struct parser *p, struct init *in, uint64_t at)
{
	enum ptx_type t = in->shape->type;
	bool is_float = ptx_spec_type_class(t) == 'f';
	bool neg = ptx_parse_accept(p, '-');
	uint64_t bits = 0;

	if (!neg)
		ptx_parse_accept(p, '+');
	if (p->tok.kind == TOK_INT) {
		if (is_float)
			return ptx_parse_error(p, p->tok.line,
					       "integer literal in a floating-point "
					       "initialiser");
		bits = neg ? 0 - p->tok.u : p->tok.u;
	} else if (p->tok.kind == TOK_FLOAT) {
		if (in->bytes < 4 || (!is_float && ptx_spec_type_class(t) != 'b'))
			return ptx_parse_error(p, p->tok.line,
					       "floating-point literal in an integer "
					       "initialiser");
		if (in->bytes * 8 == p->tok.float_bits) {
			bits = p->tok.bits;
		} else if (in->bytes == 4) {
			float f = (float)p->tok.f;
			uint32_t w;

			memcpy(&w, &f, sizeof(w));
			bits = w;
		} else {
			memcpy(&bits, &p->tok.f, sizeof(bits));
		}
		bits ^= neg ? 1ULL << (in->bytes * 8 - 1) : 0;
	} else {
		return ptx_parse_unexpected(p, "a value");
	}
	ptx_parse_next(p);
	if (ptx_lex_is_punct(&p->tok, '('))
		return ptx_parse_error(p, p->tok.line,
				       "unsupported initialiser with a mask operator");
	memcpy(element(p, in, at), &bits, in->bytes); /* little endian host */
	return 0;
}

/* sym, sym+4, generic(sym)+4 */
static int take_symbol(struct parser *p, struct init *in, uint64_t at)
{
	struct ptx_reloc r = {.offset = at * in->bytes};
	unsigned line = p->tok.line;
	struct name *n = ptx_parse_name(p);

	if (n->len == 7 && !memcmp(n->text, "generic", 7) && ptx_parse_accept(p, '(')) {
		r.generic = true;
		n = ptx_parse_name(p);
		if (!n)
			return ptx_parse_unexpected(p, "a symbol");
		if (ptx_parse_punct(p, ')') < 0)
			return -1;
	}
	if (ptx_lex_is_punct(&p->tok, '+') || ptx_lex_is_punct(&p->tok, '-')) {
		bool neg = ptx_parse_accept(p, '-') ||
			   (ptx_parse_accept(p, '+') && ptx_parse_accept(p, '-'));

		if (p->tok.kind != TOK_INT)
			return ptx_parse_unexpected(p, "an integer");
		r.addend = (int64_t)(neg ? 0 - p->tok.u : p->tok.u);
		ptx_parse_next(p);
	}
	if (in->bytes != 8 || ptx_spec_type_class(in->shape->type) == 'f')
		return ptx_parse_error(p, line, "address of '%s' in an initialiser of type .%s",
				       n->text, ptx_type_name(in->shape->type));
	p->var_relocs = mem_grow(p->var_relocs, &p->cap_var_relocs, p->n_var_relocs, sizeof(r));
	p->var_reloc_names = mem_grow(p->var_reloc_names, &p->cap_var_reloc_names, p->n_var_relocs,
				      sizeof(*p->var_reloc_names));
	p->var_relocs[p->n_var_relocs] = r;
	p->var_reloc_names[p->n_var_relocs++] = n;
	element(p, in, at);
	return 0;
}

static int too_many(struct parser *p, const struct init *in)
{
	return ptx_parse_error(p, p->tok.line, "more initialisers than '%s' has elements",
			       in->v->name);
}

/* One value at element *at, which moves on. */
static int take_scalar(struct parser *p, struct init *in, uint64_t *at, uint64_t end)
{
	if (*at >= end)
		return too_many(p, in);
	if ((*at + 1) * in->bytes > PARSE_MAX_INIT_BYTES)
		return ptx_parse_error(p, p->tok.line, "initialiser of '%s' is too large",
				       in->v->name);
	if (p->tok.kind == TOK_IDENT ? take_symbol(p, in, *at) < 0 : take_number(p, in, *at) < 0)
		return -1;
	++*at;
	return 0;
}

/* { ... } of dimension level, whose first element is at. Depth is that of the type. */
static int take_braces(struct parser *p, struct init *in, unsigned level, uint64_t at)
{
	uint64_t pos = at;
	uint64_t end = level ? at + in->stride[level - 1] : in->limit;

	if (ptx_parse_punct(p, '{') < 0)
		return -1;
	if (level >= in->shape->n_dims)
		return ptx_parse_error(p, p->tok.line, "more braces than '%s' has dimensions",
				       in->v->name);
	while (!ptx_lex_is_punct(&p->tok, '}')) {
		if (ptx_lex_is_punct(&p->tok, '{')) {
			uint64_t step = in->stride[level];

			pos = at + (pos - at + step - 1) / step * step;
			if (pos >= end)
				return too_many(p, in);
			if (take_braces(p, in, level + 1, pos) < 0)
				return -1;
			pos += step;
		} else if (take_scalar(p, in, &pos, end) < 0) {
			return -1;
		}
		if (!ptx_parse_accept(p, ','))
			break;
	}
	return ptx_parse_punct(p, '}');
}

/* Strides, and how many elements there may be. False when the type has no elements. */
static bool measure(struct init *in)
{
	const struct init_shape *s = in->shape;
	uint64_t n = 1;

	for (unsigned d = s->n_dims; d-- > 0;) {
		in->stride[d] = n;
		if (d || !s->open)
			n *= s->dims[d];
	}
	in->limit = s->open ? PARSE_MAX_VAR_BYTES : n;
	return n > 0;
}

static void keep_relocs(struct parser *p, struct ptx_var *v, unsigned line)
{
	struct ptx_reloc *r;

	if (!p->n_var_relocs)
		return;
	r = arena_alloc(&p->m->arena, p->n_var_relocs * sizeof(*r));
	memcpy(r, p->var_relocs, p->n_var_relocs * sizeof(*r));
	v->relocs = r;
	v->n_relocs = (unsigned)p->n_var_relocs;
	for (size_t n = 0; n < p->n_var_relocs; n++) {
		p->relocs = mem_grow(p->relocs, &p->cap_relocs, p->n_relocs, sizeof(*p->relocs));
		p->relocs[p->n_relocs++] = (struct reloc_ref){p->var_reloc_names[n], &r[n], line};
	}
}

int ptx_parse_initialiser(struct parser *p, struct ptx_var *v, struct init_shape *shape)
{
	struct init in = {.v = v, .shape = shape, .bytes = ptx_type_bytes(shape->type)};
	uint64_t at = 0, size;
	uint8_t *bytes;

	p->n_var_relocs = 0;
	if (!measure(&in))
		return ptx_parse_error(p, v->line, "initialiser of '%s', which has no elements",
				       v->name);
	if (shape->n_dims ? take_braces(p, &in, 0, 0) < 0 : take_scalar(p, &in, &at, 1) < 0)
		return -1;
	if (shape->open)
		shape->dims[0] = (in.used + in.stride[0] - 1) / in.stride[0];
	size = (shape->open ? shape->dims[0] * in.stride[0] : in.limit) * in.bytes;
	if (size > PARSE_MAX_INIT_BYTES - p->init_bytes)
		return ptx_parse_error(p, v->line, "initialised variables take more than 256 MiB");
	p->init_bytes += size;
	bytes = arena_alloc(&p->m->arena, (size_t)size);
	if (in.used) {
		memcpy(bytes, p->init, (size_t)(in.used * in.bytes));
		memset(p->init, 0, (size_t)(in.used * in.bytes));
	}
	v->init = bytes;
	keep_relocs(p, v, v->line);
	return 0;
}

int ptx_parse_resolve_relocs(struct parser *p)
{
	for (size_t n = 0; n < p->n_relocs; n++) {
		const struct reloc_ref *r = &p->relocs[n];
		const struct sym *s = r->name->top;

		if (s && s->kind == SYM_VAR)
			r->reloc->var = s->u.var;
		else if (s && s->kind == SYM_FUNC)
			r->reloc->func = s->u.func;
		else
			return ptx_parse_error(p, r->line, "undeclared name '%s' in an initialiser",
					       r->name->text);
	}
	return 0;
}
