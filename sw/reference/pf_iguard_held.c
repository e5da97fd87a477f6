/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "pf_iguard_held.h"

/* As a signature of that lock alone. */
static uint16_t bins(uint64_t hash)
{
	return (uint16_t)(1U << (hash & 7) << 8 | 1U << (hash >> 3 & 7));
}

void pf_iguard_held_take(struct pf_iguard_held *h, uint64_t address, uint64_t key,
			 enum pf_lock_scope scope)
{
	if (scope == PF_LOCK_DEVICE)
		h->device |= bins(address);
	h->block |= bins(address ^ key);
	if (h->n < PF_IGUARD_HELD_MOST)
		h->n++;
}

void pf_iguard_held_give(struct pf_iguard_held *h, uint64_t address, uint64_t key,
			 enum pf_lock_scope scope)
{
	const uint16_t it = bins(address ^ key), device = bins(address);

	if (h->n == PF_IGUARD_HELD_MOST || (h->block & it) != it ||
	    (scope == PF_LOCK_DEVICE && (h->device & device) != device))
		return;
	h->n--;
	if (!h->n)
		*h = (struct pf_iguard_held){0};
}

void pf_iguard_held_activate(struct pf_iguard_held *h, bool device)
{
	h->block_counts |= h->n != 0;
	h->device_counts |= h->n && device;
}

uint16_t pf_iguard_held_signature(const struct pf_iguard_held *h)
{
	return (uint16_t)((h->device_counts ? h->device : 0) | (h->block_counts ? h->block : 0));
}
