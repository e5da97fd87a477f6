/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * detect: the detector's units without a clock, fed by the machine: an SM unit for each SM, one
 * slice unit for all of memory. They are the reference models that the clocked GPU runs, too.
 *
 *   machine op ─> access/events ─> reference/pf_sm ─┬─ message ─> reference/pf_slice
 *                                                   └─ tag ─> a request a sector of a lane ─┐
 *              detect_check of each word, race_hit of each race <─── reference/pf_slice ────┘
 */
#ifndef DETECT_H
#define DETECT_H

#include "../access/access.h"
#include "../reference/pf_reference.h"
#include "../race/race.h"

struct detect;

struct detect_config {
	enum pf_policy policy;
	enum pf_metadata metadata;
	/* scord-paper: as its clocked hardware, which names blocks and warps by their slots (scord
	 * always does) and watches variables and all words of an access, too. */
	bool hardware;
	/* Widths of that hardware; NULL: ref's, made to fit the machine. */
	const struct pf_geometry *geometry;
	struct gmem *gmem; /* says which addresses are allocated, and which are variables */
	const struct machine_config *machine;
};

/* One check: everything that went in and came out. */
struct detect_check {
	const struct machine_who *who;
	const struct simt_op *op;
	uint8_t lane;
	uint64_t addr;  /* of the 4-byte word */
	uint8_t bytes;  /* mask of the word's bytes that the access touches */
	uint64_t index; /* metadata entry */
	bool evicted;   /* cached16: the entry held another word's tag and was forgotten;
			 * any mode: it was of an old epoch */
	struct pf_tag tag;
	struct pf_entry before, after; /* before: as the rules saw it (after tag and epoch check) */
	struct pf_fences owner, self;
	enum pf_row row;
	bool race;
	enum race_kind kind; /* when race */
	/* Whom the entry's block and warp stand for. Owner's pc and lane are not in the hardware.
	 */
	uint32_t owner_block, owner_warp;
};

/* Why a word of an access was not checked. */
enum detect_skip {
	DETECT_SKIP_SHARED,    /* shared memory is not the policy's business */
	DETECT_SKIP_VARIABLE,  /* scord-paper: a __device__ variable, below the heap */
	DETECT_SKIP_REGION,    /* outside the region programmed at launch */
	DETECT_SKIP_UPPER_WORD /* scord-paper: only an access's first word is checked */
};

/* Everything that the detector saw. Any function may be NULL. */
struct detect_listener {
	void *ctx;
	void (*check)(void *ctx, const struct detect_check *c);
	void (*skip)(void *ctx, const struct machine_who *who, const struct simt_op *op,
		     uint8_t lane, uint64_t addr, uint8_t bytes, enum detect_skip why);
	/* If there is this: words side by side that were checked as one, and do not race. c is the
	 * first; of the n - 1 after it addr and index count on, and lane, `words` at a time. */
	void (*row)(void *ctx, const struct detect_check *c, uint32_t n, uint32_t words);
	/* Words that will be checked next, and their entries: to fetch what is kept of them. */
	void (*fetch)(void *ctx, const uint64_t *addr, const uint64_t *index, uint32_t n);
	void (*fetch_row)(void *ctx, uint64_t index, uint32_t n); /* entries side by side */
	bool no_shared; /* nothing of shared memory, please */
	/* All metadata were forgotten: launch, or a counter wrapped (scord). */
	void (*forget)(void *ctx, bool launch);
};

/* NULL and diag when the machine does not fit the policy (too many blocks for the widths). */
struct detect *detect_create(const struct detect_config *c, struct diag *diag);
void detect_destroy(struct detect *d);
const struct machine_observer *detect_observer(struct detect *d);
void detect_listen(struct detect *d, const struct detect_listener *l); /* one listener */

/* What the warp's block is known by, not truncated: scord-paper: its number in the grid; hardware
 * IDs: the block slot and the SM, side by side in bits. Warps: in the block; hardware IDs: the warp
 * slot of the SM. */
uint64_t detect_block_id(const struct detect *d, const struct machine_who *who);
const struct pf_policy_info *detect_policy(const struct detect *d);

/* What the last load, store or atomic was to the policy; one struct for all, so the pointer stays
 * valid. */
const struct access_class *detect_class(const struct detect *d);

/* Races declared by the last op; valid until the next op. second is the access that was
 * checked; first is what the metadata tell: block and warp (of the owner), the rest unknown. */
const struct race_hit *detect_hits(const struct detect *d, size_t *n);

enum { DETECT_LINE_BYTES = 40, DETECT_LINE2_BYTES = 32 };

struct detect_stats {
	uint64_t checks, races, skipped, forgets, evictions;
	uint64_t untracked; /* of the skipped: outside the region */
	uint64_t rows[PF_ROWS];
	uint64_t metadata_bytes; /* of the region, as the hardware would reserve */
	/* Metadata lines: accesses to lines of 128 bytes, and classes of entries that they met,
	 * each a check; lines that became one with more than three (two), and how many were at
	 * once. */
	uint64_t lines, classes, expanded, most_blocks;
};
const struct detect_stats *detect_stats(struct detect *d);

#endif
