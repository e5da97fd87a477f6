/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * record: what a record of iGUARD's slice unit says of a word, in the words of a report.
 *
 *   record: kind, earlier side, later tag ─┐
 *   places of block and warp IDs ──────────┴─> iguard_record_hit() ─> struct race_hit
 */
#ifndef IGUARD_RECORD_H
#define IGUARD_RECORD_H

#include "../access/finding.h"
#include "../race/race.h"
#include "../reference/pf_iguard_report.h"

struct iguard_record {
	const struct simt_kernel *kernel;
	uint64_t launch;
	uint32_t pc;
	bool lanes;    /* threads are lanes, else warps */
	uint64_t word; /* address, one of the record's */
	const struct pf_iguard_race *race;
	struct finding_place first, second;
};

struct race_hit iguard_record_hit(const struct iguard_record *x);

#endif
