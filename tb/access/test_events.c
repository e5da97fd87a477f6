/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * What the SM unit is told of an operation, row by row, under each policy.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "access/events.h"
#include "base/rng.h"

enum { CTA = PTX_SCOPE_CTA, GPU = PTX_SCOPE_GPU };

static const struct events_warp warp = {.slot = 3, .warp = 13};

/* Events as letters: L lock, U unlock, A activate, with the lane's number before L and U and d
 * behind what is of device scope. */
static void text_of(const struct pf_event *e, uint32_t n, char text[64])
{
	char *end = text;

	*end = '\0';
	for (uint32_t i = 0; i < n; i++) {
		assert_int_equal(e[i].slot, warp.slot);
		assert_int_equal(e[i].warp, warp.warp);
		if (e[i].kind == PF_EVT_ACTIVATE)
			end += sprintf(end, "A");
		else
			end += sprintf(end, "%u%c", (unsigned)(e[i].address / 256),
				       e[i].kind == PF_EVT_LOCK ? 'L' : 'U');
		if (e[i].device)
			end += sprintf(end, "d");
	}
}

/* Lanes 1, 4 and 9 do it, each at 256 times its number; lane 4 finds something else there. */
static struct simt_op atomic(enum ptx_atom atom, enum ptx_sem sem, int scope)
{
	struct simt_op op = {.kind = SIMT_OP_ATOM,
			     .space = PTX_SPACE_GLOBAL,
			     .mask = 1U << 1 | 1U << 4 | 1U << 9,
			     .failed = atom == PTX_ATOM_CAS ? 1U << 4 : 0,
			     .sem = sem,
			     .scope = (enum ptx_scope)scope,
			     .atom = atom,
			     .size = 4,
			     .vec = 1};

	for (unsigned l = 0; l < 32; l++) {
		op.addr[l] = 256ULL * l;
		op.data[0][l] = l == 4;
		op.data[1][l] = atom == PTX_ATOM_CAS || l == 4;
	}
	return op;
}

static void after(void **state)
{
	static const struct {
		enum ptx_atom atom;
		enum ptx_sem sem;
		int scope;
		const char *paper, *scord;
	} row[] = {
		{PTX_ATOM_CAS, PTX_SEM_RELAXED, GPU, "1Ld9Ld", "1Ld9Ld"},
		{PTX_ATOM_CAS, PTX_SEM_RELAXED, CTA, "1L9L", "1L9L"},
		{PTX_ATOM_CAS, PTX_SEM_ACQUIRE, GPU, "1Ld9Ld", "1Ld9LdAd"},
		{PTX_ATOM_EXCH, PTX_SEM_RELAXED, GPU, "1Ud9Ud", "1Ud9Ud"},
		{PTX_ATOM_EXCH, PTX_SEM_ACQ_REL, CTA, "1U9U", "1U9UA"},
		{PTX_ATOM_ADD, PTX_SEM_RELAXED, GPU, "", ""},
		{PTX_ATOM_ADD, PTX_SEM_ACQUIRE, CTA, "", "A"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(row) / sizeof(*row); i++)
		for (int scord = 0; scord < 2; scord++) {
			const struct simt_op op = atomic(row[i].atom, row[i].sem, row[i].scope);
			const struct pf_policy_info *r =
				pf_policy_of(scord ? PF_SCORD : PF_SCORD_PAPER);
			const struct access_class c = access_classify(r, &op);
			struct pf_event e[EVENTS_AFTER];
			char text[64];

			text_of(e, events_after(&c, warp, &op, e), text);
			assert_string_equal(text, scord ? row[i].scord : row[i].paper);
		}
}

/* Each lane takes a lock and the access acquires: as many as there are. */
static void most(void **state)
{
	struct simt_op op = atomic(PTX_ATOM_CAS, PTX_SEM_ACQUIRE, GPU);
	const struct access_class c = access_classify(pf_policy_of(PF_SCORD), &op);
	struct pf_event e[EVENTS_AFTER];

	(void)state;
	op.mask = UINT32_MAX;
	op.failed = 0;
	memset(op.data[0], 0, sizeof(op.data[0]));
	assert_int_equal(events_after(&c, warp, &op, e), EVENTS_AFTER);
}

static void fences(void **state)
{
	struct simt_op op = {.kind = SIMT_OP_FENCE, .scope = PTX_SCOPE_CTA, .mask = 1};

	(void)state;
	assert_int_equal(events_fence(warp, &op).kind, PF_EVT_FENCE);
	assert_int_equal(events_fence(warp, &op).warp, 13);
	assert_false(events_fence(warp, &op).device);
	op.scope = PTX_SCOPE_SYS;
	assert_true(events_fence(warp, &op).device);
}

/* scord: as it completes, of no warp; scord-paper: as lane 0 arrives. */
static void barriers(void **state)
{
	const struct pf_policy_info *scord = pf_policy_of(PF_SCORD);
	const struct pf_policy_info *paper = pf_policy_of(PF_SCORD_PAPER);
	struct simt_op op = {.kind = SIMT_OP_BAR, .mask = 3};
	struct pf_event e;

	(void)state;
	assert_false(events_barrier(scord, warp, &op, &e));
	assert_true(events_barrier(scord, warp, NULL, &e));
	assert_int_equal(e.kind, PF_EVT_BARRIER);
	assert_int_equal(e.slot, 3);
	assert_int_equal(e.warp, 0);
	assert_false(events_barrier(paper, warp, NULL, &e));
	assert_true(events_barrier(paper, warp, &op, &e));
	assert_int_equal(e.warp, 13);
	op.mask = 2;
	assert_false(events_barrier(paper, warp, &op, &e));
}

static void requests(void **state)
{
	const struct simt_op op = atomic(PTX_ATOM_CAS, PTX_SEM_RELAXED, CTA);
	const struct access_class c = access_classify(pf_policy_of(PF_SCORD), &op);
	const struct pf_sm_request q = events_request(&c, warp);

	(void)state;
	assert_int_equal(q.slot, 3);
	assert_int_equal(q.warp, 13);
	assert_true(q.strong && q.block_scope && q.is_atom && q.write);
}

static void apply(struct pf_lock_table *t, uint32_t entries, const struct pf_event *e, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		const enum pf_lock_scope scope = e[i].device ? PF_LOCK_DEVICE : PF_LOCK_BLOCK;

		if (e[i].kind == PF_EVT_LOCK)
			pf_lock_insert(t, entries, e[i].address, pf_lock_key(5), scope);
		else if (e[i].kind == PF_EVT_UNLOCK)
			pf_lock_release_words(t, e[i].address, e[i].words, pf_lock_key(5), scope);
		else
			pf_lock_activate(t, e[i].device);
	}
}

