/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * The .litmus language: what is read out of a file, and one error line for what is wrong.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "litmus/litmus.h"

static struct litmus_test *parse(const char *text, size_t *n)
{
	struct diag d = {""};
	struct litmus_test *t = litmus_parse(text, strlen(text), "t.litmus", n, &d);

	if (!t)
		fail_msg("%s", d.text);
	return t;
}

static void refused(const char *text, const char *message)
{
	struct diag d = {""};
	size_t n = 7;

	if (litmus_parse(text, strlen(text), "t.litmus", &n, &d))
		fail_msg("accepted: %s", text);
	assert_int_equal(n, 0);
	if (strcmp(d.text, message) != 0)
		fail_msg("'%s', not '%s'", d.text, message);
}

static void whole_test(void **state)
{
	static const char text[] =
		"# of nobody\n\n# two  lines\n#   joined\ntest a-b.c # not this\nmode lockstep\n"
		"var x, y:2 = 0x1234, z[3]:8 = -1, p:1 at x+1, d device = 7,\n  s[4] shared\n"
		"b0.t0, b2.t33: st x 1\nblocks 2\nthreads 40\nsms 3\nslots 4\nwatch z\n"
		"scord-model never\nptx sometimes\npaper always\n"
		"row paper f-sub-word, m-bloom\nrow scord m-sub-word\n"
		"test second\nvar x\nb0.t0: ld x\n";
	size_t n;
	struct litmus_test *t = parse(text, &n);
	const struct litmus_program *p = &t->program;

	(void)state;
	assert_int_equal(n, 2);
	assert_string_equal(t->name, "a-b.c");
	assert_string_equal(t->why, "two lines joined");
	assert_int_equal(p->mode, SIMT_LOCKSTEP);
	assert_int_equal(p->blocks, 3);
	assert_int_equal(p->threads, 40);
	assert_int_equal(p->sms, 3);
	assert_int_equal(p->blocks_per_sm, 4);
	assert_int_equal(p->buffer_bytes, 16 + 24); /* z: three of 8 bytes at 16 */
	assert_int_equal(p->watch_from, 16);
	assert_int_equal(p->watch_bytes, 24);
	assert_int_equal(p->buffer[4], 0x34);
	assert_int_equal(p->buffer[5], 0x12);
	assert_int_equal(p->buffer[39], 0xff);
	assert_int_equal(t->expect[LITMUS_SCORD_MODEL], LITMUS_NEVER);
	assert_int_equal(t->expect[LITMUS_PTX], LITMUS_SOMETIMES);
	assert_int_equal(t->expect[LITMUS_PAPER], LITMUS_ALWAYS);
	assert_int_equal(t->expect[LITMUS_SCORD], LITMUS_NONE);
	assert_int_equal(t->rows[LITMUS_PAPER][0], SCORE_F_SUB_WORD);
	assert_int_equal(t->rows[LITMUS_PAPER][1], SCORE_M_BLOOM);
	assert_int_equal(t->rows[LITMUS_PAPER][2], 0);
	assert_int_equal(t->rows[LITMUS_SCORD][0], SCORE_M_SUB_WORD);
	assert_string_equal(t[1].name, "second");
	assert_null(t[1].why);
	assert_int_equal(t[1].program.mode, SIMT_ITS);
	assert_int_equal(t[1].program.blocks, 1);
	assert_int_equal(t[1].program.threads, 1);
	litmus_free(t, n);
}

