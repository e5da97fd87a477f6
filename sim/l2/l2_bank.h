/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * l2_bank: what an L2 bank is made of. For l2.c and l2_stats.c only.
 *
 *   pipe      ring of packets that wait for their lookup
 *   tag, line sets * ways, a set's ways side by side
 *   mshr      one for each FILL in flight or not yet answered; a reserved line knows its own
 *   ready     ring of MSHRs whose fill has come, answered one packet a cycle
 *   staged    packets that one lookup made and that go to to_dram in the next cycles
 */
#ifndef SIM_L2_BANK_H
#define SIM_L2_BANK_H

#include "l2.h"

enum { L2_SECTORS = LINE / SECTOR, L2_STAGED = 3 /* a fill, two runs of dirty sectors */ };
enum l2_class { L2_READ, L2_WRITE, L2_ATOM, L2_META_READ, L2_META_WRITE, L2_RECORD, L2_CLASSES };
enum l2_stall {
	L2_NO_MSHR,
	L2_NO_MERGE,
	L2_NO_QUEUE,
	L2_NO_LINE,
	L2_NO_PORT,
	L2_NO_OUT,
	L2_FLUSHING,
	L2_STALLS
};

/* [2]: data, metadata */
struct l2_counts {
	uint64_t access[L2_CLASSES], hit[L2_CLASSES], merge[L2_CLASSES], miss[L2_CLASSES];
	uint64_t fills[2], writebacks[2], writeback_bytes[2], throughs[2], evictions[2];
	uint64_t stall[L2_STALLS];
	uint64_t port_busy;
};

struct l2_line {
	uint64_t used; /* number of the lookup that touched it last; 0: free */
	uint32_t mshr[L2_SECTORS];
	uint8_t valid, dirty, pending; /* a bit a sector */
	bool meta;
};

struct l2_mshr {
	struct pkt *first, *last; /* wait for it, in order of arrival */
	uint32_t count, line;
	uint8_t sectors;
};

/* A packet and its lookup's cycle: beside it, as the packet itself is far away in memory. */
struct l2_piped {
	struct pkt *pkt;
	uint64_t due;
};

struct l2 {
	struct l2_config c;
	struct pkt_pool *pool;
	uint16_t slice;
	struct l2_piped *pipe;
	uint32_t pipe_cap, pipe_head, pipe_n;
	uint64_t *tag; /* line number; L2_NO_TAG */
	struct l2_line *line;
	uint64_t lookups;
	struct l2_mshr *mshr;
	uint32_t *spare, spares; /* MSHRs that are free */
	uint32_t *ready, ready_head, ready_n;
	struct pkt *staged[L2_STAGED];
	uint32_t staged_head, staged_n;
	uint64_t port_free; /* first cycle at which the data port is */
	uint64_t answered;  /* cycle of the last packet to out, + 1 */
	uint32_t flush_at;  /* line that the flush has reached */
	bool flushing;
	enum l2_stall why;   /* of the last stall, for l2_describe() */
	struct l2_counts *n; /* &own, or in the block of all banks */
	struct l2_counts own, *block;
};

#define L2_NO_TAG UINT64_MAX

#endif
