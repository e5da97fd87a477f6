/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * det with backend model: what it says is what pf_sm and pf_slice say, at the RTL's rates, whatever
 * waits; and what is common to all backends: regions, records, knobs, refusals.
 * check_det_rtl.sh does the same with the RTL beside it.
 */
#include "det_slices.h"

/* SM units */

static void sm_says_what_pf_sm_says(void **state)
{
	(void)state;
	for (unsigned n = 0; n < 32; n++) {
		struct sim_config c = rig_config(n & 1 ? SIM_TINY : SIM_REF);
		struct rig_sm s[RIG_SMS];
		struct rig *r;

		c.det.fences = n & 4 ? SIM_FENCES_TOUCHED : SIM_FENCES_ALL;
		r = begin(n & 2 ? PF_SCORD : PF_SCORD_PAPER, PF_FULL, &c, n);
		for (unsigned i = 0; i < RIG_SMS; i++)
			rig_sm_init(r, &s[i], i);
		for (unsigned k = 0; k < ROUNDS; k++) {
			r->habit = rig_draw(&r->rng);
			rig_sms(r, s, 200);
		}
		for (unsigned i = 0; i < RIG_SMS; i++) {
			rig_sm_check(&s[i]);
			pf_sm_free(&s[i].want);
		}
		end(r);
	}
}

/* One event and one tag a cycle. */
static void sm_full_rate(void **state)
{
	const struct sim_config c = rig_config(SIM_REF);
	struct rig *r = begin(PF_SCORD, PF_FULL, &c, 1);
	struct rig_sm s[RIG_SMS];

	(void)state;
	for (unsigned i = 0; i < RIG_SMS; i++)
		rig_sm_init(r, &s[i], i);
	r->habit = (struct rig_habit){.least = 1, .most = 1};
	rig_sms(r, s, 1000);
	assert_int_equal(s[0].u->events, 1000);
	assert_int_equal(s[0].u->tags, 1000);
	for (unsigned i = 0; i < RIG_SMS; i++)
		pf_sm_free(&s[i].want);
	end(r);
}

/* Slice units */

static void slice_says_what_pf_slice_says(void **state)
{
	uint64_t races = 0;

	(void)state;
	for (unsigned n = 0; n < 18; n++) {
		const enum sim_geometry g =
			(enum sim_geometry[]){SIM_TINY, SIM_REF, SIM_MODERN}[n % 3];
		struct sim_config c = rig_config(g);
		struct rig *r;

		c.det.whole_line = n & 8;
		c.det.report_all = n % 5 == 0;
		c.det.ring_log2 = 1 + n % 7;
		r = begin(n & 2 ? PF_SCORD : PF_SCORD_PAPER, n & 4 ? PF_FULL : PF_CACHED16, &c, n);
		races += slices_run(r, g == SIM_TINY ? 4096 : BYTES, 3);
		end(r);
	}
	assert_true(races > 500);
}

/* Two and four words an entry; also with all timing around it taken away. */
static void slice_shared_entries(void **state)
{
	(void)state;
	for (unsigned n = 0; n < 16; n++) {
		struct sim_config c = rig_config(n & 1 ? SIM_TINY : SIM_REF);
		struct rig *r;

		c.det.granularity = n & 2 ? 16 : 8;
		c.det.lanes = 1U << (n >> 2);
		c.det.ideal = n == 7;
		r = begin(n & 4 ? PF_SCORD : PF_SCORD_PAPER, PF_FULL, &c, n);
		assert_true(slices_run(r, n & 1 ? 4096 : BYTES, 3) > 0);
		assert_int_equal(r->d->slice_config.entries * c.det.granularity,
				 n & 1 ? 4096 : BYTES);
		end(r);
	}
}

