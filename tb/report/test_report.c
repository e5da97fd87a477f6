/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * The report on races made by hand: texts word for word, what counts as one race, what is
 * shown when less is known, and that nothing of the program is needed afterwards.
 */
#include "bench.h"

static void test_both_sides(void **state)
{
	struct bench *b = *state;
	struct score_pair p = pair(b, b->store, b->load, RACE_FENCE_SCOPE);

	begin(b, true, true);
	p.found = 3;
	detected(&p, RACE_FENCE);
	collect(b, &p, 1);
	assert_string_equal(
		text_of(b, false),
		"racy.cu:7:10: race: fence scope too narrow (device scope): read after write\n"
		"    7 |         int x = p[1];\n"
		"      |                 ^\n"
		"  by       block (0,2,0), thread (1,1,1) (warp 1, lane 9) of kernel k, launch 1\n"
		"racy.cu:4:7: previous write\n"
		"    4 |         p[1] = 5;\n"
		"      |              ^\n"
		"  by       block (1,0,0), thread (0,0,0) (warp 0, lane 0)\n"
		"  memory   allocation #2 of 65536 bytes (cudaMalloc), offset 4, 4 bytes\n"
		"  found by the oracle (3 times), scord/full (3 times, as: missing fence)\n"
		"  fix      __threadfence() instead of __threadfence_block() after line 4, before "
		"the flag that hands the data over is written, and __threadfence() between its "
		"read and line 7\n"
		"\n"
		"photofinish: 1 cause, 1 race (3 accesses) found by scord/full; oracle: 1 cause, "
		"1 race (3 accesses); 1 found, 0 missed, 0 false alarms (accesses: 3, 0, 0)\n");
}

static void test_detector_only(void **state)
{
	struct bench *b = *state;
	struct score_pair p = pair(b, RACE_NO_PC, b->load, RACE_FENCE);

	begin(b, false, true);
	p.found = 1;
	detected(&p, RACE_FENCE);
	collect(b, &p, 1);
	assert_int_equal(report_races(b->r), 1);
	assert_string_equal(
		text_of(b, false),
		"racy.cu:7:10: race: missing fence (device scope): read after write\n"
		"    7 |         int x = p[1];\n"
		"      |                 ^\n"
		"  by       block (0,2,0), thread (1,1,1) (warp 1, lane 9) of kernel k, launch 1\n"
		"  previous write by block (1,0,0), warp 0; the detector's metadata do not hold "
		"its line\n"
		"  memory   allocation #2 of 65536 bytes (cudaMalloc), offset 4, 4 bytes\n"
		"  found by scord/full (once)\n"
		"  fix      __threadfence() after the other side's write, before the flag that "
		"hands the data over is written, and __threadfence() between its read and line 7; "
		"without a flag, end the kernel and begin another one between the other side's "
		"write and line 7: nothing orders the two blocks\n"
		"\n"
		"photofinish: 1 cause, 1 race (1 access) found by scord/full\n");
}

/* Missed and false, with the weakness that explains it; only what the detector says counts. */
static void test_disagree(void **state)
{
	struct bench *b = *state;
	struct score_pair p[2] = {pair(b, b->store, b->load, RACE_FENCE),
				  pair(b, RACE_NO_PC, b->load, RACE_LOCK)};

	begin(b, true, true);
	p[0].missed = 7;
	p[0].rows_missed[SCORE_M_ANY_FENCE] = 6;
	p[0].rows_missed[SCORE_UNEXPLAINED] = 1;
	collect(b, p, 1);
	assert_int_equal(report_races(b->r), 0);
	p[1].false_ = 2;
	p[1].rows_false[SCORE_F_CUMULATIVE] = 2;
	detected(&p[1], RACE_LOCK);
	collect(b, p, 2);
	assert_int_equal(report_races(b->r), 1);
	shows(b, "  found by the oracle (7 times), not by scord/full\n"
		 "  missed   once: unexplained: no known weakness explains it\n"
		 "  missed   6 times: m-any-fence: a fence by the owner counts as "
		 "synchronisation whoever observed it\n"
		 "  fix      end the kernel and begin another one between line 4 and line 7: "
		 "nothing orders the two blocks\n");
	/* Nothing is to be fixed */
	shows(b, "racy.cu:7:10: false alarm: missing lock (device scope): read after write\n");
	shows(b, "  found by scord/full (2 times), not by the oracle: a false alarm in this run\n"
		 "  false    2 times: f-cumulative: the order goes through a third thread or a "
		 "barrier; the owner itself has not fenced\n\n");
	shows(b, "photofinish: 1 cause, 1 race (2 accesses) found by scord/full; oracle: 1 cause, "
		 "1 race (7 accesses); 0 found, 1 missed, 1 false alarm (accesses: 0, 7, 2)\n");
	p[0].found = 4;
	collect(b, p, 2);
	assert_int_equal(report_races(b->r), 2);
	shows(b, "  found by the oracle (11 times), scord/full (4 times)\n");
}

