/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * compare_lines: sw/reference beside pf_line_unit, which checks in another order.
 *
 *   request ─> pf_slice ────────────────────────┐
 *   idle    ─> counters of words and races ─────┤
 *   halted  ─> records, as a set ───────────────┼─> the first difference is kept
 *              each word's entry, in the table ─┘
 *
 * Records are compared where all races make one (report_all) and none was dropped: which race of a
 * kind the filter lets through depends on the order.
 */
#include "det_int.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "reference/pf_driver.h"
#include "reference/pf_line_row.h"

static const struct pf_bits ROW[PF_LINE_ROW_FIELDS] =
	PF_LINE_ROW_LAYOUT_REF; /* in every geometry */

static uint64_t words_of(const struct det_slice *u)
{
	return u->model.config.words;
}

/* The word's entry, of a line that has a row. Of classes that no word has a row may hold anything.
 */
static uint64_t entry_of(const struct det_slice *u, uint64_t word)
{
	const unsigned w = word % PF_ROW_WORDS;
	const struct pf_beat *row = beats_at(&u->memory.beats, word / PF_ROW_WORDS);
	const uint64_t block = pf_line_table(words_of(u)).blocks + row->v[0] * PF_BLOCK_BEATS;
	uint64_t high, low;

	if (row->v[3] >> 63)
		return beats_at(&u->memory.beats, block + w / PF_BEAT_ENTRIES)
			->v[w % PF_BEAT_ENTRIES];
	low = pf_beat_get(row, ROW[PF_LINE_ROW_LOW]) >> w & 1;
	high = pf_beat_get(row, ROW[PF_LINE_ROW_HIGH]) >> w & 1;
	return pf_beat_get(row, ROW[high  ? PF_LINE_ROW_THIRD
				    : low ? PF_LINE_ROW_SECOND
					  : PF_LINE_ROW_FIRST]);
}

/* As lines keep it. */
static uint64_t want_of(const struct det_slice *u, uint64_t word)
{
	const struct pf_slice *s = &u->model;
	bool evicted;
	const struct pf_entry e =
		pf_meta_fetch(&s->layout, pf_slice_entry(s, word), 0, s->fences.epoch, &evicted);

	return pf_line_entry(&s->layout, pf_meta_pack(&s->layout, &e));
}

/* What an untouched line has in memory is anything. */
static void compare_line(const struct det_slice *u, const struct compare_unit *unit, uint64_t first)
{
	const struct pf_entry unwritten = pf_meta_unwritten(0, 0);
	const struct pf_layout *l = &u->model.layout;
	const uint64_t untouched = pf_line_entry(l, pf_meta_pack(l, &unwritten));
	uint64_t want[PF_ROW_WORDS];
	unsigned n = 0, touched = 0;

	for (; n < PF_ROW_WORDS && first + n < words_of(u); n++) {
		want[n] = want_of(u, first + n);
		touched += want[n] != untouched;
	}
	for (unsigned w = 0; touched && w < n; w++) {
		const uint64_t got = entry_of(u, first + w);

		if (got != want[w]) {
			compare_differ(unit, "entry %llu is %016llx, expected %016llx",
				       (unsigned long long)(first + w), (unsigned long long)got,
				       (unsigned long long)want[w]);
			return;
		}
	}
}

static int by_bits(const void *a, const void *b)
{
	return memcmp(a, b, sizeof(struct pf_beat));
}

/* Records since the last look, without their numbers, in an order of their own. */
static struct pf_beat *records(const struct det_slice *u, const struct pf_beat *ring, uint32_t from,
			       uint32_t to)
{
	const struct pf_bits number = u->model.report.field[PF_RACE_NUMBER];
	struct pf_beat *r = mem_alloc((to - from + 1) * sizeof(*r));

	for (uint32_t i = from; i != to; i++) {
		struct pf_beat *b = &r[i - from], has = {{0}};

		*b = ring[i & ((1U << u->ring_log2) - 1)];
		pf_beat_put(&has, number, pf_beat_get(b, number));
		for (unsigned k = 0; k < PF_BEAT_ENTRIES; k++)
			b->v[k] ^= has.v[k];
	}
	qsort(r, to - from, sizeof(*r), by_bits);
	return r;
}

static void compare_records(struct det_slice *u, const struct compare_unit *unit, uint32_t head)
{
	const struct pf_report_unit *m = &u->model.report;
	struct pf_beat *got, *want;

	compare_value(unit, "records written", head, m->head);
	if (head != m->head)
		return;
	got = records(u, u->ring, u->tail, head);
	want = records(u, m->ring, u->tail, head);
	for (uint32_t i = 0; i != head - u->tail; i++)
		if (memcmp(&got[i], &want[i], sizeof(got[i]))) {
			compare_differ(unit, "record %u of %u, sorted, is another one", i,
				       head - u->tail);
			break;
		}
	free(got);
	free(want);
}

void det_compare_lines(struct det_slice *u)
{
	static const char *const name[] = PF_COUNTER_NAMES;
	const struct compare_unit unit = det_compare_unit(u);
	const uint32_t ctrl = det_reg_read(u, PF_REG_CTRL);
	struct pf_driver driver = {.access = det_on_bus, .ctx = u};
	struct det_counters want = u->counters;

	u->det->family->counters(u, &want);
	for (unsigned k = 0; k < PF_COUNTERS; k++)
		if (k != PF_COUNTER_RECORDS)
			compare_value(&unit, name[k], u->counters.of[k], want.of[k]);
	compare_value(&unit, "wraps", u->counters.wraps, want.wraps);
	if (u->model.config.report_all && !u->counters.dropped && !want.dropped)
		compare_records(u, &unit, det_reg_read(u, PF_REG_RING_HEAD));
	/* Halted, all that is known is in memory. */
	if (pf_driver_halt(&driver)) {
		compare_differ(&unit, "refused to halt: %s %08x", driver.name, driver.value);
		return;
	}
	for (uint64_t w = 0; w < words_of(u); w += PF_ROW_WORDS)
		compare_line(u, &unit, w);
	if (ctrl & PF_REG_CTRL_ENABLE_MASK)
		(void)pf_driver_start(&driver, ctrl);
}
