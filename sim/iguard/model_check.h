/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * model_check: the cycles of pf_iguard_check: visits and their turns through its pipeline.
 *
 *   go ─> wait ─> S1: turns of one side ─> S2, S3, S4 ─> S5: of one outcome ─> S6 ─> S7 ─> ends
 *          ^                                                                         │└─> race
 *          └───────────────────────────── a row is given back ───────────────────────┘
 *
 * Who waits for a row asks for the times of who will likely be in it: then its first turn goes from
 * S1 to S4; without waiting for the row, if the one before takes the place of all its words in one
 * turn.
 *
 * Called each cycle: check_eval() once `in` is known but race_ready; then check_step().
 */
#ifndef SIM_IGUARD_MODEL_CHECK_H
#define SIM_IGUARD_MODEL_CHECK_H

#include "../lines/wait.h"
#include "model_visits.h"

enum { CHECK_LOOKS = 3, CHECK_SKID = 2, CHECK_NUMBERS = 16 };

struct check_turns {
	bool valid, last;        /* last: of its visit */
	bool chained;            /* S7 tells what its side is */
	uint32_t visit, from, n; /* turns of it */
};

struct check {
	struct {
		bool go; /* a visit comes, with its row or near it */
		uint32_t visit, near;
		bool end_ready, race_ready;
	} in;
	/* Of registers */
	bool race, reported; /* a race is shown; it has a record */
	/* By check_eval() */
	bool go_ready, turn, ends; /* turn: one is taken */
	uint32_t ended;            /* visit */

	/* Private */
	struct wait wait;
	struct check_turns look[CHECK_LOOKS], outcome, skid[CHECK_SKID], end;
	uint32_t n_skid, at; /* at: turns of the first visit that have gone */
	bool told;           /* the turn's race has been taken */
	bool steps, takes, fits, moves, waits;
	struct check_turns moving;
	/* By number, which counts them as they come: whose row a visit has; which one leaves S1
	 * next; the last one that has, and was on a block's row. */
	uint32_t near[CHECK_NUMBERS], by[CHECK_NUMBERS], entered, left, stays;
	bool any_stays;
	/* Of the one that has come last: its words, whether it takes the last one's place. Whose
	 * words are all among those of the one before, which takes their place. */
	uint32_t words;
	bool takes_place, within[CHECK_NUMBERS];
	bool once;      /* the last turn that has left S5 was its visit's only one, of no block */
	uint32_t asked; /* steps in which the first visit has waited for its row, one behind the
			   other */
	bool kept;      /* by the last one that has left, which leaves its row as it is */
	struct check_op waiting;
	struct check_row row;
};

void check_reset(struct check *k);
bool check_idle(const struct check *k);
void check_eval(struct check *k, const struct visits *v);
void check_step(struct check *k, const struct visits *v);

#endif