/* Every statement, and what it becomes. */
static void statements(void **state)
{
	static const struct {
		const char *statement, *ptx;
	} all[] = {
		{"st x 5", "st.global.u32 [%rd1+0], 5;"},
		{"st x -1", "st.global.u32 [%rd1+0], 4294967295;"},
		{"st.volatile h 0x10", "st.volatile.global.u16 [%rd1+4], 16;"},
		{"st.relaxed.cta w 1", "st.relaxed.cta.global.u64 [%rd1+8], 1;"},
		{"st.release.sys x 1", "st.release.sys.global.u32 [%rd1+0], 1;"},
		{"st.v4 a tid", "st.global.v4.u32 [%rd1+16], {%r1, %r1, %r1, %r1};"},
		{"st.weak x lane", "st.weak.global.u32 [%rd1+0], %r3;"},
		{"st a[2] ctaid", "st.global.u32 [%rd1+24], %r2;"},
		{"st s[1] 1", "st.shared.u32 [pf_shared+4], 1;"},
		{"ld.acquire.gpu x", "ld.acquire.gpu.global.u32 %r5, [%rd1+0];"},
		{"ld.v2 a[2]", "ld.global.v2.u32 {%r5, %r6}, [%rd1+24];"},
		{"ld d", "ld.global.u32 %r5, [pf_device+0];"},
		{"ld a[tid]", "mul.wide.u32 %rd5, %r1, 4;\nmov.u64 %rd6, %rd1;\n"
			      "add.s64 %rd5, %rd5, %rd6;\nld.global.u32 %r7, [%rd5+16];"},
		{"xchg x 1", "atom.global.exch.b32 %r5, [%rd1+0], 1;"},
		{"xchg.acquire.cta x 1", "atom.acquire.cta.global.exch.b32 %r5, [%rd1+0], 1;"},
		{"cas.sys w 1 2", "atom.sys.global.cas.b64 %rd5, [%rd1+8], 1, 2;"},
		{"add s[3] 1", "atom.shared.add.u32 %r5, [pf_shared+12], 1;"},
		{"max.acq_rel.gpu x 1", "atom.acq_rel.gpu.global.max.u32 %r5, [%rd1+0], 1;"},
		{"red.or.gpu x 4", "red.gpu.global.or.b32 [%rd1+0], 4;"},
		{"fence.gpu", "membar.gl;"},
		{"fence.sc.cta", "fence.sc.cta;"},
		{"fence.acq_rel.sys", "fence.acq_rel.sys;"},
		{"bar", "bar.sync 0;"},
		{"bar 3 64", "bar.sync 3, 64;"},
		{"bar.arrive 3 64", "bar.arrive 3, 64;"},
		{"syncwarp 3", "st.param.b32 [mask0], 3;"},
		{"exit", "exit;\nexit;"},
		{"lock.cta x", "L0:\natom.global.cta.cas.b32 %r5, [%rd1+0], 0, 1;\n"
			       "setp.ne.u32 %p1, %r5, 0;\n@%p1 bra L0;"},
		{"unlock x", "atom.global.gpu.exch.b32 %r5, [%rd1+0], 0;"},
		{"until ld x != 0", "L0:\nld.global.u32 %r5, [%rd1+0];\nsetp.ne.u32 %p1, %r5, 0;\n"
				    "@!%p1 bra L0;"},
		{"r = ld w; st w r", "st.global.u64 [%rd1+8], %rd5;"},
		{"r = ld x; r = add x r; st x r", "mov.b32 %r5, %r6;\n"},
		{"r = 7; r = r - 2", "sub.s32 %r6, %r5, 2;\nmov.b32 %r5, %r6;\n"},
		{"while tid < 3 && lane != 0 { ld x }",
		 "setp.lt.s32 %p1, %r1, 3;\nselp.u32 %r5, 1, 0, %p1;\nsetp.ne.u32 %p1, %r3, 0;\n"
		 "selp.u32 %r6, 1, 0, %p1;\nand.b32 %r5, %r5, %r6;\nsetp.ne.u32 %p1, %r5, 0;\n"
		 "@!%p1 bra L1;"},
		{"repeat 3 { ld x\n\nld x; }", "mov.u32 %r5, 3;\nL0:"},
		{"if tid == 1 { ld x } else { exit }", "setp.eq.u32 %p1, %r1, 1;\n@!%p1 bra L0;"},
		{"ld x;\n  ld h", "ld.global.u16 %r6, [%rd1+4];"},
	};

	(void)state;
	for (unsigned i = 0; i < sizeof(all) / sizeof(*all); i++) {
		char text[512];
		struct litmus_test *t;
		struct ptx_module *m;
		struct diag d = {""};
		size_t n;

		snprintf(text, sizeof(text),
			 "test t\nvar x, h:2, w:8, a[4], s[4] shared, d device\nb0.t0: %s\n",
			 all[i].statement);
		t = parse(text, &n);
		if (!strstr(t->program.ptx, all[i].ptx))
			fail_msg("'%s' is not in\n%s", all[i].ptx, t->program.ptx);
		m = ptx_parse(t->program.ptx, strlen(t->program.ptx), "t.ptx", &d);
		if (!m)
			fail_msg("%s: %s", all[i].statement, d.text);
		ptx_free(m);
		litmus_free(t, n);
	}
}

#define HEAD "test t\nvar x, a[4], b:1, w:8, s shared\n"

