/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>
#include <string.h>

#include "guest.h"
#include "records.h"
#include "score_int.h"

struct score {
	struct oracle *oracle;
	const struct oracle *rules; /* those that the detector was made for; NULL: the oracle's */
	struct detect *detect;
	struct guest shared, global; /* x NULL: there is none */
	struct machine_observer observer;
	struct exact exact;
	struct score_totals totals;
	struct pairs pairs;
	struct check_record *seen; /* of the op under way, as far as they are asked for */
	size_t n_seen, cap_seen;
	bool *matched; /* of each seen: the oracle says race */
	size_t cap_matched;
	bool some_race;    /* the detector reported something of this op */
	bool begun;        /* its own release is counted */
	uint64_t block_id; /* of the warp whose op it is, as hardware has it */
	bool clocked;      /* what is found is what records say */
	struct records records;
};

/* An op begins when the detector's first check of it is heard of, or with score's own observer;
 * it is judged there, when the oracle has seen it, too. */

static void op_begin(struct score *s, const struct machine_who *who, const struct simt_op *op)
{
	struct exact *x = &s->exact;

	s->begun = true;
	x->serial++;
	if (access_releases(op))
		exact_warp(x, who->warp_global)->release++;
	if (x->cls->releases)
		exact_fence(x, who, op->mask, x->cls->device);
}

static void op_end(struct score *s)
{
	exact_op_end(&s->exact);
	s->n_seen = 0;
	s->some_race = s->begun = false;
}

/* Listener. */

/* The oracle has seen the op: what neither side calls a race will not be asked for. */
static bool is_quiet(const struct score *s)
{
	size_t hits;

	oracle_hits(s->oracle, &hits);
	return !hits;
}

static struct check_record *keep(struct score *s)
{
	if (s->n_seen == s->cap_seen)
		s->seen = mem_grow(s->seen, &s->cap_seen, s->n_seen, sizeof(*s->seen));
	return &s->seen[s->n_seen++];
}

static void on_check(void *ctx, const struct detect_check *c)
{
	struct score *s = ctx;
	struct check_record *k;

	if (!s->begun)
		op_begin(s, c->who, c->op);
	if (!c->race && is_quiet(s)) {
		exact_row(&s->exact, c, 1, 1);
		return;
	}
	k = keep(s);
	k->addr = c->addr;
	k->lock = c->before.lock;
	k->signature = c->tag.signature;
	k->modified = c->before.modified;
	k->blk_shared = c->before.blk_shared;
	k->dev_shared = c->before.dev_shared;
	k->strong = c->before.strong;
	k->dev_moved = c->before.dev_fence != c->owner.dev;
	k->blk_moved = c->before.blk_fence != c->owner.blk;
	k->write = c->tag.write;
	k->race = c->race;
	k->skipped = false;
	s->some_race |= c->race;
	exact_check(&s->exact, k, c);
}

static void on_row(void *ctx, const struct detect_check *c, uint32_t n, uint32_t words)
{
	struct score *s = ctx;
	struct detect_check one;

	if (!s->begun)
		op_begin(s, c->who, c->op);
	if (is_quiet(s)) {
		exact_row(&s->exact, c, n, words);
		return;
	}
	one = *c;
	for (uint32_t i = 0; i < n; i++) {
		one.lane = (uint8_t)(c->lane + i / words);
		one.addr = c->addr + 4ULL * i;
		one.index = c->index + i;
		on_check(ctx, &one);
	}
}

static void on_fetch(void *ctx, const uint64_t *addr, const uint64_t *index, uint32_t n)
{
	exact_fetch(&((struct score *)ctx)->exact, addr, index, n);
}

static void on_fetch_row(void *ctx, uint64_t index, uint32_t n)
{
	exact_fetch_row(&((struct score *)ctx)->exact, index, n);
}

