/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * scoreboard: a register is there from a cycle on. Issued with latency n: from n cycles later on;
 * of an operation in flight: never, until it is done. A writer waits like a reader, so that values
 * arrive in the order of instructions.
 */
#include "sm_int.h"

uint64_t sm_scoreboard_ready(const struct sm_warp *w, const struct simt_uses *u)
{
	uint64_t when = 0;

	for (unsigned i = 0; i < u->n_reads; i++)
		if (w->score[u->reads[i]] > when)
			when = w->score[u->reads[i]];
	for (unsigned i = 0; i < u->n_writes; i++)
		if (w->score[u->writes[i]] > when)
			when = w->score[u->writes[i]];
	return when;
}

void sm_scoreboard_set(struct sm_warp *w, const struct simt_uses *u, uint64_t when)
{
	for (unsigned i = 0; i < u->n_writes; i++)
		w->score[u->writes[i]] = when;
}
