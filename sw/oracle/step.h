/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * step: what an access does to a state: who races with it, and which state comes next; worked out
 * once for all words of that state, or for one word when that depends on the word.
 */
#ifndef STEP_H
#define STEP_H

#include "history.h"

/* One operation at work. */
struct visit {
	struct history *h;
	struct relate relate;
	struct access x;
	struct hit_place at;
	uint32_t id; /* of x */
	bool lone;   /* each record of x is for one word only: nothing to remember */
	bool stores; /* lanes that write one word are a race */
	/* Words moved as the last one was, not yet counted by the states. */
	uint32_t from, to, run;
	uint32_t fresh;       /* what an untouched word becomes; 0: not known yet */
	struct gather gather; /* x's, while there is no record of it */
};

/* Long lists in which nothing races with x: looked through for what it covers only when they have
 * doubled. */
bool step_only_append(const struct visit *v, const struct state *s, bool here);
/* Works out *t but for its `to`: the accesses of that are the first h->ids, as many as is returned.
 * 0: it stays as it was. here: for the bytes at v->at. */
uint32_t step_ids(struct visit *v, uint32_t from, bool here, struct step *t);
/* The step of all words of that state, remembered while the operation is at work. */
const struct step *step_find(struct visit *v, uint32_t from);
/* The step of a location that is the whole word at v->at, with what is kept of its writes: the same
 * for all such that race with nothing. NULL: no such location, or it races. */
const struct step *step_asked(struct visit *v, uint32_t from);
/* The operation is over. */
void steps_forget(struct history *h);

#endif
