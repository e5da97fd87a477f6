/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Quanta and partitions: rules by hand; then programs of many warps run in any order of steps that
 * keeps each warp's own and what barriers and exits cause, and every quantum must end the same.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "base/rng.h"
#include "reference/pf_partition.h"
#include "reference/pf_quantum.h"

static struct pf_quantum q;

static void begin(uint32_t warps, uint32_t size, bool bta)
{
	pf_quantum_init(&q, &(struct pf_quantum_config){
				    .warps = warps, .block_slots = 2, .size = size, .bta = bta});
	for (uint32_t w = 0; w < warps; w++)
		pf_quantum_event(&q, PF_Q_BEGIN, w, w & 1);
}

static void budget_ends(void **state)
{
	(void)state;
	begin(2, 3, true);
	assert_int_equal(pf_quantum_why(&q, 0), PF_STOP_COUNT); /* nothing before the first start */
	for (int n = 0; n < 2; n++) {
		pf_quantum_start(&q);
		for (int i = 0; i < 3; i++) {
			assert_true(pf_quantum_runs(&q, 0));
			pf_quantum_issue(&q, 0);
		}
		assert_int_equal(pf_quantum_why(&q, 0), PF_STOP_COUNT);
		assert_false(pf_quantum_done(&q));
		for (int i = 0; i < 3; i++)
			pf_quantum_issue(&q, 1);
		assert_true(pf_quantum_done(&q));
	}
}

static void other_reasons_beat_the_count(void **state)
{
	static const struct {
		enum pf_quantum_event kind;
		enum pf_stop why, after;
	} of[] = {{PF_Q_ATOMIC, PF_STOP_ATOMIC, PF_STOP_RUNS},
		  {PF_Q_FENCE, PF_STOP_FENCE, PF_STOP_RUNS},
		  {PF_Q_FULL, PF_STOP_FULL, PF_STOP_RUNS},
		  {PF_Q_BARRIER, PF_STOP_BARRIER, PF_STOP_BARRIER},
		  {PF_Q_EXIT, PF_STOP_EXIT, PF_STOP_NONE}};

	(void)state;
	for (size_t i = 0; i < sizeof(of) / sizeof(*of); i++) {
		begin(1, 1, i & 1);
		pf_quantum_start(&q);
		pf_quantum_issue(&q, 0);
		pf_quantum_event(&q, of[i].kind, 0, 0);
		assert_int_equal(pf_quantum_why(&q, 0), of[i].why);
		assert_true(pf_quantum_done(&q));
		pf_quantum_start(&q);
		assert_int_equal(pf_quantum_why(&q, 0), of[i].after);
	}
}

static void barrier_with_and_without_bta(void **state)
{
	(void)state;
	for (uint32_t bta = 0; bta < 2; bta++) {
		begin(2, 2, bta);
		pf_quantum_start(&q);
		pf_quantum_issue(&q, 0);
		pf_quantum_event(&q, PF_Q_BARRIER, 0, 0);
		pf_quantum_start(&q); /* goes on waiting, with a full budget */
		assert_int_equal(pf_quantum_why(&q, 0), PF_STOP_BARRIER);
		pf_quantum_event(&q, PF_Q_RELEASE, 1, 0); /* of one that does not wait */
		assert_true(pf_quantum_runs(&q, 1));
		pf_quantum_event(&q, PF_Q_RELEASE, 0, 0);
		assert_int_equal(pf_quantum_why(&q, 0), bta ? PF_STOP_RUNS : PF_STOP_BARRIER);
		pf_quantum_start(&q);
		assert_true(pf_quantum_runs(&q, 0));
		pf_quantum_issue(&q, 0);
		pf_quantum_issue(&q, 0);
		pf_quantum_event(&q, PF_Q_BARRIER, 0, 0);
		pf_quantum_event(&q, PF_Q_RELEASE, 0, 0); /* its budget is used up */
		assert_int_equal(pf_quantum_why(&q, 0), bta ? PF_STOP_COUNT : PF_STOP_BARRIER);
	}
}

