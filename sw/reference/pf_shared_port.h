/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_shared_port: pf_shared's calls as pf_shared_unit's pins have them, where a warp is one thread.
 *
 *   access ─ pf_rounds ─> a pf_shared_op a round       pf_shared_race ─> pf_shared_told
 */
#ifndef PF_SHARED_PORT_H
#define PF_SHARED_PORT_H

#include "pf_rounds.h"
#include "pf_shared.h"

enum { PF_SHARED_FENCES = PF_SHARED_BARRIERS }; /* the row of an ORDER that is a fence */

/* An operation. Fields that its kind has no use for are 0. */
struct pf_shared_op {
	uint8_t kind; /* PF_SHARED_OP_* */
	uint8_t slot, who;
	uint8_t barrier; /* ORDER: row */
	bool arrives, waits, leaves;
	bool write, strong; /* ACCESS */
	uint32_t pc;
	uint32_t banks; /* a word of these; of each */
	uint16_t row[PF_ROUNDS_BANKS];
	uint8_t bytes[PF_ROUNDS_BANKS], same[PF_ROUNDS_BANKS], lane[PF_ROUNDS_BANKS];
};

/* A race as it comes out. instruction: of the first access nothing is said. */
struct pf_shared_told {
	bool instruction, write, strong, others;
	uint8_t slot, who, lane, bank, bytes, did, first;
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