static void wrong_lines(void **state)
{
	(void)state;
	refused("", "t.litmus:1: no test");
	refused("# c\n\n", "t.litmus:3: no test");
	refused("\nvar x\n", "t.litmus:2: expected test, found 'var'");
	refused("test\n", "t.litmus:1: expected the test's name, found the end of the line");
	refused("\xef\xbb\xbftest a\n", "t.litmus:1: expected test, found byte 0xef");
	refused(HEAD "b0.t0:\nb1.t0: ld x\n", "t.litmus:4: expected a statement, found 'b1.t0'");
	refused("test a b\n", "t.litmus:1: expected the end of the line, found 'b'");
	refused("test a\nmode its\n", "t.litmus:3: test 'a' has no threads");
	refused("test a\ntest b\n", "t.litmus:2: test 'a' has no threads");
	refused("test a\nmode fast\n", "t.litmus:2: expected its or lockstep, found 'fast'");
	refused("test a\nwhat\n",
		"t.litmus:2: expected threads (b0.t0: ...), var, mode, ptx, scord-model, paper, "
		"scord, row, watch, blocks, cluster, threads, sms, slots or test, found 'what'");
	refused("test a\noracle never\n",
		"t.litmus:2: 'oracle' is now 'ptx' (the default model) or 'scord-model'");
	refused("test a\nstrict never\n", "t.litmus:2: 'strict' is now 'ptx'");
	refused("test a\nptx maybe\n",
		"t.litmus:2: expected never, sometimes or always, found 'maybe'");
	refused("test a\nptx never\nptx never\n", "t.litmus:3: 'ptx' a second time");
	refused("test a\nrow oracle x\n", "t.litmus:2: expected paper or scord, found 'oracle'");
	refused("test a\nrow paper f-nothing\n",
		"t.litmus:2: expected the name of a weakness, found 'f-nothing'");
	refused("test a\nrow paper unexplained\n",
		"t.litmus:2: expected the name of a weakness, found 'unexplained'");
	refused("test a\nthreads 1025\n", "t.litmus:2: threads: 1025 is not in 1..1024");
	refused("test a\nblocks 99999999999999999999\n",
		"t.litmus:2: blocks: 99999999999999999999 is not in 1..1024");
	refused(HEAD "watch s\n", "t.litmus:3: 's' is not a variable in the buffer");
	refused(HEAD "b0.t0: ld x %\n", "t.litmus:3: expected ; or the end of the line, found '%'");
	refused(HEAD "b0.t0 ld x\n", "t.litmus:3: expected :, found 'ld'");
	refused(HEAD "b0.t1024: ld x\n",
		"t.litmus:3: expected threads such as b0.t0 or b0-1.t0-31, found 'b0.t1024'");
	refused(HEAD "b1-0.t0: ld x\n",
		"t.litmus:3: expected threads such as b0.t0 or b0-1.t0-31, found 'b1-0.t0'");
	refused(HEAD "b0.t0-3: ld x\nb0-1.t3: ld x\n",
		"t.litmus:4: 'b0-1.t3': some of these threads have a body already");
}

static void wrong_variables(void **state)
{
	(void)state;
	refused("test a\nvar 1\n", "t.litmus:2: expected a name, found '1'");
	refused("test a\nvar tid\n", "t.litmus:2: 'tid' cannot be a name");
	refused("test a\nvar a.b\n", "t.litmus:2: 'a.b' is not a name");
	refused("test a\nvar x, x\n", "t.litmus:2: variable 'x' a second time");
	refused("test a\nvar x:3\n", "t.litmus:2: size: a variable has 1, 2, 4 or 8 bytes");
	refused("test a\nvar x:16\n", "t.litmus:2: size: 16 is not in 1..8");
	refused("test a\nvar x[0]\n", "t.litmus:2: number of elements: 0 is not in 1..16384");
	refused("test a\nvar x[16384]\n", "t.litmus:2: 'x': more than 16384 bytes");
	refused("test a\nvar x at y\n", "t.litmus:2: no variable 'y'");
	refused("test a\nvar x, y at x+1\n", "t.litmus:2: 'y' of 4 bytes at a multiple of 4 only");
	refused("test a\nvar x align 3\n", "t.litmus:2: alignment: not a power of two");
	refused("test a\nvar x shared = 1\n", "t.litmus:2: shared memory starts as zero");
	refused("test a\nvar x local\n",
		"t.litmus:2: expected shared, device, align, at, = or ,, found 'local'");
}

