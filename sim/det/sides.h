/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * sides: the detector in the GPU's sockets.
 *
 *   system.c      the whole: units made, launches, records
 *   sm_side.c     events, requests, tags, messages of an SM      slice_side.c   requests, metadata
 */
#ifndef SIM_DET_SIDES_H
#define SIM_DET_SIDES_H

#include "../gpu/gpu_int.h"
#include "../gpu/system.h"
#include "det.h"

struct det_system {
	struct gpu_side side;
	struct det *det;
	struct det_slice_side *slices;
};

/* sm_side.c */
struct sm_side *det_sm_side(const struct sim_config *c, struct det_sm *unit,
			    const struct pf_policy_info *policy, uint8_t system);

/* slice_side.c: a request on its way into the slice unit, and who gets a credit for it. */
struct det_entry {
	struct pf_request request;
	uint16_t sm;
	bool credit;
};

struct det_slice_side {
	struct slice_side side;
	struct det_system *system;
	struct det_slice *unit;
	struct det_entry *queue;
	uint32_t queue_cap, queue_head, queue_count;
};

void det_slice_side_init(struct det_slice_side *x, struct det_system *d, uint32_t slice);

#endif
