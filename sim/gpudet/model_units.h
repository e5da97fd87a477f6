/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * model_units: the reference models behind the units' ports, with a pipeline's timing around them.
 *
 * What comes out is sw/reference's, decided when a command goes to work, a commit request is
 * checked; when it comes out is the RTL's within a twentieth (tb/sim/commit_rtl.c --rate). Not
 * modelled of the store buffer: the clearing of a filter at the end of a short drain. Of the
 * Z-commit unit: conflicts in the memory of rows between fills, checks and spills, and the choice
 * of the way that goes when some are locked.
 */
#ifndef SIM_GPUDET_MODEL_UNITS_H
#define SIM_GPUDET_MODEL_UNITS_H

#include "port.h"

/* All but create(), which needs more than they give. */
extern const struct unit_kind model_store, model_z;

struct store_port *model_store_create(const struct pf_store_config *c);

struct model_z_config {
	uint32_t sets, ways, requests, misses, filter_bits, row_beats;
	struct pf_zconfig model;
};

struct z_port *model_z_create(const struct model_z_config *c);
/* While idle: another region, whose rows are of no quantum. */
void model_z_region(struct z_port *p, uint32_t lines);

#endif
