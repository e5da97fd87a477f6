/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * commit_int: what commit's own files share.
 *
 *   commit.c     create, launch, statistics
 *   store.c      store buffers and the memory of their logs
 *   slice.c      Z-commit units and their depths in memory
 *   quantum.c    quantum units
 *   model_*.c   backend model      rtl/   backend rtl
 *   compare.c    compares the one with sw/reference while it runs
 */
#ifndef SIM_GPUDET_INT_H
#define SIM_GPUDET_INT_H

#include "../unit/compare.h"
#include "../unit/library.h"
#include "../unit/memory.h"
#include "../unit/sizes.h"
#include "commit.h"
#include "model_units.h"
#include "port.h"

enum { COMMIT_IDS = 256, COMMIT_WARPS = 64, COMMIT_COMMANDS = 64 };

struct store_check; /* compare.c */
struct z_check;

struct commit_sb {
	struct store_port *port; /* the backend's */
	const struct unit_kind *kind;
	struct commit *commit;
	uint32_t index;
	bool busy;   /* something was given, or the unit is not idle */
	bool used;   /* the log memory, in the last step */
	bool filled; /* data lie below, else the model's own */
	/* Log memory */
	struct beats log;
	struct log_read {
		uint64_t due;
		struct pf_beat data;
	} * read; /* under way, ring */
	uint32_t read_mask, read_head, read_tail, latency;
	uint64_t now;

	uint32_t line[COMMIT_COMMANDS]; /* of commands without an answer: the pins do not say it */
	uint32_t commands, answers;
	struct store_check *check; /* backend compare */
	uint64_t count[STORE_EVENTS], log_beats, most;
	uint64_t entries;
};

struct commit_z {
	struct z_port *port;
	const struct unit_kind *kind;
	struct commit *commit;
	uint32_t index, begins; /* begins: not taken yet */
	bool busy;
	struct memory memory; /* rows */
	struct z_check *check;
	uint64_t count[Z_EVENTS], results;
};

struct q_event {
	uint8_t kind, warp, slot;
};

struct commit_q {
	struct pf_quantum model;
	struct quantum_port *port; /* NULL: backend model */
	const struct unit_kind *kind;
	struct commit *commit;
	uint32_t index;
	uint64_t issued; /* warps, in this cycle */
	/* On their way to the Verilated unit */
	struct q_event *event;
	size_t cap_events, n_events, first;
	uint16_t waiting[COMMIT_WARPS]; /* events of each warp */
};

struct commit {
	struct sim_config sim;
	const struct unit_geometry *geometry;
	bool rtl, model; /* in use */
	struct unit_library library;
	enum commit_mode mode;
	uint32_t warps; /* of an SM */
	uint32_t row_beats;
	uint64_t lines; /* of the region; 0: none yet */
	struct pf_zconfig zconfig;
	struct pf_store_config store_config;
	struct commit_sb *sb;
	struct commit_q *q;
	struct commit_z *z;
	uint32_t n_sms, n_slices;
	struct compare compare; /* backend compare */
};

/* store.c, slice.c, quantum.c */
void commit_sb_create(struct commit *c, uint32_t i);
void commit_sb_destroy(struct commit_sb *u);
void commit_z_create(struct commit *c, uint32_t i);
void commit_z_destroy(struct commit_z *u);
void commit_z_region(struct commit_z *u, uint64_t lines);
void commit_q_create(struct commit *c, uint32_t i);
void commit_q_destroy(struct commit_q *u);
void commit_q_mode(struct commit_q *u); /* it is another now */

/* compare.c */
struct store_check *commit_check_store(struct commit_sb *u);
void commit_check_store_destroy(struct store_check *k);
struct z_check *commit_check_z(struct commit_z *u);
void commit_check_z_destroy(struct z_check *k);
void commit_check_region(struct commit_z *u);
/* Before the step: what is given and taken in this cycle. */
void commit_compare_sb(struct commit_sb *u);
void commit_compare_z(struct commit_z *u);
void commit_compare_q(struct commit_q *u); /* nothing is on its way */

#endif
