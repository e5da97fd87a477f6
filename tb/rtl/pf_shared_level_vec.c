/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_shared_level_vec: every level and every access, and what the reference makes of them.
 *
 *   did others seen write strong copy mine same_phase after waited   did others seen take race
 * race_others
 *
 * in hex. Without an order between the two the phase that is named is 1; else the accessor knows
 * it.
 */
#include <stdio.h>

#include "reference/pf_shared_level.h"

#include "pf_rules_vec.h"

enum { ME, ANOTHER, PC_OLD, PC_NEW };

static uint32_t does_of(bool write, bool strong, uint32_t copy)
{
	if (copy == PF_SHARED_COPY_BEGINS || copy == PF_SHARED_COPY_STAYS)
		return PF_SHARED_COPY;
	if (write)
		return strong ? PF_SHARED_STRONG : PF_SHARED_WRITE;
	return strong ? PF_SHARED_STRONG_READ : PF_SHARED_READ;
}

static void print(uint8_t did, uint8_t others, uint32_t copy, uint32_t bits)
{
	const bool seen = bits & 1, write = bits >> 1 & 1, strong = bits >> 2 & 1;
	const bool mine = bits >> 3 & 1, same = bits >> 4 & 1, after = bits >> 5 & 1;
	const bool waited = bits >> 6 & 1;
	struct pf_order order = {.phase = {[ME] = 3, [ANOTHER] = 3},
				 .waited = waited ? 1U << ME : 0};
	struct pf_shared_level l = {.did = did,
				    .others = others,
				    .seen = seen,
				    .who = mine ? ME : ANOTHER,
				    .phase = same ? 3 : 1,
				    .pc = PC_OLD};
	const struct pf_shared_act a = {.order = &order,
					.who = ME,
					.does = does_of(write, strong, copy),
					.quiet = copy >= PF_SHARED_COPY_STAYS,
					.pc = PC_NEW};
	enum pf_shared_outcome o;

	order.know[ME].phase[ANOTHER] = after ? 4 : 0;
	o = pf_shared_step(&l, &a);
	printf("%x %x %x %x %x %x %x %x %x %x %x %x %x %x %x %x\n", did, others, seen, write,
	       strong, copy, mine, same, after, waited, l.did, l.others, l.seen, l.pc == PC_NEW,
	       o == PF_SHARED_RACES, o == PF_SHARED_RACES_OTHERS);
}

int main(int argc, char **argv)
{
	(void)vec_args(argc, argv);
	for (uint8_t did = 0; did < PF_SHARED_CODES; did++)
		for (uint8_t others = 0; others < PF_SHARED_COPY; others++)
			for (uint32_t copy = 0; copy < PF_SHARED_COPY_CODES; copy++)
				for (uint32_t bits = 0; bits < 1U << 7; bits++)
					if (!copy || (bits & 6) == 2) /* a weak write */
						print(did, others, copy, bits);
	return 0;
}
