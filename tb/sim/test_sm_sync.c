/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * What orders operations: fences, releases, acquires, barriers; and what the detector unit hears,
 * event by event, in both policies.
 */
#include "../../sim/det/note.h"
#include "sm_rig.h"

enum { SEEDS = 12 };

/* What one warp does, in order; seen below in the log of the unit. Requests and events. */
static const char script[] = RIG_HEAD RIG_ENTRY(
	"locky", "mov.u32 %r3, 0;\nmov.u32 %r4, 1;\n"
		 "atom.global.cas.b32 %r5, [%rd1], 0, 1;\n" /* takes it */
		 "membar.gl;\n"
		 "ld.volatile.global.u32 %r6, [%rd1+64];\n"
		 "st.global.u32 [%rd1+64], %r6;\n"
		 "membar.cta;\n"
		 "atom.global.exch.b32 %r5, [%rd1], 0;\n" /* gives it back */
		 "atom.global.cta.cas.b32 %r5, [%rd1+4], 0, 1;\n"
		 "atom.global.cas.b32 %r5, [%rd1+4], 0, 1;\n" /* fails */
		 "atom.global.cta.exch.b32 %r5, [%rd1+4], 0;\n"
		 "ld.acquire.gpu.global.u32 %r6, [%rd1+8];\n"
		 "st.release.cta.global.u32 [%rd1+8], %r6;\n"
		 "atom.acq_rel.gpu.global.add.u32 %r6, [%rd1+12], 1;\n"
		 "atom.sys.global.cas.b32 %r5, [%rd1+16], 0, 1;\n"
		 "atom.global.exch.b32 %r5, [%rd1+20], 7;\n" /* gives nothing back */
		 "ld.relaxed.cta.global.u32 %r6, [%rd1+24];\n"
		 "bar.sync 0;\n"
		 "fence.acq_rel.sys;\n"
		 "ld.global.u32 %r6, [%rd1+28];\n");

struct expect {
	int event; /* enum pf_evt_code, or -1: a request */
	bool device;
	uint32_t address; /* LOCK, UNLOCK: in the buffer */
	bool strong, block_scope, is_atom, write;
	int policy; /* of which policy; -1: of both */
};
#define REQ(s, b, a, w, p) \
	{ \
		-1, false, 0, s, b, a, w, p \
	}
#define EVT(k, d, at, p) \
	{ \
		PF_EVT_##k, d, at, false, false, false, false, p \
	}
#define BOTH (-1)

static const struct expect expected[] = {
	EVT(BLOCK_BEGIN, false, 0, BOTH),
	EVT(WARP_BEGIN, false, 0, BOTH),
	REQ(true, false, true, true, BOTH), /* cas */
	EVT(LOCK, true, 0, BOTH),
	EVT(FENCE, true, 0, BOTH),
	REQ(true, false, false, false, BOTH), /* volatile */
	REQ(false, false, false, true, BOTH), /* st */
	EVT(FENCE, false, 0, BOTH),
	REQ(true, false, true, true, BOTH), /* exch */
	EVT(UNLOCK, true, 0, BOTH),
	REQ(true, true, true, true, BOTH), /* cas.cta */
	EVT(LOCK, false, 4, BOTH),
	REQ(true, false, true, true, BOTH), /* fails */
	REQ(true, true, true, true, BOTH),  /* exch.cta */
	EVT(UNLOCK, false, 4, BOTH),
	REQ(true, false, true, false, PF_SCORD), /* acquire */
	REQ(true, false, false, false, PF_SCORD_PAPER),
	EVT(ACTIVATE, true, 0, PF_SCORD),
	EVT(FENCE, false, 0, PF_SCORD),
	REQ(true, true, true, true, PF_SCORD), /* release */
	REQ(true, false, false, true, PF_SCORD_PAPER),
	EVT(FENCE, true, 0, PF_SCORD),
	REQ(true, false, true, true, BOTH), /* acq_rel */
	EVT(ACTIVATE, true, 0, PF_SCORD),
	REQ(true, false, true, true, BOTH), /* cas.sys */
	EVT(LOCK, true, 16, PF_SCORD),
	REQ(true, false, true, true, BOTH),     /* exch 7 */
	REQ(true, true, true, false, PF_SCORD), /* relaxed.cta */
	REQ(true, false, false, false, PF_SCORD_PAPER),
	EVT(BARRIER, false, 0, BOTH),
	EVT(FENCE, true, 0, BOTH),
	REQ(false, false, false, false, BOTH),
};

