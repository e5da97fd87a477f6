/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "pf_store_buffer.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/* A log grows as it is used: 256 entries for each of hundreds of warps would be megabytes. */
struct log {
	uint32_t used, room;
	struct pf_log_entry *entry;
	uint32_t *open; /* places of open lines: entry + 1; 0: none */
};

struct pf_store_buffer {
	struct pf_store_config config;
	uint32_t filter_bytes; /* of a warp */
	struct log *log;
	uint8_t *filter;
};

static uint32_t log2_of(uint32_t n)
{
	return (uint32_t)(31 - __builtin_clz(n));
}

uint32_t pf_bloom_hash(const struct pf_store_config *c, uint32_t line, uint32_t way)
{
	const uint32_t w = log2_of(c->bloom_bits / c->bloom_ways);
	const uint32_t all = (uint32_t)((1ULL << w) - 1);
	uint32_t hash = 0;

	for (uint32_t j = 0; w * j < c->line_bits; j++) {
		const uint32_t chunk = line >> (w * j) & all;
		const uint32_t by = way * j % w;

		hash ^= (chunk << by | chunk >> (w - by)) & all;
	}
	return hash;
}

struct pf_store_buffer *pf_store_buffer_create(const struct pf_store_config *c)
{
	struct pf_store_buffer *b = mem_alloc(sizeof(*b));

	b->config = *c;
	b->filter_bytes = (c->bloom_bits + 7) / 8;
	b->log = mem_alloc(c->warps * sizeof(*b->log));
	b->filter = mem_alloc((size_t)c->warps * b->filter_bytes);
	if (!b->config.open)
		b->config.open = 1;
	for (uint32_t w = 0; w < c->warps; w++)
		b->log[w].open = mem_alloc(b->config.open * sizeof(*b->log[w].open));
	return b;
}

void pf_store_buffer_destroy(struct pf_store_buffer *b)
{
	if (!b)
		return;
	for (uint32_t w = 0; w < b->config.warps; w++) {
		free(b->log[w].entry);
		free(b->log[w].open);
	}
	free(b->log);
	free(b->filter);
	free(b);
}

/* Byte of the filter and the bit in it that stand for a line in one way. */
static uint8_t *filter_at(const struct pf_store_buffer *b, uint32_t warp, uint32_t line,
			  uint32_t way, uint8_t *bit)
{
	const struct pf_store_config *c = &b->config;
	const uint32_t at = way * (c->bloom_bits / c->bloom_ways) + pf_bloom_hash(c, line, way);

	*bit = (uint8_t)(1U << at % 8);
	return &b->filter[(size_t)warp * b->filter_bytes + at / 8];
}

static void filter_insert(struct pf_store_buffer *b, uint32_t warp, uint32_t line)
{
	uint8_t bit;

	if (!b->config.bloom_bits)
		return;
	for (uint32_t k = 0; k < b->config.bloom_ways; k++)
		*filter_at(b, warp, line, k, &bit) |= bit;
}

static bool filter_maybe(const struct pf_store_buffer *b, uint32_t warp, uint32_t line)
{
	uint8_t bit;

	for (uint32_t k = 0; k < b->config.bloom_ways; k++)
		if (!(*filter_at(b, warp, line, k, &bit) & bit))
			return false;
	return true;
}

/* Where the line is kept if it is open: pieces of its number, each of as many bits as there are
 * places in it. */
static uint32_t *open_place(const struct pf_store_buffer *b, uint32_t warp, uint32_t line)
{
	const uint32_t bits = log2_of(b->config.open);
	uint32_t hash = 0;

	for (uint32_t at = 0; bits && at < b->config.line_bits; at += bits)
		hash ^= line >> at & (b->config.open - 1);
	return &b->log[warp].open[hash];
}

