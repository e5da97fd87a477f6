/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * parts: of an access to a sector, lanes that a few bits name; and when pf_iguard_group has them.
 *
 *   operation, a line of it ─> groups, in the Verilog's time ─> of a sector, the words of each
 *
 * An instruction is grouped line by line, as it leaves the coalescer. Lanes that share words are a
 * group that needs no time: the coalescer has found them.
 */
#ifndef SIM_IGUARD_PARTS_H
#define SIM_IGUARD_PARTS_H

#include "../sm/sm_int.h"
#include "iguard/events.h"

struct parts {
	/* The line whose groups are known. */
	const struct sm_op *of;
	uint64_t born, line;
	uint32_t n;
	struct iguard_part part[IGUARD_PARTS];
	uint64_t due[IGUARD_PARTS]; /* cycle from which each is there */
	uint64_t free;              /* ... and the groups of another line can be begun */
};

/* Can an access of another line be grouped in this cycle? */
bool parts_ready(const struct parts *p, uint64_t now);
/* Groups of the access that o has sent last: those that touch its sector, p->part[0..n-1] of them;
 * returns n. */
uint32_t parts_of(struct parts *p, const struct sm_op *o, uint64_t now);
/* Words of a's sector that the part touches. */
uint8_t parts_words(const struct iguard_part *part, const struct coalesced *a);

#endif