static void check_entry(const struct sm_rig *g, const struct expect *e, const struct rig_log *l)
{
	if (e->event < 0) {
		assert_true(l->request);
		assert_int_equal(l->r.strong, e->strong);
		assert_int_equal(l->r.block_scope, e->block_scope);
		assert_int_equal(l->r.is_atom, e->is_atom);
		assert_int_equal(l->r.write, e->write);
		assert_int_equal(l->r.slot, 0);
		assert_int_equal(l->r.warp, 0);
		return;
	}
	assert_false(l->request);
	assert_int_equal(l->e.kind, e->event);
	assert_int_equal(l->e.device, e->device);
	if (e->event == PF_EVT_LOCK || e->event == PF_EVT_UNLOCK)
		assert_int_equal(l->e.address - g->r.buf, e->address);
	assert_int_equal(l->e.slot, 0);
	assert_int_equal(l->e.warp, 0);
}

static void run_script(enum pf_policy policy, uint64_t seed)
{
	struct sm_rig g;
	uint32_t at = 0;

	sm_rig_config(&g, "ref");
	g.with_det = true;
	g.policy = policy;
	g.random = seed > 1;
	g.refuse = seed > 1 ? seed % 8 : 0;
	sm_rig_open(&g, script, seed);
	rig_ok(&g.r, "locky", 1, 1);
	for (unsigned i = 0; i < sizeof(expected) / sizeof(*expected); i++)
		if (expected[i].policy < 0 || expected[i].policy == (int)policy)
			check_entry(&g, &expected[i], &g.det[0].log[at++]);
	assert_int_equal(at, g.det[0].n_log);
	sm_rig_close(&g);
}

static void script_of_events(void **state)
{
	(void)state;
	for (uint64_t seed = 1; seed <= SEEDS; seed++) {
		run_script(PF_SCORD, seed);
		run_script(PF_SCORD_PAPER, seed);
	}
}

/* Locks of many lanes: one event each, in lane order, when all are back; block IDs. */
static const char many[] =
	RIG_HEAD RIG_ENTRY("lanes", "mul.lo.u32 %r3, %r1, 68;\ncvt.u64.u32 %rd2, %r3;\n"
				    "add.s64 %rd2, %rd1, %rd2;\n"
				    "mad.lo.u32 %r4, %r2, 4096, 0;\ncvt.u64.u32 %rd3, %r4;\n"
				    "add.s64 %rd2, %rd2, %rd3;\n"
				    "atom.global.cas.b32 %r5, [%rd2], 0, 1;\n"
				    "atom.global.exch.b32 %r5, [%rd2], 0;\n");

static void lanes_in_order(void **state)
{
	struct sm_rig g;

	(void)state;
	sm_rig_config(&g, "ref");
	g.with_det = g.random = true;
	g.policy = PF_SCORD;
	g.c.sm.count = 2;
	sm_rig_open(&g, many, 3);
	rig_ok(&g.r, "lanes", 6, 32);
	for (uint32_t i = 0; i < 2; i++) {
		uint32_t lanes[2][32] = {{0}}, blocks = 0;

		for (uint32_t n = 0; n < g.det[i].n_log; n++) {
			const struct pf_event *e = &g.det[i].log[n].e;
			const uint64_t at = e->address - g.r.buf;

			if (g.det[i].log[n].request)
				continue;
			if (e->kind == PF_EVT_BLOCK_BEGIN) {
				assert_int_equal(e->block, e->slot << 1 | i);
				blocks++;
			}
			if (e->kind == PF_EVT_LOCK)
				assert_int_equal(at % 4096, 68 * lanes[0][e->warp]++);
			if (e->kind == PF_EVT_UNLOCK)
				assert_int_equal(at % 4096, 68 * lanes[1][e->warp]++);
			if (e->kind == PF_EVT_UNLOCK)
				assert_int_equal(lanes[0][e->warp], 32);
		}
		assert_int_equal(blocks, 3);
		for (uint32_t w = 0; w < 3; w++)
			assert_int_equal(lanes[1][w], 32);
	}
	sm_rig_close(&g);
}

/* Fences: what their warp did before has been performed and has come back, their message has
 * arrived, and nothing follows for lat_fence. */