static void on_skip(void *ctx, const struct machine_who *who, const struct simt_op *op,
		    uint8_t lane, uint64_t addr, uint8_t bytes, enum detect_skip why)
{
	struct score *s = ctx;
	struct check_record *k;

	if (!s->begun)
		op_begin(s, who, op);
	k = keep(s);
	*k = (struct check_record){.addr = addr, .why = why, .skipped = true};
	exact_skip(&s->exact, k, who, op, lane, bytes);
}

static void on_forget(void *ctx, bool launch)
{
	struct score *s = ctx;

	if (!launch)
		s->exact.epoch++;
}

/* Racing accesses. */

static struct check_record *seen_at(struct score *s, const struct race_hit *h)
{
	for (size_t i = 0; i < s->n_seen; i++)
		if (s->seen[i].a.lane == h->second.lane &&
		    (s->seen[i].addr & ~3ULL) == (h->addr & ~3ULL))
			return &s->seen[i];
	return NULL;
}

static const struct race_hit *detected_at(const struct score *s, uint8_t lane, uint64_t word)
{
	size_t n;
	const struct race_hit *h = detect_hits(s->detect, &n);

	for (size_t i = 0; i < n; i++)
		if (h[i].second.lane == lane && (h[i].addr & ~3ULL) == word)
			return &h[i];
	return NULL;
}

static bool same_access(const struct race_hit *a, const struct race_hit *b)
{
	return a->second.lane == b->second.lane && a->space == b->space &&
	       (a->addr & ~3ULL) == (b->addr & ~3ULL);
}

/* The access races by the detector's own rules. */
static bool races_by_rules(const struct score *s, uint8_t lane, enum ptx_space space, uint64_t word)
{
	size_t n;
	const struct race_hit *h = oracle_hits(s->rules, &n);

	for (size_t i = 0; i < n; i++)
		if (h[i].second.lane == lane && h[i].space == space && (h[i].addr & ~3ULL) == word)
			return true;
	return false;
}

/* Why it is missed; n: the detector's own check of it. */
static enum score_row missed_row(const struct score *s, const struct race_hit *h,
				 const struct check_record *n)
{
	if (!s->detect)
		return SCORE_M_UNTRACKED;
	return s->rules && !races_by_rules(s, h->second.lane, h->space, h->addr & ~3ULL)
		       ? SCORE_M_PTX
		       : explain_missed(&s->exact, h, n);
}

/* One hit of the oracle; first: of its access. */
static void oracle_hit(struct score *s, const struct race_hit *h, bool first)
{
	struct check_record *n = seen_at(s, h);
	const bool found =
		(!s->detect && !s->shared.x && !s->global.x) || (n && !n->skipped && n->race);
	struct score_pair *p = pairs_get(&s->pairs, h);
	const struct race_hit *d;
	enum score_row row;

	if (n)
		s->matched[n - s->seen] = true;
	if (s->clocked) {
		records_racing(&s->records, h, s->block_id, (size_t)(p - s->pairs.p), first,
			       found ? SCORE_M_CLOCKED : missed_row(s, h, n));
		return;
	}
	if (found) {
		p->found++;
		s->totals.found += first;
		d = s->detect && !p->has_detected ? detected_at(s, h->second.lane, h->addr & ~3ULL)
						  : NULL;
		if (d) {
			p->detected = *d;
			p->has_detected = true;
		}
		return;
	}
	row = missed_row(s, h, n);
	p->missed++;
	p->rows_missed[row]++;
	s->totals.missed += first;
	s->totals.rows_missed[row] += first;
}

static void oracle_hits_all(struct score *s)
{
	size_t n = 0;
	const struct race_hit *h = oracle_hits(s->oracle, &n);

	for (size_t i = 0; i < n; i++) {
		bool first = true;

		for (size_t j = i; first && j-- > 0;)
			first = !same_access(&h[i], &h[j]);
		oracle_hit(s, &h[i], first);
	}
}