static void wrong_statements(void **state)
{
	static const struct {
		const char *statement, *message;
	} all[] = {
		{"frob x", "'frob' is not an operation"},
		{"ld", "expected a variable, found the end of the line"},
		{"ld y", "no variable 'y'"},
		{"ld.fast x", "'.fast' is not known"},
		{"ld.volatile.relaxed.gpu x", "'.relaxed' contradicts what stands before it"},
		{"ld.relaxed x", ".relaxed needs a scope: .cta, .cluster, .gpu or .sys"},
		{"ld.volatile.gpu x", "only .relaxed, .acquire and .release have a scope"},
		{"ld.gpu x", "only .relaxed, .acquire and .release have a scope"},
		{"ld.release.gpu x", "a load cannot be .release"},
		{"st.acquire.gpu x 1", "a store cannot be .acquire"},
		{"st x", "expected a value, found the end of the line"},
		{"st x r", "'r' is no value: expected a number, tid, lane, ctaid or a name given "
			   "by `NAME = ld ...` above"},
		{"st x 0x100000000", "value: does not fit 4 bytes"},
		{"st w tid", "'tid' has 4 bytes, not 8"},
		{"r = ld w; st x r", "'r' has 8 bytes, not 4"},
		{"if tid == 1 { r = ld x }; st x r",
		 "'r' is no value: expected a number, tid, lane, ctaid or a name given by `NAME = "
		 "ld ...` above"},
		{"x = ld a", "'x' is a variable: use st"},
		{"r = st x 1", "the operation has no result"},
		{"r = red.add x 1", "the operation has no result"},
		{"until st x 1 == 1", "until needs an operation with a result"},
		{"until ld x",
		 "expected a comparison (== != < <= > >=), found the end of the line"},
		{"ld a[4]", "index: 4 is not in 0..3"},
		{"ld.v2 a[3]", "index: goes past the end of 'a'"},
		{"ld.v2 x", "'x' has 1 elements, not 2"},
		{"ld a[1", "expected ], found the end of the line"},
		{"add b 1", "an atomic needs 4 or 8 bytes"},
		{"add.volatile x 1", "an atomic is .relaxed, .acquire, .release or .acq_rel"},
		{"red.cas x 0 1", "there is no red.cas"},
		{"red", "red of which operation? (red.add ...)"},
		{"red.add.acquire.gpu x 1", "red is .relaxed or .release"},
		{"fence",
		 "a fence needs a scope: fence.cta, fence.cluster, fence.gpu or fence.sys"},
		{"fence.release.gpu", "a fence is .acq_rel or .sc"},
		{"lock b", "a lock has 4 bytes"},
		{"lock.acquire.gpu x", "a lock has a scope and nothing else"},
		{"bar 16", "barrier: 16 is not in 0..15"},
		{"bar 1 33", "threads at a barrier: not a multiple of 32"},
		{"bar.arrive 1", "expected a number, found the end of the line"},
		{"syncwarp 0", "mask: 0 is not in 1..4294967295"},
		{"repeat 0 { ld x }", "repetitions: 0 is not in 1..1000000"},
		{"repeat 2 ld x", "expected {, found 'ld'"},
		{"ld x ld x", "expected ; or the end of the line, found 'ld'"},
		{"ld x }", "expected ; or the end of the line, found '}'"},
		{"1", "expected an operation, found '1'"},
		{"ld 12z", "expected a variable, found '12z'"},
	};

	(void)state;
	for (unsigned i = 0; i < sizeof(all) / sizeof(*all); i++) {
		char text[512], message[512];

		snprintf(text, sizeof(text), HEAD "b0.t0: %s\n", all[i].statement);
		snprintf(message, sizeof(message), "t.litmus:3: %s", all[i].message);
		refused(text, message);
	}
	refused(HEAD "b0.t0: repeat 2 { ld x\n",
		"t.litmus:4: expected } or ;, found the end of the file");
}

/* Text of many equal parts between a head and a tail. */
/* 65 names in one thread. */
static void many_names(const char *last, const char *message)
{
	char text[2048], *p = text + sprintf(text, "test t\nvar x\nb0.t0: ");

	for (unsigned i = 0; i < 65; i++)
		p += sprintf(p, "r%u = ld x; ", i);
	stpcpy(p, last);
	refused(text, message);
}

static void many(const char *first, const char *part, unsigned n, const char *last,
		 const char *message)
{
	char *text = malloc(strlen(first) + strlen(part) * n + strlen(last) + 1);
	char *p = stpcpy(text, first);

	for (unsigned i = 0; i < n; i++)
		p = stpcpy(p, part);
	stpcpy(p, last);
	refused(text, message);
	free(text);
}

static void too_much(void **state)
{
	(void)state;
	many("test t\nvar x\nb0.t0: ", "ld x; ", 4097, "ld x\n",
	     "t.litmus:3: more than 4096 statements in one test");
	many("test t\nvar x\nb0.t0: ", "repeat 2 { ", 17, "\n",
	     "t.litmus:3: more than 16 blocks in each other");
	many_names("ld x\n", "t.litmus:3: more than 64 names in one thread");
	many("test t\nrow paper m-bloom", ", m-bloom", 8, "\n", "t.litmus:2: more than 7 rows");
	many("", "test t\nvar x\nb0.t0: ld x\n", 4097, "", "t.litmus:12289: more than 4096 tests");
	many("test ", "n", 3, "\nvar x\x01\n",
	     "t.litmus:2: expected shared, device, align, at, = or ,, found byte 0x01");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(whole_test),       cmocka_unit_test(statements),
		cmocka_unit_test(wrong_lines),      cmocka_unit_test(wrong_variables),
		cmocka_unit_test(wrong_statements), cmocka_unit_test(too_much),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