static const char fences[] = RIG_HEAD RIG_ENTRY(
	"fences",
	"mov.u32 %r3, 0;\nmad.lo.u32 %r4, %r2, 256, %r1;\nmul.lo.u32 %r4, %r4, 132;\n"
	"rem.u32 %r4, %r4, 60000;\nand.b32 %r4, %r4, 0xfffffffc;\ncvt.u64.u32 %rd2, %r4;\n"
	"add.s64 %rd2, %rd1, %rd2;\n"
	"L:\nst.global.u32 [%rd2], %r3;\nst.global.u32 [%rd2+64], %r3;\nmembar.gl;\n"
	"st.global.u32 [%rd2+128], %r3;\nld.global.u32 %r5, [%rd2+256];\nmembar.cta;\n"
	"st.release.gpu.global.u32 [%rd2], %r3;\natom.acquire.gpu.global.add.u32 %r5, [%rd2], 1;\n"
	"ld.global.u32 %r6, [%rd2+64];\n"
	"add.u32 %r3, %r3, 1;\nsetp.lt.u32 %p1, %r3, 5;\n@%p1 bra L;\n");

static struct {
	struct sm_rig *g;
	uint32_t fences, releases;
	uint64_t fence_at[SM_WARPS];
	uint32_t acquired[SM_WARPS]; /* lanes */
} watch;

static uint32_t warp_slot(const struct machine_who *who)
{
	return who->slot * 2 + who->warp; /* blocks of two warps */
}

/* Packets of the warp that are anywhere. */
static uint32_t under_way(const struct sm_rig *g, const struct sm_warp *w, const struct sm_op *but)
{
	uint32_t n = 0;

	for (uint32_t s = 0; s < RIG_SLICES; s++)
		for (unsigned back = 0; back < 2; back++) {
			const struct rig_way *q = back ? g->back[0][s] : g->to[0][s];

			for (uint32_t i = 0; i < q->count; i++) {
				const struct pkt *k = q->q[(q->head + i) % RIG_WAY].k;

				if (k && k->kind != PKT_HIT && g->sm[0]->op[k->op].w == w &&
				    &g->sm[0]->op[k->op] != but)
					n++;
			}
		}
	return n;
}

static bool message_arrived(const struct sm_rig *g, uint32_t warp)
{
	const struct det_sm *u = &g->det[0];
	uint64_t messages = 0, mine = 0;

	for (uint32_t i = 0; i < u->n_log; i++) {
		messages += !u->log[i].request && u->log[i].e.kind == PF_EVT_FENCE;
		if (!u->log[i].request && u->log[i].e.kind == PF_EVT_FENCE &&
		    u->log[i].e.warp == warp)
			mine = messages;
	}
	return mine && g->credits[0] >= mine;
}

static void see_fence(void *ctx, const struct machine_who *who, const struct simt_op *op)
{
	struct sm_rig *g = watch.g;
	const uint32_t warp = warp_slot(who);
	const struct sm_warp *w = &g->sm[0]->warp[warp];
	const bool release = op->kind == SIMT_OP_ST && op->sem == PTX_SEM_RELEASE;

	(void)ctx;
	if (op->kind == SIMT_OP_FENCE) {
		watch.fences++;
		assert_int_equal(w->in_flight, 0);
		assert_int_equal(under_way(g, w, NULL), 0);
		if (g->with_det && op->scope != PTX_SCOPE_CTA)
			assert_true(message_arrived(g, warp));
		watch.fence_at[warp] = g->now;
		return;
	}
	assert_true(g->now >= watch.fence_at[warp] + g->c.sm.lat_fence);
	if (release) {
		watch.releases++;
		assert_int_equal(w->first->op.sem, PTX_SEM_RELEASE); /* the oldest there is */
		if (g->with_det && g->policy == PF_SCORD)
			assert_true(message_arrived(g, warp));
	}
	/* after an acquire nothing is performed before all of it has come back */
	if (op->kind == SIMT_OP_ATOM)
		watch.acquired[warp] |= op->mask;
	if (op->kind == SIMT_OP_LD && op->sem == PTX_SEM_WEAK && watch.acquired[warp]) {
		assert_int_equal(w->holding, 0);
		if (watch.acquired[warp] == UINT32_MAX)
			watch.acquired[warp] = 0;
	}
}

static void fences_wait(void **state)
{
	const struct machine_observer o = {.op = see_fence};
	struct sm_rig g;

	(void)state;
	for (unsigned run = 0; run < 3 * SEEDS; run++) {
		sm_rig_config(&g, run % 2 ? "tiny" : "ref");
		g.c.l2.slices = RIG_SLICES;
		g.with_det = run % 3;
		g.policy = run % 3 == 1 ? PF_SCORD : PF_SCORD_PAPER;
		g.random = true;
		g.latency = 60;
		g.refuse = run % 9;
		sm_rig_open(&g, fences, run + 1);
		memset(&watch, 0, sizeof(watch));
		watch.g = &g;
		machine_add_observer(g.r.m, &o);
		rig_ok(&g.r, "fences", 5, 64);
		assert_int_equal(watch.fences, 5 * 2 * 5 * 2);
		assert_true(watch.releases >= 5 * 2 * 5);
		if (g.with_det)
			assert_int_equal(g.credits[0],
					 watch.fences + (g.policy == PF_SCORD ? 5 * 2 * 5 : 0));
		sm_rig_close(&g);
	}
}