/* Counts go on over several calls; the copy of an unrolled line is no second race; a restart
 * counts from 0 again; another kind, direction or place is another race. */
static void test_distinct(void **state)
{
	struct bench *b = *state;
	struct score_pair p[4] = {pair(b, b->store, b->load, RACE_FENCE),
				  pair(b, b->store, b->load2, RACE_FENCE),
				  pair(b, b->store, b->load2, RACE_NOT_STRONG),
				  pair(b, b->load, b->store, RACE_FENCE)};

	begin(b, true, false);
	p[0].found = 100000;
	collect(b, p, 1);
	collect(b, p, 1);
	assert_int_equal(report_races(b->r), 1);
	shows(b, "found by the oracle (100000 times)\n");
	p[0].found++;
	p[1].found = 9;
	collect(b, p, 2);
	assert_int_equal(report_races(b->r), 1);
	shows(b, "found by the oracle (100010 times)\n");
	report_restart(b->r);
	p[0].found = 5;
	collect(b, p, 1);
	shows(b, "found by the oracle (100015 times)\n");
	assert_int_equal(report_races(b->r), 1);
	collect(b, p, 4);
	assert_int_equal(report_races(b->r), 3);
	shows(b, "photofinish: 1 cause, 3 races (100024 accesses) found by the oracle\n");
	/* One access that races with two places */
	report_collect_pairs(b->r, p, 4, &(struct score_totals){.found = 10}, b->rig.g);
	shows(b, "photofinish: 1 cause, 3 races (100020 accesses) found by the oracle\n");
}

static void fixes(struct bench *b, struct score_pair p, const char *want)
{
	begin(b, true, false);
	p.found = 1;
	collect(b, &p, 1);
	shows(b, want);
}