/* Sizes of 1: one lane, one line, one record short of nothing. */
static void slice_degenerate(void **state)
{
	(void)state;
	for (unsigned n = 0; n < 6; n++) {
		struct sim_config c = rig_config(SIM_TINY);
		struct rig *r;

		c.det.lanes = (uint32_t[]){1, 2, 8}[n % 3];
		c.det.lines = (uint32_t[]){1, 2, 255}[n % 3];
		c.det.ring_log2 = 1;
		r = begin(PF_SCORD, n & 1 ? PF_FULL : PF_CACHED16, &c, n);
		slices_run(r, 4 + 32 * (n / 2), 2);
		end(r);
	}
}

/* The RTL's rates (synth/results/throughput.csv), within a tenth. */
static void slice_rates(void **state)
{
	static const struct {
		enum traffic_stream stream;
		uint32_t latency;
		double requests;
	} want[] = {
		{TRAFFIC_STORES, 30, 0.496},   {TRAFFIC_STORES, 200, 0.130},
		{TRAFFIC_SCATTERED, 30, 0.61}, {TRAFFIC_SCATTERED, 200, 0.130},
		{TRAFFIC_HOT_WORD, 30, 1},     {TRAFFIC_HOT_WORD, 200, 1},
		{TRAFFIC_HOT_GROUP, 30, 1},    {TRAFFIC_HOT_PAIR, 30, 0.5},
		{TRAFFIC_HOT_SECTOR, 30, 0.5}, {TRAFFIC_HOT_RACE, 30, 0.333},
		{TRAFFIC_FENCES, 30, 1},       {TRAFFIC_EIGHTH, 30, 0.5},
		{TRAFFIC_EIGHTH, 200, 0.148},  {TRAFFIC_HELD, 30, 0.5},
		{TRAFFIC_HELD, 200, 0.5},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(want) / sizeof(*want); i++) {
		const struct sim_config c = rig_config(SIM_REF);
		struct rig *r = begin(PF_SCORD, PF_FULL, &c, 1);
		const double got = rig_stream(r, want[i].stream, want[i].latency).requests;

		if (got < 0.9 * want[i].requests || got > 1.1 * want[i].requests)
			fail_msg("%s at latency %u: %.3f requests a cycle, the RTL's %.3f",
				 traffic_stream_name(want[i].stream), want[i].latency, got,
				 want[i].requests);
		end(r);
	}
}

/* From a request to the unit's being idle: the RTL's 84 and 234, less the rig's four. */
static void slice_alone(void **state)
{
	const struct sim_config c = rig_config(SIM_REF);
	struct rig *r = begin(PF_SCORD, PF_FULL, &c, 1);
	const uint64_t near = rig_alone(r, 30), far = rig_alone(r, 200);

	(void)state;
	assert_in_range(near, 60, 90);
	assert_int_equal(far - near, 170);
	end(r);
}

/* A unit whose answers never come takes what it has room for, and then nothing. */
static void slice_stalls(void **state)
{
	const struct sim_config c = rig_config(SIM_REF);
	struct rig *r = begin(PF_SCORD, PF_FULL, &c, 1);
	struct rig_slice *s = &r->slice[0];
	struct diag diag;

	(void)state;
	r->habit = (struct rig_habit){.answer = 16, .least = 1, .most = 1};
	assert_int_equal(det_launch(r->d, BYTES, &diag), 0);
	for (unsigned i = 0; i < 500; i++) {
		traffic_streamed(&r->d->slice_config, TRAFFIC_STORES, s->accepted, &s->next);
		s->has = true;
		rig_cycle(r);
	}
	assert_int_equal(s->n_reads, 2 * PF_REF_LINES);
	assert_in_range(s->accepted, PF_REF_LINES + 6, PF_REF_LINES + 14);
	assert_false(det_slice_ready(s->u));
	assert_false(det_slice_idle(s->u));
	s->has = false;
	r->habit.answer = 0;
	rig_drain(r);
	assert_int_equal(s->writes, 2 * s->accepted);
	det_records(r->d, rig_no_record, NULL);
	assert_true(s->u->counters.of[PF_COUNTER_STALL_MEMORY] > 400);
	assert_true(s->u->counters.of[PF_COUNTER_STALL_LINES] > 400);
	end(r);
}

