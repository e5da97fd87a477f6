/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * guest: a detector that has the word alone on one kind of memory, and says itself why it errs:
 * each operation there, as it says and as the oracle does.
 *
 *   guest hits() ──┐
 *   oracle_hits() ─┴─> found / missed / false, each with the guest's row; or to the records of
 *                      clocked hardware (records.h)
 */
#ifndef GUEST_H
#define GUEST_H

#include "pairs.h"
#include "records.h"

struct guest {
	const void *x; /* the detector; NULL: there is none */
	enum ptx_space space;
	/* Lanes are told of one by one; else a word's hits are of all lanes of the operation that
	 * touch it. */
	bool lanes;
	const struct race_hit *(*hits)(const void *x, size_t *n);
	enum score_row (*missed)(const void *x, const struct race_hit *h);
	enum score_row (*false_)(const void *x, const struct race_hit *h);
	/* What records of the clocked hardware, whose rules these are, call the block that runs
	 * there. NULL: they are asked for nothing. */
	uint64_t (*block_id)(const void *x, const struct machine_who *who);
};

struct guest guest_shared(const struct shared *x);
struct guest guest_iguard(const struct iguard *x);
struct guest guest_exact(const struct exact *x);

/* What the judged goes to. */
struct guest_score {
	struct pairs *pairs;
	struct score_totals *totals;
	/* Of clocked hardware, which has the last word on what is found: the guest says why; or
	 * NULL */
	struct records *records;
	uint64_t block_id; /* of the operation's block, as its records have it */
};

/* What was performed last, on its memory. o: NULL: nobody to hold it against. rules: of model
 * scord, beside an o of model ptx: what it says differently of an access is the models' (m-ptx,
 * f-ptx); or NULL. */
void guest_judge(const struct guest *g, const struct oracle *o, const struct oracle *rules,
		 const struct guest_score *to);

#endif
