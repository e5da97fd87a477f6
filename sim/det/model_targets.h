/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * model_targets: pf_fence_targets or pf_iguard_targets (rtl/sm), cycle for cycle; which slices a
 * fence is for is the reference's (reference/pf_fence_targets.h, pf_iguard_targets.h).
 *
 *   out: what the pins say in the cycle that begins ──> in: what is given in it ──> _step()
 */
#ifndef SIM_DET_MODEL_TARGETS_H
#define SIM_DET_MODEL_TARGETS_H

#include "reference/pf_fence_targets.h"
#include "reference/pf_iguard_sm.h"
#include "reference/pf_iguard_targets.h"
#include "reference/pf_sm.h"

/* ScoRD's or iGUARD's. */
union targets_says {
	struct pf_message message;
	struct pf_iguard_message iguard;
};

struct model_targets_out {
	bool sent_ready, message_ready, told, idle;
	bool valid, all; /* a copy, to `slice` or to all */
	uint32_t slice;  /* all: 0 */
	union targets_says says;
};

struct model_targets_in {
	bool sent, message_valid, ready;
	uint32_t warp, slice, slot, bar; /* sent; iGUARD: its block's slot, its last barrier */
	union targets_says says;
};

/* A message inside. */
struct targets_message {
	bool there, all;
	union targets_says says;
	uint32_t n, told; /* slices it is for; those that know */
	uint32_t *slice;  /* [n] */
};

struct model_targets {
	struct model_targets_out out;
	bool iguard;
	union {
		struct pf_fence_targets scord;
		struct pf_iguard_targets of_iguard;
	};
	uint32_t slices, sm_bits; /* sm_bits: iGUARD, low bits of a block's ID */
	uint32_t clearing;        /* cycles to come */
	bool turn, writing, told;
	struct targets_message under_way, next, shown;
};

/* clearing: as after reset; else when its tables are clear. */
void model_targets_init(struct model_targets *t, uint32_t warps, uint32_t slices, bool clearing);
/* clearing: cycles of it that are to come. */
void model_targets_init_iguard(struct model_targets *t, uint32_t sm_bits, uint32_t slices,
			       uint32_t clearing);
void model_targets_free(struct model_targets *t);
void model_targets_step(struct model_targets *t, const struct model_targets_in *in);

#endif
