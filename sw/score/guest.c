/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "guest.h"

#include "../exact/exact.h"
#include "../iguard/iguard.h"

struct hits {
	const struct race_hit *h;
	size_t n;
	bool lanes;
};

static bool same(const struct hits *x, const struct race_hit *a, const struct race_hit *b)
{
	return a->addr / 4 == b->addr / 4 && a->space == b->space &&
	       (!x->lanes || a->second.lane == b->second.lane);
}

static const struct race_hit *among(const struct hits *x, const struct race_hit *h)
{
	for (size_t i = 0; i < x->n; i++)
		if (same(x, &x->h[i], h))
			return &x->h[i];
	return NULL;
}

/* The first of the hits before i that are of its lane and word, too. */
static bool is_first(const struct hits *x, size_t i)
{
	for (size_t j = i; j-- > 0;)
		if (same(x, &x->h[j], &x->h[i]) && x->h[j].second.lane == x->h[i].second.lane)
			return false;
	return true;
}

/* The accesses that one operation races with: what the guest, the oracle, and the rules say. */
struct judgement {
	const struct guest *g;
	bool judged, by_rules;
	struct hits told, should, rules;
	const struct guest_score *to;
};

static enum score_row missed_row(const struct judgement *j, const struct race_hit *h)
{
	return j->by_rules && !among(&j->rules, h) ? SCORE_M_PTX : j->g->missed(j->g->x, h);
}

static void real(const struct judgement *j, const struct race_hit *h, const struct race_hit *told,
		 bool first)
{
	struct score_pair *p = pairs_get(j->to->pairs, h);
	struct score_totals *totals = j->to->totals;
	enum score_row row;

	if (j->to->records) {
		records_racing(j->to->records, h, j->to->block_id, (size_t)(p - j->to->pairs->p),
			       first, told ? SCORE_M_CLOCKED : missed_row(j, h));
		return;
	}
	if (told) {
		p->found++;
		totals->found += first;
		if (!p->has_detected)
			p->detected = *told;
		p->has_detected = true;
		return;
	}
	row = missed_row(j, h);
	p->missed++;
	p->rows_missed[row]++;
	totals->missed += first;
	totals->rows_missed[row] += first;
}

static void detector_only(const struct judgement *j, const struct race_hit *h)
{
	struct score_totals *totals = j->to->totals;
	struct score_pair *p;
	enum score_row row;

	if (!j->judged) {
		pairs_detected(j->to->pairs, h)->found++;
		totals->found++;
		return;
	}
	row = j->by_rules && among(&j->rules, h) ? SCORE_F_PTX : j->g->false_(j->g->x, h);
	if (j->to->records) {
		records_false(j->to->records, h, row);
		return;
	}
	p = pairs_detected(j->to->pairs, h);
	p->false_++;
	p->rows_false[row]++;
	totals->false_++;
	totals->rows_false[row]++;
}

void guest_judge(const struct guest *g, const struct oracle *o, const struct oracle *rules,
		 const struct guest_score *to)
{
	struct judgement j = {.g = g,
			      .judged = o != NULL,
			      .by_rules = rules != NULL,
			      .told.lanes = g->lanes,
			      .should.lanes = g->lanes,
			      .rules.lanes = g->lanes,
			      .to = to};

	j.told.h = g->hits(g->x, &j.told.n);
	if (o)
		j.should.h = oracle_hits(o, &j.should.n);
	if (rules)
		j.rules.h = oracle_hits(rules, &j.rules.n);
	for (size_t i = 0; i < j.should.n; i++)
		real(&j, &j.should.h[i], among(&j.told, &j.should.h[i]), is_first(&j.should, i));
	for (size_t i = 0; i < j.told.n; i++)
		if (!among(&j.should, &j.told.h[i]))
			detector_only(&j, &j.told.h[i]);
}

/* Shared memory: nothing is made up. */

static const struct race_hit *hits_of_shared(const void *x, size_t *n)
{
	return shared_hits(x, n);
}

