/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * mbarrier: the 64 bits of an mbarrier in shared memory, which PTX leaves open.
 *
 *   phase 63 | bytes still to come 40..62, signed | arrivals of a phase 20..39 | still to come
 * 0..19
 *
 * An arrival gives back the state before it: the token to wait with. What PTX leaves undefined
 * (too many arrivals) stays within these fields.
 */
#ifndef MBARRIER_H
#define MBARRIER_H

#include <stdint.h>

enum { MBARRIER_COUNT_BITS = 20, MBARRIER_TX_BITS = 23 };
#define MBARRIER_COUNT_MASK ((1U << MBARRIER_COUNT_BITS) - 1)
#define MBARRIER_TX_MASK    ((1U << MBARRIER_TX_BITS) - 1)

struct mbarrier {
	uint32_t pending, expected, tx, phase;
};

static inline struct mbarrier mbarrier_unpack(uint64_t s)
{
	return (struct mbarrier){(uint32_t)s & MBARRIER_COUNT_MASK,
				 (uint32_t)(s >> 20) & MBARRIER_COUNT_MASK,
				 (uint32_t)(s >> 40) & MBARRIER_TX_MASK, (uint32_t)(s >> 63)};
}

static inline uint64_t mbarrier_pack(struct mbarrier b)
{
	return (uint64_t)b.pending | (uint64_t)b.expected << 20 |
	       (uint64_t)(b.tx & MBARRIER_TX_MASK) << 40 | (uint64_t)b.phase << 63;
}

static inline uint64_t mbarrier_init(uint32_t count)
{
	count &= MBARRIER_COUNT_MASK;
	return mbarrier_pack((struct mbarrier){count, count, 0, 0});
}

static inline uint32_t mbarrier_phase(uint64_t s)
{
	return (uint32_t)(s >> 63);
}

static inline uint32_t mbarrier_pending(uint64_t s)
{
	return (uint32_t)s & MBARRIER_COUNT_MASK;
}

/* So many arrivals and bytes fewer to come; the phase ends with the last. */
static inline uint64_t mbarrier_less(uint64_t s, uint32_t arrivals, uint32_t bytes)
{
	struct mbarrier b = mbarrier_unpack(s);

	b.pending -= arrivals < b.pending ? arrivals : b.pending;
	b.tx = (b.tx - bytes) & MBARRIER_TX_MASK;
	if (!b.pending && !b.tx) {
		b.pending = b.expected;
		b.phase ^= 1;
	}
	return mbarrier_pack(b);
}

static inline uint64_t mbarrier_expect(uint64_t s, uint32_t bytes)
{
	struct mbarrier b = mbarrier_unpack(s);

	b.tx += bytes;
	return mbarrier_pack(b);
}

static inline uint64_t mbarrier_drop(uint64_t s, uint32_t arrivals)
{
	struct mbarrier b = mbarrier_unpack(s);

	b.expected -= arrivals < b.expected ? arrivals : b.expected;
	return mbarrier_less(mbarrier_pack(b), arrivals, 0);
}

#endif
