/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * l2_stats: an L2 bank's counters in the table, and what it waits for.
 *
 *   l[i]->own ──copied once──> block[i] <── counted on ── l[i]
 *                                 └──> stats_add(first, n, stride)
 */
#include <stdio.h>

#include "l2_bank.h"

struct row {
	const char *name, *unit, *meaning;
	size_t at;
};

#define AT(field) offsetof(struct l2_counts, field)
#define CLASS(name, index, what) \
	{"l2." name ".accesses", "packets", what ": lookups", AT(access[index])}, \
		{"l2." name ".hits", "packets", what ": sector valid", AT(hit[index])}, \
		{"l2." name ".merges", "packets", what ": sector on its way", AT(merge[index])}, \
	{ \
		"l2." name ".misses", "packets", what ": sector neither valid nor on its way", \
			AT(miss[index]) \
	}
#define BOTH(name, unit, field, what) \
	{"l2." name ".data", unit, what ", data", AT(field[0])}, \
	{ \
		"l2." name ".meta", unit, what ", metadata", AT(field[1]) \
	}
#define STALL(name, index, what) \
	{ \
		"l2.stall." name, "cycles", "lookup waits: " what, AT(stall[index]) \
	}

static const struct row rows[] = {
	CLASS("read", L2_READ, "data reads"),
	CLASS("write", L2_WRITE, "data writes"),
	CLASS("atom", L2_ATOM, "atomics"),
	CLASS("meta_read", L2_META_READ, "metadata reads"),
	CLASS("meta_write", L2_META_WRITE, "metadata writes"),
	CLASS("record", L2_RECORD, "race records"),
	BOTH("fills", "packets", fills, "fetched from DRAM"),
	BOTH("writebacks", "packets", writebacks, "dirty sectors of replaced or flushed lines"),
	BOTH("writeback_bytes", "bytes", writeback_bytes, "payload of write-backs"),
	BOTH("throughs", "packets", throughs, "writes that missed and went to DRAM"),
	BOTH("evictions", "lines", evictions, "lines replaced"),
	STALL("mshr", L2_NO_MSHR, "no MSHR free"),
	STALL("merges", L2_NO_MERGE, "the MSHR takes no more packets"),
	STALL("queue", L2_NO_QUEUE, "no room to DRAM"),
	STALL("set", L2_NO_LINE, "all lines of the set are reserved"),
	STALL("port", L2_NO_PORT, "data port busy"),
	STALL("out", L2_NO_OUT, "no room for the answer, or a fill's goes first"),
	STALL("flush", L2_FLUSHING, "lines are being written back"),
	{"l2.port_busy", "cycles", "data port in use", AT(port_busy)},
};

/* Banks are allocated one by one, the table wants equal distances: from here on all of them count
 * in one block, which is l[0]'s. */
void l2_stats(struct stats *s, struct l2 *const *l, size_t n)
{
	struct l2_counts *block = mem_alloc((n ? n : 1) * sizeof(*block));

	for (size_t i = 0; i < n; i++) {
		assert(l[i]->n == &l[i]->own);
		block[i] = l[i]->own;
		l[i]->n = &block[i];
	}
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		stats_add(s, rows[i].name, rows[i].unit, rows[i].meaning, STATS_SUM,
			  n ? (const uint64_t *)(const void *)((const char *)block + rows[i].at)
			    : NULL,
			  n, sizeof(*block));
	if (n)
		l[0]->block = block;
	else
		free(block);
}

void l2_describe(const struct l2 *l, char *text, size_t size)
{
	static const char *const why[] = {"no MSHR",      "MSHR full", "no room to DRAM",
					  "set reserved", "data port", "no room for the answer",
					  "being flushed"};
	const struct pkt *k = l->pipe_n ? l->pipe[l->pipe_head].pkt : NULL;
	const uint32_t fills = l->c.mshr - l->spares;

	if (l2_idle(l))
		snprintf(text, size, "l2 %u: idle", l->slice);
	else if (k)
		snprintf(text, size,
			 "l2 %u: %s of 0x%llx is next of %u (last stall: %s), %u fills on their "
			 "way or unanswered (%u have come), %u packets for DRAM%s",
			 l->slice, pkt_kind_name(k->kind), (unsigned long long)k->addr, l->pipe_n,
			 why[l->why], fills, l->ready_n, l->staged_n,
			 l->flushing ? ", flushing" : "");
	else
		snprintf(text, size,
			 "l2 %u: %u fills on their way or unanswered (%u have come), %u packets "
			 "for DRAM%s",
			 l->slice, fills, l->ready_n, l->staged_n, l->flushing ? ", flushing" : "");
}
