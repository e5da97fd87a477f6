/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * iguard: what is iGUARD's of det: its units and models, its table, its records.
 */
#include "compare.h"
#include "model_units.h"
#include "port.h"
#include "reference/pf_iguard_targets.h"

enum { BLOCKS_BEATS = 2 * PF_IGUARD_BEATS }; /* of a block of writers and one of readers */

static int supported(const struct det *d, struct diag *diag)
{
	const struct det_config *c = &d->sim.det;

	if (d->at_once)
		return diag_set(diag, NULL, 0,
				"detector iguard: it takes its time; not with detector.ideal or "
				"detector.scord_simulator");
	if (c->unit != SIM_LINES)
		return diag_set(diag, NULL, 0,
				"detector.unit = entries: detector iguard has lines");
	if (c->granularity != PF_WORD_BYTES)
		return diag_set(diag, NULL, 0,
				"detector.granularity = %u: detector iguard has sides for each "
				"word",
				c->granularity);
	if (c->entry_gap != 1)
		return diag_set(diag, NULL, 0,
				"detector.entry_gap = %u: detector iguard has no such knob",
				c->entry_gap);
	if (c->fences == SIM_FENCES_TOUCHED && d->sim.l2.slices > PF_IGUARD_TARGETS_SLICES)
		return diag_set(diag, NULL, 0,
				"detector.fences = touched, l2.slices = %u: detector iguard knows "
				"%d slices; detector.fences = all",
				d->sim.l2.slices, PF_IGUARD_TARGETS_SLICES);
	return 0;
}

static uint32_t slice_kind(const struct det *d)
{
	(void)d;
	return IGUARD_SLICE_UNIT;
}

/* Nobody. */
static uint64_t unwritten(const struct det *d)
{
	(void)d;
	return 0;
}

static void sm_model(struct det_sm *u)
{
	const struct det *d = u->det;

	if (u->multicast) {
		u->port = iguard_model_multicast_create(d->geometry->name, d->sim.l2.slices);
		u->kind = &model_multicast;
	} else {
		u->port = iguard_model_sm_create(d->geometry->name);
		u->kind = &iguard_model_sm;
	}
}

/* The model, when it is first wanted; begin() says what it is of. */
static void make_model(struct det_slice *u)
{
	const struct det *d = u->det;
	const struct pf_iguard_slice_config c = {.geometry = d->geometry->name,
						 .lanes = d->setup.lanes,
						 .ring_log2 = u->ring_log2,
						 .seen = d->size->seen,
						 .pc_bits = d->slice_config.pc_bits,
						 .report_all = d->slice_config.report_all};

	if (!u->iguard.config.geometry)
		pf_iguard_slice_init(&u->iguard, &c);
}

static void slice_model(struct det_slice *u)
{
	make_model(u);
	u->port = iguard_model_slice_create(&u->iguard);
	u->kind = &iguard_model_slice;
}

/* Table */

uint64_t iguard_lines(const struct det *d)
{
	return (d->slice_config.words + PF_IGUARD_LINE_WORDS - 1) / PF_IGUARD_LINE_WORDS;
}

static uint64_t used(const struct det *d)
{
	return pf_iguard_places(0, d->slice_config.words, 0).used;
}

/* Blocks of a side, of which a table of so many beats has the places. */
static uint64_t pool_of(const struct det_slice *u)
{
	const uint64_t most = 1ULL << (u->det->size->addr_bits - 7);
	const uint64_t pool = (u->meta_beats - used(u->det)) / BLOCKS_BEATS;

	return pool < most ? pool : most;
}

struct pf_iguard_places iguard_places(const struct det_slice *u)
{
	return pf_iguard_places(0, u->det->slice_config.words, pool_of(u));
}

/* A block for each line of writers and of readers, or as many as there is room for. */
static uint64_t table_beats(const struct det *d, uint64_t room)
{
	const uint64_t rows = used(d), all = rows + BLOCKS_BEATS * iguard_lines(d);

	return rows > room || all <= room ? all : room;
}

static uint64_t table_entries(const struct det_slice *u)
{
	return u->meta_beats * PF_BEAT_ENTRIES;
}