/* Why it is a false alarm; d: of check n. */
static enum score_row false_row(const struct score *s, const struct race_hit *d,
				const struct check_record *n)
{
	return s->rules && races_by_rules(s, n->a.lane, d->space, n->addr & ~3ULL)
		       ? SCORE_F_PTX
		       : explain_false(&s->exact, n);
}

static void detector_only(struct score *s, const struct check_record *n)
{
	const struct race_hit *d = detected_at(s, n->a.lane, n->addr & ~3ULL);
	struct score_pair *p;
	enum score_row row;

	if (!d)
		return;
	if (s->clocked) {
		records_false(&s->records, d, false_row(s, d, n));
		return;
	}
	p = pairs_detected(&s->pairs, d);
	row = false_row(s, d, n);
	p->false_++;
	p->rows_false[row]++;
	s->totals.false_++;
	s->totals.rows_false[row]++;
}

static void classify(struct score *s)
{
	size_t hits = 0;

	oracle_hits(s->oracle, &hits);
	if (!hits && !s->some_race)
		return;
	if (s->n_seen) {
		s->matched = mem_grow(s->matched, &s->cap_matched, s->n_seen, sizeof(*s->matched));
		memset(s->matched, 0, s->n_seen * sizeof(*s->matched));
	}
	oracle_hits_all(s);
	for (size_t i = 0; s->some_race && i < s->n_seen; i++)
		if (!s->seen[i].skipped && s->seen[i].race && !s->matched[i])
			detector_only(s, &s->seen[i]);
}

/* Observer. */

/* False: it is for no guest. */
static bool guest_op(struct score *s, const struct machine_who *who, const struct simt_op *op)
{
	const struct guest *g = op->space == s->shared.space ? &s->shared : &s->global;
	struct guest_score to = {.pairs = &s->pairs, .totals = &s->totals};

	if (!g->x || op->space != g->space || op->kind > SIMT_OP_RED)
		return false;
	if (s->clocked && g->block_id) {
		to.records = &s->records;
		to.block_id = g->block_id(g->x, who);
	}
	guest_judge(g, s->oracle, g == &s->global ? s->rules : NULL, &to);
	return true;
}

static void memory_op(struct score *s, const struct machine_who *who, const struct simt_op *op)
{
	struct exact *x = &s->exact;

	if (!s->begun)
		op_begin(s, who, op);
	s->block_id = detect_block_id(s->detect, who);
	lockset_op(x, who, op, pf_lock_key(s->block_id));
	if (x->cls->acquires)
		lockset_fence(x, exact_warp(x, who->warp_global), x->cls->device);
	if (!guest_op(s, who, op))
		classify(s);
	op_end(s);
}

/* An oracle alone. */
static void on_op_alone(void *ctx, const struct machine_who *who, const struct simt_op *op)
{
	struct score *s = ctx;

	if (!guest_op(s, who, op))
		classify(s);
}

/* A detector alone: nobody to hold it against. */
static void on_op_unjudged(void *ctx, const struct machine_who *who, const struct simt_op *op)
{
	struct score *s = ctx;
	size_t n = 0;
	const struct race_hit *h = s->detect ? detect_hits(s->detect, &n) : NULL;

	if (guest_op(s, who, op))
		return;
	for (size_t i = 0; i < n; i++)
		pairs_detected(&s->pairs, &h[i])->found++;
	s->totals.found += n;
}

/* Nothing will be told of the launch. */
static void on_no_conflict(void *ctx, const struct machine_stats *of)
{
	(void)ctx;
	(void)of;
}

static void on_op(void *ctx, const struct machine_who *who, const struct simt_op *op)
{
	struct score *s = ctx;

	switch (op->kind) {
	case SIMT_OP_LD:
	case SIMT_OP_ST:
	case SIMT_OP_ATOM:
	case SIMT_OP_RED:
		if (op->space == PTX_SPACE_GLOBAL || op->space == PTX_SPACE_SHARED)
			memory_op(s, who, op);
		break;
	case SIMT_OP_FENCE:
		s->exact.serial++;
		exact_fence(&s->exact, who, op->mask, access_leaves_block(op));
		break;
	case SIMT_OP_BAR:
		s->exact.serial++;
		if (op->mask & 1)
			exact_warp(&s->exact, who->warp_global)->bar_warp++;
		break;
	default: break;
	}
}

