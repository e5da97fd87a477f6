/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * check: parameters, each within its range, that do not fit together. The units rely on it.
 */
#include <inttypes.h>
#include <string.h>

#include "../base/pkt.h"
#include "base/bits.h"
#include "config_int.h"
#include "reference/pf_geometry.h"
#include "reference/pf_meta.h"

#define REFUSE(...) diag_set(diag, c->name, 0, __VA_ARGS__)

/* Parameters that index by bits. */
static int check_powers(const struct sim_config *c, struct diag *diag)
{
	static const char *const names[] = {
		"sm.shared_banks", "l1.sets",    "l2.sets",          "l2.port_bytes",
		"l2.interleave",   "l2.fetch",   "dram.bus_bytes",   "dram.burst",
		"dram.rate",       "dram.banks", "dram.bank_groups", "dram.row_bytes",
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		const struct sim_param *p = sim_params();

		while (strcmp(p->name, names[i]) != 0)
			p++;
		if (!is_power_of_two(sim_param_get(p, c)))
			return REFUSE("%s = %" PRIu64 ": must be a power of two", p->name,
				      sim_param_get(p, c));
	}
	return 0;
}

static int check_sm(const struct sim_config *c, struct diag *diag)
{
	const struct sm_config *s = &c->sm;

	if (s->threads % 32)
		return REFUSE("sm.threads = %u: must be a multiple of 32", s->threads);
	if (s->segment != SECTOR && s->segment != LINE)
		return REFUSE("sm.segment = %u: must be 32 or 128", s->segment);
	return 0;
}

/* Most bytes of a coded tag: sim/det/tag_code.h, all there is. */
enum { CODED_TAG = 11 };

/* The largest packet is a compare-and-swap of all words of a sector: two operands each. */
static int check_noc(const struct sim_config *c, struct diag *diag)
{
	const struct noc_config *n = &c->noc;
	const uint32_t tag = c->det.tag == SIM_TAG_CODED ? CODED_TAG : c->det.tag_bytes;
	const uint32_t bytes = n->header_bytes + 2 * SECTOR + tag;
	const uint32_t flits = (bytes + n->flit_bytes - 1) / n->flit_bytes;

	if (n->inject_flits < flits || n->eject_flits < flits)
		return REFUSE("noc.%s_flits = %u: the largest packet has %u bytes, %u flits",
			      n->inject_flits < flits ? "inject" : "eject",
			      n->inject_flits < flits ? n->inject_flits : n->eject_flits, bytes,
			      flits);
	return 0;
}

/* A channel serves 2^n slices: which of them, is the low bits of its bank. */
static int check_slices(const struct sim_config *c, struct diag *diag)
{
	const uint32_t slices = c->l2.slices, channels = c->dram.channels;

	if (slices % channels)
		return REFUSE("l2.slices = %u: must be a multiple of dram.channels = %u", slices,
			      channels);
	if (!is_power_of_two(slices / channels))
		return REFUSE("l2.slices = %u: must be dram.channels = %u times a power of two",
			      slices, channels);
	if (slices / channels > c->dram.banks)
		return REFUSE("l2.slices = %u: a channel has %u slices, but dram.banks = %u",
			      slices, slices / channels, c->dram.banks);
	return 0;
}

static int check_dram(const struct sim_config *c, struct diag *diag)
{
	const struct dram_config *d = &c->dram;
	const uint32_t burst_bytes = d->bus_bytes * d->burst;

	if (d->bank_groups > d->banks)
		return REFUSE("dram.bank_groups = %u: more than dram.banks = %u", d->bank_groups,
			      d->banks);
	if (burst_bytes > d->row_bytes)
		return REFUSE("dram.row_bytes = %u: less than a burst of %u bytes", d->row_bytes,
			      burst_bytes);
	if (d->ccd * d->rate < d->burst)
		return REFUSE("dram.ccd = %u: a burst holds the bus for %u cycles", d->ccd,
			      (d->burst + d->rate - 1) / d->rate);
	if (d->ccdl < d->ccd)
		return REFUSE("dram.ccdl = %u: less than dram.ccd = %u", d->ccdl, d->ccd);
	if (d->ras < d->rcd)
		return REFUSE("dram.ras = %u: less than dram.rcd = %u", d->ras, d->rcd);
	if (d->rc < d->ras)
		return REFUSE("dram.rc = %u: less than dram.ras = %u", d->rc, d->ras);
	if (d->refresh && d->refi <= 2 * d->rfc)
		return REFUSE("dram.refi = %u: refresh would take half of the time; dram.rfc = %u",
			      d->refi, d->rfc);
	return 0;
}

