/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * engine: pf_line_engine, cycle for cycle: checks of accesses against metadata that are kept by
 * lines of 128 bytes of data.
 *
 *   request ─> coalesce ─> arrive ─> fresh ─> rows: meta_cache ─> line_check ─┬─> races ─> group
 *                                                  blocks <───────────────────┘
 *   three caches ─> memory
 *
 * Called each cycle: engine_eval() with all of `in` but race_ready; then engine_step(), which wants
 * that, too.
 */
#ifndef SIM_LINES_ENGINE_H
#define SIM_LINES_ENGINE_H

#include "blocks.h"
#include "fresh.h"
#include "memory.h"
#include "races.h"

struct engine_config {
	const struct pf_geometry *geometry;
	uint32_t line_bits; /* of the number of a line */
	uint32_t fence_block_bits;
	uint32_t places, age; /* of coalesce */
	uint32_t row_sets, beat_sets, row_requests, beat_requests;
	uint32_t eras, look_bits; /* of fence_counts */
};

/* Where things are: changes only while idle. */
struct engine_places {
	uint64_t rows, blocks, bits; /* beats, modulo 2^mem_bits */
	uint32_t pool;               /* blocks there are */
};

struct engine {
	struct engine_config config;
	struct engine_places places;
	struct {
		bool req;
		const struct pf_request *request;
		bool read_ready, write_ready;
		bool answer;
		uint32_t answer_id;
		const struct pf_beat *answer_row;
		bool flush, forget;
		bool race_ready;
	} in;
	/* By engine_eval() */
	bool answer_ready;
	struct races races; /* valid, group */
	struct line_check lines;
	struct blocks blocks;
	struct arrive arrive; /* region; flush_done, forget_done, skipped */
	/* Of the registers */
	struct coalesce coalesce;   /* ready */
	struct lines_memory memory; /* read, read_beat, reader, read_id */
	struct fresh fresh;
	struct meta_cache rows;

	/* Private */
	uint64_t mem_mask;
	uint32_t id_bits, next_block;
};

/* Nothing inside. */
bool engine_idle(const struct engine *e);
/* An access is inside, or may have left something to do. */
bool engine_access(const struct engine *e);
/* A race is there. */
bool engine_races(const struct engine *e);
/* What is written next; false: nothing is. */
bool engine_write(const struct engine *e, uint64_t *beat, const struct pf_beat **row);
/* With race_ready: the line check's race waits. */
bool engine_stall_report(const struct engine *e, bool race_ready);
uint32_t engine_read_id(const struct engine *e);
void engine_init(struct engine *e, const struct engine_config *c);
void engine_free(struct engine *e);
void engine_reset(struct engine *e);
void engine_policy(struct engine *e, bool scord);
void engine_eval(struct engine *e);
void engine_step(struct engine *e);

#endif
