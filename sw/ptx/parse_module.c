/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * parse_module: the top level of a PTX text.
 */
#include "parse.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Tokens */

void ptx_parse_next(struct parser *p)
{
	if (p->has_ahead) {
		p->tok = p->ahead;
		p->has_ahead = false;
	} else {
		ptx_lex_next(&p->lx, &p->tok);
	}
}

const struct token *ptx_parse_peek(struct parser *p)
{
	if (!p->has_ahead) {
		ptx_lex_next(&p->lx, &p->ahead);
		p->has_ahead = true;
	}
	return &p->ahead;
}

/* Compilers put .file behind the code: an error needs it earlier. */
static void find_file_names(struct parser *p)
{
	while (p->tok.kind != TOK_EOF) {
		if (ptx_parse_is_dot(p, "file")) {
			if (ptx_parse_file(p) < 0)
				return;
		} else {
			ptx_parse_next(p);
		}
	}
}

int ptx_parse_error(struct parser *p, unsigned line, const char *fmt, ...)
{
	char text[DIAG_TEXT];
	struct diag *diag = p->diag;
	struct diag ignored;
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	if (p->loc != PTX_NONE && !p->in_error) {
		p->in_error = true;
		p->diag = &ignored;
		find_file_names(p);
		p->diag = diag;
	}
	return ptx_error(p->m, diag, line, p->loc, "%s", text);
}

int ptx_parse_unexpected(struct parser *p, const char *wanted)
{
	const struct token *t = &p->tok;

	if (t->kind == TOK_BAD)
		return ptx_parse_error(p, t->line, "%.*s", (int)t->len, t->text);
	if (t->kind == TOK_EOF)
		return ptx_parse_error(p, t->line, "expected %s, found the end of the text",
				       wanted);
	return ptx_parse_error(p, t->line, "expected %s, found '%s%.*s'", wanted,
			       t->kind == TOK_DOT ? "." : "", t->len > 200 ? 200 : (int)t->len,
			       t->text);
}

bool ptx_parse_accept(struct parser *p, char c)
{
	if (!ptx_lex_is_punct(&p->tok, c))
		return false;
	ptx_parse_next(p);
	return true;
}

int ptx_parse_punct(struct parser *p, char c)
{
	char wanted[4] = {'\'', c, '\'', '\0'};

	return ptx_parse_accept(p, c) ? 0 : ptx_parse_unexpected(p, wanted);
}

bool ptx_parse_is_dot(const struct parser *p, const char *word)
{
	return p->tok.kind == TOK_DOT && strlen(word) == p->tok.len &&
	       !memcmp(p->tok.text, word, p->tok.len);
}

static bool is_ident(const struct parser *p, const char *word)
{
	return p->tok.kind == TOK_IDENT && strlen(word) == p->tok.len &&
	       !memcmp(p->tok.text, word, p->tok.len);
}

int ptx_parse_u32(struct parser *p, uint32_t max, uint32_t *v)
{
	if (p->tok.kind != TOK_INT)
		return ptx_parse_unexpected(p, "an integer");
	if (p->tok.u > max)
		return ptx_parse_error(p, p->tok.line, "%llu is too large here (at most %u)",
				       (unsigned long long)p->tok.u, max);
	*v = (uint32_t)p->tok.u;
	ptx_parse_next(p);
	return 0;
}

struct name *ptx_parse_name(struct parser *p)
{
	struct name *n;

	if (p->tok.kind != TOK_IDENT)
		return NULL;
	n = ptx_sym_name(&p->tab, p->tok.text, p->tok.len);
	ptx_parse_next(p);
	return n;
}

/* Line table */

/* .loc file line [column] [, function_name symbol [+ n], inlined_at file line column] */
int ptx_parse_loc(struct parser *p)
{
	struct ptx_loc l = {0, 0, 0}, *last;
	uint32_t v = 0;

	ptx_parse_next(p);
	if (ptx_parse_u32(p, PARSE_MAX_FILES - 1, &v) < 0)
		return -1;
	l.file = (int)v;
	if (ptx_parse_u32(p, UINT32_MAX, &l.line) < 0)
		return -1;
	if (p->tok.kind == TOK_INT && ptx_parse_u32(p, UINT32_MAX, &l.col) < 0)
		return -1;
	while (ptx_parse_accept(p, ',')) {
		unsigned ints = is_ident(p, "inlined_at") ? 3 : 0;

		if (!ints && !is_ident(p, "function_name"))
			return ptx_parse_unexpected(p, "function_name or inlined_at");
		ptx_parse_next(p);
		if (!ints && p->tok.kind != TOK_IDENT && p->tok.kind != TOK_DOT)
			return ptx_parse_unexpected(p, "a label");
		if (!ints) {
			ptx_parse_next(p);
			ints = ptx_parse_accept(p, '+');
		}
		while (ints--)
			if (ptx_parse_u32(p, UINT32_MAX, &v) < 0)
				return -1;
	}
	last = p->m->n_locs ? &p->m->locs[p->m->n_locs - 1] : NULL;
	if (!last || last->file != l.file || last->line != l.line || last->col != l.col) {
		p->m->locs = mem_grow(p->m->locs, &p->cap_locs, p->m->n_locs, sizeof(l));
		p->m->locs[p->m->n_locs++] = l;
	}
	p->loc = (int)p->m->n_locs - 1;
	return 0;
}

