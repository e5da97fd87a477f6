/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_driver: what a driver does with the registers of a slice unit (docs/registers.md), on any bus.
 *
 *   halt ──> STATUS.drained ──┬─────────────────────────────────────────┬──> start
 *                             └─> set up: layout, CTRL, COMMAND.sweep ──┘
 *
 * Requests may flow all the while: from halt to start accesses pass unchecked, and are counted.
 * Each access to a register may be answered with an error; none is left unseen.
 */
#ifndef PF_DRIVER_H
#define PF_DRIVER_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How it ended; which register is in `struct pf_driver`. */
enum pf_driver_end { PF_DRIVER_DONE, PF_DRIVER_REFUSED, PF_DRIVER_LATE };

struct pf_driver {
	/* A read into *data, or a write of it. False: answered with an error. */
	bool (*access)(void *ctx, bool write, uint32_t address, uint32_t *data);
	void *ctx;
	uint64_t patience; /* reads of STATUS in a wait; 0: for ever */
	/* REFUSED: the register, and what was written to it. LATE: STATUS. */
	const char *name;
	uint32_t value;
};

struct pf_driver_layout {
	uint32_t base, words, entries; /* sector; words; entries */
	uint32_t meta_base, ring_base; /* beats */
	uint32_t ring_log2;
	/* CTRL: policy and options. With bare_sweep whoever calls writes unwritten entries before
	 * the start. */
	uint32_t ctrl;
	bool clear; /* counters to 0 */
};

/* CTRL.enable 0, all else of CTRL as it is; until STATUS.drained: metadata and records are written.
 */
enum pf_driver_end pf_driver_halt(struct pf_driver *d);
/* Of a halted unit. Metadata become unwritten, the epoch 0, ring and filter empty. */
enum pf_driver_end pf_driver_set_up(struct pf_driver *d, const struct pf_driver_layout *l);
/* Of a halted unit: CTRL with or without enable. */
enum pf_driver_end pf_driver_control(struct pf_driver *d, uint32_t ctrl);
/* Of a halted unit, after a change of the layout set up: CTRL with enable, without bare_sweep. */
enum pf_driver_end pf_driver_start(struct pf_driver *d, uint32_t ctrl);
/* *status: as soon as it has this bit. */
enum pf_driver_end pf_driver_wait(struct pf_driver *d, uint32_t bit, uint32_t *status);

#ifdef __cplusplus
}
#endif

#endif
