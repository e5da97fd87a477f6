/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_shared: races in shared memory, after GRace (PPoPP 2011): an SM's unit beside its scratchpad.
 *
 *   access ─> word: slot, epoch (stale: nobody) ─┬─> warps:  who, what, others ──> race
 *                                                └─> lanes:  likewise, of that warp (its)
 *   barrier of all ─> epoch of the block's slot       other barriers, fences ─> pf_order
 *
 * GRace counts reads and writes of each warp, and looks at them at the barrier. Whether there is a
 * race follows from less: what one of the warps did, and what the others did. A race is told with
 * its second access, so both are known.
 *
 * Exact for weak accesses, as long as only barriers of the whole block (and, of lanes, of the whole
 * warp) order them: of each byte and interval between two such barriers a race is told if there is
 * one, at the access that completes the first. Of strong accesses a level knows a few bits, so some
 * races with them are missed. With barriers of some threads, fences, releases and acquires
 * no race is made up, but one may be missed: an entry names one warp, and an access that conflicts
 * with that one's and comes after it takes it over; whatever releases counts as seen by all that
 * acquire later. With config.meets races of lanes are missed in words that are not accessed whole,
 * and after whatever makes a lane wait.
 *
 * An asynchronous copy begins, and has ended when its warp (lanes) has waited for it; whoever
 * touches its words between, its own warp too, races with it. It is told that it stays under way
 * after each barrier of the block.
 */
#ifndef PF_SHARED_H
#define PF_SHARED_H

#include "pf_shared_level.h"

enum {
	PF_SHARED_WARPS = PF_ORDER_MOST, /* of a block, at most */
	PF_SHARED_LANES = PF_ORDER_MOST,
	PF_SHARED_SLOTS = 64, /* block slots, at most */
	PF_SHARED_BARRIERS = 16,
	PF_SHARED_WORD = 4 /* bytes */
};

struct pf_shared_config {
	uint32_t bytes; /* of the scratchpad: a multiple of PF_SHARED_WORD */
	uint32_t slots; /* of blocks, 1 to PF_SHARED_SLOTS */
	uint32_t banks; /* of the scratchpad, 1 to 32: a word of each a round */
	uint32_t rows;  /* for words that lie byte by byte; 0: one a word */
	bool lanes;     /* lanes of a warp are threads (its); else a warp is one */
	/* With lanes, as the hardware has them. Whatever makes one lane wait for another counts as
	 * a meeting of the whole warp (no lane_phase_bits); and of a word nothing is known of lanes
	 * once an access has touched other bytes of it than those before, or one lane others than
	 * the next. */
	bool meets;
	uint32_t phase_bits, lane_phase_bits; /* 1 to PF_ORDER_BITS */
	uint32_t meet_bits;                   /* meetings of all lanes of a warp: 1 to 8 */
	/* Words that may be looked at byte by byte, at once 2^credit_bits - 1 (0: any number), and
	 * one more after 2^every_bits rounds. */
	uint32_t credit_bits, every_bits;
};

/* Of a word, or of one of its bytes. lanes: of warps.who, after so many meetings of its lanes. */
struct pf_shared_entry {
	struct pf_shared_level warps, lanes;
	uint32_t meet;
};

struct pf_shared_word {
	uint64_t epoch; /* of the slot; 0: never touched */
	uint8_t slot;
	uint8_t bytes; /* mask: touched, and all that `all` says is of these */
	bool split;    /* byte by byte, in a row */
	bool lost;     /* something was not noted: there was no row. Not in the hardware */
	bool unlike;   /* config.meets: lanes were forgotten: it was not accessed whole. Likewise */
	uint32_t row;
	struct pf_shared_entry all;
};

/* An operation of a warp on shared memory. */
struct pf_shared_access {
	uint32_t slot, warp; /* warp: of the block */
	uint32_t pc, lanes;
	bool write, strong;
	enum pf_shared_copy_code copy; /* not PF_SHARED_COPY_NO: write, not strong, whole words */
	uint32_t size; /* bytes of a lane: 1, 2, 4, 8 or 16; a word's, if less, lie in one */
	uint32_t addr[PF_SHARED_LANES]; /* in the scratchpad */
};