static void slot_goes_on_with_what_is_left(void **state)
{
	(void)state;
	begin(1, 3, true);
	pf_quantum_start(&q);
	pf_quantum_issue(&q, 0);
	pf_quantum_event(&q, PF_Q_EXIT, 0, 0);
	assert_int_equal(pf_quantum_why(&q, 0), PF_STOP_EXIT);
	assert_false(pf_quantum_live(&q, 0));
	pf_quantum_event(&q, PF_Q_BEGIN, 0, 1);
	assert_true(pf_quantum_live(&q, 1) && !pf_quantum_live(&q, 0));
	pf_quantum_issue(&q, 0);
	assert_true(pf_quantum_runs(&q, 0));
	pf_quantum_issue(&q, 0);
	pf_quantum_event(&q, PF_Q_EXIT, 0, 0);
	pf_quantum_event(&q, PF_Q_BEGIN, 0, 0);
	assert_int_equal(pf_quantum_why(&q, 0), PF_STOP_COUNT);
	assert_true(pf_quantum_live(&q, 0));
}

static void serial_lowest_first_each_once(void **state)
{
	(void)state;
	begin(4, 5, true);
	pf_quantum_start(&q);
	assert_int_equal(pf_quantum_serial(&q), -1);
	pf_quantum_event(&q, PF_Q_ATOMIC, 3, 0);
	pf_quantum_event(&q, PF_Q_FENCE, 0, 0);
	pf_quantum_event(&q, PF_Q_ATOMIC, 1, 0);
	pf_quantum_event(&q, PF_Q_FULL, 2, 0);
	assert_int_equal(pf_quantum_serial(&q), 1);
	pf_quantum_serial_done(&q);
	assert_int_equal(pf_quantum_serial(&q), 3);
	pf_quantum_serial_done(&q);
	assert_int_equal(pf_quantum_serial(&q), -1);
	assert_int_equal(pf_quantum_why(&q, 1), PF_STOP_ATOMIC);
	pf_quantum_serial_done(&q); /* nobody's */
	pf_quantum_start(&q);
	for (uint32_t w = 0; w < 4; w++)
		assert_true(pf_quantum_runs(&q, w));
}

/* A small machine: blocks of BLOCK warps run programs; i instruction, a atomic, f fence, b barrier,
 * u store that finds the log full, x exit. */
enum { WARPS = 8, BLOCK = 2, SLOTS = WARPS / BLOCK, BLOCKS = 12, LENGTH = 24, QUANTA = 200 };

struct world {
	struct pf_quantum q;
	char program[BLOCKS][BLOCK][LENGTH];
	uint32_t pc[WARPS], block[SLOTS], next[SLOTS]; /* slot s runs blocks s, s + SLOTS, .. */
	uint32_t bars[WARPS];                          /* barriers it has come to */
	bool passed[WARPS];                            /* the atomic, fence .. it stopped for */
	bool to_begin[WARPS];                          /* BEGIN on its way */
};

static void programs(struct world *w, struct rng *r)
{
	static const char some[] = "iiiiiiafubib";

	for (uint32_t b = 0; b < BLOCKS; b++) {
		const uint32_t n = 1 + rng_below(r, LENGTH - 2);

		for (uint32_t i = 0; i < n; i++) {
			const char c = some[rng_below(r, sizeof(some) - 1)];

			for (uint32_t k = 0; k < BLOCK; k++) /* barriers alike, or by an exit */
				w->program[b][k][i] =
					c == 'b' ? c : some[rng_below(r, sizeof(some) - 4)];
		}
		for (uint32_t k = 0; k < BLOCK; k++) /* some end early */
			w->program[b][k][rng_below(r, 3) ? n : rng_below(r, n)] = 'x';
	}
}

static bool waits(const struct world *w, uint32_t warp)
{
	return w->q.why[warp] == PF_STOP_BARRIER && !w->q.over[warp];
}

/* Releasing a warp is a step of its own: due when the others of the block have come or ended. */
static bool release_due(const struct world *w, uint32_t warp)
{
	const uint32_t s = warp / BLOCK;

	if (!waits(w, warp))
		return false;
	for (uint32_t k = s * BLOCK; k < (s + 1) * BLOCK; k++) {
		const enum pf_stop why = pf_quantum_why(&w->q, k);
		const bool ended = why == PF_STOP_EXIT || why == PF_STOP_NONE;

		if (w->to_begin[k] || (!ended && w->bars[k] < w->bars[warp]))
			return false;
	}
	return true;
}

