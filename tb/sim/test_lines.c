/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * model_lines, the slice unit that is to come: its records are pf_slice's, in caches of every size;
 * its rates; it neither loses an answer nor stops for ever.
 */
#include "det_slices.h"

/* The unit to come, detector.unit = lines: in caches of every size the races are pf_slice's. */
static void lines_say_what_pf_slice_says(void **state)
{
	uint64_t races = 0, expanded = 0, waits = 0;

	(void)state;
	for (unsigned n = 0; n < 36; n++) {
		const enum sim_geometry g =
			(enum sim_geometry[]){SIM_TINY, SIM_REF, SIM_WIDE}[n % 3];
		struct sim_config c = rig_config(g);
		struct rig *r;

		c.det.unit = SIM_LINES;
		c.det.groups = 4U << n % 4;
		c.det.beats = 4U << n % 5;
		c.det.misses = 1 + n % 7;
		c.det.gather = 1 + n % 9;
		c.det.gather_age = 1 + 10 * (n % 5);
		c.det.report_all = n % 5 == 0;
		c.det.meta_free = n == 35;
		c.det.ring_log2 = 1 + n % 7;
		r = begin(n & 2 ? PF_SCORD : PF_SCORD_PAPER, PF_FULL, &c, n);
		races += slices_run(r, g == SIM_TINY ? 4096 : BYTES, 3);
		for (unsigned i = 0; i < RIG_SLICES; i++) {
			const struct model_lines_stats *s = &r->d->slice[i].lines;

			expanded += s->expanded;
			waits += s->wait_fence;
		}
		end(r);
	}
	assert_true(races > 500 && expanded > 500 && waits > 100);
}

/* Requests a cycle. None of these streams finds metadata in memory, or only once, so that its
 * latency does not matter; lines_stall() has misses. */
static void lines_rates(void **state)
{
	static const struct {
		enum traffic_stream stream;
		uint32_t latency;
		double least;
	} want[] = {
		{TRAFFIC_STORES, 30, 0.99},    {TRAFFIC_STORES, 200, 0.99},
		{TRAFFIC_SCATTERED, 30, 0.99}, {TRAFFIC_SCATTERED, 200, 0.99},
		{TRAFFIC_HOT_WORD, 30, 0.99},  {TRAFFIC_HOT_WORD, 200, 0.99},
		{TRAFFIC_FENCES, 30, 0.99},    {TRAFFIC_EIGHTH, 30, 0.99},
		{TRAFFIC_HELD, 200, 0.99},     {TRAFFIC_CACHED, 200, 0.99},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(want) / sizeof(*want); i++) {
		struct sim_config c = rig_config(SIM_REF);
		struct rig *r;
		double got;

		c.det.unit = SIM_LINES;
		r = begin(PF_SCORD, PF_FULL, &c, 1);
		got = rig_stream(r, want[i].stream, want[i].latency).requests;
		if (got < want[i].least)
			fail_msg("%s at latency %u: %.3f requests a cycle, at least %.3f",
				 traffic_stream_name(want[i].stream), want[i].latency, got,
				 want[i].least);
		end(r);
	}
}

static void give(struct rig *r, const struct pf_request *q)
{
	r->slice[0].next = *q;
	r->slice[0].has = true;
	while (!rig_cycle(r))
		continue;
}

/* Three warps and words that nobody has touched make a block of a line; a store of one warp to all
 * words, sector by sector, is one operation and makes it a class again. */
static void lines_expand_and_collapse(void **state)
{
	struct sim_config c = rig_config(SIM_REF);
	struct rig *r;
	struct rig_slice *s;
	struct diag diag;

	(void)state;
	c.det.unit = SIM_LINES;
	r = begin(PF_SCORD, PF_FULL, &c, 1);
	s = &r->slice[0];
	assert_int_equal(det_launch(r->d, BYTES, &diag), 0);
	for (uint32_t w = 0; w < 3; w++)
		give(r, &(struct pf_request){.kind = PF_REQ_ACCESS,
					     .sector = w,
					     .word_mask = 1,
					     .tag = {.warp = w, .write = true}});
	for (uint32_t i = 0; i < 4; i++)
		give(r, &(struct pf_request){.kind = PF_REQ_ACCESS,
					     .sector = i,
					     .word_mask = 0xff,
					     .tag = {.warp = 9, .write = true}});
	rig_drain(r);
	det_records(r->d, rig_no_record, NULL);
	assert_int_equal(s->u->lines.operations, 4);
	assert_int_equal(s->u->lines.expanded, 1);
	assert_int_equal(s->u->lines.collapsed, 1);
	assert_int_equal(s->u->lines.beats, 8 + 8);
	end(r);
}

/* Answers never come: each miss has asked once, then nothing more goes in; and all of it comes out.
 */
static void lines_stall(void **state)
{
	struct sim_config c = rig_config(SIM_REF);
	struct rig *r;
	struct rig_slice *s;
	struct diag diag;

	(void)state;
	c.det.unit = SIM_LINES;
	c.det.misses = 5;
	r = begin(PF_SCORD, PF_FULL, &c, 1);
	s = &r->slice[0];
	r->habit = (struct rig_habit){.least = 30, .most = 30};
	assert_int_equal(det_launch(r->d, 1 << 22, &diag), 0);
	for (unsigned round = 0; round < 2; round++) {
		r->habit.answer = round ? 16 : 0;
		for (unsigned i = 0; i < 6000; i++) {
			/* Pages of 16 KiB are touched in the first round, other lines of them in
			 * the second. */
			s->next = (struct pf_request){.kind = PF_REQ_ACCESS,
						      .sector = (s->accepted % 250) * 512 +
								256 * round,
						      .word_mask = 1,
						      .tag = {.write = true}};
			s->has = true;
			rig_cycle(r);
		}
	}
	assert_int_equal(s->n_reads, 5);
	assert_false(det_slice_ready(s->u));
	assert_false(det_slice_idle(s->u));
	s->has = false;
	r->habit.answer = 0;
	rig_drain(r);
	det_records(r->d, rig_no_record, NULL);
	assert_int_equal(s->u->reads, s->answers);
	assert_true(s->u->counters.of[PF_COUNTER_STALL_MEMORY] > 400);
	end(r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines_say_what_pf_slice_says),
		cmocka_unit_test(lines_rates),
		cmocka_unit_test(lines_expand_and_collapse),
		cmocka_unit_test(lines_stall),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
