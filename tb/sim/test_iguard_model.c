/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * test_iguard_model: backend model of iGUARD's units: what comes out is the references', whatever
 * memory does; reads and answers are one for one; idle means that nothing is inside.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "iguard_rig.h"
#include "reference/pf_iguard_targets.h"

enum { REQUESTS = 6000 };

static struct rig *begin(uint64_t words, uint32_t pool)
{
	struct rig *r = mem_alloc(sizeof(*r));

	rig_model(r, "ref", words, pool, true);
	return r;
}

static void end(struct rig *r)
{
	rig_close(r);
	free(r);
}

/* Accesses that never join: each has a pc that its neighbours have not. */
static struct pf_iguard_request apart(uint64_t i)
{
	struct pf_iguard_request q = rig_of(RIG_MIXED, i);

	q.pc = (uint32_t)(i % 64);
	return q;
}

static int by_bits(const void *a, const void *b)
{
	return memcmp(a, b, sizeof(struct pf_beat));
}

/* Records in an order of their own, without their numbers. */
static void sorted(struct pf_iguard_report *p, struct pf_beat *to)
{
	const struct pf_bits f = p->field[PF_IGUARD_RACE_NUMBER];

	for (uint32_t i = 0; i < p->unit.head; i++) {
		to[i] = p->unit.ring[i];
		for (unsigned k = f.lsb; k < (unsigned)f.lsb + f.width; k++)
			to[i].v[k / 64] &= ~(1ULL << k % 64);
	}
	qsort(to, p->unit.head, sizeof(*to), by_bits);
}

static void same_records(struct rig *r, struct pf_iguard_slice *want)
{
	const uint32_t n = want->report.unit.head;
	struct pf_beat *a = mem_alloc((n + 1) * sizeof(*a)), *b = mem_alloc((n + 1) * sizeof(*b));

	assert_int_equal(r->slice.report.unit.head, n);
	assert_in_range(n, 10, (1 << RIG_RING_LOG2) - 1);
	sorted(&r->slice.report, a);
	sorted(&want->report, b);
	assert_memory_equal(a, b, n * sizeof(*a));
	assert_int_equal(r->records, n);
	free(a);
	free(b);
}

static void same_state(struct rig *r, struct pf_iguard_slice *want)
{
	assert_int_equal(r->slice.stats.checked, want->stats.checked);
	assert_int_equal(r->slice.stats.messages, want->stats.messages);
	assert_memory_equal(r->slice.stats.kinds, want->stats.kinds, sizeof(want->stats.kinds));
	for (uint64_t line = 0; line < rig_lines(r); line++)
		for (uint32_t w = 0; w < RIG_LINE_WORDS; w++)
			for (int side = 0; side < 2; side++)
				assert_int_equal(
					pf_iguard_lines_side(&r->slice.lines, side, line, w),
					pf_iguard_lines_side(&want->lines, side, line, w));
}

/* As the reference fed directly; memory fast, slow, shut most of the time, in any order. */
static void results_are_the_references(void **state)
{
	(void)state;
	for (uint32_t n = 0; n < 6; n++) {
		struct rig *r = begin(2048 * RIG_LINE_WORDS, RIG_POOL);
		struct pf_iguard_slice want;

		assert_true(pf_iguard_slice_init(&want, &r->slice.config));
		r->latency = n < 3 ? 1 + n : 150;
		r->shut = n % 3 == 2 ? 13 : n % 3;
		r->any_order = n & 1;
		for (uint64_t i = 0; i < REQUESTS; i++) {
			const struct pf_iguard_request q = apart(i + 100000 * n);

			rig_request(r, &q);
			pf_iguard_slice_request(&want, &q);
		}
		rig_drain(r);
		same_state(r, &want);
		same_records(r, &want);
		pf_iguard_slice_free(&want);
		end(r);
	}
}

