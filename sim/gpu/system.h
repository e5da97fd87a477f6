/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * system: the GPU's sockets: what a system (a detector, deterministic commit) is to the GPU.
 *
 *   struct system ── create ──> struct gpu_side ─┬─> an SM side for each SM (sm/side.h)
 *   (systems/registry.c: the list of all)        └─> a slice side for each slice
 *
 * The GPU knows no system: systems/registry.c alone names them. Those that a run asks for are
 * called in the registry's order, at the points below; a call that is NULL is left out.
 *
 * Slice sides. The tap takes packets off the NoC in order; each access takes place there. A packet
 * that is of a side (pkt.system) goes to that side and no other. Into the L2 goes one packet a
 * clock: the tap's, or one of a source of a side, in turns.
 */
#ifndef SIM_SYSTEM_H
#define SIM_SYSTEM_H

#include "../det/det.h"
#include "../sm/side.h"
#include "gpu.h"

struct slice;
struct slice_side;
struct gpu_side;

enum { GPU_SYSTEMS = 4 }; /* at once, at most */

struct slice_side_calls {
	/* Can the packet at the tap be taken, as far as this side goes? (It counts when not.) */
	bool (*ready)(struct slice_side *x, const struct pkt *k);
	/* A packet of this side that is no access has been taken: what it means. */
	void (*packet)(struct slice_side *x, struct pkt *k);
	/* An access of this side's own (pkt.own) takes place: its address in the slice's memory. */
	void (*own)(struct slice_side *x, struct pkt *k);
	/* An access of a warp has taken place; `wrote`: the lanes that wrote. */
	void (*access)(struct slice_side *x, const struct pkt *k, uint32_t wrote);

	void (*step)(struct slice_side *x);  /* an L2 clock: before the L2's input, */
	void (*clock)(struct slice_side *x); /* and at its end */
	/* Sources of packets for the L2: at most one packet into slice.l2_in, which has room. */
	uint32_t sources;
	void (*source)(struct slice_side *x, uint32_t which);
	/* The answer to a META_READ: false: not in this clock. */
	bool (*answer)(struct slice_side *x, const struct pkt *k);

	bool (*idle)(const struct slice_side *x);   /* the unit, and what comes out of it */
	bool (*queued)(const struct slice_side *x); /* packets taken that it has not looked at */
	/* A launch has failed in the middle: this is brought to its end all the same. */
	bool winds_up;
};

struct slice_side {
	const struct slice_side_calls *calls;
	struct gpu *gpu;
	struct slice *slice;
	uint8_t system;
};

struct system {
	const char *name;
	bool (*wanted)(const struct system_setup *s);
	/* NULL and diag: it does not fit. The GPU's numbers of units and its map are set. */
	struct gpu_side *(*create)(struct gpu *g, const struct system_setup *s, struct diag *diag);
	void (*destroy)(struct gpu_side *x);
	/* Its sides: owned by it, but for an SM side's own memory (sm_side_calls.destroy). */
	struct sm_side *(*sm)(struct gpu_side *x, uint32_t sm);
	struct slice_side *(*slice)(struct gpu_side *x, uint32_t slice);

	/* SMs are ready for the launch. `bytes`: of global memory, that it may touch. */
	int (*launch)(struct gpu_side *x, uint32_t blocks_per_sm, uint64_t bytes,
		      struct diag *diag);
	void (*l2_clock)(struct gpu_side *x);   /* all slices have been stepped */
	void (*core_clock)(struct gpu_side *x); /* a core cycle has ended */
	bool places;                            /* it places the blocks, the GPU does not */
	bool (*done)(const struct gpu_side *x); /* nothing is left to do for a launch */
	const uint64_t *(*now)(const struct gpu_side *x); /* what %clock reads */
	uint64_t (*progress)(const struct gpu_side *x);   /* for the watchdog */

	/* Counters: behind those of the slices; behind all others. */
	void (*slice_stats)(struct gpu_side *x, struct stats *s);
	void (*stats)(struct gpu_side *x, struct stats *s);
	void (*describe)(const struct gpu_side *x, char *text, size_t size);
	/* Two backends that do not agree: the first difference, or NULL. */
	const char *(*mismatch)(const struct gpu_side *x);
	void (*wave_end)(struct gpu_side *x);
	/* New findings, in the order of each slice's; how many were lost so far. */
	void (*records)(struct gpu_side *x, det_record_fn fn, void *ctx);
	uint64_t (*dropped)(const struct gpu_side *x);
	/* New races that it knows whole. */
	void (*hits)(struct gpu_side *x, gpu_hit_fn fn, void *ctx);
};

struct gpu_side {
	const struct system *system;
	struct gpu *gpu;
	uint8_t index; /* place in the GPU's list */
};

/* systems/registry.c: all systems, then NULL. */
extern const struct system *const systems[];

#endif
