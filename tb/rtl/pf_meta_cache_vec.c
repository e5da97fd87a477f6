/* SPDX-FileCopyrightText: 2026 The photofinish contributors */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Requests for pf_meta_cache's bench, and what each operation must find: rows of memory, no clock,
 * no cache. Operations of one row are done in the order of their requests, and that is all the
 * order there is.
 *
 *   SEED COUNT GEOMETRY [lines=N] [pattern=mixed|hits|stream|scatter|hot|fresh] [changed=PERCENT]
 *
 * A line: kind, row, number of the operation among those of its row, fresh, changed, row before,
 * row after. Kind 0: a request. 1: a flush; then 2, a row of memory, for each that is known. 3:
 * forget. 4: reset.
 */

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"

enum { WORDS = 4, LINES = 4096 };
enum pattern { MIXED, HITS, STREAM, SCATTER, HOT, FRESH, PATTERNS };

struct row {
	uint64_t word[WORDS];
	bool known;      /* memory or the cache has it */
	unsigned number; /* operations so far, in this epoch */
};

struct drive {
	struct rng r;
	struct row *row;
	uint32_t lines, percent, few, base, at;
	enum pattern pattern, now;
};

/* A fresh row, as the bench ties it for odd seeds; for even ones it is the opposite. */
static struct row init = {.word = {0x0123456789abcdef, 0xfedcba9876543210, 0x5a5a5a5aa5a5a5a5, 1}};

static void print_row(const struct row *w)
{
	for (unsigned i = WORDS; i-- > 0;)
		printf("%016" PRIx64, w->word[i]);
}

static void print(unsigned kind, uint32_t line, const struct row *before, const struct row *after,
		  bool fresh, bool changed)
{
	printf("%x %x %x %d %d ", kind, line, before->number, fresh, changed);
	print_row(before);
	printf(" ");
	print_row(after);
	printf("\n");
}

/* What tb/rtl/pf_memory_model.v begins with. */
static void fill_memory(struct row *row)
{
	uint32_t x = 0x12345678;

	for (unsigned i = 0; i < LINES; i++) {
		for (unsigned n = 0; n < 2 * WORDS; n++) {
			x ^= x << 13;
			x ^= x >> 17;
			x ^= x << 5;
			row[i].word[n / 2] |= (uint64_t)x << 32 * (n % 2);
		}
		row[i].known = true;
	}
}

static uint32_t line_of(struct drive *d)
{
	switch (d->now) {
	case HITS: return (d->base + rng_below(&d->r, d->few)) % d->lines;
	case STREAM:
	case FRESH: return d->at++ % d->lines;
	case HOT: return d->base;
	case MIXED: /* one that conflicts with others, or nearly always the same */
		if (rng_below(&d->r, 2))
			return (d->base + d->few * 4 * rng_below(&d->r, 8)) % d->lines;
		return rng_below(&d->r, 4) ? d->base : rng_below(&d->r, d->lines);
	default: return rng_below(&d->r, d->lines);
	}
}

static void request(struct drive *d)
{
	const uint32_t line = line_of(d);
	struct row *const w = d->row + line;
	const bool fresh = !w->known;
	const bool changed = rng_below(&d->r, 100) < d->percent;
	struct row before;

	if (!w->known) {
		memcpy(w->word, init.word, sizeof(w->word));
		w->known = true;
	}
	before = *w;
	if (changed)
		for (unsigned i = 0; i < WORDS; i++)
			w->word[i] = rng_next(&d->r);
	print(0, line, &before, w, fresh, changed);
	w->number++;
}

static void flush(struct drive *d)
{
	print(1, 0, &init, &init, false, false);
	for (uint32_t i = 0; i < d->lines; i++)
		if (d->row[i].known)
			print(2, i, d->row + i, d->row + i, false, false);
}

/* Rows that are in memory stay known, if all are. */
static void forget(struct drive *d, unsigned kind, bool known)
{
	print(kind, 0, &init, &init, false, false);
	for (uint32_t i = 0; i < d->lines; i++) {
		d->row[i].number = 0;
		d->row[i].known &= known;
	}
}

static void phase(struct drive *d)
{
	d->now = d->pattern == MIXED ? (enum pattern)rng_below(&d->r, FRESH) : d->pattern;
	d->few = 1 + rng_below(&d->r, 8);
	d->base = d->at = rng_below(&d->r, d->lines);
	d->percent = 25 * rng_below(&d->r, 5);
}

static void event(struct drive *d)
{
	switch (rng_below(&d->r, 8)) {
	case 0: forget(d, 3, false); break;
	case 1: forget(d, 4, false); break;
	case 2:
		flush(d);
		forget(d, 3, true);
		break;
	case 3:
		flush(d);
		forget(d, 4, true);
		break;
	case 4: flush(d); break;
	default: break;
	}
}

static bool option(const char *text, const char *name, const char **value)
{
	const size_t n = strlen(name);

	*value = text + n + 1;
	return strncmp(text, name, n) == 0 && text[n] == '=';
}

static bool parse(struct drive *d, const char *text)
{
	static const char *const names[] = {"mixed", "hits", "stream", "scatter", "hot", "fresh"};
	const char *v;

	if (option(text, "lines", &v))
		d->lines = (uint32_t)strtoul(v, NULL, 10);
	else if (option(text, "changed", &v))
		d->percent = (uint32_t)strtoul(v, NULL, 10);
	else if (option(text, "pattern", &v))
		for (d->pattern = MIXED;
		     d->pattern < PATTERNS && strcmp(v, names[d->pattern]) != 0;)
			d->pattern++;
	else
		return false;
	return d->lines > 0 && d->lines <= LINES && d->pattern < PATTERNS;
}

int main(int argc, char **argv)
{
	const uint64_t count = argc > 2 ? strtoull(argv[2], NULL, 10) : 2000;
	struct drive d = {.lines = 256, .percent = 50, .few = 4};

	for (int i = 4; i < argc; i++)
		if (!parse(&d, argv[i]))
			return 2;
	d.row = calloc(LINES, sizeof(*d.row));
	if (!d.row)
		return 1;
	rng_seed(&d.r, argc > 1 ? strtoull(argv[1], NULL, 10) : 1);
	for (unsigned i = 0; i < WORDS && argc > 1 && strtoull(argv[1], NULL, 10) % 2 == 0; i++)
		init.word[i] = ~init.word[i];
	fill_memory(d.row);
	d.now = d.pattern;
	if (d.pattern == FRESH)
		forget(&d, 3, false);
	for (uint64_t i = 0; i < count; i++) {
		if (d.pattern == MIXED && i % 100 == 0) {
			if (i)
				event(&d);
			phase(&d);
		}
		request(&d);
	}
	flush(&d);
	free(d.row);
	return 0;
}
