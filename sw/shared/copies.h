/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * copies: a block's asynchronous copies (cp.async) to its shared memory that are under way.
 *
 *   begin ─> open ─ commit ─> a group of its lane ─ wait ─> ended
 *
 * Groups are a lane's own, as PTX has them; where a warp is one thread, all its lanes do the same.
 */
#ifndef SHARED_COPIES_H
#define SHARED_COPIES_H

#include <stddef.h>

#include "../reference/pf_shared.h"

struct copy {
	struct pf_shared_access access; /* lanes: whose copy is under way */
	uint32_t group[PF_SHARED_LANES];
};

/* All zero: none. */
struct copies {
	struct copy *copy; /* in the order they began */
	size_t n, cap;
	uint32_t (*groups)[PF_SHARED_LANES]; /* of each warp: committed so far; NULL: none */
};

typedef void copies_fn(void *ctx, const struct pf_shared_access *a);

void copies_begin(struct copies *c, const struct pf_shared_access *a);
/* These lanes' open copies of the warp are a group. */
void copies_commit(struct copies *c, uint32_t warp, uint32_t lanes);
/* These lanes wait for all their groups but the `left` latest; or for all their copies, also such
 * of no group. fn is called with what has ended of each, as an access that says so; then with what
 * the warp still has under way near it. */
void copies_wait(struct copies *c, uint32_t warp, uint32_t lanes, uint32_t left, copies_fn *fn,
		 void *ctx);
void copies_wait_all(struct copies *c, uint32_t warp, uint32_t lanes, copies_fn *fn, void *ctx);
/* fn is called with each that is under way, as an access that says so. */
void copies_tell(const struct copies *c, copies_fn *fn, void *ctx);
/* The block has ended. */
void copies_clear(struct copies *c);
void copies_free(struct copies *c);

#endif
