/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_fence_targets: which slices have to know of a fence.
 *
 *   access of a warp ─> its slice's bits, one for each scope ─┐
 *   fence of the warp ────────────────────────────────────────┴─> slices with the bit; it is taken
 * back
 *
 * A slice's entries name the fence counts of their owner as of its access. Where a warp has made no
 * access since its last fence of a scope that the slice knows of, no entry has its present count of
 * that scope, and one fence more changes no verdict: it is told apart already. So each slice counts
 * fences that separate accesses of a warp there, and no others.
 *
 * Errs: a count wraps later than if every fence were counted. With scord-paper that is a false
 * alarm fewer, with scord an epoch.
 */
#ifndef PF_FENCE_TARGETS_H
#define PF_FENCE_TARGETS_H

#include <stdbool.h>
#include <stdint.h>

struct pf_fence_targets {
	uint32_t slices, words; /* words of 64 slices */
	uint64_t *bits;         /* [warp][scope: block, device][word] */
	uint64_t *told;         /* [word]: of the fence under way, slices that are to be told */
};

/* warps: warp slots of the SM, at least 1; slices: of the GPU, at least 1. */
void pf_fence_targets_init(struct pf_fence_targets *t, uint32_t warps, uint32_t slices);
void pf_fence_targets_free(struct pf_fence_targets *t);
/* A request of the warp with a tag goes to the slice. */
void pf_fence_targets_sent(struct pf_fence_targets *t, uint32_t warp, uint32_t slice);
/* The warp fences. Then: the lowest slice that has to know of this fence and has not been named
 * yet; `slices`: there is none any more. */
void pf_fence_targets_take(struct pf_fence_targets *t, uint32_t warp, bool device);
uint32_t pf_fence_targets_next(struct pf_fence_targets *t);

#endif
