/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Lanes that meet at different instructions of one operation, as they may from sm_70 on: the same
 * results as at one instruction, one operation for who watches, and nothing that only looks alike.
 */
#include "core_machine.h"

#define HEAD(target) ".version 8.0\n.target " target "\n.address_size 64\n"

/* Lanes of `which` take the second of the two; each branch has registers of its own, and those of
 * the other one hold rubbish. In: a b c member in words 0, 32, 64, 96;
 * then which, who leaves. Out: results, predicates. */
#define TWO \
	".shared .align 16 .b8 tile[512];\n.visible .entry k(.param .u64 out)\n{\n" \
	"\t.reg .pred %%p<12>;\n\t.reg .b32 %%r<24>;\n\t.reg .b64 %%rd<8>;\n" \
	"\tld.param.u64 %%rd1, [out];\n\tmov.u32 %%r1, %%tid.x;\n" \
	"\tmad.wide.u32 %%rd2, %%r1, 4, %%rd1;\n" \
	"\tld.u32 %%r2, [%%rd2];\n\tld.u32 %%r3, [%%rd2+128];\n\tld.u32 %%r4, [%%rd2+256];\n" \
	"\tld.u32 %%r5, [%%rd2+384];\n\tld.u32 %%r20, [%%rd1+512];\n\tld.u32 %%r21, " \
	"[%%rd1+516];\n" \
	"\tshr.u32 %%r20, %%r20, %%r1;\n\tand.b32 %%r20, %%r20, 1;\n\tsetp.ne.u32 %%p1, %%r20, " \
	"0;\n" \
	"\tshr.u32 %%r21, %%r21, %%r1;\n\tand.b32 %%r21, %%r21, 1;\n\tsetp.ne.u32 %%p8, %%r21, " \
	"0;\n" \
	"\tselp.b32 %%r6, %%r2, 1234, %%p1;\n\tselp.b32 %%r7, %%r3, 3, %%p1;\n" \
	"\tselp.b32 %%r8, %%r4, 31, %%p1;\n\tselp.b32 %%r9, %%r5, 0, %%p1;\n" \
	"\tselp.b32 %%r2, 5678, %%r2, %%p1;\n\tselp.b32 %%r3, 2, %%r3, %%p1;\n" \
	"\tselp.b32 %%r4, 7, %%r4, %%p1;\n\tselp.b32 %%r5, 0, %%r5, %%p1;\n" \
	"\tmul.wide.u32 %%rd3, %%r2, 65537;\n\tmul.wide.u32 %%rd4, %%r6, 65537;\n" \
	"\tsetp.gt.u32 %%p2, %%r2, 2;\n\tsetp.le.u32 %%p3, %%r6, 2;\n" \
	"\tmov.u32 %%r10, 0;\n\tmov.u32 %%r11, 0;\n\tsetp.ne.u32 %%p4, 0, 0;\n" \
	"\tsetp.ne.u32 %%p5, 0, 0;\n" \
	"\t@%%p8 bra LEAVE;\n\t@%%p1 bra OTHER;\n\t%s\n\tbra.uni END;\nOTHER:\n" \
	"\tadd.u32 %%r12, %%r12, 1;\n\t%s\nEND:\n" \
	"\tselp.b32 %%r10, %%r11, %%r10, %%p1;\n\tst.u32 [%%rd2+1024], %%r10;\n" \
	"\tselp.u32 %%r10, 1, 0, %%p4;\n\tselp.u32 %%r11, 1, 0, %%p5;\n" \
	"\tselp.b32 %%r10, %%r11, %%r10, %%p1;\n\tst.u32 [%%rd2+2048], %%r10;\n" \
	"LEAVE:\n\tret;\n}\n"

static struct cm *load_two(const char *head, const char *one, const char *other)
{
	char ptx[8192];
	int n = snprintf(ptx, sizeof(ptx), "%s", head);

	snprintf(ptx + n, sizeof(ptx) - (size_t)n, TWO, one, other);
	return cm_load(ptx);
}

struct scene {
	uint32_t in[4][32], which, leave;
};

static void make_scene(struct scene *s, struct rng *rng)
{
	const uint32_t half = (uint32_t)rng_next(rng), whole = rng_below(rng, 2);

	s->which = (uint32_t)rng_next(rng);
	s->leave = rng_below(rng, 2) ? (uint32_t)(rng_next(rng) & rng_next(rng)) : 0;
	for (unsigned l = 0; l < 32; l++) {
		s->in[0][l] = rng_below(rng, 4);
		s->in[1][l] = rng_below(rng, 32);
		s->in[2][l] = rng_below(rng, 2) ? 0x1f : (uint32_t)rng_next(rng) & 0x1f1f;
		s->in[3][l] = whole ? UINT32_MAX : half >> l & 1 ? half : ~half;
	}
}

