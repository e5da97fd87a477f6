/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * score: oracle against detector, access by access.
 *
 *   oracle_hits() ─┐
 *   detect_hits() ─┼─> found / missed / false, each with the weakness that explains it
 *   detect_check ──┘   (exact counters, exact lock sets and exact owners kept beside)
 *
 * A racing access is (op, lane, word). found: both say race; missed: only the oracle; false:
 * only the detector. Clocked hardware reports an instruction once, whatever words and owners it
 * races on, so there an access is found when its instruction has been reported; false is a record
 * of a warp, instruction and word that the oracle does not have (records.h). A weakness is never
 * guessed from the outcome: its own condition must hold in the exact state that score keeps, else
 * the row is `unexplained`.
 */
#ifndef SCORE_H
#define SCORE_H

#include "../detect/detect.h"
#include "../oracle/oracle.h"
#include "../shared/shared.h"

struct iguard;
struct exact;

/* Known weaknesses of ScoRD (SCORE_F_*: false alarms; SCORE_M_*: misses), and those
 * that we found ourselves; text and condition of each in rows.c and docs/weaknesses.md. */
enum score_row {
	SCORE_UNEXPLAINED,
#define SCORE_ROW(id, name, text) SCORE_##id,
#include "rows.def"
	SCORE_GLOBAL_ROWS, /* so many; the rest are of other detectors: for shared memory, */
	SCORE_BEFORE_SHARED = SCORE_GLOBAL_ROWS - 1,
#include "rows_shared.def"
	SCORE_SHARED_ROWS, /* iGUARD, */
	SCORE_BEFORE_IGUARD = SCORE_SHARED_ROWS - 1,
#include "rows_iguard.def"
	SCORE_IGUARD_ROWS, /* and exact */
	SCORE_BEFORE_EXACT = SCORE_IGUARD_ROWS - 1,
#include "rows_exact.def"
#undef SCORE_ROW
	SCORE_ROWS
};
const char *score_row_name(enum score_row r); /* "f-cumulative" */
const char *score_row_text(enum score_row r); /* one sentence */

/* A distinct race: a pair of code places (earlier, later) on one kind of memory, what is wrong
 * between them, and how far apart the two threads are. */
struct score_pair {
	const struct simt_kernel *kernel;       /* of the second access */
	const struct simt_kernel *kernel_first; /* another one: device code launches; or NULL */
	uint32_t pc_first, pc_second;           /* pc_first RACE_NO_PC: only the detector saw it */
	enum ptx_space space;
	struct race_hit example; /* the first one: oracle's when it saw it, else detector's */
	bool has_detected;
	struct race_hit detected;       /* detector's first hit at pc_second on these races */
	uint64_t found, missed, false_; /* dynamic racing accesses */
	uint64_t rows_missed[SCORE_ROWS], rows_false[SCORE_ROWS];
};

struct score_totals {
	uint64_t found, missed, false_;                  /* dynamic accesses */
	uint64_t pairs_found, pairs_missed, pairs_false; /* pairs with found > 0; oracle's without;
							  * detector's only */
	uint64_t rows_missed[SCORE_ROWS], rows_false[SCORE_ROWS];
};

struct score;
/* o, d: either may be NULL (then its half is empty and nothing is missed or false). Owns
 * neither. Registers itself as d's listener. The observers of o, d and score must be added to the
 * machine in this order. */
struct score *score_create(struct oracle *o, struct detect *d);
/* An oracle of model scord beside one of model ptx: what the two say differently of an access is
 * the models' difference (f-ptx, m-ptx), and no weakness of the detector's. Not owned; an observer
 * of the machine before score's. */
void score_rules(struct score *s, const struct oracle *rules);
/* Another detector, for shared memory: it alone has a word there. Not owned; an observer of the
 * machine before score's. An operation's lanes that touch one word are one access to it: it is
 * found or missed for all of them. */
void score_shared(struct score *s, const struct shared *x);
/* Another detector for global memory, in place of d, which is NULL: likewise, but of single lanes.
 */
void score_iguard(struct score *s, const struct iguard *x);
void score_exact(struct score *s, const struct exact *x);
/* The clocked hardware beside o: it has the last word on what is found in global memory, and d, or
 * iGUARD's units, which have its widths, on why. Its records are given after each launch, and only
 * then is the launch scored. */
void score_clocked(struct score *s);
/* A record: h, and the ID of the second access's block as the hardware has it, which is
 * detect_block_id()'s, or iguard_block_id()'s. */
void score_record(struct score *s, const struct race_hit *h, uint64_t block_id);
/* All records of the launch have been given. dropped: some were lost. */
void score_launched(struct score *s, bool dropped);
void score_destroy(struct score *s);
const struct machine_observer *score_observer(struct score *s);
const struct score_totals *score_totals(const struct score *s);
/* Distinct races in order of first appearance. Valid until the next op. */
const struct score_pair *score_pairs(const struct score *s, size_t *n);
/* Forgets results (not the exact state of a running launch): for the next interleaving. */
void score_clear(struct score *s);

#endif
