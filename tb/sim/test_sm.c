/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * What instructions cost, and who issues: exact figures of hand-written code. The difference of
 * two kernels that differ in the number of one instruction is what that instruction costs.
 */
#include "sm_rig.h"

enum { SHORT = 20, LONG = 60, TEXT = 1 << 17 };

static char text[TEXT];

/* Module with entries "short" and "long": head, then body SHORT or LONG times. */
static const char *module_of(const char *head, const char *body)
{
	static const char *const names[] = {"short", "long"};
	size_t n = (size_t)snprintf(text, TEXT, "%s", RIG_HEAD);

	for (unsigned k = 0; k < 2; k++) {
		n += (size_t)snprintf(
			text + n, TEXT - n,
			".visible .entry %s(\n.param .u64 p\n)\n{\n.reg .pred %%p<8>;\n"
			".reg .b32 %%r<32>;\n.reg .b64 %%rd<32>;\n.reg .f32 %%f<8>;\n"
			".reg .f64 %%fd<8>;\n.shared .align 16 .b8 sh[16384];\n"
			".local .align 16 .b8 lo[64];\n"
			"ld.param.u64 %%rd1, [p];\ncvta.to.global.u64 %%rd1, %%rd1;\n"
			"mov.u32 %%r1, %%tid.x;\nmov.u32 %%r2, 3;\n%s",
			names[k], head);
		for (unsigned i = 0; i < (k ? LONG : SHORT); i++)
			n += (size_t)snprintf(text + n, TEXT - n, "%s", body);
		n += (size_t)snprintf(text + n, TEXT - n, "ret;\n}\n");
	}
	return text;
}

static uint64_t cycles_of(struct sm_rig *g, const char *kernel, uint32_t threads)
{
	rig_ok(&g->r, kernel, 1, threads);
	return g->cycles;
}

/* Cycles of LONG - SHORT times the body. */
static uint64_t cost(struct sm_rig *g, const char *head, const char *body, uint32_t threads)
{
	uint64_t cycles;

	sm_rig_open(g, module_of(head, body), 1);
	g->r.words[0] = 0;
	*(uint64_t *)g->r.words = g->r.buf;
	cycles = cycles_of(g, "long", threads);
	cycles -= cycles_of(g, "short", threads);
	sm_rig_close(g);
	return cycles;
}

#define TIMES (LONG - SHORT)

static void one_scheduler(struct sm_rig *g)
{
	sm_rig_config(g, "ref");
	g->c.sm.schedulers = 1;
}

struct class_row {
	const char *chain, *alone;
	size_t latency, interval; /* where in struct sm_config; interval 0: none */
};
#define AT(field) offsetof(struct sm_config, field)

/* Registers that the loose ones write differ from those of the last few. */
static const struct class_row classes[] = {
	{"add.s32 %r3, %r3, %r1;\n", "add.s32 %r3, %r1, 1;\n", AT(lat_int), AT(ii_int)},
	{"mul.lo.s32 %r3, %r3, %r1;\n", NULL, AT(lat_mul), AT(ii_mul)},
	{"div.s32 %r3, %r3, %r2;\n", NULL, AT(lat_div), AT(ii_div)},
	{"add.f32 %f1, %f1, %f2;\n", NULL, AT(lat_float), AT(ii_float)},
	{"add.f64 %fd1, %fd1, %fd2;\n", NULL, AT(lat_double), AT(ii_double)},
	{"sqrt.approx.f32 %f1, %f1;\n", NULL, AT(lat_special), AT(ii_special)},
	{"selp.b32 %r3, %r3, %r1, %p1;\n", NULL, AT(lat_move), 0},
};

static uint32_t *field(struct sm_rig *g, size_t at)
{
	return (uint32_t *)(void *)((char *)&g->c.sm + at);
}

static void chains(void **state)
{
	static const uint32_t latencies[] = {1, 2, 7, 63, 64, 65, 300};
	struct sm_rig g;

	(void)state;
	for (unsigned i = 0; i < sizeof(classes) / sizeof(*classes); i++)
		for (unsigned l = 0; l < sizeof(latencies) / sizeof(*latencies); l++) {
			one_scheduler(&g);
			if (classes[i].interval)
				*field(&g, classes[i].interval) = 1;
			*field(&g, classes[i].latency) = latencies[l];
			assert_int_equal(cost(&g, "", classes[i].chain, 32), TIMES * latencies[l]);
		}
}