enum pf_shared_kind {
	PF_SHARED_WARP_RACE,       /* two warps of a block */
	PF_SHARED_LANE_RACE,       /* two lanes of a warp */
	PF_SHARED_INSTRUCTION_RACE /* two lanes of one store */
};

struct pf_shared_race {
	enum pf_shared_kind kind;
	const struct pf_shared_access *access;
	uint32_t addr;  /* of the word */
	uint32_t bytes; /* mask, in it */
	uint32_t lane;  /* of the access */
	/* The first access. others: of somebody else than `warp` (`lane`), who is the access's own;
	 * its place is not known. */
	enum pf_shared_code did;
	bool others;
	uint32_t warp, first_lane, pc; /* first_lane: PF_SHARED_LANES: not known */
};

struct pf_shared_stats {
	uint64_t words, races; /* words looked at; races told */
	uint64_t epochs;       /* of slots: blocks, and barriers of whole blocks; */
	uint64_t forgets;      /* phases or meetings too many for their widths */
	uint64_t splits;       /* words that went into a row */
	/* accesses not noted: there was no row; no credit, and then no race was told, either */
	uint64_t unsplit, unpaid;
};

/* Taken in that epoch of the slot, and free once it is over, whoever has the word then. */
struct pf_shared_row {
	uint64_t epoch;
	uint8_t slot;
	struct pf_shared_entry byte[PF_SHARED_WORD];
};

struct pf_shared_slot {
	uint64_t epoch;
	bool forgot; /* since the last barrier of all: something of what its warps or lanes did */
	uint32_t threads;
	struct pf_order order; /* of warps */
	struct pf_order_row barrier[PF_SHARED_BARRIERS], fences;
	uint32_t released; /* barriers whose rows are emptied when somebody arrives */
	/* Of each warp; NULL, unless config.lanes, and not config.meets */
	struct pf_order *lane_order;
	struct pf_order_row *lane_fences;
	uint32_t meet[PF_SHARED_WARPS];
};

struct pf_shared {
	struct pf_shared_config config;
	struct pf_shared_word *word;
	struct pf_shared_row *row; /* [config.rows]; rows 0: [word] */
	uint32_t hand;             /* the row that is looked at next */
	uint32_t credit, rounds;   /* words that may be; rounds since one was added */
	struct pf_shared_slot *slot;
	uint64_t epoch; /* the last one given out */
	struct pf_shared_stats stats;
	void (*race)(void *ctx, const struct pf_shared_race *r);
	void *ctx;
};

void pf_shared_init(struct pf_shared *s, const struct pf_shared_config *c);
void pf_shared_free(struct pf_shared *s);

/* A block of so many threads is in the slot. */
void pf_shared_block(struct pf_shared *s, uint32_t slot, uint32_t threads);
/* All threads of the block have arrived, none has exited, and all go on. */
void pf_shared_barrier(struct pf_shared *s, uint32_t slot);
/* Another barrier: lanes of a warp come to it, and wait or not; some of the warp's go on from it.
 */
void pf_shared_arrive(struct pf_shared *s, uint32_t slot, uint32_t warp, uint32_t lanes,
		      uint32_t barrier, bool waits);
void pf_shared_release(struct pf_shared *s, uint32_t slot, uint32_t warp, uint32_t barrier);
/* A fence: it acquires what was released before, then releases. */
void pf_shared_fence(struct pf_shared *s, uint32_t slot, uint32_t warp, uint32_t lanes);
/* An operation that releases, acquires or does both, as lanes one after the other do it: before its
 * accesses, and again after them. */
void pf_shared_sync(struct pf_shared *s, uint32_t slot, uint32_t warp, uint32_t lanes,
		    bool releases, bool acquires);
/* Lanes of a warp have met: __syncwarp. */
void pf_shared_syncwarp(struct pf_shared *s, uint32_t slot, uint32_t warp, uint32_t lanes);
/* In rounds, as a scratchpad takes it: of each bank the next word in the order of the lanes that
 * touch them first. A round's banks go up; two lanes of one store in a byte are told first. */
void pf_shared_access(struct pf_shared *s, const struct pf_shared_access *a);

#endif
