/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * collect: pairs of code places become distinct races, by source line.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "facts.h"

static const struct report_shape *shape_of(const struct report *r, uint64_t launch)
{
	for (size_t i = r->n_shapes; launch && i > 0; i--)
		if (r->shapes[i - 1].launch == launch)
			return &r->shapes[i - 1];
	return NULL;
}

/* Who launched it, and where. */
static const char *launcher(struct report *r, const struct machine_child *c)
{
	const struct report_shape *s = shape_of(r, c->by.launch);
	const uint32_t *t = c->by.ctaid, one[3] = {UINT32_MAX, 1, 1}, *n = s ? s->block : one;
	struct report_place at;
	char text[1024], place[512] = "";

	report_place(r, c->by.kernel, c->pc, &at);
	if (at.file && at.col)
		snprintf(place, sizeof(place), ", at %s:%u:%u", at.file, at.line, at.col);
	else if (at.file)
		snprintf(place, sizeof(place), ", at %s:%u", at.file, at.line);
	snprintf(text, sizeof(text),
		 "block (%u,%u,%u), thread (%u,%u,%u) of kernel %.300s, launch %" PRIu64 "%s", t[0],
		 t[1], t[2], c->thread % n[0], c->thread / n[0] % n[1], c->thread / n[0] / n[1],
		 report_plain(r, c->by.kernel->entry->name), c->by.launch, place);
	return report_string(r, text);
}

static void launch_begin(void *ctx, const struct machine_launch_info *l)
{
	struct report *r = ctx;
	struct report_shape s = {.launch = l->launch};

	r->near = NULL;
	if (!l->child)
		r->n_shapes = 0;
	else
		r->children++;
	memcpy(s.grid, l->grid, sizeof(s.grid));
	memcpy(s.block, l->block, sizeof(s.block));
	if (l->child)
		s.by = *l->child;
	r->shapes = mem_grow(r->shapes, &r->cap_shapes, r->n_shapes, sizeof(*r->shapes));
	r->shapes[r->n_shapes++] = s;
}

void report_range(struct report *r, const char *range)
{
	r->range = range;
}

static bool is_variable(struct report *r, uint64_t addr)
{
	const struct gmem_block *b = r->near;

	if (!b || b->freed || addr - b->addr >= b->size)
		b = r->near = gmem_find(r->cfg.gmem, addr);
	return b && b->kind == GMEM_VARIABLE;
}

/* Detectors leave these out, in software as in hardware (docs/weaknesses.md). */
static void unwatched(void *ctx, const struct machine_who *who, const struct simt_op *op)
{
	struct report *r = ctx;
	const unsigned lanes = (unsigned)__builtin_popcount(op->mask);
	const unsigned bytes = (unsigned)op->size * op->vec;

	(void)who;
	if (op->kind != SIMT_OP_LD && op->kind != SIMT_OP_ST && op->kind != SIMT_OP_ATOM &&
	    op->kind != SIMT_OP_RED)
		return;
	if (op->space == PTX_SPACE_SHARED && !r->cfg.shared)
		r->unwatched[REPORT_UNWATCHED_SHARED] += lanes;
	if (op->space != PTX_SPACE_GLOBAL)
		return;
	if (!r->cfg.global) {
		r->unwatched[REPORT_UNWATCHED_GLOBAL] += lanes;
		return;
	}
	if (r->cfg.skips_parts)
		r->unwatched[REPORT_UNWATCHED_SUB_WORD] += bytes < 4 ? lanes : 0;
	for (uint32_t left = r->cfg.as_simulated && r->cfg.gmem ? op->mask : 0; left;
	     left &= left - 1) {
		if (is_variable(r, op->addr[__builtin_ctz(left)]))
			r->unwatched[REPORT_UNWATCHED_VARIABLE]++;
		else
			r->unwatched[REPORT_UNWATCHED_UPPER] += bytes > 4;
	}
}

/* The launch was not told op by op. */
static void unwatched_launch(void *ctx, const struct machine_stats *of)
{
	struct report *r = ctx;

	r->unwatched[REPORT_UNWATCHED_GLOBAL] += of->global_lane_accesses - of->const_lane_accesses;
}

struct report *report_create(const struct report_config *c)
{
	struct report *r = mem_alloc(sizeof(*r));

	r->cfg = *c;
	r->observer = (struct machine_observer){.ctx = r, .launch_begin = launch_begin};
	if (report_detects(r))
		r->observer.op = unwatched;
	if (!c->global)
		r->observer.no_conflict = unwatched_launch;
	return r;
}

void report_destroy(struct report *r)
{
	if (!r)
		return;
	arena_free(&r->arena);
	free(r->races);
	free(r->shapes);
	free(r->pairs);
	free(r);
}