static void next_block(struct world *w, uint32_t s)
{
	if (pf_quantum_live(&w->q, s) || w->next[s] >= BLOCKS)
		return;
	for (uint32_t k = s * BLOCK; k < (s + 1) * BLOCK; k++)
		if (w->to_begin[k])
			return;
	w->block[s] = w->next[s];
	w->next[s] += SLOTS;
	for (uint32_t k = s * BLOCK; k < (s + 1) * BLOCK; k++)
		w->to_begin[k] = true;
}

static void execute(struct world *w, uint32_t warp)
{
	const uint32_t s = warp / BLOCK;
	const char c = w->program[w->block[s]][warp % BLOCK][w->pc[warp]];
	const enum pf_quantum_event kind = c == 'a'   ? PF_Q_ATOMIC
					   : c == 'f' ? PF_Q_FENCE
					   : c == 'u' ? PF_Q_FULL
					   : c == 'b' ? PF_Q_BARRIER
						      : PF_Q_EXIT;

	if (strchr("afu", c) && !w->passed[warp]) { /* next time it goes through */
		pf_quantum_event(&w->q, kind, warp, s);
		w->passed[warp] = true;
		return;
	}
	w->passed[warp] = false;
	w->pc[warp]++;
	pf_quantum_issue(&w->q, warp);
	w->bars[warp] += c == 'b';
	if (c == 'b' || c == 'x')
		pf_quantum_event(&w->q, kind, warp, s);
	if (c == 'x')
		next_block(w, s);
}

static bool step(struct world *w, uint32_t warp)
{
	if (w->to_begin[warp]) {
		w->to_begin[warp] = false;
		w->pc[warp] = w->bars[warp] = 0;
		w->passed[warp] = false;
		pf_quantum_event(&w->q, PF_Q_BEGIN, warp, warp / BLOCK);
	} else if (release_due(w, warp)) {
		pf_quantum_event(&w->q, PF_Q_RELEASE, warp, 0);
	} else if (pf_quantum_runs(&w->q, warp)) {
		execute(w, warp);
	} else {
		return false;
	}
	return true;
}

/* All steps of a parallel mode: lowest warp first, or in any order. */
static uint32_t parallel(struct world *w, struct rng *r)
{
	uint32_t issued[WARPS] = {0}, steps = 0;

	pf_quantum_start(&w->q);
	for (bool any = true; any;) {
		const uint32_t from = r ? rng_below(r, WARPS) : 0;

		any = false;
		for (uint32_t i = 0; i < WARPS && !any; i++) {
			const uint32_t k = (from + i) % WARPS, left = w->q.left[k];

			any = step(w, k);
			issued[k] += w->q.left[k] != left;
		}
		steps += any;
	}
	assert_true(pf_quantum_done(&w->q));
	for (uint32_t k = 0; k < WARPS; k++)
		assert_true(issued[k] <= w->q.config.size);
	return steps;
}

static void any_order_ends_the_same(void **state)
{
	static struct world a, b;
	uint32_t seen[PF_STOP_EXIT + 1] = {0};
	struct rng r;

	(void)state;
	for (uint32_t seed = 0; seed < 300; seed++) {
		uint32_t n = 0;

		rng_seed(&r, seed);
		memset(&a, 0, sizeof(a));
		pf_quantum_init(&a.q, &(struct pf_quantum_config){.warps = WARPS,
								  .block_slots = SLOTS,
								  .size = 1 + rng_below(&r, 12),
								  .bta = seed & 1});
		programs(&a, &r);
		for (uint32_t s = 0; s < SLOTS; s++) {
			a.next[s] = s;
			next_block(&a, s);
		}
		b = a;
		while (parallel(&a, NULL)) {
			parallel(&b, &r);
			assert_memory_equal(&a, &b, sizeof(a));
			assert_true(++n < QUANTA);
			for (uint32_t k = 0; k < WARPS; k++)
				seen[pf_quantum_why(&a.q, k)]++;
		}
		for (uint32_t s = 0; s < SLOTS; s++)
			assert_true(a.next[s] >= BLOCKS && !pf_quantum_live(&a.q, s));
	}
	for (int i = 0; i <= PF_STOP_EXIT; i++)
		assert_true(seen[i] != 0 || i == PF_STOP_RUNS);
}

