/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Inside score: the exact state beside a detector, and what is asked of it.
 *
 *   exact.c           counters of each warp; who stands in each metadata entry; where all
 *                     earlier accesses of a word went; packed
 *   unpack.c          the same in full, for the few checks that are to be explained
 *   slab.c            where histories are kept
 *   lockset.c           exact lock sets
 *   judge.c           what a perfect entry would say of one earlier access (the rules, unhashed)
 *   explain_missed.c  why the detector is silent    explain_false.c  why it is not
 *   pairs.c           distinct races    records.c         clocked hardware's word on them
 */
#ifndef SCORE_INT_H
#define SCORE_INT_H

#include "../base/hashmap.h"
#include "../base/paged.h"
#include "pairs.h"
#include "score.h"
#include "slab.h"

#include "../access/access.h"
#include "../base/mem.h"
#include "../reference/pf_lock_table.h"

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
	uint32_t n, id; /* exact.set[id] */
	struct lock l[];
};

/* Exact state, packed: it takes in every access of a run. */

/* What all lanes of one op have in common. Lives for as long as a mark is left of it. */
struct event {
	uint64_t serial, warp_global;
	uint64_t dev, blk, release; /* the warp's own counts */
	uint64_t bar_warp, bar_block;
	const struct lockset *locks; /* NULL: none */
	uint32_t pc, hw_block, hw_barrier;
	uint32_t refs, next;                 /* next: when it is dead or free */
	uint16_t width;                      /* bytes of one element */
	uint8_t scope;                       /* enum ptx_scope */
	bool write, atomic, relaxed, strong; /* as in struct access_class */
	bool releases;                       /* by itself */
};

/* An access of one lane to one word. */
struct mark {
	uint32_t event; /* exact.event[]; 0: there is none */
	unsigned lane : 5;
	unsigned row : 5;     /* by which the detector took note of it; PF_ROWS: it did not */
	unsigned bytes : 4;   /* of the word */
	unsigned before : 4;  /* bytes of the access before this word, */
	unsigned within : 2;  /* or of the word before the access */
	unsigned as_read : 1; /* a write that the entry has as a read (D8) */
	/* of one that went: */
	unsigned by : 5;        /* row of the access that replaced it */
	unsigned displaced : 3; /* enum displacement */
	unsigned cleared : 1;   /* Modified was given up with it */
};

/* Where an access went that no longer stands in the entry. */
enum displacement {
	DISPLACED_ROW,       /* replaced by another access, at row `by` */
	DISPLACED_ANONYMOUS, /* never stood there: R8, R9, R11, RA */
	DISPLACED_REPORT,    /* wiped by a report */
	DISPLACED_TAG,       /* entry taken by another word */
	DISPLACED_FORGOTTEN, /* epoch, wrap */
	DISPLACED_UPPER,     /* not checked: upper word */
	DISPLACED_UNTRACKED  /* not checked */
};

struct displaced {
	struct mark a;
	uint32_t by; /* event of the access that replaced it */
};

enum { PASTS = 16 };
struct history {
	uint8_t n, room; /* room: which of the sizes in exact.c */
	bool overflow;   /* some are no longer known */
	struct displaced left[];
};