static void test_fix(void **state)
{
	struct bench *b = *state;
	struct score_pair p = pair(b, b->store, b->atom, RACE_ATOMIC_SCOPE);

	p.example.second.access = RACE_ATOMIC;
	p.example.second.scope = PTX_SCOPE_CTA;
	fixes(b, p, "atomic after write\n");
	fixes(b, p,
	      "fix      use atomicAdd() instead of atomicAdd_block() on line 6: the other "
	      "thread is in another block\n");
	p = pair(b, b->atom, b->atom, RACE_ATOMIC_SCOPE);
	p.example.first.access = p.example.second.access = RACE_ATOMIC;
	p.example.first.scope = p.example.second.scope = PTX_SCOPE_CTA;
	fixes(b, p, "fix      use atomicAdd() instead of atomicAdd_block() on line 6: the");
	p.pc_first = p.example.first.pc = RACE_NO_PC; /* detector only */
	fixes(b, p, "fix      use atomicAdd() instead of atomicAdd_block() on line 6: the");
	p.example.second.scope = PTX_SCOPE_GPU;
	fixes(b, p,
	      "fix      give the other side's atomic device scope: the other thread is in "
	      "another block\n");
	/* Only the detector wants strong accesses where fences order them */
	p = pair(b, b->store, b->load, RACE_NOT_STRONG);
	fixes(b, p, "fix      end the kernel and begin another one between line 4 and line 7: ");
	begin(b, false, true);
	p.found = 1;
	collect(b, &p, 1);
	shows(b, "fix      declare the data volatile, or use atomics: weak accesses on line 4 and "
		 "line 7 ");
	p.example.first.strong = true;
	begin(b, false, true);
	collect(b, &p, 1);
	shows(b, "weak accesses on line 7 ");
	p.example.second.strong = true;
	p.example.first.strong = false;
	begin(b, false, true);
	collect(b, &p, 1);
	shows(b, "weak accesses on line 4 ");
	p.example.kind = RACE_LOCK;
	fixes(b, p, "fix      hold one and the same lock around line 4 and line 7\n");
	p.example.kind = RACE_LOCK_SCOPE;
	fixes(b, p,
	      "fix      take the lock with atomicCAS() and __threadfence() right after it, "
	      "give it back with __threadfence() and then atomicExch(), all of them in the "
	      "form without _block\n");
	p.example.first.block = 4;
	fixes(b, p, "atomicCAS() and __threadfence_block() right after it");
	p.example.kind = RACE_FENCE;
	fixes(b, p, "race: missing fence (block scope): read after write\n");
	fixes(b, p, "fix      __syncthreads() between line 4 and line 7\n");
	p.example.kind = RACE_BARRIER;
	fixes(b, p, "fix      __syncthreads() between line 4 and line 7\n");
	p.example.first.warp = 1;
	fixes(b, p, "race: missing barrier (warp scope): read after write\n");
	fixes(b, p, "fix      __syncwarp() between line 4 and line 7\n");
	p.example.kind = RACE_LOCK_SCOPE; /* one lock for the warp is none between its lanes */
	fixes(b, p, "race: missing barrier (warp scope): read after write\n");
	p = pair(b, b->store, b->load, RACE_FENCE);
	p.example.first.strong = p.example.second.strong = true;
	fixes(b, p,
	      "fix      store with atomicExch() on line 4, and read with atomicAdd(..., 0) on "
	      "line 7\n");
	p.example.second.strong = false;
	fixes(b, p,
	      "fix      end the kernel and begin another one between line 4 and line 7: nothing "
	      "orders the two blocks\n");
	p = pair(b, b->atom, b->load, RACE_NOT_STRONG);
	p.example.first.access = RACE_ATOMIC;
	p.example.first.scope = PTX_SCOPE_GPU;
	fixes(b, p, "fix      read with atomicAdd(..., 0) on line 7: the other side is atomic\n");
	p.example.second.access = RACE_WRITE;
	fixes(b, p, "fix      store with atomicExch() on line 7: the other side is atomic\n");
	p = pair(b, b->store, b->store, RACE_BARRIER);
	p.example.second.access = RACE_WRITE;
	fixes(b, p,
	      "fix      the value is the same, 5, but plain stores race all the same: store "
	      "with atomicExch() on line 4\n");
	p.example.first.block = 4;
	fixes(b, p, "the same: let one thread alone store on line 4, or store with atomicExch()\n");
	p.example.kind = RACE_SAME_INSTRUCTION;
	fixes(b, p, "let one thread alone store on line 4, or store with atomicExch()\n");
	p = pair(b, b->elsewhere, b->elsewhere, RACE_SAME_INSTRUCTION);
	fixes(b, p,
	      "fix      let one lane of the warp store on line 9, or give each lane a place "
	      "of its own\n");
	p = pair(b, b->store, b->elsewhere, RACE_LOCK);
	fixes(b, p, "fix      hold one and the same lock around racy.cu:4 and gone.cu:9\n");
}

/* A file that is not there, a line that is not there, code made of several lines. */
static void test_places(void **state)
{
	struct bench *b = *state;
	struct score_pair p = pair(b, b->elsewhere, b->nowhere, RACE_FENCE);
	static const char want[] = "gone.cu:9: race: missing fence";
	char *text;

	begin(b, true, false);
	p.found = 1;
	collect(b, &p, 1);
	text = text_of(b, false);
	assert_null(strstr(text, "9 | "));
	assert_int_equal(strncmp(text, want, strlen(want)), 0);
	assert_non_null(strstr(text, "\n      | (near this line: "));
	assert_non_null(strstr(text, "\ngone.cu:9:3: previous write\n"));
	assert_int_equal(truncate("racy.cu", 20), 0); /* edited since */
	p = pair(b, b->store, b->load, RACE_FENCE);
	begin(b, true, false);
	collect(b, &p, 1);
	assert_null(strstr(text_of(b, false), " | "));
}

