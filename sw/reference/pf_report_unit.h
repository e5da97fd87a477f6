/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_report_unit: what becomes of a word that the rules call a race.
 *
 *   race ─> count its kind ─> ring full? ─> seen before? ─> record ─> ring in memory
 *                                │              │
 *                             dropped        repeated
 *
 * A record is a beat of 32 bytes; its fields are the record `race` of fields.tab. The filter is a
 * table of {pc, kind}, direct mapped: it lets most races of one instruction through once. A record
 * that found no room does not enter it, so a later one gets its chance.
 *
 * Errs: none is invented. A full ring drops; the filter holds back what differs in word or
 * owner only.
 */
#ifndef PF_REPORT_UNIT_H
#define PF_REPORT_UNIT_H

#include "pf_meta.h"

enum { PF_BEAT_BYTES = 32, PF_BEAT_ENTRIES = PF_BEAT_BYTES / PF_ENTRY_BYTES };

/* 32 bytes of memory. */
struct pf_beat {
	uint64_t v[PF_BEAT_ENTRIES];
};

/* A field of a beat, of at most 63 bits. pf_beat_put: of one whose bits there are 0. */
uint64_t pf_beat_get(const struct pf_beat *b, struct pf_bits f);
void pf_beat_put(struct pf_beat *b, struct pf_bits f, uint64_t value);

struct pf_race {
	uint32_t pc, word; /* word: byte address / 4 */
	enum pf_row row;
	struct pf_tag tag;
	struct pf_entry before; /* as the rules saw it */
	bool owner_fenced;      /* its owner has executed a block fence since */
};

struct pf_seen {
	bool valid;
	uint32_t pc, kind;
};

struct pf_report_unit {
	struct pf_bits field[PF_RACE_FIELDS];
	struct pf_beat *ring; /* 1 << ring_log2 */
	struct pf_seen *seen; /* n_seen, a power of two */
	uint32_t ring_log2, n_seen;
	bool report_all;               /* no filter: it learns nothing either */
	uint32_t head, tail;           /* records written, read */
	uint64_t kinds[PF_KIND_CODES]; /* racing words, reported or not */
	uint64_t records;
	uint32_t dropped, repeated; /* stay at their largest value */
};

enum pf_reported { PF_REPORTED, PF_DROPPED, PF_REPEATED };

void pf_report_init(struct pf_report_unit *r, const struct pf_geometry *g, uint32_t pc_bits,
		    uint32_t ring_log2, uint32_t n_seen);
void pf_report_free(struct pf_report_unit *r);
/* A new run: no records, filter empty. Counters go on, the ring's contents stay. */
void pf_report_clear(struct pf_report_unit *r);
enum pf_reported pf_report_race(struct pf_report_unit *r, const struct pf_race *race);
/* What pf_report_race does beside the record and kinds, for records of another layout: a race of
 * this kind, whose record, if it gets one, the caller puts next. */
enum pf_reported pf_report_fate(struct pf_report_unit *r, uint32_t pc, uint32_t kind);
void pf_report_put(struct pf_report_unit *r, struct pf_beat record);
/* The next record, of this race. */
struct pf_beat pf_race_pack(const struct pf_report_unit *r, const struct pf_race *race);
/* Kind of a racing row. */
enum pf_kind_code pf_race_kind(enum pf_row row);

#endif