/* Whole lines: a row is new, is held, or is fetched and written back. */
static void traffic_is_of_rows(void **state)
{
	struct rig *r = begin(RIG_WORDS, 16);
	uint64_t first_writes;

	(void)state;
	r->latency = 30;
	for (uint64_t i = 0; i < 4096; i++) {
		const struct pf_iguard_request q = rig_of(RIG_STORES, i);

		rig_request(r, &q);
	}
	rig_drain(r);
	assert_int_equal(r->reads, 0); /* 1024 lines of two rows; 512 rows stay in the caches */
	assert_in_range(r->writes, 2048 - 512, 2048 - 480);
	first_writes = r->writes;
	for (uint64_t i = 0; i < 4096; i++) {
		struct pf_iguard_request q = rig_of(RIG_STORES, i);

		q.tag.by.side.when = 2;
		rig_request(r, &q);
	}
	rig_drain(r);
	assert_in_range(r->reads, 1600, 2048);
	assert_in_range(r->writes - first_writes, 1000, 2048);
	end(r);
}

static void forget_is_complete(void **state)
{
	struct rig *r = begin(RIG_WORDS, 16);
	const struct pf_iguard_request store = {.words = 1, .tag = rig_tag(0, 0, true)};
	const struct pf_iguard_request epoch = {.is_message = true,
						.message = {.kind = PF_IGUARD_MSG_EPOCH}};
	struct pf_iguard_request other = store;

	(void)state;
	other.tag = rig_tag(3, 0, true);
	for (int n = 0; n < 40; n++) {
		rig_request(r, &store);
		rig_request(r, &epoch);
		rig_request(r, &other);
		rig_drain(r);
		if (n & 1) {
			pf_iguard_slice_forget(&r->slice);
			iguard_model_slice_forget(r->port);
		} else {
			rig_request(r, &epoch);
		}
	}
	rig_drain(r);
	assert_int_equal(r->slice.report.unit.head, 0);
	assert_int_equal(r->reads, 0);
	end(r);
}

/* Blocks, epochs, pools too small: the rig looks at each address. */
static void anything_ends(void **state)
{
	static const uint32_t pools[] = {0, 3, 40, RIG_POOL};

	(void)state;
	for (uint32_t n = 0; n < 8; n++) {
		struct rig *r = begin(64 * RIG_LINE_WORDS, pools[n % 4]);

		r->latency = n < 4 ? 20 : 200;
		r->shut = n;
		r->any_order = n & 1;
		for (uint64_t i = 0; i < REQUESTS; i++) {
			const struct pf_iguard_request q = rig_of(RIG_ANY, i + 50000 * n);

			rig_request(r, &q);
		}
		rig_drain(r);
		assert_int_equal(r->records, r->slice.report.unit.head);
		assert_true(r->records > 100);
		end(r);
	}
}

/* More lines than the geometry's unit could have; a region that begins within a line. */
static void regions_may_lie_anywhere(void **state)
{
	const uint64_t first = (1ULL << 31) + 5;
	struct rig *r = begin(64 * RIG_LINE_WORDS, 16);
	struct pf_iguard_request q = {
		.sector = first / 8, .words = 0xff, .tag = rig_tag(0, 0, true)};

	(void)state;
	r->slice.config.first_word = first;
	iguard_model_slice_program(r->port, &r->table);
	rig_request(r, &q);
	rig_drain(r);
	assert_int_equal(r->slice.stats.checked, 3);
	assert_int_equal(r->slice.stats.skipped, 5);
	r->slice.config.disabled = true;
	rig_request(r, &q);
	rig_drain(r);
	assert_int_equal(r->slice.stats.skipped, 13);
	end(r);
}

static void stalls_are_counted(void **state)
{
	struct rig *r = begin(RIG_WORDS, RIG_POOL);
	const uint64_t *stall = iguard_model_slice_stalls(r->port);

	(void)state;
	r->latency = 300;
	for (uint64_t i = 0; i < REQUESTS; i++) {
		const struct pf_iguard_request q = rig_of(RIG_RACES, i);

		rig_request(r, &q);
	}
	for (uint64_t i = 0; i < REQUESTS; i++) {
		const struct pf_iguard_request q = rig_of(RIG_BLOCKS, i);
		const struct pf_iguard_request fence = rig_fence(0, 1, 1);

		rig_request(r, &q);
		rig_request(r, &fence);
	}
	rig_drain(r);
	assert_true(stall[PF_COUNTER_STALL_REPORT] > 100);
	assert_true(stall[PF_COUNTER_STALL_LINES] > 100);
	assert_true(stall[PF_COUNTER_STALL_ENTRY] > 100);
	end(r);
}

/* SM's unit */

