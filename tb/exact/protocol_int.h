/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * protocol_int: what the parts of a protocol share.
 *
 *   protocol.c   steps: what warps, L1s and records do
 *   word.c       a word's accesses, in truth and as the slice keeps them
 *   normal.c     states that go on alike
 */
#ifndef EXACT_PROTOCOL_INT_H
#define EXACT_PROTOCOL_INT_H

#include "protocol.h"

static inline bool has(const struct protocol *p, enum protocol_fault f)
{
	return p->fault == f;
}

static inline bool bit(uint8_t mask, unsigned n)
{
	return mask >> n & 1;
}

static inline void put(uint8_t *mask, unsigned n, bool to)
{
	*mask = (uint8_t)(to ? *mask | 1U << n : *mask & ~(1U << n));
}

/* Somebody has its slot after it. */
static inline bool has_follower(const struct protocol *p, unsigned w)
{
	return w + 1 < p->warps && p->follows[w + 1];
}

/* Warp v accesses the word. */
void word_access(const struct protocol *p, struct protocol_state *s, unsigned v, unsigned word,
		 enum protocol_access kind);

/* At the slice: a load of that epoch, by who knew that; */
void word_take_read(const struct protocol *p, struct protocol_state *s, unsigned v, unsigned word,
		    uint8_t epoch, const uint8_t knows[WARPS]);
/* one of before a first write, at last; */
void word_take_answer(const struct protocol *p, struct protocol_state *s, unsigned v, unsigned word,
		      uint8_t epoch);
/* an access that is there when it is performed. */
void word_take(const struct protocol *p, struct protocol_state *s, unsigned v, unsigned word,
	       enum protocol_access kind);
/* Nothing is kept of the word. */
void word_forget(struct protocol_state *s, unsigned word);

/* There is no record of warp v's reads of the word. */
void record_drop(struct protocol_state *s, unsigned v, unsigned word);

#endif
