/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * L2 bank and DRAM channel together: a pointer chase takes what l2.h and dram.h say, to the clock.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "../../sim/l2/l2.h"
#include "dram_rig.h"

/* READs that depend on each other, through the L2 bank and the channel, one clock for both. */
static uint64_t chase(const struct l2_config *lc, const struct dram_config *dc, uint64_t stride,
		      unsigned n)
{
	struct bench b;
	struct l2 *l;
	struct link in, out;
	uint64_t sum = 0;

	open_bench(&b, dc, 1, 8);
	l = l2_create(lc, 0, &b.pool);
	link_init(&in, "in", 0, 4);
	link_init(&out, "out", 0, 4);
	b.now = 1;
	for (unsigned i = 0; i < n; i++) {
		struct pkt *k = pkt_alloc(&b.pool);
		const uint64_t from = b.now;

		k->kind = PKT_READ;
		k->addr = i * stride;
		link_push(&in, k);
		while (!out.count) {
			dram_step(b.d, b.now, b.ins, b.outs);
			l2_step(l, b.now++, &in, &out, &b.in[0], &b.out[0]);
			assert_true(b.now < from + 10000);
		}
		sum += b.now - 1 - from;
		pkt_free(&b.pool, link_pop(&out));
		for (unsigned j = 0; j < 200; j++) { /* ras, port */
			dram_step(b.d, b.now, b.ins, b.outs);
			l2_step(l, b.now++, &in, &out, &b.in[0], &b.out[0]);
		}
	}
	assert_true(l2_idle(l));
	l2_destroy(l);
	link_free(&in);
	link_free(&out);
	close_bench(&b);
	return sum;
}

static void chase_is_as_predicted(void **state)
{
	struct l2_config lc = {.slices = 1,
			       .sets = 64,
			       .ways = 8,
			       .fetch = 128,
			       .mshr = 256,
			       .merges = 4,
			       .port_bytes = 32,
			       .latency = 120};
	struct dram_config dc = ref;

	(void)state;
	dc.refresh = false;
	for (lc.latency = 1; lc.latency <= 120; lc.latency += 17)
		for (lc.fetch = 32; lc.fetch <= 128; lc.fetch *= 2) {
			const uint64_t d = 1U + (lc.fetch > 64 ? 3 : 0) + dc.cl + 2U + dc.latency,
				       miss = lc.latency + 1 + d + 1;

			/* another row of bank 0 every time; the first finds it closed */
			assert_int_equal(chase(&lc, &dc, 16 * 2048, 32),
					 32 * (miss + dc.rcd + dc.rp) - dc.rp);
			/* a line after the other: 16 of a row, which is opened by the first */
			assert_int_equal(chase(&lc, &dc, 128, 64), 64 * miss + 4 * dc.rcd);
			/* sectors of one fetch unit: a miss, then hits */
			assert_int_equal(chase(&lc, &dc, 32, 64),
					 64 * 32 / lc.fetch * (miss - lc.latency) +
						 64 * lc.latency + dc.rcd);
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(chase_is_as_predicted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
