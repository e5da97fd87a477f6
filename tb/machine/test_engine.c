/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * An engine in the machine's place (torn.h) against the machine alone: memory, what observers see,
 * ends of all kinds. The kernels have no races, so that every order gives the same memory.
 */
#include <stdlib.h>

#include "rig.h"
#include "torn.h"

#define TILE ".shared .align 8 .b8 tile[4096];\n"
/* %r22 = shared address of the thread's word, %rd2 = global address of the thread's word in the
 * grid */
#define SLOT "mov.u32 %r20, tile;\nshl.b32 %r21, %r1, 2;\nadd.s32 %r22, %r20, %r21;\n"
#define GRID \
	"mov.u32 %r23, %ntid.x;\nmad.lo.s32 %r24, %r2, %r23, %r1;\nmul.wide.u32 %rd2, %r24, 4;\n" \
	"add.s64 %rd2, %rd1, %rd2;\n"

static const char module[] = RIG_HEAD
	".visible .global .align 4 .u32 turn;\n.visible .global .align 4 .u32 lock;\n"
	".global .align 1 .b8 fmt[8] = {108, 37, 100, 10, 0, 0, 0, 0};\n"
	".extern .func (.param .b32 rv) vprintf(.param .b64 a, .param .b64 b);\n"
	".extern .func (.param .b64 rv) malloc(.param .b64 n);\n"
	".func (.param .b32 rv) fib(.param .b32 n)\n{\n.reg .pred %p<2>;\n.reg .b32 %r<8>;\n"
	"ld.param.u32 %r1, [n];\nsetp.lt.u32 %p1, %r1, 2;\n@%p1 bra SMALL;\nsub.u32 %r2, %r1, 1;\n"
	"{\n.param .b32 a;\n.param .b32 r;\nst.param.b32 [a], %r2;\ncall.uni (r), fib, (a);\n"
	"ld.param.b32 %r3, [r];\n}\nsub.u32 %r2, %r1, 2;\n"
	"{\n.param .b32 a;\n.param .b32 r;\nst.param.b32 [a], %r2;\ncall.uni (r), fib, (a);\n"
	"ld.param.b32 %r4, [r];\n}\nadd.u32 %r1, %r3, %r4;\nSMALL:\nst.param.b32 [rv], "
	"%r1;\nret;\n}\n"
	/* through memory again and again */
	RIG_ENTRY("own", GRID "mov.u32 %r3, 0;\nLOOP:\nld.global.u32 %r4, [%rd2];\n"
			      "mad.lo.s32 %r4, %r4, 3, %r3;\nst.global.u32 [%rd2], %r4;\n"
			      "ld.global.u16 %rs1, [%rd2];\nst.global.u8 [%rd2+1], %rs1;\n"
			      "add.s32 %r3, %r3, 1;\nsetp.lt.u32 %p1, %r3, 7;\n@%p1 bra LOOP;\n")
		RIG_ENTRY(
			"mirror", TILE SLOT GRID
			"mov.u32 %r3, %ntid.x;\nsub.s32 %r4, %r3, 1;\nsub.s32 %r4, %r4, %r1;\n"
			"shl.b32 %r4, %r4, 2;\nadd.s32 %r5, %r20, %r4;\nmov.u32 %r6, 0;\nmov.u32 "
			"%r9, 0;\n"
			"LOOP:\nadd.s32 %r7, %r24, %r6;\nst.shared.u32 [%r22], %r7;\nbar.sync 0;\n"
			"ld.shared.u32 %r8, [%r5];\nadd.s32 %r9, %r9, %r8;\nbar.sync 0;\n"
			"add.s32 %r6, %r6, 1;\nsetp.lt.u32 %p1, %r6, 4;\n@%p1 bra LOOP;\n"
			"st.global.u32 [%rd2], %r9;\n")
			RIG_ENTRY("tally", TILE SLOT
				  "setp.ne.u32 %p1, %r1, 0;\n@!%p1 st.shared.u32 [tile], "
				  "%r1;\nbar.sync 0;\n"
				  "atom.shared.add.u32 %r3, [tile], %r1;\nand.b32 %r4, %r1, 7;\n"
				  "mul.wide.u32 %rd2, %r4, 4;\nadd.s64 %rd2, %rd1, %rd2;\n"
				  "atom.global.add.u32 %r5, [%rd2], %r1;\nred.global.max.u32 "
				  "[%rd1+64], %r1;\n"
				  "red.global.xor.b32 [%rd1+68], %r1;\natom.global.add.u64 %rd5, "
				  "[%rd1+72], 3;\n"
				  "bar.sync 0;\n@%p1 ret;\nld.shared.u32 %r6, [tile];\n"
				  "red.global.add.u32 [%rd1+128], %r6;\n")
				RIG_ENTRY(
					"vectors",
					"mov.u32 %r23, %ntid.x;\nmad.lo.s32 %r24, %r2, %r23, %r1;\n"
					"mul.wide.u32 %rd2, %r24, 16;\nadd.s64 %rd2, %rd1, %rd2;\n"
					"ld.global.v4.u32 {%r3, %r4, %r5, %r6}, [%rd2];\nadd.u32 "
					"%r3, %r3, %r24;\n"
					"st.global.v4.u32 [%rd2], {%r6, %r5, %r4, %r3};\n"
					"ld.global.v2.u64 {%rd3, %rd4}, [%rd2];\nst.global.u64 "
					"[%rd2+8], %rd3;\n")
	/* one access in three spaces; the lanes that are none of them keep their value */
	RIG_ENTRY("spaces", TILE SLOT GRID
		  ".local .align 8 .b8 lo[16];\nmov.u64 %rd5, lo;\ncvta.local.u64 %rd6, %rd5;\n"
		  "mov.u64 %rd3, tile;\ncvta.shared.u64 %rd4, %rd3;\nmul.wide.u32 %rd7, %r1, 4;\n"
		  "add.u64 %rd4, %rd4, %rd7;\nadd.u32 %r3, %r1, 1000;\nst.u32 [%rd4], %r3;\n"
		  "add.u32 %r3, %r1, 2000;\nst.local.u32 [lo], %r3;\nrem.u32 %r4, %r1, 3;\n"
		  "setp.eq.u32 %p1, %r4, 0;\nsetp.eq.u32 %p2, %r4, 1;\n"
		  "selp.b64 %rd8, %rd4, %rd2, %p1;\nselp.b64 %rd8, %rd6, %rd8, %p2;\n"
		  "setp.ne.u32 %p3, %r1, 9;\nmov.u32 %r5, 77;\n@%p3 ld.u32 %r5, [%rd8];\n"
		  "add.u32 %r5, %r5, 5;\n@%p3 st.u32 [%rd8], %r5;\nbar.sync 0;\n"
		  "ld.local.u32 %r6, [lo];\nld.shared.u32 %r7, [%r22];\nadd.u32 %r5, %r5, %r6;\n"
		  "add.u32 %r5, %r5, %r7;\nst.global.u32 [%rd2], %r5;\n")
		RIG_ENTRY("reduce",
			  GRID "setp.lt.u32 %p1, %r1, 40;\nbar.red.popc.u32 %r3, 0, %p1;\n"
			       "bar.red.and.pred %p2, 0, %p1;\nselp.u32 %r4, 1000, 0, %p2;\n"
			       "add.s32 %r3, %r3, %r4;\nbar.red.or.pred %p3, 0, %p1;\n"
			       "selp.u32 %r4, 10000, 0, %p3;\nadd.s32 %r3, %r3, %r4;\n"
			       "st.global.u32 [%rd2], %r3;\n")
			RIG_ENTRY("produce", TILE SLOT RIG_MINE
				  "setp.lt.u32 %p1, %r1, 32;\n@%p1 bra CONSUMER;\nst.shared.u32 "
				  "[%r22+-128], %r1;\n"
				  "bar.arrive 3, 64;\nbra.uni END;\nCONSUMER:\nbar.sync 3, 64;\n"
				  "ld.shared.u32 %r3, [%r22];\nst.global.u32 [%rd2], %r3;\nEND:\n")
	/* the others' exit opens the barrier */
	RIG_ENTRY("leave",
		  GRID "setp.lt.u32 %p1, %r1, 32;\n@%p1 bra WAIT;\nmov.u32 %r4, 0;\n"
		       "LOOP:\nadd.s32 %r4, %r4, 1;\nsetp.lt.u32 %p2, %r4, 60;\n@%p2 bra LOOP;\n"
		       "st.global.u32 [%rd2], %r4;\nret;\nWAIT:\nbar.sync 0;\n"
		       "st.global.u32 [%rd2], %r1;\n")
	/* odd lanes exit when even lanes of their own warp wait */
	RIG_ENTRY("desert", GRID "and.b32 %r3, %r1, 1;\nsetp.eq.u32 %p1, %r3, 1;\n@%p1 bra ODD;\n"
				 "bar.sync 0;\nst.global.u32 [%rd2], %r1;\nret;\n"
				 "ODD:\nst.global.u32 [%rd2], 5;\nret;\n")
		RIG_ENTRY("apart",
			  GRID "and.b32 %r3, %r1, 1;\nsetp.eq.u32 %p1, %r3, 1;\n@%p1 bra ODD;\n"
			       "ld.global.u32 %r5, [%rd2];\nbar.sync 0;\nadd.u32 %r5, %r5, 1;\n"
			       "st.global.u32 [%rd2], %r5;\nret;\n"
			       "ODD:\nld.global.u32 %r5, [%rd2];\nadd.u32 %r5, %r5, 7;\n"
			       "st.global.u32 [%rd2], %r5;\nbar.sync 0;\nadd.u32 %r5, %r5, 2;\n"
			       "st.global.u32 [%rd2+4096], %r5;\n")
			RIG_ENTRY("shuffle", GRID
				  "ld.global.u32 %r3, [%rd2];\nadd.u32 %r3, %r3, %r1;\n"
				  "shfl.sync.bfly.b32 %r4, %r3, 5, 31, 0xffffffff;\n"
				  "setp.lt.u32 %p1, %r4, 16;\nvote.sync.ballot.b32 %r5, %p1, "
				  "0xffffffff;\n"
				  "and.b32 %r6, %r1, 4;\nsetp.eq.u32 %p2, %r6, 0;\n@%p2 bra LOW;\n"
				  "ld.global.u32 %r7, [%rd2];\nadd.u32 %r4, %r4, %r7;\nLOW:\n"
				  "bar.warp.sync 0xffffffff;\nshfl.sync.up.b32 %r8, %r4, 1, 0, "
				  "0xffffffff;\n"
				  "add.u32 %r8, %r8, %r5;\nst.global.u32 [%rd2], %r8;\n")
				RIG_ENTRY("calls",
					  GRID "and.b32 %r3, %r1, 7;\nld.global.u32 %r9, [%rd2];\n"
					       "{\n.param .b32 a;\n.param .b32 r;\nst.param.b32 "
					       "[a], %r3;\n"
					       "call.uni (r), fib, (a);\nld.param.b32 %r4, "
					       "[r];\n}\nadd.u32 %r4, %r4, %r9;\n"
					       "st.global.u32 [%rd2], %r4;\n")
	/* one thread of each warp adds 1 to word 0 under a lock */
	RIG_ENTRY("locked",
		  "and.b32 %r3, %r1, 31;\nsetp.ne.u32 %p1, %r3, 0;\n@%p1 bra END;\n"
		  "TRY:\natom.global.cas.b32 %r4, [lock], 0, 1;\nsetp.ne.u32 %p2, %r4, 0;\n"
		  "@%p2 bra TRY;\nmembar.gl;\nld.volatile.global.u32 %r5, [%rd1];\n"
		  "add.u32 %r5, %r5, 1;\nst.volatile.global.u32 [%rd1], %r5;\nmembar.gl;\n"
		  "atom.global.exch.b32 %r6, [lock], 0;\nEND:\n")
	/* block after block */
	RIG_ENTRY(
		"chain",
		"setp.ne.u32 %p1, %r1, 0;\n@%p1 bra END;\n"
		"WAIT:\nld.volatile.global.u32 %r3, [turn];\nsetp.ne.u32 %p2, %r3, %r2;\n"
		"@%p2 bra WAIT;\nmembar.gl;\nmul.wide.u32 %rd2, %r2, 4;\nadd.s64 %rd2, %rd1, "
		"%rd2;\nld.global.u32 %r4, [%rd2];\nadd.u32 %r4, %r4, 3;\n"
		"st.global.u32 [%rd2+4], %r4;\nmembar.gl;\nadd.u32 %r5, %r2, 1;\n"
		"mov.u32 %r6, %nctaid.x;\nsetp.eq.u32 %p3, %r5, %r6;\nselp.u32 %r5, 0, %r5, %p3;\n"
		"st.volatile.global.u32 [turn], %r5;\nEND:\n")
		RIG_ENTRY("carry", GRID
			  "ld.global.u32 %r3, [%rd2];\nld.global.u32 %r4, [%rd2];\n"
			  "or.b32 %r3, %r3, 0xf0000000;\nadd.cc.u32 %r5, %r3, %r3;\n"
			  "addc.u32 %r6, %r4, 7;\nadd.u32 %r5, %r5, %r6;\nst.global.u32 [%rd2], "
			  "%r5;\n") RIG_ENTRY("print",
					      ".local .align 8 .b8 args[8];\nst.local.u32 [args], "
					      "%r1;\nmov.u64 %rd3, fmt;\n"
					      "cvta.global.u64 %rd5, %rd3;\nmov.u64 %rd4, "
					      "args;\ncvta.local.u64 %rd6, %rd4;\n"
					      "{\n.param .b64 a0;\n.param .b64 a1;\n.param .b32 "
					      "rv;\nst.param.b64 [a0], %rd5;\n"
					      "st.param.b64 [a1], %rd6;\ncall.uni (rv), vprintf, "
					      "(a0, a1);\n"
					      "ld.param.b32 %r4, [rv];\n}\n" RIG_MINE
					      "st.global.u32 [%rd2], %r4;\n")
			RIG_ENTRY(
				"heap",
				"{\n.param .b64 a0;\n.param .b64 rv;\nmov.u64 %rd3, 16;\n"
				"st.param.b64 [a0], %rd3;\ncall.uni (rv), malloc, (a0);\n"
				"ld.param.b64 %rd4, [rv];\n}\nst.u32 [%rd4], %r1;\nld.u32 %r3, "
				"[%rd4];\n" RIG_MINE
				"st.global.u32 [%rd2], %r3;\n") RIG_ENTRY("stray", RIG_MINE
									  "setp.eq.u32 %p1, %r1, "
									  "37;\nmov.u64 %rd4, 64;\n"
									  "selp.b64 %rd5, %rd4, "
									  "%rd2, "
									  "%p1;\nld.global.u32 "
									  "%r3, [%rd5];\n"
									  "bar.sync "
									  "0;\nst.global.u32 "
									  "[%rd2], 1;\n")
				RIG_ENTRY("crooked", RIG_MINE
					  "setp.eq.u32 %p1, %r1, 5;\nselp.b64 %rd5, 2, 0, "
					  "%p1;\n"
					  "add.u64 %rd5, %rd5, %rd2;\nst.global.u32 [%rd5], "
					  "%r1;\n") RIG_ENTRY("trap", "setp.eq.u32 %p1, %r1, "
								      "3;\n@%p1 trap;\n")
					RIG_ENTRY("wild", RIG_MINE
						  "setp.eq.u32 %p1, %r1, 3;\nmov.u64 %rd4, 64;\n"
						  "selp.b64 %rd5, %rd4, %rd2, %p1;\nst.global.u32 "
						  "[%rd5], %r1;\n") RIG_ENTRY("odd_count",
									      "bar.sync 1, 40;\n")
						RIG_ENTRY("two_barriers",
							  "setp.lt.u32 %p1, %r1, 32;\n@%p1 "
							  "bra A;\nbar.sync 2, 96;\nret;\n"
							  "A:\nbar.sync 1, 96;\n")
							RIG_ENTRY("warp_sync",
								  "and.b32 %r3, %r1, "
								  "1;\nsetp.eq.u32 %p1, "
								  "%r3, 1;\n@%p1 bra ODD;\n"
								  "bar.warp.sync "
								  "0xffffffff;\nret;\nODD:\nbar."
								  "sync 1, "
								  "64;\n") RIG_ENTRY("self",
										     "LOOP:\nbra "
										     "LOOP;\n")
								RIG_ENTRY("clock",
									  "mov.u64 %rd3, "
									  "%clock64;\nst.global."
									  "u64 [%rd1], %rd3;\n");

