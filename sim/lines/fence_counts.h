/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * fence_counts: pf_fence_counts, cycle for cycle: fence counts of all warps, as each operation has
 * to see them: as of its own arrival.
 *
 *   arrival ─> its warp's counts; a fence: one more, and remembered, if an operation is inside
 *   look    ─> the owner's counts, less one if a later fence of it is remembered; three cycles
 *              later, if the port's copies have other warps in its place
 */
#ifndef SIM_LINES_FENCE_COUNTS_H
#define SIM_LINES_FENCE_COUNTS_H

#include "reference/pf_reference.h"

enum { FENCE_ERAS = 64 /* at most */, FENCE_LOOKS = 2, FENCE_ENDS = 2 };

struct fence_counts_config {
	const struct pf_geometry *geometry;
	uint32_t block_bits; /* low bits of the block ID in the index */
	uint32_t look_bits; /* of a place among the copies; from the index's bits on all have one */
	uint32_t eras;      /* a power of two, 2 to FENCE_ERAS */
	uint32_t most_inside; /* pieces of operations at once */
};

struct fence_counts {
	struct fence_counts_config config;
	bool scord;
	struct {
		/* For fence_counts_ready() and the step */
		bool arrives, fence, device;
		uint32_t block, warp;
		/* For the step */
		bool accepted; /* `arrives`, and fence_counts_ready() said so */
		bool add, end[FENCE_ENDS];
		uint32_t add_era, end_era[FENCE_ENDS];
		bool look[FENCE_LOOKS];
		uint32_t look_block[FENCE_LOOKS], look_warp[FENCE_LOOKS], look_era[FENCE_LOOKS];
		bool epoch; /* all counts are 0 from now on; their words are swept later */
		bool hurry; /* an epoch is to come */
		bool clear; /* all words are set to 0 now */
	} in;
	struct pf_fences self; /* of who arrived in the cycle before, before its fence */
	uint32_t era;          /* of an operation that did */
	bool wraps;
	bool shut; /* nothing comes in: a count has wrapped, or the file is read */
	struct pf_fences counts[FENCE_LOOKS]; /* of the last look, ... */
	bool counted[FENCE_LOOKS];            /* once they are there */

	/* Private */
	uint32_t old, inside, index, clear_left, mask; /* mask: of a count */
	bool pass, fence, device, stop; /* pass: the fence that is shown does not wait */
	uint32_t pieces[FENCE_ERAS], slot[FENCE_ERAS];
	bool slot_device[FENCE_ERAS];
	struct pf_fences *file;
	/* Both ports' copies have the same warps: upper bits of their indices, by place. */
	uint16_t *copied;
	uint32_t look_index[FENCE_LOOKS], look_era[FENCE_LOOKS];
	bool fetch, fill; /* the file is read for a look; what was read goes to the copies */
	uint32_t fetch_index, fill_index;
	bool clears;
	uint32_t sweep_place, sweep_left;
	bool sweep_read, sweep_write; /* as fetch, fill */
};

void fence_counts_init(struct fence_counts *f, const struct fence_counts_config *c);
void fence_counts_free(struct fence_counts *f);
void fence_counts_reset(struct fence_counts *f);
/* An operation may come, whatever its warp. */
bool fence_counts_room(const struct fence_counts *f);
/* What in.* says may arrive: a fence in the second cycle in which it is shown, at the earliest. */
bool fence_counts_ready(const struct fence_counts *f);
/* A fence that in.* shows waits for the ring. */
bool fence_counts_waits(const struct fence_counts *f);
/* A clear or a sweep is on its way: no epoch may come. */
bool fence_counts_busy(const struct fence_counts *f);
/* Nothing changes until something arrives. */
bool fence_counts_idle(const struct fence_counts *f);
void fence_counts_step(struct fence_counts *f);

#endif
