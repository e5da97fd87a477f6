/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_iguard_rules: does an access race with a side of its word, and what does the side become?
 *
 *   side, access (struct pf_iguard_side) ─┬─> judge, judge_others ─> race or why not
 *   facts of the two ─────────────────────┴─> act ─> put
 *
 * A rule looks at no count and no number of a thread: facts say how the two stand to each other.
 * Who knows the clocks finds them (pf_iguard_sync, or hardware); so the rules are one list, here
 * and in Verilog (pf_iguard_rules.v).
 *
 * Source: iGUARD (SOSP 2021), section 4, corrected as docs/iguard.md says.
 */
#ifndef PF_IGUARD_RULES_H
#define PF_IGUARD_RULES_H

#include <stdbool.h>
#include <stdint.h>

/* How far away others than the one named were. */
enum pf_iguard_others {
	PF_IGUARD_ALONE,
	PF_IGUARD_WARP,  /* other lanes of its warp */
	PF_IGUARD_BLOCK, /* other warps of its block */
	PF_IGUARD_DEVICE /* other blocks */
};

/* One of a word's two accessors, or an access to it: who, and when. */
struct pf_iguard_side {
	uint32_t block;            /* 1 + its number in the grid; 0: nobody */
	uint32_t when;             /* by its block's clock */
	uint8_t warp, lane;        /* lane: of the word's byte 0, if elem is not 0 */
	uint8_t phase, lane_phase; /* pf_order's, of its warp and lane */
	uint16_t locks;            /* signature; of others, too: those in common */
	uint16_t bytes : 4;        /* of the word */
	uint16_t elem : 2;   /* 1, 2: each so many bytes are the next lane's; 0: all are one's */
	uint16_t size : 3;   /* of an element: log2 of its bytes */
	uint16_t others : 2; /* enum pf_iguard_others */
	uint16_t atomic : 1; /* it and the others */
	uint16_t polls : 1;  /* atomic, or a volatile load: it and the others */
	uint16_t block_scope : 1;        /* one of them: an atomic of block scope; */
	uint16_t others_block_scope : 1; /* one of the others */
	uint16_t releases : 1;           /* it is a release itself. Not for rules: says why */
};

/* How a side, as far as it is named, and an access stand to each other. Bytes of several lanes: of
 * those that both touch, the two lanes of each; a fact but `bytes` holds if it does for all of them
 * that are not the same thread. */
struct pf_iguard_facts {
	bool bytes;               /* both touch some */
	bool block, warp, thread; /* the same */
	bool after;         /* of one block: the access comes after it, by barriers or __syncwarp */
	bool fenced;        /* it, or who comes after it in its block, has fenced since */
	bool fenced_device; /* ... with device scope */
	bool still;         /* nothing has ordered anything behind it since, of its warp; */
	bool still_lane;    /* of its lane */
	bool lockless;      /* neither holds a lock that counts */
	bool common_lock;
};

enum pf_iguard_kind {
	PF_IGUARD_NO_RACE,
	PF_IGUARD_SCOPE,       /* atomics that do not reach each other */
	PF_IGUARD_ITS,         /* two lanes of a warp */
	PF_IGUARD_FENCE,       /* no fence since */
	PF_IGUARD_FENCE_SCOPE, /* of block scope only, and the other is of another block */
	PF_IGUARD_LOCK,        /* no lock in common */
	PF_IGUARD_INSTRUCTION  /* two lanes of one store */
};

/* Why a side does not race. */
enum pf_iguard_excuse {
	PF_IGUARD_NOBODY,
	PF_IGUARD_BYTES,   /* other bytes */
	PF_IGUARD_SAME,    /* the thread itself */
	PF_IGUARD_ATOMICS, /* that reach each other */
	PF_IGUARD_ORDERED, /* a barrier or __syncwarp, or in lock step the warp */
	PF_IGUARD_FENCED,  /* it, or who comes after it in its block, has fenced since */
	PF_IGUARD_READS    /* both read; or it was not asked, since the other side races */
};

/* What the access, which takes the side's place, keeps of it. */
struct pf_iguard_act {
	bool weaken; /* it stands for the side, too: the weaker of each counts */
	bool add;    /* the side, and its others, become others of it. With weaken */
};

/* x as far as it is named, and t. x has an accessor, f->bytes. *why: only without a race. */
enum pf_iguard_kind pf_iguard_judge(const struct pf_iguard_side *x, const struct pf_iguard_side *t,
				    const struct pf_iguard_facts *f, enum pf_iguard_excuse *why);
/* Those whom x does not name, and t, to whom x itself is nothing. */
enum pf_iguard_kind pf_iguard_judge_others(const struct pf_iguard_side *x,
					   const struct pf_iguard_side *t,
					   const struct pf_iguard_facts *f);
/* t takes x's place. */
struct pf_iguard_act pf_iguard_act(const struct pf_iguard_side *x, const struct pf_iguard_side *t,
				   const struct pf_iguard_facts *f);
void pf_iguard_put(struct pf_iguard_side *x, struct pf_iguard_side t, struct pf_iguard_act act,
		   const struct pf_iguard_facts *f);

#endif