/* What observers saw, whatever the order. */
struct seen {
	uint64_t lanes[SIMT_OP_COUNT], accesses, released, exits, begun, ended, launches;
	unsigned running;
};

static void see_op(void *ctx, const struct machine_who *who, const struct simt_op *op)
{
	struct seen *s = ctx;

	s->lanes[op->kind] += (uint64_t)__builtin_popcount(op->mask);
	if (op->kind > SIMT_OP_RED)
		return;
	for (unsigned l = 0; l < SIMT_LANES; l++) {
		const uint64_t where =
			op->space == PTX_SPACE_GLOBAL ? op->addr[l] & 0xffff : op->addr[l];
		uint64_t h = who->warp_global * 32 + l;

		if (!(op->mask >> l & 1))
			continue;
		h = (h * 0x9e3779b97f4a7c15U) ^ where ^ (uint64_t)op->pc << 32;
		h = (h * 0x9e3779b97f4a7c15U) ^ (h >> 29);
		if (op->kind == SIMT_OP_LD || op->kind == SIMT_OP_ST)
			h += op->data[op->vec - 1][l] & 0xff;
		s->accesses += h * 0x9e3779b97f4a7c15U;
	}
}

static void see_release(void *ctx, const struct machine_who *who, uint32_t id, uint32_t mask)
{
	struct seen *s = ctx;

	(void)who;
	(void)id;
	s->released += (uint64_t)__builtin_popcount(mask);
}

