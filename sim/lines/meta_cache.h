/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * meta_cache: pf_meta_cache, cycle for cycle: a bank of the metadata cache: rows of one beat,
 * written back, and never waited for by who hits.
 *
 *   request ─> S1 ─> S2 tags, away? ── hit ──> rows ──> go ──> the user's pipeline ──> ret
 *                      │   └── miss: misses ──> fetch ──> memory ──> fill ──> replays
 *                      ├─ a victim's row ─> spill ─> memory
 *                      └─ no way may leave: parked, looked up again
 *
 * A way is away (its row is on its way) or dirty by a flag here; the Verilog compares two bits, so
 * that it need not write both at once.
 *
 * Called each cycle: what is shown (`out`) is of registers alone; meta_cache_fill_ready() and
 * meta_cache_forgets() want some inputs; then meta_cache_step().
 */
#ifndef SIM_LINES_META_CACHE_H
#define SIM_LINES_META_CACHE_H

#include "misses.h"
#include "rows.h"
#include "spill.h"

enum { CACHE_WAYS = 4 };

struct meta_cache_config {
	uint32_t sets;       /* a power of two, at least 2 */
	uint32_t requests;   /* and so many rows on their way; 2 to MISSES_REQUESTS */
	uint32_t depth;      /* operations in the user's pipeline, at most */
	uint32_t gen_bits;   /* forgets without a walk */
	bool through;        /* no operation waits for a row being written */
	uint32_t pay_size;   /* bytes that go with a request */
	struct pf_beat init; /* a fresh row */
};

enum cache_event {
	CACHE_HIT = 1,
	CACHE_MISS = 2,
	CACHE_BEHIND = 4,
	CACHE_FETCH = 8,
	CACHE_SPILL = 16,
	CACHE_WAIT = 32
};

struct cache_way {
	bool valid, away, dirty;
	uint32_t gen, line, tail; /* tail: the last request of its list */
};

struct cache_look {
	bool fresh;
	uint32_t line, slot;
};

struct meta_cache {
	struct meta_cache_config config;
	struct {
		bool req; /* it stays until it is taken */
		bool req_fresh;
		uint32_t req_line;
		const void *req_pay;
		bool go_ready, ret, ret_changed;
		const struct pf_beat *ret_row;
		bool read_ready, write_ready;
		bool fill; /* an answer; it stays until it is taken */
		uint32_t fill_id;
		const struct pf_beat *fill_row;
		bool flush, forget; /* they stay until they are done */
	} in;
	struct {
		bool req_ready;
		bool go;
		uint32_t go_line, go_near;
		const void *go_pay;
		const struct pf_beat *go_row;
		bool read;
		uint32_t read_line, read_id;
		bool write;
		uint32_t write_line;
		const struct pf_beat *write_row;
		bool flush_done, idle;
		uint32_t events; /* enum cache_event, of the cycle before */
	} out;

	/* Private */
	uint32_t sets_log2, state, walk_set, walk_way, gen, turn;
	bool stop, s1_valid, park, shut, s2_new, s2_walk;
	struct cache_look s1, parked, s2;
	uint32_t s2_way;       /* of a row that is looked at */
	struct cache_way *way; /* by place */
	bool slot_valid;
	uint32_t slot;
	uint64_t slots_free;
	uint32_t *line; /* by request */
	char *pay;
	struct ram_fifo asks;
	struct misses misses;
	struct rows rows;
	struct spill spill;
};

void meta_cache_init(struct meta_cache *c, const struct meta_cache_config *config);
void meta_cache_free(struct meta_cache *c);
void meta_cache_reset(struct meta_cache *c);
/* An answer is taken in this cycle; of in: ret, ret_changed. */
bool meta_cache_fill_ready(struct meta_cache *c);
/* All rows are forgotten in this cycle, as in.forget says; of in: flush, forget. */
bool meta_cache_forgets(const struct meta_cache *c);
void meta_cache_step(struct meta_cache *c);

#endif
