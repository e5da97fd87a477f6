/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Each row of the decision procedures, with the entry that it must leave behind, worked out by
 * hand from docs/reference-models.md. In all of them warp 2 of block 1 accesses, in barrier
 * interval 7, after 3 device and 4 block fences.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "reference/pf_reference.h"

enum { PAPER = 1, SCORD = 2, BOTH = 3 };
enum { L1 = 0x0101, L2 = 0x0202, L12 = 0x0303 };

/* Owner: the accessor itself, another warp of its block, and the same warp number elsewhere. */
#define SELF  .block = 1, .warp = 2, .barrier = 7
#define MATE  .block = 1, .warp = 5, .barrier = 7
#define OTHER .block = 9, .warp = 2, .barrier = 7
/* The entry's fence counts; owner's now are given beside. */
#define AT(d, b) .dev_fence = (d), .blk_fence = (b)
#define NEXT     .block = 1, .warp = 2, .barrier = 7, AT(3, 4)
#define SHARED   .modified = true, .blk_shared = true, .dev_shared = true
#define SELF_NOW \
	{ \
		3, 4 \
	}

struct row {
	int policy;
	enum pf_row row;
	bool race;
	struct pf_entry m;
	struct pf_tag a; /* block, warp, barrier are filled in */
	struct pf_fences owner;
	struct pf_entry next;
};

