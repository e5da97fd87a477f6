/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "clocks.h"

#include <stdlib.h>

#include "../base/mem.h"

void clocks_init(struct clock_codes *k, const struct radish_config *c, uint64_t clock)
{
	*k = (struct clock_codes){.kind = c->clocks,
				  .codes = (1U << c->clock_bits) - 1,
				  .references_max = (UINT64_C(1) << c->reference_bits) - 1};
	if (k->kind == RADISH_TABLE)
		k->entry = mem_alloc(k->codes * sizeof(*k->entry));
	clocks_restart(k, clock);
}

void clocks_free(struct clock_codes *k)
{
	free(k->entry);
}

void clocks_restart(struct clock_codes *k, uint64_t clock)
{
	k->base = clock;
	k->now = 1;
	if (k->kind == RADISH_TABLE) {
		for (uint32_t i = 0; i < k->codes; i++)
			k->entry[i] = (struct clock_entry){0};
		k->entry[0] = (struct clock_entry){clock, 1};
	}
}

uint64_t clocks_value(const struct clock_codes *k, uint8_t code)
{
	if (!code)
		return 0;
	return k->kind == RADISH_TABLE ? k->entry[code - 1].clock : k->base + code - 1;
}

/* The entry that holds clock, else one that nothing names; codes: none. */
static uint32_t place(const struct clock_codes *k, uint64_t clock)
{
	uint32_t free_one = k->codes;

	for (uint32_t i = 0; i < k->codes; i++) {
		if (k->entry[i].references && k->entry[i].clock == clock)
			return i;
		if (!k->entry[i].references && free_one == k->codes)
			free_one = i;
	}
	return free_one;
}

static uint8_t take_entry(struct clock_codes *k, uint64_t clock)
{
	uint32_t i = place(k, clock);

	if (i == k->codes || k->entry[i].references == k->references_max)
		return 0;
	k->entry[i].clock = clock;
	k->entry[i].references++;
	return (uint8_t)(i + 1);
}

uint8_t clocks_take(struct clock_codes *k, uint64_t clock)
{
	if (k->kind == RADISH_TABLE)
		return take_entry(k, clock);
	/* one before base is far beyond, too */
	return clock - k->base < k->codes ? (uint8_t)(clock - k->base + 1) : 0;
}

void clocks_drop(struct clock_codes *k, uint8_t code)
{
	if (code && k->kind == RADISH_TABLE)
		k->entry[code - 1].references--;
}

bool clocks_advance(struct clock_codes *k, uint64_t clock)
{
	uint8_t code = clocks_take(k, clock);

	if (!code)
		return false;
	clocks_drop(k, k->now);
	k->now = code;
	return true;
}