static void results(struct cm *c, const struct scene *s, uint32_t which, uint32_t out[2][32])
{
	uint32_t *g = cm_u32(c);

	memset(c->global, 0, sizeof(c->global));
	memcpy(g, s->in, sizeof(s->in));
	g[128] = which;
	g[129] = s->leave;
	assert_int_equal(cm_run(c, SIMT_ITS, 32), SIMT_RUN_DONE);
	memcpy(out[0], g + 256, 128);
	memcpy(out[1], g + 512, 128);
}

static const struct {
	const char *one, *other;
} pairs[] = {
	{"shfl.sync.up.b32 %r10|%p4, %r2, %r3, %r4, %r5;",
	 "shfl.sync.up.b32 %r11|%p5, %r6, %r7, %r8, %r9;"},
	{"shfl.sync.down.b32 %r10|%p4, %r2, %r3, %r4, %r5;",
	 "shfl.sync.down.b32 %r6|%p5, %r6, %r7, %r8, %r9;\n\tmov.u32 %r11, %r6;"},
	{"shfl.sync.bfly.b32 %r10|%p4, %r2, %r3, %r4, %r5;",
	 "shfl.sync.bfly.b32 %r11|%p5, %r6, %r7, %r8, %r9;"},
	{"shfl.sync.idx.b32 %r10|%p4, %r2, %r3, %r4, %r5;",
	 "shfl.sync.idx.b32 %r11|%p5, %r6, %r7, %r8, %r9;"},
	{"shfl.sync.idx.b32 %r10, %r2, %r3, %r4, %r5;",
	 "shfl.sync.idx.b32 %r11|%p6, %r6, %r7, %r8, %r9;"},
	{"shfl.sync.bfly.b32 %r10, %r2, 1, 31, %r5;", "shfl.sync.bfly.b32 %r11, %r6, 1, 31, %r9;"},
	{"vote.sync.any.pred %p4, %p2, %r5;", "vote.sync.any.pred %p5, !%p3, %r9;"},
	{"vote.sync.all.pred %p4, !%p2, %r5;", "vote.sync.all.pred %p5, %p3, %r9;"},
	{"vote.sync.uni.pred %p4, %p2, %r5;", "vote.sync.uni.pred %p5, !%p3, %r9;"},
	{"vote.sync.ballot.b32 %r10, %p2, %r5;", "vote.sync.ballot.b32 %r11, !%p3, %r9;"},
	{"match.any.sync.b32 %r10, %r2, %r5;", "match.any.sync.b32 %r11, %r6, %r9;"},
	{"match.any.sync.b64 %r10, %rd3, %r5;", "match.any.sync.b64 %r11, %rd4, %r9;"},
	{"match.all.sync.b32 %r10|%p4, %r2, %r5;", "match.all.sync.b32 %r11|%p5, %r6, %r9;"},
	{"match.all.sync.b64 %r10, %rd3, %r5;", "match.all.sync.b64 %r11|%p6, %rd4, %r9;"},
	{"redux.sync.add.u32 %r10, %r2, %r5;", "redux.sync.add.u32 %r11, %r6, %r9;"},
	{"redux.sync.min.s32 %r10, %r2, %r5;", "redux.sync.min.s32 %r11, %r6, %r9;"},
	{"redux.sync.xor.b32 %r10, %r2, %r5;", "redux.sync.xor.b32 %r11, %r6, %r9;"},
	{"elect.sync %r10|%p4, %r5;", "elect.sync %r11|%p5, %r9;"},
	{"elect.sync _|%p4, %r5;", "elect.sync %r12|%p5, %r9;"},
};

/* Whoever takes which branch, the results are those of one instruction. */
static void exchange(void **state)
{
	struct rng rng;

	(void)state;
	rng_seed(&rng, 7);
	for (unsigned n = 0; n < sizeof(pairs) / sizeof(*pairs); n++) {
		struct cm *c = load_two(HEAD("sm_90"), pairs[n].one, pairs[n].other);

		for (unsigned round = 0; round < 60; round++) {
			uint32_t want[2][32], got[2][32];
			struct scene s;

			make_scene(&s, &rng);
			c->select = round & 1;
			results(c, &s, 0, want);
			results(c, &s, s.which, got);
			if (memcmp(want, got, sizeof(want)))
				fail_msg("%s", pairs[n].one);
			results(c, &s, UINT32_MAX, got);
			assert_memory_equal(want, got, sizeof(want));
		}
		cm_free(c);
	}
}