/* clang-format off */
static const struct row rows[] = {
	/* first access: everything is taken over, tag and epoch stay */
	{BOTH, PF_R1, false, {SHARED, .tag = 5, .epoch = 6}, {.signature = L1}, {0, 0},
	 {NEXT, .lock = L1, .tag = 5, .epoch = 6}},
	{BOTH, PF_R1, false, {SHARED}, {.strong = true}, {0, 0}, {NEXT, .strong = true}},
	{BOTH, PF_W1, false, {SHARED}, {.write = true, .strong = true, .signature = L1}, {0, 0},
	 {NEXT, .modified = true, .strong = true, .lock = L1}},
	{BOTH, PF_W1, false, {SHARED},
	 {.write = true, .atomic = true, .strong = true, .block_scope = true}, {0, 0},
	 {NEXT, .modified = true, .strong = true, .is_atom = true, .block_scope = true}},
	/* a barrier in between, in one block, even in one warp; whatever else is in the entry */
	{BOTH, PF_R1, false, {.block = 1, .warp = 5, .barrier = 6, .modified = true, .lock = L2, .is_atom = true},
	 {.strong = true}, {0, 0}, {NEXT, .strong = true}},
	{BOTH, PF_W1, false, {.block = 1, .warp = 2, .barrier = 8, .blk_shared = true}, {.write = true}, SELF_NOW,
	 {NEXT, .modified = true}},
	/* ... but not when another block has read, nor for another block's count */
	{BOTH, PF_R9, false, {.block = 1, .warp = 5, .barrier = 6, .dev_shared = true}, {.strong = true}, {0, 0},
	 {.block = 1, .warp = 5, .barrier = 6, .dev_shared = true}},
	{BOTH, PF_R5, true, {.block = 9, .warp = 5, .barrier = 6, .modified = true}, {.strong = true}, {0, 0},
	 {NEXT, .strong = true}},

	/* program order; a read after one's own fence makes the word clean; Strong is overwritten (D12) */
	{BOTH, PF_R2, false, {SELF, AT(3, 4), .modified = true}, {.strong = true, .signature = L2}, SELF_NOW,
	 {NEXT, .modified = true, .strong = true, .lock = L2}},
	{BOTH, PF_R2, false, {SELF, AT(2, 4), .modified = true, .is_atom = true, .lock = L1}, {.write = false}, SELF_NOW,
	 {NEXT}},
	{BOTH, PF_R2, false, {SELF, AT(3, 3), .modified = true}, {.write = false}, SELF_NOW, {NEXT}},
	{BOTH, PF_W2, false, {SELF, AT(1, 1), .lock = L1}, {.write = true, .strong = true}, SELF_NOW,
	 {NEXT, .modified = true, .strong = true}},

	/* block-scope atomic, then another block, fences or not; D7: paper records the load as a write */
	{PAPER, PF_R3, true, {OTHER, .modified = true, .is_atom = true, .block_scope = true}, {.strong = true}, {8, 8},
	 {NEXT, .modified = true, .strong = true}},
	{SCORD, PF_R3, true, {OTHER, .modified = true, .is_atom = true, .block_scope = true}, {.strong = true}, {8, 8},
	 {NEXT, .strong = true}},
	{SCORD, PF_R9, false, {OTHER, .is_atom = true, .block_scope = true}, {.strong = true}, {8, 8},
	 {OTHER, .is_atom = true, .block_scope = true, .dev_shared = true}},
	{BOTH, PF_W3, true, {OTHER, .modified = true, .is_atom = true, .block_scope = true, .tag = 3},
	 {.write = true, .atomic = true, .strong = true}, {8, 8},
	 {NEXT, .modified = true, .strong = true, .is_atom = true, .tag = 3}},
	{BOTH, PF_W4, false, {MATE, .modified = true, .strong = true, .is_atom = true, .block_scope = true, .lock = L1},
	 {.write = true, .atomic = true, .strong = true}, {0, 0},
	 {NEXT, .modified = true, .strong = true, .is_atom = true, .lock = L1}},
	/* W4: flags stay in the paper (ours: cleared, as in W10); Strong stays */
	{PAPER, PF_W4, false, {MATE, .modified = true, .is_atom = true, .blk_shared = true},
	 {.write = true, .atomic = true, .strong = true}, {0, 0},
	 {NEXT, .modified = true, .is_atom = true, .blk_shared = true}},
	{SCORD, PF_W4, false, {MATE, .modified = true, .is_atom = true, .blk_shared = true},
	 {.write = true, .atomic = true, .strong = true}, {0, 0}, {NEXT, .modified = true, .is_atom = true}},
	/* W3A: the current one is the narrow one (D14) */
	{PAPER, PF_W4, false, {OTHER, .modified = true, .strong = true, .is_atom = true},
	 {.write = true, .atomic = true, .strong = true, .block_scope = true}, {0, 0},
	 {NEXT, .modified = true, .strong = true, .is_atom = true, .block_scope = true}},
	{SCORD, PF_W3A, true, {OTHER, .modified = true, .strong = true, .is_atom = true, .lock = L1},
	 {.write = true, .atomic = true, .strong = true, .block_scope = true}, {0, 9},
	 {NEXT, .modified = true, .strong = true, .is_atom = true, .block_scope = true}},
	{SCORD, PF_W4, false, {OTHER, .modified = true, .strong = true, .is_atom = true},
	 {.write = true, .atomic = true, .strong = true, .block_scope = true}, {1, 0},
	 {NEXT, .modified = true, .strong = true, .is_atom = true, .block_scope = true}},
	{SCORD, PF_W4, false, {MATE, .modified = true, .strong = true, .is_atom = true},
	 {.write = true, .atomic = true, .strong = true, .block_scope = true}, {0, 0},
	 {NEXT, .modified = true, .strong = true, .is_atom = true, .block_scope = true}},
	/* the same for atomic loads; a poll leaves the entry alone */
	{SCORD, PF_R3A, true, {OTHER, .modified = true, .is_atom = true},
	 {.atomic = true, .strong = true, .block_scope = true}, {0, 0},
	 {NEXT, .strong = true, .is_atom = true, .block_scope = true}},
	{SCORD, PF_RA, false, {OTHER, .modified = true, .is_atom = true},
	 {.atomic = true, .strong = true, .block_scope = true}, {1, 0}, {OTHER, .modified = true, .is_atom = true}},
	{SCORD, PF_RA, false, {OTHER, .modified = true, .is_atom = true, .lock = L1}, {.atomic = true, .strong = true},
	 {0, 0}, {OTHER, .modified = true, .is_atom = true, .lock = L1}},
	{SCORD, PF_RA, false, {OTHER, .is_atom = true}, {.atomic = true, .strong = true, .block_scope = true}, {0, 0},
	 {OTHER, .is_atom = true}},

	/* no fence: both counts must stand still in a block, the device's between blocks */
	{BOTH, PF_R4, true, {MATE, AT(1, 1), .modified = true, .strong = true}, {.strong = true}, {1, 1},
	 {NEXT, .strong = true}},
	{BOTH, PF_R5, true, {OTHER, AT(1, 1), .modified = true, .strong = true, .lock = L1}, {.signature = L1}, {1, 2},
	 {NEXT, .lock = L1}},
	{PAPER, PF_W5, true, {MATE, AT(1, 1)}, {.write = true, .strong = true}, {1, 1}, {NEXT, .strong = true}}, /* D8 */
	{SCORD, PF_W5, true, {MATE, AT(1, 1)}, {.write = true, .strong = true}, {1, 1},
	 {NEXT, .modified = true, .strong = true}},
	/* D11: another block has read, so a block fence is not enough; even for the owner's own store */
	{SCORD, PF_W5, true, {MATE, AT(1, 1), .dev_shared = true}, {.write = true}, {1, 2}, {NEXT, .modified = true}},
	{PAPER, PF_W5, true, {SELF, AT(3, 1), .dev_shared = true}, {.write = true}, SELF_NOW, {NEXT}},
	{BOTH, PF_W8, false, {MATE, AT(1, 1), .dev_shared = true, .strong = true}, {.write = true, .strong = true}, {2, 1},
	 {NEXT, .modified = true, .strong = true}},
	{PAPER, PF_W6, true, {OTHER, AT(1, 1), .modified = true}, {.write = true, .strong = true}, {1, 2},
	 {NEXT, .strong = true}}, /* D8 */
	{SCORD, PF_W6, true, {OTHER, AT(1, 1), .modified = true}, {.write = true, .strong = true}, {1, 2},
	 {NEXT, .modified = true, .strong = true}},

	/* fenced, but not strong on both sides */
	{BOTH, PF_R6, true, {MATE, .modified = true, .strong = true}, {.write = false}, {0, 1}, {NEXT}},
	{BOTH, PF_R6, true, {OTHER, .modified = true}, {.strong = true}, {1, 0}, {NEXT, .strong = true}},
	{BOTH, PF_W7, true, {OTHER}, {.write = true, .strong = true}, {1, 0}, {NEXT, .modified = true, .strong = true}},
	{BOTH, PF_W7, true, {SELF, AT(3, 3), .blk_shared = true, .strong = true}, {.write = true}, SELF_NOW,
	 {NEXT, .modified = true}},

	/* without locks: the consumer becomes owner of a clean word */
	{BOTH, PF_R7, false, {MATE, .modified = true, .strong = true}, {.strong = true}, {0, 1}, {NEXT, .strong = true}},
	{BOTH, PF_R7, false, {OTHER, .modified = true, .strong = true, .is_atom = true}, {.strong = true}, {1, 0},
	 {NEXT, .strong = true}},
	{BOTH, PF_R7, false, {SELF, AT(3, 4), .modified = true, .strong = true, .blk_shared = true}, {.strong = true}, SELF_NOW,
	 {NEXT, .modified = true, .strong = true}},
	{BOTH, PF_R8, false, {MATE, AT(1, 1), .strong = true}, {.write = false}, {1, 1},
	 {MATE, AT(1, 1), .strong = true, .blk_shared = true}},
	{BOTH, PF_R9, false, {OTHER, AT(1, 1), .blk_shared = true}, {.strong = true}, {1, 1},
	 {OTHER, AT(1, 1), .dev_shared = true}},
	{BOTH, PF_W8, false, {OTHER, .strong = true, .blk_shared = true}, {.write = true, .strong = true}, {1, 0},
	 {NEXT, .modified = true, .strong = true}},

	/* with locks */
	{BOTH, PF_R10, true, {MATE, .modified = true, .strong = true, .lock = L1}, {.strong = true, .signature = L2}, {0, 1},
	 {NEXT, .strong = true, .lock = L2}},
	{BOTH, PF_R10, true, {MATE, .modified = true, .strong = true, .lock = L1}, {.strong = true}, {0, 1},
	 {NEXT, .strong = true}},
	{BOTH, PF_W9, true, {OTHER, .strong = true, .lock = L1}, {.write = true, .strong = true, .signature = L2}, {1, 0},
	 {NEXT, .modified = true, .strong = true, .lock = L2}},
	{BOTH, PF_W9, true, {OTHER, .strong = true}, {.write = true, .strong = true, .signature = L2}, {1, 0},
	 {NEXT, .modified = true, .strong = true, .lock = L2}},
	/* one bin alone is no lock in common */
	{BOTH, PF_W9, true, {OTHER, .strong = true, .lock = 0x0102}, {.write = true, .strong = true, .signature = L1}, {1, 0},
	 {NEXT, .modified = true, .strong = true, .lock = L1}},
	{BOTH, PF_R11, false, {MATE, .modified = true, .strong = true, .lock = L12}, {.strong = true, .signature = L1}, {0, 1},
	 {MATE, .modified = true, .strong = true, .lock = L1, .blk_shared = true}},
	{BOTH, PF_R11, false, {MATE, .lock = L1}, {.strong = true}, {0, 1}, {MATE, .lock = L1, .blk_shared = true}},
	{BOTH, PF_R11, false, {SELF, .dev_shared = true}, {.signature = L1}, SELF_NOW, {SELF, .lock = L1, .dev_shared = true}},
	/* D9: a reader of another block */
	{PAPER, PF_R11, false, {OTHER, .lock = L1, .blk_shared = true}, {.signature = L1}, {0, 0}, {OTHER, .lock = L1}},
	{SCORD, PF_R11, false, {OTHER, .lock = L1, .blk_shared = true}, {.signature = L1}, {0, 0},
	 {OTHER, .lock = L1, .dev_shared = true}},
	{BOTH, PF_R11, false, {MATE, .lock = L1, .dev_shared = true}, {.signature = L1}, {0, 0},
	 {MATE, .lock = L1, .dev_shared = true}},
	/* D10: flags stay in the paper */
	{PAPER, PF_W10, false, {MATE, .strong = true, .lock = L12, .blk_shared = true},
	 {.write = true, .strong = true, .signature = L1}, {0, 1},
	 {NEXT, .modified = true, .strong = true, .lock = L1, .blk_shared = true}},
	{SCORD, PF_W10, false, {MATE, .strong = true, .lock = L12, .blk_shared = true},
	 {.write = true, .strong = true, .signature = L1}, {0, 1}, {NEXT, .modified = true, .strong = true, .lock = L1}},

	/* parts of a word: no verdict when both are; the paper does not look */
	{SCORD, PF_RS, false, {OTHER, .modified = true, .sub_word = true, .lock = L1}, {.sub_word = true, .strong = true},
	 {0, 0}, {NEXT, .strong = true, .sub_word = true}},
	{SCORD, PF_WS, false, {MATE, .blk_shared = true, .sub_word = true, .strong = true},
	 {.write = true, .sub_word = true, .signature = L2}, {0, 0},
	 {NEXT, .modified = true, .sub_word = true, .lock = L2}},
	{SCORD, PF_R5, true, {OTHER, .modified = true, .sub_word = true}, {.strong = true}, {0, 0}, {NEXT, .strong = true}},
	{SCORD, PF_W6, true, {OTHER, .modified = true}, {.write = true, .sub_word = true}, {0, 0},
	 {NEXT, .modified = true, .sub_word = true}},
	{SCORD, PF_W2, false, {SELF, .sub_word = true}, {.write = true}, SELF_NOW, {NEXT, .modified = true}},
	{PAPER, PF_R5, true, {OTHER, .modified = true}, {.sub_word = true}, {0, 0}, {NEXT}},
};
/* clang-format on */

