/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * marks: what one thread has begun at a location and may yet continue there (PTX's patterns):
 *
 *   a strong read that observed releases    an acquire of the same location completes it
 *   a release                               a strong write of the same location continues it
 *
 * A fence does as much for every location, so that it ends them.
 */
#ifndef MARKS_H
#define MARKS_H

#include "vclock.h"

/* Elements that one operation read: of lane l at zero + (l << shift). */
struct mark_span {
	uint64_t zero;
	uint32_t lanes;
	uint8_t shift, size;
};

/* Several may hold a location: what was observed is all of them. */
struct mark_read {
	struct mark_span span;
	struct vclock *of[3]; /* released by threads of the block; to the cluster; to everybody */
};

struct mark_release {
	uint64_t addr;
	struct vclock
		*of[3]; /* its last release there; of cluster scope at least; of device scope */
	uint8_t size;
};

struct marks {
	struct mark_read *reads;
	struct mark_release *releases;
	size_t n_reads, cap_reads, n_releases, cap_releases;
};

void marks_free(struct marks *m, struct vclock_pool *pool);

/* of: as in struct mark_read; all NULL: nothing to do. */
void marks_read(struct marks *m, struct vclock_pool *pool, const struct mark_span *s,
		struct vclock *const of[3]);
/* The first read from the i-th on that holds the location; NULL: no more. */
const struct mark_read *marks_next(const struct marks *m, size_t i, uint64_t addr, uint8_t size);

void marks_release(struct marks *m, struct vclock_pool *pool, uint64_t addr, uint8_t size,
		   struct vclock *clock, unsigned scope); /* enum hb_scope */
/* NULL: none. */
const struct mark_release *marks_released(const struct marks *m, uint64_t addr, uint8_t size);

/* A fence of that scope. */
void marks_fence(struct marks *m, struct vclock_pool *pool, unsigned scope);

#endif
