/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * row: what is known of a line or of a beat of a block, as the checks have it, and a line's as it
 * lies in memory.
 */
#ifndef SIM_LINES_ROW_H
#define SIM_LINES_ROW_H

#include <stdbool.h>
#include <stdint.h>

#include "reference/pf_report_unit.h"

enum { CHECK_ENTRIES = 4 /* at most, of a row */ };

/* Entries as record line_entry; of a line also which word has which. */
struct check_row {
	uint64_t entry[CHECK_ENTRIES];
	uint32_t low, high; /* bits of its words' classes */
	bool block;         /* the line is a block's: entry[0] is its number */
};

/* Of a line: record line_row; with the highest bit the number of its block. */
struct pf_beat check_row_pack(const struct check_row *row);
struct check_row check_row_unpack(const struct pf_beat *b);

#endif
