/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_fence_file: how many fences each warp of the GPU has executed, block and device scope apart.
 *
 *   fence ─> count of (block ID, warp) ─> looked up for an entry's owner, and for the accessor
 *
 * scord adds the epoch: a count that would wrap starts a new one instead, and all counts go to 0.
 * Metadata entries carry their epoch; those of an older one count as not yet written. When the
 * epoch itself wraps, every entry must be swept.
 *
 * Errs: scord-paper's counts wrap, so 64 fences look like none (a false alarm); a new epoch
 * forgets (a race is missed).
 */
#ifndef PF_FENCE_FILE_H
#define PF_FENCE_FILE_H

#include "pf_reference.h"

struct pf_fence_file {
	struct pf_fences *count; /* [block * warps + warp] */
	uint32_t blocks, warps, fence_bits;
	uint32_t epoch_bits; /* 0: no epochs, counts wrap */
	uint32_t epoch;
};

enum pf_forget {
	PF_FORGET_NOTHING,
	PF_FORGET_EPOCH, /* entries of older epochs do not count any more */
	PF_FORGET_SWEEP  /* all entries must be swept: epoch numbers start again */
};

void pf_fence_init(struct pf_fence_file *f, uint32_t blocks, uint32_t warps, uint32_t fence_bits,
		   uint32_t epoch_bits);
void pf_fence_free(struct pf_fence_file *f);
/* All counts to 0, next epoch. Without epochs: SWEEP. */
enum pf_forget pf_fence_epoch(struct pf_fence_file *f);
/* A warp executed a fence. A block that the file has no room for changes nothing. */
enum pf_forget pf_fence_bump(struct pf_fence_file *f, uint64_t block, uint32_t warp, bool device);
struct pf_fences pf_fence_of(const struct pf_fence_file *f, uint32_t block, uint32_t warp);

#endif
