/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "pf_geometry.h"

#include <string.h>

#include "pf_fields.h"

enum { META_BITS = 64, LEAST_EPOCH_BITS = 1 };

#define GEOMETRY(n, N) \
	{.name = #n, \
	 .sms = PF_##N##_SMS, \
	 .block_slots = PF_##N##_BLOCK_SLOTS, \
	 .warps = PF_##N##_WARPS, \
	 .block_bits = PF_##N##_META_BLOCK_W, \
	 .warp_bits = PF_##N##_META_WARP_W, \
	 .barrier_bits = PF_##N##_META_BARRIER_W, \
	 .fence_bits = PF_##N##_META_DEV_FENCE_W, \
	 .tag_bits = PF_##N##_META_TAG_W, \
	 .epoch_bits = PF_##N##_META_EPOCH_W, \
	 .lock_entries = PF_##N##_LOCK_ENTRIES},

const struct pf_geometry *pf_geometry_named(const char *name)
{
	static const struct pf_geometry named[] = {PF_GEOMETRIES(GEOMETRY)};

	for (size_t i = 0; i < sizeof(named) / sizeof(*named); i++)
		if (!strcmp(named[i].name, name))
			return &named[i];
	return NULL;
}

/* Bits that number n things. */
static uint32_t bits_for(uint64_t n)
{
	uint32_t bits = 0;

	while (n > 1ULL << bits)
		bits++;
	return bits;
}

/* Moves up to `want` bits out of *from, leaving `least`; returns how many. */
static uint32_t take(uint32_t *from, uint32_t least, uint32_t want)
{
	const uint32_t spare = *from - least, n = want < spare ? want : spare;

	*from -= n;
	return n;
}

bool pf_geometry_fit(struct pf_geometry *g, uint32_t sms, uint32_t block_slots, uint32_t warps,
		     enum pf_metadata metadata)
{
	uint32_t more;

	*g = *pf_geometry_named("ref");
	if (sms == g->sms && block_slots == g->block_slots && warps <= g->warps)
		return true;
	g->name = "fitted";
	g->sms = sms;
	g->block_slots = block_slots;
	if (warps > g->warps)
		return false;
	more = bits_for((uint64_t)sms * block_slots);
	if (more <= g->block_bits)
		return true;
	more -= g->block_bits;
	g->block_bits += more;
	more -= take(&g->epoch_bits, LEAST_EPOCH_BITS, more);
	if (metadata == PF_FULL)
		more -= take(&g->tag_bits, 0, more);
	return more == 0;
}
