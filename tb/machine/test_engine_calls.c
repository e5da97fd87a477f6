/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * The calls of an engine (machine/engine.h) one by one, by engines that a test writes out: a hang
 * that is told, an operation in parts, what would fault, blocks in another order.
 */
#include "engine_rig.h"
#include "machine/engine.h"

/* Says livelock after some instructions. */
static void run_livelock(void *ctx, struct machine *m, const struct machine_launch_info *info)
{
	struct machine_block *b = engine_place(m, 0, 0);
	struct simt_op op;

	(void)ctx;
	(void)info;
	for (unsigned i = 0; i < 50; i++)
		assert_int_equal(engine_issue(m, engine_warp(b, 0), &op), ENGINE_NO_OP);
	assert_false(engine_finished(m));
	engine_hang(m, false, "no progress for long");
	engine_limit(m, "too late: the first word holds");
	engine_hang(m, true, "this too");
	assert_int_equal(engine_issue(m, engine_warp(b, 0), &op), ENGINE_END);
	assert_int_equal(engine_perform(m, engine_warp(b, 0), &op, 1, NULL), -1);
	assert_null(engine_place(m, 0, 1));
}

static void never_wakes(void *ctx, struct machine_warp *w)
{
	(void)ctx;
	(void)w;
	fail_msg("nobody waited");
}

static void livelock(void **state)
{
	const struct machine_engine engine = {.run = run_livelock, .wake = never_wakes};
	struct seen s;
	struct rig r;

	(void)state;
	open_rig(&r, SIMT_ITS, &s);
	machine_set_engine(r.m, &engine);
	assert_int_equal(rig_launch(&r, "self", 2, 32), MACHINE_LIVELOCK);
	assert_non_null(strstr(r.fault.text, "no progress for long"));
	assert_non_null(strstr(r.fault.text, "lanes 0-31 spin"));
	rig_close(&r);
}

/* A memory that changes is told; partial performing leaves the other lanes alone. */
static void run_parts(void *ctx, struct machine *m, const struct machine_launch_info *info)
{
	struct machine_warp *w = engine_warp(engine_place(m, 1, 0), 0);
	const uint32_t *words = ctx;
	struct simt_op op;
	bool changed;

	assert_int_equal(info->blocks_per_sm, 8);
	for (;;) {
		const enum engine_step s = engine_issue(m, w, &op);

		if (s == ENGINE_DONE)
			break;
		if (s != ENGINE_OP)
			continue;
		assert_int_equal(op.mask, 0xffffffff);
		if (op.kind == SIMT_OP_LD || words[4] != 28) {
			assert_int_equal(engine_perform(m, w, &op, op.mask, NULL), 0);
			engine_complete(m, w, &op);
			continue;
		}
		assert_int_equal(op.kind, SIMT_OP_ST);
		assert_int_equal(engine_perform(m, w, &op, 0x10, &changed), 0);
		assert_true(changed);
		assert_int_equal(op.mask, 0xffffffff);
		assert_int_equal(words[4], 28 * 3);
		assert_int_equal(words[3], 21);
		assert_int_equal(words[5], 35);
		assert_int_equal(engine_perform(m, w, &op, 0x10, &changed), 0);
		assert_false(changed);
		assert_int_equal(engine_perform(m, w, &op, ~0x10U, &changed), 0);
		assert_true(changed);
		assert_int_equal(words[5], 35 * 3);
	}
	assert_true(engine_finished(m));
	assert_int_equal(engine_blocks_left(m), 0);
}

static void parts(void **state)
{
	struct seen s;
	struct rig r;

	(void)state;
	open_rig(&r, SIMT_LOCKSTEP, &s);
	fill(&r);
	const struct machine_engine engine = {
		.ctx = r.words, .run = run_parts, .wake = never_wakes};

	machine_set_engine(r.m, &engine);
	rig_ok(&r, "own", 1, 32);
	rig_close(&r);
}

/* What would fault, without doing it: the same words as when it is performed. */
struct prober {
	uint32_t *words;
	uint64_t probed;
	bool performs; /* instead */
};