/* What only looks alike waits for ever: other qualifiers, another operation, another mask. */
static void unlike(void **state)
{
	static const struct {
		const char *head, *one, *other;
		enum simt_status end;
	} t[] = {
		{HEAD("sm_70"), "bar.warp.sync -1;", "bar.warp.sync -1;", SIMT_RUN_DONE},
		{HEAD("sm_60"), "bar.warp.sync -1;", "bar.warp.sync -1;", SIMT_RUN_STUCK},
		{HEAD("sm_60"), "shfl.sync.up.b32 %r10, %r2, 1, 0, -1;",
		 "shfl.sync.up.b32 %r11, %r2, 1, 0, -1;", SIMT_RUN_STUCK},
		{HEAD("sm_90"), "bar.warp.sync -1;", "bar.warp.sync 0x1ffff;", SIMT_RUN_STUCK},
		{HEAD("sm_90"), "bar.warp.sync -1;", "vote.sync.ballot.b32 %r11, %p2, -1;",
		 SIMT_RUN_STUCK},
		{HEAD("sm_90"), "vote.sync.any.pred %p4, %p2, -1;",
		 "vote.sync.all.pred %p5, %p2, -1;", SIMT_RUN_STUCK},
		{HEAD("sm_90"), "shfl.sync.up.b32 %r10, %r2, 1, 0, -1;",
		 "shfl.sync.down.b32 %r11, %r2, 1, 31, -1;", SIMT_RUN_STUCK},
		{HEAD("sm_90"), "match.any.sync.b32 %r10, %r2, -1;",
		 "match.any.sync.b64 %r11, %rd3, -1;", SIMT_RUN_STUCK},
		{HEAD("sm_90"), "match.any.sync.b32 %r10, %r2, -1;",
		 "match.all.sync.b32 %r11, %r2, -1;", SIMT_RUN_STUCK},
		{HEAD("sm_90"), "redux.sync.add.u32 %r10, %r2, -1;",
		 "redux.sync.add.s32 %r11, %r2, -1;", SIMT_RUN_STUCK},
		{HEAD("sm_90"), "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r10}, [tile];",
		 "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r11}, [tile];", SIMT_RUN_STUCK},
	};

	(void)state;
	for (unsigned n = 0; n < sizeof(t) / sizeof(*t); n++) {
		struct cm *c = load_two(t[n].head, t[n].one, t[n].other);

		cm_u32(c)[128] = 0xffff;
		if (cm_run(c, SIMT_ITS, 32) != t[n].end)
			fail_msg("%s %s", t[n].one, t[n].other);
		cm_free(c);
	}
}

#define ENTRY(vars) \
	HEAD("sm_70") \
	vars ".visible .entry k(.param .u64 out)\n{\n" \
	     "\t.reg .pred %p<8>;\n\t.reg .b32 %r<16>;\n\t.reg .b64 %rd<8>;\n" \
	     "\tld.param.u64 %rd1, [out];\n\tmov.u32 %r1, %tid.x;\n" \
	     "\tmad.wide.u32 %rd2, %r1, 4, %rd1;\n"

/* One operation, of all lanes, after what each did before it and before what each does after. */
static void order(void **state)
{
	static const char ptx[] = ENTRY(
		"") "\tand.b32 %r2, %r1, 1;\n\tsetp.eq.u32 %p1, %r2, 0;\n\t@%p1 bra EVEN;\n"
		    "\tbar.warp.sync -1;\n\tld.u32 %r3, [%rd2+-4];\n\tst.u32 [%rd2+1024], %r3;\n"
		    "\tret;\nEVEN:\n\tst.u32 [%rd2], %r1;\n\tbar.warp.sync -1;\n"
		    "\tld.u32 %r3, [%rd2];\n\tst.u32 [%rd2+1024], %r3;\n\tret;\n}\n";
	struct cm *c = cm_load(ptx);

	(void)state;
	c->log_on = true;
	for (unsigned round = 0; round < 20; round++) {
		c->select = round;
		memset(c->global, 0xff, sizeof(c->global));
		assert_int_equal(cm_run(c, SIMT_ITS, 29), SIMT_RUN_DONE);
		assert_int_equal(c->log[0].kind, SIMT_OP_ST);
		assert_int_equal(c->log[1].kind, SIMT_OP_WARPSYNC);
		assert_int_equal(c->log[1].mask, 0x1fffffff);
		for (unsigned n = 2; n < c->n_log; n++)
			assert_int_not_equal(c->log[n].kind, SIMT_OP_WARPSYNC);
		for (uint32_t l = 0; l < 29; l++)
			assert_int_equal(cm_u32(c)[256 + l], l & ~1U);
	}
	cm_free(c);
}

