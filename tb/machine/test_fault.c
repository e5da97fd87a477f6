/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "rig.h"

/* Line 3, column 7 of app.cu is where everything happens. */
#define FILES ".file 1 \"app.cu\"\n"
#define LOC   ".loc 1 3 7\n"

static const char module[] = RIG_HEAD FILES
	".visible .global .align 4 .u32 lonely;\n"
	".visible .const .align 4 .u32 fixed = 5;\n"
	".global .align 1 .b8 msg[8] = {120, 32, 62, 32, 48, 0, 0, 0};\n"
	".global .align 1 .b8 file[8] = {97, 46, 99, 117, 0, 0, 0, 0};\n"
	".global .align 1 .b8 func[8] = {107, 101, 114, 110, 0, 0, 0, 0};\n"
	".global .align 1 .b8 fmt[16] = {116, 37, 100, 32, 37, 115, 10, 0};\n"
	".global .align 1 .b8 nofmt[4] = {120, 120, 120, 120};\n"
	".extern .func (.param .b32 rv) vprintf(.param .b64 a, .param .b64 b);\n"
	".extern .func __assertfail(.param .b64 a, .param .b64 b, .param .b32 c, .param .b64 d, "
	".param .b64 e);\n"
	".extern .func (.param .b64 rv) malloc(.param .b64 n);\n"
	".extern .func free(.param .b64 p);\n"
