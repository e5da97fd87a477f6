/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * dram: a GDDR5 channel: FR-FCFS over banks and bank groups, one command a clock.
 *
 *   in   links in[0..n_slices-1]   FILL, WRITEBACK of the channel's slices, taken in turns; k->addr
 *                                  the slice's own address, k->slice says whose
 *   out  links out[0..n_slices-1]  FILLs, answered, to the slice they came from
 *
 * Packets larger than a burst (bus_bytes * burst) are several bursts; the answer goes when the last
 * has come. Address: bursts of the slices are interleaved so that the slice is the low bank bit
 * (facts/scord.md 2.3); then column, bank, row: dram_place() has it. Commands ACT, PRE, RD, WR, REF
 * keep every constraint of struct dram_config: rcd ras rp rc rrd ccd ccdl (same bank group) cl wl
 * cdlr (write to read) wr rtpl (read to precharge), and the bus's turnaround. Rows stay open.
 * Oldest first once a request has waited so long that it would starve (stated in dram.c).
 */
#ifndef SIM_DRAM_H
#define SIM_DRAM_H

#include "../base/link.h"
#include "../base/stats.h"
#include "../config/config.h"

struct dram;

enum dram_command { DRAM_ACT, DRAM_PRE, DRAM_RD, DRAM_WR, DRAM_REF };
/* Every command, for tests and waves. */
typedef void (*dram_trace)(void *ctx, uint64_t now, enum dram_command c, uint32_t bank,
			   uint64_t row);

struct dram_where {
	uint32_t bank, group, column;
	uint64_t row;
};
struct dram_where dram_place(const struct dram_config *c, uint32_t n_slices,
			     uint32_t slice_of_channel, uint64_t addr);

struct dram *dram_create(const struct dram_config *c, uint32_t channel, uint32_t n_slices,
			 struct pkt_pool *pool);
void dram_destroy(struct dram *d);
void dram_set_trace(struct dram *d, dram_trace fn, void *ctx);
void dram_step(struct dram *d, uint64_t now, struct link *const *in, struct link *const *out);
bool dram_idle(const struct dram *d);
void dram_describe(const struct dram *d, char *text, size_t size);
void dram_stats(struct stats *s, struct dram *const *d, size_t n);

#endif
