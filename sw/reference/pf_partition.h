/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_partition: deals the blocks of a launch out to the block slots of the whole GPU.
 *
 *   load: blocks 0..n-1 pending ── go: a share each, in slot order ──> reserve of each slot
 *                                                                       └─ offer, take ─> it starts
 *
 * A slot starts blocks of its own reserve alone, so which block runs where does not depend on which
 * slot is free first. Slots are numbered slot * SMs + SM: neighbours are on different SMs.
 *
 * share = 2^k, the largest k up to chunk_log2 with share * slots in use <= pending, at least 1.
 * Without dwp it is 1 and goes to free slots alone. With dwp a slot that is not free gets its share
 * too, when share * slots in use <= pending (else those that are free shall have what is left).
 */
#ifndef PF_PARTITION_H
#define PF_PARTITION_H

#include <stdbool.h>
#include <stdint.h>

struct pf_partition_config {
	uint32_t slots;      /* block slots of the whole GPU */
	uint32_t chunk_log2; /* log2 of the most blocks that a slot gets at once; at most 15 */
	bool dwp;
};

struct pf_partition;

struct pf_partition *pf_partition_create(const struct pf_partition_config *config);
void pf_partition_destroy(struct pf_partition *p);
/* A launch begins: no slot has a reserve. enable: slots in use, until the next load. */
void pf_partition_load(struct pf_partition *p, uint64_t blocks, const bool *enable);
/* Fills empty reserves. free: slots without a live block. */
void pf_partition_go(struct pf_partition *p, const bool *free);
/* The block that the slot starts next; false: its reserve is empty. */
bool pf_partition_offer(const struct pf_partition *p, uint32_t slot, uint64_t *block);
void pf_partition_take(struct pf_partition *p, uint32_t slot); /* the one on offer starts */
uint64_t pf_partition_pending(const struct pf_partition *p);   /* in nobody's reserve yet */
bool pf_partition_left(const struct pf_partition *p);          /* some slot has a reserve */

#endif
