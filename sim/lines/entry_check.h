/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * entry_check: pf_entry_check, cycle for cycle: the rules' pipeline for accesses to a row of a few
 * entries, one owner of them a cycle.
 *
 *   S1 turn ──> S2 fences ──> S3 rules ──> S4
 *    ^  ^          │            │           │
 *    │  └─ again   └────────────┴───────────┴── rows of operations on the same line
 *    └─ operation, with its row, or near: one in front still makes it
 *
 * Called each cycle: entry_check_eval(), which needs all inputs, then entry_check_step(). What the
 * Verilog finds by compares in S2 is not kept: the rules are asked once, when a check comes to S3,
 * with the entry that it then has and the fences of who then owns it.
 */
#ifndef SIM_LINES_ENTRY_CHECK_H
#define SIM_LINES_ENTRY_CHECK_H

#include "reference/pf_meta.h"
#include "reference/pf_reference.h"
#include "row.h"

struct check_op {
	uint32_t words; /* of a line; of a beat the lowest four bits */
	bool make;      /* a beat of a new block: not checked */
	bool sub;       /* only part of each word */
	struct pf_tag tag;
	struct pf_fences self; /* of the accessor */
	uint32_t era;          /* says which fences it has seen */
};

struct check_config {
	const struct pf_geometry *geometry;
	bool lines; /* of classes of a line's words; else of a beat's words */
	bool alike; /* operations on several entries that are alike follow each other, too */
};

struct check_stage {
	bool valid, last, keeps, alike;
	bool calm;   /* changes nothing */
	bool behind; /* S3 has the row */
	bool took;   /* who was in S3 has become owner, with these counts */
	struct pf_fences taker;
	uint32_t turn, quiet; /* entries */
	uint32_t owner;       /* {block, warp} */
	struct check_op op;
	struct check_row row; /* as it was */
	/* From S3 on */
	uint32_t own, race, fenced;  /* entries: the accessor becomes owner, ... */
	uint8_t kind[CHECK_ENTRIES]; /* enum pf_row */
	uint64_t next[CHECK_ENTRIES];
};

struct entry_check {
	struct check_config config;
	struct pf_layout layout;
	pf_rules_fn rules;
	bool scord;
	unsigned entries, owner_lsb;
	uint32_t owner_mask;
	uint64_t unwritten; /* an entry's bits that say that nothing is known */

	struct {
		bool step; /* S2 to S4 go on */
		bool valid, near;
		uint32_t before; /* so many go back before the one whose row it is */
		const struct check_op *op;
		const struct check_row *row; /* not looked at when near */
		struct pf_fences count;      /* answer to the last look */
	} in;
	/* Of this cycle, by entry_check_eval(). */
	bool leave; /* the operation, with its last owner */
	bool look;
	uint32_t look_owner; /* {block, warp} */
	bool stall_owner;

	struct check_stage *s2, *s3, *s4;
	uint64_t next[CHECK_ENTRIES]; /* in S4: entries accessed get this, of all owners so far */

	/* Private */
	struct check_stage stage[4], *spare;
	bool again; /* other owners of the operation have been here */
	uint32_t left;
	struct {
		bool ready, more, at4, behind, took, alike, calm;
		uint32_t turn, rest, quiet;
	} s1;
};

void entry_check_init(struct entry_check *c, const struct check_config *config);
void entry_check_reset(struct entry_check *c);
void entry_check_policy(struct entry_check *c, bool scord);
void entry_check_eval(struct entry_check *c);
void entry_check_step(struct entry_check *c);

/* Classes of a line's row that have some of the words. */
uint32_t check_classes(const struct check_row *row, uint32_t words);
/* Of an entry in S4, what a record shows: {owner's block fences have moved, low 22 bits}. */
uint32_t check_shown(const struct check_stage *s, unsigned entry);
/* An access leaves the entry as it is, whoever owns it, if both say so. */
bool check_quiet_entry(const struct entry_check *c, uint64_t entry);
bool check_quiet_load(const struct entry_check *c, const struct check_op *op);

#endif
