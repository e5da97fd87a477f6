/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * commit: the hardware of deterministic commit inside the model, by any of three backends: in each
 * SM a store buffer and a quantum unit, in each slice a Z-commit unit.
 *
 *   backend rtl       the Verilated units, in build/lib/photofinish-gpudet-GEOMETRY.so
 *   backend model     sw/reference with a pipeline's timing around it
 *   backend compare   rtl; sw/reference checks every answer, entry, result and, when nothing is on
 * its way, the state of every warp
 *
 * All functions of one unit are called in this order in a cycle: inputs offered (..._ready() says
 * whether they are taken), outputs looked at and taken, then ..._step(): the clock edge. A unit
 * that is idle and gets nothing is not evaluated.
 *
 * Memory. The write logs' lie here: a beat of 32 bytes a cycle, written or read, what is read comes
 * l1.latency later. The rows of the Z-buffer (depths) lie here, too, but their traffic is the
 * caller's: a write takes effect in commit_z_write(), a read takes its data in commit_z_answer(),
 * so it sees every write that was taken before it was. It could see a later one, too, but the unit
 * writes no row that it is reading. With backend model no data move, only beats.
 *
 * Quantum units. With backend model an event or an instruction has its effect at once. The
 * Verilated unit takes one event a cycle; a warp with an event on its way does not run. So backends
 * differ in cycles, but not in what is executed.
 *
 * Not modelled: what a sweep costs before a launch (a sweep that is due while the clock runs does
 * cost). Backend model: model_units.h says what it leaves out.
 */
#ifndef SIM_GPUDET_H
#define SIM_GPUDET_H

#include "../base/stats.h"
#include "../config/config.h"
#include "../unit/backend.h"
#include "reference/pf_quantum.h"
#include "reference/pf_store_buffer.h"
#include "reference/pf_zcommit.h"

enum commit_mode { COMMIT_PARALLEL, COMMIT_COMMIT, COMMIT_SERIAL, COMMIT_DISTRIBUTE };

struct commit_setup {
	enum backend backend;
	const struct sim_config *sim;
};

struct commit; /* all of it */

/* NULL and diag: sizes that the Verilog library does not have (backend model takes any), no
 * library, a library of another version. */
struct commit *commit_create(const struct commit_setup *s, struct diag *diag);
void commit_destroy(struct commit *c);
/* Before a launch, everything idle: commits go to lines [0, lines) of each slice's own memory. A
 * region of another size begins with rows that are all of no quantum. -1 and diag: lines that the
 * geometry's slices do not have. */
int commit_launch(struct commit *c, uint64_t lines, struct diag *diag);
/* Beats of 32 bytes of a row of the Z-buffer: line n has beats n * this up to the next. */
uint32_t commit_row_beats(const struct commit *c);
/* The mode that all quantum units are in from now on. */
void commit_mode(struct commit *c, enum commit_mode mode);
/* backend compare: first difference found, or NULL. rtl, model: NULL. */
const char *commit_mismatch(const struct commit *c);
void commit_stats(struct stats *s, struct commit *c);
/* Which units are not idle, and what they wait for, a line each, indented. */
void commit_describe(const struct commit *c, char *text, size_t size);

/* Store buffer of SM `sm`. One answer for each command, in their order; a DRAIN's entries, oldest
 * first, before its answer. */
enum commit_sb_kind { COMMIT_SB_STORE, COMMIT_SB_LOAD, COMMIT_SB_DRAIN };

struct commit_sb_command {
	enum commit_sb_kind kind;
	uint32_t warp;
	struct pf_log_entry e; /* LOAD: line and mask; DRAIN: nothing */
};

struct commit_sb_answer {
	enum commit_sb_kind kind;
	uint32_t warp, left;   /* left: free entries of the warp's log */
	struct pf_log_entry e; /* the command's line; LOAD: bytes that the log has */
};

struct commit_sb;
struct commit_sb *commit_sb(struct commit *c, uint32_t sm);
bool commit_sb_ready(const struct commit_sb *u);
void commit_sb_command(struct commit_sb *u, const struct commit_sb_command *c);
bool commit_sb_answer(struct commit_sb *u, struct commit_sb_answer *a); /* takes it */
/* Looks at it, and at the warp it is of. */
bool commit_sb_entry(struct commit_sb *u, uint32_t *warp, struct pf_log_entry *e);
void commit_sb_take(struct commit_sb *u); /* takes the entry in this cycle */
/* In the last step the unit used the log memory: the L1's port was not free. */
bool commit_sb_port(const struct commit_sb *u);
bool commit_sb_idle(const struct commit_sb *u);
void commit_sb_step(struct commit_sb *u);

/* Quantum unit of SM `sm`. A warp issues an instruction in a cycle, at most. */
struct commit_q;
struct commit_q *commit_q(struct commit *c, uint32_t sm);
void commit_q_event(struct commit_q *u, enum pf_quantum_event kind, uint32_t warp, uint32_t slot);
void commit_q_issue(struct commit_q *u, uint32_t warp);
bool commit_q_runs(const struct commit_q *u, uint32_t warp);
enum pf_stop commit_q_why(const struct commit_q *u, uint32_t warp);
bool commit_q_done(const struct commit_q *u);
/* SERIAL: the warp whose turn it is, -1: none (or it is not known in this cycle: commit_q_done()
 * tells that). */
int commit_q_serial(const struct commit_q *u);
void commit_q_serial_done(struct commit_q *u);
/* Some warp has an atomic that is still to be done, in any mode. */
bool commit_q_any(const struct commit_q *u);
bool commit_q_live(const struct commit_q *u, uint32_t slot);
/* First cycle of a parallel mode. */
void commit_q_start(struct commit_q *u);
void commit_q_step(struct commit_q *u);

/* Z-commit unit of slice `slice`. Lines: of the slice's own memory. Beats: of its Z-buffer. */
struct commit_z;
struct commit_z *commit_z(struct commit *c, uint32_t slice);
/* A quantum's commit mode begins: taken when the unit is idle; requests wait for that. */
void commit_z_begin(struct commit_z *u);
bool commit_z_ready(const struct commit_z *u);
void commit_z_request(struct commit_z *u, const struct pf_zrequest *r);
bool commit_z_result(const struct commit_z *u, struct pf_zrequest *r); /* looks at it */
void commit_z_take(struct commit_z *u);                                /* in this cycle */
bool commit_z_read(struct commit_z *u, uint64_t *beat, uint32_t *id);  /* takes it; id < 256 */
bool commit_z_answer_ready(const struct commit_z *u, uint32_t id);
void commit_z_answer(struct commit_z *u, uint32_t id);
bool commit_z_write(struct commit_z *u, uint64_t *beat); /* takes it */
bool commit_z_idle(const struct commit_z *u);
void commit_z_step(struct commit_z *u);

#endif
