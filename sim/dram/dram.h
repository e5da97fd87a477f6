/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * dram: a GDDR5 channel: FR-FCFS over banks and bank groups, one command a clock.
 *
 *   in   links in[0..n_slices-1]   FILL, WRITEBACK of the channel's slices, taken in turns, one a
 *                                  clock; k->addr the slice's own address. Slice 0 is the first
 *                                  whose turn it is, with `arbiter_start` the seed's
 *   out  links out[0..n_slices-1]  FILLs, answered, to the slice they came from, one a clock, in
 *                                  the order in which their last data came
 *
 *   in ─> request queue ─> banks (ACT PRE RD WR REF) ─> return queue: data, then `latency` ─> out
 *
 * Packets larger than a burst (bus_bytes * burst) are several bursts, one after the other; the
 * answer goes when the last has come. `queue` counts packets. A FILL takes its place in the return
 * queue with its last RD and leaves it when it is answered.
 *
 * Address. Rows of the slices are interleaved so that the slice is the low part of the bank number
 * (facts/scord.md 2.3): with r = addr / row_bytes * n_slices + slice, bank is r % banks, row is
 * r / banks, group is bank % bank_groups (slices that stream side by side are in different groups).
 *
 * Command clocks that a command waits for others (bl = burst / rate rounded up):
 *
 *   ACT  same bank: rc after ACT, rp after PRE; any bank: rrd after ACT; rfc after REF
 *   PRE  same bank: ras after ACT, rtpl after RD, wl + bl + wr after WR
 *   RD   same bank: rcd after ACT; any: max(ccd, bl) after RD, wl + bl + cdlr after WR; same
 *        group: max(ccdl, bl) after RD, ccdl after WR
 *   WR   same bank: rcd after ACT; any: max(ccd, bl) after WR, max(ccd, cl + bl + DRAM_TURN - wl)
 *        after RD; same group: max(ccdl, bl) after WR, ccdl after RD
 *   REF  every refi, all banks; all closed by PRE, and each could take an ACT. The first after
 *        refi, with `refresh_phase` after 1 .. refi, as the seed says for the channel
 *
 * Data are on the bus from cl after RD, wl after WR, for bl clocks. Rows stay open until another
 * row of the bank is wanted or a REF is due. What goes, of what is legal: RD or WR of an open row,
 * oldest first; else ACT or PRE for the oldest request of a bank that has none for its open row.
 * When a REF is due nothing but PRE is issued until it has gone. The oldest request goes first once
 * it has waited more than DRAM_STARVE clocks: dram.c.
 *
 * Latency of a FILL, from the step that takes it from in to the one that puts it on out, nothing
 * else in the channel, b bursts of one row:
 *
 *   1 + w + (b - 1) * max(ccd, ccdl, bl) + cl + bl + latency
 *   w = 0 (row open), rcd (bank closed), rp + rcd (another row open, ras and so on long over)
 *
 * Not modelled: clock domains within the device, power-down, per-bank refresh, precharge of all
 * banks by one command, ECC, the data: a read may pass an older write to the same address (a
 * controller would forward it). To be stepped at every clock: a refresh is not caught up with.
 */
#ifndef SIM_DRAM_H
#define SIM_DRAM_H

#include "../base/link.h"
#include "../base/stats.h"
#include "../config/config.h"

enum {
	DRAM_TURN = 2,      /* clocks that the bus stays empty between read and write data */
	DRAM_STARVE = 1024, /* clocks; a full queue of 64 row misses needs 64 * rrd, about 400 */
};

struct dram;

enum dram_command { DRAM_ACT, DRAM_PRE, DRAM_RD, DRAM_WR, DRAM_REF };
/* Every command, for tests and waves. REF: bank 0, row 0. */
typedef void (*dram_trace)(void *ctx, uint64_t now, enum dram_command c, uint32_t bank,
			   uint64_t row);

struct dram_where {
	uint32_t bank, group, column; /* column: in bursts */
	uint64_t row;
};
struct dram_where dram_place(const struct dram_config *c, uint32_t n_slices,
			     uint32_t slice_of_channel, uint64_t addr);

/* seed: with refresh_phase and arbiter_start only. */
struct dram *dram_create(const struct dram_config *c, uint32_t channel, uint32_t n_slices,
			 struct pkt_pool *pool, uint64_t seed);
void dram_destroy(struct dram *d);
void dram_set_trace(struct dram *d, dram_trace fn, void *ctx);
void dram_step(struct dram *d, uint64_t now, struct link *const *in, struct link *const *out);
bool dram_idle(const struct dram *d); /* refreshes apart */
void dram_describe(const struct dram *d, char *text, size_t size);
/* Once, for all of them; the channels' counters live as long as d[0]. */
void dram_stats(struct stats *s, struct dram *const *d, size_t n);

#endif
