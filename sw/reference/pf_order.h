/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_order: who of a few participants (the warps of a block, the lanes of a warp) comes after whom,
 * since all of them met last.
 *
 *   access            a participant's accesses are of its present phase
 *   arrive            the phase ends; what the participant knows goes into the barrier's row
 *   wait              what is in the row, the participant knows from now on
 *
 * know[a][o]: so many phases of o come before what a does now. Exact, also through third
 * participants, as nothing is forgotten; a phase too many for its width is the caller's to see
 * (pf_order_full()): he forgets all, which misses races and makes none up.
 */
#ifndef PF_ORDER_H
#define PF_ORDER_H

#include <stdbool.h>
#include <stdint.h>

enum { PF_ORDER_MOST = 32, PF_ORDER_BITS = 8 };

/* A row: phases of each participant. */
struct pf_order_row {
	uint8_t phase[PF_ORDER_MOST];
};

/* All zero: nobody has met anybody. */
struct pf_order {
	uint8_t phase[PF_ORDER_MOST];
	uint32_t used;   /* participants with an access in their present phase */
	uint32_t waited; /* that have waited at all: the rows of all others are zero */
	struct pf_order_row know[PF_ORDER_MOST];
};

/* Nobody has met anybody. */
void pf_order_reset(struct pf_order *x);
/* Phases are numbers of `bits` bits, 1 to PF_ORDER_BITS: has one of `who` no next one? */
bool pf_order_full(const struct pf_order *x, uint32_t who, uint32_t bits);
/* All of `who` arrive; all of them wait. */
void pf_order_arrive(struct pf_order *x, uint32_t who, struct pf_order_row *row);
void pf_order_wait(struct pf_order *x, uint32_t who, const struct pf_order_row *row);
/* Something of o arrives: its phase goes on, and all of it counts as before the barrier. */
void pf_order_arrive_some(struct pf_order *x, uint32_t o, struct pf_order_row *row);
/* All of `who` arrive, and all of them wait. */
void pf_order_meet(struct pf_order *x, uint32_t who);

/* a comes after what o did in that phase. */
static inline bool pf_order_after(const struct pf_order *x, uint32_t a, uint32_t o, uint32_t phase)
{
	return phase < x->know[a].phase[o];
}

#endif
