/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "shared_judge.h"

struct hits {
	const struct race_hit *h;
	size_t n;
};

static bool same_word(const struct race_hit *a, const struct race_hit *b)
{
	return a->addr / 4 == b->addr / 4;
}

static const struct race_hit *on_word(const struct hits *x, const struct race_hit *h)
{
	for (size_t i = 0; i < x->n; i++)
		if (same_word(&x->h[i], h))
			return &x->h[i];
	return NULL;
}

/* The first of the hits before i that are of its lane and word, too. */
static bool is_first(const struct hits *x, size_t i)
{
	for (size_t j = i; j-- > 0;)
		if (same_word(&x->h[j], &x->h[i]) && x->h[j].second.lane == x->h[i].second.lane)
			return false;
	return true;
}

static enum score_row row_of(enum shared_why why)
{
	static const enum score_row rows[] = {
		[SHARED_ROWS] = SCORE_M_SHARED_ROWS,     [SHARED_UNKNOWN] = SCORE_UNEXPLAINED,
		[SHARED_ASYNC] = SCORE_M_SHARED_ASYNC,   [SHARED_REMOTE] = SCORE_M_SHARED_REMOTE,
		[SHARED_TOLD] = SCORE_M_SHARED_TOLD,     [SHARED_ORDERED] = SCORE_M_SHARED_ORDERED,
		[SHARED_STRONG] = SCORE_M_SHARED_STRONG, [SHARED_LANES] = SCORE_M_SHARED_LANES,
	};

	return rows[why];
}

static void real(const struct shared *x, const struct race_hit *h, const struct race_hit *told,
		 bool first, struct pairs *pairs, struct score_totals *t)
{
	struct score_pair *p = pairs_get(pairs, h);
	enum score_row row;

	if (told) {
		p->found++;
		t->found += first;
		if (!p->has_detected)
			p->detected = *told;
		p->has_detected = true;
		return;
	}
	row = row_of(shared_why(x, h));
	p->missed++;
	p->rows_missed[row]++;
	t->missed += first;
	t->rows_missed[row] += first;
}

void shared_judge(const struct shared *x, const struct oracle *o, struct pairs *pairs,
		  struct score_totals *t)
{
	struct hits told, should = {0};

	told.h = shared_hits(x, &told.n);
	if (o)
		should.h = oracle_hits(o, &should.n);
	for (size_t i = 0; i < should.n; i++)
		real(x, &should.h[i], on_word(&told, &should.h[i]), is_first(&should, i), pairs, t);
	for (size_t i = 0; i < told.n; i++) {
		struct score_pair *p;

		if (on_word(&should, &told.h[i]))
			continue;
		p = pairs_detected(pairs, &told.h[i]);
		if (o) {
			p->false_++;
			p->rows_false[SCORE_UNEXPLAINED]++;
			t->false_++;
			t->rows_false[SCORE_UNEXPLAINED]++;
		} else {
			p->found++;
			t->found++;
		}
	}
}
