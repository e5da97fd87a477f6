/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * model_arrive: the cycles of pf_iguard_arrive: where operations and messages arrive, in order, and
 * where the slice's reference decides what they do.
 *
 *   op ─> pf_iguard_slice_line() ────> visits ─> queue of 4 ─> out
 *   message ─> waits for eras ─> pf_iguard_slice_request(); an epoch: until all has left
 *
 * An era lasts until a message comes while an operation is inside. What a message changes must not
 * be in the ring of earlier ones while operations of their eras are inside.
 *
 * Called each cycle: arrival_eval(); then arrival_step().
 */
#ifndef SIM_IGUARD_MODEL_ARRIVE_H
#define SIM_IGUARD_MODEL_ARRIVE_H

#include "../lines/ram_fifo.h"
#include "model_join.h"
#include "model_lines.h"

struct arrival {
	struct pf_iguard_slice *slice;
	struct visits *visits;
	struct {
		const struct join_op *op; /* NULL: none */
		bool empty;               /* nothing is behind */
		bool out_ready, forgot;   /* for the step, as the next */
		const struct pieces *pieces;
	} in;
	/* By arrival_eval() */
	bool op_ready, forgetting, stall;
	bool epoch; /* all was forgotten */
	/* Of registers */
	struct ram_fifo queue; /* of visits */
	bool skipped;          /* words outside of the region, in the cycle before */

	/* Private */
	enum { ARRIVAL_RUN, ARRIVAL_EMPTY, ARRIVAL_FORGET, ARRIVAL_TELL } state;
	bool passes, takes, tells, ends,
		pass;      /* ends: the era; pass: the message shown does not wait */
	uint32_t now, old; /* eras */
	uint32_t inside, of_era[VISIT_ERAS]; /* pieces */
	struct pieces late;                  /* of the cycle before */
	struct {
		uint32_t warp, block; /* rows that its message changed; NO_ROW: none */
	} ring[VISIT_ERAS];
};

void arrival_reset(struct arrival *a);
bool arrival_idle(const struct arrival *a);
void arrival_eval(struct arrival *a);
void arrival_step(struct arrival *a);

#endif
