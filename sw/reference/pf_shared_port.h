/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_shared_port: pf_shared's calls as pf_shared_unit's pins have them, where a warp is one thread,
 * or its lanes are as config.meets has them.
 *
 *   access ─ pf_rounds ─> a pf_shared_op a round       pf_shared_race ─> pf_shared_told
 */
#ifndef PF_SHARED_PORT_H
#define PF_SHARED_PORT_H

#include "pf_rounds.h"
#include "pf_shared.h"

/* The row of an ORDER that is a fence; and with neither arrives nor waits: lanes of the warp meet.
 */
enum { PF_SHARED_FENCES = PF_SHARED_BARRIERS };

/* An operation. Fields that its kind has no use for are 0. */
struct pf_shared_op {
	uint8_t kind; /* PF_SHARED_OP_* */
	uint8_t slot, who;
	uint8_t barrier; /* ORDER: row */
	bool arrives, waits, leaves;
	bool write, strong; /* ACCESS */
	uint8_t copy;       /* PF_SHARED_COPY_* */
	uint32_t pc;
	uint32_t banks; /* a word of these; of each */
	uint16_t row[PF_ROUNDS_BANKS];
	uint8_t bytes[PF_ROUNDS_BANKS], same[PF_ROUNDS_BANKS];
	/* Of the lanes that touch the word: the lowest, the one after it, the highest; all the
	 * same, if there is one. unlike: banks whose lanes do not all touch the same bytes. */
	uint8_t lane[PF_ROUNDS_BANKS], second[PF_ROUNDS_BANKS], last[PF_ROUNDS_BANKS];
	uint32_t unlike;
};

/* A race as it comes out. instruction: of the first access nothing is said. lanes: it is one of two
 * lanes; else first_lane is 0, as it is where others are meant. */
struct pf_shared_told {
	bool instruction, lanes, write, strong, others;
	uint8_t slot, who, lane, bank, bytes, did, first, first_lane;
	uint16_t row;
	uint32_t pc, first_pc; /* first_pc 0: several */
};

/* The rounds of a. Afterwards pf_shared_port_round(): false: there is none left. */
struct pf_shared_rounds {
	const struct pf_shared_access *access;
	uint32_t banks;
	struct pf_rounds rounds;
};
void pf_shared_port_begin(struct pf_shared_rounds *r, const struct pf_shared_access *a,
			  uint32_t banks);
bool pf_shared_port_round(struct pf_shared_rounds *r, struct pf_shared_op *o);
/* Is the race one of that round of its access? */
bool pf_shared_port_in_round(const struct pf_shared_op *o, const struct pf_shared_told *t);

struct pf_shared_told pf_shared_port_race(const struct pf_shared_race *r, uint32_t banks);
/* Lanes of one store in a word are told together: true: t has been put to the last one. */
bool pf_shared_port_joins(struct pf_shared_told *last, const struct pf_shared_told *t);

#endif
