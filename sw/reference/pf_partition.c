/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "pf_partition.h"

#include <stdlib.h>

#include "../base/mem.h"

struct reserve {
	uint64_t next, end;
	bool enabled;
};

struct pf_partition {
	struct pf_partition_config config;
	struct reserve *slot;
	uint64_t blocks, given; /* of the launch; of those, in the order of their numbers */
	uint32_t enabled, with_reserve;
};

struct pf_partition *pf_partition_create(const struct pf_partition_config *config)
{
	struct pf_partition *p = mem_alloc(sizeof(*p));

	p->config = *config;
	p->slot = mem_alloc(config->slots * sizeof(*p->slot));
	return p;
}

void pf_partition_destroy(struct pf_partition *p)
{
	if (!p)
		return;
	free(p->slot);
	free(p);
}

void pf_partition_load(struct pf_partition *p, uint64_t blocks, const bool *enable)
{
	p->blocks = blocks;
	p->given = 0;
	p->enabled = p->with_reserve = 0;
	for (uint32_t s = 0; s < p->config.slots; s++) {
		p->slot[s] = (struct reserve){.enabled = enable[s]};
		p->enabled += enable[s];
	}
}

static uint64_t share_of(const struct pf_partition *p)
{
	uint64_t share = 1;

	if (!p->config.dwp)
		return 1;
	for (uint32_t k = 0; k < p->config.chunk_log2; k++) {
		if (2 * share * p->enabled > pf_partition_pending(p))
			break;
		share *= 2;
	}
	return share;
}

void pf_partition_go(struct pf_partition *p, const bool *free)
{
	const uint64_t share = share_of(p);
	const bool plenty = p->config.dwp && share * p->enabled <= pf_partition_pending(p);

	for (uint32_t s = 0; s < p->config.slots; s++) {
		struct reserve *r = &p->slot[s];
		const uint64_t pending = pf_partition_pending(p);

		if (!r->enabled || r->next < r->end || !pending || (!free[s] && !plenty))
			continue;
		r->next = p->given;
		p->given += pending < share ? pending : share;
		r->end = p->given;
		p->with_reserve++;
	}
}

bool pf_partition_offer(const struct pf_partition *p, uint32_t slot, uint64_t *block)
{
	const struct reserve *r = &p->slot[slot];

	*block = r->next;
	return r->next < r->end;
}

void pf_partition_take(struct pf_partition *p, uint32_t slot)
{
	struct reserve *r = &p->slot[slot];

	if (r->next == r->end)
		return;
	r->next++;
	p->with_reserve -= r->next == r->end;
}

uint64_t pf_partition_pending(const struct pf_partition *p)
{
	return p->blocks - p->given;
}

bool pf_partition_left(const struct pf_partition *p)
{
	return p->with_reserve != 0;
}
