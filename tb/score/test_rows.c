/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Every row of rows.def: a scene in which it explains a miss or a false alarm, over every order,
 * and nothing stays unexplained.
 */
#include "bench.h"

/* A party's text is one string, which may be longer than the 4095 bytes that ISO C promises. */
#pragma GCC diagnostic ignored "-Woverlength-strings"

/* D: the word that is fought over. */
#define D            "[%rd1]"
#define W            "st.volatile.global.u32 " D ", 1;\n"
#define R            "ld.volatile.global.u32 %r6, " D ";\n"
#define R_BYTE       "ld.volatile.global.u8 %r6, " D ";\n"
#define WEAK_W       "st.global.u32 " D ", 1;\n"
#define WEAK_R       "ld.global.u32 %r6, " D ";\n"
#define FG           "membar.gl;\n"
#define FB           "membar.cta;\n"
#define BAR          "bar.sync 0;\n"
#define ADD(s)       "atom.relaxed." s ".global.add.u32 %r6, " D ", 1;\n"
#define SET(n)       "st.volatile.global.u32 [%rd1+" n "], 1;\n"
#define UNLESS       "setp.eq.u32 %p3, %r6, 0;\n@%p3 ret;\n"
#define SEE(n)       "ld.volatile.global.u32 %r6, [%rd1+" n "];\n" UNLESS
#define IF(o)        "setp.ne.u32 %p3, %r6, 0;\n@%p3 ret;\n"
#define CAS(s, n, v) "atom.relaxed." s ".global.cas.b32 %r6, [%rd1+" n "], 0, " v ";\n"
#define FAILS(n)     "atom.release.gpu.global.cas.b32 %r6, [%rd1+" n "], 5, 6;\n"
/* Not a spin: who does not get the lock leaves. */
#define LOCK(n)       CAS("gpu", n, "1") IF()
#define LOCK_B(n)     CAS("cta", n, "1") IF()
#define EXCH(s, n, v) "atom.relaxed." s ".global.exch.b32 %r6, [%rd1+" n "], " v ";\n"
#define UNLOCK(n)     EXCH("gpu", n, "0")
#define UNLOCK_B(n)   EXCH("cta", n, "0")
#define ZERO(n)       "st.volatile.global.u32 [%rd1+" n "], 0;\n"
#define LOOP(n, body) \
	"mov.u32 %r7, " n ";\nL" n ":\n" body \
	"sub.u32 %r7, %r7, 1;\nsetp.ne.u32 %p4, %r7, 0;\n@%p4 bra L" n ";\n"
#define WAIT(n) \
	"WAIT" n ":\nld.volatile.global.u32 %r6, [%rd1+" n "];\n" \
	"setp.eq.u32 %p3, %r6, 0;\n@%p3 bra WAIT" n ";\n"
#define R4 R R R R