/* .file number "name" [, timestamp, size] */
int ptx_parse_file(struct parser *p)
{
	struct ptx_module *m = p->m;
	const char *text;
	uint32_t n = 0;
	size_t len;

	ptx_parse_next(p);
	if (ptx_parse_u32(p, PARSE_MAX_FILES - 1, &n) < 0)
		return -1;
	if (p->tok.kind != TOK_STRING)
		return ptx_parse_unexpected(p, "a file name in quotes");
	if (n >= p->cap_files)
		m->files = mem_grow(m->files, &p->cap_files, n, sizeof(*m->files));
	while (m->n_files <= n)
		m->files[m->n_files++] = NULL;
	text = p->tok.text;
	len = p->tok.len;
	if (len > 2 && text[0] == '.' && text[1] == '/') { /* as the user named it */
		text += 2;
		len -= 2;
	}
	m->files[n] = arena_strndup(&m->arena, text, len);
	ptx_parse_next(p);
	while (ptx_parse_accept(p, ',')) {
		if (p->tok.kind != TOK_INT)
			return ptx_parse_unexpected(p, "an integer");
		ptx_parse_next(p);
	}
	return 0;
}

/* .section name { debug data }: skipped; lines come from .loc. */
int ptx_parse_section(struct parser *p)
{
	unsigned line = p->tok.line;
	unsigned depth = 1;

	ptx_parse_next(p);
	if (p->tok.kind != TOK_DOT && p->tok.kind != TOK_IDENT)
		return ptx_parse_unexpected(p, "a section name");
	ptx_parse_next(p);
	if (ptx_parse_punct(p, '{') < 0)
		return -1;
	while (depth) {
		if (p->tok.kind == TOK_EOF)
			return ptx_parse_error(p, line, ".section without end");
		if (p->tok.kind == TOK_BAD)
			return ptx_parse_unexpected(p, "debug data");
		if (ptx_lex_is_punct(&p->tok, '{'))
			depth++;
		if (ptx_lex_is_punct(&p->tok, '}'))
			depth--;
		ptx_parse_next(p);
	}
	return 0;
}

/* .pragma "..." [, "..."] ; */
int ptx_parse_pragma(struct parser *p)
{
	do {
		ptx_parse_next(p);
		if (p->tok.kind != TOK_STRING)
			return ptx_parse_unexpected(p, "a string");
		ptx_parse_next(p);
	} while (ptx_lex_is_punct(&p->tok, ','));
	return ptx_parse_punct(p, ';');
}

/* Head: .version .target .address_size */

static int parse_version(struct parser *p)
{
	const char *s;
	unsigned v[2] = {0, 0};
	unsigned n = 0;

	ptx_parse_next(p);
	if (p->tok.kind != TOK_FLOAT || p->tok.float_bits != 64)
		return ptx_parse_unexpected(p, "a version such as 7.0");
	s = p->tok.text;
	for (unsigned k = 0; k < p->tok.len; k++) {
		if (s[k] == '.' && !n)
			n++;
		else if (s[k] < '0' || s[k] > '9' || v[n] > 1000)
			return ptx_parse_unexpected(p, "a version such as 7.0");
		else
			v[n] = v[n] * 10 + (unsigned)(s[k] - '0');
	}
	if (!v[0])
		return ptx_parse_unexpected(p, "a version such as 7.0");
	p->m->version_major = v[0];
	p->m->version_minor = v[1];
	ptx_parse_next(p);
	return 0;
}

static int parse_target(struct parser *p)
{
	do {
		const char *s;
		unsigned n = 0, v = 0;

		ptx_parse_next(p);
		if (p->tok.kind != TOK_IDENT)
			return ptx_parse_unexpected(p, "a target such as sm_70");
		s = p->tok.text;
		if (p->tok.len > 3 && !memcmp(s, "sm_", 3)) {
			for (n = 3; n < p->tok.len && s[n] >= '0' && s[n] <= '9' && v < 1000; n++)
				v = v * 10 + (unsigned)(s[n] - '0');
			if (!v || p->tok.len - n > 1)
				return ptx_parse_unexpected(p, "a target such as sm_70");
			p->m->target = v;
		} else if (!is_ident(p, "debug") && !is_ident(p, "texmode_independent") &&
			   !is_ident(p, "texmode_unified")) {
			return ptx_parse_error(p, p->tok.line, "unsupported target '%.*s'",
					       (int)p->tok.len, s);
		}
		ptx_parse_next(p);
	} while (ptx_lex_is_punct(&p->tok, ','));
	return 0;
}

static int parse_address_size(struct parser *p)
{
	uint32_t v = 0;
	unsigned line = p->tok.line;

	ptx_parse_next(p);
	if (ptx_parse_u32(p, 64, &v) < 0)
		return -1;
	if (v != 64)
		return ptx_parse_error(p, line, "unsupported .address_size %u: only 64", v);
	p->m->address_size = v;
	return 0;
}