const struct machine_observer *report_observer(struct report *r)
{
	return &r->observer;
}

void report_untracked(struct report *r, uint64_t words)
{
	r->unwatched[REPORT_UNWATCHED_UNTRACKED] = words;
}

void report_passed_over(struct report *r, uint64_t async, uint64_t remote, uint64_t lanes)
{
	r->unwatched[REPORT_UNWATCHED_ASYNC] = async;
	r->unwatched[REPORT_UNWATCHED_REMOTE] = remote;
	r->unwatched[REPORT_UNWATCHED_LANES] = lanes;
}

void report_restart(struct report *r)
{
	r->n_pairs = 0;
	r->had = (struct report_counts){0};
}

/* The instruction, if it is an asynchronous copy. */
static enum ptx_op copy_of(const struct simt_kernel *k, uint32_t pc, bool *by_group)
{
	const struct ptx_insn *i = k && pc < k->n_code ? k->src[pc] : NULL;

	*by_group = i && i->by_group;
	return i && ptx_is_copy(i->op) ? i->op : PTX_OP_NONE;
}

static void side(struct report *r, const struct race_side *s, const struct simt_kernel *k,
		 uint32_t pc, struct report_side *out)
{
	const struct report_shape *shape = shape_of(r, s->launch);
	const uint32_t *n = shape ? shape->block : NULL, *grid = shape ? shape->grid : NULL;
	const uint64_t t = (uint64_t)s->warp * SIMT_LANES + s->lane;

	memset(out, 0, sizeof(*out));
	out->pc = pc;
	report_place(r, k, pc, &out->at);
	out->block = s->block;
	out->warp = s->warp;
	out->lane = s->lane;
	out->access = s->access;
	out->strong = s->strong;
	out->copy = copy_of(k, pc, &out->by_group);
	out->scope = s->scope;
	out->launch = s->launch;
	out->kernel = k ? report_plain(r, k->entry->name) : NULL;
	out->has_shape = shape && s->block != RACE_NO_BLOCK;
	if (!shape)
		return;
	out->launched_by = shape->by.id ? launcher(r, &shape->by) : NULL;
	if (s->block == RACE_NO_BLOCK)
		return;
	out->ctaid[0] = (uint32_t)(s->block % grid[0]);
	out->ctaid[1] = (uint32_t)(s->block / grid[0] % grid[1]);
	out->ctaid[2] = (uint32_t)(s->block / grid[0] / grid[1]);
	if (s->lane == RACE_NO_LANE)
		return;
	out->tid[0] = (uint32_t)(t % n[0]);
	out->tid[1] = (uint32_t)(t / n[0] % n[1]);
	out->tid[2] = (uint32_t)(t / n[0] / n[1]);
}

static bool same_place(const struct report_side *a, const struct report_side *b)
{
	if (!a->at.file || !b->at.file)
		return a->pc == b->pc;
	return a->at.line == b->at.line && a->at.col == b->at.col &&
	       !strcmp(a->at.file, b->at.file);
}

static bool same(const struct report_race *a, const struct report_race *b)
{
	return a->kind == b->kind && a->scope == b->scope && a->space == b->space &&
	       a->first.access == b->first.access && a->second.access == b->second.access &&
	       same_place(&a->second, &b->second) && same_place(&a->first, &b->first) &&
	       !strcmp(a->symbol, b->symbol);
}

static void resolve(struct report *r, const struct score_pair *p, const struct gmem *g,
		    struct report_race *e)
{
	const struct race_hit *h = &p->example;

	memset(e, 0, sizeof(*e));
	e->symbol = report_string(r, p->kernel->entry->name);
	e->kernel = report_plain(r, p->kernel->entry->name);
	e->launch = h->second.launch;
	e->range = r->range;
	e->kind = h->kind;
	e->scope = race_scope_of(h);
	e->space = p->space;
	side(r, &h->first, p->kernel_first ? p->kernel_first : p->kernel, p->pc_first, &e->first);
	side(r, &h->second, p->kernel, p->pc_second, &e->second);
	report_memory(r, g, p->kernel, h, &e->memory);
	e->by_oracle = r->cfg.oracle && p->pc_first != RACE_NO_PC;
}

/* What the code says against the name: a fence elsewhere is no fence here, and a lock that is
 * rightly taken for the whole warp orders no lanes of it. */
