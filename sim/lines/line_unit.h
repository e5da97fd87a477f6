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
 * Files have the names of the Verilog's modules, without pf_ (and line_):
 *
 *   engine                      all below but report, regs and counters
 *   coalesce, arrive            what comes in; fence_counts: a part of arrive
 *   fresh                       touched bits
 *   meta_cache                  of rows, of beats, of touched bits; its parts misses, rows, spill;
 *                               ram_fifo: queues of both
 *   line_check, block_check     the checks; check_pipe (wait, entry_check), row: what they share
 *   blocks                      lines that lie word by word: block_queue, read_shared
 *   memory, races               who of several may read, write, tell of a race
 *   report, regs, counters
 *
 * tb/cosim/lines_*.cpp compares the whole with the Verilog every cycle, and most parts; engine,
 * fresh, blocks, block_queue, memory and races as parts of the whole only. Whoever changes a
 * module's cycles changes them here.
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
