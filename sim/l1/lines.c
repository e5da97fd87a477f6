/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * lines: which sectors L1 has. Set = line modulo sets, a power of two; LRU by a count of uses.
 */
#include "l1_int.h"

#include <string.h>

void lines_init(struct lines *l, uint32_t sets, uint32_t ways)
{
	assert(sets && !(sets & (sets - 1)) && ways);
	l->sets = sets;
	l->ways = ways;
	l->line = mem_alloc((size_t)sets * ways * sizeof(*l->line));
}

void lines_free(struct lines *l)
{
	free(l->line);
}

static unsigned sector_bit(uint64_t addr)
{
	return 1U << (addr / SECTOR % (LINE / SECTOR));
}

static struct line *set_of(const struct lines *l, uint64_t number)
{
	return &l->line[(number & (l->sets - 1)) * l->ways];
}

/* The line, whichever of its sectors are valid. */
static struct line *find_line(const struct lines *l, uint64_t number)
{
	struct line *set = set_of(l, number);

	for (uint32_t i = 0; i < l->ways; i++)
		if (set[i].number == number && set[i].valid)
			return &set[i];
	return NULL;
}

struct line *lines_find(const struct lines *l, uint64_t addr)
{
	struct line *line = find_line(l, addr / LINE);

	return line && line->valid & sector_bit(addr) ? line : NULL;
}

void lines_use(struct lines *l, struct line *line)
{
	line->used = ++l->uses;
}

bool lines_fill(struct lines *l, uint64_t addr)
{
	const uint64_t number = addr / LINE;
	struct line *line = find_line(l, number), *set = set_of(l, number);
	bool replaced = false;

	if (!line) {
		line = set;
		for (uint32_t i = 0; i < l->ways && line->valid; i++)
			if (!set[i].valid || set[i].used < line->used)
				line = &set[i];
		replaced = line->valid;
		line->number = number;
		line->valid = 0;
	}
	line->valid |= (uint8_t)sector_bit(addr);
	lines_use(l, line);
	return replaced;
}

bool lines_forget(struct lines *l, uint64_t addr)
{
	struct line *line = lines_find(l, addr);

	if (line)
		line->valid &= (uint8_t)~sector_bit(addr);
	return line;
}

void lines_flush(struct lines *l)
{
	memset(l->line, 0, (size_t)l->sets * l->ways * sizeof(*l->line));
}
