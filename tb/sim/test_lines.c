/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Backend model of pf_line_unit: its races are pf_slice's, as a set; its rates are the Verilog's;
 * it neither loses an answer nor stops for ever. That its cycles are the Verilog's:
 * tb/cosim/lines.sh.
 */
#include "det_slices.h"

enum { RING_LOG2 = 14, TINY_RING_LOG2 = 10, TINY_BYTES = 4096, TINY_REQUESTS = 300, MISSES = 32 };

/* Races in any order: how many, and a sum over all that is in each. */
struct set {
	uint64_t n, sum;
};

static void put(struct set *s, const struct det_record *x)
{
	const uint32_t field[] = {(uint32_t)x->pc, (uint32_t)x->word, x->row,
				  x->kind,         x->tag.block,      x->tag.warp,
				  x->tag.barrier,  x->tag.signature,  x->tag.write,
				  x->tag.sub_word, x->owner.block,    x->owner.warp,
				  x->owner.lock,   x->owner.modified, x->owner_fenced};

	s->n++;
	s->sum += unit_mix(0xcbf29ce484222325ULL, field, sizeof(field) / sizeof(*field));
}

static void put_record(void *ctx, const struct det_record *x)
{
	put((struct set *)ctx + x->slice, x);
}

/* What pf_slice has written into its ring since. */
static struct set set_of(const struct pf_report_unit *p, uint32_t from)
{
	struct set s = {0};

	for (uint32_t i = from; i != p->head; i++) {
		const struct pf_beat *b = &p->ring[i & ((1U << p->ring_log2) - 1)];
		const struct pf_bits *f = p->field;

		put(&s, &(struct det_record){
				.pc = (uint32_t)bits(b, f[PF_RACE_PC]),
				.word = (uint32_t)bits(b, f[PF_RACE_WORD]),
				.row = (enum pf_row)bits(b, f[PF_RACE_ROW]),
				.kind = (enum pf_kind_code)bits(b, f[PF_RACE_KIND]),
				.tag = {.block = (uint32_t)bits(b, f[PF_RACE_BLOCK]),
					.warp = (uint32_t)bits(b, f[PF_RACE_WARP]),
					.barrier = (uint32_t)bits(b, f[PF_RACE_BARRIER]),
					.signature = (uint16_t)bits(b, f[PF_RACE_LOCK]),
					.write = bits(b, f[PF_RACE_WRITE]),
					.sub_word = bits(b, f[PF_RACE_SUB_WORD])},
				.owner = {.block = (uint32_t)bits(b, f[PF_RACE_OWNER_BLOCK]),
					  .warp = (uint32_t)bits(b, f[PF_RACE_OWNER_WARP]),
					  .lock = (uint16_t)bits(b, f[PF_RACE_OWNER_LOCK]),
					  .modified = bits(b, f[PF_RACE_OWNER_MODIFIED])},
				.owner_fenced = bits(b, f[PF_RACE_OWNER_FENCED])});
	}
	return s;
}

/* Launches on one region: the races of each are pf_slice's. */
static uint64_t compare_races(struct rig *r, uint64_t bytes, unsigned requests, unsigned launches)
{
	struct pf_slice shadow[RIG_SLICES] = {{.n_entries = 0}};
	uint64_t n = 0;
	struct diag diag;

	for (unsigned l = 0; l < launches; l++) {
		struct set got[RIG_SLICES] = {{0}};
		uint32_t from[RIG_SLICES];

		assert_int_equal(det_launch(r->d, bytes, &diag), 0);
		for (unsigned i = 0; i < RIG_SLICES; i++) {
			if (l == 0)
				pf_slice_init(&shadow[i], &r->d->slice_config);
			else
				pf_slice_request(&shadow[i],
						 &(struct pf_request){.kind = PF_REQ_EPOCH});
			from[i] = shadow[i].report.head;
			r->slice[i].shadow = &shadow[i];
		}
		r->habit = rig_draw(&r->rng);
		rig_traffic(r, bytes, requests, rng_next(&r->rng));
		det_records(r->d, put_record, got);
		for (unsigned i = 0; i < RIG_SLICES; i++) {
			const struct det_slice *u = r->slice[i].u;
			const struct set want = set_of(&shadow[i].report, from[i]);

			assert_int_equal(got[i].n, want.n);
			assert_int_equal(got[i].sum, want.sum);
			assert_int_equal(u->counters.of[PF_COUNTER_CHECKS], shadow[i].stats.checks);
			assert_int_equal(u->counters.of[PF_COUNTER_SKIPPED],
					 shadow[i].stats.skipped);
			assert_int_equal(u->counters.dropped + u->counters.repeated, 0);
			shadow[i].report.tail = shadow[i].report.head;
			n += want.n;
		}
	}
	for (unsigned i = 0; i < RIG_SLICES; i++) {
		pf_slice_free(&shadow[i]);
		r->slice[i].shadow = NULL;
	}
	return n;
}

