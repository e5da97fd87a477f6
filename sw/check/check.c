/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>
#include <string.h>

#include "../base/demangle.h"
#include "check_int.h"

enum { NAME = 4096 };

struct checks *checks_create(const struct check_config *config, const struct gmem *g)
{
	struct checks *c = mem_alloc(sizeof(*c));

	c->cfg = *config;
	c->g = g;
	if (c->cfg.on & CHECK_INIT)
		check_init_open(c);
	return c;
}

void checks_destroy(struct checks *c)
{
	if (!c)
		return;
	check_init_close(c);
	arena_free(&c->arena);
	free(c->list);
	free(c->keys);
	free(c);
}

int checks_attach(struct checks *c, struct machine *m)
{
	if (c->cfg.on & CHECK_SYNC)
		machine_set_misuse(m, check_misuse, c);
	return c->cfg.on & CHECK_INIT ? machine_add_observer(m, &c->observer) : 0;
}

void checks_forget(struct checks *c)
{
	c->n_keys = 0;
}

const char *check_string(struct checks *c, const char *s)
{
	char clean[NAME];

	if (!s)
		return NULL;
	source_clean(s, clean, sizeof(clean));
	return arena_strndup(&c->arena, clean, strlen(clean));
}

static const char *plain(struct checks *c, const char *symbol)
{
	char *text = demangle(symbol);
	const char *s = check_string(c, text);

	free(text);
	return s;
}

static void place(struct checks *c, const struct simt_kernel *k, uint32_t pc, struct check_place *p)
{
	const struct ptx_insn *i = pc < k->n_code ? k->src[pc] : NULL;
	struct source_line line, *copy;
	struct ptx_where where;

	if (!i)
		return;
	where = simt_where(k, pc);
	if (!where.file || !where.line) { /* compiled without lines: PTX's own */
		p->file = check_string(c, k->module->name);
		p->line = i->line;
		return;
	}
	p->file = check_string(c, where.file);
	p->line = where.line;
	p->col = where.col;
	if (where.near)
		source_note(SOURCE_NEAR, &line);
	else if (!source_read(where.file, where.line, where.col, &line))
		return;
	copy = arena_alloc(&c->arena, sizeof(*copy));
	*copy = line;
	p->source = copy;
}

static bool same_place(const struct check_place *a, const struct check_place *b)
{
	if (!a->file || !b->file)
		return a->file == b->file;
	return a->line == b->line && a->col == b->col && !strcmp(a->file, b->file);
}

/* Index of the finding of these lines. */
static size_t find(const struct checks *c, const struct check_finding *f)
{
	for (size_t i = 0; i < c->n; i++) {
		const struct check_finding *e = &c->list[i];

		if (e->kind == f->kind && e->shared == f->shared && same_place(&e->at, &f->at) &&
		    same_place(&e->other, &f->other) && !strcmp(e->symbol, f->symbol))
			return i;
	}
	return c->n;
}

struct check_finding *check_add(struct checks *c, enum check_kind kind)
{
	struct check_finding *f;

	c->list = mem_grow(c->list, &c->cap, c->n, sizeof(*c->list));
	f = &c->list[c->n++];
	memset(f, 0, sizeof(*f));
	f->kind = kind;
	f->count = 1;
	return f;
}

void checks_range(struct checks *c, const char *range)
{
	c->range = range;
}

static void first_time(struct checks *c, struct check_finding *f, const struct machine_who *who,
		       uint32_t lane)
{
	const uint32_t *n = c->n_threads, t = who->warp * SIMT_LANES + lane;

	f->launch = who->launch;
	f->range = c->range;
	f->block = who->block;
	f->warp = who->warp;
	memcpy(f->ctaid, who->ctaid, sizeof(f->ctaid));
	f->tid[0] = t % n[0];
	f->tid[1] = t / n[0] % n[1];
	f->tid[2] = t / n[0] / n[1];
}

struct check_finding *check_found(struct checks *c, const struct check_key *key,
				  const struct machine_who *who, uint32_t lane)
{
	struct check_finding f = {.kind = key->kind, .shared = key->shared}, *new;
	size_t at;

	for (size_t i = 0; i < c->n_keys; i++) {
		const struct check_key *k = &c->keys[i];

		if (k->pc != key->pc || k->kernel != key->kernel || k->kind != key->kind ||
		    k->other_pc != key->other_pc || k->shared != key->shared)
			continue;
		c->list[k->finding].count++;
		return NULL;
	}
	f.symbol = check_string(c, key->kernel->entry->name);
	place(c, key->kernel, key->pc, &f.at);
	/* a line that the compiler only put near them would name the wrong one */
	if (key->other_pc != (uint32_t)PTX_NONE && !simt_where(key->kernel, key->other_pc).near)
		place(c, key->kernel, key->other_pc, &f.other);
	at = find(c, &f);
	c->keys = mem_grow(c->keys, &c->cap_keys, c->n_keys, sizeof(*c->keys));
	c->keys[c->n_keys] = *key;
	c->keys[c->n_keys++].finding = at;
	if (at < c->n) {
		c->list[at].count++;
		return NULL;
	}
	new = check_add(c, key->kind);
	*new = f;
	new->count = 1;
	new->kernel = plain(c, f.symbol);
	first_time(c, new, who, lane);
	return new;
}

unsigned check_of(enum check_kind kind)
{
	return kind == KIND_LEAK            ? CHECK_LEAK
	       : kind == KIND_NEVER_WRITTEN ? CHECK_INIT
					    : CHECK_SYNC;
}

const char *check_name(unsigned check)
{
	switch (check) {
	case CHECK_MEMORY: return "memory";
	case CHECK_SYNC: return "sync";
	case CHECK_INIT: return "init";
	default: return "leak";
	}
}

const char *check_kind_name(enum check_kind kind)
{
	static const char *const names[KIND_COUNT] = {
		[KIND_BARRIER_PARTIAL] = "barrier-partial",
		[KIND_BARRIER_DIFFERENT] = "barrier-different",
		[KIND_MASK_CALLER] = "mask-caller",
		[KIND_MASK_ABSENT] = "mask-absent",
		[KIND_MASKS_DIFFER] = "masks-differ",
		[KIND_NEVER_WRITTEN] = "never-written",
		[KIND_LEAK] = "leak",
	};

	return names[kind];
}

uint64_t checks_findings(const struct checks *c, unsigned of)
{
	uint64_t n = 0;

	for (size_t i = 0; i < c->n; i++)
		n += (check_of(c->list[i].kind) & of) != 0;
	return n;
}

void checks_end(struct checks *c, bool lost)
{
	if (c->ended)
		return;
	c->ended = true;
	c->lost = lost;
	if (c->cfg.on & CHECK_LEAK && c->g && !lost)
		check_leaks(c);
}
