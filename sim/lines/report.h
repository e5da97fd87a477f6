/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * report: pf_report with its pf_seen, cycle for cycle: records of races, for a ring in memory.
 *
 *   race ─> lowest word not done ─> seen before? ─┬─ ring full ──> dropped
 *                                                 ├─ seen ───────> repeated
 *                                                 └─ else ───────> record
 */
#ifndef SIM_LINES_REPORT_H
#define SIM_LINES_REPORT_H

#include "races.h"
#include "reference/pf_report_unit.h"

enum { REPORT_SEEN = 64 /* at most */, REPORT_KINDS = 5 };

struct report_config {
	uint32_t ring_log2, ring_tail;
	uint64_t ring_base; /* beat */
	bool report_all;
};

struct report {
	struct report_config config;
	struct {
		const struct race_group *race; /* NULL: none; for eval */
		bool record_ready;             /* for eval */
		bool clear;                    /* for step: forget what was seen */
	} in;
	/* By report_eval() */
	bool race_ready;
	bool record_valid, recorded, dropped, repeated;
	uint32_t kinds; /* a word of this kind, as a bit */
	uint32_t head;  /* records written */
	bool full, busy;

	/* Private */
	struct pf_report_unit layout;
	uint32_t n_seen, done, lane, walk;
	bool word_valid;
	enum pf_kind_code kind;
	struct pf_seen entry; /* what was found of the word */
	struct pf_seen seen[REPORT_SEEN];
	bool look;
};

/* seen: entries of the filter, a power of two. */
void report_init(struct report *r, const struct pf_geometry *g, uint32_t pc_bits, uint32_t seen);
void report_free(struct report *r);
void report_reset(struct report *r);
void report_eval(struct report *r);
void report_step(struct report *r);
/* Of the word that waits, with record_valid. */
uint64_t report_record_beat(const struct report *r);
struct pf_beat report_record(struct report *r, const struct pf_geometry *g);

#endif
