/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "pf_line_row.h"

#include <string.h>

/* Beats and their fields, which are as wide in every geometry */

static const struct pf_bits row_field[PF_LINE_ROW_FIELDS] = PF_LINE_ROW_LAYOUT_REF;
static const struct pf_bits head_field[PF_LINE_HEAD_FIELDS] = PF_LINE_HEAD_LAYOUT_REF;
static const struct pf_bits group_field[PF_LINE_GROUP_FIELDS] = PF_LINE_GROUP_LAYOUT_REF;

static uint64_t low_bits(unsigned n)
{
	return n < 64 ? (1ULL << n) - 1 : UINT64_MAX;
}

/* Entries */

/* Below the tag a metadata entry's fields are those of a line's; above its epoch is one. */
static unsigned tag_lsb(const struct pf_layout *l)
{
	return l->field[PF_META_TAG].lsb;
}

unsigned pf_line_entry_bits(const struct pf_layout *l)
{
	return tag_lsb(l) + 1;
}

uint64_t pf_line_entry(const struct pf_layout *l, uint64_t meta)
{
	const uint64_t sub_word = meta >> l->shift[PF_META_SUB_WORD] & 1;

	return (meta & low_bits(tag_lsb(l))) | sub_word << tag_lsb(l);
}

uint64_t pf_line_entry_meta(const struct pf_layout *l, uint64_t entry, uint32_t tag, uint32_t epoch)
{
	const uint64_t sub_word = entry >> tag_lsb(l) & 1;

	return (entry & low_bits(tag_lsb(l))) |
	       ((uint64_t)tag << l->shift[PF_META_TAG] & l->mask[PF_META_TAG]) |
	       ((uint64_t)epoch << l->shift[PF_META_EPOCH] & l->mask[PF_META_EPOCH]) |
	       sub_word << l->shift[PF_META_SUB_WORD];
}

/* Lines */

struct pf_line pf_line_one(uint64_t entry)
{
	return (struct pf_line){.n = 1, .entry = {entry}, .words = {UINT32_MAX}};
}

unsigned pf_line_class(const struct pf_line *l, unsigned word)
{
	unsigned i = 0;

	while (!(l->words[i] >> word & 1))
		i++;
	return i;
}

/* These words have this entry: their class, or a new one. False: there is none left. */
static bool add(struct pf_line *l, unsigned most, uint64_t entry, uint32_t words)
{
	unsigned i = 0;

	if (!words)
		return true;
	while (i < l->n && l->entry[i] != entry)
		i++;
	if (i == most)
		return false;
	if (i == l->n)
		l->entry[l->n++] = entry;
	l->words[i] |= words;
	return true;
}

bool pf_line_update(const struct pf_line *l, unsigned most, uint32_t words, const uint64_t *next,
		    struct pf_line *out)
{
	struct pf_line o = {.n = 0};
	bool fits = true;

	for (unsigned i = 0; i < l->n; i++)
		fits = fits && add(&o, most, l->entry[i], l->words[i] & ~words);
	for (unsigned i = 0; i < l->n; i++)
		fits = fits && add(&o, most, next[i], l->words[i] & words);
	if (fits)
		*out = o;
	return fits;
}

/* Rows */

static const enum pf_line_row_field row_entry[PF_ROW_CLASSES] = {
	PF_LINE_ROW_FIRST, PF_LINE_ROW_SECOND, PF_LINE_ROW_THIRD};

struct pf_beat pf_row_pack(const struct pf_line *l)
{
	struct pf_beat b = {{0}};

	for (unsigned i = 0; i < l->n; i++)
		pf_beat_put(&b, row_field[row_entry[i]], l->entry[i]);
	pf_beat_put(&b, row_field[PF_LINE_ROW_LOW], l->n > 1 ? l->words[1] : 0);
	pf_beat_put(&b, row_field[PF_LINE_ROW_HIGH], l->n > 2 ? l->words[2] : 0);
	return b;
}

static bool is_line(const struct pf_line *l)
{
	for (unsigned i = 0; i < l->n; i++) {
		if (!l->words[i])
			return false;
		for (unsigned k = 0; k < i; k++)
			if (l->entry[k] == l->entry[i])
				return false;
	}
	return true;
}

/* Only what is a row comes out as it was when it is packed again. */
bool pf_row_unpack(const struct pf_beat *b, struct pf_line *l)
{
	const uint32_t low = (uint32_t)pf_beat_get(b, row_field[PF_LINE_ROW_LOW]);
	const uint32_t high = (uint32_t)pf_beat_get(b, row_field[PF_LINE_ROW_HIGH]);
	struct pf_beat again;

	*l = (struct pf_line){.n = high ? 3 : low ? 2 : 1, .words = {~low & ~high, low, high}};
	for (unsigned i = 0; i < l->n; i++)
		l->entry[i] = pf_beat_get(b, row_field[row_entry[i]]);
	again = pf_row_pack(l);
	return !(low & high) && is_line(l) && !memcmp(&again, b, sizeof(again));
}

/* Groups */

struct pf_beat pf_group_pack(const struct pf_group *g)
{
	struct pf_beat b = {{0}};

	for (unsigned i = 0; i < PF_GROUP_LINES; i++) {
		struct pf_beat head = {{0}};

		pf_beat_put(&head, head_field[PF_LINE_HEAD_VALUE], g->head[i].value);
		pf_beat_put(&head, head_field[PF_LINE_HEAD_STATE], g->head[i].state);
		pf_beat_put(&b, group_field[PF_LINE_GROUP_HEAD_A + i], head.v[0]);
	}
	pf_beat_put(&b, group_field[PF_LINE_GROUP_GENERATION], g->generation);
	return b;
}

struct pf_group pf_group_unpack(const struct pf_beat *b)
{
	struct pf_group g = {
		.generation = (uint16_t)pf_beat_get(b, group_field[PF_LINE_GROUP_GENERATION])};

	for (unsigned i = 0; i < PF_GROUP_LINES; i++) {
		const struct pf_beat head = {
			{pf_beat_get(b, group_field[PF_LINE_GROUP_HEAD_A + i])}};

		g.head[i].value = pf_beat_get(&head, head_field[PF_LINE_HEAD_VALUE]);
		g.head[i].state =
			(enum pf_line_code)pf_beat_get(&head, head_field[PF_LINE_HEAD_STATE]);
	}
	return g;
}

struct pf_group pf_group_at(const struct pf_beat *b, uint16_t generation, uint64_t untouched)
{
	struct pf_group g = pf_group_unpack(b);

	if (g.generation == generation)
		return g;
	g.generation = generation;
	for (unsigned i = 0; i < PF_GROUP_LINES; i++)
		g.head[i] = (struct pf_head){PF_LINE_ONE, untouched};
	return g;
}

/* Memory */

struct pf_line_table pf_line_table(uint64_t words)
{
	const uint64_t lines = (words + PF_ROW_WORDS - 1) / PF_ROW_WORDS;
	const uint64_t blocks = lines + (lines + PF_TOUCHED_LINES - 1) / PF_TOUCHED_LINES;

	return (struct pf_line_table){
		.bits = lines, .blocks = blocks, .beats = blocks + lines * PF_BLOCK_BEATS};
}
