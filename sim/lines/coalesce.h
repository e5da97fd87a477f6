/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * coalesce: pf_coalesce, cycle for cycle: the sector requests of an access become one operation on
 * a line of 128 bytes.
 *
 *   request ─> two in a row ─> whole words, then parts ─> join, or a new place ─> [ place ] ─> the
 *                                                                                 oldest that is
 * due
 */
#ifndef SIM_LINES_COALESCE_H
#define SIM_LINES_COALESCE_H

#include "join.h"
#include "reference/pf_slice.h"

/* An operation on a line; or a fence, or an epoch. */
struct line_access {
	enum pf_req_code kind;
	bool sub;       /* only part of each word */
	uint32_t line;  /* byte address / 128 */
	uint32_t words; /* of an access; else 0 */
	uint32_t pc;
	struct pf_tag tag;
};

struct coalesce {
	struct {
		bool req_valid, op_ready;
		const struct pf_request *req;
	} in;
	bool ready, op_valid, idle;
	struct line_access op;

	/* Private */
	struct pf_request req[2];
	uint32_t n_req;
	bool split; /* its whole words have a place, its parts have not */
	struct join join;
	struct line_access at[JOIN_PLACES]; /* in its places; */
	uint64_t key[JOIN_PLACES];          /* of the tag */
};

/* places: 1 to JOIN_PLACES; age: cycles, at least 1. */
void coalesce_init(struct coalesce *c, uint32_t places, uint32_t age);
void coalesce_reset(struct coalesce *c);
void coalesce_step(struct coalesce *c);
/* An access is inside. */
bool coalesce_access(const struct coalesce *c);

#endif