static void rename_kind(struct report_race *e)
{
	const enum report_fix fix = e->fix;
	const struct report_facts *f = &e->facts;

	if (e->kind == RACE_NOT_STRONG && !(f->write_fenced && f->read_fenced) &&
	    (fix == REPORT_FIX_HANDOFF || fix == REPORT_FIX_LOCKING))
		e->kind = f->narrow_before.file || f->narrow_after.file ? RACE_FENCE_SCOPE
									: RACE_FENCE;
	if (e->kind == RACE_LOCK_SCOPE && fix == REPORT_FIX_SYNCWARP)
		e->kind = RACE_BARRIER;
}

/* Index of the race that p belongs to, a new one when there is none of these lines. */
static size_t race_of(struct report *r, const struct score_pair *p, const struct gmem *g)
{
	struct report_race e;

	resolve(r, p, g, &e);
	if (e.kind != RACE_LAUNCH)
		report_facts(r, p->kernel, p->pc_first, p->pc_second, e.scope != RACE_SCOPE_DEVICE,
			     &e.facts);
	e.fix = report_choose_fix(r, &e);
	if (p->pc_first != RACE_NO_PC)
		rename_kind(&e);
	for (size_t i = 0; i < r->n_races; i++)
		if (same(&r->races[i], &e))
			return i;
	report_source(r, p->kernel_first ? p->kernel_first : p->kernel, p->pc_first, &e.first.at);
	report_source(r, p->kernel, p->pc_second, &e.second.at);
	r->races = mem_grow(r->races, &r->cap_races, r->n_races, sizeof(*r->races));
	r->races[r->n_races] = e;
	return r->n_races++;
}

static void add(uint64_t *sum, uint64_t *had, uint64_t now)
{
	*sum += now - *had;
	*had = now;
}

static void count(struct report *r, const struct score_pair *p, struct report_pair *had)
{
	struct report_race *e = &r->races[had->race];

	add(&e->found, &had->found, p->found);
	add(&e->missed, &had->missed, p->missed);
	add(&e->false_, &had->false_, p->false_);
	for (int i = 0; i < SCORE_ROWS; i++) {
		add(&e->rows_missed[i], &had->rows_missed[i], p->rows_missed[i]);
		add(&e->rows_false[i], &had->rows_false[i], p->rows_false[i]);
	}
	if (report_detects(r) && p->has_detected && !e->by_detector) {
		e->by_detector = true;
		e->detector_kind = p->detected.kind;
	}
}

void report_collect_pairs(struct report *r, const struct score_pair *p, size_t n,
			  const struct score_totals *t, const struct gmem *g)
{
	add(&r->accesses.found, &r->had.found, t->found);
	add(&r->accesses.missed, &r->had.missed, t->missed);
	add(&r->accesses.false_, &r->had.false_, t->false_);
	for (size_t i = 0; i < n; i++) {
		if (i == r->n_pairs) {
			size_t race = race_of(r, &p[i], g);

			r->pairs = mem_grow(r->pairs, &r->cap_pairs, i, sizeof(*r->pairs));
			r->pairs[r->n_pairs++] = (struct report_pair){.race = race};
		}
		count(r, &p[i], &r->pairs[i]);
	}
}

void report_collect(struct report *r, const struct score *s, const struct gmem *g)
{
	size_t n;
	const struct score_pair *p = score_pairs(s, &n);

	report_collect_pairs(r, p, n, score_totals(s), g);
}

uint64_t report_accesses(const struct report_race *e)
{
	return e->found + e->missed + e->false_;
}

bool report_counts(const struct report *r, const struct report_race *e)
{
	/* Alone, either has nothing to be found, missed or false against. */
	if (!report_detects(r) || !r->cfg.oracle)
		return true;
	return e->found || e->false_;
}

bool report_any(const struct report *r)
{
	return r->n_races > 0;
}

uint64_t report_races(const struct report *r)
{
	uint64_t n = 0;

	for (size_t i = 0; i < r->n_races; i++)
		n += report_counts(r, &r->races[i]);
	return n;
}

void report_kinds(const struct report *r, uint64_t n[RACE_KINDS])
{
	memset(n, 0, RACE_KINDS * sizeof(*n));
	for (size_t i = 0; i < r->n_races; i++)
		if (report_counts(r, &r->races[i]))
			n[r->races[i].kind]++;
}

struct report_totals report_totals(const struct report *r)
{
	const struct report_counts *c = &r->accesses;
	struct report_totals t = {.found = c->found,
				  .missed = c->missed,
				  .false_ = c->false_,
				  .all = c->found + c->missed + c->false_};

	for (size_t i = 0; i < r->n_races; i++) {
		const struct report_race *e = &r->races[i];

		t.races_found += e->found > 0;
		t.races_missed += !e->found && e->missed;
		t.races_false += !e->found && !e->missed && e->false_;
	}
	return t;
}
