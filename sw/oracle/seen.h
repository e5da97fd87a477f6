/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * seen: who has observed which strong write of a location: PTX's observation order.
 *
 *   write ─(read-modify-write)─> write ─> ... : a link, each morally strong with the next
 *   a strong read of the last one has observed them all ("eye")
 *
 * A write is ordered before all that its observers do later, as base causality orders it, though
 * it may never have been released. A link's writes are observed from the front, so whoever is
 * ordered after the last one that matters to him is ordered after those before it. That is the
 * last of all, or, as morally strong accesses do not race, the last of another block, of block
 * scope, or both: four, whatever the length. Values that were overwritten otherwise are links of
 * their own, kept until a weak store is ordered after them all.
 */
#ifndef SEEN_H
#define SEEN_H

#include "access.h"
#include "order.h"

enum seen_which { SEEN_LAST, SEEN_OTHER, SEEN_NARROW, SEEN_NARROW_OTHER, SEEN_WHICH };

struct seen_write {
	uint32_t id; /* access; 0: none */
	uint32_t pos;
	uint8_t lane;
};

struct seen_eye {
	uint32_t block, label, lanes, pos; /* pos: of the last write observed */
	uint8_t warp;
};

struct seen_link {
	struct seen_write of[SEEN_WHICH];
	uint32_t writes;
	struct seen_eye *eyes;
	size_t n, cap;
};

struct seen { /* a location: an element's address and size */
	uint64_t addr;
	uint8_t size;
	bool live; /* the last link's last write is its value */
	struct seen_link *links;
	size_t n, cap;
	struct seen *next; /* same bucket */
};

enum { SEEN_FILTER = 1024 };

struct seens {
	struct tally *tally;
	struct accesses *accesses;
	struct seen **bucket;
	size_t n, n_buckets; /* buckets: a power of two */
	uint32_t filter[SEEN_FILTER];
};

void seens_open(struct seens *s, struct accesses *a, struct tally *t);
void seens_close(struct seens *s);
void seens_clear(struct seens *s);

static inline unsigned seen_page(uint64_t addr)
{
	return (unsigned)((addr >> 8 ^ addr >> 18) % SEEN_FILTER);
}

/* False: surely no location near addr. */
static inline bool seens_near(const struct seens *s, uint64_t addr)
{
	return s->n && s->filter[seen_page(addr)];
}

/* A lane's access to one element. */
struct seen_by {
	const struct order *order;
	const struct order_warp *w;
	uint64_t block, addr;
	uint32_t warp, lane;
	uint8_t size;
	bool strong, wide, rmw;
};

/* A strong read: before a read-modify-write's own write. */
void seens_read(struct seens *s, const struct seen_by *by);
/* id: of the access; not used when it is weak. */
void seens_write(struct seens *s, const struct seen_by *by, uint32_t id);

/* Whether it keeps writes of the location. */
bool seens_holds(const struct seens *s, uint64_t addr, uint8_t size);
/* Calls unordered() with each write of the location that `by` races with, of those that no other
 * such write follows in the same link. True: there is none. */
typedef void (*seen_fn)(void *ctx, const struct access *p, unsigned lane);
bool seens_ask(const struct seens *s, uint64_t addr, uint8_t size, const struct seen_by *by,
	       seen_fn unordered, void *ctx);

#endif
