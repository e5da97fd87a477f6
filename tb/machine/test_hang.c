/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "rig.h"

#define FILES ".file 1 \"app.cu\"\n"
#define LOC   ".loc 1 3 7\n"

static const char module[] = RIG_HEAD FILES ".visible .global .align 4 .u32 flag;\n"
	/* warp 0 waits at barrier 1, the others at 2 */
	RIG_ENTRY("two_barriers", "setp.lt.u32 %p1, %r1, 32;\n" LOC
				  "@%p1 bra A;\n.loc 1 4 1\nbar.sync 2, 96;\nret;\n"
				  "A:\n" LOC "bar.sync 1, 96;\n")
		RIG_ENTRY("spin_load",
			  "LOOP:\n" LOC
			  "ld.volatile.global.u32 %r3, [flag];\nsetp.eq.u32 %p1, %r3, 0;\n"
			  "@%p1 bra LOOP;\n")
			RIG_ENTRY(
				"spin_cas",
				"LOOP:\n" LOC
				"atom.global.cas.b32 %r3, [%rd1], 0, 1;\nsetp.ne.u32 %p1, %r3, 0;\n"
				"@%p1 bra LOOP;\n")
	/* polls by adding 0, counts its tries */
	RIG_ENTRY("spin_count",
		  "mov.u32 %r4, 0;\n"
		  "LOOP:\nadd.s32 %r4, %r4, 1;\n" LOC "atom.global.add.u32 %r3, [%rd1], 0;\n"
		  "setp.eq.u32 %p1, %r3, 0;\n@%p1 bra LOOP;\nst.global.u32 [%rd1+4], %r4;\n")
		RIG_ENTRY(
			"spin_fence",
			"LOOP:\nmembar.gl;\n" LOC "ld.volatile.global.u32 %r3, [%rd1];\n"
			"st.global.u32 [%rd1+4], %r3;\nsetp.eq.u32 %p1, %r3, 0;\n@%p1 bra LOOP;\n")
			RIG_ENTRY("self", "LOOP:\n" LOC "bra LOOP;\n")
	/* thread 0 sets what the others wait for, after %rd1[1] rounds of arithmetic */
	RIG_ENTRY("slow_release",
		  "setp.ne.u32 %p1, %r1, 0;\nsetp.ne.u32 %p2, %r2, 0;\nor.pred %p1, %p1, %p2;\n"
		  "@%p1 bra WAIT;\nld.global.u32 %r5, [%rd1+4];\nmov.u32 %r4, 0;\n"
		  "WORK:\nmad.lo.s32 %r6, %r4, %r4, %r6;\nadd.s32 %r4, %r4, 1;\n"
		  "setp.lt.u32 %p3, %r4, %r5;\n@%p3 bra WORK;\nst.global.u32 [%rd1], 1;\nret;\n"
		  "WAIT:\nld.volatile.global.u32 %r3, [%rd1];\nsetp.eq.u32 %p4, %r3, 0;\n@%p4 bra "
		  "WAIT;\n")
	/* reads other addresses all the time */
	RIG_ENTRY("scan",
		  "mov.u32 %r4, 0;\nmov.u32 %r6, 0;\n"
		  "LOOP:\nand.b32 %r5, %r4, 8191;\nmul.wide.u32 %rd2, %r5, 4;\n"
		  "add.s64 %rd2, %rd1, %rd2;\nld.global.u32 %r3, [%rd2];\nadd.s32 %r6, %r6, %r3;\n"
		  "add.s32 %r4, %r4, 1;\nsetp.lt.u32 %p1, %r4, 30000;\n@%p1 bra LOOP;\n"
		  "st.global.u32 [%rd1], %r6;\n")
	/* reads one address, a counted number of times */
	RIG_ENTRY("reread", "mov.u32 %r4, 0;\nmov.u32 %r6, 0;\n"
			    "LOOP:\nld.volatile.global.u32 %r3, [%rd1];\nadd.s32 %r6, %r6, %r3;\n"
			    "add.s32 %r4, %r4, 1;\nsetp.lt.u32 %p1, %r4, 20000;\n@%p1 bra LOOP;\n"
			    "st.global.u32 [%rd1+4], %r6;\n")
	/* warp 1 spins, warp 0 waits for it at a barrier */
	RIG_ENTRY("barrier_and_spin",
		  "setp.lt.u32 %p1, %r1, 32;\n@%p1 bra A;\n"
		  "LOOP:\n" LOC "ld.volatile.global.u32 %r3, [%rd1];\nsetp.eq.u32 %p2, %r3, 0;\n"
		  "@%p2 bra LOOP;\nA:\n.loc 1 9 2\nbar.sync 0;\n")
		RIG_ENTRY("compute", "mov.u32 %r4, 0;\n"
				     "LOOP:\nadd.s32 %r4, %r4, 1;\nsetp.lt.u32 %p1, %r4, "
				     "300000;\n@%p1 bra LOOP;\n"
				     "st.global.u32 [%rd1], %r4;\n")
	/* even lanes wait for odd lanes, which left through another way */
	RIG_ENTRY("warp_sync",
		  "and.b32 %r3, %r1, 1;\nsetp.eq.u32 %p1, %r3, 1;\n@%p1 bra ODD;\n" LOC
		  "bar.warp.sync 0xffffffff;\nret;\nODD:\n.loc 1 4 1\nbar.sync 1, 64;\n");

