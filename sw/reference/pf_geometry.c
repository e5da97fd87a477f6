/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "pf_geometry.h"

#include <string.h>

#include "pf_fields.h"

enum { GOOD_EPOCH_BITS = 2, LEAST_EPOCH_BITS = 1, LEAST_BARRIER_BITS = 6, LEAST_FENCE_BITS = 4 };

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

/* A bit more of epoch is worth less than a bit of a counter: a wrap starts one. */
static bool shrink(struct pf_geometry *g, uint32_t more, enum pf_metadata metadata)
{
	more -= take(&g->epoch_bits, GOOD_EPOCH_BITS, more);
	if (metadata != PF_CACHED16)
		more -= take(&g->tag_bits, 0, more);
	more -= take(&g->barrier_bits, LEAST_BARRIER_BITS, more);
	while (more && g->fence_bits > LEAST_FENCE_BITS) {
		g->fence_bits--; /* of both counts */
		g->epoch_bits += more == 1;
		more -= more == 1 ? 1 : 2;
	}
	more -= take(&g->epoch_bits, LEAST_EPOCH_BITS, more);
	return more == 0;
}

bool pf_geometry_fit(struct pf_geometry *g, uint32_t sms, uint32_t block_slots, uint32_t warps,
		     enum pf_metadata metadata)
{
	static const char *const whole[] = {"ref", "modern"};
	const uint32_t block_bits = bits_for(sms) + bits_for(block_slots);
	const uint32_t warp_bits = bits_for(warps);
	uint32_t more = 0;

	for (size_t i = 0; i < sizeof(whole) / sizeof(*whole); i++) {
		*g = *pf_geometry_named(whole[i]);
		if (sms == g->sms && block_slots == g->block_slots && warps <= g->warps)
			return true;
	}
	*g = *pf_geometry_named("ref");
	g->name = "fitted";
	g->sms = sms;
	g->block_slots = block_slots;
	if (warps > g->warps)
		g->warps = warps;
	if (block_bits > g->block_bits) {
		more += block_bits - g->block_bits;
		g->block_bits = block_bits;
	}
	if (warp_bits > g->warp_bits) {
		more += warp_bits - g->warp_bits;
		g->warp_bits = warp_bits;
	}
	return shrink(g, more, metadata);
}
