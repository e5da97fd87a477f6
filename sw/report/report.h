/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * report: races as a person reads them, and as JSON.
 *
 *   score_pairs() ─> report_collect(): names, lines, allocations resolved while they exist
 *                 ─> report_text() / report_json()
 *
 * docs/race-report.md shows both and has the JSON schema.
 */
#ifndef RACE_REPORT_H
#define RACE_REPORT_H

#include <jansson.h>
#include <stdio.h>

#include "../score/score.h"

struct report;

struct report_config {
	bool colour; /* ANSI colours (standard error is a terminal and NO_COLOR unset) */
	/* What ran: an oracle; a detector for global memory, for shared memory; and what the
	 * detectors are called together: "scord+shared", constant */
	bool oracle, global, shared;
	const char *detector_name;
	bool clocked;              /* the detector's word are the records of clocked hardware */
	const char *global_name;   /* of the one for global memory, alone; constant */
	const char *metadata_name; /* of its metadata: "full"; constant; NULL: it has one kind */
	/* It leaves out accesses of less than a word; variables, and all but an access's first
	 * word. */
	bool skips_parts, as_simulated;
	const struct gmem *gmem; /* says what is a variable; NULL: all are watched */
	const char *model_name;  /* the oracle's: "ptx" */
};

/* Lanes' accesses that the detector does not look at, by why. */
enum report_unwatched {
	REPORT_UNWATCHED_SHARED,
	REPORT_UNWATCHED_SUB_WORD,  /* of less than a word: skips_parts */
	REPORT_UNWATCHED_VARIABLE,  /* __device__ variables: as_simulated */
	REPORT_UNWATCHED_UPPER,     /* all but the first word of wide accesses: likewise */
	REPORT_UNWATCHED_UNTRACKED, /* memory that came after the launch had begun, without entries
				     */
	REPORT_UNWATCHED_GLOBAL,
	REPORT_UNWATCHED_ASYNC,  /* shared memory: copies in bulk, */
	REPORT_UNWATCHED_REMOTE, /* another block's, */
	REPORT_UNWATCHED_LANES,  /* and parts of words, as far as lanes of one warp race */
	REPORT_UNWATCHED_COUNT
};

struct report *report_create(const struct report_config *c);
void report_destroy(struct report *r);
/* Learns the shape of each launch, for coordinates of blocks and threads, and counts what a
 * detector does not watch. Lives as long as r; give it to machine_add_observer(). Without it blocks
 * and threads have numbers only. */
const struct machine_observer *report_observer(struct report *r);

/* The range of NVTX that the next launch is made in, or NULL; outlives r. */
void report_range(struct report *r, const char *range);

/* Takes in what s has: copies every name, line and number, so that modules and memory may go
 * afterwards. May be called again (after each launch, before a module is unloaded): counts go
 * up, new pairs are added. Pairs whose places are the same lines count as one race. */
void report_collect(struct report *r, const struct score *s, const struct gmem *g);
/* The same from pairs and totals themselves. An access may race with several places and so count
 * in several pairs, but in the totals once. */
void report_collect_pairs(struct report *r, const struct score_pair *p, size_t n,
			  const struct score_totals *t, const struct gmem *g);
/* What a detector says itself: words that it found no entry for; lanes' accesses to shared memory
 * by copies in bulk, to that of other blocks, and such that are looked at against other warps'
 * alone. */
void report_untracked(struct report *r, uint64_t words);
void report_passed_over(struct report *r, uint64_t async, uint64_t remote, uint64_t lanes);
/* After score_clear(): the next report_collect() sees pairs that count from 0. */
void report_restart(struct report *r);

/* Whether anybody saw a race: what the exit status is decided by. */
bool report_any(const struct report *r);
/* Distinct races: the detector's when one runs, else the oracle's. */
uint64_t report_races(const struct report *r);
/* Of these, by kind. */
void report_kinds(const struct report *r, uint64_t n[RACE_KINDS]);

/* Every distinct race, whoever saw it, then one line that sums up; quiet: not that line when
 * there was no race. */
void report_text(const struct report *r, bool quiet, FILE *f);
json_t *report_json(const struct report *r);  /* the "races" member; caller owns */
json_t *report_sarif(const struct report *r); /* a whole SARIF 2.1.0 file; caller owns */

#endif
