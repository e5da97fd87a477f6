/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * radish_int: state that radish.c, lines.c and check.c share.
 */
#ifndef RADISH_INT_H
#define RADISH_INT_H

#include "clocks.h"
#include "radish.h"
#include "level.h"
#include "variables.h"

enum {
	HALVES = RADISH_BYTE,        /* lines of metadata of a line of data */
	HALF = RADISH_LINE / HALVES, /* bytes of data in each */
};

enum coherence { INVALID, SHARED, MODIFIED };

/* One processor's metadata of one byte; read, write: codes of its clocks. */
struct copy {
	uint8_t permission, read, write;
};

struct line {
	uint64_t number;
	bool compact; /* its metadata, wherever it is: both halves are in the line of half 0 */
	uint8_t *coherence; /* of each processor's data */
	uint8_t *present;   /* of each processor: bit h: its metadata of half h is cached */
	uint32_t copies[HALVES];
	uint8_t status[RADISH_LINE];
	struct copy *copy; /* RADISH_LINE of each processor */
};

struct proc {
	uint32_t thread;
	uint64_t asked; /* software checks since it synchronised */
	struct clock_codes codes;
	struct level l1, l1_without, l2;
};

struct lock {
	uint64_t *clock; /* of each thread */
};

struct radish {
	struct radish_config config;
	struct proc *proc;
	uint64_t *clock; /* threads x threads: what each knows of each */
	struct level last;
	struct hashmap place; /* of a line: its number + 1 in line[] */
	struct line **line;
	size_t lines, cap;
	struct hashmap lock_place;
	struct lock *lock;
	size_t locks, lock_cap;
	struct variables variables;
	struct radish_counters counters;
};

static inline struct copy *copy_of(const struct line *l, uint32_t proc, uint32_t byte)
{
	return &l->copy[proc * RADISH_LINE + byte];
}

static inline bool has(const struct line *l, uint32_t proc, uint32_t half)
{
	return l->present[proc] >> half & 1;
}

/* What thread knows of other. */
static inline uint64_t *clock_at(const struct radish *r, uint32_t thread, uint32_t other)
{
	return &r->clock[(size_t)thread * r->config.threads + other];
}

/* lines.c */

/* NULL: no cache has had it yet. */
struct line *line_find(const struct radish *r, uint64_t number);
/* Brings bytes first to first + n - 1 of the line, which lie in one half, to the processor, and its
 * metadata; others lose it, or the right to write it: a coherence event. */
struct line *line_use(struct radish *r, uint32_t proc, uint64_t number, uint32_t first, uint32_t n,
		      bool write, bool *event);
/* The processor's data goes; its metadata stays. */
void line_lose(struct radish *r, uint32_t proc, struct line *l);
/* Metadata holds each byte by itself from now on: second lines come where it is. */
void metadata_inflate(struct radish *r, struct line *l);
/* The processor's metadata of half goes to software, if it is there; compact: of both. */
void metadata_evict(struct radish *r, uint32_t proc, struct line *l, uint32_t half);
/* All of the processor's. */
void metadata_flush(struct radish *r, uint32_t proc);

/* check.c */

/* By what hardware has: the permission that a byte may have. */
enum radish_permission check_permission(const struct radish *r, uint32_t proc, const struct line *l,
					uint32_t byte);
/* All stages for the bytes, and what the access leaves in the metadata. */
void check_access(struct radish *r, uint32_t proc, struct line *l, uint32_t first, uint32_t n,
		  bool write, bool event, struct radish_answer *a);

#endif
