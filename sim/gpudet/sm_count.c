/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * sm_count: what the SMs' sides count.
 */
#include "sides.h"

struct row {
	const char *name, *unit, *meaning;
	const uint64_t *first;
};

static void add_rows(struct stats *s, const struct row *r, size_t rows, size_t n, size_t stride)
{
	for (size_t i = 0; i < rows; i++)
		stats_add(s, r[i].name, r[i].unit, r[i].meaning, STATS_SUM, r[i].first, n, stride);
}

void commit_side_stats(const struct sm_side *x, struct stats *s, size_t n)
{
	const struct commit_side *r = (const struct commit_side *)x;
	const struct commit_counts *c = &r->counts;
	const uint64_t *e = c->quanta_ended;
	const struct row rows[] = {
		{"gpudet.end_count", "warps", "a quantum ended for them: instructions used up",
		 &e[PF_STOP_COUNT]},
		{"gpudet.end_atomic", "warps", "... at an atomic or a system call",
		 &e[PF_STOP_ATOMIC]},
		{"gpudet.end_fence", "warps", "... at a fence", &e[PF_STOP_FENCE]},
		{"gpudet.end_barrier", "warps", "... at a block barrier", &e[PF_STOP_BARRIER]},
		{"gpudet.end_full", "warps", "... with a full log", &e[PF_STOP_FULL]},
		{"gpudet.end_exit", "warps", "... at its end", &e[PF_STOP_EXIT]},
		{"gpudet.commits", "lines", "of logs sent to their slices", &c->commits},
		{"gpudet.commit_bytes", "bytes", "of data of these, whole sectors",
		 &c->commit_bytes},
		{"gpudet.store_cycles", "cycles",
		 "a store buffer used its log: L1's port was not free", &c->port_busy},
		{"gpudet.held_for_log", "stores", "that waited to know how full the log is",
		 &c->held_for_log},
	};
	const struct row stopped[] = {
		{"issue.stopped", "slots", "... for the next quantum",
		 &x->sm->count->causes[SM_BY_STATE + SM_STOPPED]},
	};
	const struct row lock[] = {
		{"gpudet.lock_tries", "atomics", "for the lock of a line", &c->lock_tries},
		{"gpudet.lock_fails", "atomics", "of these, that found it taken", &c->lock_fails},
	};

	add_rows(s, rows, sizeof(rows) / sizeof(*rows), n, sizeof(*r));
	add_rows(s, stopped, 1, n, sizeof(*x->sm->count));
	if (r->lock)
		add_rows(s, lock, sizeof(lock) / sizeof(*lock), n, sizeof(*r));
}
