/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * model_units: the reference models behind the units' ports, with a pipeline's timing around them.
 *
 * What comes out is sw/reference's, decided when a request or event is taken; when it comes out is
 * the RTL's, of SM units to the cycle (tb/rtl/pf_sm_multicast_tb.v), of pf_slice_unit within some
 * (tb/sim/test_det.c, tb/sim/det_rtl.c compare the two). Not modelled
 * of the RTL: waits for a line whose hash another line has, bank conflicts of the lines' data
 * between check, answers and write-backs, and the choice among several lines to write back.
 */
#ifndef SIM_DET_MODEL_UNITS_H
#define SIM_DET_MODEL_UNITS_H

#include "pf_regs.h"
#include "port.h"

/* All but create(), which needs more than they give. */
extern const struct unit_kind model_sm, model_multicast, model_slice, scord_simulator;

/* A slice unit that has nothing to do. */
extern const struct slice_port_out slice_at_rest;

/* at_once: tags and messages are there in the next cycle: knobs ideal and scord_simulator. */
struct sm_port *model_sm_create(const struct pf_geometry *g, enum pf_policy policy, bool at_once);
/* pf_sm_multicast, cycle for cycle (not at_once); its tables are clear. */
struct sm_port *model_multicast_create(const struct pf_geometry *g, enum pf_policy policy,
				       uint32_t slices, bool at_once);
/* pf_iguard_multicast around a unit, which is its own from now on. sm_bits: of a block's ID, below
 * its slot. */
struct sm_port *model_multicast_iguard(struct sm_port *unit, const struct unit_kind *kind,
				       uint32_t sm_bits, uint32_t slices);

/* lines: of metadata held at once; pending: requests and pieces that wait; entry_gap: cycles from a
 * check of an entry to the next of the same, 1 (the RTL's) to 4. */
struct slice_port *model_slice_create(struct pf_slice *slice, uint32_t lines, uint32_t pending,
				      uint32_t entry_gap);
/* While idle: *slice was begun anew, or its memory lies elsewhere. */
struct model_slice_memory {
	uint64_t meta_base, ring_base; /* beats */
	bool whole_line, write_always;
};
void model_slice_program(struct slice_port *p, const struct model_slice_memory *m);
/* Of pf_counter, the stalls. */
const uint64_t *model_slice_stalls(const struct slice_port *p);

/* Knob scord_simulator, in scord_simulator.c. Requests do not go through the port, so that a cycle
 * can have any number. A read is of read_beats: 1, 2 or 4. */
struct slice_port *scord_simulator_create(struct pf_slice *slice, uint32_t read_beats);
void scord_simulator_request(struct slice_port *p, const struct pf_request *r);
void scord_simulator_program(struct slice_port *p, uint64_t meta_base);

#endif
