/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_iguard_slice: iGUARD beside a slice of the L2, as the hardware does it.
 *
 *   request: a message of an SM ─> pf_iguard_table; an epoch: everything is forgotten
 *            an access ─────────> words of the region ─> pf_iguard_lines ─> races
 *                                                                             └─> pf_iguard_report
 *
 * Requests are dealt with one after the other, in their order of arrival. The hardware may take
 * accesses with the same tag, bytes and pc to sectors of one line together, and lines in another
 * order: it may have fewer races, each of more words, and their records in another order.
 *
 * Errs: as pf_iguard_entry and pf_iguard_lines.
 */
#ifndef PF_IGUARD_SLICE_H
#define PF_IGUARD_SLICE_H

#include "pf_iguard_lines.h"
#include "pf_iguard_report.h"
#include "pf_iguard_sm.h"

/* Bits of a geometry: of an SM's number, in the low bits of a block ID; of a block ID, a warp slot,
 * a time. */
struct pf_iguard_widths {
	const char *geometry;
	uint32_t sm, block, warp, when;
};
/* The i-th geometry's; NULL: there are no more. And of one of that name, or NULL. */
const struct pf_iguard_widths *pf_iguard_widths_of(size_t i);
const struct pf_iguard_widths *pf_iguard_widths_named(const char *geometry);

/* Words of the slice's data that are checked: n from the first on. */
struct pf_iguard_slice_config {
	const char *geometry;
	bool lanes;    /* threads are lanes, else warps */
	uint64_t pool; /* as pf_iguard_lines' */
	uint64_t first_word, words;
	uint32_t ring_log2, seen, pc_bits; /* pf_iguard_report's; ring_log2 0: no records */
	bool report_all;
	bool disabled; /* accesses are not checked; messages count */
	bool closed;   /* and neither do they count: until a start */
};

struct pf_iguard_request {
	bool is_message;
	struct pf_iguard_message message;
	uint64_t sector;          /* an access: byte address / 32 */
	uint8_t words;            /* ... of the sector */
	struct pf_iguard_tag tag; /* ... by.side.bytes: of each word */
	uint32_t pc;
};

struct pf_iguard_slice {
	struct pf_iguard_slice_config config;
	struct pf_iguard_layout layout;
	struct pf_iguard_table table;
	struct pf_iguard_lines lines;
	struct pf_iguard_report report;
	/* Words of the line with one side and one outcome, which race. May be NULL. */
	void (*race)(void *ctx, const struct pf_iguard_request *r, uint64_t line,
		     const struct pf_iguard_turn *t);
	void *ctx;
	/* Each turn, after `race`; reported: there is a record of it. May be NULL. */
	void (*turn)(void *ctx, const struct pf_iguard_turn *t, bool reported);
	void *turn_ctx;
	/* of the request at hand */
	const struct pf_iguard_request *request;
	uint64_t line;
	struct pf_iguard_slice_stats {
		uint64_t checked, skipped;            /* words */
		uint64_t messages, epochs, wraps;     /* wraps: epochs that a message began */
		uint64_t kinds[PF_IGUARD_KIND_CODES]; /* racing words */
	} stats;
};

/* False: no such geometry. s must not move afterwards. */
bool pf_iguard_slice_init(struct pf_iguard_slice *s, const struct pf_iguard_slice_config *c);
void pf_iguard_slice_free(struct pf_iguard_slice *s);
void pf_iguard_slice_request(struct pf_iguard_slice *s, const struct pf_iguard_request *r);
/* An access's words of a line at once, as pf_join_sectors makes of its requests; r->sector and
 * r->words are not looked at. */
void pf_iguard_slice_line(struct pf_iguard_slice *s, uint64_t line, uint32_t words,
			  const struct pf_iguard_request *r);
/* A launch begins: nothing is known. */
void pf_iguard_slice_launch(struct pf_iguard_slice *s, bool lanes);
/* As an epoch. */
void pf_iguard_slice_forget(struct pf_iguard_slice *s);
/* The command `sweep and new run`: all is forgotten, no records. Counters go on. */
void pf_iguard_slice_restart(struct pf_iguard_slice *s);
/* In the function `race`: the race, as it is reported. */
struct pf_iguard_race pf_iguard_slice_race(const struct pf_iguard_slice *s,
					   const struct pf_iguard_turn *t);
/* What a counter of pf_iguard_unit shows: reg is PF_REG_COUNTERS + 8 * its number, PF_REG_DROPPED,
 * _REPEATED, _WRAPS or _FORGOTTEN. False: it depends on time, or is not there. */
bool pf_iguard_slice_counter(const struct pf_iguard_slice *s, uint32_t reg, uint64_t *n);

#endif
