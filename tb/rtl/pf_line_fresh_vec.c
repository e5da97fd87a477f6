/* SPDX-FileCopyrightText: 2026 The photofinish contributors */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Operations for pf_line_fresh's bench, and which of them are the first on their line: a bit for
 * each line, no clock, no root, no cache.
 *
 *   SEED COUNT GEOMETRY [lines=N] [pattern=mixed|pool|rows|stream|hot|row|roots|sets|scatter]
 *
 * A line: kind, line, number of the operation among those of its row of 256 lines, first. Kind 0:
 * an operation. 1: forget. 2: reset.
 */

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"

enum { ROW = 256, MOST_LINES = 1 << 21, POOL_LINES = 16 };
enum pattern { MIXED, POOL, ROWS, STREAM, HOT, ONE_ROW, ROOTS, SETS, SCATTER, PATTERNS };

struct drive {
	struct rng r;
	bool *touched;
	unsigned *number; /* operations so far in each row, in this epoch */
	uint32_t lines, few, base, at;
	uint32_t pool[POOL_LINES];
	enum pattern pattern, now;
	uint64_t left; /* operations in this phase */
};

static uint32_t line_of(struct drive *d)
{
	const uint32_t in_row = rng_below(&d->r, ROW);

	switch (d->now) {
	case POOL: return d->pool[rng_below(&d->r, POOL_LINES)];
	case ROWS: /* rows that the cache can hold */
		return (d->base + rng_below(&d->r, d->few) * ROW + in_row) % d->lines;
	case STREAM: return d->at++ % d->lines;
	case HOT: return d->base;
	case ONE_ROW: return (d->base - d->base % ROW + in_row) % d->lines;
	case ROOTS: /* rows of a few words of the root, few lines of each */
		return (d->base + rng_below(&d->r, 40) * ROW + in_row % 4) % d->lines;
	case SETS: /* rows of a set, more than it has ways */
		return (d->base + rng_below(&d->r, 12) * ROW * 8 + in_row % 8) % d->lines;
	default: return rng_below(&d->r, d->lines);
	}
}

static void operation(struct drive *d)
{
	const uint32_t line = line_of(d);

	printf("0 %x %x %d\n", line, d->number[line / ROW]++, !d->touched[line]);
	d->touched[line] = true;
}

static void forget(struct drive *d, unsigned kind)
{
	printf("%x 0 0 0\n", kind);
	memset(d->touched, 0, d->lines * sizeof(*d->touched));
	memset(d->number, 0, (d->lines / ROW + 1) * sizeof(*d->number));
}

static void phase(struct drive *d)
{
	if (d->pattern == MIXED)
		d->now = (enum pattern)(1 + rng_below(&d->r, PATTERNS - 1));
	d->few = 1 + rng_below(&d->r, 8);
	if (rng_below(&d->r, 2)) /* else where the last phase was */
		d->base = rng_below(&d->r, d->lines);
	d->at = d->base;
	for (unsigned i = 0; i < POOL_LINES; i++)
		d->pool[i] = rng_below(&d->r, d->lines);
	d->left = rng_below(&d->r, 4) ? 1 + rng_below(&d->r, 100) : 1 + rng_below(&d->r, 500);
}

static bool option(const char *text, const char *name, const char **value)
{
	const size_t n = strlen(name);

	*value = text + n + 1;
	return strncmp(text, name, n) == 0 && text[n] == '=';
}

static bool parse(struct drive *d, const char *text)
{
	static const char *const names[] = {"mixed", "pool",  "rows", "stream", "hot",
					    "row",   "roots", "sets", "scatter"};
	const char *v;

	if (option(text, "lines", &v))
		d->lines = (uint32_t)strtoul(v, NULL, 10);
	else if (option(text, "pattern", &v))
		for (d->pattern = MIXED;
		     d->pattern < PATTERNS && strcmp(v, names[d->pattern]) != 0;)
			d->pattern++;
	else
		return false;
	return d->lines > 0 && d->lines <= MOST_LINES && d->pattern < PATTERNS;
}

int main(int argc, char **argv)
{
	const uint64_t count = argc > 2 ? strtoull(argv[2], NULL, 10) : 2000;
	struct drive d = {.lines = 64 * ROW};

	for (int i = 4; i < argc; i++)
		if (!parse(&d, argv[i]))
			return 2;
	d.touched = calloc(d.lines, sizeof(*d.touched));
	d.number = calloc(d.lines / ROW + 1, sizeof(*d.number));
	if (!d.touched || !d.number)
		return 1;
	rng_seed(&d.r, argc > 1 ? strtoull(argv[1], NULL, 10) : 1);
	d.now = d.pattern;
	phase(&d);
	for (uint64_t i = 0; i < count; i++, d.left--) {
		if (d.pattern == MIXED && d.left == 0) {
			const uint32_t what = rng_below(&d.r, 16);

			for (uint32_t n = what < 8 ? 1 + rng_below(&d.r, 3) / 2 : 0; n > 0; n--)
				forget(&d, 1);
			if (what == 8)
				forget(&d, 2);
			phase(&d);
		}
		operation(&d);
	}
	free(d.touched);
	free(d.number);
	return 0;
}