static void open_with(struct rig *r, int mode, int scheduler, uint64_t repeats)
{
	rig_config(r);
	r->cfg.mode = (enum simt_mode)mode;
	r->cfg.scheduler = (enum machine_scheduler)scheduler;
	r->cfg.livelock_repeats = repeats;
	r->cfg.max_warp_insns = 4000000;
	rig_open(r, module);
}

static void say(const struct rig *r, const char *want)
{
	if (!strstr(r->fault.text, want))
		fail_msg("'%s' does not say '%s'", r->fault.text, want);
}

static void expect(struct rig *r, const char *kernel, uint32_t blocks, uint32_t threads,
		   enum machine_status want)
{
	const enum machine_status s = rig_launch(r, kernel, blocks, threads);

	if (s != want)
		fail_msg("%s: status %d, not %d: %s", kernel, (int)s, (int)want, r->fault.text);
}

#define EACH(mode, s) \
	for (int mode = SIMT_LOCKSTEP; mode <= SIMT_ITS; mode++) \
		for (int s = MACHINE_RR; s <= MACHINE_RANDOM; s++)

static void deadlock(void **state)
{
	(void)state;
	EACH(mode, s)
	{
		struct rig r;

		open_with(&r, mode, s, 20000);
		expect(&r, "two_barriers", 1, 96, MACHINE_DEADLOCK);
		assert_int_equal(r.fault.cuda_error, 702);
		say(&r, "deadlock in kernel two_barriers");
		say(&r, "\n  block (0,0,0) warp 0: app.cu:3:7: lanes 0-31 wait at barrier 1 "
			"(32 of 96 threads have arrived)");
		say(&r, "\n  block (0,0,0) warp 1: app.cu:4:1: lanes 0-31 wait at barrier 2 "
			"(64 of 96 threads have arrived)");
		/* and the next launch is not harmed */
		rig_ok(&r, "compute", 1, 1);
		rig_close(&r);
	}
}

static void long_report_is_cut(void **state)
{
	struct rig r;
	unsigned lines = 0;

	(void)state;
	open_with(&r, SIMT_ITS, MACHINE_RR, 20000);
	expect(&r, "two_barriers", 8, 96, MACHINE_DEADLOCK);
	for (const char *p = r.fault.text; (p = strchr(p, '\n')); p++)
		lines++;
	assert_true(lines <= 17);
	say(&r, "more like these");
	rig_close(&r);
}

static void lanes_that_never_come(void **state)
{
	struct rig r;

	(void)state;
	open_with(&r, SIMT_ITS, MACHINE_RR, 20000);
	expect(&r, "warp_sync", 1, 64, MACHINE_DEADLOCK);
	say(&r,
	    "app.cu:3:7: lanes 0,2,4,6,8,10,12,14,16,18,20,22,24,26,28,30 wait for other lanes");
	say(&r, "app.cu:4:1: lanes 1,3,5");
	say(&r, "wait at barrier 1");
	rig_close(&r);
}

