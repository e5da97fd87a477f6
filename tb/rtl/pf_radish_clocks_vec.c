/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_radish_clocks_vec: a core's clocks cycle by cycle, with the reference's answers
 * (sw/radish/clocks.h).
 *
 *   SEED COUNT GEOMETRY [bits=N] [refs=N] [clock=N]     bits of codes, reference counts, clocks
 *
 * A line: restart and its clock, tick, take and its clock, drop and its code, code to look at;
 * then: is there a code for a tick, the take's code, the clock that is looked at, the clock now and
 * its code. Phases of much taking and much dropping take turns; a restart ends two.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/rng.h"
#include "radish/clocks.h"

enum { PLACES = 4096 };

struct drive {
	struct rng r;
	struct clock_codes k;
	uint8_t place[PLACES]; /* codes that metadata names */
	uint32_t places;
	uint64_t now, most; /* the clock; none is larger */
};

static void refuse(const char *what)
{
	fprintf(stderr, "pf_radish_clocks_vec: %s\n", what);
	exit(2);
}

/* Would the clock get a code? Nothing changes. */
static uint8_t code_for(struct clock_codes *k, uint64_t clock)
{
	uint8_t code = clocks_take(k, clock);

	clocks_drop(k, code);
	return code;
}

static uint64_t clock_to_take(struct drive *d)
{
	switch (rng_below(&d->r, 4)) {
	case 0: return 1 + rng_next(&d->r) % d->now;
	case 1:
		if (d->places)
			return clocks_value(&d->k, d->place[rng_below(&d->r, d->places)]);
		/* fall through */
	default: return d->now;
	}
}

/* 1, just before a carry, or any that leaves room for ticks. */
static uint64_t clock_to_begin(struct drive *d)
{
	const uint64_t any = 1 + rng_next(&d->r) % (d->most - d->most / 4);

	switch (rng_below(&d->r, 3)) {
	case 0: return 1;
	case 1: return any | ((UINT64_C(1) << rng_below(&d->r, 12)) - 1);
	default: return any;
	}
}

static void cycle(struct drive *d, bool grows, bool ends)
{
	const bool restart = ends || !rng_below(&d->r, 100 + 20 * d->k.codes),
		   tick = !restart && !rng_below(&d->r, 4),
		   take = !restart && !tick && rng_below(&d->r, 4) < (grows ? 3U : 1U) &&
			  d->places < PLACES,
		   drop = !restart && rng_below(&d->r, 4) < (grows ? 1U : 3U) && d->places;
	const uint64_t anew = clock_to_begin(d);
	const uint64_t clock = clock_to_take(d);
	const uint32_t which = d->places ? rng_below(&d->r, d->places) : 0;
	const uint8_t dropped = d->places ? d->place[which] : 0;
	const uint8_t any = (uint8_t)rng_below(&d->r, d->k.codes + 1);
	/* what an entry holds that nothing names is of no interest */
	const uint8_t look = any && d->k.entry[any - 1].references ? any : 0;
	const uint8_t code = code_for(&d->k, tick ? d->now + 1 : clock);

	printf("%x %" PRIx64 " %x %x %" PRIx64 " %x %x %x %x %x %" PRIx64 " %" PRIx64 " %x\n",
	       restart, anew, tick, take, clock, drop, dropped, look, code != 0, code,
	       clocks_value(&d->k, look), d->now, d->k.now);
	if (tick && clocks_advance(&d->k, d->now + 1))
		d->now++;
	if (take && clocks_take(&d->k, clock))
		d->place[d->places++] = code;
	if (drop) {
		clocks_drop(&d->k, dropped);
		d->place[which] = d->place[--d->places];
	}
	if (restart) {
		d->places = 0;
		d->now = anew;
		clocks_restart(&d->k, anew);
	}
}

int main(int argc, char **argv)
{
	static struct drive d = {.now = 1};
	struct radish_config c = {.clocks = RADISH_TABLE, .clock_bits = 6, .reference_bits = 24};
	unsigned clock = 64, phase;

	for (int i = 4; i < argc; i++)
		if (sscanf(argv[i], "bits=%u", &c.clock_bits) != 1 &&
		    sscanf(argv[i], "refs=%u", &c.reference_bits) != 1 &&
		    sscanf(argv[i], "clock=%u", &clock) != 1)
			refuse(argv[i]);
	if (argc < 4 || c.clock_bits < 1 || c.clock_bits > 8 || c.reference_bits < 2 ||
	    c.reference_bits > 32 || clock < 16 || clock > 64)
		refuse("SEED COUNT GEOMETRY [bits=1 to 8] [refs=2 to 32] [clock=16 to 64]");
	d.most = UINT64_MAX >> (64 - clock);
	rng_seed(&d.r, strtoull(argv[1], NULL, 10));
	clocks_init(&d.k, &c, 1);
	phase = 100 + 10 * d.k.codes;
	for (uint64_t n = 0; n < strtoull(argv[2], NULL, 10); n++)
		cycle(&d, n / phase % 2 == 0, (n + 1) % (2 * phase) == 0);
	clocks_free(&d.k);
	return 0;
}
