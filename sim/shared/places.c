/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "places.h"

#include <stdlib.h>

#include "base/mem.h"
#include "reference/pf_shared.h"

static bool may_touch(const struct simt_kernel *k, uint32_t pc)
{
	struct simt_op op;

	return simt_op_at(k, pc, &op) &&
	       (op.space == PTX_SPACE_SHARED || op.space == PTX_SPACE_GENERIC);
}

void places_load(struct places *p, const struct simt_kernel *k, uint32_t bits)
{
	uint32_t n = 0;

	p->numbers = (1U << bits) - 1;
	if (!p->pc)
		p->pc = mem_alloc((p->numbers + 1) * sizeof(*p->pc));
	p->number = mem_grow(p->number, &p->cap, k->n_code, sizeof(*p->number));
	for (uint32_t i = 0; i <= p->numbers; i++)
		p->pc[i] = PF_SHARED_NO_PC;
	for (uint32_t pc = 0; pc < k->n_code; pc++) {
		p->number[pc] = 0;
		if (!may_touch(k, pc))
			continue;
		p->number[pc] = 1 + n % p->numbers;
		p->pc[p->number[pc]] = n < p->numbers ? pc : PF_SHARED_NO_PC;
		n++;
	}
}

void places_free(struct places *p)
{
	free(p->number);
	free(p->pc);
}
