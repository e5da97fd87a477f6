/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * words: what is kept of each word of global memory: the last plain write of each byte and, since
 * then, each thread's last plain load, strong load, and strong write of each kind.
 *
 *   access of a thread ─> words_check(): each of these that conflicts ─> ordered? ─> race
 *                      └> words_note(): it takes their place, or stands beside them
 *
 * That is exact up to the first race on a byte: what a plain write takes the place of was ordered
 * before it, or has raced. Why one last write is not enough, and why strong loads and atomics of
 * block scope are kept apart: docs/exact.md.
 */
#ifndef EXACT_WORDS_H
#define EXACT_WORDS_H

#include "../base/paged.h"
#include "location.h"

enum { WORDS_BYTES = 4, WORDS_PAGE = 256, WORDS_CLASSES = 32 };

/* An access as far as it touches a word: a thread's, or that of several lanes of a warp that did
 * the same in the same epoch. */
struct word_access {
	struct order_who who; /* lanes: threads; of a warp that is one thread: ORDER_ALL */
	uint32_t epoch, time;
	uint32_t pc;
	uint32_t op;    /* number of the operation */
	uint32_t chain; /* of a write that can be observed; else 0 */
	uint32_t index;
	uint8_t lane;  /* a lane of a warp that is one thread */
	uint8_t bytes; /* of the word, as far as nobody has written them since */
	uint8_t span;  /* all that it touched */
	uint8_t size;  /* of its location; a plain load: 0 */
	bool write, strong, rmw;
	enum location_reach reach; /* of a strong access */
};

struct word_list {
	struct word_access *item;
	uint32_t n, cap; /* cap: a power of two, or 0 */
	uint32_t writes;
	uint8_t size; /* strong ones: of all of them, and all can reach one another; or */
	bool mixed;   /* not */
};

struct word {
	struct word_list plain, strong;
};

struct word_page {
	struct page head;
	struct word word[WORDS_PAGE];
};

struct words {
	struct order *order;
	struct locations *locations;
	struct paged pages;
	struct arena arena;
	void *spare[WORDS_CLASSES]; /* lists of 2^i accesses */
	struct hashmap newest; /* while a list is tidied: thread, kind -> 1 + the newest access */
};

void words_open(struct words *w, struct order *o, struct locations *p);
void words_close(struct words *w);
/* A grid begins. */
void words_clear(struct words *w);

static inline struct word *words_at(struct words *w, uint64_t addr)
{
	const uint64_t word = addr / WORDS_BYTES;
	struct word_page *p = (struct word_page *)paged_at(&w->pages, word / WORDS_PAGE);

	return &p->word[word % WORDS_PAGE];
}

/* Called for each kept access that conflicts with x and is not morally strong with it. lanes: of
 * p's threads, those other than x's. */
typedef void (*words_conflict)(void *ctx, const struct word_access *p, uint32_t lanes,
			       const struct word_access *x);
/* x: of one thread. */
void words_check(const struct word *at, const struct word_access *x, words_conflict fn, void *ctx);
/* The last write there, if it is plain, of x's thread, and just of x's bytes and location; else
 * NULL. */
struct word_access *words_own(const struct word *at, const struct word_access *x);
/* x has been checked. A strong write comes with a reference to its chain, which is the word's now.
 */
void words_note(struct words *w, struct word *at, const struct word_access *x);

#endif
