/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_classes: entries of words, kept by lines of 32 words (128 bytes of data). Nearly always a line
 * has at most three different entries; then it is these and which word has which. A line that has
 * more lies word by word in a block from a pool. With `most` = 2 it has more with three.
 *
 *   line ─> masks, first, second, third ──> at most three classes of words
 *       └─> block ─> 32 entries in the pool ─> as many as there are
 *
 * What an entry means is the caller's business; the most common one, of which untouched lines are,
 * is given at the beginning. Nothing is lost while the pool has blocks. Without one, all words of
 * the line but those that have the entry of the lowest word written become untouched; that is
 * counted
 * (`forgotten`).
 *
 * A line goes back to classes when one write covers it all and leaves so few: hardware sees what it
 * writes, not what else is in the block.
 */
#ifndef PF_CLASSES_H
#define PF_CLASSES_H

#include "../base/paged.h"

enum { PF_CLASS_WORDS = 32, PF_CLASSES_LEAST = 2, PF_CLASSES = 3 };

/* Words of a line that have one entry. */
struct pf_class {
	uint64_t entry;
	uint32_t words; /* a mask */
};

/* A line word by word. */
struct pf_class_block {
	uint64_t entry[PF_CLASS_WORDS];
};

struct pf_classes_stats {
	uint64_t reads, read_classes;     /* of lines; classes of the words that were asked for */
	uint64_t writes, expanded_writes; /* of lines; those that wrote into a block */
	uint64_t expanded, collapsed;     /* lines that became, and were no longer, word by word */
	uint64_t forgotten;               /* words with an entry, for want of a block */
	uint64_t blocks, most_blocks;     /* in use; at once */
};

struct pf_classes {
	struct paged lines;
	uint64_t untouched;
	unsigned most; /* classes of a line */
	struct pf_class_block *pool;
	uint32_t *spare;
	size_t n_pool, cap_pool, n_spare, cap_spare;
	uint64_t max_blocks;
	struct pf_classes_stats stats;
};

/* untouched: the entry of every word. most: classes of a line, PF_CLASSES_LEAST to PF_CLASSES.
 * max_blocks: of the pool; UINT64_MAX: as many as it takes. */
void pf_classes_init(struct pf_classes *c, uint64_t untouched, unsigned most, uint64_t max_blocks);
void pf_classes_free(struct pf_classes *c);
/* All words are untouched again; counters go on. */
void pf_classes_clear(struct pf_classes *c);

/* The entry of a word, counted nowhere. */
uint64_t pf_classes_entry(const struct pf_classes *c, uint64_t word);
/* Entries of these words of a line, by class, the lowest word's first; how many. words not 0. */
unsigned pf_classes_read(struct pf_classes *c, uint64_t line, uint32_t words,
			 struct pf_class out[PF_CLASS_WORDS]);
/* Gives words of a line their entries. n at least 1; no word in two; entries may be equal. */
void pf_classes_write(struct pf_classes *c, uint64_t line, const struct pf_class *in, unsigned n);
/* The line is soon asked for. */
void pf_classes_fetch(struct pf_classes *c, uint64_t line);

#endif