static int parse_linkage(struct parser *p, struct var_flags *flags)
{
	memset(flags, 0, sizeof(*flags));
	for (;; ptx_parse_next(p)) {
		if (ptx_parse_is_dot(p, "extern"))
			flags->is_extern = true;
		else if (!ptx_parse_is_dot(p, "visible") && !ptx_parse_is_dot(p, "weak") &&
			 !ptx_parse_is_dot(p, "common"))
			return 0;
	}
}

static int parse_directive(struct parser *p)
{
	struct var_flags flags;

	if (ptx_parse_is_dot(p, "version"))
		return parse_version(p);
	if (!p->m->version_major)
		return ptx_parse_error(p, p->tok.line, ".version must come first");
	if (ptx_parse_is_dot(p, "target"))
		return parse_target(p);
	if (ptx_parse_is_dot(p, "address_size"))
		return parse_address_size(p);
	if (ptx_parse_is_dot(p, "file"))
		return ptx_parse_file(p);
	if (ptx_parse_is_dot(p, "loc"))
		return ptx_parse_loc(p);
	if (ptx_parse_is_dot(p, "section"))
		return ptx_parse_section(p);
	if (ptx_parse_is_dot(p, "pragma"))
		return ptx_parse_pragma(p);
	if (!p->m->target || !p->m->address_size)
		return ptx_parse_error(p, p->tok.line, "%s is missing",
				       p->m->target ? ".address_size 64" : ".target");
	parse_linkage(p, &flags);
	if (ptx_parse_is_dot(p, "func") || ptx_parse_is_dot(p, "entry"))
		return ptx_parse_function(p, flags);
	if (ptx_parse_is_dot(p, "global") || ptx_parse_is_dot(p, "const") ||
	    ptx_parse_is_dot(p, "shared"))
		return ptx_parse_variables(p, flags);
	if (p->tok.kind == TOK_DOT)
		return ptx_parse_error(p, p->tok.line, "unsupported directive '.%.*s'",
				       p->tok.len > 200 ? 200 : (int)p->tok.len, p->tok.text);
	return ptx_parse_unexpected(p, "a directive");
}

static int parse_top(struct parser *p)
{
	ptx_parse_next(p);
	while (p->tok.kind != TOK_EOF) {
		if (ptx_parse_accept(p, ';'))
			continue;
		p->loc = PTX_NONE;
		if (parse_directive(p) < 0)
			return -1;
	}
	if (!p->m->version_major)
		return ptx_parse_error(p, p->tok.line, "no .version: this is not PTX");
	return ptx_parse_resolve_relocs(p);
}

static void *to_arena(struct arena *a, void *items, size_t bytes)
{
	void *q = arena_alloc(a, bytes);

	if (bytes)
		memcpy(q, items, bytes);
	free(items);
	return q;
}

/* Moves growing arrays into the arena and releases the rest. */
static void finish(struct parser *p)
{
	struct ptx_module *m = p->m;

	m->n_vars = (unsigned)p->n_vars;
	m->n_funcs = (unsigned)p->n_funcs;
	m->vars = to_arena(&m->arena, p->vars, p->n_vars * sizeof(*p->vars));
	m->funcs = to_arena(&m->arena, p->funcs, p->n_funcs * sizeof(*p->funcs));
	m->locs = to_arena(&m->arena, m->locs, m->n_locs * sizeof(*m->locs));
	m->files = to_arena(&m->arena, m->files, m->n_files * sizeof(*m->files));
	ptx_symtab_free(&p->tab);
	free(p->relocs);
	free(p->insns);
	free(p->regs);
	free(p->locals);
	free(p->refs);
	free(p->init);
	free(p->var_relocs);
	free(p->var_reloc_names);
	free(p->args);
}

struct ptx_module *ptx_parse(const char *text, size_t size, const char *name, struct diag *diag)
{
	struct ptx_module *m = mem_alloc(sizeof(*m));
	struct parser *p = mem_alloc(sizeof(*p));
	int rc;

	m->name = arena_strndup(&m->arena, name, strlen(name));
	p->m = m;
	p->diag = diag;
	p->loc = PTX_NONE;
	diag->text[0] = '\0';
	ptx_lex_init(&p->lx, text, size);
	ptx_symtab_init(&p->tab, &m->arena);
	ptx_parse_add_keywords(p);
	rc = parse_top(p);
	finish(p);
	free(p);
	if (!rc)
		ptx_expand_calls(m);
	for (unsigned n = 0; n < m->n_funcs && !rc; n++) {
		rc = ptx_verify(m, m->funcs[n], diag);
		if (!rc)
			ptx_cfg_build(m->funcs[n]);
	}
	if (rc) {
		ptx_free(m);
		return NULL;
	}
	return m;
}

void ptx_free(struct ptx_module *m)
{
	if (!m)
		return;
	arena_free(&m->arena);
	free(m);
}
