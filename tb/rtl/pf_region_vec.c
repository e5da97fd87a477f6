/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_region_vec: requests and their pieces, by pf_region_find(), for pf_region_tb.
 *
 *   pf_region_vec SEED COUNT [GEOMETRY]      PF_REGION_WIDTHS=ADDR_W,TAG_W: instead of GEOMETRY's
 *
 *   ADDR_W TAG_W                             first line, decimal; then, for each region,
 * hexadecimal: BASE WORDS ENTRIES REQUESTS KIND SECTOR MASK SUB SKIPPED PIECES      for each
 * request KIND LINE MASK SUB SHIFT TAG LAST        for each of its pieces
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "reference/pf_geometry.h"
#include "reference/pf_meta.h"

enum { SECTOR_WORDS = 8, LINE_ENTRIES = 8, REGION_REQUESTS = 16 };

struct widths {
	unsigned addr, tag;
};

struct request {
	unsigned kind, mask, sub;
	uint64_t sector;
};

struct piece {
	uint64_t line;
	unsigned mask, sub, shift, tag;
};

static uint64_t below(struct rng *r, uint64_t n)
{
	return n ? rng_next(r) % n : 0;
}

static uint64_t clamp(uint64_t v, uint64_t least, uint64_t most)
{
	return v < least ? least : v > most ? most : v;
}

static uint64_t random_words(struct rng *r, uint64_t most)
{
	switch (below(r, 8)) {
	case 0: return 1 + below(r, 20);
	case 1: return most;
	case 2: return most - below(r, 20) % most;
	case 3: return 1000003;
	case 4: return 1 + below(r, 300);
	default: return 1 + below(r, most);
	}
}

/* Mostly as many as needed, or a few more; sometimes too few. */
static uint64_t random_entries(struct rng *r, uint64_t words, unsigned tag_bits)
{
	const uint64_t least = ((words - 1) >> tag_bits) + 1;

	switch (below(r, 10)) {
	case 0: return words;
	case 1: return 1 + below(r, 9);
	case 2: return least + below(r, 8);
	case 3: return (least + LINE_ENTRIES - 1) & ~(uint64_t)(LINE_ENTRIES - 1);
	case 4: return 1 + below(r, words);
	case 5: return least + below(r, words);
	case 6: return 1000003;
	default: return least;
	}
}

static struct pf_region random_region(struct rng *r, const struct widths *w)
{
	const uint64_t most = 1ULL << (w->addr - 2), sectors = most / SECTOR_WORDS;
	struct pf_region g = {.tag_bits = w->tag};
	const uint64_t base = below(r, 4) ? below(r, sectors) : below(r, 2) * (sectors - 1);

	g.base = base * SECTOR_WORDS * PF_WORD_BYTES;
	g.words = clamp(random_words(r, most), 1, most);
	g.entries = clamp(random_entries(r, g.words, w->tag), 1, 2 * most - 1);
	return g;
}

/* Around the ends of the region and of the table, and anywhere. */
static uint64_t random_sector(struct rng *r, const struct pf_region *g, const struct widths *w)
{
	const uint64_t sectors = 1ULL << (w->addr - 5),
		       base = g->base / SECTOR_WORDS / PF_WORD_BYTES;
	const uint64_t size = g->words / SECTOR_WORDS + 1;
	uint64_t at = base;

	switch (below(r, 6)) {
	case 0: at += below(r, 4) - 2; break;
	case 1: at += size + below(r, 5) - 3; break;
	case 2: at += g->entries * below(r, 2ULL << w->tag) / SECTOR_WORDS + below(r, 3) - 1; break;
	case 3: at = below(r, sectors); break;
	default: at += below(r, size); break;
	}
	return at % sectors;
}

