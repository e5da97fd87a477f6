/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_shared_level: what is kept of the accesses to some bytes: what one participant did, and what
 * all others together did. The participants are the warps of a block, or the lanes of a warp.
 *
 *   GRace's four states:    none      read by one      read by several      written by one
 *   here (did, others):     NONE      READ, NONE       READ, READ           WRITE, NONE
 *
 * Strong accesses (atomic, volatile, relaxed and so on) do not race with each other, so a level
 * knows them apart, and the order in which they were observed as far as two bits tell.
 */
#ifndef PF_SHARED_LEVEL_H
#define PF_SHARED_LEVEL_H

#include "pf_fields.h"
#include "pf_order.h"

#define PF_SHARED_NO_PC UINT32_MAX

/* What somebody did to some bytes is an enum pf_shared_code. Of two that do not race with each
 * other the later one there races with all that the other one races with. MIXED: strong writes and
 * weak reads. COPY: an asynchronous copy that is under way: a write that its own participant's
 * other accesses race with, too, and that no order comes after, until it has ended. */

/* One participant (a warp of the block; a lane of the warp), and all others together. All zero:
 * nobody. */
struct pf_shared_level {
	uint8_t did, others; /* enum pf_shared_code */
	uint8_t who, phase;
	bool seen;   /* somebody else has read strongly since its last strong write */
	bool now;    /* named since the caller cleared this */
	uint32_t pc; /* of what `did` says; PF_SHARED_NO_PC: of several */
};

/* An access of a participant: at one level. */
struct pf_shared_act {
	const struct pf_order *order;
	uint32_t who, does, pc;
	/* Not told, whatever it races with, and only of one's own: a copy is under way still
	 * (COPY), or has ended (WRITE). */
	bool quiet;
	bool several;  /* and others of this level do the same, one after the other: */
	uint32_t last; /* up to this one */
};

enum pf_shared_outcome {
	PF_SHARED_CLEAN,
	PF_SHARED_RACES,       /* with what `who` did */
	PF_SHARED_RACES_OTHERS /* with what the others did: the access is of `who` */
};

/* What the access does to the level, and whether it races with what was there. */
enum pf_shared_outcome pf_shared_step(struct pf_shared_level *l, const struct pf_shared_act *a);
/* An access of lanes `by` of a warp, one after the other: a has all but who, several and last.
 * a->who afterwards: the lane that met what was there. */
enum pf_shared_outcome pf_shared_step_lanes(struct pf_shared_level *l, struct pf_shared_act *a,
					    uint32_t by);

#endif