int sim_config_check(const struct sim_config *c, struct diag *diag)
{
	if (check_powers(c, diag) || check_sm(c, diag) || check_noc(c, diag) ||
	    check_slices(c, diag) || check_dram(c, diag))
		return -1;
	return 0;
}

/* Where auto merges them; 4 or 64 make no difference to speak of in 1DC, which has most of them. */
enum { HITS_THAT_WAIT = 16 };

void sim_config_choose_detector(struct sim_config *c, bool full)
{
	struct det_config *d = &c->det;
	/* By lines records come in the order of checks, which is time's, and no run is to depend on
	 * that. */
	const bool fits = full && !c->deterministic.on && !d->ideal && !d->scord_simulator &&
			  !d->lanes && !d->lines && d->granularity == PF_WORD_BYTES &&
			  d->entry_gap == 1;

	if (d->unit == SIM_UNIT_AUTO)
		d->unit = fits ? SIM_LINES : SIM_ENTRIES;
	if (c->l2.meta_allocate == SIM_ALLOCATE_AUTO)
		c->l2.meta_allocate = d->unit == SIM_LINES ? SIM_ALLOCATE_ON : SIM_ALLOCATE_OFF;
	if (d->fences == SIM_FENCES_AUTO)
		d->fences = d->unit == SIM_LINES ? SIM_FENCES_TOUCHED : SIM_FENCES_ALL;
	if (d->lock_events == SIM_LOCKS_AUTO)
		d->lock_events = d->unit == SIM_LINES ? SIM_LOCKS_NEEDED : SIM_LOCKS_LANES;
	if (d->tag == SIM_TAG_AUTO)
		d->tag = d->unit == SIM_LINES ? SIM_TAG_CODED : SIM_TAG_FLAT;
	if (d->hit_merge == SIM_HITS_AUTO) {
		d->hit_merge = d->unit == SIM_LINES ? SIM_HITS_OP : SIM_HITS_OFF;
		if (d->hit_merge == SIM_HITS_OP && !d->hit_entries)
			d->hit_entries = HITS_THAT_WAIT;
	}
}

int sim_config_check_detector(const struct sim_config *c, struct diag *diag)
{
	const char *name = sim_geometry_name(c->det.geometry);
	const struct pf_geometry *g = pf_geometry_named(name);
	const uint32_t warps = c->sm.threads / 32;

	if (c->sm.count > g->sms)
		return REFUSE("sm.count = %u: detector.geometry = %s has %u SMs", c->sm.count, name,
			      g->sms);
	if (c->sm.block_slots > g->block_slots)
		return REFUSE("sm.block_slots = %u: detector.geometry = %s has %u",
			      c->sm.block_slots, name, g->block_slots);
	if (warps > g->warps)
		return REFUSE("sm.threads = %u: %u warps, but detector.geometry = %s has %u",
			      c->sm.threads, warps, name, g->warps);
	if (c->det.lanes && !is_power_of_two(c->det.lanes))
		return REFUSE("detector.lanes = %u: must be 0 or a power of two", c->det.lanes);
	if (!is_power_of_two(c->det.granularity))
		return REFUSE("detector.granularity = %u: must be 4, 8 or 16", c->det.granularity);
	if ((c->det.hit_merge == SIM_HITS_OP || c->det.hit_merge == SIM_HITS_WARP) &&
	    !c->det.hit_entries)
		return REFUSE("detector.hit_merge = %s: needs detector.hit_entries",
			      c->det.hit_merge == SIM_HITS_OP ? "op" : "warp");
	if (c->det.fences == SIM_FENCES_TOUCHED && c->det.scord_simulator)
		return REFUSE("detector.fences = touched: not with detector.scord_simulator = on");
	if (c->det.ideal && c->det.scord_simulator)
		return REFUSE(
			"detector.ideal = on, detector.scord_simulator = on: one or the other");
	return 0;
}