static uint32_t control(const struct det *d)
{
	return d->setup.lanes ? PF_REG_CTRL_SCORD_MASK : 0;
}

static void epoch(struct slice_port_in *in)
{
	in->iguard_request = (struct pf_iguard_request){.is_message = true,
							.message = {.kind = PF_IGUARD_MSG_EPOCH}};
}

/* The reference model */

static void free_model(struct det_slice *u)
{
	if (u->iguard.config.geometry)
		pf_iguard_slice_free(&u->iguard);
}

/* Counters go on. */
static void begin(struct det_slice *u, bool anew)
{
	const struct det *d = u->det;
	struct pf_iguard_slice *s = &u->iguard;
	const struct iguard_model_memory memory = {.meta_base = u->memory.base,
						   .ring_base = u->ring_base,
						   .words = d->slice_config.words,
						   .pool = (uint32_t)pool_of(u)};

	make_model(u);
	if (anew) {
		s->config.words = memory.words;
		s->lines.pool = memory.pool;
		pf_iguard_slice_restart(s);
	} else {
		pf_iguard_slice_launch(s, d->setup.lanes);
	}
	if (!u->has_pins && anew)
		iguard_model_slice_program(u->port, &memory);
	else if (!u->has_pins)
		iguard_model_slice_forget(u->port);
}

static void counters(const struct det_slice *u, struct det_counters *c)
{
	const struct pf_iguard_slice *s = &u->iguard;
	uint64_t n;

	for (uint32_t i = 0; i < PF_COUNTERS; i++)
		if (pf_iguard_slice_counter(s, PF_REG_COUNTERS + 8 * i, &n))
			c->of[i] = n;
	(void)pf_iguard_slice_counter(s, PF_REG_DROPPED, &c->dropped);
	(void)pf_iguard_slice_counter(s, PF_REG_REPEATED, &c->repeated);
	(void)pf_iguard_slice_counter(s, PF_REG_WRAPS, &c->wraps);
	(void)pf_iguard_slice_counter(s, PF_REG_FORGOTTEN, &c->forgotten);
}

static struct pf_report_unit *report(struct det_slice *u)
{
	return &u->iguard.report.unit;
}

/* Without STALL_OWNER, which counts races among lanes of an instruction. */
static void stalls(const struct det_slice *u, struct det_counters *c)
{
	for (unsigned k = PF_COUNTER_STALL_INPUT; k <= PF_COUNTER_STALL_REPORT; k++)
		if (k != PF_COUNTER_STALL_OWNER)
			c->of[k] = iguard_model_slice_stalls(u->port)[k];
}

/* Records */

static void tell(const struct det_slice *u, const struct pf_beat *b, det_record_fn fn, void *ctx)
{
	struct pf_bits field[PF_IGUARD_RACE_FIELDS];
	struct pf_iguard_race x;
	struct det_record r = {.slice = u->index, .iguard = &x};

	pf_iguard_race_layout(field, u->det->geometry, u->det->slice_config.pc_bits);
	x = pf_iguard_race_unpack(field, b);
	r.pc = x.pc;
	for (uint32_t left = x.words; left; left &= left - 1) {
		r.word = (uint64_t)x.line * PF_IGUARD_LINE_WORDS + (uint32_t)__builtin_ctz(left);
		fn(ctx, &r);
	}
}

const struct det_family det_iguard = {
	.library = "iguard",
	.id = PF_REG_VALUE_ID_IGUARD,
	.supported = supported,
	.sm_kind = {IGUARD_SM_UNIT, IGUARD_MULTICAST},
	.slice_kind = slice_kind,
	.unwritten = unwritten,
	.sm_model = sm_model,
	.slice_model = slice_model,
	.table_beats = table_beats,
	.table_entries = table_entries,
	.control = control,
	.epoch = epoch,
	.epoch_wraps = true,
	.begin = begin,
	.free = free_model,
	.counters = counters,
	.report = report,
	.stalls = stalls,
	.tell = tell,
	.check_create = iguard_check_create,
	.check_destroy = iguard_check_destroy,
	.compare_sm = iguard_compare_sm,
	.compare_slice = iguard_compare_slice,
	.compare_idle = iguard_compare_idle,
};
