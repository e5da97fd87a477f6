/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * gpu_int: what gpu's own files share.
 *
 *   gpu.c    create, destroy, statistics        slice.c   tap, ways between tap, sides and L2
 *   run.c    a launch, clock by clock           system.h  what a system is
 */
#ifndef GPU_INT_H
#define GPU_INT_H

#include "../base/link.h"
#include "../base/map.h"
#include "../base/sample.h"
#include "../dram/dram.h"
#include "../l2/l2.h"
#include "../noc/noc.h"
#include "../sm/sm.h"
#include "gpu.h"
#include "machine/gmem.h"
#include "system.h"

/* Links, named for the watchdog. */
struct sm_links {
	struct link from_noc, to_noc;
};

/* One clock domain: its edges are at first, then every period. */
struct clock {
	uint64_t period, first, next; /* in units of time: gpu.h */
	uint64_t cycles;
};

/* A slice: what stands between NoC, L2, DRAM and the sides of systems. */
struct slice_stats {
	uint64_t taken;                    /* packets off the NoC */
	uint64_t stall_det;                /* cycles: a packet waits for a checking side's queue */
	uint64_t stall_l2;                 /* ... for the L2's */
	uint64_t stall_reply;              /* an answer waits for the NoC */
	uint64_t requests, fences, epochs; /* to that side */
	uint64_t split; /* atomics that became two requests: some lanes wrote, some did not */
	uint64_t meta_reads, meta_writes, records;
};

struct slice {
	uint16_t index;
	struct l2 *l2;
	struct slice_side *side[GPU_SYSTEMS + 1]; /* in the order of calls, then NULL */
	struct slice_side *stepped[GPU_SYSTEMS + 1], *clocked[GPU_SYSTEMS + 1]; /* with that call */
	unsigned sources; /* of packets for the L2: the tap, and the sides' */
	struct link in, l2_in, l2_out, to_dram, fills, to_noc;
	unsigned turn; /* who may use the L2's input next */
	struct slice_stats stats;
};

/* A credit under way to an SM. */
struct credit {
	uint64_t due;
	uint16_t sm, slice;
	uint8_t system; /* whose packet it was */
};

/* A kernel's instructions are PCs end - n_code .. end - 1. */
struct gpu_kernel {
	const struct simt_kernel *kernel;
	uint32_t n_code, end;
};

struct gpu_counts {
	uint64_t cycles, flush_cycles, noc_cycles, l2_cycles, dram_cycles, launches, blocks;
};

struct gpu {
	struct sim_config cfg;
	struct machine *m;
	struct gmem *gmem;
	struct machine_engine engine;
	struct gpu_driver driver;
	struct pkt_pool pool;
	struct map map;
	struct clock clock[GPU_CLOCKS];
	uint32_t n_sms, n_slices, n_channels;
	struct sm **sms;
	struct sm_links *sm_links;
	struct link **noc_in, **noc_out, **back_in, **back_out; /* of the two networks */
	struct noc *request, *answer;
	struct slice *slices;
	struct dram **drams;
	struct link ***dram_in, ***dram_out; /* [channel][slice of it] */
	struct credit *credits; /* ring: latency is one and the same, so they are in order */
	uint32_t credit_mask, credit_head, credit_count;
	struct gpu_side *side[GPU_SYSTEMS + 1]; /* in the order of calls, then NULL */
	bool side_places;                       /* one of them places the blocks */
	enum pf_policy policy;
	uint32_t pc_mask; /* of the geometry's records */
	struct stats *stats;
	struct sample *sample;
	uint64_t now; /* core cycles, flushes included */
	struct gpu_counts counts;
	struct gpu_kernel *kernels;
	size_t n_kernels, cap_kernels;
	/* The launch that runs. */
	uint32_t pc_base;
	uint32_t next_sm, warps_per_block, blocks_per_sm;
	uint64_t *block_in; /* [slot << sm_bits | SM]: the block placed there last */
	uint32_t sm_bits;
	bool failed; /* its status is set */
	bool flushing;
	uint64_t progress, progress_at; /* what the watchdog saw last, and when */
	uint64_t moved, moved_at, watch_at;
};

/* slice.c */
void slice_init(struct gpu *g, uint16_t index);
void slice_free(struct slice *s);
/* One L2 clock. -1: the launch's status is set. */
int slice_step(struct gpu *g, struct slice *s, uint64_t now);
bool slice_idle(const struct slice *s);
/* After a launch that has failed: has a side to look at what it has taken? Has it done so? */
bool slice_winds_up(const struct slice *s);
bool slice_wound_up(const struct slice *s);
void slice_stats_add(struct gpu *g);
/* For a side's source: one packet into the L2. beat: address in the slice's memory / 32. */
struct pkt *slice_send(struct slice_side *x, enum pkt_kind kind, uint64_t beat, uint32_t id,
		       uint32_t bytes);

/* run.c */
void gpu_run(void *ctx, struct machine *m, const struct machine_launch_info *info);
void gpu_wake(void *ctx, struct machine_warp *w);
/* A credit of the slice for a packet of the SM's side of that system leaves now. */
void gpu_credit(struct gpu *g, uint8_t system, uint16_t sm, uint16_t slice);
void gpu_begin_block(struct gpu *g, uint32_t sm, uint32_t slot, struct machine_block *b);
/* Bytes of global memory up to the end of what is allocated: what a launch may touch. */
uint64_t gpu_footprint(const struct gpu *g);

#define GPU_EACH_SIDE(g, x) for (struct gpu_side *const *at_ = (g)->side, *x; (x = *at_); at_++)

#endif
