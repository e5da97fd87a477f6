/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * replay: a trace (trace/trace.h) through RADISH, an SM as a processor with one thread.
 *
 *   trace record ─> a warp's global accesses, lanes side by side as one ─> radish_access()
 *                ─> fences, strong accesses, launches ─> acquire, release, clocks of words
 *
 * What the synchronisation library does for a GPU (the paper has locks): a fence wider than the
 * block publishes all that its SM did before; a strong write behind it leaves that with its word,
 * in place of what was there, or, if it is a read-modify-write, beside it; a strong read hears what
 * its word has, which counts from the next fence on, with .acquire at once; two fence.sc (so two
 * __threadfence()) are in order by themselves; the end of a launch orders everything. Accesses that
 * synchronise are not checked. Two warps of an SM are one thread: what races between them is not
 * seen.
 */
#ifndef RADISH_REPLAY_H
#define RADISH_REPLAY_H

#include <stdio.h>

#include "../trace/trace.h"
#include "radish.h"

/* A line of the source whose access raced. */
struct radish_line {
	const char *file; /* "?": unknown */
	uint32_t line;
	bool wrote, other_wrote; /* of its first race */
	uint64_t races;
};

struct radish_replay;

/* c->procs, c->threads: from h. NULL and *why as radish_create(). */
struct radish_replay *radish_replay_create(struct radish_config c, const struct trace_header *h,
					   const char **why);
void radish_replay_destroy(struct radish_replay *r);
void radish_replay_add(struct radish_replay *r, const struct trace_record *t);
const struct radish_counters *radish_replay_counters(const struct radish_replay *r);
/* By the time of their first race; valid until the next record. */
const struct radish_line *radish_replay_lines(const struct radish_replay *r, size_t *n);

#endif