static void see_begin(void *ctx, const struct machine_who *who)
{
	struct seen *s = ctx;

	(void)who;
	s->begun++;
	s->running++;
}

static void see_end(void *ctx, const struct machine_who *who)
{
	struct seen *s = ctx;

	(void)who;
	s->ended++;
	assert_int_not_equal(s->running--, 0);
}

static void see_exit(void *ctx, const struct machine_who *who)
{
	struct seen *s = ctx;

	(void)who;
	s->exits++;
}

static void see_launch(void *ctx, const struct machine_launch_info *l)
{
	struct seen *s = ctx;

	(void)l;
	s->launches++;
}

static void see_launch_end(void *ctx, const struct machine_launch_info *l, int error)
{
	struct seen *s = ctx;

	(void)l;
	(void)error;
	s->launches += 1000;
}

static void open_rig(struct rig *r, int mode, struct seen *s)
{
	const struct machine_observer o = {.ctx = s,
					   .launch_begin = see_launch,
					   .launch_end = see_launch_end,
					   .block_begin = see_begin,
					   .block_end = see_end,
					   .op = see_op,
					   .barrier_release = see_release,
					   .warp_exit = see_exit};

	rig_config(r);
	r->cfg.mode = (enum simt_mode)mode;
	r->cfg.threads_per_sm = 512;
	r->cfg.poison = true;
	rig_open(r, module);
	memset(s, 0, sizeof(*s));
	machine_add_observer(r->m, &(struct machine_observer){.ctx = s});
	machine_add_observer(r->m, &o);
}

static void fill(struct rig *r)
{
	for (unsigned i = 0; i < RIG_BYTES / 4; i++)
		r->words[i] = i * 7;
}

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
		cmocka_unit_test(same_result),
		cmocka_unit_test(right_result),
		cmocka_unit_test(system_calls),
		cmocka_unit_test(faults),
		cmocka_unit_test(hangs),
		cmocka_unit_test(livelock),
		cmocka_unit_test(instruction_limit),
		cmocka_unit_test(hook_and_engine),
		cmocka_unit_test(own_clock),
		cmocka_unit_test(parts),
		cmocka_unit_test(probe),
		cmocka_unit_test(backwards),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
