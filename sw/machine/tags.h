/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * tags: who has touched which word since the launch began, as far as it has to be known to say that
 * no two warps did so in a way that tells their order; and what was there before, to undo it all.
 *
 * One struct tags for each host thread, which runs one block after the other; words that two
 * threads have touched are compared at the end (tags_conflict()). A stamp is a number for a warp
 * between two barriers of its block; later blocks and intervals have greater ones.
 */
#ifndef TAGS_H
#define TAGS_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TAGS_PAGE = 4096 };

/* Pages as they were, of all threads. */
struct undo {
	pthread_mutex_t lock;
	uint8_t *saved;  /* by page of the arena */
	uint32_t *pages; /* those saved */
	size_t n, cap_pages;
	uint8_t **copies; /* chunks */
	size_t n_chunks, cap_copies;
	uint64_t capacity, most; /* of the arena; most pages */
};

struct tags {
	struct undo *undo;
	uint32_t *tag;  /* by word of the arena */
	uint8_t *state; /* by page of the arena */
	uint32_t *touched;
	size_t n_touched, cap_touched;
	uint32_t *shared; /* by word of the block's shared memory */
	size_t shared_bytes;
	/* Stamps: the launch's first, the block's, the interval's, the first unused one */
	uint32_t launch, block, interval, next;
};

/* 0, or -1: no memory for them. */
int undo_create(struct undo *u, uint64_t capacity);
void undo_destroy(struct undo *u);
int tags_create(struct tags *t, struct undo *u);
void tags_destroy(struct tags *t);

void tags_launch(struct tags *t, uint32_t shared_bytes);
/* Warps with ids below n begin a block, or the next interval. False: stamps are used up. */
bool tags_block(struct tags *t, uint32_t warps);
bool tags_interval(struct tags *t, uint32_t warps);

/* Warp `id` touches n bytes from byte address `addr` of the arena, or from an offset in shared
 * memory. False: another warp's order is told, or there is no room for what was there. */
bool tags_global(struct tags *t, uint32_t id, uint64_t addr, uint64_t n, bool store);
bool tags_shared(struct tags *t, uint32_t id, uint64_t at, uint64_t n, bool store);

/* A word that both touched and one of them wrote. */
bool tags_conflict(const struct tags *a, const struct tags *b);
/* Words that t's stores have changed become what they were. */
void tags_undo(const struct tags *t);
void tags_forget(struct tags *t); /* after the launch */
void undo_forget(struct undo *u);

#endif