static const struct row_case {
	enum score_row row;
	unsigned checker;
	struct scene s;
} cases[] = {
	{SCORE_F_SECOND_STORE,
	 PAPER,
	 {.blocks = 1,
	  .warps = 2,
	  .lanes = 1,
	  .mode = SIMT_LOCKSTEP,
	  .party = {LOCK_B("128") FB W FB UNLOCK_B("128") LOCK_B("128") FB W W FB UNLOCK_B("128"),
		    LOCK_B("128") FB R FB UNLOCK_B("128")}}},
	{SCORE_F_CUMULATIVE,
	 PAPER,
	 {.blocks = 2,
	  .warps = 2,
	  .lanes = 1,
	  .mode = SIMT_LOCKSTEP,
	  .party = {W BAR, BAR FG SET("64"), SEE("64") R}}},
	{SCORE_F_CUMULATIVE,
	 SCORD,
	 {.blocks = 2,
	  .warps = 2,
	  .lanes = 1,
	  .mode = SIMT_LOCKSTEP,
	  .party = {W BAR, BAR FG SET("64"), SEE("64") R}}},
	/* A compare-and-swap that found another value releases nothing. */
	{SCORE_F_CUMULATIVE,
	 SCORD,
	 {.blocks = 2,
	  .warps = 2,
	  .lanes = 1,
	  .mode = SIMT_LOCKSTEP,
	  .party = {W FAILS("256") BAR, BAR FG SET("64"), SEE("64") R}}},
	{SCORE_F_FENCE_WRAP,
	 PAPER,
	 {.blocks = 2,
	  .warps = 1,
	  .lanes = 1,
	  .mode = SIMT_LOCKSTEP,
	  .party = {W LOOP("63", FG) FG SET("64"), WAIT("64") R},
	  .max_runs = 200}},
	{SCORE_F_BARRIER_WRAP,
	 PAPER,
	 {.blocks = 1,
	  .warps = 2,
	  .lanes = 1,
	  .mode = SIMT_LOCKSTEP,
	  .party = {W LOOP("256", BAR), LOOP("0x100", BAR) R},
	  .max_runs = 20}},
	{SCORE_F_BLOCK_ATOMIC_RELEASED,
	 PAPER,
	 {.blocks = 2,
	  .warps = 1,
	  .lanes = 1,
	  .mode = SIMT_LOCKSTEP,
	  .party = {ADD("cta") FG SET("64"), SEE("64") R}}},
	{SCORE_F_BLOCK_ATOMIC_RELEASED,
	 SCORD,
	 {.blocks = 2,
	  .warps = 1,
	  .lanes = 1,
	  .mode = SIMT_LOCKSTEP,
	  .party = {ADD("cta") FG SET("64"), SEE("64") R}}},
	{SCORE_F_AFTER_SCOPE_RACE,
	 PAPER,
	 {.blocks = 3,
	  .warps = 1,
	  .lanes = 1,
	  .mode = SIMT_LOCKSTEP,
	  .party = {ADD("cta") FG SET("64"), SEE("64") R, SEE("64") R}}},
	{SCORE_F_LOCK_OVERFLOW,
	 PAPER,
	 {.blocks = 2,
	  .warps = 1,
	  .lanes = 1,
	  .mode = SIMT_LOCKSTEP,
	  .party = {LOCK("160") LOCK("132") LOCK("140") FG W FG UNLOCK("140") UNLOCK("132")
			    UNLOCK("160"),
		    LOCK("160") FG W FG UNLOCK("160")}}},
	{SCORE_F_SUB_WORD,
	 PAPER,
	 {.blocks = 2,
	  .warps = 1,
	  .lanes = 1,
	  .mode = SIMT_LOCKSTEP,
	  .party = {"st.volatile.global.u8 [%rd1], 1;\n", "st.volatile.global.u8 [%rd1+1], 1;\n"}}},
	{SCORE_F_WEAK_ORDERED,
	 SCORD,
	 {.blocks = 2,
	  .warps = 1,
	  .lanes = 1,
	  .mode = SIMT_LOCKSTEP,
	  .party = {WEAK_W FG SET("64"), SEE("64") WEAK_R}}},
	{SCORE_F_FIRST_READER,
	 SCORD,
	 {.blocks = 2,
	  .warps = 1,
	  .lanes = 1,
	  .mode = SIMT_LOCKSTEP,
	  .party = {R SEE("64") W, R FG SET("64")}}},
	{SCORE_F_PREDICTED_LOCK,
	 SCORD,
	 {.blocks = 2,
	  .warps = 1,
	  .lanes = 1,
	  .mode = SIMT_LOCKSTEP,
	  .party = {LOCK("128") FG W FG UNLOCK("128") SET("64"),
		    SEE("64") LOCK("144") FG W FG UNLOCK("144")}}},
	{SCORE_F_RELAXED,
	 PAPER,
	 {.blocks = 2,
	  .warps = 1,
	  .lanes = 1,
	  .mode = SIMT_LOCKSTEP,
	  .party = {"st.relaxed.gpu.global.u32 " D ", 1;\n",
		    "ld.relaxed.gpu.global.u32 %r6, " D ";\n"}}},
	{SCORE_F_RELEASE_OP,
	 PAPER,
	 {.blocks = 2,
	  .warps = 1,
	  .lanes = 1,
	  .mode = SIMT_LOCKSTEP,
	  .party = {W "st.release.gpu.global.u32 [%rd1+64], 1;\n",
		    "ld.acquire.gpu.global.u32 %r6, [%rd1+64];\n" UNLESS R}}},
	{SCORE_F_RELEASE_ITSELF,
	 SCORD,
	 {.blocks = 2,
	  .warps = 1,
	  .lanes = 1,
	  .mode = SIMT_LOCKSTEP,
	  .party = {"st.release.gpu.global.u32 " D ", 1;\n",
		    "ld.acquire.gpu.global.u32 %r6, " D ";\n" UNLESS R}}},
	{SCORE_F_SHARED_BLOCK_FENCE,
	 SCORD,
	 {.blocks = 2,
	  .warps = 2,
	  .lanes = 1,
	  .mode = SIMT_LOCKSTEP,
	  .party = {R FB SET("64"), SEE("64") SEE("68") W, R FG SET("68")}}},
	{SCORE_F_SHARED_BARRIER,
	 SCORD,
	 {.blocks = 2,
	  .warps = 2,
	  .lanes = 1,
	  .mode = SIMT_LOCKSTEP,
	  .party = {R BAR, BAR SEE("68") W, R FG SET("68")}}},
	{SCORE_F_LANE0_BARRIER,
	 PAPER,
	 {.blocks = 1,
	  .warps = 2,
	  .lanes = 2,
	  .mode = SIMT_LOCKSTEP,
	  .party = {"@%p1 ret;\n" W BAR, "@%p1 ret;\n" BAR R}}},
	{SCORE_F_LOCK_HASHED,
	 SCORD,
	 {.blocks = 2,
	  .warps = 1,
	  .lanes = 1,
	  .mode = SIMT_LOCKSTEP,
	  .party = {LOCK("128") LOCK("192") FG UNLOCK("192") W FG UNLOCK("128"),
		    LOCK("128") FG W FG UNLOCK("128")}}},
	{SCORE_F_LOCK_NARROWED,
	 SCORD,
	 {.blocks = 3,
	  .warps = 1,
	  .lanes = 1,
	  .mode = SIMT_LOCKSTEP,
	  .party = {LOCK("128") LOCK("144") FG R FG UNLOCK("144") UNLOCK("128"),
		    LOCK("144") FG R FG UNLOCK("144") SET("64"),
		    WAIT("64") LOCK("128") FG W FG UNLOCK("128")},
	  .max_runs = 20000}},
	{SCORE_F_LOCK_IDIOM,
	 SCORD,
	 {.blocks = 2,
	  .warps = 1,
	  .lanes = 1,
	  .mode = SIMT_LOCKSTEP,
	  .party = {EXCH("gpu", "160", "1") IF() LOCK("128") FG W FG UNLOCK("128") UNLOCK("160"),
		    EXCH("gpu", "160", "1") IF() FG W FG UNLOCK("160")}}},
	{SCORE_F_OWN_LOCK,
	 PAPER,
	 {.blocks = 1,
	  .warps = 2,
	  .lanes = 1,
	  .mode = SIMT_LOCKSTEP,
	  .party = {LOCK("128") FG W FG UNLOCK("128") R, LOCK("128") FG R FG UNLOCK("128")}}},

	{SCORE_M_ANY_FENCE,
	 SCORD,
	 {.blocks = 2, .warps = 1, .lanes = 1, .mode = SIMT_LOCKSTEP, .party = {W FG, R}}},
	{SCORE_M_LATER_READER,
	 SCORD,
	 {.blocks = 3, .warps = 1, .lanes = 1, .mode = SIMT_LOCKSTEP, .party = {R FG, R, W}}},
	{SCORE_M_OWNER_LOST,
	 SCORD,
	 {.blocks = 2,
	  .warps = 2,
	  .lanes = 1,
	  .mode = SIMT_LOCKSTEP,
	  .party = {W FB SET("64"), SEE("64") R, R}}},
	{SCORE_M_MADE_STRONG,
	 SCORD,
	 {.blocks = 2, .warps = 1, .lanes = 1, .mode = SIMT_LOCKSTEP, .party = {WEAK_W R FG, R}}},
	{SCORE_M_ATOMIC_SCOPE,
	 PAPER,
	 {.blocks = 2,
	  .warps = 1,
	  .lanes = 1,
	  .mode = SIMT_LOCKSTEP,
	  .party = {ADD("gpu"), ADD("cta")}}},
	{SCORE_M_AFTER_STORE_RACE,
	 PAPER,
	 {.blocks = 3, .warps = 1, .lanes = 1, .mode = SIMT_LOCKSTEP, .party = {W, W, R}}},
	{SCORE_M_LOCK_READS,
	 PAPER,
	 {.blocks = 2,
	  .warps = 1,
	  .lanes = 1,
	  .mode = SIMT_LOCKSTEP,
	  .party = {LOCK("128") FG R FG UNLOCK("128") W, LOCK("128") FG R FG UNLOCK("128")}}},
	{SCORE_M_LOCKLESS_READ,
	 SCORD,
	 {.blocks = 3,
	  .warps = 1,
	  .lanes = 1,
	  .mode = SIMT_LOCKSTEP,
	  .party = {LOCK("128") FG R FG UNLOCK("128"), R, LOCK("128") FG W FG UNLOCK("128")}}},
	{SCORE_M_LOCK_HASH,
	 SCORD,
	 {.blocks = 2,
	  .warps = 1,
	  .lanes = 1,
	  .mode = SIMT_LOCKSTEP,
	  .party = {LOCK("128") FG W FG UNLOCK("128"), LOCK("192") FG W FG UNLOCK("192")}}},
	{SCORE_M_BLOCK_LOCK_HASH,
	 PAPER,
	 {.blocks = 65,
	  .warps = 1,
	  .lanes = 1,
	  .mode = SIMT_LOCKSTEP,
	  .party = {LOCK_B("128") FG W FG UNLOCK_B("128"), LOCK_B("128") FG W FG UNLOCK_B("128")},
	  .who = {0, 64},
	  .max_runs = 64}},
	{SCORE_M_BLOOM,
	 SCORD,
	 {.blocks = 2,
	  .warps = 1,
	  .lanes = 1,
	  .mode = SIMT_LOCKSTEP,
	  .party = {LOCK("136") FG W FG UNLOCK("136"),
		    LOCK("160") LOCK("140") FG W FG UNLOCK("160") UNLOCK("140")}}},
	{SCORE_M_LOCK_IDIOM,
	 SCORD,
	 {.blocks = 2,
	  .warps = 1,
	  .lanes = 1,
	  .mode = SIMT_LOCKSTEP,
	  .party = {CAS("gpu", "128", "7") IF() FG W FG UNLOCK("128"), W}}},
	{SCORE_M_LOCK_STALE,
	 SCORD,
	 {.blocks = 2,
	  .warps = 1,
	  .lanes = 1,
	  .mode = SIMT_LOCKSTEP,
	  .party = {LOCK("128") FG ZERO("128") LOCK("128") W, LOCK("128") FG W FG UNLOCK("128")}}},
	{SCORE_M_SAME_WARP,
	 SCORD,
	 {.blocks = 1,
	  .warps = 1,
	  .lanes = 2,
	  .mode = SIMT_ITS,
	  .party = {"@%p1 st.global.u32 " D ", 1;\n@%p2 ld.global.u32 %r6, " D ";\n"}}},
	{SCORE_M_UPPER_WORD,
	 PAPER,
	 {.blocks = 2,
	  .warps = 1,
	  .lanes = 1,
	  .mode = SIMT_LOCKSTEP,
	  .party = {"mov.u64 %rd6, 1;\nst.volatile.global.u64 " D ", %rd6;\n",
		    "ld.volatile.global.u32 %r6, [%rd1+4];\n"}}},
	{SCORE_M_UNTRACKED,
	 PAPER,
	 {.blocks = 2,
	  .warps = 1,
	  .lanes = 1,
	  .mode = SIMT_LOCKSTEP,
	  .party = {"st.volatile.global.u32 [%rd2], 1;\n",
		    "ld.volatile.global.u32 %r6, [%rd2];\n"}}},
	{SCORE_M_UNTRACKED,
	 SCORD,
	 {.blocks = 1,
	  .warps = 2,
	  .lanes = 1,
	  .mode = SIMT_LOCKSTEP,
	  .party = {"st.volatile.shared.u32 [%rd3], 1;\n",
		    "ld.volatile.shared.u32 %r6, [%rd3];\n"}}},
	{SCORE_M_SLOT_ALIAS,
	 PAPER,
	 {.blocks = 129,
	  .warps = 1,
	  .lanes = 1,
	  .mode = SIMT_LOCKSTEP,
	  .party = {W, R},
	  .who = {0, 128},
	  .max_runs = 16}},
	{SCORE_M_METADATA_ALIAS,
	 CACHED,
	 {.blocks = 2,
	  .warps = 1,
	  .lanes = 1,
	  .mode = SIMT_LOCKSTEP,
	  .party = {W "mov.u64 %rd4, %rd1;\n" LOOP("120", "add.s64 %rd4, %rd4, 4;\n"
							  "st.volatile.global.u32 [%rd4], 1;\n")
			    SET("64"),
		    WAIT("64") R},
	  .max_runs = 4}},
	{SCORE_M_SCOPE_OVERWRITTEN,
	 SCORD,
	 {.blocks = 2,
	  .warps = 1,
	  .lanes = 1,
	  .mode = SIMT_LOCKSTEP,
	  .party = {ADD("cta") R FG, R}}},
	{SCORE_M_FORGOTTEN,
	 SCORD,
	 {.blocks = 3, .warps = 1, .lanes = 1, .mode = SIMT_LOCKSTEP, .party = {W, R, R}}},
	{SCORE_M_SUB_WORD,
	 SCORD,
	 {.blocks = 2,
	  .warps = 1,
	  .lanes = 1,
	  .mode = SIMT_LOCKSTEP,
	  .party = {"st.volatile.global.u8 [%rd1], 1;\n", "st.volatile.global.u8 [%rd1], 2;\n"}}},
	{SCORE_M_BARRIER,
	 SCORD,
	 {.blocks = 1,
	  .warps = 3,
	  .lanes = 1,
	  .mode = SIMT_LOCKSTEP,
	  .party = {W "bar.sync 1, 64;\n", "bar.sync 1, 64;\n", R}}},
	{SCORE_M_OWNER_OVERWRITTEN,
	 SCORD,
	 {.blocks = 3,
	  .warps = 1,
	  .lanes = 1,
	  .mode = SIMT_LOCKSTEP,
	  .party = {ADD("gpu"), ADD("gpu") FG, R}}},
	{SCORE_M_LANE_FENCE,
	 SCORD,
	 {.blocks = 2,
	  .warps = 1,
	  .lanes = 2,
	  .mode = SIMT_ITS,
	  .party = {"@%p1 st.volatile.global.u32 " D ", 1;\n@%p2 " FG, "@%p1 " R}}},
	{SCORE_M_LANE_LOCK,
	 SCORD,
	 {.blocks = 2,
	  .warps = 1,
	  .lanes = 2,
	  .mode = SIMT_ITS,
	  .party = {"@%p1 bra MEET;\n" LOCK("128") FG "MEET:\nbar.warp.sync 3;\n"
						      "@%p1 st.volatile.global.u32 " D ", 1;\n" FG
						      "@%p2 " EXCH("gpu", "128", "0"),
		    "@%p2 ret;\n" LOCK("128") FG R FG UNLOCK("128")}}},
	{SCORE_M_LDST_SCOPE,
	 PAPER,
	 {.blocks = 2,
	  .warps = 1,
	  .lanes = 1,
	  .mode = SIMT_LOCKSTEP,
	  .party = {"st.relaxed.cta.global.u32 " D ", 1;\n" FG,
		    "ld.relaxed.gpu.global.u32 %r6, " D ";\n"}}},
	{SCORE_M_ATOMIC_SIZE,
	 SCORD,
	 {.blocks = 2,
	  .warps = 1,
	  .lanes = 1,
	  .mode = SIMT_LOCKSTEP,
	  .party = {ADD("gpu"), "atom.relaxed.gpu.global.add.u64 %rd6, " D ", 1;\n"}}},
	{SCORE_M_LOCK_KEPT,
	 SCORD,
	 {.blocks = 2,
	  .warps = 1,
	  .lanes = 1,
	  .mode = SIMT_LOCKSTEP,
	  .party = {LOCK("128") FG ZERO("128") W FG, LOCK("128") FG R FG UNLOCK("128")}}},
	{SCORE_M_LOCK_OVERFLOW,
	 SCORD,
	 {.blocks = 2,
	  .warps = 1,
	  .lanes = 1,
	  .mode = SIMT_LOCKSTEP,
	  .party = {LOCK("128") LOCK("132") LOCK("136") FG UNLOCK("136") UNLOCK("132")
			    W FG UNLOCK("128"),
		    W}}},
	{SCORE_M_LOCK_EMPTIED,
	 SCORD,
	 {.blocks = 3,
	  .warps = 1,
	  .lanes = 1,
	  .mode = SIMT_LOCKSTEP,
	  .party = {LOCK("128") FG R FG UNLOCK("128"), LOCK("144") FG R FG UNLOCK("144"), W}}},
	{SCORE_M_LOCK_ATOMIC,
	 SCORD,
	 {.blocks = 3,
	  .warps = 1,
	  .lanes = 1,
	  .mode = SIMT_LOCKSTEP,
	  .party = {ADD("gpu") FG, LOCK("128") FG ADD("gpu") FG UNLOCK("128"), W}}},
	{SCORE_M_TOO_MANY,
	 SCORD,
	 {.blocks = 3,
	  .warps = 1,
	  .lanes = 1,
	  .mode = SIMT_LOCKSTEP,
	  .party = {R FG, R4 R4 R4 R4 R4, W},
	  .max_runs = 300}},
	{SCORE_F_PTX,
	 SCORD,
	 {.blocks = 2,
	  .warps = 1,
	  .lanes = 1,
	  .mode = SIMT_LOCKSTEP,
	  .party = {W, R},
	  .ptx = true}},
	{SCORE_F_PTX, /* ordered by Fence-SC order: the two fences */
	 PAPER,
	 {.blocks = 2,
	  .warps = 1,
	  .lanes = 1,
	  .mode = SIMT_LOCKSTEP,
	  .party = {WEAK_W FG, FG WEAK_R},
	  .ptx = true}},
	{SCORE_M_PTX, /* nobody acquires */
	 SCORD,
	 {.blocks = 2,
	  .warps = 1,
	  .lanes = 1,
	  .mode = SIMT_LOCKSTEP,
	  .party = {W FG SET("64"), SEE("64") R_BYTE},
	  .ptx = true}},
};