/* An instruction's: addresses far apart or side by side, of few hashes or many. */
static uint32_t draw(struct rng *r, struct pf_event e[EVENTS_AFTER])
{
	const enum pf_evt_code kind = rng_below(r, 2) ? PF_EVT_LOCK : PF_EVT_UNLOCK;
	const uint32_t lanes = rng_below(r, EVENTS_AFTER), places = 1 + rng_below(r, 64);
	const bool device = rng_below(r, 2), side_by_side = rng_below(r, 2);
	const uint64_t first = rng_below(r, 1024);
	uint32_t n = 0;

	for (uint32_t i = 0; i < lanes; i++)
		e[n++] = (struct pf_event){.kind = kind,
					   .address = side_by_side ? first + 4ULL * i
								   : 7ULL * rng_below(r, places),
					   .device = device};
	if (rng_below(r, 2))
		e[n++] = (struct pf_event){.kind = PF_EVT_ACTIVATE, .device = device};
	return n;
}

/* Tables that come from anywhere end up the same with the events that are needed. */
static void needed(void **state)
{
	uint64_t all = 0, left = 0;
	struct rng r;

	(void)state;
	rng_seed(&r, 1);
	for (unsigned n = 0; n < 400000; n++) {
		const uint32_t entries = 1 + n % PF_MOST_LOCKS;
		struct pf_lock_table full = {0}, part;
		struct pf_event e[EVENTS_AFTER];
		uint32_t events;

		for (unsigned i = rng_below(&r, 4); i > 0; i--)
			apply(&full, entries, e, draw(&r, e));
		part = full;
		events = draw(&r, e);
		all += events;
		apply(&full, entries, e, events);
		events = events_needed(e, events, entries);
		left += events;
		apply(&part, entries, e, events);
		assert_int_equal(full.n, part.n);
		assert_memory_equal(full.entry, part.entry, full.n * sizeof(full.entry[0]));
	}
	print_message("%llu of %llu events\n", (unsigned long long)left, (unsigned long long)all);
	assert_true(left < all * 3 / 4);
}

/* Thirty lanes side by side, as mm has them: the last eleven; all to give back at once. */
static void needed_side_by_side(void **state)
{
	struct pf_event e[EVENTS_AFTER];

	(void)state;
	for (int gives = 0; gives < 2; gives++) {
		for (uint32_t i = 0; i < 30; i++)
			e[i] = (struct pf_event){.kind = gives ? PF_EVT_UNLOCK : PF_EVT_LOCK,
						 .address = 4ULL * i};
		assert_int_equal(events_needed(e, 30, 4), gives ? 1 : 11);
		assert_int_equal(e[0].address, gives ? 0 : 4 * 19);
		assert_int_equal(e[0].words, gives ? 0xffff : 0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(after),
		cmocka_unit_test(most),
		cmocka_unit_test(fences),
		cmocka_unit_test(barriers),
		cmocka_unit_test(requests),
		cmocka_unit_test(needed),
		cmocka_unit_test(needed_side_by_side),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
