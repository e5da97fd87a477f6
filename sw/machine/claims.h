/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * claims: which thread has touched which word of a block's shared memory, as far as it has to be
 * known to say that no two threads conflict there: touch a word, one of them writing, with no
 * barrier of the block between, nor, if they are lanes of one warp, a __syncwarp of all of it.
 *
 * A word's claim is the stamp of one who touched it, {interval, warp, sync, lane}, and four bits.
 * Without lanes a warp is one thread, but for two lanes of one store.
 */
#ifndef CLAIMS_H
#define CLAIMS_H

#include "../simt/simt.h"

enum { CLAIMS_WARPS = 32 };

struct claims {
	uint64_t *word; /* of the block's shared memory */
	size_t words;
	bool lanes;                  /* they are threads */
	uint64_t interval;           /* its first stamp */
	uint64_t sync[CLAIMS_WARPS]; /* the first of each warp since its lanes have met */
};

void claims_free(struct claims *c);
void claims_launch(struct claims *c, uint32_t shared_bytes, bool lanes);
/* A block, or its next interval. False: stamps are used up. */
bool claims_block(struct claims *c);
bool claims_interval(struct claims *c);
/* All lanes of the warp have met. False: stamps are used up. */
bool claims_sync(struct claims *c, uint32_t warp);
/* A warp's load or store; `base`: the first byte of the block's shared memory. False: it may
 * conflict. Exact for words that are touched as wholes. */
bool claims_touch(struct claims *c, uint32_t warp, const struct simt_reach *r, const uint8_t *base);

#endif