static void by_hand(void **state)
{
	struct sm_rig g;

	(void)state;
	/* branches; shared memory; local memory; a load that hits: one cycle to L1, its latency */
	one_scheduler(&g);
	g.c.sm.lat_branch = 9;
	assert_int_equal(cost(&g, "", "{ bra H; H: }\n", 32), TIMES * 9);
	one_scheduler(&g);
	assert_int_equal(cost(&g, "mov.u32 %r3, 0;\nst.shared.u32 [sh], %r3;\n",
			      "ld.shared.u32 %r3, [%r3];\n", 1),
			 TIMES * g.c.sm.lat_shared);
	one_scheduler(&g);
	assert_int_equal(cost(&g, "st.local.u32 [lo], %r1;\n", "ld.local.u32 %r3, [lo];\n", 1),
			 TIMES * g.c.l1.latency);
	one_scheduler(&g);
	assert_int_equal(cost(&g, "", "ld.global.u64 %rd1, [%rd1];\n", 1),
			 TIMES * (g.c.l1.latency + 1));
	/* a volatile load: to L1, to the link, taken from it, way there and back, link */
	one_scheduler(&g);
	g.latency = 50;
	assert_int_equal(cost(&g, "", "ld.volatile.global.u64 %rd1, [%rd1];\n", 1),
			 TIMES * (50 + 50 + 3));
}

/* Independent instructions: an issue each cycle, or the initiation interval, whatever the
 * latency. Warps of all schedulers share the unit. */
static void intervals(void **state)
{
	static const char ints[] = "add.s32 %r4, %r1, 1;\nadd.s32 %r5, %r1, 2;\n"
				   "add.s32 %r6, %r1, 3;\nadd.s32 %r7, %r1, 4;\n";
	static const char doubles[] = "add.f64 %fd3, %fd1, %fd2;\nadd.f64 %fd4, %fd1, %fd2;\n"
				      "add.f64 %fd5, %fd1, %fd2;\nadd.f64 %fd6, %fd1, %fd2;\n";
	struct sm_rig g;

	(void)state;
	for (uint32_t ii = 0; ii < 5; ii++) {
		one_scheduler(&g);
		g.c.sm.ii_int = ii;
		assert_int_equal(cost(&g, "", ints, 32), TIMES * 4 * (ii ? ii : 1));
		sm_rig_config(&g, "ref");
		g.c.sm.ii_int = ii;
		assert_int_equal(cost(&g, "", ints, 64), TIMES * 4 * (ii ? 2 * ii : 1));
		one_scheduler(&g);
		g.c.sm.ii_double = 8;
		g.c.sm.ii_int = ii; /* another unit's */
		assert_int_equal(cost(&g, "", doubles, 32), TIMES * 4 * 8);
	}
	/* two a cycle, of one warp */
	one_scheduler(&g);
	g.c.sm.issue = 2;
	g.c.sm.ii_int = 0;
	g.c.sm.lat_int = 1;
	assert_int_equal(cost(&g, "", ints, 32), TIMES * 4 / 2);
	assert_int_equal(cost(&g, "", ints, 64), TIMES * 4);
}

static void banks(void **state)
{
	struct sm_rig g;
	char head[128];

	(void)state;
	for (uint32_t stride = 1; stride <= 32; stride *= 2) {
		snprintf(head, sizeof(head),
			 "mov.u32 %%r10, sh;\nmad.lo.u32 %%r9, %%r1, %u, %%r10;\n", 4 * stride);
		one_scheduler(&g);
		assert_int_equal(cost(&g, head, "st.shared.u32 [%r9], %r1;\n", 32), TIMES * stride);
		/* latency: the last word's */
		one_scheduler(&g);
		assert_int_equal(
			cost(&g, head, "ld.shared.u32 %r3, [%r9];\nadd.s32 %r9, %r9, %r3;\n", 32),
			TIMES * (g.c.sm.lat_shared + stride - 1 + g.c.sm.lat_int));
	}
}

/* Order of schedulers */

static struct {
	uint32_t warp[4096], n;
} order;