/* The entry of a line, which is open then, or NULL; and what it cost to know. */
static struct pf_log_entry *find(const struct pf_store_buffer *b, uint32_t warp, uint32_t line,
				 struct pf_store_cost *cost)
{
	const struct log *l = &b->log[warp];
	uint32_t *place = open_place(b, warp, line);
	uint32_t i = *place;

	*cost = (struct pf_store_cost){0};
	if (i && l->entry[i - 1].line == line) {
		cost->maybe = cost->open = cost->found = true;
		return &l->entry[i - 1];
	}
	if (!l->used || (b->config.bloom_bits && !filter_maybe(b, warp, line)))
		return NULL;
	i = l->used;
	while (i > 0 && l->entry[i - 1].line != line)
		i--;
	cost->found = i > 0;
	cost->maybe = cost->found || b->config.bloom_bits;
	if (!cost->found) {
		cost->searched = cost->maybe ? l->used : 0;
		return NULL;
	}
	cost->searched = l->used - i + 1;
	*place = i;
	return &l->entry[i - 1];
}

static struct pf_log_entry *append(struct pf_store_buffer *b, uint32_t warp, uint32_t line)
{
	struct log *l = &b->log[warp];
	struct pf_log_entry *e;

	if (l->used == l->room) {
		l->room = l->room ? 2 * l->room : 8;
		l->entry = mem_realloc(l->entry, l->room * sizeof(*l->entry));
	}
	e = &l->entry[l->used++];
	*e = (struct pf_log_entry){.line = line};
	*open_place(b, warp, line) = l->used;
	filter_insert(b, warp, line);
	return e;
}

static bool has(const uint8_t *mask, uint32_t byte)
{
	return mask[byte / 8] >> byte % 8 & 1;
}

void pf_store_buffer_store(struct pf_store_buffer *b, uint32_t warp, const struct pf_log_entry *e,
			   struct pf_store_cost *cost)
{
	struct pf_store_cost unwanted;
	struct pf_log_entry *to = find(b, warp, e->line, cost ? cost : &unwanted);

	assert(b->log[warp].used < b->config.entries);
	if (!to)
		to = append(b, warp, e->line);
	for (uint32_t i = 0; i < PF_LOG_LINE_BYTES; i++)
		if (has(e->mask, i))
			to->data[i] = e->data[i];
	for (uint32_t i = 0; i < PF_LOG_MASK_BYTES; i++)
		to->mask[i] |= e->mask[i];
}

void pf_store_buffer_load(struct pf_store_buffer *b, uint32_t warp, const struct pf_log_entry *want,
			  struct pf_log_entry *got, struct pf_store_cost *cost)
{
	struct pf_store_cost unwanted;
	const struct pf_log_entry *from = find(b, warp, want->line, cost ? cost : &unwanted);
	struct pf_log_entry answer = {.line = want->line};

	if (from) {
		for (uint32_t i = 0; i < PF_LOG_MASK_BYTES; i++)
			answer.mask[i] = want->mask[i] & from->mask[i];
		for (uint32_t i = 0; i < PF_LOG_LINE_BYTES; i++)
			if (has(answer.mask, i))
				answer.data[i] = from->data[i];
	}
	*got = answer;
}

uint32_t pf_store_buffer_used(const struct pf_store_buffer *b, uint32_t warp)
{
	return b->log[warp].used;
}

uint32_t pf_store_buffer_left(const struct pf_store_buffer *b, uint32_t warp)
{
	return b->config.entries - b->log[warp].used;
}

const struct pf_log_entry *pf_store_buffer_entry(const struct pf_store_buffer *b, uint32_t warp,
						 uint32_t i)
{
	return &b->log[warp].entry[i];
}

void pf_store_buffer_clear(struct pf_store_buffer *b, uint32_t warp)
{
	b->log[warp].used = 0;
	memset(b->log[warp].open, 0, b->config.open * sizeof(*b->log[warp].open));
	if (b->filter_bytes)
		memset(&b->filter[(size_t)warp * b->filter_bytes], 0, b->filter_bytes);
}
