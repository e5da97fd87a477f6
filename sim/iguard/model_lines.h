/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * model_lines: the cycles of pf_iguard_lines: operations on lines through touched bits, the rows of
 * last writers and those of last readers; and who of them reads and writes memory.
 *
 *   op ─> fresh ─> writers ─> queue of 4 ─> readers
 *           │         │                        │
 *           └─────────┴── reads, writes ───────┘
 *
 * Called each cycle: model_lines_eval() with `in` but race_ready; then model_lines_step().
 */
#ifndef SIM_IGUARD_MODEL_LINES_H
#define SIM_IGUARD_MODEL_LINES_H

#include "../lines/fresh.h"
#include "../lines/memory.h"
#include "model_side.h"

enum { LINES_WRITERS, LINES_READERS, LINES_SIDES };
enum { LINES_ADDS = 3 };

/* Of operations: eras of those that become more in this cycle, and of one that ends. */
struct pieces {
	uint32_t n, more[LINES_ADDS];
	bool ends;
	uint32_t end;
};

struct model_lines {
	struct pf_iguard_places places; /* in memory */
	struct {
		uint32_t visit; /* an operation's; VISIT_NONE: none */
		bool read_ready, write_ready;
		bool answer;
		uint32_t answer_id;
		bool forget;
		bool race_ready[LINES_SIDES];
	} in;
	/* By model_lines_eval() */
	struct pieces pieces;
	bool in_ready, answer_ready, forget_done;
	/* Of registers */
	bool write; /* it is shown, at write_beat */
	uint64_t write_beat;
	struct lines_memory reads; /* read, read_beat */
	struct side side[LINES_SIDES];
	struct fresh fresh;
	struct visits visits;

	/* Private */
	uint32_t line_bits;
	struct ram_fifo between;
	uint32_t writer;   /* whose turn it is */
	uint32_t forgot;   /* sides and bits that have, as bits */
	struct paged bits; /* touched bits in memory, by row */
	struct pf_beat row;
};

void model_lines_init(struct model_lines *l, uint32_t line_bits);
void model_lines_free(struct model_lines *l);
/* While idle: lines have numbers up to this one. Reset, if they are more than there was room for.
 */
void model_lines_reach(struct model_lines *l, uint64_t last);
/* As after a reset; it takes until model_lines_idle(). */
void model_lines_reset(struct model_lines *l);
bool model_lines_idle(const struct model_lines *l);
uint32_t model_lines_read_id(const struct model_lines *l);
void model_lines_eval(struct model_lines *l);
void model_lines_step(struct model_lines *l);

#endif
