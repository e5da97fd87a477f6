/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * finding: what a detector's record of a race says, in the words of a report.
 *
 *   record: row, tag, owner's entry ─┐
 *   program counter ─> instruction ──┼─> finding_hit() ─> struct race_hit
 *   places of block and warp IDs ────┘
 *
 * The functional detector and the clocked hardware make the same record of the same check, so the
 * two reports say the same of it. What the functional detector knows beyond a record it may add:
 * lane, bytes within the word, the accessor's lock table.
 */
#ifndef FINDING_H
#define FINDING_H

#include "../reference/pf_lock_table.h"
#include "access.h"

/* Whom the block and warp IDs of a record stand for. */
struct finding_place {
	uint64_t block; /* index in the grid */
	uint32_t warp;  /* in the block */
};

struct finding {
	const struct simt_kernel *kernel;
	uint64_t launch;
	/* The record */
	enum pf_row row;
	uint64_t word; /* address */
	uint32_t pc;
	const struct pf_tag *tag;     /* of the second access */
	const struct pf_entry *owner; /* first access: the entry as the rules saw it */
	bool owner_fenced;            /* the owner's block count has moved since */
	struct finding_place first, second;
	struct access_shape shape; /* of the second access: finding_shape(), access_shape() */
	/* Beyond the record */
	uint8_t lane;                      /* RACE_NO_LANE: not known */
	uint8_t bytes;                     /* mask of the word's bytes touched; 0: not known */
	const struct pf_lock_table *locks; /* of the accessor; NULL: not known */
};

/* Shape of the access at f->pc, from the kernel's code; of the tag where there is no memory
 * instruction (a record's narrow PC field may have lost bits). */
struct access_shape finding_shape(const struct finding *f);
/* The finding in a report's words. */
struct race_hit finding_hit(const struct finding *f);

#endif
