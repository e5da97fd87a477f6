/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * memory: a unit's memory pins as its host sees them, and the data that lie behind them.
 *
 *   reads, writes ─> host's traffic;  host's answer ─> data ─> unit
 *
 * A write takes effect when it is taken, a read takes its data when it is answered, so it sees
 * every write that was taken before it was. It could see a later one, too, but units never write a
 * beat that they are reading.
 */
#ifndef SIM_UNIT_MEMORY_H
#define SIM_UNIT_MEMORY_H

#include "beats.h"
#include "port.h"

enum { MEMORY_IDS = 1 << 16 }; /* of reads; pf_line_unit gives them the place of what they fetch */

struct memory {
	const struct memory_out *out;
	struct memory_in *in;
	bool filled;   /* data lie here, else the backend has its own */
	uint64_t base; /* address of the first beat here */
	struct beats beats;
	uint64_t beat_of[MEMORY_IDS]; /* of reads under way */
};

/* A read that waits: takes it. */
bool memory_read(struct memory *m, uint64_t *beat, uint32_t *id);
bool memory_answer_ready(const struct memory *m, uint32_t id);
void memory_answer(struct memory *m, uint32_t id);
/* A write that waits: takes it, but leaves it to the caller what becomes of the data. */
bool memory_write(struct memory *m, uint64_t *beat);
/* They become this, if data lie here. */
void memory_store(struct memory *m);

#endif
