/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * model_visits: what an operation on a line does, row by row, as pf_iguard_slice told while it did
 * it: who has yet to take the time for it.
 *
 *   operation ─> writers' row ─┬─> beats of its block, one behind the other
 *                              └─> each: readers' row ─> beats of its block
 */
#ifndef SIM_IGUARD_MODEL_VISITS_H
#define SIM_IGUARD_MODEL_VISITS_H

#include "reference/pf_iguard_slice.h"

enum { VISIT_NONE = 0, VISIT_ERAS = 16, VISIT_NOBODY = 0 };

struct visit {
	struct pf_iguard_visit does;
	bool fresh;                     /* the first one of its row */
	uint32_t era;                   /* its operation's */
	uint32_t readers;               /* writers: the visit that follows there */
	uint32_t beats;                 /* a row: of its block, the first one; */
	uint32_t next;                  /* a beat: the next one */
	uint32_t by, of;                /* whose it is; whose the first turn's side is, or nobody */
	uint32_t turns, taken;          /* the last ones find no room; and which of all */
	uint64_t sets, races, reported; /* begin with another side, race, have a record */
};

struct visits {
	struct visit *visit;
	uint32_t space, n;     /* places used, free ones among them */
	uint32_t free;         /* list by `next` */
	uint32_t root;         /* of the operation at hand; VISIT_NONE: it did nothing */
	struct visit building; /* its turns so far */
	uint64_t side;         /* of the last one */
	const struct pf_iguard_layout *layout;
	bool raced;
	uint32_t era;
	uint32_t writer, reader, beat; /* the last ones */
};

void visits_init(struct visits *v);
void visits_free(struct visits *v);
/* Observers of the slice: what it does goes here. */
void visits_watch(struct visits *v, struct pf_iguard_slice *s);
/* An operation's are to come. */
void visits_begin(struct visits *v, uint32_t era);
static inline struct visit *visit_at(const struct visits *v, uint32_t n)
{
	return &v->visit[n];
}
/* Turns from this one on that have its side. */
uint32_t visit_set(const struct visit *x, uint32_t turn);
void visits_end(struct visits *v, uint32_t n);

#endif
