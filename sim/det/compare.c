/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * compare: sw/reference beside the RTL of a slice, in the order in which the RTL takes things in.
 *
 *   request ─> pf_slice ─> records expected ───────┬─> the first difference is kept
 *   idle    ─> every entry, every counter, the ring ┘
 */
#include "det_int.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

const char *det_mismatch(const struct det *d)
{
	return compare_first(&d->compare);
}

/* Slice units */

struct compare_unit det_compare_unit(struct det_slice *u)
{
	return (struct compare_unit){&u->det->compare, "slice", u->index};
}

static void compare_record(struct det_slice *u)
{
	static const char *const name[] = PF_RACE_NAMES;
	const struct memory_out *out = &u->port->out.memory;
	const struct pf_report_unit *r = &u->model.report;
	const struct compare_unit unit = det_compare_unit(u);
	const uint32_t n = u->checked_records++, at = n & ((1U << u->ring_log2) - 1);
	struct compare_field f[PF_RACE_FIELDS + 1];

	if (n == r->head) {
		compare_differ(&unit, "record %u, where none is expected", n);
		return;
	}
	for (unsigned k = 0; k < PF_RACE_FIELDS; k++)
		f[k] = (struct compare_field){name[k], pf_beat_get(&out->write_data, r->field[k]),
					      pf_beat_get(&r->ring[at], r->field[k])};
	f[PF_RACE_FIELDS] = (struct compare_field){"beat", out->write_beat, u->ring_base + at};
	compare_fields(&unit, "record", n, f, PF_RACE_FIELDS + 1);
	if (memcmp(&out->write_data, &r->ring[at], sizeof(r->ring[at])))
		compare_differ(&unit, "record %u: bits beyond its fields", n);
}

void det_compare_slice(struct det_slice *u)
{
	const struct slice_port *p = u->port;

	if (p->in.request_valid)
		pf_slice_request(&u->model, &p->in.request);
	if (u->det->sim.det.unit != SIM_LINES && p->in.memory.write_ready &&
	    p->out.memory.write_valid && p->out.write_kind == SLICE_WRITE_RECORD)
		compare_record(u);
}

/* A beat that is not there holds unwritten entries. */
static void compare_entries(struct det_slice *u, const struct compare_unit *unit)
{
	for (uint64_t i = 0; i < u->memory.beats.n * PF_BEAT_ENTRIES; i++) {
		const uint64_t want = pf_slice_entry(&u->model, i);
		const uint64_t got =
			beats_at(&u->memory.beats, i / PF_BEAT_ENTRIES)->v[i % PF_BEAT_ENTRIES];

		if (got != want) {
			compare_differ(unit, "entry %llu is %016llx, expected %016llx",
				       (unsigned long long)i, (unsigned long long)got,
				       (unsigned long long)want);
			return;
		}
	}
}

void det_compare_idle(struct det_slice *u)
{
	static const char *const name[] = PF_COUNTER_NAMES;
	const struct pf_report_unit *r = &u->model.report;
	const struct compare_unit unit = det_compare_unit(u);
	struct det_counters want = u->counters;
	uint32_t status;

	if (u->det->sim.det.unit == SIM_LINES) {
		det_compare_lines(u);
		return;
	}
	status = det_reg_read(u, PF_REG_STATUS);
	compare_value(&unit, "number of records written", u->checked_records, r->head);
	compare_value(&unit, "RING_HEAD", det_reg_read(u, PF_REG_RING_HEAD), r->head);
	compare_value(&unit, "epoch",
		      (status & PF_REG_STATUS_EPOCH_MASK) >> PF_REG_STATUS_EPOCH_LSB,
		      u->model.fences.epoch);
	u->det->family->counters(u, &want);
	for (unsigned k = 0; k < PF_COUNTERS; k++)
		compare_value(&unit, name[k], u->counters.of[k], want.of[k]);
	compare_value(&unit, "dropped", u->counters.dropped, want.dropped);
	compare_value(&unit, "repeated", u->counters.repeated, want.repeated);
	compare_entries(u, &unit);
}
