/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * link: a bounded, in-order queue of packets. The only way two units touch.
 *
 * The producer looks at link_full() and pushes; the consumer looks at link_head() and pops. Nothing
 * is dropped. Units are stepped from the last to the first, so that a place freed downstream in a
 * cycle can be used upstream in the same cycle.
 */
#ifndef SIM_LINK_H
#define SIM_LINK_H

#include <assert.h>
#include <stdlib.h>

#include "base/bits.h"
#include "base/mem.h"
#include "pkt.h"

struct link {
	const char *name; /* for the watchdog: "sm 3 -> noc" is made of it and of index */
	unsigned index;
	uint32_t cap, head, count;
	uint32_t mask;      /* of the ring: a power of two - 1, at least cap */
	uint64_t pushed;    /* packets so far */
	uint64_t full_seen; /* times link_full() was true when asked for by a producer that had one
			     */
	struct pkt **q;
};

static inline void link_init(struct link *l, const char *name, unsigned index, uint32_t cap)
{
	const uint32_t n = power_of_two(cap);

	*l = (struct link){.name = name, .index = index, .cap = cap, .mask = n - 1};
	l->q = mem_alloc(n * sizeof(*l->q));
}

static inline void link_free(struct link *l)
{
	free(l->q);
	l->q = NULL;
}

static inline bool link_full(const struct link *l)
{
	return l->count >= l->cap;
}

static inline void link_push(struct link *l, struct pkt *k)
{
	assert(!link_full(l));
	l->q[(l->head + l->count++) & l->mask] = k;
	l->pushed++;
}

/* NULL: empty. */
static inline struct pkt *link_head(const struct link *l)
{
	return l->count ? l->q[l->head] : NULL;
}

static inline struct pkt *link_pop(struct link *l)
{
	struct pkt *k = link_head(l);

	if (k) {
		l->head = (l->head + 1) & l->mask;
		l->count--;
	}
	return k;
}

#endif
