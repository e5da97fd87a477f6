/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * access: what an operation did, kept once for all bytes that it touched.
 *
 * Which lane touched a byte is a function of its address, so that one record serves all 32
 * lanes:  lane = (addr >> shift) - phase, modulo 32;  or as a list of addresses says;  or some
 * lanes, the same for every byte.
 * Equal records are one record; whoever mentions it holds a reference.
 */
#ifndef ORACLE_ACCESS_H
#define ORACLE_ACCESS_H

#include <stdbool.h>

#include "../ptx/ptx.h"
#include "../base/tally.h"

/* Values of shift: `lanes` says who; `gather` does. */
enum { ACCESS_LANES = 0xff, ACCESS_GATHER = 0xfe };

enum access_flag {
	ACCESS_WRITES = 1,
	ACCESS_ATOMIC = 2, /* relaxed or stronger, or a read-modify-write */
	ACCESS_STRONG = 4,
	ACCESS_RMW = 8,
	ACCESS_COPY = 16 /* of a copy in bulk: lock is 1 + the warp that began it */
};

/* Lanes that lie anywhere. */
struct gather {
	union {
		uint64_t addr[32];   /* of the lanes of the mask; else 0 */
		struct gather *link; /* spare */
	};
	uint32_t lanes;
	uint32_t bytes; /* of each lane */
};

struct access {
	union {
		struct {
			union {
				uint32_t lanes;
				struct gather *gather; /* the record's own */
			};
			uint32_t block, label, pc;
			uint8_t warp, flags, scope, size; /* size: of an element; 0: not atomic */
			uint8_t shift, phase;
			uint32_t lock; /* a lock held; 0: none */
		};
		uint64_t words[4]; /* all of it: zero what is not set */
	};
};

struct accesses {
	struct tally *tally;
	struct access *items; /* id 0 is nobody */
	struct access_links {
		uint32_t refs, next;
		uint32_t single; /* handle of the state of this access alone; 0: none */
		uint32_t hash;
	} * links;
	size_t n, cap, cap_links;
	uint32_t spare; /* ids free again, by next */
	struct gather *spare_gathers; /* by link */
	size_t n_spare_gathers;
	uint32_t *bucket;
	size_t n_buckets, n_live;
};

void accesses_open(struct accesses *a, struct tally *t);
void accesses_close(struct accesses *a);
void accesses_clear(struct accesses *a);

/* Its id, with one more reference. A gather is copied. */
uint32_t accesses_get(struct accesses *a, const struct access *x);
void accesses_drop(struct accesses *a, uint32_t id);

uint32_t access_gathered(const struct gather *g, uint64_t addr, unsigned bytes);

/* Lanes that touched the bytes at addr: one, or the part of a word that has one cell. */
static inline uint32_t access_lanes(const struct access *x, uint64_t addr, unsigned bytes)
{
	uint32_t lanes;

	if (x->shift == ACCESS_LANES)
		return x->lanes;
	if (x->shift == ACCESS_GATHER)
		return access_gathered(x->gather, addr, bytes);
	lanes = 1U << (((unsigned)(addr >> x->shift) - x->phase) & 31);
	for (unsigned i = 1U << x->shift; i < bytes; i += 1U << x->shift)
		lanes |= 1U << (((unsigned)((addr + i) >> x->shift) - x->phase) & 31);
	return lanes;
}

#endif
