/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * engine_rig: a machine (rig.h) whose kernels have no races, so that every order gives the same
 * memory, and what observers see of a launch. For the tests of engines.
 */
#ifndef ENGINE_RIG_H
#define ENGINE_RIG_H

#include "rig.h"

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

static inline void see_op(void *ctx, const struct machine_who *who, const struct simt_op *op)
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

static inline void see_release(void *ctx, const struct machine_who *who, uint32_t id, uint32_t mask)
{
	struct seen *s = ctx;

	(void)who;
	(void)id;
	s->released += (uint64_t)__builtin_popcount(mask);
}

static inline void see_begin(void *ctx, const struct machine_who *who)
{
	struct seen *s = ctx;

	(void)who;
	s->begun++;
	s->running++;
}

static inline void see_end(void *ctx, const struct machine_who *who)
{
	struct seen *s = ctx;

	(void)who;
	s->ended++;
	assert_int_not_equal(s->running--, 0);
}

static inline void see_exit(void *ctx, const struct machine_who *who)
{
	struct seen *s = ctx;

	(void)who;
	s->exits++;
}

static inline void see_launch(void *ctx, const struct machine_launch_info *l)
{
	struct seen *s = ctx;

	(void)l;
	s->launches++;
}

static inline void see_launch_end(void *ctx, const struct machine_launch_info *l, int error)
{
	struct seen *s = ctx;

	(void)l;
	(void)error;
	s->launches += 1000;
}

static inline void open_rig(struct rig *r, int mode, struct seen *s)
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

static inline void fill(struct rig *r)
{
	for (unsigned i = 0; i < RIG_BYTES / 4; i++)
		r->words[i] = i * 7;
}

#endif
