/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * scord: what is ScoRD's of det: which of its units and models there are, its table, its records.
 */
#include "det_int.h"

#include "reference/pf_geometry.h"
#include "reference/pf_line_row.h"

/* -1: what pf_line_unit does not have. */
static int lines_unfit(const struct det *d, struct diag *diag)
{
	const struct det_config *c = &d->sim.det;

	if (d->setup.metadata != PF_FULL || c->granularity != PF_WORD_BYTES)
		return diag_set(
			diag, NULL, 0,
			"detector.unit = lines: metadata full only, an entry for each word");
	if (d->at_once)
		return diag_set(
			diag, NULL, 0,
			"detector.unit = lines: it takes its time; not with detector.ideal or "
			"detector.scord_simulator");
	return 0;
}

/* What no hardware does, the model alone can. */
static int supported(const struct det *d, struct diag *diag)
{
	const uint32_t granularity = d->sim.det.granularity;
	const struct pf_policy_info *policy = pf_policy_of(d->setup.policy);

	if (policy->verilog == PF_NO_VERILOG && d->rtl)
		return diag_set(diag, NULL, 0,
				"detector %s: backend model only; its rules are not in the Verilog",
				pf_policy_name(d->setup.policy));
	if (d->at_once && d->rtl)
		return diag_set(
			diag, NULL, 0,
			"detector.ideal and detector.scord_simulator: backend model only; the "
			"Verilog takes its time");
	if (d->rtl && d->sim.det.fences == SIM_FENCES_TOUCHED && d->sim.l2.slices > SM_SLICES_RTL)
		return diag_set(
			diag, NULL, 0,
			"detector.fences = touched, l2.slices = %u: the Verilog is built for "
			"%d slices; --backend model, or detector.fences = all",
			d->sim.l2.slices, SM_SLICES_RTL);
	if (d->sim.det.entry_gap != 1 && d->rtl)
		return diag_set(
			diag, NULL, 0,
			"detector.entry_gap = %u: backend model only; the Verilog needs 1 cycle",
			d->sim.det.entry_gap);
	if (d->sim.det.unit == SIM_LINES && lines_unfit(d, diag))
		return -1;
	if (granularity == PF_WORD_BYTES)
		return 0;
	if (d->rtl)
		return diag_set(diag, NULL, 0,
				"detector.granularity = %u: backend model only; the Verilog has an "
				"entry for each word",
				granularity);
	if (d->setup.metadata != PF_FULL)
		return diag_set(diag, NULL, 0,
				"detector.granularity = %u: metadata full only; cached16 has an "
				"entry for each word",
				granularity);
	return 0;
}

static uint32_t slice_kind(const struct det *d)
{
	return d->sim.det.unit == SIM_LINES ? LINE_UNIT : SLICE_UNIT;
}

static uint64_t unwritten(const struct det *d)
{
	const struct pf_entry e = pf_meta_unwritten(0, 0);
	struct pf_layout layout;

	pf_meta_layout(&layout, d->geometry);
	return pf_meta_pack(&layout, &e);
}

static void sm_model(struct det_sm *u)
{
	const struct det *d = u->det;

	if (u->multicast) {
		u->port = model_multicast_create(d->geometry, d->setup.policy, d->sim.l2.slices,
						 d->at_once);
		u->kind = &model_multicast;
	} else {
		u->port = model_sm_create(d->geometry, d->setup.policy, d->at_once);
		u->kind = &model_sm;
	}
}

static void slice_model(struct det_slice *u)
{
	const struct det *d = u->det;

	if (u->scord_simulator) {
		u->kind = &scord_simulator;
		u->port = scord_simulator_create(&u->model, d->sim.l2.fetch / PF_BEAT_BYTES);
	} else if (u->ideal) {
		u->at_rest.out = slice_at_rest;
		u->port = &u->at_rest;
	} else if (d->sim.det.unit == SIM_LINES) {
		u->kind = &line_unit;
		u->port = line_unit_create(d->geometry, d->size);
	} else {
		u->kind = &model_slice;
		u->port = model_slice_create(&u->model, d->lines, d->size->pending,
					     d->sim.det.entry_gap);
	}
}

/* Table */

static uint64_t table_beats(const struct det *d, uint64_t room)
{
	const struct pf_slice_config *c = &d->slice_config;

	(void)room;
	if (d->sim.det.unit == SIM_LINES)
		return pf_line_table(c->words).beats;
	return (c->entries + PF_LINE_ENTRIES - 1) / PF_LINE_ENTRIES * PF_LINE_ENTRIES /
	       PF_BEAT_ENTRIES;
}

static uint64_t table_entries(const struct det_slice *u)
{
	return u->det->sim.det.unit == SIM_LINES ? u->meta_beats * PF_BEAT_ENTRIES
						 : u->det->slice_config.entries;
}

static uint32_t control(const struct det *d)
{
	return pf_policy_of(d->setup.policy)->verilog == 1 ? PF_REG_CTRL_SCORD_MASK : 0;
}

static void epoch(struct slice_port_in *in)
{
	in->request = (struct pf_request){.kind = PF_REQ_EPOCH};
}

/* The reference model */