/* whole_line fetches both beats, write_always writes what did not change. */
static void slice_settings(void **state)
{
	(void)state;
	for (unsigned n = 0; n < 4; n++) {
		struct sim_config c = rig_config(SIM_REF);
		struct rig *r;

		c.det.whole_line = n & 1;
		c.det.write_always = n & 2;
		r = begin(PF_SCORD, PF_FULL, &c, 1);
		rig_settings(r);
		end(r);
	}
}

/* Knobs */

static void knob_meta_free(void **state)
{
	struct sim_config c = rig_config(SIM_REF);
	struct rig *r;
	double fast;

	(void)state;
	c.det.meta_free = true;
	r = begin(PF_SCORD, PF_FULL, &c, 1);
	assert_true(slices_run(r, BYTES, 3) > 0);
	assert_true(r->slice[0].u->reads > 0);
	fast = rig_stream(r, TRAFFIC_SCATTERED, 200).requests;
	assert_true(fast > 0.95);
	assert_int_equal(r->slice[0].reads, 0);
	end(r);
}

static void knob_ideal(void **state)
{
	struct sim_config c = rig_config(SIM_REF);
	struct rig *r;

	(void)state;
	c.det.ideal = true;
	r = begin(PF_SCORD, PF_FULL, &c, 1);
	assert_true(slices_run(r, BYTES, 3) > 0);
	assert_true(det_slice_ready(r->slice[0].u) && det_slice_idle(r->slice[0].u));
	assert_int_equal(rig_stream(r, TRAFFIC_STORES, 200).requests * 1000, 1000);
	end(r);
}

/* Launches */

/* Of another size: all is forgotten, counters go on. Of the same: the next epoch. */
static void launches(void **state)
{
	const struct sim_config c = rig_config(SIM_REF);
	struct rig *r = begin(PF_SCORD, PF_FULL, &c, 1);
	const struct det_slice *u = r->slice[0].u;
	struct diag diag;

	(void)state;
	for (unsigned n = 0; n < 40; n++) {
		const uint32_t epoch = u->model.fences.epoch;

		assert_int_equal(det_launch(r->d, BYTES, &diag), 0);
		assert_int_equal(u->model.fences.epoch, n ? (epoch + 1) % 32 : 0);
		assert_int_equal(u->model.config.words, BYTES / 4);
		rig_traffic(r, BYTES, 20, n);
	}
	det_records(r->d, rig_no_record, NULL);
	const uint64_t checks = u->counters.of[PF_COUNTER_CHECKS];

	assert_true(checks > 0);
	assert_int_equal(det_launch(r->d, BYTES + 4, &diag), 0);
	assert_int_equal(u->model.fences.epoch, 0);
	assert_int_equal(u->model.config.words, BYTES / 4 + 1);
	assert_int_equal(u->memory.base % 2, 0);
	assert_int_equal(u->memory.base, BYTES / 32 + 2);
	rig_traffic(r, BYTES, 20, 1);
	det_records(r->d, rig_no_record, NULL);
	assert_true(u->counters.of[PF_COUNTER_CHECKS] > checks);
	end(r);
}

