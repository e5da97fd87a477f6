/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * det: the detector's hardware inside the model: a unit in each SM, one in each slice, by
 * any of three backends.
 *
 *   backend rtl       the Verilated units, in build/lib/photofinish-rtl-GEOMETRY.so
 *   backend model     sw/reference with a pipeline's timing around it
 *   backend compare   rtl; sw/reference checks every tag, message, record and, when idle, entry
 *
 * All functions of one unit are called in this order in a cycle: inputs offered (..._ready() says
 * whether they are taken), outputs looked at and taken, then ..._step(): the clock edge. A unit
 * that is idle and gets nothing is not evaluated.
 *
 * Memory. det keeps metadata and ring itself, backends rtl and compare in pages that come when they
 * are written; model and compare in an array of twice the data (full). A write takes effect in
 * det_slice_write(); a read takes its data in det_slice_answer(), so it sees every write that was
 * taken before it was. It could see a later one, too, but units never write a beat that they read.
 *
 * Knobs. meta_free: det answers reads in the next cycle and takes writes and records at once.
 * ideal: slices are sw/reference itself; tags and messages of SM units are there in the next cycle.
 * scord_simulator: as ideal, but metadata are read and written, with nobody waiting for them:
 * scord_simulator.c. These two go with backend model.
 *
 * Not modelled: the driver's writes of metadata and registers before a launch cost nothing (a sweep
 * that the unit begins while the clock runs does cost); the latency of interrupts and of the
 * driver's reading: the ring is read after the launch, so what does not fit in it is dropped.
 * Rates of both backends, by stream: synth/results/throughput_units.csv. With unit lines backend
 * model has the RTL's cycles, all of them (lines/line_unit.h). With unit entries it is within a
 * tenth, but for words of many lines in turn (cached_words, a quarter more): model_units.h says
 * what it leaves out.
 */
#ifndef SIM_DET_H
#define SIM_DET_H

#include "../base/stats.h"
#include "../config/config.h"
#include "../unit/backend.h"
#include "reference/pf_iguard_slice.h"
#include "reference/pf_slice.h"
#include "reference/pf_sm.h"

struct det_setup {
	enum backend backend;
	enum pf_policy policy;
	bool iguard; /* iGUARD in place of ScoRD: no policy; metadata are lines' */
	bool lanes;  /* ... whose threads are lanes, else warps */
	enum pf_metadata metadata;
	const struct sim_config *sim;
	/* FST file of slice unit wave_slice; of SM unit wave_sm: x-sm.fst beside x.fst; each in
	 * cycles of its own clock. NULL: none. */
	uint32_t threads; /* that step slice units, 0 and 1: the caller's only */
	const char *wave;
	uint64_t wave_from, wave_cycles;
	uint32_t wave_slice, wave_sm;
};

struct det; /* all of it */

/* NULL and diag: a machine that the geometry does not fit, no library, a library of another
 * version. */
struct det *det_create(const struct det_setup *s, struct diag *diag);
void det_destroy(struct det *d);
/* Completes waves, early: not later than the library's own end. */
void det_wave_end(struct det *d);
void det_stats(struct stats *s, struct det *d);
/* Which units are not idle, and what they wait for, a line each, indented. */
void det_describe(const struct det *d, char *text, size_t size);
/* backend compare: first difference found, or NULL. rtl, model: NULL. */
const char *det_mismatch(const struct det *d);

