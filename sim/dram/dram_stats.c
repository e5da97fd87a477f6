/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * dram_stats: a channel's counters in the table, and what it waits for.
 *
 *   d[i]->own ──copied once──> block[i] <── counted on ── d[i]
 *                                 └──> stats_add(first, n, stride)
 */
#include <stdio.h>

#include "dram_channel.h"

struct row {
	const char *name, *unit, *meaning;
	size_t at;
	enum stats_fold fold;
};

#define AT(field) offsetof(struct dram_counts, field)
#define ONE(name, unit, field, what) \
	{ \
		"dram." name, unit, what, AT(field), STATS_SUM \
	}
#define BOTH(name, unit, field, what) \
	ONE(name ".data", unit, field[0], what ", data"), \
		ONE(name ".meta", unit, field[1], what ", metadata")

static const struct row rows[] = {
	BOTH("reads", "bursts", bursts[READS], "read"),
	BOTH("writes", "bursts", bursts[WRITES], "written"),
	BOTH("activates", "commands", acts, "rows opened"),
	BOTH("precharges", "commands", pres, "rows closed because another was wanted"),
	ONE("precharges.refresh", "commands", pres_refresh, "rows closed for a refresh"),
	BOTH("row_hits", "bursts", row_hits, "not the first of their row since it was opened"),
	BOTH("row_misses", "bursts", row_misses, "the first of their row since it was opened"),
	ONE("refreshes", "commands", refs, "of all banks"),
	ONE("bus_busy", "clocks", bus_busy, "data on the bus"),
	ONE("queue_full", "clocks", queue_full, "a packet waited because the queue was full"),
	ONE("return_full", "clocks", return_full,
	    "a read was legal, but the return queue had no room"),
	ONE("out_full", "clocks", out_full, "an answer was due, but its slice had no room"),
	ONE("starved", "packets", starved, "waited so long that they went first"),
	ONE("fills", "packets", fills, "fills answered"),
	ONE("latency_sum", "clocks", latency_sum, "of fills, from queue to answer"),
	{"dram.latency_max", "clocks", "of a fill, from queue to answer", AT(latency_max),
	 STATS_MAX},
};

/* Channels are allocated one by one, the table wants equal distances: from here on all of them
 * count in one block, which is d[0]'s. */
void dram_stats(struct stats *s, struct dram *const *d, size_t n)
{
	struct dram_counts *block = mem_alloc((n ? n : 1) * sizeof(*block));

	for (size_t i = 0; i < n; i++) {
		assert(d[i]->n == &d[i]->own);
		block[i] = d[i]->own;
		d[i]->n = &block[i];
	}
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		stats_add(s, rows[i].name, rows[i].unit, rows[i].meaning, rows[i].fold,
			  n ? (const uint64_t *)(const void *)((const char *)block + rows[i].at)
			    : NULL,
			  n, sizeof(*block));
	stats_ratio(s, "dram.latency_mean", "clocks", "of fills, from queue to answer",
		    "dram.latency_sum", "dram.fills", 1);
	if (n)
		d[0]->block = block;
	else
		free(block);
}

void dram_describe(const struct dram *d, char *text, size_t size)
{
	const struct dram_request *r = d->oldest;
	const struct dram_return *a = &d->ret[d->ret_head];
	int n;

	if (dram_idle(d)) {
		snprintf(text, size, "dram %u: idle", d->channel);
		return;
	}
	n = snprintf(text, size, "dram %u: %u of %u requests", d->channel, d->requests, d->c.queue);
	if (r && n >= 0 && (size_t)n < size)
		n += snprintf(text + n, size - (size_t)n,
			      ", oldest a %s of slice link %u since clock %llu for bank %u row "
			      "%llu (%s)",
			      pkt_kind_name(r->k->kind), r->from, (unsigned long long)r->arrived,
			      r->bank, (unsigned long long)r->row,
			      !(d->open >> r->bank & 1)        ? "bank closed"
			      : d->bank[r->bank].row == r->row ? "row open"
							       : "another row open");
	if (d->ret_n && n >= 0 && (size_t)n < size)
		snprintf(text + n, size - (size_t)n,
			 "; %u of %u answers, the first due at clock %llu for slice link %u",
			 d->ret_n, d->c.return_queue, (unsigned long long)a->due, a->from);
}
