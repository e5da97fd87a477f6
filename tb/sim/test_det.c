/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * det with backend model: what it says is what pf_sm and pf_slice say, at the RTL's rates, whatever
 * waits; and what is common to all backends: regions, records, knobs, refusals.
 * check_det_rtl.sh does the same with the RTL beside it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "../../sim/det/det_int.h"
#include "det_rig.h"

enum { BYTES = 16384, ROUNDS = 24, REQUESTS = 1500 };

static struct rig *begin(enum pf_policy policy, enum pf_metadata metadata,
			 const struct sim_config *c, uint64_t seed)
{
	struct rig *r = mem_alloc(sizeof(*r));
	struct diag diag = {""};

	if (!rig_init(r, BACKEND_MODEL, policy, metadata, c, seed, &diag))
		fail_msg("%s", diag.text);
	return r;
}

static void end(struct rig *r)
{
	rig_free(r);
	free(r);
}

/* SM units */

static void sm_says_what_pf_sm_says(void **state)
{
	(void)state;
	for (unsigned n = 0; n < 16; n++) {
		const struct sim_config c = rig_config(n & 1 ? SIM_TINY : SIM_REF);
		struct rig *r = begin(n & 2 ? PF_SCORD : PF_SCORD_PAPER, PF_FULL, &c, n);
		struct rig_sm s[RIG_SMS];

		for (unsigned i = 0; i < RIG_SMS; i++)
			rig_sm_init(r, &s[i], i);
		for (unsigned k = 0; k < ROUNDS; k++) {
			r->habit = rig_draw(&r->rng);
			rig_sms(r, s, 200);
		}
		for (unsigned i = 0; i < RIG_SMS; i++) {
			assert_int_equal(s[i].message_cycles, RIG_MESSAGE_CYCLES);
			assert_int_equal(s[i].tag_cycles, RIG_TAG_CYCLES);
			assert_true(s[i].u->tags > 100 && s[i].u->messages > 100);
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

struct records {
	const struct pf_slice *shadow; /* [slice] */
	uint32_t tail[RIG_SLICES];
	uint64_t n;
};

static uint64_t bits(const struct pf_beat *b, struct pf_bits f)
{
	uint64_t v = 0;

	for (unsigned i = f.lsb; i < (unsigned)f.lsb + f.width; i++)
		v |= (b->v[i / 64] >> i % 64 & 1) << (i - f.lsb);
	return v;
}

static void same_record(void *ctx, const struct det_record *x)
{
	struct records *want = ctx;
	const struct pf_report_unit *p = &want->shadow[x->slice].report;
	const uint32_t i = want->tail[x->slice]++;
	const struct pf_beat *b = &p->ring[i & ((1U << p->ring_log2) - 1)];
	const struct pf_bits *f = p->field;

	assert_true(i < p->head);
	assert_int_equal(x->pc, bits(b, f[PF_RACE_PC]));
	assert_int_equal(x->word, bits(b, f[PF_RACE_WORD]));
	assert_int_equal(x->row, bits(b, f[PF_RACE_ROW]));
	assert_int_equal(x->kind, bits(b, f[PF_RACE_KIND]));
	assert_int_equal(x->tag.block, bits(b, f[PF_RACE_BLOCK]));
	assert_int_equal(x->tag.warp, bits(b, f[PF_RACE_WARP]));
	assert_int_equal(x->tag.signature, bits(b, f[PF_RACE_LOCK]));
	assert_int_equal(x->tag.write, bits(b, f[PF_RACE_WRITE]));
	assert_int_equal(x->tag.sub_word, bits(b, f[PF_RACE_SUB_WORD]));
	assert_int_equal(x->owner.block, bits(b, f[PF_RACE_OWNER_BLOCK]));
	assert_int_equal(x->owner.warp, bits(b, f[PF_RACE_OWNER_WARP]));
	assert_int_equal(x->owner.lock, bits(b, f[PF_RACE_OWNER_LOCK]));
	assert_int_equal(x->owner.modified, bits(b, f[PF_RACE_OWNER_MODIFIED]));
	assert_int_equal(x->owner_fenced, bits(b, f[PF_RACE_OWNER_FENCED]));
	want->n++;
}

/* Reads and answers are one for one, everything that is dirty is written, races are those of
 * pf_slice. */
static uint64_t slices_run(struct rig *r, uint64_t bytes, unsigned launches)
{
	struct pf_slice shadow[RIG_SLICES] = {{.n_entries = 0}};
	struct records want = {.shadow = shadow};
	struct diag diag;

	for (unsigned n = 0; n < launches; n++) {
		assert_int_equal(det_launch(r->d, bytes, &diag), 0);
		for (unsigned i = 0; i < RIG_SLICES; i++) {
			if (n == 0)
				pf_slice_init(&shadow[i], &r->d->slice_config);
			else
				pf_slice_request(&shadow[i],
						 &(struct pf_request){.kind = PF_REQ_EPOCH});
			r->slice[i].shadow = &shadow[i];
		}
		r->habit = rig_draw(&r->rng);
		rig_traffic(r, bytes, REQUESTS, rng_next(&r->rng));
		det_records(r->d, same_record, &want);
		for (unsigned i = 0; i < RIG_SLICES; i++) {
			const struct det_slice *u = r->slice[i].u;

			assert_int_equal(want.tail[i], shadow[i].report.head);
			shadow[i].report.tail = shadow[i].report.head;
			assert_int_equal(u->counters.dropped, shadow[i].report.dropped);
			assert_int_equal(u->counters.of[PF_COUNTER_CHECKS], shadow[i].stats.checks);
			if (u->ideal || u->meta_free) {
				assert_int_equal(r->slice[i].reads + r->slice[i].writes, 0);
				continue;
			}
			assert_int_equal(u->reads, r->slice[i].answers);
			assert_int_equal(r->slice[i].records, shadow[i].report.records);
		}
	}
	for (unsigned i = 0; i < RIG_SLICES; i++) {
		pf_slice_free(&shadow[i]);
		r->slice[i].shadow = NULL;
	}
	return want.n;
}

static void slice_says_what_pf_slice_says(void **state)
{
	uint64_t races = 0;

	(void)state;
	for (unsigned n = 0; n < 18; n++) {
		const enum sim_geometry g =
			(enum sim_geometry[]){SIM_TINY, SIM_REF, SIM_WIDE}[n % 3];
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
		{TRAFFIC_HOT_WORD, 30, 0.25},  {TRAFFIC_HOT_WORD, 200, 0.25},
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

/* The unit to come, detector.unit = lines: in caches of every size the races are pf_slice's. */
static void lines_say_what_pf_slice_says(void **state)
{
	uint64_t races = 0, collapsed = 0, expanded = 0, waits = 0;

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
			collapsed += s->collapsed;
			waits += s->wait_fence;
		}
		end(r);
	}
	assert_true(races > 500 && expanded > 500 && waits > 100);
	assert_int_equal(collapsed, 0); /* traffic of sectors */
}

/* Requests a cycle: what a cache brings. Each stream goes twice over its words but the stores. */
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
		{TRAFFIC_HELD, 200, 0.99},
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
	c.det.entry_gap = 4;
	c.det.unit = SIM_LINES;
	assert_null(det_create(&rtl, &diag));
	assert_non_null(strstr(diag.text, "unit = lines: backend model only"));
	assert_false(rig_init(&r, BACKEND_MODEL, PF_SCORD, PF_CACHED16, &c, 1, &diag));
	assert_non_null(strstr(diag.text, "unit = lines: metadata full only"));
	c.det.ideal = true;
	assert_false(rig_init(&r, BACKEND_MODEL, PF_SCORD, PF_FULL, &c, 1, &diag));
	assert_non_null(strstr(diag.text, "unit = lines: it takes its time"));
	c.det.ideal = false;
	c.det.unit = SIM_ENTRIES;
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
		cmocka_unit_test(lines_say_what_pf_slice_says),
		cmocka_unit_test(lines_rates),
		cmocka_unit_test(lines_stall),
		cmocka_unit_test(knob_meta_free),
		cmocka_unit_test(knob_ideal),
		cmocka_unit_test(launches),
		cmocka_unit_test(refuses_what_does_not_fit),
		cmocka_unit_test(counts_are_in_the_table),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
