/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * delay: what a pipeline has taken and not given yet, in order, and from which cycle on each shows.
 * The things themselves stand beside it, by the place that delay_put() and delay_first() name.
 */
#ifndef SIM_UNIT_DELAY_H
#define SIM_UNIT_DELAY_H

#include <stdbool.h>
#include <stdint.h>

enum { DELAY_PLACES = 16 };

struct delay {
	uint64_t due[DELAY_PLACES];
	uint32_t head, tail;
};

/* There is room: the pipeline's ready has seen to that. */
static inline uint32_t delay_put(struct delay *d, uint64_t due)
{
	const uint32_t at = d->tail++ % DELAY_PLACES;

	d->due[at] = due;
	return at;
}

static inline bool delay_empty(const struct delay *d)
{
	return d->head == d->tail;
}

static inline uint32_t delay_first(const struct delay *d)
{
	return d->head % DELAY_PLACES;
}

static inline bool delay_shows(const struct delay *d, uint64_t now)
{
	return !delay_empty(d) && d->due[delay_first(d)] <= now;
}

static inline void delay_take(struct delay *d)
{
	d->head++;
}

/* Those that show in the next cycle, if nobody takes them. */
static inline uint32_t delay_waiting(const struct delay *d, uint64_t now)
{
	uint32_t n = 0;

	for (uint32_t i = d->head; i != d->tail; i++)
		n += d->due[i % DELAY_PLACES] <= now + 1;
	return n;
}

#endif
