/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * compare: races by the relations against the oracle's hits, byte by byte. For both.c, which says
 * what agreeing means.
 */
#ifndef COMPARE_H
#define COMPARE_H

#include "model.h"
#include "race/race.h"

struct compare;
struct compare *compare_create(void);
void compare_destroy(struct compare *c);
void compare_clear(struct compare *c);
/* Of operation number op. */
/* space: as in struct event. */
void compare_hits(struct compare *c, uint32_t op, uint32_t space, const struct race_hit *h,
		  size_t n);

/* NULL: they agree. Otherwise text, to be freed: what differs, then the execution. bad: said to be
 * wrong with the execution itself, or NULL. */
char *compare_models(struct compare *c, const struct model *m, const struct simt_kernel *kernel,
		     uint64_t buffer, const char *bad);

/* The same of a detector that is exact up to the first race on each byte of global memory: all that
 * it names races, on all bytes that it names, and the first access that races on a byte is named.
 */
char *compare_exact(struct compare *c, const struct model *m, const struct simt_kernel *kernel,
		    uint64_t buffer, const char *bad);

struct compare_tally {
	uint64_t accesses, racy_accesses, pairs, covered, weak_starts;
};
struct compare_tally compare_tally(const struct compare *c);

#endif
