/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "pf_order.h"

#include <string.h>

void pf_order_reset(struct pf_order *x)
{
	for (uint32_t left = x->waited; left; left &= left - 1)
		memset(&x->know[__builtin_ctz(left)], 0, sizeof(x->know[0]));
	memset(x->phase, 0, sizeof(x->phase));
	x->used = x->waited = 0;
}

bool pf_order_full(const struct pf_order *x, uint32_t who, uint32_t bits)
{
	for (uint32_t left = who & x->used; left; left &= left - 1)
		if (x->phase[__builtin_ctz(left)] == (1U << bits) - 1)
			return true;
	return false;
}

static void join(struct pf_order_row *to, const struct pf_order_row *from)
{
	for (uint32_t i = 0; i < PF_ORDER_MOST; i++)
		if (from->phase[i] > to->phase[i])
			to->phase[i] = from->phase[i];
}

/* Whoever has not waited knows nothing. */
static void leave(const struct pf_order *x, uint32_t o, struct pf_order_row *row)
{
	if (x->waited >> o & 1)
		join(row, &x->know[o]);
}

/* A phase in which nothing was done need not end. */
void pf_order_arrive(struct pf_order *x, uint32_t who, struct pf_order_row *row)
{
	for (uint32_t left = who; left; left &= left - 1) {
		const uint32_t o = (uint32_t)__builtin_ctz(left);

		x->phase[o] = (uint8_t)(x->phase[o] + (x->used >> o & 1));
		leave(x, o, row);
		if (x->phase[o] > row->phase[o])
			row->phase[o] = x->phase[o];
	}
	x->used &= ~who;
}

void pf_order_arrive_some(struct pf_order *x, uint32_t o, struct pf_order_row *row)
{
	const uint32_t after = x->phase[o] + (x->used >> o & 1);

	leave(x, o, row);
	if (after > row->phase[o])
		row->phase[o] = (uint8_t)after;
}

void pf_order_wait(struct pf_order *x, uint32_t who, const struct pf_order_row *row)
{
	x->waited |= who;
	for (uint32_t left = who; left; left &= left - 1)
		join(&x->know[__builtin_ctz(left)], row);
}

void pf_order_meet(struct pf_order *x, uint32_t who)
{
	struct pf_order_row row = {{0}};

	pf_order_arrive(x, who, &row);
	pf_order_wait(x, who, &row);
}
