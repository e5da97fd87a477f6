/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * var NAME[COUNT]:SIZE shared|device align N at OTHER+OFFSET = VALUE, ...
 *
 * An element has 4 bytes when nothing is said, and a variable starts on a multiple of 4, so
 * that two variables never share a word unless `at` says so.
 */
#include <string.h>

#include "build.h"

const struct build_var *build_find_var(const struct build *b, const struct build_name *n)
{
	for (unsigned i = 0; i < b->n_vars; i++)
		if (build_same(&b->vars[i].name, n))
			return &b->vars[i];
	return NULL;
}

struct options {
	uint32_t align;
	bool overlaid; /* `at` */
	uint64_t init;
};

static int take_at(struct build *b, struct build_var *v, struct options *o)
{
	const struct build_var *other;
	struct build_name n;
	uint64_t offset = 0;

	if (build_take_name(b, "a variable", &n))
		return -1;
	other = build_find_var(b, &n);
	if (!other)
		return build_fail(b, "no variable '%.*s'", (int)n.len, n.text);
	if (litmus_lex_sign(&b->lx, '+')) {
		litmus_lex_next(&b->lx);
		if (build_take_number(b, 0, BUILD_BYTES, "offset", &offset))
			return -1;
	}
	o->overlaid = true;
	v->where = other->where;
	v->at = other->at + (uint32_t)offset;
	return 0;
}

static int take_option(struct build *b, struct build_var *v, struct options *o)
{
	struct litmus_lex *l = &b->lx;
	uint64_t n;

	if (litmus_lex_is(l, "shared") || litmus_lex_is(l, "device")) {
		v->where = litmus_lex_is(l, "shared") ? BUILD_SHARED : BUILD_DEVICE;
		litmus_lex_next(l);
		return 0;
	}
	if (litmus_lex_is(l, "at")) {
		litmus_lex_next(l);
		return take_at(b, v, o);
	}
	if (litmus_lex_is(l, "align")) {
		litmus_lex_next(l);
		if (build_take_number(b, 1, 256, "alignment", &n))
			return -1;
		o->align = (uint32_t)n;
		return n & (n - 1) ? build_fail(b, "alignment: not a power of two") : 0;
	}
	if (!litmus_lex_sign(l, '='))
		return build_expected(b, "shared, device, align, at, = or ,");
	litmus_lex_next(l);
	return build_take_number(b, 0, UINT64_MAX, "initial value", &o->init);
}

static int take_size(struct build *b, struct build_var *v)
{
	uint64_t n = 1;

	if (litmus_lex_sign(&b->lx, '[')) {
		litmus_lex_next(&b->lx);
		if (build_take_number(b, 1, BUILD_BYTES, "number of elements", &n) ||
		    build_take_sign(b, ']', "]"))
			return -1;
	}
	v->count = (uint32_t)n;
	n = 4;
	if (litmus_lex_sign(&b->lx, ':')) {
		litmus_lex_next(&b->lx);
		if (build_take_number(b, 1, 8, "size", &n))
			return -1;
		if (n & (n - 1))
			return build_fail(b, "size: a variable has 1, 2, 4 or 8 bytes");
	}
	v->size = (uint32_t)n;
	return 0;
}

/* Where it lies, and its first bytes. */
static int place(struct build *b, struct build_var *v, const struct options *o)
{
	const uint64_t bytes = (uint64_t)v->size * v->count;
	uint32_t align = o->align ? o->align : 4;

	if (align < v->size)
		align = v->size;
	if (!o->align && v->count > 1 && align < 16)
		align = 16; /* for vector accesses */
	if (!o->overlaid)
		v->at = (b->bytes[v->where] + align - 1) & ~(align - 1);
	if (v->at % v->size)
		return build_fail(b, "'%.*s' of %u bytes at a multiple of %u only",
				  (int)v->name.len, v->name.text, v->size, v->size);
	if (v->at + bytes > BUILD_BYTES)
		return build_fail(b, "'%.*s': more than %d bytes", (int)v->name.len, v->name.text,
				  BUILD_BYTES);
	if (b->bytes[v->where] < v->at + bytes)
		b->bytes[v->where] = v->at + (uint32_t)bytes;
	if (v->where == BUILD_SHARED && o->init)
		return build_fail(b, "shared memory starts as zero");
	for (uint64_t i = 0; o->init && i < bytes; i++)
		b->init[v->where][v->at + i] = (uint8_t)(o->init >> (i % v->size * 8));
	return 0;
}

static bool is_keyword(const struct build_name *n)
{
	static const char *const words[] = {"tid", "lane", "ctaid", "if", "else", "repeat"};

	for (unsigned i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (strlen(words[i]) == n->len && !memcmp(words[i], n->text, n->len))
			return true;
	return false;
}

static int take_var(struct build *b)
{
	struct build_var v = {.where = BUILD_BUFFER};
	struct options o = {0};

	if (build_take_name(b, "a name", &v.name))
		return -1;
	if (is_keyword(&v.name))
		return build_fail(b, "'%.*s' cannot be a name", (int)v.name.len, v.name.text);
	if (build_find_var(b, &v.name))
		return build_fail(b, "variable '%.*s' a second time", (int)v.name.len, v.name.text);
	if (b->n_vars == BUILD_VARS)
		return build_fail(b, "more than %d variables", BUILD_VARS);
	if (take_size(b, &v))
		return -1;
	while (b->lx.kind != LITMUS_NEWLINE && b->lx.kind != LITMUS_END &&
	       !litmus_lex_sign(&b->lx, ','))
		if (take_option(b, &v, &o))
			return -1;
	if (place(b, &v, &o))
		return -1;
	b->vars[b->n_vars++] = v;
	return 0;
}

int build_var_list(struct build *b)
{
	for (;;) {
		if (take_var(b))
			return -1;
		if (!litmus_lex_sign(&b->lx, ','))
			return 0;
		litmus_lex_next(&b->lx);
		build_skip_newlines(b);
	}
}
