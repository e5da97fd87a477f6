/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_line_row: the metadata of a line of 32 words (128 bytes of data), as they lie in memory.
 *
 *   entry of a word  struct pf_entry <─> record line_entry: meta without tag and epoch
 *   line             at most three of them, and which word has which <─> record line_row, a beat
 *   access           line, words, what each class gets ──> the line after it, or: too many entries
 *   heads            of four lines side by side, each with its only entry, or with the number of a
 *                    block, or neither <─> record line_group, a beat
 *
 * Classes are numbered without gaps. Which is which follows from the accesses: after one, classes
 * that keep words are first, in their order, then come those that it makes, in order of the classes
 * that they come from. So a line of one class has it as class 0, and rows can be compared bit for
 * bit with those of pf_class_merge, which does the same.
 *
 * Entries know no epoch: an epoch is another generation of groups.
 */
#ifndef PF_LINE_ROW_H
#define PF_LINE_ROW_H

#include "pf_fields.h"
#include "pf_meta.h"
#include "pf_report_unit.h"

enum {
	PF_ROW_WORDS = 32,
	PF_ROW_CLASSES = 3, /* that a row holds */
	PF_ROW_MOST = 4,    /* that pf_line_update() knows */
	PF_GROUP_LINES = 4,
	PF_BLOCK_BEATS = PF_ROW_WORDS / PF_BEAT_ENTRIES,
	PF_TOUCHED_LINES = 256 /* whose touched bits share a beat */
};

struct pf_line {
	unsigned n; /* classes, at least 1 */
	uint64_t entry[PF_ROW_MOST];
	uint32_t words[PF_ROW_MOST]; /* each word is in one of the first n, and those have words */
};

struct pf_head {
	enum pf_line_code state;
	uint64_t value;
};

struct pf_group {
	struct pf_head head[PF_GROUP_LINES];
	uint16_t generation;
};

/* Bits of an entry in a line; a row has place for PF_REF_LINE_ROW_FIRST_W. */
unsigned pf_line_entry_bits(const struct pf_layout *l);
/* Of a metadata entry as pf_meta_pack() makes it, and back, with this tag and epoch. */
uint64_t pf_line_entry(const struct pf_layout *l, uint64_t meta);
uint64_t pf_line_entry_meta(const struct pf_layout *l, uint64_t entry, uint32_t tag,
			    uint32_t epoch);

/* All words have this entry. */
struct pf_line pf_line_one(uint64_t entry);
unsigned pf_line_class(const struct pf_line *l, unsigned word);
/* An access to words, not 0: those of class i get next[i], which may be anything when there are
 * none. False: the line would have more than `most` classes (up to PF_ROW_MOST); out is unset. */
bool pf_line_update(const struct pf_line *l, unsigned most, uint32_t words, const uint64_t *next,
		    struct pf_line *out);

/* A line of at most PF_ROW_CLASSES. False: the beat is no row. */
struct pf_beat pf_row_pack(const struct pf_line *l);
bool pf_row_unpack(const struct pf_beat *b, struct pf_line *l);

struct pf_beat pf_group_pack(const struct pf_group *g);
struct pf_group pf_group_unpack(const struct pf_beat *b);
/* What a beat from memory says at this generation: of another one, all lines are untouched. */
struct pf_group pf_group_at(const struct pf_beat *b, uint16_t generation, uint64_t untouched);

/* pf_line_unit's table of a region that begins with a line, and has a block for each: beats from
 * its first. Rows are at its beginning. */
struct pf_line_table {
	uint64_t bits, blocks; /* where touched bits and blocks begin */
	uint64_t beats;
};
struct pf_line_table pf_line_table(uint64_t words); /* words at least 1 */

#endif