static void counters(const struct det_slice *u, struct det_counters *c)
{
	const struct pf_slice *g = &u->model;
	const struct det_counters *before = &u->before;

	c->of[PF_COUNTER_CHECKS] = before->of[PF_COUNTER_CHECKS] + g->stats.checks;
	c->of[PF_COUNTER_SKIPPED] = before->of[PF_COUNTER_SKIPPED] + g->stats.skipped;
	c->of[PF_COUNTER_RECORDS] = before->of[PF_COUNTER_RECORDS] + g->report.records;
	for (unsigned i = 0, k = PF_COUNTER_RACE_ATOMIC_SCOPE; i < PF_KIND_CODES; i++, k++)
		c->of[k] = before->of[k] + g->report.kinds[i];
	c->dropped = before->dropped + g->report.dropped;
	c->repeated = before->repeated + g->report.repeated;
	c->wraps = before->wraps + g->stats.wraps;
}

static void begin(struct det_slice *u, bool anew)
{
	const struct det *d = u->det;
	const struct model_slice_memory memory = {.meta_base = u->memory.base,
						  .ring_base = u->ring_base,
						  .whole_line = d->sim.det.whole_line,
						  .write_always = d->sim.det.write_always};

	if (!anew) {
		pf_slice_request(&u->model, &(struct pf_request){.kind = PF_REQ_EPOCH});
		return;
	}
	if (d->programmed) {
		counters(u, &u->before);
		pf_slice_free(&u->model);
	}
	pf_slice_init(&u->model, &d->slice_config);
	if (u->scord_simulator)
		scord_simulator_program(u->port, u->memory.base);
	else if (!u->has_pins && !u->ideal)
		model_slice_program(u->port, &memory);
}

static void free_model(struct det_slice *u)
{
	if (u->det->programmed)
		pf_slice_free(&u->model);
}

static struct pf_report_unit *report(struct det_slice *u)
{
	return &u->model.report;
}

static void stalls(const struct det_slice *u, struct det_counters *c)
{
	for (unsigned k = PF_COUNTER_STALL_INPUT; k <= PF_COUNTER_STALL_REPORT; k++)
		c->of[k] = model_slice_stalls(u->port)[k];
}

/* Records */

static uint32_t field(const struct det *d, const struct pf_beat *b, enum pf_race_field f)
{
	return (uint32_t)pf_beat_get(b, d->layout.field[f]);
}

static struct det_record unpack(const struct det_slice *u, const struct pf_beat *b)
{
	const struct det *d = u->det;

	return (struct det_record){
		.slice = u->index,
		.pc = field(d, b, PF_RACE_PC),
		.word = field(d, b, PF_RACE_WORD),
		.row = (enum pf_row)field(d, b, PF_RACE_ROW),
		.kind = (enum pf_kind_code)field(d, b, PF_RACE_KIND),
		.tag = {.block = field(d, b, PF_RACE_BLOCK),
			.warp = field(d, b, PF_RACE_WARP),
			.barrier = field(d, b, PF_RACE_BARRIER),
			.signature = (uint16_t)field(d, b, PF_RACE_LOCK),
			.strong = field(d, b, PF_RACE_STRONG),
			.write = field(d, b, PF_RACE_WRITE),
			.atomic = field(d, b, PF_RACE_IS_ATOM),
			.block_scope = field(d, b, PF_RACE_BLOCK_SCOPE),
			.sub_word = field(d, b, PF_RACE_SUB_WORD)},
		.owner = {.block = field(d, b, PF_RACE_OWNER_BLOCK),
			  .warp = field(d, b, PF_RACE_OWNER_WARP),
			  .lock = (uint16_t)field(d, b, PF_RACE_OWNER_LOCK),
			  .strong = field(d, b, PF_RACE_OWNER_STRONG),
			  .block_scope = field(d, b, PF_RACE_OWNER_BLOCK_SCOPE),
			  .is_atom = field(d, b, PF_RACE_OWNER_IS_ATOM),
			  .dev_shared = field(d, b, PF_RACE_OWNER_DEV_SHARED),
			  .blk_shared = field(d, b, PF_RACE_OWNER_BLK_SHARED),
			  .modified = field(d, b, PF_RACE_OWNER_MODIFIED)},
		.owner_fenced = field(d, b, PF_RACE_OWNER_FENCED),
	};
}

static void tell(const struct det_slice *u, const struct pf_beat *b, det_record_fn fn, void *ctx)
{
	const struct det_record r = unpack(u, b);

	fn(ctx, &r);
}

const struct det_family det_scord = {
	.library = "rtl",
	.id = PF_REG_VALUE_ID,
	.supported = supported,
	.sm_kind = {SM_UNIT, SM_MULTICAST},
	.slice_kind = slice_kind,
	.unwritten = unwritten,
	.sm_model = sm_model,
	.slice_model = slice_model,
	.table_beats = table_beats,
	.table_entries = table_entries,
	.control = control,
	.epoch = epoch,
	.begin = begin,
	.free = free_model,
	.counters = counters,
	.report = report,
	.stalls = stalls,
	.tell = tell,
	.check_create = det_check_create,
	.check_destroy = det_check_destroy,
	.compare_sm = det_compare_sm,
	.compare_slice = det_compare_slice,
	.compare_idle = det_compare_idle,
};
