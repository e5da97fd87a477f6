/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * An SM's side for shared memory with a unit that says and takes what the test wants: races get the
 * right names, whatever differs from the reference model is noticed, and the scratchpad, the
 * load/store unit and the data wait as long as they have to.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "../../sim/shared/shared_int.h"

enum { PCS = 8, WARPS = 4, SLOT = 1, SLOT_BYTES = 1024, ROW = 32 * PF_SHARED_WORD };

/* The unit */
struct fake {
	struct shared_port port; /* first: the unit's handle */
	uint32_t refuses;        /* cycles */
	bool tells;              /* with the next operation that it takes */
	struct pf_shared_told told;
};

static void fake_step(void *port)
{
	struct fake *f = port;

	f->port.out = (struct shared_port_out){.idle = !f->port.in.valid};
	if (f->refuses && f->port.in.valid) {
		f->refuses--;
		return;
	}
	f->port.out.taken = f->port.in.valid;
	if (f->port.in.valid && f->tells && f->port.in.op.kind == PF_SHARED_OP_ACCESS &&
	    pf_shared_port_in_round(&f->port.in.op, &f->told)) {
		f->port.out.race_valid = true;
		f->port.out.race = f->told;
		f->tells = false;
	}
	f->port.in.valid = false;
}

static void *fake_create(const char *wave)
{
	(void)wave;
	return mem_alloc(sizeof(struct fake));
}

static const struct unit_kind fake_kind = {
	.create = fake_create, .destroy = free, .step = fake_step};

/* The SM around it */
static struct bench {
	struct shared_system s;
	struct shared_side x;
	struct sm *sm;
	struct sim_config cfg;
	struct simt_uses uses[PCS];
	uint64_t score[1];
	struct simt_kernel kernel;
	uint32_t number[PCS], pc[256];
	struct fake *unit;
} b;

static struct machine_who who(uint32_t warp)
{
	return (struct machine_who){
		.kernel = &b.kernel, .launch = 7, .slot = SLOT, .block = 42, .warp = warp};
}

static void open_bench(uint32_t queue)
{
	struct diag diag = {""};
	const struct machine_who w = who(0);

	memset(&b, 0, sizeof(b));
	assert_int_equal(sim_config_read(&b.cfg, "ref", &diag), 0);
	b.cfg.det.shared_queue = queue;
	b.sm = mem_alloc(sizeof(*b.sm));
	b.sm->cfg = &b.cfg;
	b.sm->warps_per_block = WARPS;
	b.sm->uses = b.uses;
	b.sm->now = 100;
	for (uint32_t i = 0; i < PCS; i++) {
		b.number[i] = 10 + i;
		b.pc[10 + i] = i;
		b.uses[i].n_writes = 1;
		b.uses[i].writes[0] = 0;
	}
	b.pc[0] = PF_SHARED_NO_PC;
	b.s.backend = BACKEND_COMPARE;
	b.s.sim = b.cfg;
	b.s.kind = &fake_kind;
	b.s.widths = (struct pf_shared_config){
		.bytes = 49152, .slots = 8, .banks = 32, .rows = 64, .phase_bits = 4};
	b.s.places = (struct places){.number = b.number, .pc = b.pc};
	b.s.slot_bytes = SLOT_BYTES;
	b.s.sms = &b.x;
	b.s.counts = mem_alloc(sizeof(*b.s.counts));
	compare_init(&b.s.compare);
	shared_side_init(&b.x, &b.s, 0);
	b.x.side.sm = b.sm;
	b.unit = (struct fake *)b.x.port;
	shared_feed_calls.block(&b.s, &w, WARPS * SIMT_LANES);
	shared_side_drain(&b.x);
}

static void close_bench(void)
{
	shared_side_free(&b.x);
	compare_free(&b.s.compare);
	free(b.s.counts);
	free(b.s.hits);
	free(b.sm);
}

/* Lane l at l * step. */
static void access_of(uint32_t warp, bool write, uint32_t lanes, uint32_t step, uint32_t pc)
{
	const struct machine_who w = who(warp);
	const struct simt_op op = {.kind = write ? SIMT_OP_ST : SIMT_OP_LD,
				   .space = PTX_SPACE_SHARED,
				   .pc = pc,
				   .mask = lanes,
				   .size = 4,
				   .vec = 1};
	struct pf_shared_access a = {
		.slot = SLOT, .warp = warp, .pc = pc, .lanes = lanes, .write = write, .size = 4};

	for (uint32_t l = 0; l < SIMT_LANES; l++)
		a.addr[l] = SLOT * SLOT_BYTES + l * step;
	shared_feed_calls.op(&b.s, &w, &op);
	shared_feed_calls.access(&b.s, &w, &op, &a);
}

/* Warp 0 stores, warp 2 loads: the race that the reference expects. */
static struct pf_shared_told race(void)
{
	access_of(0, true, 0xff, 4, 3);
	access_of(2, false, 0x10, 4, 5);
	return *(const struct pf_shared_told *)expected_first(&b.x.expected);
}

static void tell(const struct pf_shared_told *t)
{
	b.unit->told = *t;
	b.unit->tells = true;
	shared_side_drain(&b.x);
}

