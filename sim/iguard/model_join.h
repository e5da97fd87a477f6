/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * model_join: pf_skid and pf_join_sectors as pf_iguard_engine has them, cycle for cycle: sector
 * requests of an access become one operation on a line of 128 bytes.
 *
 *   request ─> two in a row ─> join, or a new place ─> [ place ] ─> the oldest that is due ─> op
 */
#ifndef SIM_IGUARD_MODEL_JOIN_H
#define SIM_IGUARD_MODEL_JOIN_H

#include "../lines/join.h"
#include "reference/pf_iguard_slice.h"

/* An operation on a line, or a message. */
struct join_op {
	uint64_t line;
	uint32_t words;                   /* of an access; else 0 */
	struct pf_iguard_request request; /* the first one */
};

struct model_join {
	struct {
		const struct pf_iguard_request *req; /* NULL: none */
		bool op_ready;
	} in;
	bool ready, op_valid, idle;
	struct join_op op;

	/* Private */
	struct pf_iguard_request req[2];
	uint32_t n_req;
	struct join join;
	struct join_op at[JOIN_PLACES]; /* in its places */
};

void model_join_reset(struct model_join *j);
void model_join_step(struct model_join *j);

#endif
