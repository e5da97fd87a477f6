/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * iguard_rtl: backend model of iGUARD's units beside the Verilated ones, which PHOTOFINISH_RTL
 * names.
 *
 *   iguard_rtl           tests: SM's unit cycle for cycle, the slice's by what it takes
 *   iguard_rtl --rate    streams: cycles, reads, writes and records of both, CSV
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "../../sim/iguard/port.h"
#include "../../sim/unit/library.h"
#include "iguard_rig.h"

enum { REQUESTS = 16384, POOL = 8192, SM_CYCLES = 40000 };

static struct unit_library library;

static void load(const char *geometry)
{
	struct diag diag = {""};

	if (unit_load(&library, "iguard", geometry, false, &diag)) {
		fprintf(stderr, "%s\n", diag.text);
		abort();
	}
}

/* Slices */

struct result {
	uint64_t cycles, busy, reads, writes, records;
	uint64_t lines, memory, entry, report; /* stalls */
};

static void stalls_of(struct rig *r, struct result *x)
{
	const uint32_t of[] = {PF_COUNTER_STALL_LINES, PF_COUNTER_STALL_MEMORY,
			       PF_COUNTER_STALL_ENTRY, PF_COUNTER_STALL_REPORT};
	uint64_t *const to[] = {&x->lines, &x->memory, &x->entry, &x->report};

	for (size_t i = 0; i < sizeof(of) / sizeof(*of); i++)
		*to[i] = r->memory.filled ? rig_counter(r, of[i])
					  : iguard_model_slice_stalls(r->port)[of[i]];
}

static struct result run(bool model, enum rig_stream s, uint32_t latency, uint32_t shut, bool all)
{
	struct rig *r = mem_alloc(sizeof(*r));
	struct result x = {.cycles = 0};

	if (model)
		rig_model(r, "ref", RIG_WORDS, POOL, all);
	else
		rig_rtl(r, library.api->kind[IGUARD_SLICE_UNIT], RIG_WORDS, POOL, all);
	r->latency = latency;
	r->shut = shut;
	for (uint64_t i = 0; i < REQUESTS; i++) {
		const struct pf_iguard_request q = rig_of(s, i);

		rig_request(r, &q);
	}
	x.cycles = r->now;
	rig_drain(r);
	x.busy = r->now;
	x.reads = r->reads;
	x.writes = r->writes;
	x.records = r->records;
	stalls_of(r, &x);
	rig_close(r);
	free(r);
	return x;
}

static void print_rates(void)
{
	static const uint32_t latency[] = {30, 200, 200}, shut[] = {0, 0, 8};

	printf("stream,latency,shut,backend,cycles,until_idle,reads,writes,records,stall_lines,"
	       "stall_memory,stall_entry,stall_report\n");
	for (enum rig_stream s = 0; s < RIG_STREAMS; s++)
		for (unsigned l = 0; l < 3; l++)
			for (int model = 0; model < 2; model++) {
				const struct result x = run(model, s, latency[l], shut[l], false);

				printf("%s,%u,%u,%s,%lu,%lu,%lu,%lu,%lu,%lu,%lu,%lu,%lu\n",
				       rig_stream_name(s), latency[l], shut[l],
				       model ? "model" : "rtl", x.cycles, x.busy, x.reads, x.writes,
				       x.records, x.lines, x.memory, x.entry, x.report);
				fflush(stdout);
			}
}

enum { IDLE_CYCLES = 16 };

/* of: a hundredth of what the Verilog has; 0: the same. */
static void within(const char *what, enum rig_stream s, uint64_t rtl, uint64_t model, uint32_t of)
{
	const uint64_t off = rtl > model ? rtl - model : model - rtl;

	if (off * 100 > rtl * of)
		fail_msg("%s: %s: rtl %lu, model %lu", rig_stream_name(s), what, rtl, model);
}

static void same_result(enum rig_stream s, uint32_t latency, uint32_t shut, bool all, uint32_t of)
{
	const struct result a = run(false, s, latency, shut, all),
			    b = run(true, s, latency, shut, all);

	within("cycles", s, a.cycles, b.cycles, of);
	if (!of)
		assert_in_range(b.busy + IDLE_CYCLES, a.busy, a.busy + 2 * IDLE_CYCLES);
	within("until idle", s, a.busy, b.busy, of ? of : 1);
	within("reads", s, a.reads, b.reads, of);
	within("writes", s, a.writes, b.writes, of);
	within("records", s, a.records, b.records, of);
	within("waits at writers", s, a.lines, b.lines, of);
	within("messages' waits", s, a.entry, b.entry, of);
	within("races' waits", s, a.report, b.report, of);
}

