/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * model_lines: a slice unit with metadata by lines, behind a cache, in cycles.
 *
 * pf_line_unit is its Verilog, whose cycles are others yet. Verdicts are pf_slice's, decided when a
 * request comes. docs/metadata-engine.md tells what it is, what it brings and where the two differ.
 *
 * Not modelled: a block of more words than its pool has (each line has its own); generations that
 * wrap.
 */
#ifndef SIM_DET_MODEL_LINES_H
#define SIM_DET_MODEL_LINES_H

#include "model_units.h"

extern const struct unit_kind model_lines;

struct model_lines_config {
	uint32_t groups, beats; /* places of the two caches: 4 * 2^n */
	uint32_t misses;        /* of each, at once; at most 64 */
	uint32_t gather;        /* accesses whose sectors are gathered; at most 64 */
	uint32_t gather_age;    /* cycles, at most */
};

struct model_lines_stats {
	uint64_t operations, beats;           /* on lines; on beats of blocks */
	uint64_t classes;                     /* operations after which the line has two or three */
	uint64_t expanded, collapsed;         /* lines to blocks and back */
	uint64_t hits, misses, fresh, listed; /* of both caches */
	uint64_t wait_fence;
	uint64_t asks; /* checks that tags alone could not have decided */
};

struct slice_port *model_lines_create(struct pf_slice *slice, const struct model_lines_config *c);
/* While idle: *slice was begun anew, or its memory lies elsewhere. */
void model_lines_program(struct slice_port *p, const struct model_slice_memory *m);
/* Knob fences_free: a fence that is known at once, and not a request. */
void model_lines_fence(struct slice_port *p, const struct pf_request *r);
/* While idle: *slice has taken an epoch. */
void model_lines_epoch(struct slice_port *p);
/* Beats of metadata of so many words. */
uint64_t model_lines_beats(uint64_t words);
void model_lines_stats(const struct slice_port *p, struct model_lines_stats *s,
		       uint64_t stall[PF_COUNTERS]);

#endif
