/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_iguard_unit_vec: regions for pf_iguard_unit, for its bench and for its co-simulation, and the
 * reference beside a slice.
 *
 *   random numbers ─> shape(): region, table, ring ─> new_region(): pf_iguard_slice, counters go on
 */
#ifndef PF_IGUARD_UNIT_VEC_H
#define PF_IGUARD_UNIT_VEC_H

#include "pf_iguard_lines_vec.h"
#include "pf_regs.h"

typedef void (*unit_race_fn)(void *ctx, const struct pf_iguard_request *r, uint64_t line,
			     const struct pf_iguard_turn *t);

enum { SECTORS = 4, SECTOR_WORDS = 8, BLOCK_BEATS = 8, BITS_LINES = 256, BEAT_ENTRIES = 4 };
/* FEW_PCS: more than requests that may be inside pf_join_sectors at once. */
enum { MOST_PASS = 12, FEW_PCS = 32 };

static struct unit {
	struct pf_iguard_slice s;
	uint32_t join, addr_bits, pc_bits, seen;
	uint32_t base, words; /* of the region: a sector; words */
	uint32_t used, pool, entries, meta_base, ring_base, ring_log2;
	uint32_t set_pool, set_ring; /* by option, or NOT */
	bool report_all, lanes;
	int set_all, set_lanes; /* by option, or -1 */
	uint32_t accesses, requests;
	bool touched[LINES * 2];
} u;

static const uint32_t NOT = UINT32_MAX;

#define UNIT_VEC_SIZES(n, N) \
	if (!strcmp(g->name, #n)) { \
		u.addr_bits = PF_##N##_ADDR_W; \
		u.pc_bits = PF_##N##_IGUARD_RACE_PC_W; \
		u.seen = PF_##N##_SEEN; \
	}

static inline void sizes(const struct pf_geometry *g)
{
	PF_GEOMETRIES(UNIT_VEC_SIZES)
}

/* Accesses are to lines 0 to LINES - 1; the region is most of them, or a few. */
static inline void shape(void)
{
	const uint32_t beats = (1U << (u.addr_bits - 2)) / BEAT_ENTRIES; /* of a table, at most */
	const uint32_t can = (beats - 4) / (2 + 2 * BLOCK_BEATS), all = can < LINES ? can : LINES;
	const uint32_t few = any(4) == 0, first = few ? any(all / 2) * SECTORS : any(5);
	const uint32_t most = all * WORDS - first * SECTOR_WORDS;
	uint32_t lines, last;

	u.base = first;
	u.words = few ? 1 + any(most - 1) : most - any(48);
	last = (u.base * SECTOR_WORDS + u.words - 1) / WORDS;
	lines = last - u.base / SECTORS + 1;
	u.used = 2 * lines + last / BITS_LINES - u.base / SECTORS / BITS_LINES + 1;
	u.pool = u.set_pool != NOT  ? u.set_pool
		 : u.join == 2      ? 1 + any(4)
		 : u.join || any(3) ? all
				    : 0;
	u.entries = BEAT_ENTRIES * (u.used + 2 * BLOCK_BEATS * u.pool) +
		    any(u.pool == all ? BEAT_ENTRIES : 2 * BLOCK_BEATS * BEAT_ENTRIES);
	u.meta_base = 2 * any(8);
	u.ring_base = u.meta_base + u.entries / BEAT_ENTRIES + 2 + any(4);
	u.ring_log2 = u.set_ring != NOT ? u.set_ring : any(3) ? 9 : 1 + any(8);
	u.report_all = u.set_all >= 0 ? u.set_all : any(3) != 0;
	u.lanes = any(4) != 0;
	if (u.set_lanes >= 0)
		u.lanes = u.set_lanes;
}

/* A new region; counters go on. */
static inline void new_region(const char *geometry, unit_race_fn on_race)
{
	const struct pf_iguard_slice old = u.s;

	if (u.words)
		pf_iguard_slice_free(&u.s);
	shape();
	pf_iguard_slice_init(&u.s,
			     &(struct pf_iguard_slice_config){.geometry = geometry,
							      .lanes = u.lanes,
							      .pool = u.pool,
							      .first_word = u.base * SECTOR_WORDS,
							      .words = u.words,
							      .ring_log2 = u.ring_log2,
							      .seen = u.seen,
							      .pc_bits = u.pc_bits,
							      .report_all = u.report_all,
							      .disabled = true,
							      .closed = true});
	u.s.race = on_race;
	u.s.stats = old.stats;
	u.s.lines.stats = old.lines.stats;
	u.s.report.unit.records = old.report.unit.records;
	u.s.report.unit.dropped = old.report.unit.dropped;
	u.s.report.unit.repeated = old.report.unit.repeated;
	memcpy(u.s.report.kinds, old.report.kinds, sizeof(old.report.kinds));
	memset(u.touched, 0, sizeof(u.touched));
	b.x = &u.s.lines;
}

/* With join 0 no two that may be inside pf_join_sectors together have the same pc. */
static inline uint32_t pc(void)
{
	const uint32_t n = u.join ? u.accesses : u.requests;

	return pf_truncate(u.report_all || u.join ? n : n % FEW_PCS, u.pc_bits);
}

/* The race as its record, with number 0; in a unit_race_fn. */
static inline struct pf_beat race_record(const struct pf_iguard_turn *t)
{
	struct pf_iguard_report first = u.s.report;
	const struct pf_iguard_race x = pf_iguard_slice_race(&u.s, t);

	first.unit.head = 0;
	return pf_iguard_race_pack(&first, &x);
}

/* A counter that does not depend on time. */
struct unit_counter {
	uint32_t reg;
	uint64_t n;
	bool always; /* whatever is joined */
	bool fate;   /* of a race: depends on the order of races, unless all are reported */
};

enum { UNIT_COUNTERS = PF_COUNTERS + 4 };

/* The one with number i. False: it depends on time. */
static inline bool unit_counter(uint32_t i, struct unit_counter *c)
{
	static const uint32_t regs[] = {PF_REG_DROPPED, PF_REG_REPEATED, PF_REG_WRAPS,
					PF_REG_FORGOTTEN};
	const uint32_t reg = i < PF_COUNTERS ? PF_REG_COUNTERS + 8 * i : regs[i - PF_COUNTERS];

	*c = (struct unit_counter){.reg = reg,
				   .always = reg == PF_REG_WRAPS ||
					     reg == PF_REG_COUNTERS + 8 * PF_COUNTER_CHECKS ||
					     reg == PF_REG_COUNTERS + 8 * PF_COUNTER_SKIPPED,
				   .fate = reg == PF_REG_DROPPED || reg == PF_REG_REPEATED ||
					   reg == PF_REG_COUNTERS + 8 * PF_COUNTER_RECORDS};
	return pf_iguard_slice_counter(&u.s, reg, &c->n);
}

#endif