static void refuses_what_does_not_fit(void **state)
{
	struct sim_config c = rig_config(SIM_TINY);
	struct rig r;
	struct diag diag = {""};
	const struct det_setup rtl = {.backend = BACKEND_RTL, .policy = PF_SCORD, .sim = &c};

	(void)state;
	assert_true(rig_init(&r, BACKEND_MODEL, PF_SCORD, PF_FULL, &c, 1, &diag));
	assert_int_equal(det_launch(r.d, 1 << 15, &diag), -1);
	assert_non_null(strstr(diag.text, "32768 bytes of data"));
	assert_int_equal(det_launch(r.d, 1 << 14, &diag), 0);
	rig_free(&r);
	c.det.ring_log2 = 11;
	assert_true(rig_init(&r, BACKEND_MODEL, PF_SCORD, PF_FULL, &c, 1, &diag));
	assert_int_equal(det_launch(r.d, 1 << 14, &diag), -1);
	assert_non_null(strstr(diag.text, "ring of 2^11"));
	rig_free(&r);
	c = rig_config(SIM_TINY);
	c.sm.count = 3;
	assert_false(rig_init(&r, BACKEND_MODEL, PF_SCORD, PF_FULL, &c, 1, &diag));
	assert_non_null(strstr(diag.text, "geometry tiny is for 2 SMs"));
	c = rig_config(SIM_TINY);
	c.det.lanes = 8;
	assert_null(det_create(&rtl, &diag));
	assert_non_null(strstr(diag.text, "det.lanes 8"));
	c.det.lanes = 0;
	c.det.granularity = 8;
	assert_null(det_create(&rtl, &diag));
	assert_non_null(strstr(diag.text, "granularity = 8: backend model only"));
	assert_false(rig_init(&r, BACKEND_MODEL, PF_SCORD, PF_CACHED16, &c, 1, &diag));
	assert_non_null(strstr(diag.text, "granularity = 8: metadata full only"));
	c.det.granularity = 4;
	c.det.entry_gap = 2;
	assert_null(det_create(&rtl, &diag));
	assert_non_null(strstr(diag.text, "entry_gap = 2: backend model only"));
	c.det.entry_gap = 1;
	c.det.unit = SIM_LINES;
	assert_false(rig_init(&r, BACKEND_MODEL, PF_SCORD, PF_CACHED16, &c, 1, &diag));
	assert_non_null(strstr(diag.text, "unit = lines: metadata full only"));
	c.det.ideal = true;
	assert_false(rig_init(&r, BACKEND_MODEL, PF_SCORD, PF_FULL, &c, 1, &diag));
	assert_non_null(strstr(diag.text, "unit = lines: it takes its time"));
	c.det.ideal = false;
	c.det.unit = SIM_ENTRIES;
	c.det.fences = SIM_FENCES_TOUCHED;
	c.l2.slices = 129;
	assert_null(det_create(&rtl, &diag));
	assert_non_null(strstr(diag.text, "l2.slices = 129: the Verilog is built for 128 slices"));
	c.det.fences = SIM_FENCES_ALL;
	c.l2.slices = RIG_SLICES;
	setenv("PHOTOFINISH_RTL", "/nowhere", 1);
	assert_null(det_create(&rtl, &diag));
	assert_non_null(strstr(diag.text, "make build/lib/photofinish-rtl-tiny.so"));
	unsetenv("PHOTOFINISH_RTL");
}

static void counts_are_in_the_table(void **state)
{
	const struct sim_config c = rig_config(SIM_REF);
	struct rig *r = begin(PF_SCORD, PF_FULL, &c, 1);
	struct stats *s = stats_create();

	(void)state;
	det_stats(s, r->d);
	slices_run(r, BYTES, 2);
	assert_int_equal(stats_get(s, "det.slice.meta_reads"),
			 r->slice[0].reads + r->slice[1].reads);
	assert_int_equal(stats_get(s, "det.slice.meta_writes") +
				 stats_get(s, "det.slice.meta_sweeps"),
			 r->slice[0].writes + r->slice[1].writes);
	assert_int_equal(stats_get(s, "det.slice.requests") + stats_get(s, "det.slice.fences") +
				 stats_get(s, "det.slice.epochs"),
			 r->slice[0].accepted + r->slice[1].accepted);
	assert_true(stats_get(s, "det.slice.checks") > 0);
	stats_destroy(s);
	end(r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sm_says_what_pf_sm_says),
		cmocka_unit_test(sm_full_rate),
		cmocka_unit_test(slice_says_what_pf_slice_says),
		cmocka_unit_test(slice_shared_entries),
		cmocka_unit_test(slice_degenerate),
		cmocka_unit_test(slice_rates),
		cmocka_unit_test(slice_alone),
		cmocka_unit_test(slice_stalls),
		cmocka_unit_test(slice_settings),
		cmocka_unit_test(knob_meta_free),
		cmocka_unit_test(knob_ideal),
		cmocka_unit_test(launches),
		cmocka_unit_test(refuses_what_does_not_fit),
		cmocka_unit_test(counts_are_in_the_table),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