static void at(struct bench *b, enum ptx_space space, uint64_t addr, const char *want)
{
	struct score_pair p = pair(b, b->store, b->load, RACE_FENCE);

	begin(b, true, false);
	p.space = p.example.space = space;
	p.example.addr = addr;
	p.example.bytes = 1;
	p.found = 1;
	collect(b, &p, 1);
	shows(b, want);
}

static void test_memory(void **state)
{
	struct bench *b = *state;
	uint64_t size, box = machine_variable(b->rig.mm, "box", &size);

	at(b, PTX_SPACE_GLOBAL, box + 63,
	   "  memory   variable box of 64 bytes, offset 63, 1 byte\n");
	at(b, PTX_SPACE_GLOBAL, 4096, "  memory   address 0x1000, 1 byte\n");
	/* `unused` has no place */
	at(b, PTX_SPACE_SHARED, 3,
	   "  memory   shared variable first of 4 bytes, offset 3, 1 byte\n");
	at(b, PTX_SPACE_SHARED, 16,
	   "  memory   shared variable tile of 32 bytes, offset 0, 1 byte\n");
	at(b, PTX_SPACE_SHARED, 5, "  memory   shared memory, offset 5, 1 byte\n");
	at(b, PTX_SPACE_SHARED, 52, "  memory   dynamic shared array dyn, offset 4, 1 byte\n");
	assert_int_equal(gmem_free(b->rig.g, b->rig.buf), 0);
	at(b, PTX_SPACE_GLOBAL, b->rig.buf,
	   "  memory   allocation #2 of 65536 bytes (cudaMalloc), offset 0, 1 byte; freed since\n");
}

/* Kernels, modules and memory go; the report stays. */
static void test_outlives(void **state)
{
	struct bench *b = *state;
	struct score_pair p = pair(b, b->store, b->load, RACE_FENCE);
	char *before;
	json_t *j;

	begin(b, true, false);
	p.found = 1;
	collect(b, &p, 1);
	before = mem_strdup(text_of(b, false));
	rig_close(&b->rig);
	b->rig.m = NULL;
	unlink("racy.cu");
	assert_string_equal(text_of(b, false), before);
	free(before);
	j = report_json(b->r);
	assert_string_equal(json_string_value(json_object_get(
				    json_array_get(json_object_get(j, "list"), 0), "name")),
			    "k");
	json_decref(j);
}

static void test_quiet_and_colour(void **state)
{
	struct bench *b = *state;
	struct score_pair p = pair(b, b->store, b->load, RACE_FENCE);
	const struct report_config c = {.oracle = true, .colour = true};

	begin(b, false, true);
	assert_string_equal(text_of(b, false), "photofinish: no race found by scord/full\n");
	assert_string_equal(text_of(b, true), "");
	assert_int_equal(report_races(b->r), 0);
	report_destroy(b->r);
	b->r = report_create(&c);
	p.found = 1;
	collect(b, &p, 1);
	/* Without launch_begin: numbers instead of coordinates */
	shows(b, "\033[1mracy.cu:7:10:\033[0m \033[1;31mrace:\033[0m missing fence");
	shows(b, "\033[1;32m^\033[0m\n");
	shows(b, "  \033[36mby\033[0m       block 4, warp 1, lane 9 of kernel k, launch 1\n");
	assert_string_equal(text_of(b, true), text_of(b, false)); /* quiet hides no race */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_both_sides, setup, teardown),
		cmocka_unit_test_setup_teardown(test_detector_only, setup, teardown),
		cmocka_unit_test_setup_teardown(test_disagree, setup, teardown),
		cmocka_unit_test_setup_teardown(test_distinct, setup, teardown),
		cmocka_unit_test_setup_teardown(test_fix, setup, teardown),
		cmocka_unit_test_setup_teardown(test_places, setup, teardown),
		cmocka_unit_test_setup_teardown(test_memory, setup, teardown),
		cmocka_unit_test_setup_teardown(test_outlives, setup, teardown),
		cmocka_unit_test_setup_teardown(test_quiet_and_colour, setup, teardown),
	};

	if (!getcwd(root, sizeof(root)))
		return 1;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
