/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * model_units: iGUARD's reference models behind its units' ports, with the pipelines' timing around
 * them.
 *
 *   event, access ─> pf_iguard_sm ──> message, tag
 *   request ──────> joined sectors ─> pf_iguard_slice ─> what it did ─> caches, check ─> memory
 */
#ifndef SIM_IGUARD_MODEL_UNITS_H
#define SIM_IGUARD_MODEL_UNITS_H

#include "pf_regs.h"
#include "port.h"

/* All but create(), which needs more than they give. */
extern const struct unit_kind iguard_model_sm, iguard_model_multicast, iguard_model_slice;

/* NULL: no such geometry. lock_entries: of a warp, 0: the geometry's. at_once: tags and messages
 * are there in the next cycle. port.sm may change while idle. */
struct sm_port *iguard_model_sm_create(const char *geometry, uint32_t lock_entries, bool at_once);
/* pf_iguard_multicast, cycle for cycle; its tables are clear. slices: at most
 * PF_IGUARD_TARGETS_SLICES. */
struct sm_port *iguard_model_multicast_create(const char *geometry, uint32_t lock_entries,
					      uint32_t slices);

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