static void livelock(void **state)
{
	(void)state;
	EACH(mode, s)
	{
		struct rig r;

		open_with(&r, mode, s, 500);
		expect(&r, "spin_load", 3, 96, MACHINE_LIVELOCK);
		assert_int_equal(r.fault.cuda_error, 702);
		say(&r, "livelock in kernel spin_load");
		say(&r, "app.cu:3:7: lanes 0-31 repeat a 4-byte load from global 0x");
		say(&r, "the start of the 4-byte __device__ variable 'flag'), value 0x0");
		r.words[0] = 1;
		expect(&r, "spin_cas", 2, 64, MACHINE_LIVELOCK);
		say(&r, "repeat a 4-byte atomic on global");
		say(&r, "value 0x1");
		r.words[0] = 0;
		expect(&r, "spin_fence", 2, 64, MACHINE_LIVELOCK);
		expect(&r, "self", 1, 32, MACHINE_LIVELOCK);
		say(&r, "app.cu:3:7: lanes 0-31 loop without touching memory");
		expect(&r, "barrier_and_spin", 1, 64, MACHINE_LIVELOCK);
		say(&r, "warp 0: app.cu:9:2: lanes 0-31 wait at barrier 0 (32 of 64");
		say(&r, "warp 1: app.cu:3:7: lanes 0-31 repeat");
		rig_close(&r);
	}
}

static void livelock_of_a_counting_spin(void **state)
{
	struct rig r;

	(void)state;
	open_with(&r, SIMT_ITS, MACHINE_RR, 200);
	expect(&r, "spin_count", 1, 64, MACHINE_LIVELOCK);
	say(&r, "app.cu:3:7");
	rig_close(&r);
}

static void lock_taken_by_own_warp(void **state)
{
	struct rig r;

	(void)state;
	open_with(&r, SIMT_LOCKSTEP, MACHINE_GTO, 2000);
	/* one lane gets the lock and waits for the 31 that spin on it */
	expect(&r, "spin_cas", 1, 32, MACHINE_LIVELOCK);
	say(&r, "lanes 1-31 repeat");
	rig_close(&r);
}

static void no_false_alarm(void **state)
{
	(void)state;
	EACH(mode, s)
	{
		struct rig r;

		open_with(&r, mode, s, 500);
		rig_ok(&r, "scan", 2, 64);
		rig_ok(&r, "reread", 1, 64);
		rig_ok(&r, "compute", 1, 32);
		r.words[0] = 0;
		r.words[1] = 20000;
		rig_ok(&r, "slow_release", 2, 96);
		rig_close(&r);
	}
}

static void watch_can_be_switched_off(void **state)
{
	struct rig r;

	(void)state;
	open_with(&r, SIMT_ITS, MACHINE_RR, 0);
	expect(&r, "spin_load", 1, 32, MACHINE_LIMIT);
	rig_close(&r);
}

static void same_report_for_the_same_seed(void **state)
{
	struct rig a, b;

	(void)state;
	open_with(&a, SIMT_ITS, MACHINE_RANDOM, 2000);
	expect(&a, "spin_load", 3, 96, MACHINE_LIVELOCK);
	rig_close(&a);
	open_with(&b, SIMT_ITS, MACHINE_RANDOM, 2000);
	expect(&b, "spin_load", 3, 96, MACHINE_LIVELOCK);
	rig_close(&b);
	assert_string_equal(a.fault.text, b.fault.text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(deadlock),
		cmocka_unit_test(long_report_is_cut),
		cmocka_unit_test(lanes_that_never_come),
		cmocka_unit_test(livelock),
		cmocka_unit_test(livelock_of_a_counting_spin),
		cmocka_unit_test(lock_taken_by_own_warp),
		cmocka_unit_test(no_false_alarm),
		cmocka_unit_test(watch_can_be_switched_off),
		cmocka_unit_test(same_report_for_the_same_seed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
