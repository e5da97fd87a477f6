/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "pf_classes.h"

#include <stdlib.h>
#include <string.h>

#include "../base/mem.h"

enum { PAGE_LINES = 128 };

#define ALL_WORDS UINT32_MAX

/* All zero: untouched. Entries are kept as what differs from that. */
struct line {
	uint32_t
		later[PF_CLASSES - 1]; /* words of the second class, and the third; others: first */
	uint32_t block;                /* 1 + its block; 0: none, it is classes */
	uint64_t entry[PF_CLASSES];    /* in order of their lowest words */
};

/* Distinct entries; more than a line's classes need a block. */
struct parts {
	struct pf_class part[PF_CLASSES + 1];
	unsigned n;
};

void pf_classes_init(struct pf_classes *c, uint64_t untouched, unsigned most, uint64_t max_blocks)
{
	*c = (struct pf_classes){.untouched = untouched, .most = most, .max_blocks = max_blocks};
	paged_open(&c->lines, NULL, PAGE_LINES * sizeof(struct line), 0, PAGED_KEEP_ALL);
}

void pf_classes_free(struct pf_classes *c)
{
	paged_close(&c->lines);
	free(c->pool);
	free(c->spare);
	*c = (struct pf_classes){0};
}

void pf_classes_clear(struct pf_classes *c)
{
	paged_clear(&c->lines);
	c->n_pool = c->n_spare = 0;
	c->stats.blocks = 0;
}

static struct line *line_at(struct pf_classes *c, uint64_t line)
{
	struct line *page = page_payload(paged_at(&c->lines, line / PAGE_LINES));

	return &page[line % PAGE_LINES];
}

/* Of an expanded line */
static uint64_t *block_of(const struct pf_classes *c, const struct line *l)
{
	return c->pool[l->block - 1].entry;
}

void pf_classes_fetch(struct pf_classes *c, uint64_t line)
{
	__builtin_prefetch(line_at(c, line));
}

/* Of a line that is classes */
static unsigned class_of(const struct line *l, unsigned word)
{
	return (l->later[0] >> word & 1) + 2 * (l->later[1] >> word & 1);
}

uint64_t pf_classes_entry(const struct pf_classes *c, uint64_t word)
{
	const uint64_t line = word / PF_CLASS_WORDS;
	const unsigned w = word % PF_CLASS_WORDS;
	struct page *g = paged_look(&c->lines, line / PAGE_LINES);
	const struct line *l = g ? page_payload(g) : NULL;

	if (!l)
		return c->untouched;
	l += line % PAGE_LINES;
	return (l->block ? block_of(c, l)[w] : l->entry[class_of(l, w)]) ^ c->untouched;
}

/* Reads */

static unsigned lowest(uint32_t words)
{
	return (unsigned)__builtin_ctz(words);
}

/* Of a line that is classes */
static uint32_t words_of(const struct line *l, unsigned class)
{
	return class ? l->later[class - 1] : ~(l->later[0] | l->later[1]);
}

/* One more, in order of their lowest words; how many there are then. */
static unsigned put_in_order(struct pf_class *out, unsigned n, struct pf_class in)
{
	unsigned i = n;

	for (; i && lowest(out[i - 1].words) > lowest(in.words); i--)
		out[i] = out[i - 1];
	out[i] = in;
	return n + 1;
}

static unsigned read_block(const uint64_t *entry, uint32_t words, struct pf_class *out)
{
	unsigned n = 0;

	for (; words; words &= words - 1) {
		const unsigned w = lowest(words);
		unsigned i = 0;

		while (i < n && out[i].entry != entry[w])
			i++;
		if (i == n)
			out[n++] = (struct pf_class){.entry = entry[w]};
		out[i].words |= 1U << w;
	}
	return n;
}

static unsigned read_line(const struct pf_classes *c, const struct line *l, uint32_t words,
			  struct pf_class *out)
{
	unsigned n = 0;

	if (l->block)
		return read_block(block_of(c, l), words, out);
	for (unsigned i = 0; i < PF_CLASSES; i++) {
		const uint32_t of = words & words_of(l, i);

		if (of)
			n = put_in_order(out, n, (struct pf_class){l->entry[i], of});
	}
	return n;
}

unsigned pf_classes_read(struct pf_classes *c, uint64_t line, uint32_t words,
			 struct pf_class out[PF_CLASS_WORDS])
{
	const unsigned n = read_line(c, line_at(c, line), words, out);

	for (unsigned i = 0; i < n; i++)
		out[i].entry ^= c->untouched;
	c->stats.reads++;
	c->stats.read_classes += n;
	return n;
}

/* Writes */