/* Blocks 128 apart: fences of the later one go where nobody looks. Too many for a walk. */
static const struct scene many_blocks = {
	.blocks = 130,
	.warps = 1,
	.lanes = 1,
	.party = {W FG SET("64"), WAIT("64") R},
	.who = {128, 129},
	.max_runs = 4,
};

static uint64_t row_of(const struct bench *b, unsigned checker, enum score_row row)
{
	return b->rows[checker][row];
}

static void expect(const struct scene *s, unsigned checker, enum score_row row)
{
	struct bench b;

	bench_run(&b, s);
	bench_close(&b);
	for (unsigned c = 0; c < BENCH_CHECKERS; c++)
		if (row_of(&b, c, SCORE_UNEXPLAINED))
			fail_msg("%s: checker %u leaves something unexplained", score_row_name(row),
				 c);
	if (row_of(&b, checker, row))
		return;
	for (unsigned i = 0; i < SCORE_ROWS; i++)
		if (row_of(&b, checker, (enum score_row)i))
			print_message("# %s\n", score_row_name((enum score_row)i));
	fail_msg("%s does not come up (found %llu)", score_row_name(row),
		 (unsigned long long)b.totals[checker].found);
}

static void test_case(void **state)
{
	const struct row_case *c = *state;

	expect(&c->s, c->checker, c->row);
}

