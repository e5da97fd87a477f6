/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "pf_iguard_table.h"

#include <stdlib.h>
#include <string.h>

#include "../base/mem.h"

static size_t warp_rows(const struct pf_iguard_table *x)
{
	return (size_t)1 << (x->sm_bits + x->warp_bits);
}

static size_t block_rows(const struct pf_iguard_table *x)
{
	return (size_t)1 << x->block_bits;
}

static struct pf_iguard_warp_row *row_of(const struct pf_iguard_table *x, uint32_t block,
					 uint32_t warp)
{
	const uint32_t sm = block & ((1U << x->sm_bits) - 1);

	return &x->warp[sm << x->warp_bits | warp];
}

void pf_iguard_table_init(struct pf_iguard_table *x, uint32_t sm_bits, uint32_t warp_bits,
			  uint32_t block_bits)
{
	*x = (struct pf_iguard_table){
		.sm_bits = sm_bits, .warp_bits = warp_bits, .block_bits = block_bits};
	x->warp = mem_alloc(warp_rows(x) * sizeof(*x->warp));
	x->block = mem_alloc(block_rows(x) * sizeof(*x->block));
}

void pf_iguard_table_free(struct pf_iguard_table *x)
{
	free(x->warp);
	free(x->block);
}

static void fence(struct pf_iguard_fenced *x, uint32_t lane, uint32_t when, uint32_t meet)
{
	if (lane == PF_IGUARD_ALL) {
		x->all = when;
		return;
	}
	if (x->all < meet)
		x->all = meet;
	/* Who fenced alone before is not told apart from the others any more. */
	if (x->lane != lane && x->all < x->one)
		x->all = x->one;
	x->one = when;
	x->lane = (uint8_t)lane;
}

void pf_iguard_table_fence(struct pf_iguard_table *x, uint32_t block, uint32_t warp, uint32_t lane,
			   const struct pf_iguard_stamp *s, bool device)
{
	struct pf_iguard_warp_row *w = row_of(x, block, warp);

	fence(&w->any, lane, s->when, s->meet);
	if (!device)
		return;
	fence(&w->dev, lane, s->when, s->meet);
	x->block[block].dev_bar = s->bar;
}

void pf_iguard_table_begin(struct pf_iguard_table *x, uint32_t block, uint32_t when)
{
	x->block[block].begin = when;
}

void pf_iguard_table_epoch(struct pf_iguard_table *x)
{
	memset(x->warp, 0, warp_rows(x) * sizeof(*x->warp));
	memset(x->block, 0, block_rows(x) * sizeof(*x->block));
}

struct pf_iguard_times pf_iguard_table_times(const struct pf_iguard_table *x, uint32_t block,
					     uint32_t warp)
{
	const struct pf_iguard_warp_row *w = row_of(x, block, warp);

	return (struct pf_iguard_times){x->block[block].begin, x->block[block].dev_bar, w->any,
					w->dev};
}
