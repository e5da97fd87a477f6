/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * An engine in the machine's place (torn.h) against the machine alone: memory, what observers see,
 * ends of all kinds. The kernels have no races, so that every order gives the same memory.
 */
#include <stdlib.h>

#include "engine_rig.h"
#include "torn.h"

static const struct program {
	const char *name;
	uint32_t blocks, threads;
	bool spins; /* the number of accesses depends on the order */
	bool its;   /* lanes of a warp at different barriers: no program for LOCKSTEP */
} programs[] = {
	{"own", 5, 70, false, false},     {"own", 40, 33, false, false},
	{"mirror", 3, 200, false, false}, {"mirror", 9, 96, false, false},
	{"tally", 4, 100, false, false},  {"vectors", 3, 64, false, false},
	{"spaces", 3, 75, false, false},  {"reduce", 2, 100, false, false},
	{"produce", 1, 64, false, false}, {"leave", 2, 130, false, false},
	{"desert", 2, 96, false, true},   {"desert", 1, 32, false, true},
	{"apart", 1, 96, false, true},    {"shuffle", 2, 64, false, false},
	{"calls", 2, 45, false, false},   {"locked", 6, 64, true, false},
	{"chain", 16, 20, true, false},   {"carry", 2, 60, false, false},
};

static uint64_t run_program(struct rig *r, const struct program *p, struct seen *s, uint8_t *memory)
{
	const uint64_t insns = machine_stats(r->m)->simt.warp_insns;

	memset(s, 0, sizeof(*s));
	fill(r);
	rig_ok(r, p->name, p->blocks, p->threads);
	memcpy(memory, r->words, RIG_BYTES);
	return machine_stats(r->m)->simt.warp_insns - insns;
}

static void compare(const struct program *p, const struct seen *a, const struct seen *b)
{
	assert_int_equal(a->begun, p->blocks);
	assert_int_equal(a->ended, p->blocks);
	assert_int_equal(a->launches, 1001);
	assert_int_equal(b->begun, p->blocks);
	assert_int_equal(b->ended, p->blocks);
	assert_int_equal(b->launches, 1001);
	assert_int_equal(a->exits, b->exits);
	assert_int_equal(a->released, b->released);
	if (p->spins)
		return;
	assert_int_equal(a->accesses, b->accesses);
	for (unsigned k = 0; k < SIMT_OP_COUNT; k++)
		assert_int_equal(a->lanes[k], b->lanes[k]);
}

static void check_program(int mode, const struct program *p)
{
	uint8_t *alone = malloc(RIG_BYTES), *torn = malloc(RIG_BYTES);
	struct seen s, with;
	struct rig r;

	open_rig(&r, mode, &s);
	const uint64_t insns = run_program(&r, p, &s, alone);

	for (uint64_t seed = 0; seed < 12; seed++) {
		struct torn e;
		uint64_t n;

		torn_use(&e, r.m, seed, seed % 3 == 0 ? 1 : 6);
		with = s;
		n = run_program(&r, p, &s, torn);
		if (memcmp(alone, torn, RIG_BYTES))
			fail_msg("%s, mode %d, seed %u: another result", p->name, mode,
				 (unsigned)seed);
		compare(p, &with, &s);
		if (!p->spins && mode == SIMT_LOCKSTEP)
			assert_int_equal(n, insns);
		assert_int_equal(e.placed, p->blocks);
		assert_true(e.issued >= n);
		s = with;
	}
	machine_set_engine(r.m, NULL);
	run_program(&r, p, &s, torn);
	assert_memory_equal(alone, torn, RIG_BYTES);
	rig_close(&r);
	free(alone);
	free(torn);
}

static void same_result(void **state)
{
	(void)state;
	for (int mode = SIMT_LOCKSTEP; mode <= SIMT_ITS; mode++)
		for (unsigned i = 0; i < sizeof(programs) / sizeof(programs[0]); i++)
			if (mode == SIMT_ITS || !programs[i].its)
				check_program(mode, &programs[i]);
}

/* The values themselves, so that both are not wrong alike. */
static void right_result(void **state)
{
	struct seen s;
	struct rig r;
	struct torn e;

	(void)state;
	open_rig(&r, SIMT_ITS, &s);
	torn_use(&e, r.m, 1, 6);
	rig_ok(&r, "mirror", 1, 200);
	for (uint32_t i = 0; i < 200; i++)
		assert_int_equal(r.words[i], 4 * (199 - i) + 6);
	assert_int_equal(e.woken, 8 * 7);
	memset(r.words, 0, RIG_BYTES);
	rig_ok(&r, "locked", 20, 64);
	assert_int_equal(r.words[0], 40);
	rig_ok(&r, "leave", 1, 96);
	assert_int_equal(r.words[31], 31);
	assert_int_equal(r.words[95], 60);
	rig_ok(&r, "desert", 1, 32);
	assert_int_equal(r.words[30], 30);
	assert_int_equal(r.words[31], 5);
	rig_close(&r);
}

static void system_calls(void **state)
{
	struct seen s;
	struct rig r;
	struct torn e;

	(void)state;
	for (int mode = SIMT_LOCKSTEP; mode <= SIMT_ITS; mode++) {
		char want[400] = "", line[32];

		open_rig(&r, mode, &s);
		torn_use(&e, r.m, 3, 4);
		rig_ok(&r, "print", 1, 32);
		for (unsigned i = 0; i < 32; i++) {
			snprintf(line, sizeof(line), "l%u\n", i);
			strcat(want, line);
			assert_int_equal(r.words[i], 1);
		}
		assert_string_equal(r.out, want);
		assert_int_equal(s.lanes[SIMT_OP_SYSCALL], 32);
		rig_ok(&r, "heap", 1, 70);
		for (uint32_t i = 0; i < 70; i++)
			assert_int_equal(r.words[i], i);
		rig_close(&r);
	}
}

