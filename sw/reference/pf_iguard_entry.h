/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_iguard_entry: a word's last writer and last reader as the hardware keeps them, and an access
 * of a warp to it.
 *
 *   entry: writer, reader ──┐            ┌─> pf_iguard_rules ─> kind of race, what the sides become
 *   tag: the access ────────┼─> facts ───┘
 *   times of the two warps ─┘
 *
 * A side stands for some words of a line of 128 bytes and for the lanes of a warp that accessed
 * them: its lane is that of the line's first byte, and the next lane's begins after each `step`
 * bytes (lane = word + constant). So does an access; what lanes do beside that is several accesses,
 * or `several`, where each lane accesses each word.
 *
 * Times are by the clock of the side's SM (pf_iguard_clock), as coarse as pf_iguard_config.coarse
 * says. `begin` tells a block from those before it in its slot.
 *
 * Errs: as pf_iguard with `coarse`; and fences of a block count for what another one did in its
 * slot before it (misses).
 */
#ifndef PF_IGUARD_ENTRY_H
#define PF_IGUARD_ENTRY_H

#include "pf_fields.h"
#include "pf_iguard_rules.h"

enum { PF_IGUARD_ALL = 32 }; /* lanes, in place of one */

/* side.lane: of the line's first byte; side.elem: not used. step: enum pf_iguard_step_code. */
struct pf_iguard_lane_side {
	struct pf_iguard_side side;
	uint8_t step;
};

struct pf_iguard_entry {
	struct pf_iguard_lane_side writer, reader;
};

struct pf_iguard_tag {
	struct pf_iguard_lane_side by; /* side.bytes: of the word at hand */
	uint32_t bar, meet;            /* of its block, of its warp */
	bool write, several;
};

struct pf_iguard_fenced {
	uint32_t all; /* the last fence of all lanes, or meeting of all before a fence of one */
	uint32_t one; /* the last one of a lane alone: */
	uint8_t lane;
};

/* Of a warp and its block (pf_iguard_table). */
struct pf_iguard_times {
	uint32_t begin, dev_bar;
	struct pf_iguard_fenced any, dev;
};

/* A side and an access alone. */
struct pf_iguard_side_check {
	struct pf_iguard_facts facts;
	enum pf_iguard_kind kind; /* if either writes */
	bool with_others;         /* others of the side, without a name */
	struct pf_iguard_act act;
	struct pf_iguard_lane_side after; /* the access in the side's place */
};

struct pf_iguard_entry_check {
	enum pf_iguard_kind kind;
	bool with_reader, with_others; /* the first side; others of it, without a name */
	struct pf_iguard_facts writer, reader;
	struct pf_iguard_act act; /* of the writer's side for a write, else of the reader's */
	struct pf_iguard_entry next;
};

/* x and the access, in one word of the line. now: of x's warp and block. lanes: they are threads,
 * else warps. */
void pf_iguard_entry_facts(const struct pf_iguard_lane_side *x, const struct pf_iguard_tag *t,
			   uint32_t word, const struct pf_iguard_times *now, bool lanes,
			   struct pf_iguard_facts *f);
void pf_iguard_side_check(const struct pf_iguard_lane_side *x, const struct pf_iguard_tag *t,
			  uint32_t word, const struct pf_iguard_times *now, bool lanes,
			  struct pf_iguard_side_check *c);
/* The last reader is forgotten. f: of it; races: the access does, with either side. */
bool pf_iguard_forgets_reader(const struct pf_iguard_tag *t, const struct pf_iguard_facts *f,
			      bool races);
void pf_iguard_entry_check(const struct pf_iguard_entry *e, const struct pf_iguard_tag *t,
			   uint32_t word, const struct pf_iguard_times *writer,
			   const struct pf_iguard_times *reader, bool lanes,
			   struct pf_iguard_entry_check *c);

#endif
