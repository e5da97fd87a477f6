/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "symtab.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_BUCKETS = 1024, MAX_FAMILY_DIGITS = 7 };

static uint32_t hash_text(const char *s, size_t n)
{
	uint32_t h = 2166136261U;

	for (size_t k = 0; k < n; k++)
		h = (h ^ (unsigned char)s[k]) * 16777619U;
	return h ^ (h >> 15);
}

void ptx_symtab_init(struct symtab *t, struct arena *names)
{
	memset(t, 0, sizeof(*t));
	t->names = names;
	t->n_buckets = FIRST_BUCKETS;
	t->bucket = mem_alloc(t->n_buckets * sizeof(struct name *));
}

void ptx_symtab_free(struct symtab *t)
{
	arena_free(&t->syms);
	free(t->bucket);
}

static void rehash(struct symtab *t)
{
	size_t n = t->n_buckets * 4;
	struct name **bucket = mem_alloc(n * sizeof(struct name *));

	for (size_t b = 0; b < t->n_buckets; b++) {
		struct name *e = t->bucket[b];

		while (e) {
			struct name *next = e->next;

			e->next = bucket[e->hash & (n - 1)];
			bucket[e->hash & (n - 1)] = e;
			e = next;
		}
	}
	free(t->bucket);
	t->bucket = bucket;
	t->n_buckets = n;
}

static struct name *find(struct symtab *t, const char *text, size_t len, uint32_t hash)
{
	struct name *e = t->bucket[hash & (t->n_buckets - 1)];

	while (e && (e->hash != hash || e->len != len || memcmp(e->text, text, len)))
		e = e->next;
	return e;
}

struct name *ptx_sym_find(struct symtab *t, const char *text, size_t len)
{
	return find(t, text, len, hash_text(text, len));
}

struct name *ptx_sym_name(struct symtab *t, const char *text, size_t len)
{
	uint32_t hash = hash_text(text, len);
	struct name *e = find(t, text, len, hash);

	if (e)
		return e;
	if (t->n_names++ > t->n_buckets)
		rehash(t);
	e = arena_alloc(&t->syms, sizeof(*e));
	e->text = arena_strndup(t->names, text, len);
	e->len = (unsigned)len;
	e->hash = hash;
	e->next = t->bucket[hash & (t->n_buckets - 1)];
	t->bucket[hash & (t->n_buckets - 1)] = e;
	return e;
}

struct sym *ptx_sym_add_at(struct symtab *t, struct name *n, enum sym_kind kind, int depth)
{
	struct sym *s = arena_alloc(&t->syms, sizeof(*s));
	struct sym **top = kind == SYM_FAMILY ? &n->family : &n->top;

	s->kind = kind;
	s->depth = depth;
	s->name = n;
	s->shadow = *top;
	s->next = t->scope[depth];
	t->scope[depth] = s;
	*top = s;
	if (kind == SYM_FAMILY && depth > t->family_depth)
		t->family_depth = depth;
	return s;
}

struct sym *ptx_sym_add(struct symtab *t, struct name *n, enum sym_kind kind)
{
	const struct sym *old = kind == SYM_FAMILY ? n->family : n->top;
	const struct sym *family = kind == SYM_REG ? ptx_sym_family(t, n) : NULL;

	if ((old && old->depth == t->depth) || (family && family->depth == t->depth))
		return NULL;
	return ptx_sym_add_at(t, n, kind, t->depth);
}

struct sym *ptx_sym_family(struct symtab *t, const struct name *n)
{
	struct sym *best = NULL;
	uint32_t number = 0, unit = 1;

	/* "r12": try the family r with member 12, then r1 with member 2 */
	for (unsigned digits = 1; digits <= MAX_FAMILY_DIGITS && digits < n->len; digits++) {
		char c = n->text[n->len - digits];
		const struct name *prefix;
		struct sym *f;

		if (c < '0' || c > '9')
			break;
		number += (uint32_t)(c - '0') * unit;
		unit *= 10;
		if (c == '0' && digits > 1)
			continue; /* members have no leading zeros */
		prefix = ptx_sym_find(t, n->text, n->len - digits);
		f = prefix ? prefix->family : NULL;
		while (f && number >= f->u.family.count)
			f = f->shadow;
		if (f && (!best || f->depth > best->depth))
			best = f;
	}
	return best;
}

bool ptx_sym_push(struct symtab *t)
{
	if (t->depth + 1 >= SYM_MAX_DEPTH)
		return false;
	t->scope[++t->depth] = NULL;
	return true;
}

void ptx_sym_pop(struct symtab *t)
{
	for (struct sym *s = t->scope[t->depth]; s; s = s->next) {
		if (s->kind == SYM_FAMILY)
			s->name->family = s->shadow;
		else
			s->name->top = s->shadow;
	}
	t->depth--;
	if (t->family_depth > t->depth)
		t->family_depth = t->depth;
}