static struct pf_iguard_sm_event any_event(struct rng *x)
{
	return (struct pf_iguard_sm_event){
		.kind = (enum pf_iguard_sm_code)rng_below(x, PF_IGUARD_SM_CODES),
		.slot = rng_below(x, 2),
		.warp = rng_below(x, 4),
		.device = rng_below(x, 2),
		.several = rng_below(x, 6) == 0,
		.lane = rng_below(x, 2) ? 3 : PF_IGUARD_ALL,
		.address = rng_below(x, 16) * 4};
}

struct sm_run {
	struct sm_port *port;
	struct pf_iguard_sm want;
	struct rng rng;
	struct {
		struct pf_iguard_tag tag;
		uint32_t after;
	} tag[64];
	struct pf_iguard_message message[64];
	uint32_t tags, messages, got_tags, got_messages, epochs;
};

static void take(struct sm_run *s)
{
	struct sm_port_in *in = &s->port->in;
	const struct sm_port_out *out = &s->port->out;

	in->tag_ready = out->tag_valid && rng_below(&s->rng, 3);
	if (in->tag_ready) {
		const uint32_t i = s->got_tags++ % 64;

		assert_true(s->got_tags <= s->tags);
		assert_int_equal(out->iguard_tag.by.side.when, s->tag[i].tag.by.side.when);
		assert_int_equal(out->iguard_tag.by.side.block, s->tag[i].tag.by.side.block);
		assert_int_equal(out->iguard_tag.by.side.locks, s->tag[i].tag.by.side.locks);
		assert_int_equal(out->iguard_tag.meet, s->tag[i].tag.meet);
		assert_int_equal(out->tag_after, s->tag[i].after % SM_AFTER);
	}
	in->message_ready = out->message_valid && rng_below(&s->rng, 3);
	if (in->message_ready) {
		const struct pf_iguard_message *m = &s->message[s->got_messages++ % 64];

		assert_true(s->got_messages <= s->messages);
		assert_int_equal(out->iguard_message.kind, m->kind);
		s->epochs += m->kind == PF_IGUARD_MSG_EPOCH;
		if (m->kind == PF_IGUARD_MSG_EPOCH)
			return;
		assert_int_equal(out->iguard_message.block, m->block);
		assert_int_equal(out->iguard_message.stamp.when, m->stamp.when);
	}
}

static void give(struct sm_run *s)
{
	struct sm_port_in *in = &s->port->in;
	const struct sm_port_out *out = &s->port->out;

	in->request_valid = out->request_ready && rng_below(&s->rng, 4);
	if (in->request_valid) {
		in->iguard_request = (struct pf_iguard_sm_request){.slot = rng_below(&s->rng, 2),
								   .warp = rng_below(&s->rng, 4)};
		s->tag[s->tags % 64].tag = in->iguard_request.tag;
		s->tag[s->tags % 64].after = s->messages;
		pf_iguard_sm_access(&s->want, in->iguard_request.slot, in->iguard_request.warp,
				    &s->tag[s->tags++ % 64].tag);
	}
	in->event_valid = out->event_ready && rng_below(&s->rng, 4);
	if (!in->event_valid)
		return;
	in->iguard_event = any_event(&s->rng);
	s->messages +=
		pf_iguard_sm_event(&s->want, &in->iguard_event, &s->message[s->messages % 64]);
}

static void sm_unit_is_the_reference(void **state)
{
	struct sm_run s = {.tags = 0};
	const struct unit_geometry *g = unit_geometry_named("ref");

	(void)state;
	assert_null(iguard_model_sm_create("none"));
	s.port = iguard_model_sm_create("ref");
	s.port->sm = 5;
	pf_iguard_sm_init(&s.want, 5, g->size.fence_block_bits, PF_REF_IGUARD_SIDE_WHEN_W,
			  g->size.lock_entries);
	rng_seed(&s.rng, 9);
	for (uint32_t i = 0; i < 200000; i++) {
		take(&s);
		give(&s);
		iguard_model_sm.step(s.port);
	}
	for (uint32_t i = 0; !s.port->out.idle; i++) {
		assert_true(i < 1000);
		take(&s);
		iguard_model_sm.step(s.port);
	}
	assert_int_equal(s.got_tags, s.tags);
	assert_int_equal(s.got_messages, s.messages);
	assert_true(s.tags > 10000 && s.messages > 10000 && s.epochs > 0);
	iguard_model_sm.destroy(s.port);
}

