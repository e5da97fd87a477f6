/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * noc_int: what noc's own files share.
 *
 *   noc.c    links, buffers, what has crossed       match.c  who crosses in a step
 *
 * A packet inside is on one list, by pkt.next: of an input's queue, then of an output. Its pkt.due
 * holds two times of 32 bits: when it was taken in, and when it may go on.
 */
#ifndef NOC_INT_H
#define NOC_INT_H

#include "noc.h"

/* Sets of ports, one after another in an array: `words` words each. */
static inline void set_add(uint64_t *set, uint32_t i)
{
	set[i / 64] |= 1ULL << (i % 64);
}

static inline void set_drop(uint64_t *set, uint32_t i)
{
	set[i / 64] &= ~(1ULL << (i % 64));
}

static inline bool set_has(const uint64_t *set, uint32_t i)
{
	return set[i / 64] >> (i % 64) & 1;
}

static inline bool set_empty(const uint64_t *set, uint32_t words)
{
	uint64_t any = 0;

	for (uint32_t w = 0; w < words; w++)
		any |= set[w];
	return !any;
}

/* First member from `from` on, then from 0. The set is not empty. */
static inline uint32_t set_next(const uint64_t *set, uint32_t words, uint32_t from)
{
	uint32_t w = from / 64;
	uint64_t bits = set[w] & (~0ULL << (from % 64));

	while (!bits) {
		w = w + 1 == words ? 0 : w + 1;
		bits = set[w];
	}
	return w * 64 + (uint32_t)__builtin_ctzll(bits);
}

struct noc_list {
	struct pkt *head, *tail;
};

static inline void list_push(struct noc_list *l, struct pkt *k)
{
	k->next = NULL;
	if (l->head)
		l->tail->next = k;
	else
		l->head = k;
	l->tail = k;
}

static inline struct pkt *list_pop(struct noc_list *l)
{
	struct pkt *k = l->head;

	l->head = k->next;
	k->next = NULL;
	return k;
}

/* The copies of a message in one input's buffer; pkt.id is its index meanwhile. */
struct noc_group {
	uint32_t id; /* the message's own pkt.id; of a free one: next free + 1 */
	uint32_t copies;
};

struct noc_input {
	struct noc_list *queues; /* of each output, or one */
	uint32_t used;           /* flits of the buffer */
	uint32_t output, left;   /* that a packet is crossing to, flits of it to come */
	uint32_t pointer;        /* arbiter: next output */
};

struct noc_output {
	struct noc_list list; /* crossed */
	uint32_t used;        /* flits reserved */
	uint32_t pointer;     /* arbiter: next input */
};

struct noc_counts {
	uint64_t packets[PKT_KINDS], flits[PKT_KINDS];
	uint64_t delivered, moved, lost, blocked, inject_full, eject_full, latency, latency_max;
};

enum { NOC_NAMES = 32, NOC_NAME = 64 };

struct noc {
	struct noc_config cfg;
	const char *name;
	uint32_t inputs, outputs, words;
	bool to_slices;
	struct pkt_pool *pool;
	struct rng rng;
	struct noc_input *in;
	struct noc_output *out;
	struct noc_group *groups;
	uint32_t free_group; /* + 1 */
	uint64_t queued, crossed;
	uint32_t later; /* queues whose head waits for its jitter, or turn */
	/* noc_order() */
	bool ordered;
	uint32_t *turn;       /* [output] inputs before this one have sent all they will */
	uint32_t *unfinished; /* [input]: it has finished for outputs before this one */
	bool *sorted;         /* [input]: it says so by what it sends */
	uint64_t now;
	/* sets */
	uint64_t *asks;    /* [input] outputs that a head of it asks for */
	uint64_t *asked;   /* [output] inputs that ask for it */
	uint64_t *waits;   /* [input] queues of it whose head waits for its jitter, or turn */
	uint64_t *offers;  /* scratch of a step: [input] grants, or [output] proposals */
	uint64_t *asking;  /* inputs with asks */
	uint64_t *wanted;  /* outputs with asked */
	uint64_t *busy;    /* inputs that a packet is crossing from */
	uint64_t *arrived; /* outputs with packets */
	uint64_t *in_used, *out_used;     /* in this step */
	uint64_t *moved, *lost, *blocked; /* inputs in this cycle */
	uint64_t *offered, *choice;       /* scratch of a step */
	uint64_t *sets;                   /* all of them */
	struct noc_counts counts;
	char names[NOC_NAMES][NOC_NAME]; /* of statistics */
	uint32_t n_names;
};

static inline uint64_t *set_of(const struct noc *n, uint64_t *sets, uint32_t i)
{
	return sets + (size_t)i * n->words;
}

static inline bool time_come(const struct pkt *k, uint64_t now)
{
	return (int32_t)((uint32_t)now - (uint32_t)k->due) >= 0;
}

static inline void time_set(struct pkt *k, uint64_t when)
{
	k->due = (k->due & ~0xffffffffULL) | (uint32_t)when;
}

static inline uint32_t noc_output_of(const struct noc *n, const struct pkt *k)
{
	return n->to_slices ? k->slice : k->sm;
}

static inline struct noc_list *noc_queue(const struct noc *n, uint32_t i, uint32_t o)
{
	return &n->in[i].queues[n->cfg.voq ? o : 0];
}

/* noc.c: the head of input i's queue q has come up: lets it ask, wait, or go when it is of 0 flits.
 */
void noc_head_up(struct noc *n, uint32_t i, uint32_t q);
/* noc.c: the packet that was crossing from i has gone. */
void noc_crossed(struct noc *n, uint32_t i);
/* match.c: one step: a flit of each pair. */
void noc_match(struct noc *n);

#endif
