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
 * scope, or both: four, whatever the length, and three more for clusters. Values that were
 * overwritten otherwise are links of their own, kept until a weak store is ordered after them all.
 * Locations that the same operations wrote and read share all of it.
 */
#ifndef SEEN_H
#define SEEN_H

#include "access.h"
#include "happens_before.h"

enum seen_which {
	SEEN_LAST,
	SEEN_OTHER,  /* the last one of another block than that one's */
	SEEN_NARROW, /* the same of those of block scope */
	SEEN_NARROW_OTHER,
	/* where there are clusters */
	SEEN_FAR, /* the last one of another cluster than SEEN_LAST's */
	SEEN_MID, /* of those of at most cluster scope, by cluster */
	SEEN_MID_OTHER,
	SEEN_WHICH
};

enum { SEEN_BY_ADDRESS = 0xff }; /* lane: the access says which lane had the location */

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

struct seen {
	uint32_t refs; /* locations */
	bool live;     /* the last link's last write is their value */
	struct seen_link *links;
	size_t n, cap;
	uint32_t next; /* spare */
};

/* Handle 0: no strong write. */
struct seens {
	struct tally *tally;
	struct accesses *accesses;
	struct seen *items; /* may move when one is made */
	size_t n_items, cap, n_live;
	uint32_t spare;
};

void seens_open(struct seens *s, struct accesses *a, struct tally *t);
void seens_close(struct seens *s);
void seens_clear(struct seens *s);
void seens_drop(struct seens *s, uint32_t handle, uint32_t times);

/* An access to one element, or to several, each by a lane of its own. */
struct seen_by {
	const struct happens_before *hb;
	const struct hb_warp *w;
	uint64_t block;
	uint32_t warp, lane; /* in lock step any lane of the warp */
	uint8_t size;
	enum ptx_scope scope;
	bool strong, rmw;
};

/* Each returns the handle for `times` locations that had `from`. */

/* A strong read: before a read-modify-write's own write. */
uint32_t seens_read(struct seens *s, uint32_t from, uint32_t times, const struct seen_by *by);
/* A strong write as access `id`; lane: the writer's, or SEEN_BY_ADDRESS. */
uint32_t seens_write(struct seens *s, uint32_t from, uint32_t times, const struct seen_by *by,
		     uint32_t id, uint8_t lane);
/* A write that is not to this location (addr, size) but overlaps it, or a weak one: the value is
 * lost. all: a weak one that covers it. If it is ordered after all writes, these are done with: its
 * bytes' histories begin with it. */
uint32_t seens_end(struct seens *s, uint32_t from, uint32_t times, const struct seen_by *by,
		   bool all, uint64_t addr, uint8_t size);

/* Calls unordered() with each write of the location that `by` races with, of those that no other
 * such write follows in the same link. True: there is none. */
typedef void (*seen_fn)(void *ctx, const struct access *p, unsigned lane);
bool seens_ask(const struct seens *s, uint32_t handle, uint64_t addr, uint8_t size,
	       const struct seen_by *by, seen_fn unordered, void *ctx);

#endif
