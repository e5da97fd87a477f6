/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * prune: which accesses of a launch need not be looked at, by static.h. What was proved is kept for
 * launches of the same shape and the same parameters, as far as the proof depends on these.
 */
#ifndef STATIC_PRUNE_H
#define STATIC_PRUNE_H

#include "static.h"

struct prune;

struct prune_stats {
	uint64_t proofs; /* of kernels; of launches like an earlier one there is none */
	double seconds;  /* of the processor, for all of them */
};

struct prune *prune_create(void);
void prune_destroy(struct prune *x);
/* Of each index in k->code: is it an access that no thread of the launch races at? Valid until the
 * next call. its: lanes are threads. *all: all are, if there are any. */
const bool *prune_launch(struct prune *x, const struct simt_kernel *k, const uint32_t grid[3],
			 const uint32_t block[3], const uint8_t *params, bool its, bool *all);
const struct prune_stats *prune_stats(const struct prune *x);

#endif