/* address in word 0 (64 bits) for threads from word 2 on, the others their own word */
#define POINTED \
	RIG_MINE "add.s64 %rd2, %rd2, 64;\nld.global.u64 %rd4, [%rd1];\n" \
		 "ld.global.u32 %r3, [%rd1+8];\nsetp.ge.u32 %p1, %r1, %r3;\nselp.b64 %rd5, %rd4, " \
		 "%rd2, %p1;\n" LOC
	RIG_ENTRY("load", POINTED "ld.global.u32 %r4, [%rd5];\nst.global.u32 [%rd2], %r4;\n")
		RIG_ENTRY("store", POINTED "st.global.u32 [%rd5], %r1;\n") RIG_ENTRY(
			"wide", POINTED
			"ld.global.v4.u32 {%r4, %r5, %r6, %r7}, [%rd5];\n") RIG_ENTRY("atomic",
										      POINTED
										      "atom.global."
										      "add.u32 "
										      "%r4, "
										      "[%rd5], "
										      "1;\n")
			RIG_ENTRY("generic", POINTED "ld.u32 %r4, [%rd5];\n") RIG_ENTRY(
				"constant", LOC
				"mov.u64 %rd3, fixed;\ncvta.const.u64 %rd3, %rd3;\n"
				"st.u32 [%rd3], %r1;\n") RIG_ENTRY("shared",
								   ".shared .align 4 .b8 "
								   "s[64];\nld.global.u32 %r3, "
								   "[%rd1];\n"
								   "mov.u32 %r5, s;\nadd.s32 %r3, "
								   "%r3, %r5;\n" LOC
								   "ld.shared.u32 %r4, [%r3];\n")
				RIG_ENTRY("local",
					  ".local .align 4 .b8 depot[32];\nld.global.u32 %r3, "
					  "[%rd1];\n"
					  "mov.u64 %rd3, depot;\ncvt.u64.u32 %rd4, %r3;\nadd.s64 "
					  "%rd3, %rd3, %rd4;\n" LOC
					  "st.local.u32 [%rd3], %r1;\n") RIG_ENTRY("trap",
										   "setp.ne.u32 "
										   "%p1, %r1, "
										   "37;\n@%p1 bra "
										   "END;\n" LOC
										   "trap;\nEND:\n")
					RIG_ENTRY(
						"claim",
						"setp.ne.u32 %p1, %r1, 33;\n@%p1 bra END;\n" LOC
						"mov.u64 %rd3, msg;\nmov.u64 %rd4, file;\nmov.u64 "
						"%rd5, func;\nmov.u64 %rd6, 1;\n"
						"mov.u32 %r3, 17;\n{\n.param .b64 a0;\n.param .b64 "
						"a1;\n.param .b32 a2;\n"
						".param .b64 a3;\n.param .b64 a4;\nst.param.b64 "
						"[a0], %rd3;\nst.param.b64 [a1], %rd4;\n"
						"st.param.b32 [a2], %r3;\nst.param.b64 [a3], "
						"%rd5;\nst.param.b64 [a4], %rd6;\n"
						"call.uni __assertfail, (a0, a1, a2, a3, "
						"a4);\n}\nEND:\n")
						RIG_ENTRY("print",
							  ".local .align 8 .b8 depot[16];\nmov.u64 "
							  "%rd3, depot;\n"
							  "cvta.local.u64 %rd3, %rd3;\nst.u32 "
							  "[%rd3], %r1;\nmov.u64 %rd4, msg;\n"
							  "st.u64 [%rd3+8], %rd4;\nmov.u64 %rd5, "
							  "fmt;\n{\n.param .b64 a0;\n.param .b64 "
							  "a1;\n"
							  ".param .b32 rv;\nst.param.b64 [a0], "
							  "%rd5;\nst.param.b64 [a1], %rd3;\n"
							  "call.uni (rv), vprintf, (a0, "
							  "a1);\nld.param.b32 %r4, "
							  "[rv];\n}\n" RIG_MINE
							  "st.global.u32 [%rd2], %r4;\n")
							RIG_ENTRY("badprint", LOC
								  "mov.u64 %rd5, nofmt;\nmov.u64 "
								  "%rd3, 0;\n{\n.param .b64 a0;\n"
								  ".param .b64 a1;\n.param .b32 "
								  "rv;\nst.param.b64 [a0], %rd5;\n"
								  "st.param.b64 [a1], "
								  "%rd3;\ncall.uni (rv), vprintf, "
								  "(a0, a1);\n"
								  "ld.param.b32 %r4, [rv];\n}\n")
	/* malloc tid+1 bytes, store there, keep the pointer */
	RIG_ENTRY("heap",
		  "add.s32 %r3, %r1, 4;\ncvt.u64.u32 %rd3, %r3;\n{\n.param .b64 a0;\n"
		  ".param .b64 rv;\nst.param.b64 [a0], %rd3;\ncall.uni (rv), malloc, (a0);\n"
		  "ld.param.b64 %rd4, [rv];\n}\nst.u32 [%rd4], %r1;\n"
		  "mul.wide.u32 %rd2, %r1, 8;\nadd.s64 %rd2, %rd1, %rd2;\nst.global.u64 [%rd2], "
		  "%rd4;\n")
		RIG_ENTRY(
			"release",
			"mul.wide.u32 %rd2, %r1, 8;\nadd.s64 %rd2, %rd1, %rd2;\n"
			"ld.global.u64 %rd4, [%rd2];\n" LOC
			"{\n.param .b64 a0;\nst.param.b64 [a0], %rd4;\n"
			"call.uni free, (a0);\n}\n") ".func (.param .b32 rv) deep(.param .b32 "
						     "n)\n{\n.local .align 4 .b8 frame[64];\n"
						     ".reg .pred %p<2>;\n.reg .b32 %r<4>;\n.reg "
						     ".b64 %rd<4>;\nld.param.u32 %r1, [n];\n"
						     "mov.u64 %rd1, frame;\nst.local.u32 [%rd1], "
						     "%r1;\nsetp.eq.u32 %p1, %r1, 0;\n@%p1 bra "
						     "END;\n"
						     "sub.u32 %r2, %r1, 1;\n{\n.param .b32 "
						     "a0;\n.param .b32 r0;\nst.param.b32 [a0], "
						     "%r2;\n"
						     "call.uni (r0), deep, (a0);\nld.param.b32 "
						     "%r3, [r0];\n}\nadd.u32 %r1, %r1, %r3;\n"
						     "END:\nst.param.b32 [rv], "
						     "%r1;\nret;\n}\n" RIG_ENTRY(
							     "recurse",
							     "ld.global.u32 %r3, [%rd1];\n" LOC
							     "{\n.param .b32 a0;\n.param .b32 r0;\n"
							     "st.param.b32 [a0], %r3;\ncall.uni "
							     "(r0), deep, (a0);\nld.param.b32 %r4, "
							     "[r0];\n}\n"
							     "st.global.u32 [%rd1+4], %r4;\n");

