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

#include "know.h"

struct mark {
	uint64_t addr;
	struct know *near, *far; /* observed: released by threads of the block; to everybody */
	struct know *any, *wide; /* its last release there; its last one of device scope */
	uint8_t size;
};

struct marks {
	struct mark *at;
	size_t n, cap;
};

void marks_free(struct marks *m, struct know_pool *pool);
/* NULL: none. */
struct mark *marks_find(const struct marks *m, uint64_t addr, uint8_t size);
/* near, far: may be NULL; both: nothing to do. */
void marks_read(struct marks *m, struct know_pool *pool, uint64_t addr, uint8_t size,
		struct know *near, struct know *far);
void marks_release(struct marks *m, struct know_pool *pool, uint64_t addr, uint8_t size,
		   struct know *knew, bool wide);
/* A fence of block scope, or of device scope. */
void marks_fence(struct marks *m, struct know_pool *pool, bool wide);

#endif
