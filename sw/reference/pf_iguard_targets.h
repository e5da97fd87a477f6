/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_iguard_targets: which slices have to know of a fence, as pf_fence_targets for ScoRD.
 *
 *   access of a warp ─> slice's bit: of the warp, one a scope; of its block, since its last barrier
 * ─┐ barrier (a later one in the tag, or in the fence) ─> the block's: before its last barrier
 * ───────┤ fence of the warp ─> slices of the warp's accesses, and if it is of device scope
 * ────────────────┤ those of its block's before the barrier <───────────────────────────────────┘
 *
 * What a slice learns from a fence is that accesses of its warp before it are fenced; and, of
 * device scope, accesses of its block before the block's last barrier. Where there has been neither
 * since it was told of the like, one fence more changes no verdict. A lane's fence leaves the
 * accesses of the other lanes, so it takes back no bit of the warp.
 */
#ifndef PF_IGUARD_TARGETS_H
#define PF_IGUARD_TARGETS_H

#include "pf_fence_targets.h"

enum { PF_IGUARD_TARGETS_SLICES = 128 };

struct pf_iguard_slices {
	uint64_t word[PF_IGUARD_TARGETS_SLICES / 64];
};

/* All zero but slices: nothing was accessed. */
struct pf_iguard_targets {
	uint32_t slices;
	struct pf_iguard_slices scope[64][2]; /* [warp slot][block, device] */
	struct pf_iguard_target_block {
		uint32_t bar; /* its last barrier */
		struct pf_iguard_slices before, since;
	} block[32];                  /* [block slot] */
	struct pf_iguard_slices told; /* of the fence under way, those that are to be told */
};

/* An access with that tag's slot, warp and bar goes to the slice. */
void pf_iguard_targets_sent(struct pf_iguard_targets *t, uint32_t slot, uint32_t warp, uint32_t bar,
			    uint32_t slice);
/* A block slot is filled anew. */
void pf_iguard_targets_begin(struct pf_iguard_targets *t, uint32_t slot, uint32_t bar);
/* The warp fences, or (alone) a lane of it. Then: the lowest slice that has to know and has not
 * been named yet; `slices`: there is none any more. */
void pf_iguard_targets_take(struct pf_iguard_targets *t, uint32_t slot, uint32_t warp, uint32_t bar,
			    bool device, bool alone);
uint32_t pf_iguard_targets_next(struct pf_iguard_targets *t);

#endif