static void open_mode(struct rig *r, enum simt_mode mode)
{
	rig_config(r);
	r->cfg.mode = mode;
	rig_open(r, module);
}

static void expect(struct rig *r, const char *kernel, uint32_t threads, int error,
		   const char *const *want)
{
	assert_int_equal(rig_launch(r, kernel, 2, threads), MACHINE_FAULT);
	if (r->fault.cuda_error != error)
		fail_msg("%s: error %d: %s", kernel, r->fault.cuda_error, r->fault.text);
	assert_null(strchr(r->fault.text, '\n'));
	if (!strstr(r->fault.text, kernel))
		fail_msg("'%s' does not name '%s'", r->fault.text, kernel);
	for (; *want; want++)
		if (!strstr(r->fault.text, *want))
			fail_msg("'%s' does not say '%s'", r->fault.text, *want);
}

#define EXPECT(r, kernel, threads, error, ...) \
	expect(r, kernel, threads, error, (const char *const[]){__VA_ARGS__, NULL})

static void point(struct rig *r, uint64_t addr, uint32_t from)
{
	memcpy(r->words, &addr, 8);
	r->words[2] = from;
}

static void check_addresses(struct rig *r)
{
	const uint64_t a = gmem_alloc(r->g, 400, 0, GMEM_DEVICE, NULL);
	const uint64_t lonely = machine_variable(r->mm, "lonely", NULL);

	point(r, 0, 37);
	EXPECT(r, "load", 64, 700, "app.cu:3:7: illegal 4-byte load from global address 0x0",
	       "null pointer", "thread (37,0,0) and 26 more of its warp");
	EXPECT(r, "generic", 64, 700, "null pointer", "app.cu:3:7");
	point(r, 0x18, 0);
	EXPECT(r, "store", 1, 700, "illegal 4-byte store to global address 0x18",
	       "null pointer plus");
	point(r, a + 404, 40);
	EXPECT(r, "store", 41, 700, "4 bytes past the end of the 400-byte allocation #",
	       "made by cudaMalloc", "thread (40,0,0)");
	assert_null(strstr(r->fault.text, "more of its warp"));
	EXPECT(r, "atomic", 64, 700, "4-byte atomic on", "4 bytes past the end");
	point(r, a + 392, 0);
	EXPECT(r, "wide", 1, 716, "misaligned 16-byte load");
	point(r, a + 400 - 16 + 16, 0);
	EXPECT(r, "wide", 1, 700, "just past the end");
	point(r, lonely + 4, 0);
	EXPECT(r, "load", 1, 700, "past the end of the 4-byte __device__ variable 'lonely'");
	point(r, a + 2, 5);
	EXPECT(r, "load", 32, 716, "misaligned 4-byte load", "thread (5,0,0)",
	       "2 bytes into the 400-byte allocation");
	EXPECT(r, "atomic", 32, 716, "misaligned 4-byte atomic");
	point(r, (uint64_t)(uintptr_t)r & ~7ULL, 0);
	EXPECT(r, "load", 1, 700, "host pointer?");
	gmem_free(r->g, a);
	point(r, a + 8, 0);
	EXPECT(r, "load", 1, 700, "use after free: 4-byte load",
	       "8 bytes into the 400-byte allocation #", "freed before");
	assert_true(machine_stats(r->m)->faults >= 11);
	/* the machine lives on */
	point(r, 0, 64);
	rig_ok(r, "load", 1, 64);
}

static void check_sticking_out(struct rig *r)
{
	const uint64_t a = gmem_alloc(r->g, 6, 0, GMEM_MANAGED, NULL);

	point(r, a + 4, 0);
	EXPECT(r, "load", 1, 700, "just past the end of the 6-byte allocation",
	       "cudaMallocManaged");
	gmem_free(r->g, a);
}