static struct request random_request(struct rng *r, const struct pf_region *g,
				     const struct widths *w)
{
	struct request q = {.sector = random_sector(r, g, w), .sub = below(r, 256) & 0xff};

	q.kind = below(r, 8) ? PF_REQ_ACCESS : below(r, 3) & 3;
	switch (below(r, 6)) {
	case 0: q.mask = 1U << below(r, 8); break;
	case 1: q.mask = below(r, 256) & below(r, 256) & 0xff; break;
	case 2: q.mask = below(r, 256) & 0xff; break;
	case 3: q.mask = 1U << below(r, 8) | 1U << below(r, 8); break;
	default: q.mask = 0xff; break;
	}
	if (!below(r, 32))
		q.mask = 0;
	return q;
}

/* One piece for each line and cache tag in a row; returns how many. */
static unsigned split(const struct request *q, const struct pf_region *g,
		      struct piece p[SECTOR_WORDS], unsigned *skipped)
{
	unsigned n = 0;

	*skipped = 0;
	for (unsigned i = 0; i < SECTOR_WORDS && q->kind == PF_REQ_ACCESS; i++) {
		const uint64_t address = (q->sector * SECTOR_WORDS + i) * PF_WORD_BYTES;
		uint64_t index;
		uint32_t tag;
		unsigned bit;

		if (!(q->mask >> i & 1))
			continue;
		if (!pf_region_find(g, address, &index, &tag) || index >= g->entries) {
			++*skipped;
			continue;
		}
		if (!n || p[n - 1].line != index / LINE_ENTRIES || p[n - 1].tag != tag)
			p[n++] = (struct piece){.line = index / LINE_ENTRIES,
						.shift = (unsigned)(index - i) % LINE_ENTRIES,
						.tag = tag};
		bit = 1U << index % LINE_ENTRIES;
		p[n - 1].mask |= bit;
		if (q->sub >> i & 1)
			p[n - 1].sub |= bit;
	}
	return n;
}

static void print_request(const struct request *q, const struct pf_region *g)
{
	struct piece p[SECTOR_WORDS] = {{0}};
	unsigned skipped, n = split(q, g, p, &skipped);

	if (!n) /* none left: an empty piece */
		n = 1;
	printf("%x %" PRIx64 " %x %x %x %x\n", q->kind, q->sector, q->mask, q->sub, skipped, n);
	for (unsigned i = 0; i < n; i++)
		printf("%x %" PRIx64 " %x %x %x %x %x\n", q->kind, p[i].line, p[i].mask, p[i].sub,
		       p[i].shift, p[i].tag, i == n - 1);
}

static bool find_widths(struct widths *w, const char *geometry)
{
	const char *own = getenv("PF_REGION_WIDTHS");

	if (own)
		return sscanf(own, "%u,%u", &w->addr, &w->tag) == 2;
	if (!strcmp(geometry, "ref"))
		*w = (struct widths){PF_REF_ADDR_W, PF_REF_META_TAG_W};
	else if (!strcmp(geometry, "tiny"))
		*w = (struct widths){PF_TINY_ADDR_W, PF_TINY_META_TAG_W};
	else if (!strcmp(geometry, "modern"))
		*w = (struct widths){PF_MODERN_ADDR_W, PF_MODERN_META_TAG_W};
	else
		return false;
	return true;
}

int main(int argc, char **argv)
{
	struct widths w;
	struct rng r;
	unsigned long count;

	if (argc < 3 || !find_widths(&w, argc > 3 ? argv[3] : "ref")) {
		fprintf(stderr, "usage: pf_region_vec SEED COUNT [GEOMETRY]\n");
		return 2;
	}
	rng_seed(&r, strtoull(argv[1], NULL, 0));
	count = strtoul(argv[2], NULL, 0);
	printf("%u %u\n", w.addr, w.tag);
	for (unsigned long i = 0; i < count; i += REGION_REQUESTS) {
		const struct pf_region g = random_region(&r, &w);
		const uint64_t base = g.base / SECTOR_WORDS / PF_WORD_BYTES;

		printf("%" PRIx64 " %" PRIx64 " %" PRIx64 " %x\n", base, g.words, g.entries,
		       REGION_REQUESTS);
		for (unsigned k = 0; k < REGION_REQUESTS; k++) {
			const struct request q = random_request(&r, &g, &w);

			print_request(&q, &g);
		}
	}
	puts("0 0 0 0");
	return 0;
}