static void see_store(void *ctx, const struct machine_who *who, const struct simt_op *op)
{
	(void)ctx;
	if (op->kind == SIMT_OP_ST && op->space == PTX_SPACE_SHARED)
		order.warp[order.n++] = who->warp;
}

static void run_order(struct sm_rig *g, enum sim_scheduler scheduler, uint32_t warps)
{
	const struct machine_observer o = {.op = see_store};

	one_scheduler(g);
	g->c.sm.scheduler = scheduler;
	sm_rig_open(g, module_of("bar.sync 0;\n", "st.shared.u32 [sh], %r1;\n"), 1);
	machine_add_observer(g->r.m, &o);
	order.n = 0;
	rig_ok(&g->r, "short", 1, 32 * warps);
	sm_rig_close(g);
	assert_int_equal(order.n, SHORT * warps);
}

static void schedulers(void **state)
{
	struct sm_rig g;

	(void)state;
	for (uint32_t warps = 1; warps <= 32; warps++) {
		run_order(&g, SIM_LRR, warps);
		for (uint32_t i = 0; i + 1 < order.n; i++)
			assert_int_equal(order.warp[i + 1], (order.warp[i] + 1) % warps);
		run_order(&g, SIM_GTO, warps);
		for (uint32_t i = 0; i < order.n; i++) /* each to its end */
			assert_int_equal(order.warp[i], order.warp[i / SHORT * SHORT]);
		for (uint32_t i = SHORT; i + SHORT < order.n; i += SHORT) /* then the oldest */
			assert_true(order.warp[i] < order.warp[i + SHORT]);
	}
}

/* Every issue slot is counted once. */
static void causes(void **state)
{
	struct sm_rig g;
	const struct sm_counts *c;
	uint64_t sum = 0;

	(void)state;
	sm_rig_config(&g, "ref");
	g.c.sm.issue = 3;
	sm_rig_open(&g,
		    module_of("bar.sync 0;\n", "ld.global.u64 %rd3, [%rd1];\n"
					       "add.s64 %rd3, %rd3, %rd1;\n"
					       "add.f64 %fd3, %fd1, %fd2;\nmembar.gl;\n"),
		    1);
	rig_ok(&g.r, "long", 3, 200);
	c = g.sm[0]->count;
	for (unsigned i = 0; i < SM_CAUSES; i++)
		sum += c->causes[i];
	assert_int_equal(sum, c->cycles * g.c.sm.schedulers * g.c.sm.issue);
	assert_int_equal(c->causes[SM_ISSUED], c->instructions);
	assert_int_equal(c->instructions, machine_stats(g.r.m)->simt.warp_insns);
	assert_int_equal(c->thread_instructions, machine_stats(g.r.m)->simt.thread_insns);
	assert_int_equal(c->causes[SM_BY_STATE + SM_READY] + c->causes[SM_BY_STATE + SM_NONE], 0);
	sm_rig_close(&g);
}

static void statistics(void **state)
{
	struct stats *s = stats_create();
	struct sm_rig g;

	(void)state;
	sm_rig_config(&g, "ref");
	g.c.sm.count = 2;
	sm_rig_open(&g, module_of("", "ld.global.u64 %rd3, [%rd1];\n"), 1);
	sm_stats(s, g.sm, 2);
	rig_ok(&g.r, "short", 4, 64);
	assert_int_equal(stats_get(s, "coalescer.operations"), 4 * 2 * SHORT);
	assert_int_equal(stats_get(s, "coalescer.accesses"), 4 * 2 * SHORT);
	assert_int_equal(stats_get(s, "sm.blocks"), 4);
	assert_int_equal(stats_get(s, "sm.instructions"), machine_stats(g.r.m)->simt.warp_insns);
	assert_int_equal(stats_get(s, "class.memory"), 4 * 2 * SHORT);
	assert_int_equal(stats_get(s, "l1.accesses"), 4 * 2 * SHORT);
	stats_destroy(s);
	sm_rig_close(&g);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(chains),     cmocka_unit_test(by_hand),
		cmocka_unit_test(intervals),  cmocka_unit_test(banks),
		cmocka_unit_test(schedulers), cmocka_unit_test(causes),
		cmocka_unit_test(statistics),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
