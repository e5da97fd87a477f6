/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_iguard_report: what becomes of words of a line that iGUARD's rules call a race.
 *
 *   race ─> count its kind ─> pf_report_fate: ring full? seen before? ─> record ─> ring
 *
 * One race is of all words of a line that have the same side and the same outcome, and one record:
 * a beat of 32 bytes, its fields the record `iguard_race` of fields.tab. For the filter a kind is
 * {with_reader, kind}.
 *
 * Errs: as pf_report_unit.
 */
#ifndef PF_IGUARD_REPORT_H
#define PF_IGUARD_REPORT_H

#include "pf_iguard_entry.h"
#include "pf_report_unit.h"

struct pf_iguard_race {
	uint32_t pc, line, words; /* line: byte address / 128 */
	uint8_t bytes;            /* of each word, what both touch */
	enum pf_iguard_kind kind;
	bool with_reader, with_others;
	struct pf_iguard_lane_side side; /* the earlier access */
	struct pf_iguard_tag tag;        /* the later one */
};

struct pf_iguard_report {
	struct pf_report_unit unit; /* ring, filter, counts; its own fields and kinds: not used */
	struct pf_bits field[PF_IGUARD_RACE_FIELDS];
	uint64_t kinds[PF_IGUARD_KIND_CODES]; /* races, reported or not */
};

void pf_iguard_report_init(struct pf_iguard_report *r, const struct pf_geometry *g,
			   uint32_t pc_bits, uint32_t ring_log2, uint32_t n_seen);
void pf_iguard_report_free(struct pf_iguard_report *r);
/* As pf_report_clear. */
void pf_iguard_report_clear(struct pf_iguard_report *r);
enum pf_reported pf_iguard_report_race(struct pf_iguard_report *r, const struct pf_iguard_race *x);
/* The next record, of this race. */
struct pf_beat pf_iguard_race_pack(const struct pf_iguard_report *r,
				   const struct pf_iguard_race *x);
/* Where a record's fields are; and a record's race. Of lanes of one store, side.side.block is 1. */
void pf_iguard_race_layout(struct pf_bits field[PF_IGUARD_RACE_FIELDS], const struct pf_geometry *g,
			   uint32_t pc_bits);
struct pf_iguard_race pf_iguard_race_unpack(const struct pf_bits field[PF_IGUARD_RACE_FIELDS],
					    const struct pf_beat *b);

#endif
