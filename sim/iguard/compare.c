/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * compare: sw/reference beside pf_iguard_unit, which joins requests to a line and checks lines in
 * another order.
 *
 *   request ─> pf_iguard_slice ───────────────────────┐
 *   idle    ─> counters of words ─────────────────────┤
 *   halted  ─> records, word by word, as a set ───────┼─> the first difference is kept
 *              each word's last writer, last reader ──┘
 *
 * An access that comes again within an operation is checked once, so the unit may have counted
 * fewer words. Records are compared where all races make one (report_all) and none was dropped:
 * which race of a kind the filter lets through depends on the order. Who is forgotten for want of a
 * block depends on it, too; then neither records nor words are compared.
 */
#include "compare.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "reference/pf_driver.h"

enum { SIDES = 2 };

void iguard_compare_slice(struct det_slice *u)
{
	const struct slice_port *p = u->port;

	if (p->in.request_valid)
		pf_iguard_slice_request(&u->iguard, &p->in.iguard_request);
}

/* Sides */

/* As it lies in memory. */
static uint64_t side_of(const struct det_slice *u, const struct pf_iguard_places *p, bool reader,
			uint64_t line, uint32_t word)
{
	const struct pf_beat *row = beats_at(&u->memory.beats, p->rows[reader] + line);
	const uint64_t block = p->blocks[reader] + PF_IGUARD_BEATS * (uint32_t)row->v[0];

	if (!pf_iguard_row_is_block(row))
		return pf_iguard_row_side(row, word);
	return beats_at(&u->memory.beats, block + word / PF_IGUARD_BEAT_WORDS)
		->v[word % PF_IGUARD_BEAT_WORDS];
}

/* What lies there of an untouched line is anything. */
static bool compare_line(struct det_slice *u, const struct compare_unit *unit,
			 const struct pf_iguard_places *p, uint64_t line)
{
	struct pf_iguard_lines *x = &u->iguard.lines;
	uint64_t all = 0;

	if (!pf_iguard_lines_known(x, line))
		return true;
	for (uint32_t i = 0; i < SIDES * PF_IGUARD_LINE_WORDS; i++)
		all |= pf_iguard_lines_side(x, i % SIDES, line, i / SIDES);
	for (uint32_t i = 0; all && i < SIDES * PF_IGUARD_LINE_WORDS; i++) {
		const bool reader = i % SIDES;
		const uint32_t word = i / SIDES;
		const uint64_t got = side_of(u, p, reader, line, word);
		const uint64_t want = pf_iguard_lines_side(x, reader, line, word);

		if (got == want)
			continue;
		compare_differ(unit, "line %llu, word %u: last %s %016llx, expected %016llx",
			       (unsigned long long)line, word, reader ? "reader" : "writer",
			       (unsigned long long)got, (unsigned long long)want);
		return false;
	}
	return true;
}

/* Records */

/* A word of a record. */
static int by_bits(const void *a, const void *b)
{
	return memcmp(a, b, sizeof(struct pf_beat));
}

/* In an order of their own, each once; returns how many. */
static size_t once(struct pf_beat *r, size_t n)
{
	size_t kept = 0;

	if (n)
		qsort(r, n, sizeof(*r), by_bits);
	for (size_t i = 0; i < n; i++)
		if (!i || memcmp(&r[i], &r[i - 1], sizeof(*r)))
			r[kept++] = r[i];
	return kept;
}

/* Of the records since the last look, word by word, without their numbers; returns how many
 * are different. */
static size_t words_of(const struct det_slice *u, const struct pf_beat *ring, uint32_t from,
		       uint32_t to, struct pf_beat **all)
{
	const struct pf_bits *field = u->iguard.report.field;
	struct pf_beat *r = NULL;
	size_t n = 0, cap = 0;

	for (uint32_t i = from; i != to; i++) {
		const struct pf_beat *b = &ring[i & ((1U << u->ring_log2) - 1)];
		uint32_t left = (uint32_t)pf_beat_get(b, field[PF_IGUARD_RACE_WORDS]);

		for (; left; left &= left - 1) {
			struct pf_beat has = {{0}}, is = {{0}};

			r = mem_grow(r, &cap, n, sizeof(*r));
			pf_beat_put(&has, field[PF_IGUARD_RACE_NUMBER],
				    pf_beat_get(b, field[PF_IGUARD_RACE_NUMBER]));
			pf_beat_put(&has, field[PF_IGUARD_RACE_WORDS],
				    pf_beat_get(b, field[PF_IGUARD_RACE_WORDS]));
			pf_beat_put(&is, field[PF_IGUARD_RACE_WORDS], left & -left);
			for (unsigned k = 0; k < PF_BEAT_ENTRIES; k++)
				r[n].v[k] = (b->v[k] ^ has.v[k]) | is.v[k];
			n++;
		}
	}
	*all = r;
	return once(r, n);
}

static void compare_records(struct det_slice *u, const struct compare_unit *unit)
{
	const struct pf_report_unit *m = &u->iguard.report.unit;
	const uint32_t head = det_reg_read(u, PF_REG_RING_HEAD);
	struct pf_beat *got, *want;
	const size_t n_got = words_of(u, u->ring, u->tail, head, &got);
	const size_t n_want = words_of(u, m->ring, u->checked_records, m->head, &want);

	compare_value(unit, "racing words in records", n_got, n_want);
	for (size_t i = 0; n_got == n_want && i < n_got; i++)
		if (memcmp(&got[i], &want[i], sizeof(got[i]))) {
			compare_differ(unit, "racing word %zu of %zu, sorted, is another one", i,
				       n_got);
			break;
		}
	free(got);
	free(want);
}

/* Idle */

static void at_most(const struct compare_unit *unit, const char *what, uint64_t got, uint64_t most)
{
	if (got > most)
		compare_differ(unit, "%s is %llu, expected %llu at most", what,
			       (unsigned long long)got, (unsigned long long)most);
}

/* Those that joined requests and an order of their own do not change. */
static void compare_counters(struct det_slice *u, const struct compare_unit *unit)
{
	struct det_counters want = u->counters;

	u->det->family->counters(u, &want);
	at_most(unit, "checks", u->counters.of[PF_COUNTER_CHECKS], want.of[PF_COUNTER_CHECKS]);
	at_most(unit, "skipped", u->counters.of[PF_COUNTER_SKIPPED], want.of[PF_COUNTER_SKIPPED]);
	compare_value(unit, "wraps", u->counters.wraps, want.wraps);
}

void iguard_compare_idle(struct det_slice *u)
{
	const struct compare_unit unit = det_compare_unit(u);
	const uint32_t ctrl = det_reg_read(u, PF_REG_CTRL);
	const struct pf_iguard_places places = iguard_places(u);
	struct pf_driver driver = {.access = det_on_bus, .ctx = u};

	compare_counters(u, &unit);
	if (u->iguard.config.report_all && !u->counters.dropped && !u->iguard.report.unit.dropped &&
	    !u->counters.forgotten)
		compare_records(u, &unit);
	u->checked_records = u->iguard.report.unit.head;
	if (u->counters.forgotten)
		return;
	/* Halted, all that is known is in memory. */
	if (pf_driver_halt(&driver)) {
		compare_differ(&unit, "refused to halt: %s %08x", driver.name, driver.value);
		return;
	}
	for (uint64_t line = 0; line < iguard_lines(u->det); line++)
		if (!compare_line(u, &unit, &places, line))
			break;
	if (ctrl & PF_REG_CTRL_ENABLE_MASK)
		(void)pf_driver_start(&driver, ctrl);
}