static void on_release(void *ctx, const struct machine_who *who, uint32_t bar_id, uint32_t mask)
{
	struct score *s = ctx;

	(void)bar_id;
	(void)mask;
	++*exact_block_barriers(&s->exact, who->block);
}

static void on_begin(void *ctx, const struct machine_launch_info *l)
{
	struct score *s = ctx;

	op_end(s);
	exact_begin(&s->exact, l);
}

struct score *score_create(struct oracle *o, struct detect *d)
{
	struct score *s = mem_alloc(sizeof(*s));
	const struct detect_listener both = {
		.ctx = s,
		.check = on_check,
		.skip = on_skip,
		.row = on_row,
		.fetch = on_fetch,
		.fetch_row = on_fetch_row,
		.no_shared = true, /* a hit in shared memory says as much */
		.forget = on_forget,
	};

	s->oracle = o;
	s->detect = d;
	exact_init(&s->exact);
	s->observer.ctx = s;
	if (o)
		s->observer.op = on_op_alone;
	else if (d)
		s->observer.op = on_op_unjudged;
	if (o && d) {
		s->exact.scord = detect_policy(d)->sync_fences;
		s->exact.cls = detect_class(d);
		s->observer.launch_begin = on_begin;
		s->observer.op = on_op;
		s->observer.barrier_release = on_release;
		detect_listen(d, &both);
	}
	return s;
}

void score_rules(struct score *s, const struct oracle *rules)
{
	s->rules = rules;
}

void score_shared(struct score *s, const struct shared *x)
{
	s->shared = guest_shared(x);
	if (!s->observer.op) {
		s->observer.op = on_op_unjudged;
		s->observer.no_conflict = on_no_conflict;
	}
}

static void take_global(struct score *s, struct guest g)
{
	s->global = g;
	s->observer.no_conflict = NULL;
	if (!s->observer.op)
		s->observer.op = on_op_unjudged;
}

void score_iguard(struct score *s, const struct iguard *x)
{
	take_global(s, guest_iguard(x));
}

void score_exact(struct score *s, const struct exact *x)
{
	take_global(s, guest_exact(x));
}

void score_clocked(struct score *s)
{
	s->clocked = true;
}

void score_record(struct score *s, const struct race_hit *h, uint64_t block_id)
{
	records_told(&s->records, h, block_id, &s->pairs);
}

void score_launched(struct score *s, bool dropped)
{
	records_settle(&s->records, dropped, &s->pairs, &s->totals);
}

void score_destroy(struct score *s)
{
	if (!s)
		return;
	exact_free(&s->exact);
	records_free(&s->records);
	pairs_free(&s->pairs);
	free(s->seen);
	free(s->matched);
	free(s);
}

const struct machine_observer *score_observer(struct score *s)
{
	return &s->observer;
}

const struct score_totals *score_totals(const struct score *s)
{
	struct score_totals *t = &((struct score *)(uintptr_t)s)->totals;

	t->pairs_found = t->pairs_missed = t->pairs_false = 0;
	for (size_t i = 0; i < s->pairs.n; i++) {
		const struct score_pair *p = &s->pairs.p[i];

		t->pairs_found += p->found > 0;
		t->pairs_missed += !p->found && p->missed;
		t->pairs_false += !p->found && !p->missed && p->false_;
	}
	return t;
}

const struct score_pair *score_pairs(const struct score *s, size_t *n)
{
	*n = s->pairs.n;
	return s->pairs.p;
}

void score_clear(struct score *s)
{
	memset(&s->totals, 0, sizeof(s->totals));
	records_clear(&s->records); /* they name pairs */
	pairs_clear(&s->pairs);
}
