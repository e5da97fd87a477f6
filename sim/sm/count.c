/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * count: what the SMs count, and what one of them waits for.
 */
#include <inttypes.h>
#include <string.h>

#include "sm_int.h"

/* Counters of all SMs side by side; the first SM keeps them. */
static struct sm_counts *gather(struct sm *const *sms, size_t n)
{
	struct sm_counts *all = mem_alloc(n * sizeof(*all));

	assert(!sms[0]->all_counts);
	sms[0]->all_counts = all;
	for (size_t i = 0; i < n; i++) {
		all[i] = *sms[i]->count;
		sms[i]->count = &all[i];
	}
	return all;
}

struct row {
	const char *name, *unit, *meaning;
	const uint64_t *first;
};

static void add_rows(struct stats *s, const struct row *r, size_t rows, size_t n)
{
	for (size_t i = 0; i < rows; i++)
		stats_add(s, r[i].name, r[i].unit, r[i].meaning, STATS_SUM, r[i].first, n,
			  sizeof(struct sm_counts));
}
#define ADD(rows) add_rows(s, rows, sizeof(rows) / sizeof(*(rows)), n)

static void add_issue(struct stats *s, const struct sm_counts *c, size_t n)
{
	const uint64_t *w = c->causes;
	const struct row rows[] = {
		{"sm.cycles", "cycles", "an SM had a block, or something in flight", &c->cycles},
		{"sm.instructions", "warp instructions", "issued", &c->instructions},
		{"sm.thread_instructions", "thread instructions", "lanes of these",
		 &c->thread_instructions},
		{"sm.blocks", "blocks", "begun", &c->blocks},
		{"sm.warps", "warps", "of these", &c->warps},
		{"issue.used", "slots", "issue slots of schedulers that issued", &w[SM_ISSUED]},
		{"issue.no_warp", "slots", "the scheduler had no warp", &w[SM_NO_WARP]},
		{"issue.unit", "slots", "warps were ready, their units busy", &w[SM_UNIT]},
		{"issue.full", "slots", "ready, but no place for an operation or its accesses",
		 &w[SM_FULL]},
		{"issue.latency", "slots",
		 "nobody ready; the nearest waits for a register of known latency, or a branch",
		 &w[SM_BY_STATE + SM_LATENCY]},
		{"issue.memory", "slots", "... for a register of a memory operation, or an acquire",
		 &w[SM_BY_STATE + SM_LOAD]},
		{"issue.drain", "slots", "... for its operations, before a control instruction",
		 &w[SM_BY_STATE + SM_DRAIN]},
		{"issue.event", "slots", "... for its events in the detector unit",
		 &w[SM_BY_STATE + SM_EVENT]},
		{"issue.fence", "slots", "... for a fence or a release",
		 &w[SM_BY_STATE + SM_FENCE]},
		{"issue.barrier", "slots", "... at a barrier", &w[SM_BY_STATE + SM_BARRIER]},
	};

	ADD(rows);
}

static void add_classes(struct stats *s, const struct sm_counts *c, size_t n)
{
	const struct row rows[] = {
		{"class.move", "warp instructions", "moves", &c->classes[SIMT_CLASS_MOVE]},
		{"class.int", "warp instructions", "integer", &c->classes[SIMT_CLASS_INT]},
		{"class.mul", "warp instructions", "integer multiply", &c->classes[SIMT_CLASS_MUL]},
		{"class.div", "warp instructions", "integer divide", &c->classes[SIMT_CLASS_DIV]},
		{"class.float", "warp instructions", "single and half precision",
		 &c->classes[SIMT_CLASS_FLOAT]},
		{"class.double", "warp instructions", "double precision",
		 &c->classes[SIMT_CLASS_DOUBLE]},
		{"class.special", "warp instructions", "special functions",
		 &c->classes[SIMT_CLASS_SPECIAL]},
		{"class.branch", "warp instructions", "branches", &c->classes[SIMT_CLASS_BRANCH]},
		{"class.control", "warp instructions", "calls, exits, synchronisation, shuffles",
		 &c->classes[SIMT_CLASS_CONTROL]},
		{"class.memory", "warp instructions", "loads, stores, atomics",
		 &c->classes[SIMT_CLASS_MEMORY]},
	};

	ADD(rows);
}

