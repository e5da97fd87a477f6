/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_slice: a whole slice unit. Requests go in one after the other, records come out.
 *
 *   request ─> word ─> pf_region: entry, tag ─┐           ┌─> new entry
 *     fence ─> pf_fence_file ─────────────────┼─> rules ──┤
 *     epoch ─>   (owner, accessor)            │           └─> race ─> pf_report_unit ─> ring
 *              metadata: 64 bits an entry ────┘
 *
 * Verdicts are those of all words in order, low word first. Records come in the order in which the
 * hardware works, which differs: a sector is cut into pieces, each within a line of eight entries;
 * a piece into groups of `lanes` aligned entries; a group into the entries of one owner each,
 * first that of the lowest entry.
 *
 * With a granule of more than one word, words that share an entry are checked one after the other,
 * all as accesses to that entry: the first word of every granule, then the second, and so on. Other
 * warps' accesses to its other words look like accesses to the same word (a false alarm).
 *
 * The fence file is indexed by the block ID's low bits: blocks equal in these share their counts
 * (a race is missed).
 */
#ifndef PF_SLICE_H
#define PF_SLICE_H

#include "../base/paged.h"
#include "pf_classes.h"
#include "pf_fence_file.h"
#include "pf_policy.h"
#include "pf_report_unit.h"

enum { PF_SECTOR_BYTES = 32, PF_SECTOR_WORDS = 8, PF_LINE_ENTRIES = 8 };

struct pf_slice_config {
	struct pf_geometry geometry; /* cached16 and full differ in `entries` only */
	enum pf_policy policy;
	uint32_t lanes;            /* 1, 2, 4 or 8 */
	uint32_t fence_block_bits; /* low bits of the block ID that the fence file knows */
	uint32_t pc_bits;
	uint64_t base;           /* base of the region: a sector */
	uint64_t words, entries; /* at least 1; words at most entries << tag_bits + granule_log2 */
	uint32_t granule_log2;   /* words of an entry: 2^this, at most 8; full metadata, if not 0 */
	uint32_t ring_log2, seen;
	/* Metadata as pf_classes keeps them, so many classes a line at most; 0: not so. Not with
	 * tag_bits or a granule. */
	unsigned classes;
	uint64_t class_blocks; /* of its pool, at most; UINT64_MAX: as many as it takes */
	bool report_all;
	bool disabled; /* accesses are not checked; fences and epochs count */
	bool closed;   /* and neither do they count: metadata are worthless, until a start */
};

struct pf_request {
	enum pf_req_code kind;
	uint64_t sector;             /* byte address / 32 */
	uint8_t word_mask, sub_mask; /* words touched; of these, touched in part */
	struct pf_tag tag;           /* sub_word: unused. A fence: block, warp, block_scope only */
	uint32_t pc;
};

/* One word checked. */
struct pf_slice_check {
	const struct pf_request *req;
	uint64_t word;  /* byte address / 4 */
	uint64_t index; /* index of its entry */
	bool evicted; /* the entry held another word's tag, or an old epoch's, and was forgotten */
	const struct pf_tag *tag;      /* the request's, and sub_word */
	const struct pf_entry *before; /* as the rules saw it */
	struct pf_fences owner, self;
	const struct pf_verdict *verdict;
	enum pf_reported reported; /* when race */
};

struct pf_slice_stats {
	uint64_t checks, skipped;
	uint64_t sweeps, epochs, wraps; /* wraps: epochs that a fence began */
	uint64_t rows[PF_ROWS];
};

struct pf_slice {
	struct pf_slice_config config;
	const struct pf_policy_info *policy; /* config's */
	struct pf_layout layout;
	struct pf_region region;
	struct pf_fence_file fences;
	struct pf_report_unit report;
	struct paged lines; /* metadata, in pages of lines that come when they are written, */
	struct pf_classes classes; /* or so */
	uint64_t n_entries;        /* whole lines: entries rounded up */
	uint64_t unwritten;        /* an entry of a line that was not written yet */
	struct pf_slice_stats stats;
	/* Every check, in the hardware's order; may be NULL. */
	void (*check)(void *ctx, const struct pf_slice_check *c);
	/* Instead, of n words side by side that were checked as one: c's and those after it, all
	 * as c; may be NULL. */
	void (*row)(void *ctx, const struct pf_slice_check *c, uint32_t n);
	/* Every word that is not checked, since it lies outside the region; may be NULL. */
	void (*skip)(void *ctx, const struct pf_request *r, uint64_t word);
	void *ctx;
};

/* Configuration of a named geometry, scord, its sizes; the region is all of the address space,
 * full. False: no such geometry. */
bool pf_slice_named(struct pf_slice_config *c, const char *geometry);

/* Swept, epoch 0. */
void pf_slice_init(struct pf_slice *s, const struct pf_slice_config *c);
void pf_slice_free(struct pf_slice *s);
/* The region lies elsewhere from now on; entries stay as they are (a request of kind epoch forgets
 * them). Its granule is the configuration's. */
void pf_slice_region(struct pf_slice *s, const struct pf_region *r);
/* An entry, as it lies in memory. */
uint64_t pf_slice_entry(const struct pf_slice *s, uint64_t index);
void pf_slice_put(struct pf_slice *s, uint64_t index, uint64_t bits);
/* The command `sweep and new run`: all is forgotten, epoch 0, no records. Counters go on. */
void pf_slice_restart(struct pf_slice *s);
void pf_slice_request(struct pf_slice *s, const struct pf_request *r);
/* The word's entry is soon asked for: its index. False: it is not checked. */
bool pf_slice_fetch(struct pf_slice *s, uint64_t word, uint64_t *index);
/* An access to n whole words side by side, whatever its sector and masks say, if their entries are
 * equal and there is no race: what requests for them would do, with one check. False: nothing was
 * done. */
bool pf_slice_row(struct pf_slice *s, const struct pf_request *r, uint64_t word, uint32_t n);

/* Words of a line of 32: byte address / 128, and which. */
struct pf_line_access {
	uint64_t line;
	uint32_t words;
	uint32_t again;               /* of these: accessed more than once */
	uint8_t more[PF_CLASS_WORDS]; /* so many times more, a word of `again` */
};

enum { PF_LINE_ACCESSES = 32 };

/* With `classes`: an access to whole words of n lines, at most PF_LINE_ACCESSES and no line twice,
 * if there is no race: one check for each class of them, and where lanes meet, if a further one
 * changes nothing. False: nothing was done. The row function is
 * called for words of a class that lie side by side. */
bool pf_slice_lines(struct pf_slice *s, const struct pf_request *r, const struct pf_line_access *l,
		    unsigned n);

#endif