static void test_many_blocks(void **state)
{
	(void)state;
	expect(&many_blocks, PAPER, SCORE_F_MANY_BLOCKS);
}

/* No row without a scene; the scenes of clocked hardware are in test_records.c. */
static void test_all_rows(void **state)
{
	(void)state;
	for (unsigned row = SCORE_UNEXPLAINED + 1; row < SCORE_GLOBAL_ROWS; row++) {
		bool has = row == SCORE_F_MANY_BLOCKS || row == SCORE_F_CLOCKED ||
			   row == SCORE_M_CLOCKED || row == SCORE_M_RING;

		for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
			has |= (unsigned)cases[i].row == row;
		if (!has)
			fail_msg("%s has no scene", score_row_name((enum score_row)row));
	}
}

int main(void)
{
	enum { N = sizeof(cases) / sizeof(*cases) };
	struct CMUnitTest tests[N + 2] = {cmocka_unit_test(test_all_rows),
					  cmocka_unit_test(test_many_blocks)};
	char names[N][64];

	for (unsigned i = 0; i < N; i++) {
		snprintf(names[i], sizeof(names[i]), "%s_%s", score_row_name(cases[i].row),
			 cases[i].checker == PAPER   ? "paper"
			 : cases[i].checker == SCORD ? "scord"
						     : "cached16");
		tests[i + 2] = (struct CMUnitTest)cmocka_unit_test_prestate(
			test_case, (void *)(uintptr_t)&cases[i]);
		tests[i + 2].name = names[i];
	}
	return cmocka_run_group_tests_name("score rows", tests, NULL, NULL);
}