/* All but ANY, in which operations on lines whose writers lie in blocks come to the readers in
 * another order. */
static void streams_are_the_same(void **state)
{
	(void)state;
	load("ref");
	for (enum rig_stream s = 0; s < RIG_ANY; s++) {
		same_result(s, 30, 0, true, 0);
		same_result(s, 200, 8, true, 0);
	}
	unit_unload(&library);
}

static void traffic_is_nearly_the_same(void **state)
{
	(void)state;
	load("ref");
	for (uint32_t latency = 30; latency <= 200; latency += 170)
		same_result(RIG_ANY, latency, 0, true, 5);
	same_result(RIG_MIXED, 200, 0, false, 1); /* records by a filter */
	unit_unload(&library);
}

/* SMs' */

struct twins {
	const struct unit_geometry *g;
	const struct unit_kind *kind, *model_kind;
	struct sm_port *rtl, *model;
	struct rng rng;
	uint32_t tags, messages, epochs, patience; /* patience: of 8 */
	uint32_t slices, told, to_one; /* slices: 0: no multicast; told: messages that have left */
};

static uint32_t any(struct twins *t, uint32_t n)
{
	return rng_below(&t->rng, n);
}

/* A tag is taken behind the messages that it came behind. */
static bool takes_tag(const struct twins *t)
{
	const struct sm_port_out *out = &t->rtl->out;

	return out->tag_valid && (!t->slices || out->tag_after == t->told % SM_AFTER);
}

static void give(struct twins *t)
{
	const struct sm_port_out *out = &t->rtl->out;
	struct sm_port_in in = {
		.event_valid = out->event_ready && any(t, 4),
		.request_valid = out->request_ready && any(t, 4),
		.tag_ready = takes_tag(t) && any(t, 8) < t->patience,
		.message_ready = out->message_valid && any(t, 8) < t->patience,
		.iguard_event = {.kind = (enum pf_iguard_sm_code)any(t, PF_IGUARD_SM_CODES),
				 .slot = any(t, t->g->size.block_slots),
				 .warp = any(t, any(t, 2) ? t->g->size.warps : 2),
				 .device = any(t, 2),
				 .several = any(t, 6) == 0,
				 .lane = any(t, 2) ? (uint8_t)any(t, 32) : PF_IGUARD_ALL,
				 .address = any(t, 2) ? any(t, 3) * 4 : any(t, 64)}};

	in.tag_slice = t->slices ? any(t, any(t, 2) ? t->slices : 3) : 0;
	t->model->in = t->rtl->in = in;
	t->rtl->in.iguard_request = (struct pf_iguard_sm_request){
		.slot = any(t, t->g->size.block_slots),
		.warp = any(t, any(t, 2) ? t->g->size.warps : 2),
		.tag = {.by = {.side = {.lane = (uint8_t)any(t, 32), .size = any(t, 5) & 7},
			       .step = (uint8_t)any(t, PF_IGUARD_STEP_CODES)},
			.write = any(t, 2),
			.several = any(t, 2)}};
	t->model->in.iguard_request = t->rtl->in.iguard_request;
	t->tags += in.tag_ready;
	t->messages += in.message_ready;
}

static void same_tags(const struct pf_iguard_tag *a, const struct pf_iguard_tag *b)
{
	const struct pf_iguard_side *x = &a->by.side, *y = &b->by.side;

	assert_int_equal(x->block, y->block);
	assert_int_equal(x->when, y->when);
	assert_int_equal(x->warp, y->warp);
	assert_int_equal(x->lane, y->lane);
	assert_int_equal(x->locks, y->locks);
	assert_int_equal(x->size, y->size);
	assert_int_equal(a->by.step, b->by.step);
	assert_int_equal(a->bar, b->bar);
	assert_int_equal(a->meet, b->meet);
	assert_int_equal(a->write, b->write);
	assert_int_equal(a->several, b->several);
}