struct entry_state {
	struct mark owner;
	struct mark writer;   /* the access that Modified stands for */
	uint64_t word;        /* of both */
	uint64_t read_serial; /* of the last access that did not become owner */
	uint64_t wiped;       /* serial of what last left nothing of the word's entry */
	uint32_t candidates;  /* exact.set[]: exact counterpart of the signature */
	uint32_t epoch : 31;
	uint32_t phantom : 1; /* Modified, but by a read that row R3 reported (D7) */
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
struct check_record {
	uint64_t addr; /* of the word */
	struct entry_state before;
	struct mark a;
	uint32_t why; /* enum detect_skip */
	uint16_t lock, signature;
	/* what is asked of the detector's own entry before it */
	bool modified : 1, blk_shared : 1, dev_shared : 1, strong : 1;
	bool dev_moved : 1, blk_moved : 1; /* the owner's fences, as looked up */
	bool write : 1, race : 1, skipped : 1;
	bool mirrored : 1; /* the exact locks give the signature that was sent */
};

struct spare; /* room of a history that outgrew it */
enum { ROOMS = 5, EXACT_PAGE = 512 };

struct exact {
	struct arena arena;
	struct slab slab;
	struct paged entries, words; /* pages of EXACT_PAGE entry_state; history * */
	struct spare *spare[ROOMS];
	struct hashmap sets;        /* their number in set, by their hash */
	const struct lockset **set; /* 0: none */
	struct event *event;        /* 0: none */
	struct warp *warp;
	uint64_t *block; /* barriers */
	size_t n_sets, cap_sets, n_events, cap_events, n_warps, cap_warps, n_blocks, cap_blocks;
	uint32_t free, dead; /* events; dead: since the op began, and may still be asked for */
	/* the op under way */
	uint32_t now;    /* its event; 0: none yet */
	uint32_t mine;   /* set of the locks that the table sends along */
	uint16_t mirror; /* their signature */
	uint64_t serial;
	uint32_t epoch; /* modulo 2^31 */
	uint32_t warps; /* of a block */
	bool its;
	bool scord; /* the policy says sync_fences: release and acquire operations are fences to the
		       detector */
	const struct access_class *cls; /* the op under way, to the detector */
};

void exact_init(struct exact *x);
void exact_begin(struct exact *x, const struct machine_launch_info *l);
void exact_free(struct exact *x);
struct warp *exact_warp(struct exact *x, uint64_t warp_global);
/* NULL when there never was one. */
const struct warp *exact_find_warp(const struct exact *x, uint64_t warp_global);
uint64_t *exact_block_barriers(struct exact *x, uint64_t block);
/* Fence of lanes `mask`, or an operation that releases or acquires. */
void exact_fence(struct exact *x, const struct machine_who *who, uint32_t mask, bool device);
/* Takes in one check: fills k->a, k->before, k->mirrored; brings the entry up to date. The first of
 * an op is when the warp's state is looked at. */
void exact_check(struct exact *x, struct check_record *k, const struct detect_check *c);
/* Takes in n checks that are not to be explained: c and those after it (struct detect_listener). */
void exact_row(struct exact *x, const struct detect_check *c, uint32_t n, uint32_t words);
/* These words' entries and histories, at most one of each lane, are soon asked for. */
void exact_fetch(struct exact *x, const uint64_t *addr, const uint64_t *index, uint32_t n);
/* Or n entries side by side. */
void exact_fetch_row(struct exact *x, uint64_t index, uint32_t n);
/* Takes in one skip: fills k->a. */
void exact_skip(struct exact *x, struct check_record *k, const struct machine_who *who,
		const struct simt_op *op, unsigned lane, unsigned bytes);
/* Nothing more will be asked of the op under way. */
void exact_op_end(struct exact *x);
/* True when lane `lane` of the warp has fenced since serial. */
bool exact_lane_fenced(const struct exact *x, const struct warp *w, unsigned lane, bool device,
		       uint64_t serial);

/* The same in full. */

struct access {
	uint64_t serial; /* of the op */
	uint64_t word;   /* address */
	uint64_t addr;   /* of the access's first byte */
	uint64_t block, warp_global;
	uint64_t dev, blk, release;
	uint64_t bar_warp, bar_block;
	const struct lockset *locks;
	uint32_t pc, hw_block, hw_barrier, warp;
	uint16_t width;
	uint8_t lane, bytes, scope, row;
	bool write, atomic, relaxed, strong, releases, as_read;
};

struct past {
	struct access a;
	uint8_t displaced; /* enum displacement */
	uint8_t by;
	bool cleared;
	uint64_t by_serial;
	uint64_t by_warp; /* warp_global */
};

struct word {
	uint32_t n;
	bool overflow;
	struct past past[PASTS];
};

struct entry {
	struct access owner, writer;
	const struct lockset *candidates;
	uint64_t read_serial, wiped;
	bool has_owner, has_writer, phantom;
};

struct check_context {
	const struct check_record *k;
	enum pf_row row;
	struct access a;
	struct entry before;
	struct word word; /* explain_missed() only */
};

void unpack_seen(const struct exact *x, const struct check_record *k, struct check_context *s);
void unpack_word(const struct exact *x, uint64_t word, struct word *w);

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

/* judge.c: rules of docs/reference-models.md on an entry that holds p alone, nothing hashed,
 * nothing wrapped, nothing lost. */
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
enum judged judge(const struct exact *x, const struct access *p, const struct access *a);
bool judge_dev_fenced(const struct exact *x, const struct access *p);
bool judge_blk_fenced(const struct exact *x, const struct access *p);

/* hit: the oracle's; k: the check (or skip) at its second side; NULL when there was none. */
enum score_row explain_missed(const struct exact *x, const struct race_hit *hit,
			      const struct check_record *k);
/* both: the oracle says of owner and accessor that they do not race. */
enum score_row explain_false(const struct exact *x, const struct check_record *k);

#endif
