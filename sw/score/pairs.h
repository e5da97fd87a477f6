/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pairs: from racing accesses to distinct races, in order of first appearance.
 *
 *   struct race_hit ──> kernel, both code places, memory, kind, distance ──> struct score_pair
 *
 * Used for all that races: what oracle and functional detector say, and the clocked hardware's
 * records.
 */
#ifndef PAIRS_H
#define PAIRS_H

#include "../base/hashmap.h"
#include "score.h"

/* All zero: empty. */
struct pairs {
	struct score_pair *p;
	size_t n, cap;
	struct hashmap index; /* place in p, plus one */
};

/* The distinct race that the hit belongs to; a new one with this hit as its example when there is
 * none. Valid until the next call. */
struct score_pair *pairs_get(struct pairs *p, const struct race_hit *h);
/* The same for a detector's hit: it is the race's `detected` when that is the first one. */
struct score_pair *pairs_detected(struct pairs *p, const struct race_hit *h);
/* Back to empty; pairs_clear() keeps the room. */
void pairs_clear(struct pairs *p);
void pairs_free(struct pairs *p);

#endif
