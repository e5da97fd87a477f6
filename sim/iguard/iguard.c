/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * iguard: what is iGUARD's of det: its units and models, its table, its records.
 */
#include "compare.h"
#include "model_units.h"
#include "port.h"
#include "reference/pf_iguard_targets.h"

/* A bit for each line in beats of 256; rows of writers and of readers, a beat each; blocks. */
enum { BITS_LINES = 256, SIDES = 2, BLOCK_BEATS = 8, LINE_WORDS = PF_IGUARD_LINE_WORDS };

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

static uint32_t sm_kind(const struct det *d)
{
	return d->sim.det.fences == SIM_FENCES_TOUCHED ? IGUARD_MULTICAST : IGUARD_SM_UNIT;
}

static uint32_t slice_kind(const struct det *d)
{
	(void)d;
	return IGUARD_SLICE_UNIT;
}

static struct pf_beat unwritten(const struct det *d)
{
	(void)d;
	return (struct pf_beat){{0}};
}

static void sm_model(struct det_sm *u)
{
	const struct det *d = u->det;

	if (u->multicast) {
		u->port = iguard_model_multicast_create(d->geometry->name, 0, d->sim.l2.slices);
		u->kind = &iguard_model_multicast;
	} else {
		u->port = iguard_model_sm_create(d->geometry->name, 0, false);
		u->kind = &iguard_model_sm;
	}
}

static void slice_model(struct det_slice *u)
{
	const struct pf_iguard_slice_config nothing = {.geometry = u->det->geometry->name};

	pf_iguard_slice_init(&u->iguard, &nothing);
	u->port = iguard_model_slice_create(&u->iguard);
	u->kind = &iguard_model_slice;
}

/* Table */

static uint64_t lines_of(const struct det *d)
{
	return (d->slice_config.words + LINE_WORDS - 1) / LINE_WORDS;
}

uint64_t iguard_rows(const struct det *d)
{
	const uint64_t lines = lines_of(d);

	return SIDES * lines + (lines + BITS_LINES - 1) / BITS_LINES;
}

uint64_t iguard_pool(const struct det_slice *u)
{
	const uint64_t used = iguard_rows(u->det), most = 1ULL << (u->det->size->addr_bits - 7);
	const uint64_t pool = (u->meta_beats - used) / (SIDES * BLOCK_BEATS);

	return pool < most ? pool : most;
}

/* A block for each line of writers and of readers, or as many as there is room for. */
static uint64_t table_beats(const struct det *d, uint64_t room)
{
	const uint64_t used = iguard_rows(d), blocks = SIDES * BLOCK_BEATS * lines_of(d);

	if (used > room || used + blocks <= room)
		return used + blocks;
	return room;
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

static void begin(struct det_slice *u, bool anew)
{
	const struct det *d = u->det;
	struct pf_iguard_slice *s = &u->iguard;
	const struct pf_iguard_slice old = *s;
	const struct pf_iguard_slice_config c = {.geometry = d->geometry->name,
						 .lanes = d->setup.lanes,
						 .pool = iguard_pool(u),
						 .first_word = 0,
						 .words = d->slice_config.words,
						 .ring_log2 = u->ring_log2,
						 .seen = d->size->seen,
						 .pc_bits = d->slice_config.pc_bits,
						 .report_all = d->slice_config.report_all};

	if (!anew) {
		pf_iguard_slice_launch(s, d->setup.lanes);
	} else {
		free_model(u);
		pf_iguard_slice_init(s, &c);
		if (d->programmed) { /* counters go on */
			s->stats = old.stats;
			s->lines.stats = old.lines.stats;
			memcpy(s->report.kinds, old.report.kinds, sizeof(old.report.kinds));
			s->report.unit.records = old.report.unit.records;
			s->report.unit.dropped = old.report.unit.dropped;
			s->report.unit.repeated = old.report.unit.repeated;
		}
	}
	if (u->has_pins)
		return;
	if (anew)
		iguard_model_slice_program(
			u->port, &(struct iguard_model_memory){.meta_base = u->memory.base,
							       .ring_base = u->ring_base,
							       .words = d->slice_config.words,
							       .pool = (uint32_t)iguard_pool(u)});
	else
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
		r.word = (uint64_t)x.line * LINE_WORDS + (uint32_t)__builtin_ctz(left);
		fn(ctx, &r);
	}
}

const struct det_family det_iguard = {
	.library = "iguard",
	.id = PF_REG_VALUE_ID_IGUARD,
	.supported = supported,
	.sm_kind = sm_kind,
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
