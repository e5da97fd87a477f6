/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * tell: what det's units wait for, and the counters that they keep.
 *
 *   det.c counts what passes the ports; the units' own counters are read when a launch has ended
 */
#include <stdio.h>

#include "det_int.h"

void det_describe(const struct det *d, char *text, size_t size)
{
	size_t at = 0;

	text[0] = 0;
	for (uint32_t i = 0; i < d->n_sms && at < size; i++) {
		const struct sm_port_out *o = &d->sm[i].port->out;

		if (!det_sm_idle(&d->sm[i]))
			at += (size_t)snprintf(text + at, size - at, "  det SM %u: %s%s\n", i,
					       o->tag_valid ? "tag not taken; " : "",
					       o->message_valid ? "message not taken" : "busy");
	}
	for (uint32_t i = 0; i < d->n_slices && at < size; i++) {
		const struct slice_port_out *o = &d->slice[i].port->out;

		if (!det_slice_idle(&d->slice[i]))
			at += (size_t)snprintf(text + at, size - at, "  det slice %u: %s%s%s\n", i,
					       o->memory.read_valid ? "read not taken; " : "",
					       o->memory.write_valid ? "write not taken; " : "",
					       o->ready ? "takes requests" : "takes no request");
	}
}

/* Statistics */

#define SM(field)    d->n_sms ? &d->sm->field : NULL, d->n_sms, sizeof(*d->sm)
#define SLICE(field) d->n_slices ? &d->slice->field : NULL, d->n_slices, sizeof(*d->slice)

/* What the slices' units have counted. */
static void tell_counters(struct stats *s, struct det *d)
{
	static const struct {
		enum pf_counter counter;
		const char *name, *unit, *meaning;
	} of_unit[] = {
		{PF_COUNTER_CHECKS, "det.slice.checks", "words", "checked"},
		{PF_COUNTER_SKIPPED, "det.slice.skipped", "words", "outside the region"},
		{PF_COUNTER_STALL_LINES, "det.slice.stall_lines", "cycles",
		 "a piece waited for a free metadata line"},
		{PF_COUNTER_STALL_MEMORY, "det.slice.stall_memory", "cycles",
		 "the check waited for metadata"},
		{PF_COUNTER_STALL_ENTRY, "det.slice.stall_entry", "cycles",
		 "the check waited for an earlier one of the same entries"},
		{PF_COUNTER_STALL_OWNER, "det.slice.stall_owner", "cycles",
		 "for further owners in a group of entries"},
		{PF_COUNTER_STALL_REPORT, "det.slice.stall_report", "cycles",
		 "the check waited for the report unit"},
		{PF_COUNTER_RACE_ATOMIC_SCOPE, "det.slice.race_atomic_scope", "words",
		 "racing: an atomic of too narrow scope"},
		{PF_COUNTER_RACE_FENCE_BLOCK, "det.slice.race_fence_block", "words",
		 "racing: no fence, same block"},
		{PF_COUNTER_RACE_FENCE_DEVICE, "det.slice.race_fence_device", "words",
		 "racing: no device fence, other block"},
		{PF_COUNTER_RACE_NOT_STRONG, "det.slice.race_not_strong", "words",
		 "racing: fenced but not strong"},
		{PF_COUNTER_RACE_LOCK, "det.slice.race_lock", "words", "racing: no common lock"},
	};

	stats_add(s, "det.slice.dropped", "records", "lost: the ring was full", STATS_SUM,
		  SLICE(counters.dropped));
	stats_add(s, "det.slice.repeated", "records", "held back by the filter", STATS_SUM,
		  SLICE(counters.repeated));
	if (d->sim.det.unit == SIM_LINES) {
		stats_add(s, "det.slice.wraps", "wraps",
			  "of a warp's count of fences; the slice forgets all: races may be missed",
			  STATS_SUM, SLICE(counters.wraps));
		stats_add(s, "det.slice.forgotten", "lines",
			  "whose metadata were lost for want of a block: races may be missed",
			  STATS_SUM, SLICE(counters.forgotten));
	}
	for (size_t i = 0; i < sizeof(of_unit) / sizeof(*of_unit); i++)
		stats_add(s, of_unit[i].name, of_unit[i].unit, of_unit[i].meaning, STATS_SUM,
			  SLICE(counters.of[of_unit[i].counter]));
}

void det_stats(struct stats *s, struct det *d)
{
	stats_add(s, "det.sm.events", "events", "taken by SM units", STATS_SUM, SM(events));
	stats_add(s, "det.sm.tags", "tags", "given to accesses", STATS_SUM, SM(tags));
	stats_add(s, "det.sm.messages", "messages", "of SM units to all slices", STATS_SUM,
		  SM(messages));
	stats_add(s, "det.slice.requests", "requests", "accesses, sector by sector", STATS_SUM,
		  SLICE(requests));
	stats_add(s, "det.slice.fences", "requests", "fences, at each slice", STATS_SUM,
		  SLICE(fences));
	stats_add(s, "det.slice.epochs", "requests", "epochs begun by request, at each slice",
		  STATS_SUM, SLICE(epochs));
	stats_add(s, "det.slice.meta_reads", "beats", "metadata read, 32 bytes each", STATS_SUM,
		  SLICE(reads));
	stats_add(s, "det.slice.meta_writes", "beats", "metadata written back", STATS_SUM,
		  SLICE(writes));
	stats_add(s, "det.slice.meta_sweeps", "beats",
		  "metadata set to unwritten while the clock runs", STATS_SUM, SLICE(sweeps));
	stats_add(s, "det.slice.records", "records", "of races, written", STATS_SUM,
		  SLICE(records));
	tell_counters(s, d);
}