static void same_messages(const struct pf_iguard_message *a, const struct pf_iguard_message *b)
{
	assert_int_equal(a->kind, b->kind);
	assert_int_equal(a->block, b->block);
	assert_int_equal(a->warp, b->warp);
	assert_int_equal(a->lane, b->lane);
	assert_int_equal(a->device, b->device);
	assert_int_equal(a->stamp.when, b->stamp.when);
	assert_int_equal(a->stamp.bar, b->stamp.bar);
	assert_int_equal(a->stamp.meet, b->stamp.meet);
}

static void same_pins(struct twins *t)
{
	const struct sm_port_out *a = &t->rtl->out, *b = &t->model->out;

	assert_int_equal(a->event_ready, b->event_ready);
	assert_int_equal(a->request_ready, b->request_ready);
	assert_int_equal(a->idle, b->idle);
	assert_int_equal(a->tag_valid, b->tag_valid);
	assert_int_equal(a->message_valid, b->message_valid);
	if (a->tag_valid) {
		same_tags(&a->iguard_tag, &b->iguard_tag);
		assert_int_equal(a->tag_after, b->tag_after);
	}
	assert_int_equal(a->told, b->told);
	t->told += a->told;
	if (!a->message_valid)
		return;
	same_messages(&a->iguard_message, &b->iguard_message);
	assert_int_equal(a->message_slice, b->message_slice);
	t->to_one += a->message_slice != PF_TO_ALL;
	t->epochs += a->iguard_message.kind == PF_IGUARD_MSG_EPOCH;
}

static void create(struct twins *t, const char *geometry)
{
	t->kind = library.api->kind[t->slices ? IGUARD_MULTICAST : IGUARD_SM_UNIT];
	t->rtl = t->kind->create(NULL);
	t->model_kind = t->slices ? &model_multicast : &iguard_model_sm;
	t->model = t->slices ? iguard_model_multicast_create(geometry, t->slices)
			     : iguard_model_sm_create(geometry);
	t->rtl->sm = t->model->sm = 1;
}

static void sms_are_the_same(const char *geometry, uint32_t slices, uint32_t cycles,
			     uint32_t epochs)
{
	struct twins t = {.g = unit_geometry_named(geometry), .slices = slices};

	load(geometry);
	create(&t, geometry);
	rng_seed(&t.rng, 3);
	for (uint32_t i = 0; i < cycles; i++) {
		if (i % 256 == 0)
			t.patience = any(&t, 9);
		if (i % 64 > 56) /* idle comes, too */
			t.model->in = t.rtl->in =
				(struct sm_port_in){.tag_ready = takes_tag(&t),
						    .message_ready = t.rtl->out.message_valid};
		else
			give(&t);
		t.kind->step(t.rtl);
		t.model_kind->step(t.model);
		same_pins(&t);
	}
	assert_true(t.tags > cycles / 20 && t.messages > cycles / 20 && t.epochs >= epochs);
	assert_true(!slices || t.to_one > cycles / 20);
	t.kind->destroy(t.rtl);
	t.model_kind->destroy(t.model);
	unit_unload(&library);
}

static void sms_of_tiny_are_the_same(void **state)
{
	(void)state;
	sms_are_the_same("tiny", 0, SM_CYCLES, 100);
}

static void sms_of_ref_are_the_same(void **state)
{
	(void)state;
	sms_are_the_same("ref", 0, 8 * SM_CYCLES, 1);
}

static void multicast_of_tiny_is_the_same(void **state)
{
	(void)state;
	sms_are_the_same("tiny", 6, SM_CYCLES, 100);
}

static void multicast_of_ref_is_the_same(void **state)
{
	(void)state;
	sms_are_the_same("ref", SM_SLICES_RTL, 8 * SM_CYCLES, 0);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sms_of_tiny_are_the_same),
		cmocka_unit_test(sms_of_ref_are_the_same),
		cmocka_unit_test(multicast_of_tiny_is_the_same),
		cmocka_unit_test(multicast_of_ref_is_the_same),
		cmocka_unit_test(streams_are_the_same),
		cmocka_unit_test(traffic_is_nearly_the_same),
	};

	if (argc > 1 && !strcmp(argv[1], "--rate")) {
		load("ref");
		print_rates();
		unit_unload(&library);
		return 0;
	}
	return cmocka_run_group_tests(tests, NULL, NULL);
}
