/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * gpu_int: what gpu's own files share.
 *
 *   gpu.c    create, destroy, statistics        slice.c  tap, ways between tap, slice unit and L2
 *   run.c    a launch, clock by clock           order.c  deterministic mode
 *                                               lock.c   its commit in software
 */
#ifndef GPU_INT_H
#define GPU_INT_H

#include "../base/link.h"
#include "../base/map.h"
#include "../base/sample.h"
#include "../commit/commit.h"
#include "../dram/dram.h"
#include "../l2/l2.h"
#include "../noc/noc.h"
#include "../sm/sm.h"
#include "golden/pf_partition.h"
#include "gpu.h"
#include "machine/gmem.h"

/* The Z-buffer's place in a slice's own memory: beyond all data and metadata. */
#define DEPTH_BASE (1ULL << 40)

/* Links, named for the watchdog. */
struct sm_links {
	struct link from_noc, to_noc;
};

/* One clock domain: its edges are at first, then every period. */
struct clock {
	uint64_t period, first, next; /* in units of time: gpu.h */
	uint64_t cycles;
};

/* A slice: what stands between NoC, L2, DRAM and slice unit. */
struct slice_stats {
	uint64_t taken;                    /* packets off the NoC */
	uint64_t stall_det;                /* cycles: a packet waits for the slice unit's queue */
	uint64_t stall_l2;                 /* ... for the L2's */
	uint64_t stall_reply;              /* an answer waits for the NoC */
	uint64_t requests, fences, epochs; /* to the slice unit */
	uint64_t split; /* atomics that became two requests: some lanes wrote, some did not */
	uint64_t meta_reads, meta_writes, records;
	uint64_t stall_commit; /* cycles: a packet waits for the Z-commit unit */
	uint64_t depth_reads, depth_writes;
};

struct slice {
	uint16_t index;
	struct l2 *l2;
	struct det_slice *det;   /* NULL: no detector */
	struct commit_z *commit; /* NULL: not deterministic */
	struct pf_zrequest won;  /* a result on its way into the L2 */
	uint8_t won_sectors;     /* of it, those that wait */
	struct link in, l2_in, l2_out, to_dram, fills, to_noc;
	/* Requests on their way into the slice unit, and who gets a credit for one. */
	struct det_entry {
		struct pf_request request;
		uint16_t sm;
		bool credit;
	} * queue;
	uint32_t queue_cap, queue_head, queue_count;
	unsigned turn; /* who may use the L2's input next */
	struct slice_stats stats;
};

/* A credit under way to an SM. */
struct credit {
	uint64_t due;
	uint16_t sm, slice;
	bool order; /* for a commit or a check out of a log, not for a fence */
};

/* A kernel's instructions are PCs end - n_code .. end - 1. */
struct gpu_kernel {
	const struct simt_kernel *kernel;
	uint32_t n_code, end;
};

/* order.c */
struct gpu_order {
	struct commit *commit;
	struct pf_partition *partition;
	struct gpu_lock *lock; /* [slice], lock.c; NULL: the Z-commit units commit */
	bool *free;            /* [slot number] */
	enum commit_mode mode;
	bool leaving; /* the mode is done; the next one begins in leave_at */
	uint64_t leave_at;
	bool committed; /* COMMIT: all logs; checks follow */
	uint32_t turn;  /* SM whose turn it is, if given */
	bool given;
	bool calls;         /* SERIAL: somebody has a system call */
	uint64_t region;    /* bytes of global memory that can be committed to */
	uint32_t next_slot; /* to look at for a new block */
	uint64_t changed;   /* results that changed memory: for the watchdog */
	uint64_t clock;     /* what %clock reads */
	struct gpu_order_counts {
		uint64_t quanta, cycles[4]; /* by mode */
	} counts;
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
	struct det *det;
	struct gpu_order *order; /* NULL: not deterministic */
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
void slice_stats_add(struct gpu *g);

/* run.c */
void gpu_run(void *ctx, struct machine *m, const struct machine_launch_info *info);
void gpu_wake(void *ctx, struct machine_warp *w);
/* A credit of the slice for a message of the SM leaves now. */
void gpu_credit(struct gpu *g, uint16_t sm, uint16_t slice);
void gpu_ack(struct gpu *g, uint16_t sm); /* likewise, for a commit or a check out of a log */
void gpu_begin_block(struct gpu *g, uint32_t sm, uint32_t slot, struct machine_block *b);

/* order.c */
/* run.c: bytes of global memory up to the end of what is allocated: what a launch may touch. */
uint64_t gpu_footprint(const struct gpu *g);
int gpu_order_init(struct gpu *g, const struct commit_setup *setup, struct diag *diag);
void gpu_order_free(struct gpu *g);
int gpu_order_launch(struct gpu *g, uint32_t blocks_per_sm, uint64_t bytes, struct diag *diag);
void gpu_order_step(struct gpu *g); /* a core cycle has ended */
bool gpu_order_done(const struct gpu *g);
void gpu_order_stats(struct gpu *g);

/* lock.c */
void gpu_lock_launch(struct gpu *g, uint64_t lines); /* lines of each slice */
void gpu_lock_free(struct gpu *g);
void gpu_lock_begin(struct gpu *g);                               /* a quantum's commit mode */
void gpu_lock_tap(struct gpu *g, struct slice *s, struct pkt *k); /* takes place; its address */

#endif
