/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * test_fence_targets: does a slice find the same races if it is told only of the fences that
 * pf_fence_targets names?
 *
 *   random stream ─┬─ every fence, to all slices ──────────> pf_slice ─> findings ─┐
 *                  └─ pf_fence_targets ─> those it names ──> pf_slice ─> findings ─┴─ equal?
 *
 * Counts do not wrap here: what comes of that is in pf_fence_targets.h.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/rng.h"
#include "reference/pf_fence_targets.h"
#include "reference/pf_slice.h"

enum { STREAMS = 20000, LENGTH = 60, BLOCKS = 3, WARPS = 2, SLICES = 3, WORDS = 3, FOUND = 1024 };

struct finding {
	uint64_t word;
	uint32_t pc, owner_block, owner_warp;
	enum pf_row row;
};

struct found {
	struct finding f[FOUND];
	unsigned n;
};

struct way { /* all fences; those that are named */
	struct pf_slice slice[SLICES];
	struct found found[SLICES];
	uint64_t fences;
};

static void on_check(void *ctx, const struct pf_slice_check *c)
{
	struct found *f = ctx;

	if (!c->verdict->race)
		return;
	assert_true(f->n < FOUND);
	f->f[f->n++] = (struct finding){c->word, c->req->pc, c->before->block, c->before->warp,
					c->verdict->row};
}

static void open_way(struct way *w, enum pf_policy policy)
{
	struct pf_slice_config c;

	w->fences = 0;
	pf_slice_named(&c, "ref");
	c.policy = policy;
	c.words = c.entries = 8;
	c.report_all = true;
	for (unsigned i = 0; i < SLICES; i++) {
		pf_slice_init(&w->slice[i], &c);
		w->slice[i].check = on_check;
		w->slice[i].ctx = &w->found[i];
		w->found[i].n = 0;
	}
}

static void close_way(struct way *w)
{
	for (unsigned i = 0; i < SLICES; i++)
		pf_slice_free(&w->slice[i]);
}

static void fence(struct way *w, const struct pf_tag *t, bool device, uint32_t slice)
{
	struct pf_request q = {.kind = PF_REQ_FENCE, .tag = *t};

	q.tag.block_scope = !device;
	pf_slice_request(&w->slice[slice], &q);
	w->fences++;
}

struct stream {
	struct rng r;
	struct way all, named;
	struct pf_fence_targets targets[BLOCKS]; /* each block is on an SM of its own */
	struct pf_tag tag[BLOCKS * WARPS];
};

static void fences(struct stream *s, const struct pf_tag *t)
{
	const bool device = rng_below(&s->r, 2);
	struct pf_fence_targets *targets = &s->targets[t->block];
	uint32_t slice;

	for (uint32_t i = 0; i < SLICES; i++)
		fence(&s->all, t, device, i);
	pf_fence_targets_take(targets, t->warp, device);
	while ((slice = pf_fence_targets_next(targets)) < SLICES)
		fence(&s->named, t, device, slice);
	pf_fence_targets_take(targets, t->warp, device); /* all has been told */
	assert_int_equal(pf_fence_targets_next(targets), SLICES);
}

static void access(struct stream *s, const struct pf_tag *t, uint32_t pc)
{
	const uint32_t slice = rng_below(&s->r, SLICES);
	struct pf_request q = {.kind = PF_REQ_ACCESS,
			       .word_mask = (uint8_t)(1U << rng_below(&s->r, WORDS)),
			       .tag = *t,
			       .pc = pc};

	q.tag.write = rng_below(&s->r, 2);
	q.tag.strong = rng_below(&s->r, 4);
	q.tag.atomic = q.tag.strong && !rng_below(&s->r, 4);
	q.tag.block_scope = q.tag.atomic && rng_below(&s->r, 2);
	pf_fence_targets_sent(&s->targets[t->block], t->warp, slice);
	pf_slice_request(&s->all.slice[slice], &q);
	pf_slice_request(&s->named.slice[slice], &q);
}

static void stream(struct stream *s, enum pf_policy policy)
{
	const unsigned fencing = 1 + rng_below(&s->r, 12); /* of 16 */

	open_way(&s->all, policy);
	open_way(&s->named, policy);
	for (uint32_t i = 0; i < BLOCKS; i++)
		pf_fence_targets_init(&s->targets[i], WARPS, SLICES);
	for (uint32_t i = 0; i < BLOCKS * WARPS; i++)
		s->tag[i] = (struct pf_tag){.block = i / WARPS, .warp = i % WARPS};
	for (uint32_t i = 0; i < LENGTH; i++) {
		struct pf_tag *t = &s->tag[rng_below(&s->r, BLOCKS * WARPS)];

		if (rng_below(&s->r, 16) < fencing)
			fences(s, t);
		else if (rng_below(&s->r, 16))
			access(s, t, i);
		else
			t->barrier = (t->barrier + 1) % 8;
	}
}

static void same_races(void **state)
{
	struct stream *s = calloc(1, sizeof(*s));
	uint64_t races = 0, all = 0, named = 0;

	(void)state;
	rng_seed(&s->r, 1);
	for (unsigned n = 0; n < STREAMS; n++) {
		stream(s, n & 1 ? PF_SCORD : PF_SCORD_PAPER);
		for (unsigned i = 0; i < SLICES; i++) {
			assert_int_equal(s->all.found[i].n, s->named.found[i].n);
			assert_memory_equal(s->all.found[i].f, s->named.found[i].f,
					    s->all.found[i].n * sizeof(struct finding));
			races += s->all.found[i].n;
		}
		all += s->all.fences;
		named += s->named.fences;
		close_way(&s->all);
		close_way(&s->named);
		for (uint32_t i = 0; i < BLOCKS; i++)
			pf_fence_targets_free(&s->targets[i]);
	}
	print_message("%llu races, %llu fences of %llu told\n", (unsigned long long)races,
		      (unsigned long long)named, (unsigned long long)all);
	assert_true(races > STREAMS && named < all / 2);
	free(s);
}

/* The fence goes to these; 130: no more. */
static void told(struct pf_fence_targets *t, uint32_t warp, bool device, const uint32_t *want)
{
	pf_fence_targets_take(t, warp, device);
	do
		assert_int_equal(pf_fence_targets_next(t), *want);
	while (*want++ < 130);
}

/* Slices beyond a word of bits; scopes apart; each told once. */
static void rows(void **state)
{
	static const uint32_t none[] = {130}, behind[] = {5, 130}, all[] = {0, 5, 64, 129, 130};
	struct pf_fence_targets t;

	(void)state;
	pf_fence_targets_init(&t, 2, 130);
	pf_fence_targets_sent(&t, 1, 129);
	pf_fence_targets_sent(&t, 1, 0);
	pf_fence_targets_sent(&t, 1, 64);
	pf_fence_targets_sent(&t, 1, 64);
	told(&t, 0, true, none);
	pf_fence_targets_take(&t, 1, true);
	assert_int_equal(pf_fence_targets_next(&t), 0);
	pf_fence_targets_sent(&t, 1, 5); /* behind the fence */
	assert_int_equal(pf_fence_targets_next(&t), 64);
	assert_int_equal(pf_fence_targets_next(&t), 129);
	assert_int_equal(pf_fence_targets_next(&t), 130);
	told(&t, 1, true, behind);
	told(&t, 1, true, none);
	told(&t, 1, false, all);
	pf_fence_targets_free(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(same_races),
		cmocka_unit_test(rows),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