static void both_sides(void **state)
{
	struct pf_shared_told t;
	const struct race_hit *h;

	(void)state;
	open_bench(0);
	t = race();
	tell(&t);
	assert_null(compare_first(&b.s.compare));
	assert_int_equal(b.s.n_hits, 1);
	assert_int_equal(b.s.counts->races, 1);
	h = b.s.hits;
	assert_int_equal(h->addr, 16);
	assert_int_equal(h->bytes, 4);
	assert_int_equal(h->kind, RACE_BARRIER);
	assert_int_equal(h->second.block, 42);
	assert_int_equal(h->second.launch, 7);
	assert_int_equal(h->second.warp, 2);
	assert_int_equal(h->second.lane, 4);
	assert_int_equal(h->second.access, RACE_READ);
	assert_int_equal(h->second.pc, 5);
	assert_int_equal(h->first.warp, 0);
	assert_int_equal(h->first.lane, RACE_NO_LANE);
	assert_int_equal(h->first.access, RACE_WRITE);
	assert_int_equal(h->first.pc, 3);
	close_bench();
}

/* Each field of a race, in turn, another than it should be. */
static void differences(void **state)
{
	static const char *const names[] = {"lane",        "bytes",     "first warp",
					    "first place", "first did", "others"};

	(void)state;
	for (uint32_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		struct pf_shared_told t;

		open_bench(0);
		t = race();
		t.lane ^= i == 0;
		t.bytes ^= i == 1;
		t.first ^= i == 2;
		t.first_pc ^= i == 3;
		t.did ^= i == 4;
		t.others ^= i == 5;
		tell(&t);
		assert_non_null(compare_first(&b.s.compare));
		assert_non_null(strstr(compare_first(&b.s.compare), names[i]));
		close_bench();
	}
}

static void missing_and_surplus(void **state)
{
	struct pf_shared_told t;

	(void)state;
	open_bench(0);
	(void)race();
	shared_side_drain(&b.x);
	assert_non_null(strstr(compare_first(&b.s.compare), "1 races have not come"));
	close_bench();

	open_bench(0);
	t = race();
	tell(&t);
	assert_null(compare_first(&b.s.compare));
	access_of(3, false, 1, 4, 1); /* of lane 0's word: the reference tells that, */
	t = *(const struct pf_shared_told *)expected_first(&b.x.expected);
	tell(&t);
	access_of(3, false, 0x80000000, 4, 1); /* and nothing of a word that nobody wrote */
	t.bank = 31;
	t.row = SLOT_BYTES / ROW;
	tell(&t);
	assert_non_null(compare_first(&b.s.compare));
	close_bench();
}

/* Three rounds, as sm_memory() does it; then cycles until the unit has taken all. shadow: words of
 * the scratchpad that it reads and writes for each. */
static void three_rounds(uint32_t queue, uint32_t refused, uint32_t shadow, uint64_t waits)
{
	struct sm_warp w = {.mw = (struct machine_warp *)&b, .score = b.score};
	struct sm_op *o = mem_alloc(sizeof(*o));
	uint64_t free_at, ready;

	open_bench(queue);
	b.s.sim.det.shared_shadow = shadow;
	w.score = b.score;
	o->w = &w;
	o->op.space = PTX_SPACE_SHARED;
	o->op.pc = 2;
	b.unit->refuses = refused;
	free_at = b.sm->unit_free[SIMT_CLASS_MEMORY] = b.sm->now + 3;
	ready = b.score[0] = b.sm->now + b.cfg.sm.lat_shared + 2;
	access_of(1, false, 7, ROW, 2);
	b.x.side.calls->done(&b.x.side, o);
	while (!b.x.side.calls->idle(&b.x.side)) {
		b.x.side.calls->clock(&b.x.side);
		b.sm->now++;
	}
	assert_int_equal(b.s.counts->waits, waits);
	assert_int_equal(b.s.counts->rounds, 3);
	assert_int_equal(b.sm->unit_free[SIMT_CLASS_MEMORY], free_at + waits);
	assert_int_equal(b.score[0], ready + waits);
	free(o);
	close_bench();
}

static void waits(void **state)
{
	(void)state;
	three_rounds(0, 0, 0, 0);
	three_rounds(0, 5, 0, 5);
	three_rounds(2, 5, 0, 3);
	three_rounds(3, 5, 0, 0);
	three_rounds(0, 0, 1, 4);
	three_rounds(0, 0, 2, 8);
	three_rounds(3, 0, 1, 4);
	three_rounds(0, 5, 1, 9);
}

/* A barrier's events keep no round waiting that is not there, and one that is. */
static void events_wait_beside(void **state)
{
	const struct machine_who w = who(1);

	(void)state;
	open_bench(0);
	b.unit->refuses = 4;
	shared_feed_calls.fence(&b.s, &w, UINT32_MAX);
	for (int i = 0; i < 2; i++, b.sm->now++)
		b.x.side.calls->clock(&b.x.side);
	assert_int_equal(b.s.counts->waits, 0);
	access_of(1, false, 1, 4, 2);
	while (!b.x.side.calls->idle(&b.x.side)) {
		b.x.side.calls->clock(&b.x.side);
		b.sm->now++;
	}
	assert_int_equal(b.s.counts->waits, 3); /* two refusals, and the event's own cycle */
	assert_int_equal(b.s.counts->orders, 1);
	close_bench();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(both_sides),          cmocka_unit_test(differences),
		cmocka_unit_test(missing_and_surplus), cmocka_unit_test(waits),
		cmocka_unit_test(events_wait_beside),
	};

	return cmocka_run_group_tests_name("shared side", tests, NULL, NULL);
}