/* A fence with nothing to wait for, and a barrier of one warp, take their latency. */
static void exact(void **state)
{
	static const char *const bodies[] = {"membar.gl;\n", "membar.cta;\n", "bar.sync 0;\n"};
	static char module[8192];
	struct sm_rig g;

	(void)state;
	for (unsigned b = 0; b < 3; b++) {
		uint64_t cycles[2];

		for (unsigned n = 0; n < 2; n++) {
			size_t at = (size_t)snprintf(module, sizeof(module), "%s",
						     RIG_HEAD ".visible .entry k(\n.param .u64 "
							      "p\n)\n{\n");

			for (unsigned i = 0; i < 10 + 10 * n; i++)
				at += (size_t)snprintf(module + at, sizeof(module) - at, "%s",
						       bodies[b]);
			snprintf(module + at, sizeof(module) - at, "ret;\n}\n");
			sm_rig_config(&g, "ref");
			g.c.sm.lat_fence = 17;
			g.c.sm.lat_barrier = 23;
			sm_rig_open(&g, module, 1);
			rig_ok(&g.r, "k", 1, 32);
			cycles[n] = g.cycles;
			sm_rig_close(&g);
		}
		assert_int_equal(cycles[1] - cycles[0], 10 * (b < 2 ? 17 : 23));
	}
}

/* Barriers: one event for each that completes, and no request of the block between it and its
 * settling (the rig's unit watches the order of a warp's own). */
static const char barriers[] = RIG_HEAD RIG_ENTRY(
	"bars", RIG_MINE "mov.u32 %r3, 0;\nL:\nst.global.u32 [%rd2], %r3;\nbar.sync 0;\n"
			 "ld.global.u32 %r4, [%rd2];\nbar.sync 1;\n"
			 "setp.lt.u32 %p2, %r1, 32;\n@%p2 bra S;\n" /* warps 1.. : barrier 2 */
			 "bar.sync 2, 96;\nbra J;\nS:\nbar.sync 3, 32;\nJ:\n"
			 "add.u32 %r3, %r3, 1;\nsetp.lt.u32 %p1, %r3, 6;\n@%p1 bra L;\n");

static uint32_t releases;

static void see_release(void *ctx, const struct machine_who *who, uint32_t id, uint32_t mask)
{
	(void)ctx;
	(void)mask;
	releases += who->warp == (id == 2);
}

static void barrier_events(void **state)
{
	const struct machine_observer o = {.barrier_release = see_release};
	struct sm_rig g;

	(void)state;
	for (unsigned run = 0; run < 2 * SEEDS; run++) {
		uint32_t events = 0;

		sm_rig_config(&g, "ref");
		g.with_det = g.random = true;
		g.policy = run % 2 ? PF_SCORD : PF_SCORD_PAPER;
		g.r.cfg.mode = run / 2 % 2 ? SIMT_ITS : SIMT_LOCKSTEP;
		g.refuse = run % 7;
		sm_rig_open(&g, barriers, run + 1);
		machine_add_observer(g.r.m, &o);
		releases = 0;
		rig_ok(&g.r, "bars", 3, 128);
		for (uint32_t i = 0; i < g.det[0].n_log; i++)
			events += !g.det[0].log[i].request &&
				  g.det[0].log[i].e.kind == PF_EVT_BARRIER;
		assert_int_equal(releases, 3 * 6 * 4);
		/* scord-paper: each warp's arrivals; scord: each barrier */
		assert_int_equal(events, g.policy == PF_SCORD ? releases : 3 * 6 * 4 * 3);
		sm_rig_close(&g);
	}
}

/* detector.fences = touched: where a slice gets two accesses of a warp with a fence between them,
 * it gets the fence between them, too, whatever waits; and no slice gets one that lies between
 * none. */