static void run_probes(void *ctx, struct machine *m, const struct machine_launch_info *info)
{
	struct machine_warp *w = engine_warp(engine_place(m, 0, 0), 0);
	struct prober *p = ctx;
	struct simt_op op;

	(void)info;
	for (;;) {
		const enum engine_step s = engine_issue(m, w, &op);
		const uint32_t all = op.mask, before = p->words[4];

		if (s == ENGINE_DONE || s == ENGINE_END)
			return;
		if (s != ENGINE_OP)
			continue;
		if (op.kind == SIMT_OP_ST && !p->performs) {
			const int r = engine_probe(m, w, &op);

			p->probed++;
			assert_int_equal(op.mask, all);
			assert_int_equal(p->words[4], before);
			if (r) {
				assert_int_equal(r, -1);
				assert_int_equal(engine_probe(m, w, &op), -1);
				assert_int_equal(engine_issue(m, w, &op), ENGINE_END);
				return;
			}
		}
		if (engine_perform(m, w, &op, op.mask, NULL))
			return;
		engine_complete(m, w, &op);
	}
}

static void probe(void **state)
{
	static const char *const kernels[] = {"wild", "crooked"};
	struct seen s;
	struct rig r;

	(void)state;
	for (int mode = SIMT_LOCKSTEP; mode <= SIMT_ITS; mode++) {
		struct prober p = {0};
		const struct machine_engine engine = {
			.ctx = &p, .run = run_probes, .wake = never_wakes};
		struct machine_fault fault;

		open_rig(&r, mode, &s);
		p.words = r.words;
		machine_set_engine(r.m, &engine);
		fill(&r);
		rig_ok(&r, "own", 1, 32);
		assert_int_equal(p.probed, 14); /* two stores, seven times */
		for (unsigned k = 0; k < 2; k++) {
			p.performs = true;
			assert_int_equal(rig_launch(&r, kernels[k], 1, 6), MACHINE_FAULT);
			fault = r.fault;
			p.performs = false;
			p.probed = 0;
			assert_int_equal(rig_launch(&r, kernels[k], 1, 6), MACHINE_FAULT);
			assert_true(p.probed);
			assert_int_equal(r.fault.cuda_error, fault.cuda_error);
			assert_string_equal(r.fault.text, fault.text);
		}
		rig_close(&r);
	}
}

/* Blocks in an order of the engine's own. */
static void run_backwards(void *ctx, struct machine *m, const struct machine_launch_info *info)
{
	uint64_t *n = ctx;

	(void)info;
	*n = engine_blocks(m);
	for (uint64_t i = *n; i-- > 0;) {
		struct machine_block *b;
		struct machine_warp *w;
		struct simt_op op;
		enum engine_step s;

		assert_int_equal(engine_blocks_left(m), i + 1);
		b = engine_place_block(m, (uint32_t)(i % 2), 0, i);
		w = engine_warp(b, 0);
		assert_int_equal(engine_who(w)->sm, i % 2);
		while ((s = engine_issue(m, w, &op)) != ENGINE_DONE) {
			if (s != ENGINE_OP)
				continue;
			assert_int_equal(engine_perform(m, w, &op, op.mask, NULL), 0);
			engine_complete(m, w, &op);
		}
		assert_true(engine_block_ended(b));
	}
	assert_null(engine_place_block(m, 0, 0, 0)); /* none is left */
	assert_true(engine_finished(m));
}

static void backwards(void **state)
{
	struct seen s;
	struct rig r;
	uint64_t n = 0;
	const struct machine_engine engine = {.ctx = &n, .run = run_backwards, .wake = never_wakes};
	uint32_t want[160];

	(void)state;
	open_rig(&r, SIMT_LOCKSTEP, &s);
	fill(&r);
	rig_ok(&r, "own", 5, 32);
	memcpy(want, r.words, sizeof(want));
	fill(&r);
	machine_set_engine(r.m, &engine);
	rig_ok(&r, "own", 5, 32);
	assert_int_equal(n, 5);
	assert_memory_equal(want, r.words, sizeof(want));
	rig_close(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(livelock),
		cmocka_unit_test(parts),
		cmocka_unit_test(probe),
		cmocka_unit_test(backwards),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