/* Lanes leave a loop at different times, and those that have meet the others from behind it. */
static void loops(void **state)
{
	static const char ptx[] = ENTRY(
		"") "\tand.b32 %r2, %r1, 3;\n\tmov.u32 %r3, 0;\nLOOP:\n\tadd.u32 %r3, %r3, 1;\n"
		    "\tbar.warp.sync -1;\n\tsetp.le.u32 %p1, %r3, %r2;\n\t@%p1 bra LOOP;\n"
		    "BEHIND:\n\tsetp.ge.u32 %p2, %r3, 4;\n\t@%p2 bra END;\n\tadd.u32 %r3, %r3, 1;\n"
		    "\tbar.warp.sync -1;\n\tbra.uni BEHIND;\nEND:\n\tst.u32 [%rd2], %r3;\n"
		    "\tvote.sync.ballot.b32 %r4, %p2, -1;\n\tst.u32 [%rd2+1024], %r4;\n\tret;\n}\n";
	struct cm *c = cm_load(ptx);

	(void)state;
	c->log_on = true;
	for (unsigned round = 0; round < 20; round++) {
		unsigned syncs = 0;

		c->select = round;
		assert_int_equal(cm_run(c, SIMT_ITS, 32), SIMT_RUN_DONE);
		for (unsigned n = 0; n < c->n_log; n++) {
			syncs += c->log[n].kind == SIMT_OP_WARPSYNC;
			if (c->log[n].kind == SIMT_OP_WARPSYNC)
				assert_int_equal(c->log[n].mask, UINT32_MAX);
		}
		assert_int_equal(syncs, 4);
		for (uint32_t l = 0; l < 32; l++) {
			assert_int_equal(cm_u32(c)[l], 4);
			assert_int_equal(cm_u32(c)[256 + l], UINT32_MAX);
		}
	}
	cm_free(c);
}

/* In a function and outside; the last lane that is named leaves the kernel. */
static void calls_and_exits(void **state)
{
	static const char ptx[] = ENTRY(".func meet\n{\n\tbar.warp.sync -1;\n\tret;\n}\n") //
		"\tsetp.eq.u32 %p1, %r1, 9;\n\t@%p1 bra LATE;\n\tsetp.lt.u32 %p2, %r1, 16;\n"
		"\tshl.b32 %r4, %r1, 1;\n\t@%p2 bra IN;\n\tbar.warp.sync -1;\n"
		"\tshfl.sync.idx.b32 %r3, %r4, 5, 31, -1;\n\tst.u32 [%rd2], %r3;\n\tret;\n"
		"IN:\n\tcall meet;\n\tmov.u32 %r5, 20;\n"
		"\tshfl.sync.idx.b32 %r6, %r1, %r5, 31, -1;\n\tst.u32 [%rd2], %r6;\n\tret;\n"
		"LATE:\n\tmov.u32 %r2, 0;\nLOOP:\n\tadd.u32 %r2, %r2, 1;\n"
		"\tsetp.lt.u32 %p3, %r2, 3000;\n\t@%p3 bra LOOP;\n\tret;\n}\n";
	struct cm *c = cm_load(ptx);

	(void)state;
	c->log_on = true;
	assert_int_equal(cm_run(c, SIMT_ITS, 32), SIMT_RUN_DONE);
	assert_int_equal(c->log[0].kind, SIMT_OP_WARPSYNC);
	assert_int_equal(c->log[0].mask, 0xfffffdff);
	for (uint32_t l = 0; l < 32; l++)
		assert_int_equal(cm_u32(c)[l], l == 9 ? 0 : l < 16 ? 40 : 5);
	cm_free(c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(exchange), cmocka_unit_test(unlike),
					   cmocka_unit_test(order), cmocka_unit_test(loops),
					   cmocka_unit_test(calls_and_exits)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