static enum score_row missed_shared(const void *x, const struct race_hit *h)
{
	static const enum score_row rows[] = {
		[SHARED_ROWS] = SCORE_M_SHARED_ROWS,     [SHARED_UNKNOWN] = SCORE_UNEXPLAINED,
		[SHARED_ASYNC] = SCORE_M_SHARED_ASYNC,   [SHARED_REMOTE] = SCORE_M_SHARED_REMOTE,
		[SHARED_TOLD] = SCORE_M_SHARED_TOLD,     [SHARED_ORDERED] = SCORE_M_SHARED_ORDERED,
		[SHARED_STRONG] = SCORE_M_SHARED_STRONG, [SHARED_LANES] = SCORE_M_SHARED_LANES,
	};

	return rows[shared_why(x, h)];
}

static enum score_row false_shared(const void *x, const struct race_hit *h)
{
	(void)x;
	(void)h;
	return SCORE_UNEXPLAINED;
}

struct guest guest_shared(const struct shared *x)
{
	return (struct guest){.x = x,
			      .space = PTX_SPACE_SHARED,
			      .hits = hits_of_shared,
			      .missed = missed_shared,
			      .false_ = false_shared};
}

/* iGUARD */

static const struct race_hit *hits_of_iguard(const void *x, size_t *n)
{
	return iguard_hits(x, n);
}

static enum score_row row_of_iguard(enum iguard_why why, bool missed)
{
	static const enum score_row rows[] = {
		[IGUARD_UNKNOWN] = SCORE_UNEXPLAINED,
		[IGUARD_PUBLISHED] = SCORE_UNEXPLAINED, /* below; likewise */
		[IGUARD_KEPT] = SCORE_UNEXPLAINED,
		[IGUARD_REPLACED] = SCORE_M_IGUARD_REPLACED,
		[IGUARD_BARRIER] = SCORE_M_IGUARD_BARRIER,
		[IGUARD_FENCE] = SCORE_M_IGUARD_FENCE,
		[IGUARD_ATOMIC] = SCORE_M_IGUARD_ATOMIC,
		[IGUARD_LAUNCH] = SCORE_M_IGUARD_LAUNCH,
		[IGUARD_THIRD] = SCORE_F_IGUARD_THIRD,
		[IGUARD_RELEASE] = SCORE_F_IGUARD_RELEASE,
		[IGUARD_OTHERS] = SCORE_F_IGUARD_OTHERS,
		[IGUARD_LOCK] = SCORE_F_IGUARD_LOCK,
		[IGUARD_SCOPE] = SCORE_F_IGUARD_SCOPE,
	};

	if (why == IGUARD_PUBLISHED)
		return missed ? SCORE_M_IGUARD_PUBLISHED : SCORE_F_IGUARD_PUBLISHED;
	if (why == IGUARD_KEPT)
		return missed ? SCORE_M_IGUARD_KEPT : SCORE_F_IGUARD_KEPT;
	return rows[why];
}

static enum score_row missed_iguard(const void *x, const struct race_hit *h)
{
	return row_of_iguard(iguard_missed(x, h), true);
}

static enum score_row false_iguard(const void *x, const struct race_hit *h)
{
	return row_of_iguard(iguard_false(x, h), false);
}

static uint64_t block_id_of_iguard(const void *x, const struct machine_who *who)
{
	return iguard_block_id(x, who);
}

struct guest guest_iguard(const struct iguard *x)
{
	return (struct guest){.x = x,
			      .space = PTX_SPACE_GLOBAL,
			      .lanes = true,
			      .hits = hits_of_iguard,
			      .missed = missed_iguard,
			      .false_ = false_iguard,
			      .block_id = block_id_of_iguard};
}

/* exact */

static const struct race_hit *hits_of_exact(const void *x, size_t *n)
{
	return exact_hits(x, n);
}

static enum score_row missed_exact(const void *x, const struct race_hit *h)
{
	switch (exact_missed(x, h)) {
	case EXACT_TOLD: return SCORE_M_EXACT_TOLD;
	case EXACT_OBSERVED: return SCORE_M_EXACT_OBSERVED;
	default: return SCORE_UNEXPLAINED;
	}
}

static enum score_row false_exact(const void *x, const struct race_hit *h)
{
	(void)x;
	(void)h;
	return SCORE_UNEXPLAINED;
}

struct guest guest_exact(const struct exact *x)
{
	return (struct guest){.x = x,
			      .space = PTX_SPACE_GLOBAL,
			      .lanes = true,
			      .hits = hits_of_exact,
			      .missed = missed_exact,
			      .false_ = false_exact};
}
