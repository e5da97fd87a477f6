/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * model_units: iGUARD's reference models behind its units' ports, with the pipelines' timing around
 * them.
 *
 *   event, access ─> pf_iguard_sm ──> message, tag
 *   request ──────> joined sectors ─> pf_iguard_slice ─> what it did ─> caches, check ─> memory
 *
 * What comes out is sw/reference's. Of the SM's unit it is decided when an event or a request is
 * taken, and every pin is the Verilog's in every cycle. Of the slice's it is decided where
 * operations arrive, some cycles behind the request: sectors that the Verilog joins are one access
 * (pf_iguard_slice_line), so that there are as many races and records as the Verilog has. The time
 * that an operation takes in caches, checks and report is found afterwards, by C models of the
 * Verilog's modules (those of sim/lines, and model_* here).
 *
 * Measured beside the Verilog (tb/sim/iguard_rtl.c, memory in 30 and 200 cycles, shut half of the
 * time or never): streams of stores, loads, scattered words, hot lines, races, lines in blocks and
 * fences: the same cycles, reads, writes, records and stalls, idle within 4 cycles. Anything on
 * 2048 lines: cycles within 0.1 %; on 64 lines most of which lie in blocks: cycles within 0.8 %,
 * reads and writes within 2 %, records within 2 % (reads within 5 % where all races are reported).
 *
 * Not modelled of the Verilog: operations on one line pass each other between its writers and its
 * readers when they wait for beats of a block, so which of them makes a row a block, or finds no
 * block, may be another one; the filter of repeated races sees them in the order of arrival, not of
 * turns. There are no registers; halts, the write back of what caches hold and the driver's sweeps
 * take no time.
 */
#ifndef SIM_IGUARD_MODEL_UNITS_H
#define SIM_IGUARD_MODEL_UNITS_H

#include "../det/model_units.h"
#include "port.h"

/* All but create(), which needs more than they give. */
extern const struct unit_kind iguard_model_sm, iguard_model_slice;

/* NULL: no such geometry. port.sm may change while idle. */
struct sm_port *iguard_model_sm_create(const char *geometry);
/* pf_iguard_multicast, cycle for cycle, of kind model_multicast; its tables are clear. slices: at
 * most PF_IGUARD_TARGETS_SLICES. */
struct sm_port *iguard_model_multicast_create(const char *geometry, uint32_t slices);

/* *slice is the caller's, and stays where it is; its observers `turn` and `visit` are the unit's.
 * It may be begun anew while the unit is idle: then program(). */
struct slice_port *iguard_model_slice_create(struct pf_iguard_slice *slice);
/* While idle. As the driver programs it: table, ring and pool, whose words begin with
 * slice->config.first_word. */
struct iguard_model_memory {
	uint64_t meta_base, ring_base; /* beats */
	uint64_t words;                /* of data that are checked */
	uint32_t pool;                 /* blocks of writers, and as many of readers */
};
/* Caches are empty, nothing is touched. */
void iguard_model_slice_program(struct slice_port *p, const struct iguard_model_memory *m);
/* While idle, off the clock: an epoch of the driver's. The same, but for records. */
void iguard_model_slice_forget(struct slice_port *p);
/* Of pf_counter, the stalls. */
const uint64_t *iguard_model_slice_stalls(const struct slice_port *p);

#endif