static void check_windows(struct rig *r)
{
	EXPECT(r, "constant", 32, 700, "forbidden 4-byte store", "__constant__ variable 'fixed'");
	r->words[0] = 64;
	EXPECT(r, "shared", 1, 700, "illegal 4-byte load from shared address 0x40",
	       "the block has 64 bytes of shared memory");
	r->words[0] = 62;
	EXPECT(r, "shared", 1, 716, "misaligned 4-byte load from shared");
	r->words[0] = 0xffffff00;
	EXPECT(r, "shared", 1, 700, "illegal");
	r->words[0] = 60;
	rig_ok(r, "shared", 1, 1);
	r->words[0] = 0x100000;
	EXPECT(r, "local", 1, 700, "illegal 4-byte store to local", "bytes of local memory");
	r->words[0] = 28;
	rig_ok(r, "local", 1, 100);
}

static void check_trap(struct rig *r)
{
	EXPECT(r, "trap", 64, 719, "app.cu:3:7: trap executed", "thread (37,0,0)");
	rig_ok(r, "trap", 1, 32);
}

static void check_assert(struct rig *r)
{
	r->n_out = 0;
	EXPECT(r, "claim", 64, 710, "assertion failed", "thread (33,0,0)");
	if (!strstr(r->out, "a.cu:17: kern: block: [") ||
	    !strstr(r->out, "thread: [33,0,0] Assertion `x > 0` failed.\n"))
		fail_msg("'%s'", r->out);
}

static void check_print(struct rig *r)
{
	const char *p;

	r->n_out = 0;
	rig_ok(r, "print", 1, 40);
	p = r->out;
	for (unsigned i = 0; i < 32; i++) {
		char want[32];
		const int n = snprintf(want, sizeof(want), "t%u x > 0\n", i);
		const char *at = strstr(p, want);

		assert_non_null(at);
		if (i)
			assert_ptr_equal(at, p); /* lanes in order, side by side */
		p = at + n;
		assert_int_equal(r->words[i], 2);
	}
	assert_non_null(strstr(r->out, "t39 x > 0\n"));
	EXPECT(r, "badprint", 1, 700, "printf: unreadable format", "variable 'nofmt'");
}

static void check_heap(struct rig *r)
{
	uint64_t p[64], used, after;

	gmem_usage(r->g, &used, NULL);
	rig_ok(r, "heap", 1, 64);
	memcpy(p, r->words, sizeof(p));
	for (unsigned i = 0; i < 64; i++) {
		const struct gmem_block *b = gmem_find(r->g, p[i]);

		assert_int_equal(b->kind, GMEM_HEAP);
		assert_int_equal(b->size, i + 4);
		assert_int_equal(*(uint32_t *)gmem_host(r->g, p[i], 4), i);
	}
	rig_ok(r, "release", 1, 64);
	gmem_usage(r->g, &after, NULL);
	assert_int_equal(used, after);
	EXPECT(r, "release", 1, 700, "free of what malloc", "freed before");
	p[0] = r->buf;
	memcpy(r->words, p, 8);
	EXPECT(r, "release", 1, 700, "free of what malloc", "cudaMalloc");
	p[0] = 0;
	memcpy(r->words, p, 8);
	rig_ok(r, "release", 1, 1);
}

static void check_stack(struct rig *r)
{
	r->words[0] = 5;
	rig_ok(r, "recurse", 1, 32);
	assert_int_equal(r->words[1], 15);
	r->words[0] = 100000;
	EXPECT(r, "recurse", 1, 714, "stack overflow");
	machine_set_stack(r->m, 65536);
	r->words[0] = 500;
	rig_ok(r, "recurse", 1, 32);
	assert_int_equal(r->words[1], 500 * 501 / 2);
}

#define BOTH(name) \
	static void name(void **state) \
	{ \
		(void)state; \
		for (int mode = SIMT_LOCKSTEP; mode <= SIMT_ITS; mode++) { \
			struct rig r; \
			open_mode(&r, (enum simt_mode)mode); \
			check_##name(&r); \
			rig_close(&r); \
		} \
	}

BOTH(addresses)
BOTH(sticking_out)
BOTH(windows)
BOTH(trap)
BOTH(assert)
BOTH(print)
BOTH(heap)
BOTH(stack)

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(addresses), cmocka_unit_test(sticking_out),
		cmocka_unit_test(windows),   cmocka_unit_test(trap),
		cmocka_unit_test(assert),    cmocka_unit_test(print),
		cmocka_unit_test(heap),      cmocka_unit_test(stack),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