/* SM unit `sm`. Events and requests are taken in order, one of each a cycle. */
struct det_sm;
struct det_sm *det_sm(struct det *d, uint32_t sm);
bool det_sm_event_ready(const struct det_sm *u);
void det_sm_event(struct det_sm *u, const struct pf_event *e);
bool det_sm_request_ready(const struct det_sm *u);
void det_sm_request(struct det_sm *u, const struct pf_sm_request *r);
/* Takes a tag, whose request goes to `slice`; false: none yet. */
bool det_sm_tag(struct det_sm *u, uint32_t slice, struct pf_tag *t);
/* Takes a message, or a copy of one, to *slice; PF_TO_ALL: to all. False: none yet. */
bool det_sm_message(struct det_sm *u, struct pf_message *m, uint32_t *slice);
/* The same of iGUARD's. */
void det_sm_iguard_event(struct det_sm *u, const struct pf_iguard_sm_event *e);
void det_sm_iguard_request(struct det_sm *u, const struct pf_iguard_sm_request *r);
bool det_sm_iguard_tag(struct det_sm *u, uint32_t slice, struct pf_iguard_tag *t);
bool det_sm_iguard_message(struct det_sm *u, struct pf_iguard_message *m, uint32_t *slice);
/* There is a tag to take; *behind: behind events with more messages than so many. */
bool det_sm_tag_behind(const struct det_sm *u, uint64_t messages, bool *behind);
/* Messages that have been taken whole, with all their copies. */
uint64_t det_sm_told(const struct det_sm *u);
/* What events given so far bring about is visible to later tags; with messages to all, these have
 * been taken, too. */
bool det_sm_settled(const struct det_sm *u);
/* Only: is visible to later tags. */
bool det_sm_seen(const struct det_sm *u);
bool det_sm_idle(const struct det_sm *u);
void det_sm_step(struct det_sm *u);

/* Slice unit. Addresses: data in the slice's own bytes; metadata and ring in its memory, in beats.
 */
struct det_slice;
struct det_slice *det_slice(struct det *d, uint32_t slice);
bool det_slice_ready(const struct det_slice *u);
void det_slice_request(struct det_slice *u, const struct pf_request *r);
void det_slice_iguard_request(struct det_slice *u, const struct pf_iguard_request *r);
/* Bytes of a read: 32; knob scord_simulator: l2.fetch, from a multiple of it. */
uint32_t det_slice_read_bytes(const struct det_slice *u);
/* A read of metadata that waits: takes it. beat: address in the slice's memory / 32. */
bool det_slice_read(struct det_slice *u, uint64_t *beat, uint32_t *id);
/* Its answer; the data are det's own business (it keeps the metadata). */
bool det_slice_answer_ready(const struct det_slice *u, uint32_t id);
void det_slice_answer(struct det_slice *u, uint32_t id);
/* A write: takes it. record: a race record, else metadata. */
bool det_slice_write(struct det_slice *u, uint64_t *beat, bool *record);
bool det_slice_idle(const struct det_slice *u);
void det_slice_step(struct det_slice *u);
/* The step of every slice unit, shared out among the setup's threads. */
void det_step_slices(struct det *d);

/* Before a launch, everything idle: bytes [0, data_bytes) of each slice's own memory may be touched
 * in it. Programs regions and begins an epoch; metadata are swept when the region is new (before
 * the clock starts: initialisation is not charged, sim/README.md). */
int det_launch(struct det *d, uint64_t data_bytes, struct diag *diag);
/* After it, everything idle: calls fn for every new race record, in the order of each slice's ring,
 * and frees the ring. (backend compare: compares the metadata.) */
struct det_record {
	uint32_t slice;
	uint32_t pc;
	uint64_t word; /* byte address in the slice's own memory / 4 */
	/* iGUARD's, whose words are told one by one; block IDs have as many bits of the SM as its
	 * geometry. NULL: ScoRD's, and: */
	const struct pf_iguard_race *iguard;
	enum pf_row row;
	enum pf_kind_code kind;
	struct pf_tag tag; /* second access */
	struct pf_entry
		owner; /* first: block, warp, lock, strong, scope, shared and modified bits */
	bool owner_fenced;
};
typedef void (*det_record_fn)(void *ctx, const struct det_record *r);
void det_records(struct det *d, det_record_fn fn, void *ctx);
/* Records lost so far, as their rings were full. Up to date after det_records(). */
uint64_t det_dropped(const struct det *d);

#endif
