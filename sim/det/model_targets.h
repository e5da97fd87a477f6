/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * model_targets: pf_fence_targets (rtl/sm), cycle for cycle; which slices a fence is for is the
 * reference's (reference/pf_fence_targets.h).
 *
 *   out: what the pins say in the cycle that begins ──> in: what is given in it ──> _step()
 */
#ifndef SIM_DET_MODEL_TARGETS_H
#define SIM_DET_MODEL_TARGETS_H

#include "reference/pf_fence_targets.h"
#include "reference/pf_sm.h"

struct model_targets_out {
	bool sent_ready, message_ready, told, idle;
	bool valid, all; /* a copy, to `slice` or to all */
	uint32_t slice;  /* all: 0 */
	struct pf_message message;
};

struct model_targets_in {
	bool sent, message_valid, ready;
	uint32_t warp, slice; /* sent */
	struct pf_message message;
};

/* A message inside. */
struct targets_message {
	bool there;
	struct pf_message message;
	uint32_t n, told; /* slices it is for; those that know */
	uint32_t *slice;  /* [n] */
};

struct model_targets {
	struct model_targets_out out;
	struct pf_fence_targets targets;
	uint32_t clearing; /* cycles to come */
	bool turn, writing, told;
	struct targets_message under_way, next, shown;
};

/* clearing: as after reset; else when its tables are clear. */
void model_targets_init(struct model_targets *t, uint32_t warps, uint32_t slices, bool clearing);
void model_targets_free(struct model_targets *t);
void model_targets_step(struct model_targets *t, const struct model_targets_in *in);

#endif