/* SM's unit that tells of a fence only slices that have to know */

struct multicast {
	struct sm_run run;
	struct pf_iguard_targets want;
	uint32_t sm_bits, told, copies, nobody;
	bool open; /* message `told` has begun to leave */
};

static void open(struct multicast *m)
{
	const struct pf_iguard_message *is = &m->run.message[m->told % 64];
	const uint32_t slot = is->block >> m->sm_bits;

	if (m->open)
		return;
	m->open = true;
	assert_true(m->told < m->run.messages);
	if (is->kind == PF_IGUARD_MSG_BEGIN)
		pf_iguard_targets_begin(&m->want, slot, is->stamp.when);
	else if (is->kind == PF_IGUARD_MSG_FENCE)
		pf_iguard_targets_take(&m->want, slot, is->warp, is->stamp.bar, is->device,
				       is->lane != PF_IGUARD_ALL);
}

static void take_copies(struct multicast *m)
{
	const struct sm_port_out *out = &m->run.port->out;

	if (out->told) {
		m->nobody += !m->open;
		open(m);
		assert_int_equal(pf_iguard_targets_next(&m->want), m->want.slices);
		m->told++;
		m->open = false;
	}
	m->run.port->in.message_ready = out->message_valid && rng_below(&m->run.rng, 3);
	if (!m->run.port->in.message_ready)
		return;
	open(m);
	m->copies++;
	assert_int_equal(out->iguard_message.kind, m->run.message[m->told % 64].kind);
	assert_int_equal(out->message_slice, out->iguard_message.kind == PF_IGUARD_MSG_FENCE
						     ? pf_iguard_targets_next(&m->want)
						     : (uint32_t)PF_TO_ALL);
}

static void take_tags(struct multicast *m)
{
	struct sm_port_in *in = &m->run.port->in;
	const struct sm_port_out *out = &m->run.port->out;
	const struct pf_iguard_tag *t = &out->iguard_tag;
	const uint32_t i = m->run.got_tags % 64;

	in->tag_ready =
		out->tag_valid && out->tag_after == m->told % SM_AFTER && rng_below(&m->run.rng, 3);
	if (!in->tag_ready)
		return;
	assert_int_equal(m->run.tag[i].after, m->told);
	assert_int_equal(t->bar, m->run.tag[i].tag.bar);
	m->run.got_tags++;
	in->tag_slice = rng_below(&m->run.rng, m->want.slices);
	pf_iguard_targets_sent(&m->want, (t->by.side.block - 1) >> m->sm_bits, t->by.side.warp,
			       t->bar, in->tag_slice);
}

static void copies_are_the_references(void **state)
{
	const struct unit_geometry *g = unit_geometry_named("ref");
	struct multicast m = {.want = {.slices = 70}, .sm_bits = g->size.fence_block_bits};
	struct sm_run *s = &m.run;

	(void)state;
	assert_null(iguard_model_multicast_create("none", 4));
	s->port = iguard_model_multicast_create("ref", m.want.slices);
	s->port->sm = 5;
	pf_iguard_sm_init(&s->want, 5, g->size.fence_block_bits, PF_REF_IGUARD_SIDE_WHEN_W,
			  g->size.lock_entries);
	rng_seed(&s->rng, 9);
	for (uint32_t i = 0; i < 200000; i++) {
		take_copies(&m);
		take_tags(&m);
		give(s);
		model_multicast.step(s->port);
	}
	for (uint32_t i = 0; !s->port->out.idle; i++) {
		assert_true(i < 10000);
		take_copies(&m);
		take_tags(&m);
		model_multicast.step(s->port);
	}
	assert_int_equal(s->got_tags, s->tags);
	assert_int_equal(m.told, s->messages);
	assert_true(s->tags > 10000 && s->messages > 5000 && m.copies > 10000 && m.nobody > 100);
	model_multicast.destroy(s->port);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(results_are_the_references),
		cmocka_unit_test(traffic_is_of_rows),
		cmocka_unit_test(forget_is_complete),
		cmocka_unit_test(stalls_are_counted),
		cmocka_unit_test(sm_unit_is_the_reference),
		cmocka_unit_test(regions_may_lie_anywhere),
		cmocka_unit_test(anything_ends),
		cmocka_unit_test(copies_are_the_references),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
