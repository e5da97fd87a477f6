/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "pf_iguard_group.h"

enum { LANES = 32, WORDS = 32, STRIDES = 5 };

/* log2 of the bytes between neighbours, by the first two lanes; 0 bytes, or no such number: STRIDES
 * and more. */
static unsigned stride_of(const struct pf_iguard_lanes_access *a, unsigned first, unsigned second)
{
	for (unsigned k = a->size; k < STRIDES; k++)
		if (a->offset[first] + ((second - first) << k) == a->offset[second])
			return k;
	return STRIDES;
}

/* Lanes from the first one on that lie so many bytes apart: 1 << stride; STRIDES: none. */
static uint32_t lanes_so(const struct pf_iguard_lanes_access *a, unsigned first, unsigned stride)
{
	uint32_t so = 0;

	for (unsigned i = first; i < LANES; i++) {
		const unsigned at =
			a->offset[first] + (stride < STRIDES ? (i - first) << stride : 0);

		so |= (uint32_t)(a->lanes >> i & 1 && a->offset[i] == at) << i;
	}
	return so;
}

/* Bytes of each word that those lanes touch. */
static void touched(const struct pf_iguard_lanes_access *a, uint32_t lanes, uint8_t bytes[WORDS])
{
	for (unsigned i = 0; i < LANES; i++)
		for (unsigned b = 0; lanes >> i & 1 && b < 1U << a->size; b++) {
			const unsigned at = a->offset[i] + b;

			bytes[at / 4] |= (uint8_t)(1U << at % 4);
		}
}

struct pf_iguard_group pf_iguard_next_group(struct pf_iguard_lanes_access *a)
{
	const unsigned first = (unsigned)__builtin_ctz(a->lanes);
	const uint32_t others = a->lanes & (a->lanes - 1);
	const unsigned second = others ? (unsigned)__builtin_ctz(others) : first;
	const bool same = others && a->offset[first] == a->offset[second];
	const unsigned stride = others && !same ? stride_of(a, first, second) : STRIDES;
	struct pf_iguard_group g = {0};
	uint8_t bytes[WORDS] = {0};
	uint32_t so = 1U << first;

	if (same || stride < STRIDES)
		so = lanes_so(a, first, stride);
	touched(a, so, bytes);
	g.bytes = bytes[a->offset[first] / 4];
	for (unsigned w = 0; w < WORDS; w++)
		g.words |= (uint32_t)(bytes[w] == g.bytes) << w;
	for (unsigned i = 0; i < LANES; i++)
		g.lanes |= (so >> i & 1) && (g.words >> a->offset[i] / 4 & 1) ? 1U << i : 0;
	g.several = same;
	if (stride < STRIDES) {
		g.step = (uint8_t)(stride + 1);
		g.lane = (uint8_t)((first - ((unsigned)a->offset[first] >> stride)) % LANES);
	} else {
		g.lane = (uint8_t)(31 - __builtin_clz(g.lanes));
	}
	a->lanes &= ~g.lanes;
	return g;
}