static struct pf_partition *partition(uint32_t slots, uint32_t chunk, bool dwp)
{
	return pf_partition_create(
		&(struct pf_partition_config){.slots = slots, .chunk_log2 = chunk, .dwp = dwp});
}

static void shares(void **state)
{
	static const bool all[3] = {true, true, true}, two[3] = {true, false, true},
			  none[3] = {false, false, false}, last[3] = {false, false, true};
	struct pf_partition *p = partition(3, 2, true);
	uint64_t block;

	(void)state;
	pf_partition_load(p, 14, two);
	assert_false(pf_partition_left(p));
	pf_partition_go(p, none); /* 4 * 2 <= 14: a share for both although nobody is free */
	assert_int_equal(pf_partition_pending(p), 6);
	assert_true(pf_partition_offer(p, 0, &block) && block == 0);
	assert_false(pf_partition_offer(p, 1, &block));
	assert_true(pf_partition_offer(p, 2, &block) && block == 4);
	for (int i = 0; i < 4; i++)
		pf_partition_take(p, 2);
	assert_false(pf_partition_offer(p, 2, &block));
	pf_partition_go(p, all); /* share 2; slot 0 still has some */
	assert_true(pf_partition_offer(p, 0, &block) && block == 0);
	assert_true(pf_partition_offer(p, 2, &block) && block == 8);
	assert_int_equal(pf_partition_pending(p), 4);
	pf_partition_load(p, 1, all);
	assert_false(pf_partition_left(p));
	pf_partition_go(p, last); /* 1 * 3 > 1: for those who are free alone */
	assert_true(pf_partition_offer(p, 2, &block) && block == 0);
	assert_false(pf_partition_offer(p, 0, &block));
	assert_true(pf_partition_left(p) && !pf_partition_pending(p));
	pf_partition_take(p, 2);
	pf_partition_take(p, 2); /* nothing there */
	assert_false(pf_partition_left(p));
	pf_partition_destroy(p);

	p = partition(3, 4, false);
	pf_partition_load(p, 100, all);
	pf_partition_go(p, two); /* one each */
	assert_true(pf_partition_offer(p, 2, &block) && block == 1);
	assert_false(pf_partition_offer(p, 1, &block));
	assert_int_equal(pf_partition_pending(p), 98);
	pf_partition_destroy(p);
	pf_partition_destroy(NULL);
}

/* Every block once; and what a go gives depends on the reserves alone, not on how they came about.
 */
static void every_block_once(void **state)
{
	enum { MOST = 9, BLOCKS_MOST = 400 };
	struct rng r;

	(void)state;
	for (uint32_t seed = 0; seed < 400; seed++) {
		bool enable[MOST], free[MOST];
		uint8_t started[BLOCKS_MOST] = {0};
		uint32_t n, slots, total = 0;
		struct pf_partition *p;

		rng_seed(&r, seed);
		slots = 1 + rng_below(&r, MOST);
		n = rng_below(&r, BLOCKS_MOST);
		p = partition(slots, rng_below(&r, 6), seed % 3);
		enable[0] = true;
		for (uint32_t s = 1; s < slots; s++)
			enable[s] = rng_below(&r, 4);
		pf_partition_load(p, n, enable);
		for (uint32_t round = 0; total < n; round++) {
			assert_true(round < 100 * BLOCKS_MOST);
			for (uint32_t s = 0; s < slots; s++)
				free[s] = rng_below(&r, 2);
			pf_partition_go(p, free);
			for (uint32_t i = rng_below(&r, 2 * slots); i; i--) {
				const uint32_t s = rng_below(&r, slots);
				uint64_t block;

				if (!pf_partition_offer(p, s, &block))
					continue;
				assert_true(enable[s] && block < n && !started[block]);
				started[block] = 1;
				total++;
				pf_partition_take(p, s);
			}
		}
		assert_false(pf_partition_left(p));
		assert_int_equal(pf_partition_pending(p), 0);
		pf_partition_destroy(p);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(budget_ends),
		cmocka_unit_test(other_reasons_beat_the_count),
		cmocka_unit_test(barrier_with_and_without_bta),
		cmocka_unit_test(slot_goes_on_with_what_is_left),
		cmocka_unit_test(serial_lowest_first_each_once),
		cmocka_unit_test(any_order_ends_the_same),
		cmocka_unit_test(shares),
		cmocka_unit_test(every_block_once),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