static void add_memory(struct stats *s, const struct sm_counts *c, size_t n)
{
	const struct row rows[] = {
		{"coalescer.operations", "operations", "of global memory", &c->global_ops},
		{"coalescer.accesses", "accesses", "that became of these", &c->accesses},
		{"memory.cycles", "cycles", "from issue to the last part, of all operations",
		 &c->op_cycles},
		{"memory.wait_l1", "cycles", "an access waits for L1", &c->stall_l1},
		{"memory.wait_tag", "cycles", "an access waits for the detector unit",
		 &c->stall_tag},
		{"memory.wait_order", "cycles",
		 "a store or atomic waits for a load of its sector by its own warp",
		 &c->stall_order},
		{"memory.local", "operations", "of local memory", &c->local_ops},
		{"memory.const", "operations", "of constant memory", &c->const_ops},
		{"shared.operations", "operations", "of shared memory", &c->shared_ops},
		{"shared.cycles", "cycles", "that these kept the banks busy", &c->shared_cycles},
	};

	ADD(rows);
	stats_add(s, "memory.longest", "cycles", "the slowest operation", STATS_MAX, &c->op_longest,
		  n, sizeof(*c));
	stats_add(s, "memory.most", "operations", "in flight at once, in the SM that had most",
		  STATS_MAX, &c->most_ops, n, sizeof(*c));
}

static void add_sync(struct stats *s, const struct sm_counts *c, size_t n)
{
	const struct row rows[] = {
		{"sync.fences", "fences", "of warps, with those of releases", &c->fences},
		{"sync.releases", "accesses", "stores and atomics that begin with a fence",
		 &c->releases},
		{"sync.fence_cycles", "cycles", "from issue to the end of all fences",
		 &c->fence_cycles},
		{"sync.barriers", "barriers", "completed by a block", &c->barriers},
		{"event.events", "events", "for the detector units", &c->events},
		{"event.messages", "messages", "of the detector units", &c->messages},
		{"event.wait", "cycles", "an event waits for the detector unit", &c->event_wait},
		{"event.message_wait", "cycles", "a message waits for L1's out queue",
		 &c->message_wait},
	};

	ADD(rows);
}

void sm_stats(struct stats *s, struct sm *const *sms, size_t n)
{
	const struct sm_counts *c = gather(sms, n);
	struct l1 **l1 = mem_alloc(n * sizeof(struct l1 *));

	add_issue(s, c, n);
	stats_ratio(s, "sm.ipc", "warp instructions/cycle", "of an SM that was not idle",
		    "sm.instructions", "sm.cycles", 1);
	add_classes(s, c, n);
	add_memory(s, c, n);
	stats_ratio(s, "coalescer.per_operation", "accesses/operation", "of global memory",
		    "coalescer.accesses", "coalescer.operations", 1);
	stats_ratio(s, "memory.latency", "cycles/operation", "mean of operations of global memory",
		    "memory.cycles", "coalescer.operations", 1);
	stats_ratio(s, "shared.per_operation", "cycles/operation", "1: no bank conflicts",
		    "shared.cycles", "shared.operations", 1);
	add_sync(s, c, n);
	SM_EACH(sms[0], stats, x)
		x->calls->stats(x, s, n);
	for (size_t i = 0; i < n; i++)
		l1[i] = sms[i]->l1;
	l1_stats(s, l1, n);
	free(l1);
}

/* Watchdog */

static int warps_in(const struct sm *s, enum sm_state state)
{
	return __builtin_popcountll(s->in[state] & ~s->in[SM_NONE]);
}

void sm_describe(const struct sm *s, char *text, size_t size)
{
	char l1[256] = "", sides[160] = "";

	SM_EACH(s, describe, x) {
		const size_t n = strlen(sides);

		x->calls->describe(x, sides + n, sizeof(sides) - n);
	}
	if (!l1_idle(s->l1)) {
		l1[0] = ';';
		l1[1] = ' ';
		l1_describe(s->l1, l1 + 2, sizeof(l1) - 2);
	}
	snprintf(text, size,
		 "SM %u: %" PRIu32 " blocks; warps: %d ready, %d for a latency, %d for a load, "
		 "%d for their operations, %d for events, %d at fences, %d at barriers; "
		 "%" PRIu32 " operations, %" PRIu32 " accesses to give%s%s",
		 s->index, s->blocks, warps_in(s, SM_READY), warps_in(s, SM_LATENCY),
		 warps_in(s, SM_LOAD), warps_in(s, SM_DRAIN), warps_in(s, SM_EVENT),
		 warps_in(s, SM_FENCE), warps_in(s, SM_BARRIER), s->n_pending, s->unsent, sides,
		 l1);
}
