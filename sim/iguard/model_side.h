/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * model_side: the cycles of pf_iguard_side: visits to rows of last writers, or of last readers, and
 * to beats of their blocks.
 *
 *   in ─┬─> meta_cache ─> check ─┬─> done; writers: the readers' visit
 *       └───── beats <── split <─┴─> a new block: eight writes
 *
 * Called each cycle: side_eval() with `in` but race_ready; then side_step().
 */
#ifndef SIM_IGUARD_MODEL_SIDE_H
#define SIM_IGUARD_MODEL_SIDE_H

#include "../lines/meta_cache.h"
#include "model_check.h"

enum { SIDE_SETS = 64, SIDE_REQUESTS = 32, SIDE_INSIDE = 40, SIDE_GENS = 2 };

/* A row of the cache is a beat of a block. */
static const uint32_t SIDE_BEAT = 1U << 31;

struct side {
	struct {
		uint32_t visit; /* to come in; VISIT_NONE: none */
		bool out_ready;
		bool make_ready; /* a beat of a new block is written */
	} in;
	struct meta_cache cache; /* memory: its in and out */
	struct check check;      /* race; its in.race_ready */
	/* Of registers */
	bool making;   /* such a beat is shown */
	uint32_t made; /* 8 * block + beat */
	/* By side_eval() */
	bool in_ready;
	uint32_t out; /* visit of the readers that follows, in this cycle */

	/* Private */
	struct ram_fifo split;
	uint32_t beat; /* of the first operation there; VISIT_NONE: its first one */
	uint32_t inside, left;
	bool shown, beats, leaves, beat_goes, beat_last;
	uint32_t asked; /* visit */
	/* Blocks are taken from the pool in the order in which they are made here: by the
	 * reference's number, the one here. */
	uint32_t *block, blocks;
	size_t space;
};

void side_init(struct side *s);
void side_free(struct side *s);
void side_reset(struct side *s);
bool side_idle(const struct side *s);
void side_eval(struct side *s, const struct visits *v);
/* None is made any more. */
void side_forget_blocks(struct side *s);
void side_step(struct side *s, struct visits *v);

#endif