static void lines_say_what_pf_slice_says(void **state)
{
	uint64_t races = 0;

	(void)state;
	for (unsigned n = 0; n < 24; n++) {
		const enum sim_geometry g =
			(enum sim_geometry[]){SIM_TINY, SIM_REF, SIM_MODERN}[n % 3];
		struct sim_config c = rig_config(g);
		struct rig *r;

		c.det.unit = SIM_LINES;
		c.det.report_all = true;
		c.det.meta_free = n == 23;
		c.det.ring_log2 = g == SIM_TINY ? TINY_RING_LOG2 : RING_LOG2;
		r = begin(n & 2 ? PF_SCORD : PF_SCORD_PAPER, PF_FULL, &c, n);
		races += g == SIM_TINY ? compare_races(r, TINY_BYTES, TINY_REQUESTS, 3)
				       : compare_races(r, BYTES, REQUESTS, 3);
		end(r);
	}
	assert_true(races > 500);
}

/* Requests a cycle, and never much more. */
static void lines_rates(void **state)
{
	static const struct {
		enum traffic_stream stream;
		uint32_t latency;
		double rate;
	} want[] = {
		{TRAFFIC_STORES, 30, 1.0},    {TRAFFIC_STORES, 200, 1.0},
		{TRAFFIC_SCATTERED, 30, 1.0}, {TRAFFIC_SCATTERED, 200, 1.0},
		{TRAFFIC_HOT_WORD, 30, 1.0},  {TRAFFIC_HOT_WORD, 200, 1.0},
		{TRAFFIC_HOT_RACE, 30, 0.25}, {TRAFFIC_FENCES, 30, 0.5},
		{TRAFFIC_EIGHTH, 30, 1.0},    {TRAFFIC_HELD, 200, 1.0},
		{TRAFFIC_CACHED, 200, 1.0},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(want) / sizeof(*want); i++) {
		struct sim_config c = rig_config(SIM_REF);
		struct rig *r;
		double got;

		c.det.unit = SIM_LINES;
		r = begin(PF_SCORD, PF_FULL, &c, 1);
		got = rig_stream(r, want[i].stream, want[i].latency).requests;
		if (got < want[i].rate - 0.01 || got > want[i].rate + 0.01)
			fail_msg("%s at latency %u: %.3f requests a cycle, not %.3f",
				 traffic_stream_name(want[i].stream), want[i].latency, got,
				 want[i].rate);
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
	r = begin(PF_SCORD, PF_FULL, &c, 1);
	s = &r->slice[0];
	r->habit = (struct rig_habit){.least = 30, .most = 30};
	assert_int_equal(det_launch(r->d, 1 << 22, &diag), 0);
	for (unsigned round = 0; round < 2; round++) {
		const uint64_t before = s->n_reads;

		r->habit.answer = round ? 16 : 0;
		for (unsigned i = 0; i < 6000; i++) {
			/* Lines of the first round come again when other ones have their places. */
			s->next = (struct pf_request){.kind = PF_REQ_ACCESS,
						      .sector = (s->accepted % 1000) * 4,
						      .word_mask = 1,
						      .tag = {.write = true}};
			s->has = true;
			rig_cycle(r);
		}
		if (round)
			assert_in_range(s->n_reads - before, 1, MISSES);
	}
	assert_false(det_slice_ready(s->u));
	assert_false(det_slice_idle(s->u));
	s->has = false;
	r->habit.answer = 0;
	rig_drain(r);
	det_records(r->d, rig_no_record, NULL);
	assert_int_equal(s->u->reads, s->answers);
	assert_true(s->u->counters.of[PF_COUNTER_STALL_LINES] > 400);
	end(r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines_say_what_pf_slice_says),
		cmocka_unit_test(lines_rates),
		cmocka_unit_test(lines_stall),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
