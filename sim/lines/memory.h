/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * memory: pf_line_memory, cycle for cycle: the one memory of three caches, which take turns.
 *
 *   reads of each ──> whose turn it is ──> a register ──> read
 *   writes of each ─> whose turn it is ────────────────> write
 */
#ifndef SIM_LINES_MEMORY_H
#define SIM_LINES_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

enum { MEMORY_ROWS, MEMORY_BEATS, MEMORY_BITS, MEMORY_CACHES };

struct lines_memory {
	struct {
		bool read[MEMORY_CACHES], write[MEMORY_CACHES];
		uint64_t beat[MEMORY_CACHES]; /* of the read, in memory */
		uint32_t id[MEMORY_CACHES];
		bool read_ready, write_ready;
	} in;
	/* By lines_memory_eval() */
	int reads;  /* whose read is taken; -1: none is */
	bool write; /* there is one, of `writer` */
	uint32_t writer;
	/* By lines_memory_step(): what is shown */
	bool read;
	uint64_t read_beat;
	uint32_t reader, read_id;

	/* Private */
	uint32_t turn;
	int granted;
};

void lines_memory_reset(struct lines_memory *m);
void lines_memory_eval(struct lines_memory *m);
void lines_memory_step(struct lines_memory *m);

#endif
