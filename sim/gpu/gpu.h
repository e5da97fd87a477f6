/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * gpu: the whole machine, clock by clock.
 *
 *   sm ─> l1 ─> noc ─> tap ─┬─> l2 ─> dram        and back
 *                           └─> sides of systems ─> l2
 *
 * Edges of the four clocks are at exact multiples of their periods (the least common multiple of
 * the frequencies is the unit of time), with clock.phase each clock's earlier by what the seed
 * says. What falls on one instant is stepped from the last to the first: DRAM, L2 with tap and
 * slice unit, NoC, SMs with their L1s.
 *
 * The tap is where an operation takes place: it takes a packet off the NoC, lets the SM's operation
 * perform the packet's lanes, shows the packet with its note to the sides, and gives it to the L2.
 * It takes none while either has no room: a side's stalls stall the slice.
 */
#ifndef SIM_GPU_H
#define SIM_GPU_H

#include "../base/stats.h"
#include "../config/config.h"
#include "../det/det.h"
#include "machine/engine.h"
#include "race/race.h"

struct gpu;

/* Which systems the GPU has; deterministic mode, if the configuration says so. */
struct system_setup {
	const struct sim_config *sim;
	const struct det_setup *det; /* NULL: no detector for global memory */
	bool shared;                 /* a detector for shared memory, */
	enum backend shared_backend;
	bool prune;           /* ... that does not look at what can not race, as the code says */
	enum backend backend; /* of deterministic mode's units */
};

/* Installs itself as m's engine. NULL and diag when they do not fit. */
struct gpu *gpu_create(const struct system_setup *s, struct machine *m, struct gmem *g,
		       struct diag *diag);
void gpu_destroy(struct gpu *g);
const struct stats *gpu_stats(const struct gpu *g);
/* For somebody else's clocks, SystemC's: drive() stands in for the loop over instants. Until
 * gpu_done(), asked before each instant, it steps every unit of every clock that has an edge then,
 * clocks and units in this order, and ends each clock's edge with gpu_step_end(). */
enum gpu_clock { GPU_DRAM, GPU_L2, GPU_NOC, GPU_CORE, GPU_CLOCKS };
struct gpu_driver {
	void *ctx;
	void (*drive)(void *ctx, struct gpu *g);
};
void gpu_set_driver(struct gpu *g, const struct gpu_driver *d);
uint64_t gpu_period(const struct gpu *g, enum gpu_clock clock);
uint64_t gpu_phase(const struct gpu *g, enum gpu_clock clock); /* first edge, then every period */
uint32_t gpu_units(const struct gpu *g, enum gpu_clock clock); /* NoC: answers, requests */
void gpu_step_unit(struct gpu *g, enum gpu_clock clock, uint32_t unit);
void gpu_step_end(struct gpu *g, enum gpu_clock clock);
bool gpu_done(struct gpu *g);
uint64_t gpu_cycles(const struct gpu *g); /* core cycles of all launches */
/* A race record, its word's global address found. Called after each launch. */
struct gpu_race {
	struct det_record record;
	uint64_t addr; /* global byte address of the word */
};
typedef void (*gpu_race_fn)(void *ctx, const struct gpu_race *r);
void gpu_races(struct gpu *g, gpu_race_fn fn, void *ctx);
/* Races of detectors that know both sides whole. Called after each launch. */
typedef void (*gpu_hit_fn)(void *ctx, const struct race_hit *h);
void gpu_hits(struct gpu *g, gpu_hit_fn fn, void *ctx);
/* Records lost so far, as rings were full. Up to date after gpu_races(). */
uint64_t gpu_dropped(const struct gpu *g);
/* The block that was last in the slot that a record's block ID names, and the record's warp in it.
 */
struct gpu_place {
	uint64_t block; /* linear index in the grid */
	uint32_t warp;  /* in the block */
};
struct gpu_place gpu_place(const struct gpu *g, uint32_t block_id, uint32_t warp_slot);
struct gpu_place gpu_place_in(const struct gpu *g, uint32_t sm, uint32_t slot, uint32_t warp_slot);
/* backend compare: text of the first difference, or NULL. */
const char *gpu_mismatch(const struct gpu *g);
/* Completes the wave, before the process's libraries are torn down. */
void gpu_wave_end(struct gpu *g);
/* Every `cycles` core cycles a line of all counters' differences. */
int gpu_sample(struct gpu *g, const char *file, uint64_t cycles, struct diag *diag);
/* The last line of it. -1 and diag: it could not be written. */
int gpu_sample_end(struct gpu *g, struct diag *diag);

#endif