static void check(unsigned i, const struct row *r, pf_rules_fn rules)
{
	const struct pf_fences self = SELF_NOW;
	struct pf_tag a = r->a;
	struct pf_verdict v;

	a.block = 1;
	a.warp = 2;
	a.barrier = 7;
	v = rules(&r->m, &a, r->owner, self);
	if (v.row != r->row || v.race != r->race)
		fail_msg("case %u: %s race %d, not %s race %d", i, pf_row_name(v.row), v.race,
			 pf_row_name(r->row), r->race);
#define SAME(f) \
	do { \
		if (v.next.f != r->next.f) \
			fail_msg("case %u (%s): " #f " is %u, not %u", i, pf_row_name(r->row), \
				 (unsigned)v.next.f, (unsigned)r->next.f); \
	} while (0)
	SAME(tag);
	SAME(block);
	SAME(warp);
	SAME(dev_fence);
	SAME(blk_fence);
	SAME(barrier);
	SAME(modified);
	SAME(blk_shared);
	SAME(dev_shared);
	SAME(is_atom);
	SAME(block_scope);
	SAME(strong);
	SAME(lock);
	SAME(epoch);
	SAME(sub_word);
}

static void run(int policy, pf_rules_fn rules, unsigned n_rows)
{
	unsigned seen[PF_ROWS] = {0}, n = 0;

	for (unsigned i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		if (!(rows[i].policy & policy))
			continue;
		check(i, &rows[i], rules);
		seen[rows[i].row] = 1;
	}
	for (unsigned i = 0; i < PF_ROWS; i++)
		n += seen[i];
	assert_int_equal(n, n_rows); /* none left out */
}

static void paper(void **state)
{
	(void)state;
	run(PAPER, pf_rules_scord_paper, 21);
}

static void scord(void **state)
{
	(void)state;
	run(SCORD, pf_rules_scord, PF_ROWS);
}

/* ScoRD's atomics are writes whatever the tag says. */
static void paper_atomic_is_write(void **state)
{
	const struct pf_entry m = {SHARED};
	const struct pf_tag a = {.atomic = true};
	const struct pf_fences f = {0, 0};

	(void)state;
	assert_int_equal(pf_rules_scord_paper(&m, &a, f, f).row, PF_W1);
	assert_int_equal(pf_rules_scord(&m, &a, f, f).row, PF_R1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(paper),
		cmocka_unit_test(scord),
		cmocka_unit_test(paper_atomic_is_write),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
