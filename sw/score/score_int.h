/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Inside score: the exact state beside a detector, and what is asked of it.
 *
 *   exact.c           counters of each warp; who stands in each metadata entry; where all
 *                     earlier accesses of a word went
 *   lockset.c           exact lock sets
 *   judge.c           what a perfect entry would say of one earlier access (the rules, unhashed)
 *   explain_missed.c  why the detector is silent    explain_false.c  why it is not
 *   pairs.c           distinct races
 */
#ifndef SCORE_INT_H
#define SCORE_INT_H

#include "map.h"
#include "score.h"

#include "../golden/pf_lock_table.h"

#include "../base/mem.h"

/* Lock sets: immutable, equal ones shared. */

enum lock_lost { LOCK_HELD, LOCK_OVERFLOW, LOCK_HASHED_OUT };

struct lock {
	uint64_t addr;
	uint64_t block; /* of a block-scope entry; LOCK_DEVICE */
	uint64_t key;   /* what the table hashes with: pf_lock_key() of the block */
	uint32_t lanes; /* who took it */
	uint8_t lost;   /* enum lock_lost: no longer in the table of four */
	bool active;    /* as the table has it */
	bool fenced;    /* a fence of the right scope since it was last taken */
	bool kept;      /* given back, but in a way that leaves it in the table */
	bool idiom;     /* taken in a way that the table does not see */
};
#define LOCK_DEVICE UINT64_MAX

struct lockset {
	uint32_t n;
	struct lock l[];
};

/* An access of one lane to one word. */
struct access {
	uint64_t serial; /* of the op */
	uint64_t word;   /* address */
	uint64_t addr;   /* of the access's first byte */
	uint64_t block, warp_global;
	uint64_t dev, blk, release; /* the warp's own counts */
	uint64_t bar_warp, bar_block;
	const struct lockset *locks; /* NULL: none */
	uint32_t pc, hw_block, hw_barrier, warp;
	uint16_t width;      /* bytes of one element */
	uint8_t lane, bytes; /* of the word */
	uint8_t scope;       /* enum ptx_scope */
	uint8_t row;         /* by which the detector took note of it; PF_ROWS: it did not */
	bool write, atomic, relaxed, strong; /* relaxed: atomic by the memory model */
	bool releases;                       /* by itself */
	bool as_read;                        /* a write that the entry has as a read (D8) */
	bool raced;                          /* reported */
};

/* Where an access went that no longer stands in the entry. */
enum gone {
	GONE_ROW,       /* replaced by another access, at row `by` */
	GONE_ANONYMOUS, /* never stood there: R8, R9, R11, RA */
	GONE_REPORT,    /* wiped by a report */
	GONE_TAG,       /* entry taken by another word */
	GONE_FORGOTTEN, /* epoch, wrap */
	GONE_UPPER,     /* not checked: upper word */
	GONE_UNTRACKED  /* not checked */
};

struct past {
	struct access a;
	uint8_t gone; /* enum gone */
	uint8_t by;   /* row of the access that replaced it */
	bool cleared; /* Modified was given up with it */
	uint64_t by_serial;
	uint64_t by_warp; /* warp_global */
};

enum { PASTS = 16 };
struct word {
	uint32_t n, cap;
	bool overflow; /* some are no longer known */
	struct past *past;
};

struct entry {
	struct access owner;
	struct access writer;             /* the access that Modified stands for */
	const struct lockset *candidates; /* exact counterpart of the signature */
	uint64_t read_serial;             /* of the last access that did not become owner */
	uint64_t epoch;
	bool has_owner, has_writer;
	bool phantom; /* Modified, but by a read that row R3 reported (D7) */
};

struct warp {
	uint64_t dev, blk, release, bar_warp;
	const struct lockset *locks;
	uint64_t *fenced; /* NULL or last fence of each lane: [0..31] device, [32..63] any */
	/* a ticket taken and not yet called */
	uint64_t ticket_addr, ticket;
	bool has_ticket;
};

