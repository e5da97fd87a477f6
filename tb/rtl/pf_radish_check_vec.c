/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_radish_check_vec: random clocks of a byte, with what the reference decides (sw/radish/byte.h).
 *
 *   SEED COUNT GEOMETRY [cores=N] [clock=N]
 *
 * A line: vector clock, who has metadata, reads, writes, access, permission, status, what leaves;
 * then the outputs. Clocks are mostly near those that are known: equal, one more, one less, never,
 * and the largest.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/rng.h"
#include "radish/byte.h"

enum { CORES_MAX = 64 };

static void refuse(const char *what)
{
	fprintf(stderr, "pf_radish_check_vec: %s\n", what);
	exit(2);
}

static uint64_t near(struct rng *r, uint64_t known, unsigned bits)
{
	const uint64_t most = UINT64_MAX >> (64 - bits);

	switch (rng_below(r, 10)) {
	case 0:
	case 1: return 0;
	case 2: return known;
	case 3: return known < most ? known + 1 : most;
	case 4: return known ? known - 1 : 0;
	case 5: return most;
	case 6: return known & -known; /* one bit that known has, or any */
	case 7: return (most - (most >> 1)) >> rng_below(r, bits);
	default: return rng_next(r) & most;
	}
}

/* Most bits first: the last core's clock leads. */
static void print_clocks(const uint64_t *clock, unsigned cores, unsigned bits)
{
	for (unsigned bit = cores * bits; bit--;)
		putchar((int)('0' + (clock[bit / bits] >> bit % bits & 1)));
	putchar(' ');
}

static void vector(struct rng *r, unsigned cores, unsigned bits)
{
	const uint64_t most = UINT64_MAX >> (64 - bits);
	uint64_t known[CORES_MAX], read[CORES_MAX], write[CORES_MAX], has = 0, readers = 0,
								      writers = 0;
	const bool access = rng_below(r, 2), left_read = rng_below(r, 2),
		   left_write = rng_below(r, 2);
	const unsigned permission = rng_below(r, 3), status = rng_below(r, 4);
	const bool calm = rng_below(r, 2);
	const unsigned lone = rng_below(r, 16);
	struct seen s = SEEN_NOTHING;

	for (unsigned c = 0; c < cores; c++) {
		known[c] = rng_below(r, 4) ? rng_next(r) & most : near(r, 0, bits);
		read[c] = near(r, known[c], bits);
		write[c] = near(r, known[c], bits);
		if (calm && read[c] > known[c])
			read[c] = rng_below(r, 8) ? 0 : read[c];
		if (calm && write[c] > known[c])
			write[c] = 0;
		has |= (uint64_t)(lone < 8 ? c == lone % cores : rng_below(r, 4) != 0) << c;
		if (!(has >> c & 1))
			continue;
		seen_add(&s, c, read[c], write[c], known[c]);
		readers |= (uint64_t)(read[c] > known[c]) << c;
		writers |= (uint64_t)(write[c] > known[c]) << c;
	}
	print_clocks(known, cores, bits);
	print_clocks(read, cores, bits);
	print_clocks(write, cores, bits);
	printf("%" PRIx64 " %x %x %x %x %x %x %x %x %" PRIx64 " %" PRIx64 " %x %x %x %x\n", has,
	       access, permission, status, left_read, left_write,
	       permission >= (access ? RADISH_WRITE : RADISH_READ),
	       seen_allows(&s, (uint8_t)status, access), seen_races(&s, access), writers, readers,
	       seen_permission(&s, (uint8_t)status),
	       status_without((uint8_t)status, left_read, left_write),
	       (left_read || left_write) && status & RADISH_ALL_LAST_READS,
	       (left_read || left_write) && status & RADISH_LAST_WRITE);
}

int main(int argc, char **argv)
{
	unsigned cores = 8, bits = 16;
	struct rng r;

	for (int i = 4; i < argc; i++)
		if (sscanf(argv[i], "cores=%u", &cores) != 1 &&
		    sscanf(argv[i], "clock=%u", &bits) != 1)
			refuse(argv[i]);
	if (argc < 4 || cores < 1 || cores > CORES_MAX || bits < 1 || bits > 64)
		refuse("SEED COUNT GEOMETRY [cores=1 to 64] [clock=1 to 64]");
	rng_seed(&r, strtoull(argv[1], NULL, 10));
	for (uint64_t n = strtoull(argv[2], NULL, 10); n; n--)
		vector(&r, cores, bits);
	return 0;
}
