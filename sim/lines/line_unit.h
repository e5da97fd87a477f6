/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * line_unit: pf_line_unit in C, cycle for cycle, behind a slice_port: registers, memory and all.
 *
 *   request ─> (not enabled: passes) ─> engine ── races ─> report ─┬─> whose turn it is ─> write
 *                                         │      metadata ─────────┘
 *              answers ─> two places ─────┘─> read
 *   registers ─> regs, counters
 *
 * One file for each of its Verilog modules, of the same name, compared with it every cycle by
 * tb/cosim/lines_*.cpp. Whoever changes a module's cycles changes them here.
 */
#ifndef SIM_LINES_LINE_UNIT_H
#define SIM_LINES_LINE_UNIT_H

#include "../det/port.h"
#include "engine.h"

struct unit_sizes;

extern const struct unit_kind line_unit;

/* After reset. size: of the geometry. */
struct slice_port *line_unit_create(const struct pf_geometry *g, const struct unit_sizes *size);

#endif
