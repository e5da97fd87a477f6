/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * dram_channel: what a channel is made of. For dram*.c only.
 *
 *   dram.c         queues: in ─> requests, return queue ─> out
 *   dram_issue.c   at most one command a clock: which, and when the next could be
 *   dram_stats.c   counters
 *
 * A request is in two lists, both oldest first: of the channel, and of the bank that its next burst
 * goes to. A bank knows its oldest read and its oldest write for the row that is open; bit masks
 * say which banks have any. Times are the first clock at which a command is legal.
 */
#ifndef SIM_DRAM_CHANNEL_H
#define SIM_DRAM_CHANNEL_H

#include "dram.h"

enum { DRAM_MAX_BANKS = 64, READS = 0, WRITES = 1 };

struct dram_counts {
	/* [2]: data, metadata */
	uint64_t bursts[2][2]; /* [READS, WRITES] */
	uint64_t acts[2], pres[2], pres_refresh, refs;
	uint64_t row_hits[2], row_misses[2];
	uint64_t bus_busy, queue_full, return_full, out_full, starved;
	uint64_t fills, latency_sum, latency_max;
};

struct dram_request {
	struct pkt *k;
	struct dram_request *next, *prev;     /* of the bank */
	struct dram_request *younger, *older; /* of the channel */
	uint64_t arrived;                     /* one a clock: its age, and its name */
	uint64_t addr, row;                   /* of the next burst */
	uint32_t bank, column, left;          /* left: bursts to go */
	uint32_t from;                        /* link it came from */
	uint8_t write, meta;
};

struct dram_bank {
	struct dram_request *first, *last, *hit[2];
	uint64_t row, act, pre, col; /* act, pre, col: legal from */
	uint32_t group;
	bool used; /* a burst has gone since the row was opened */
};

struct dram_return {
	struct pkt *k;
	uint64_t due, arrived;
	uint32_t from;
};

struct dram {
	struct dram_config c;
	struct pkt_pool *pool;
	uint32_t channel, n_slices, turn;
	uint32_t burst_bytes, bl;
	uint64_t wake; /* nothing changes before it unless a packet comes */
	/* requests */
	struct dram_request *request, *spare, *oldest, *youngest;
	uint32_t requests;
	struct dram_return *ret;
	uint32_t ret_head, ret_n;
	/* banks */
	struct dram_bank bank[DRAM_MAX_BANKS];
	uint64_t busy, open, hits[2]; /* masks: have requests, have a row, have a hit */
	uint64_t act, col[2];         /* of the channel: legal from */
	uint64_t (*group)[2];         /* likewise of a bank group: RD, WR */
	uint32_t gap[2][2], group_gap[2][2], to_pre[2]; /* [after][before] */
	uint64_t ref;                                   /* due; UINT64_MAX: never */
	dram_trace trace;
	void *trace_ctx;
	struct dram_counts *n; /* &own, or in the block of all channels */
	struct dram_counts own, *block;
};

/* Puts r at its place, by age, in the list of the bank of its next burst. */
void dram_enter(struct dram *d, struct dram_request *r);
/* Issues what is best at now, if anything is legal. Returns the first clock after now at which
 * something could be, as things stand. */
uint64_t dram_issue(struct dram *d, uint64_t now);
/* First clock at which a command for r is legal, as things stand. */
uint64_t dram_ready(const struct dram *d, const struct dram_request *r);
/* r's last burst has been sent for: its data have come at `done`. */
void dram_leave(struct dram *d, struct dram_request *r, uint64_t done);

#endif
