/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * bits: powers of two, for what is indexed by a mask.
 */
#ifndef BITS_H
#define BITS_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

static inline bool is_power_of_two(uint64_t v)
{
	return v && !(v & (v - 1));
}

/* The smallest power of two that is at least that, which is at most 2^31; 1 for 0. */
static inline uint32_t power_of_two(uint64_t least)
{
	uint64_t n = 1;

	assert(least <= 1ULL << 31);
	while (n < least)
		n *= 2;
	return (uint32_t)n;
}

#endif
