/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "locks.h"

#include <string.h>

void locks_free(struct locks *l, struct tally *t)
{
	tally_free(t, l->held, l->cap * sizeof(*l->held));
	*l = (struct locks){NULL, 0, 0};
}

void locks_give(struct locks *l, uint32_t lane, uint64_t addr)
{
	for (size_t i = 0; i < l->n; i++) {
		if (l->held[i].lane != lane || l->held[i].addr != addr)
			continue;
		l->n--;
		memmove(&l->held[i], &l->held[i + 1], (l->n - i) * sizeof(*l->held));
		return;
	}
}

void locks_take(struct locks *l, struct tally *t, uint32_t lane, uint64_t addr)
{
	locks_give(l, lane, addr); /* somebody else may have given it back */
	l->held = tally_grow(t, l->held, &l->cap, l->n, sizeof(*l->held));
	l->held[l->n++] = (struct lock_held){.addr = addr, .lane = lane};
}

uint32_t locks_of(const struct locks *l, uint32_t lane)
{
	for (size_t i = l->n; i > 0; i--) {
		const struct lock_held *h = &l->held[i - 1];
		const uint32_t name = (uint32_t)(h->addr >> 2 ^ h->addr >> 34);

		if (h->lane == lane)
			return name ? name : 1;
	}
	return 0;
}