static void expect(struct rig *r, const char *kernel, enum machine_status status, int error,
		   const char *what)
{
	for (uint64_t seed = 0; seed < 6; seed++) {
		struct torn e;

		torn_use(&e, r->m, seed, 4);
		assert_int_equal(rig_launch(r, kernel, 2, 96), status);
		assert_int_equal(r->fault.cuda_error, error);
		if (!strstr(r->fault.text, what))
			fail_msg("'%s' does not say '%s'", r->fault.text, what);
		rig_ok(r, "own", 3, 50); /* nothing is left of it */
	}
}

static void faults(void **state)
{
	struct seen s;
	struct rig r;

	(void)state;
	for (int mode = SIMT_LOCKSTEP; mode <= SIMT_ITS; mode++) {
		open_rig(&r, mode, &s);
		expect(&r, "stray", MACHINE_FAULT, 700, "thread (37,0,0)");
		expect(&r, "crooked", MACHINE_FAULT, 716, "thread (5,0,0)");
		expect(&r, "trap", MACHINE_FAULT, 719, "thread (3,0,0)");
		expect(&r, "odd_count", MACHINE_FAULT, 719, "arrier");
		rig_close(&r);
	}
}

static void hangs(void **state)
{
	struct seen s;
	struct rig r;
	struct torn e;

	(void)state;
	for (int mode = SIMT_LOCKSTEP; mode <= SIMT_ITS; mode++) {
		open_rig(&r, mode, &s);
		expect(&r, "two_barriers", MACHINE_DEADLOCK, 702, "nothing moves");
		expect(&r, "two_barriers", MACHINE_DEADLOCK, 702,
		       "wait at barrier 2 (64 of 96 threads have arrived)");
		if (mode == SIMT_ITS)
			expect(&r, "warp_sync", MACHINE_DEADLOCK, 702,
			       "wait for other lanes of their warp");
		torn_use(&e, r.m, 1, 4);
		e.gives_up = true;
		assert_int_equal(rig_launch(&r, "two_barriers", 1, 96), MACHINE_DEADLOCK);
		assert_non_null(strstr(r.fault.text, "before all blocks had ended"));
		torn_use(&e, r.m, 1, 4);
		e.max_clock = 5000;
		assert_int_equal(rig_launch(&r, "self", 1, 64), MACHINE_LIMIT);
		assert_string_equal(r.fault.text, "kernel self: too many steps");
		assert_int_equal(r.fault.cuda_error, 702);
		rig_close(&r);
	}
}

static void instruction_limit(void **state)
{
	struct seen s;
	struct rig r;
	struct torn e;

	(void)state;
	rig_config(&r);
	r.cfg.max_warp_insns = 777;
	rig_open(&r, module);
	memset(&s, 0, sizeof(s));
	torn_use(&e, r.m, 1, 4);
	assert_int_equal(rig_launch(&r, "self", 3, 64), MACHINE_LIMIT);
	assert_int_equal(machine_stats(r.m)->simt.warp_insns, 777);
	assert_non_null(strstr(r.fault.text, "limit of 777 warp instructions"));
	rig_close(&r);
}

static unsigned first(void *ctx, const struct machine_choice *c, unsigned n)
{
	(void)ctx;
	(void)c;
	(void)n;
	return 0;
}

static void hook_and_engine(void **state)
{
	const struct machine_hook hook = {.choose = first};
	struct seen s;
	struct rig r;
	struct torn e;

	(void)state;
	open_rig(&r, SIMT_ITS, &s);
	machine_set_hook(r.m, &hook);
	torn_use(&e, r.m, 1, 4);
	assert_int_equal(rig_launch(&r, "own", 1, 32), MACHINE_FAULT);
	assert_int_equal(r.fault.cuda_error, 1);
	assert_non_null(strstr(r.fault.text, "hook and an engine"));
	assert_int_equal(s.launches, 0);
	machine_set_hook(r.m, NULL);
	rig_ok(&r, "own", 1, 32);
	torn_use(&e, r.m, 1, 4);
	machine_set_engine(r.m, NULL);
	machine_set_hook(r.m, &hook);
	rig_ok(&r, "own", 1, 32);
	assert_int_equal(e.placed, 0);
	rig_close(&r);
}

static void own_clock(void **state)
{
	struct seen s;
	struct rig r;
	struct torn e;
	uint64_t now = 0x123456789abcdefU, got;

	(void)state;
	open_rig(&r, SIMT_ITS, &s);
	torn_use(&e, r.m, 1, 4);
	engine_set_clock(r.m, &now);
	rig_ok(&r, "clock", 1, 1);
	memcpy(&got, r.words, 8);
	assert_int_equal(got, now);
	machine_set_engine(r.m, NULL);
	rig_ok(&r, "clock", 1, 1);
	memcpy(&got, r.words, 8);
	assert_true(got < 1000);
	rig_close(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(same_result),     cmocka_unit_test(right_result),
		cmocka_unit_test(system_calls),    cmocka_unit_test(faults),
		cmocka_unit_test(hangs),           cmocka_unit_test(instruction_limit),
		cmocka_unit_test(hook_and_engine), cmocka_unit_test(own_clock),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