/* A check as it was made, with the exact entry before it. */
struct seen {
	struct detect_check c;
	struct access a;
	struct entry before;
	bool mirrored; /* the exact locks give the signature that was sent */
	bool skipped;
	enum detect_skip why;
};

struct exact {
	struct arena arena;
	struct map entries, words, warps, blocks, sets;
	uint64_t serial, epoch;
	uint32_t n_warps; /* of a block */
	bool its;
	bool scord; /* release and acquire operations are fences to the detector */
};

void exact_begin(struct exact *x, const struct machine_launch_info *l);
void exact_end(struct exact *x);
struct warp *exact_warp(struct exact *x, uint64_t warp_global);
/* NULL when there never was one. */
const struct warp *exact_find_warp(const struct exact *x, uint64_t warp_global);
const struct word *exact_word(const struct exact *x, uint64_t word);
uint64_t *exact_block_barriers(struct exact *x, uint64_t block);
/* Fence of lanes `mask`, or an operation that releases or acquires. */
void exact_fence(struct exact *x, const struct machine_who *who, uint32_t mask, bool device);
/* Takes in one check or skip: fills s->a, s->before; brings the entry up to date. */
void exact_check(struct exact *x, struct seen *s);
/* True when lane `lane` of the warp has fenced since serial. */
bool exact_lane_fenced(const struct exact *x, const struct warp *w, unsigned lane, bool device,
		       uint64_t serial);

/* After an op's checks: locks taken, given back. key: pf_lock_key() of the block. */
void lockset_op(struct exact *x, const struct machine_who *who, const struct simt_op *op,
		uint64_t key);
void lockset_fence(struct exact *x, struct warp *w, bool device);
const struct lockset *lockset_both(struct exact *x, const struct lockset *a,
				   const struct lockset *b);

/* What two sets have in common. */
enum lockset_view {
	LOCKSET_TABLE, /* what a table without hashing and without limit would send along */
	LOCKSET_HELD,  /* truly held, fence included */
	LOCKSET_IDIOM  /* as HELD, with locks that the table cannot see */
};
bool lockset_meet(const struct lockset *a, const struct lockset *b, enum lockset_view v);
bool lockset_any(const struct lockset *a, enum lockset_view v);
/* A signature of which a bin is empty stands for no lock. */
static inline bool lockset_no_bins(uint16_t s)
{
	return !(s >> 8) || !(s & 0xff);
}
uint16_t lockset_signature(const struct lockset *a);

/* judge.c: rules of docs/golden.md on an entry that holds p alone, nothing hashed, nothing
 * wrapped, nothing lost. */
enum judged {
	JUDGED_RACE_SCOPE,
	JUDGED_RACE_NARROW, /* the later atomic's scope: only scord looks */
	JUDGED_RACE_FENCE,
	JUDGED_RACE_STRONG,
	JUDGED_RACE_LOCK,
	JUDGED_SAME_WARP, /* ordered: the rest says why */
	JUDGED_BARRIER,
	JUDGED_ATOMICS,
	JUDGED_FENCED
};
/* Atomic as the policy sees it: scord counts relaxed loads and stores in. */
bool judge_atomic(const struct exact *x, const struct access *p);
enum judged judge(const struct exact *x, const struct access *p, const struct access *a);
bool judge_dev_fenced(const struct exact *x, const struct access *p);
bool judge_blk_fenced(const struct exact *x, const struct access *p);

/* hit: the oracle's; s: the check (or skip) at its second side; NULL when there was none. */
enum score_row explain_missed(const struct exact *x, const struct race_hit *hit,
			      const struct seen *s);
/* both: the oracle says of owner and accessor that they do not race. */
enum score_row explain_false(const struct exact *x, const struct seen *s);

/* pairs.c */
struct pairs {
	struct score_pair *p;
	size_t n, cap;
	struct map index;
};
struct score_pair *pairs_get(struct pairs *p, const struct race_hit *h);
void pairs_clear(struct pairs *p);
void pairs_free(struct pairs *p);

#endif
