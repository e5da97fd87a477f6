/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * units: iGUARD's hardware without a clock: an SM unit for each SM, one slice for all of memory.
 * They are the reference models of the Verilog.
 *
 *   what a warp does ─> events ─┬─> reference/pf_iguard_sm ─┬─ message ─> reference/pf_iguard_slice
 *                               └─> groups of lanes ────────┴─ tags ─────────^      │
 *                                             race: words of a group and a side <───┘
 */
#ifndef IGUARD_UNITS_H
#define IGUARD_UNITS_H

#include "../machine/machine.h"
#include "../reference/pf_iguard_slice.h"
#include "events.h"
#include "iguard.h"

/* The words t->words of the part's line race with `side`, or (PF_IGUARD_INSTRUCTION) among the
 * part's lanes. */
struct iguard_race {
	const struct iguard_part *part;
	const struct pf_iguard_turn *turn;
	struct pf_iguard_lane_side side;
	uint64_t block; /* the side's: of the grid, of those that run now; and its warp in it */
	uint32_t warp;
};

struct iguard_units_config {
	const struct machine_config *machine;
	const struct gmem *gmem;
	const char *geometry; /* NULL: of those that fit the one of the widest clock */
	uint32_t clock_bits;  /* 0: as the geometry has them */
	void (*race)(void *ctx, const struct iguard_race *r);
	void *ctx;
};

struct iguard_units;

/* NULL and diag: a machine whose blocks and warps the widths of no geometry name. */
struct iguard_units *iguard_units_create(const struct iguard_units_config *c, struct diag *diag);
void iguard_units_destroy(struct iguard_units *u);

void iguard_units_launch(struct iguard_units *u, const struct machine_launch_info *l);
void iguard_units_block(struct iguard_units *u, const struct machine_who *who);
/* BARRIER, MEET. */
void iguard_units_order(struct iguard_units *u, const struct machine_who *who,
			enum pf_iguard_sm_code kind);
/* op: a fence; a load, store or atomic of global or shared memory. */
void iguard_units_fence(struct iguard_units *u, const struct machine_who *who,
			const struct simt_op *op);
void iguard_units_access(struct iguard_units *u, const struct machine_who *who,
			 const struct simt_op *op);

/* Of the block that runs there: what hardware calls it, less one. */
uint64_t iguard_units_block_id(const struct iguard_units *u, const struct machine_who *who);
/* Threads are lanes, else warps. */
bool iguard_units_by_lane(const struct iguard_units *u);
struct iguard_units_stats iguard_units_stats(const struct iguard_units *u);
#endif
