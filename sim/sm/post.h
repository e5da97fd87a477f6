/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * post: messages of a side's unit to the slices, and which of them all their slices have taken in.
 *
 *   due ─> begin ─> packets, a copy for each slice or one to all ─> L1's out queue ─> slices
 *                     └─ told: the unit has given the message whole      credit <───────┘
 */
#ifndef SIM_SM_POST_H
#define SIM_SM_POST_H

#include "credits.h"
#include "sm_int.h"

struct post {
	struct sm_side *side;
	uint64_t due, told;   /* messages: of events so far; taken from the unit, whole */
	struct pkt *packet;   /* a copy that found no room in L1 yet */
	uint64_t of_packet;   /* its message */
	struct sm_warp *warp; /* whose it is */
	struct credits credits;
	uint32_t slices;
};

void post_init(struct post *p, struct sm_side *side, uint32_t slices);
void post_free(struct post *p);

/* A packet with the message, or a copy of it, that the unit gives now: p->packet. slice: of all
 * slices, PF_TO_ALL. w: whose message it is; NULL: nobody's. */
struct pkt *post_packet(struct post *p, enum pkt_kind kind, uint32_t slice, struct sm_warp *w);
/* So many messages has the unit given whole. */
void post_told(struct post *p, uint64_t told);
/* The packet that waits into L1's out queue, if there is room. */
void post_send(struct post *p);
/* A slice has taken one in. */
void post_credit(struct post *p, uint32_t slice);
/* Messages given to L1, whole. */
uint64_t post_gone(const struct post *p);
/* All that are due are gone; credits: and have been taken in. */
bool post_settled(const struct post *p, bool credits);

#endif
