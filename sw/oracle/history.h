/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * history: checks an operation's bytes against their states, and moves these on.
 *
 *   lanes and addresses ─> touches (word, lanes) ─> access record
 *      ─> for each different state found: races, next state (worked out once) ─> cells
 */
#ifndef HISTORY_H
#define HISTORY_H

#include "hits.h"
#include "place.h"
#include "seen.h"
#include "shadow.h"
#include "state.h"

enum { HISTORY_STEPS = 64 };
#define STEP_ANY UINT32_MAX

struct racer {
	struct access first; /* the earlier access */
	uint32_t lanes;      /* of the later one that race with it */
};

/* What access `id` does to state `from`. */
struct step {
	uint32_t from, id, to;
	uint32_t seen;      /* of the location, where it has a say; else STEP_ANY */
	bool used, depends; /* on the byte: to be worked out for each */
	bool asks;          /* or on what the location's writes have said */
	size_t racer, n_racers;
};

struct history {
	struct tally *tally;
	struct accesses accesses;
	struct states states;
	struct shadow shadow;
	struct hits hits; /* of this operation */
	const struct places *places;
	const struct seens *seens;  /* observation order; NULL: not asked (model scord) */
	uint32_t id_of[SIMT_LANES]; /* access of each lane of the last operation */
	struct step steps[HISTORY_STEPS];
	uint64_t steps_used; /* a bit each */
	struct racer *racers;
	size_t n_racers, cap_racers;
	uint32_t *ids; /* of the state being made */
	size_t cap_ids;
	uint64_t n_accesses, n_races, touched;
};

void history_open(struct history *h, struct tally *t);
void history_close(struct history *h);
void history_clear(struct history *h); /* a launch begins or ends */
/* Shared memory of a block is gone. */
void history_block_end(struct history *h, uint64_t block, uint32_t shared_bytes);

/* Lanes of op (a memory operation by warp w of who) as access x; label, block, lanes and place
 * in x are filled in here. */
void history_access(struct history *h, const struct happens_before *o, struct hb_warp *w,
		    const struct machine_who *who, const struct simt_op *op, uint32_t lanes,
		    uint8_t flags);

#endif