static void part_add(struct parts *p, uint64_t entry, uint32_t words)
{
	unsigned i = 0;

	if (!words)
		return;
	while (i < p->n && p->part[i].entry != entry)
		i++;
	if (i > PF_CLASSES)
		return; /* too many already */
	if (i == p->n)
		p->part[p->n++] = (struct pf_class){.entry = entry};
	p->part[i].words |= words;
}

/* At most PF_CLASSES, which are all of the line. */
static void put_classes(struct line *l, const struct parts *p)
{
	struct pf_class class[PF_CLASSES] = {p->part[0]};
	unsigned n = 1;

	while (n < p->n)
		n = put_in_order(class, n, p->part[n]);
	*l = (struct line){.entry = {class[0].entry}};
	for (unsigned i = 1; i < n; i++) {
		l->later[i - 1] = class[i].words;
		l->entry[i] = class[i].entry;
	}
}

static bool new_block(struct pf_classes *c, struct line *l)
{
	if (c->stats.blocks == c->max_blocks)
		return false;
	if (c->n_spare) {
		l->block = c->spare[--c->n_spare];
	} else {
		c->pool = mem_grow(c->pool, &c->cap_pool, c->n_pool, sizeof(*c->pool));
		l->block = (uint32_t)++c->n_pool;
	}
	if (++c->stats.blocks > c->stats.most_blocks)
		c->stats.most_blocks = c->stats.blocks;
	return true;
}

static void put_words(uint64_t *entry, uint64_t value, uint32_t words)
{
	for (; words; words &= words - 1)
		entry[lowest(words)] = value;
}

/* From classes to words. False: there is no block. */
static bool expand(struct pf_classes *c, struct line *l)
{
	const struct line was = *l;
	uint64_t *entry;

	if (!new_block(c, l))
		return false;
	c->stats.expanded++;
	entry = block_of(c, l);
	for (unsigned i = 0; i < PF_CLASSES; i++)
		put_words(entry, was.entry[i], words_of(&was, i));
	return true;
}

/* The entry of the lowest word written stays, with all words that have it. */
static void forget(struct pf_classes *c, struct line *l, const struct pf_class *in, unsigned n)
{
	uint32_t written = 0, kept = 0, touched = 0;
	uint64_t entry = 0;
	struct parts p = {.n = 0};

	for (unsigned i = 0; i < n; i++) {
		if (!written || lowest(in[i].words) < lowest(written))
			entry = in[i].entry ^ c->untouched;
		written |= in[i].words;
	}
	for (unsigned i = 0; i < n; i++) {
		const uint64_t e = in[i].entry ^ c->untouched;

		kept |= e == entry ? in[i].words : 0;
		touched |= e ? in[i].words : 0;
	}
	for (unsigned i = 0; i < PF_CLASSES; i++) {
		const uint32_t alone = words_of(l, i) & ~written;

		kept |= l->entry[i] == entry ? alone : 0;
		touched |= l->entry[i] ? alone : 0;
	}
	part_add(&p, entry, kept);
	part_add(&p, 0, ~kept);
	put_classes(l, &p);
	c->stats.forgotten += (unsigned)__builtin_popcount(touched & ~kept);
}

static void write_block(struct pf_classes *c, struct line *l, const struct pf_class *in, unsigned n)
{
	uint64_t *entry = block_of(c, l);

	for (unsigned i = 0; i < n; i++)
		put_words(entry, in[i].entry ^ c->untouched, in[i].words);
	c->stats.expanded_writes++;
}

static void collapse(struct pf_classes *c, struct line *l, const struct parts *p)
{
	c->spare = mem_grow(c->spare, &c->cap_spare, c->n_spare, sizeof(*c->spare));
	c->spare[c->n_spare++] = l->block;
	c->stats.blocks--;
	c->stats.collapsed++;
	put_classes(l, p);
}

void pf_classes_write(struct pf_classes *c, uint64_t line, const struct pf_class *in, unsigned n)
{
	struct line *l = line_at(c, line);
	struct parts p = {.n = 0};
	uint32_t written = 0;

	for (unsigned i = 0; i < n; i++) {
		part_add(&p, in[i].entry ^ c->untouched, in[i].words);
		written |= in[i].words;
	}
	c->stats.writes++;
	if (l->block) {
		if (written == ALL_WORDS && p.n <= c->most)
			collapse(c, l, &p);
		else
			write_block(c, l, in, n);
		return;
	}
	for (unsigned i = 0; i < PF_CLASSES; i++)
		part_add(&p, l->entry[i], words_of(l, i) & ~written);
	if (p.n <= c->most)
		put_classes(l, &p);
	else if (expand(c, l))
		write_block(c, l, in, n);
	else
		forget(c, l, in, n);
}
