/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * det_int: what det's own files share.
 *
 *   det.c        create; the functions of a cycle; knobs meta_free, ideal and
 *                scord_simulator
 *   launch.c     registers, regions, epochs: what a driver does; records, counters
 *   scord.c      what is ScoRD's of all that; iGUARD's: ../iguard
 *   model_*.c   backend model      rtl/   backend rtl
 *   ../lines    pf_line_unit in C, cycle for cycle: backend model of unit lines
 *   compare.c    compares the one with sw/reference while it runs; compare_lines.c: pf_line_unit
 *   tell.c       statistics, who waits for what
 */
#ifndef SIM_DET_INT_H
#define SIM_DET_INT_H

#include "../base/crew.h"
#include "../unit/compare.h"
#include "../unit/library.h"
#include "../unit/memory.h"
#include "../unit/sizes.h"
#include "../lines/line_unit.h"
#include "det.h"
#include "model_units.h"
#include "pf_regs.h"
#include "port.h"

struct sm_check; /* compare_sm.c; ../iguard/compare.c */

struct det_sm {
	struct sm_port *port; /* the backend's */
	const struct unit_kind *kind;
	struct det *det;
	uint32_t index;
	bool busy;               /* something was given, or the unit is not idle, or is waved */
	bool waved;              /* it goes into the wave: evaluated in every cycle */
	uint32_t since;          /* steps since an event was given; stays at its largest value, */
	uint32_t message_cycles; /* which is when its message is offered */
	uint64_t now;            /* if waved */
	uint64_t events, tags, messages, told;
	bool multicast;
	struct sm_check *check; /* backend compare */
};

struct det_counters {
	uint64_t of[PF_COUNTERS], dropped, repeated, wraps, forgotten;
};

struct det_slice {
	struct slice_port *port;
	const struct unit_kind *kind; /* NULL: `ideal` */
	struct det *det;
	uint32_t index;
	bool busy, waved;
	bool ideal; /* the model is asked at once; but for `scord_simulator` *port never moves */
	bool scord_simulator; /* ... and metadata are traffic: scord_simulator.c */
	bool meta_free;       /* memory answers here */
	bool has_pins;        /* registers, metadata and ring are below: the Verilog, line_unit */
	bool has_model;       /* the model is in use */
	bool untold;          /* requests since the counters were last read */
	struct slice_port at_rest; /* ideal's port */
	struct pf_slice model;
	struct pf_iguard_slice iguard; /* ... iGUARD's */
	uint64_t now;

	struct memory memory;           /* metadata */
	uint64_t meta_beats, ring_base; /* beats */
	uint32_t ring_log2, tail;       /* records read */
	struct pf_beat *ring;
	uint32_t answers[MEMORY_IDS]; /* meta_free: IDs to answer, ring */
	uint32_t answer_head, answer_tail;
	uint32_t checked_records; /* backend compare: of the model's ring */

	uint64_t requests, fences, epochs, reads, writes, sweeps, records;
	uint64_t begun;               /* epochs of the driver's that the unit counts as wraps */
	struct det_counters counters; /* of the unit */
	struct det_counters before;   /* the model's: runs before */
};

/* What ScoRD's units and iGUARD's differ in. */
struct det_family {
	const char *library; /* of the Verilated units */
	uint32_t id;         /* PF_REG_VALUE_ID* */
	/* -1 and diag: it is not as the configuration or the backend wants it. */
	int (*supported)(const struct det *d, struct diag *diag);
	/* Kinds in the library (of SM units: messages to all slices, or to those concerned); what
	 * the words of a beat of metadata are that was never written. */
	uint32_t sm_kind[2];
	uint32_t (*slice_kind)(const struct det *d);
	uint64_t (*unwritten)(const struct det *d);
	/* Port and kind of backend model. */
	void (*sm_model)(struct det_sm *u);
	void (*slice_model)(struct det_slice *u);

	/* Beats of the region's table; register ENTRIES. */
	uint64_t (*table_beats)(const struct det *d, uint64_t room); /* with less: what fits */
	uint64_t (*table_entries)(const struct det_slice *u);
	uint32_t (*control)(const struct det *d); /* of CTRL, what is its own */
	void (*epoch)(struct slice_port_in *in);  /* a request that begins one, */
	bool epoch_wraps;                         /* and counts as a wrap */

	/* The reference model: anew, or an epoch; what it has counted in all runs. */
	void (*begin)(struct det_slice *u, bool anew);
	void (*free)(struct det_slice *u);
	void (*counters)(const struct det_slice *u, struct det_counters *c);
	struct pf_report_unit *(*report)(struct det_slice *u);
	void (*stalls)(const struct det_slice *u, struct det_counters *c); /* backend model's */
	/* A record's races, a word each. */
	void (*tell)(const struct det_slice *u, const struct pf_beat *b, det_record_fn fn,
		     void *ctx);

	/* Backend compare: as det_compare_*. */
	struct sm_check *(*check_create)(struct det_sm *u);
	void (*check_destroy)(struct sm_check *c);
	void (*compare_sm)(struct det_sm *u);
	void (*compare_slice)(struct det_slice *u);
	void (*compare_idle)(struct det_slice *u);
};
extern const struct det_family det_scord, det_iguard;

struct det {
	struct det_setup setup;
	const struct det_family *family;
	struct sim_config sim;
	const struct pf_geometry *geometry;
	struct pf_slice_config slice_config; /* but region, entries */
	const struct unit_sizes *size;       /* of the geometry */
	uint32_t lines;                      /* of metadata */
	bool rtl, model, at_once;            /* knobs ideal, scord_simulator */
	struct unit_library library;
	struct det_sm *sm;
	struct det_slice *slice;
	uint32_t n_sms, n_slices;
	uint64_t data_bytes; /* of the region programmed */
	bool programmed;
	struct pf_report_unit layout; /* of records */
	struct compare compare;       /* backend compare */
	struct crew *crew;            /* NULL: one thread */
	uint32_t *busy;               /* slices of this step */
};

/* det.c: a write that waits: takes it, and does it. */
bool det_take_write(struct det_slice *u, uint64_t *beat, bool *record);

/* launch.c */
uint32_t det_reg_read(struct det_slice *u, uint32_t address);
bool det_reg_write(struct det_slice *u, uint32_t address, uint32_t value); /* false: refused */
/* As struct pf_driver's access; ctx: the unit. */
bool det_on_bus(void *ctx, bool write, uint32_t address, uint32_t *data);
/* ID, VERSION, CONFIG and WIDTHS are those of the geometry. */
int det_same_unit(struct det_slice *u, struct diag *diag);

/* compare*.c: ScoRD's. create: beside the RTL of an SM's unit; sm, slice: before the step: what is
 * given and taken in this cycle; idle: metadata, counters, ring. */
struct sm_check *det_check_create(struct det_sm *u);
void det_check_destroy(struct sm_check *c);
void det_compare_sm(struct det_sm *u);
void det_compare_slice(struct det_slice *u);
void det_compare_idle(struct det_slice *u);
/* compare_lines.c: of unit lines. */
void det_compare_lines(struct det_slice *u);
struct compare_unit det_compare_unit(struct det_slice *u);

/* For a test: flips a bit of an entry's metadata in memory, so that a comparison must find it. */
void det_corrupt(struct det *d, uint32_t slice, uint64_t entry);

#endif