static const char scopes[] = RIG_HEAD RIG_ENTRY(
	"scopes",
	"mov.u32 %r3, 0;\nmad.lo.u32 %r4, %r2, 256, %r1;\nmul.lo.u32 %r4, %r4, 132;\n"
	"rem.u32 %r4, %r4, 60000;\nand.b32 %r4, %r4, 0xfffffffc;\ncvt.u64.u32 %rd2, %r4;\n"
	"add.s64 %rd2, %rd1, %rd2;\n"
	"L:\nst.global.u32 [%rd2], %r3;\nld.global.u32 %r5, [%rd2+256];\nmembar.cta;\n"
	"st.global.u32 [%rd2], %r3;\nst.global.u32 [%rd2+64], %r3;\nmembar.cta;\n"
	"st.global.u32 [%rd2+64], %r3;\nld.global.u32 %r5, [%rd2+256];\nmembar.gl;\n"
	"add.u32 %r3, %r3, 1;\nsetp.lt.u32 %p1, %r3, 5;\n@%p1 bra L;\n");

static struct {
	struct det_sm *unit;
	struct told_slice {
		bool seen;          /* an access */
		uint32_t fences;    /* before it */
		uint32_t copies[2]; /* number of the last fence that it was told of, by scope */
	} slice[SM_WARPS][RIG_SLICES];
	uint32_t between, none, copies;
} told;

static bool any_of_scope(uint32_t warp, uint32_t after, uint32_t last, bool device)
{
	for (uint32_t i = after; i < last; i++)
		if (told.unit->device[warp][i] == device)
			return true;
	return false;
}

static void see_leaving(const struct pkt *k)
{
	const struct pf_tag t = det_noted(k);
	struct told_slice *s = &told.slice[t.warp][k->slice];

	if (k->kind == PKT_FENCE) {
		const uint32_t n = told.unit->fences[t.warp];

		assert_true(k->single && s->seen);
		/* an access of the warp since the last one */
		assert_true(s->copies[!t.block_scope] <= s->fences);
		s->copies[!t.block_scope] = n;
		told.copies++;
		return;
	}
	for (unsigned device = 0; s->seen && device < 2; device++) {
		const bool want = any_of_scope(t.warp, s->fences, t.barrier, device);

		assert_int_equal(s->copies[device] > s->fences, want);
		told.between += want;
		told.none += !want;
	}
	s->seen = true;
	s->fences = t.barrier;
}

static void touched_are_told(void **state)
{
	struct sm_rig g;

	(void)state;
	for (unsigned run = 0; run < 3 * SEEDS; run++) {
		sm_rig_config(&g, run % 2 ? "tiny" : "ref");
		g.c.l2.slices = RIG_SLICES;
		g.c.det.fences = SIM_FENCES_TOUCHED;
		g.with_det = true;
		g.policy = run % 3 ? PF_SCORD : PF_SCORD_PAPER;
		g.random = run % 4;
		g.latency = 60;
		g.refuse = run % 9;
		g.leaves = see_leaving;
		sm_rig_open(&g, run % 5 < 2 ? fences : scopes, run + 1);
		memset(&told, 0, sizeof(told));
		told.unit = &g.det[0];
		told.unit->stamps = true;
		rig_ok(&g.r, run % 5 < 2 ? "fences" : "scopes", 5, 64);
		assert_true(told.between > 100 && told.none > 100);
		sm_rig_close(&g);
	}
}

/* scord: after a barrier nothing at all issues before its event is settled: three cycles that no
 * arithmetic hides. */
static void barrier_holds(void **state)
{
	static const char module[] = RIG_HEAD RIG_ENTRY(
		"k", "mov.u32 %r3, 0;\nL:\nbar.sync 0;\nadd.u32 %r4, %r4, %r1;\n"
		     "add.u32 %r4, %r4, %r1;\nadd.u32 %r4, %r4, %r1;\nadd.u32 %r4, %r4, %r1;\n"
		     "add.u32 %r3, %r3, 1;\nsetp.lt.u32 %p1, %r3, 20;\n@%p1 bra L;\n");
	uint64_t cycles[2];

	(void)state;
	for (unsigned det = 0; det < 2; det++) {
		struct sm_rig g;

		sm_rig_config(&g, "ref");
		g.c.sm.lat_barrier = 1;
		g.with_det = det;
		g.policy = PF_SCORD;
		sm_rig_open(&g, module, 1);
		rig_ok(&g.r, "k", 1, 32);
		cycles[det] = g.cycles;
		sm_rig_close(&g);
	}
	assert_true(cycles[1] >= cycles[0] + 20 * 3UL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(script_of_events), cmocka_unit_test(lanes_in_order),
		cmocka_unit_test(fences_wait),      cmocka_unit_test(exact),
		cmocka_unit_test(barrier_events),   cmocka_unit_test(barrier_holds),
		cmocka_unit_test(touched_are_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
