/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * traffic: requests for a slice unit that go where it hurts, for its bench, the co-simulation and
 * the reference model's test.
 *
 *   seed ─> region, registers (traffic_shape)
 *        ─> phases of a few hundred requests, each with habits of its own ─> pf_request
 *
 * A phase draws how many sectors are hot and where they lie (start, end and outside of the region,
 * aliases of each other, across the end of cached16's table), which words of them, how many warps
 * and program counters there are, how often they fence, in bursts or not, and which bits of the
 * tag vary. So bursts on one entry, whole sectors, wraps of counters and of the epoch, sub-words,
 * one owner and eight all come up, beside each other.
 *
 * traffic_streamed() makes the even streams of which the throughput is measured.
 */
#ifndef TRAFFIC_H
#define TRAFFIC_H

#include "base/rng.h"
#include "reference/pf_slice.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { TRAFFIC_HOT = 16, TRAFFIC_WARPS = 16, TRAFFIC_PCS = 8, TRAFFIC_LOCKS = 4 };

struct traffic {
	struct rng rng;
	const struct pf_slice_config *slice;
	uint32_t addr_bits;
	uint32_t left; /* requests of the phase */
	/* Habits of the phase */
	uint32_t hot[TRAFFIC_HOT], n_hot; /* sectors; 0: anywhere in the region */
	uint32_t warp[TRAFFIC_WARPS], block[TRAFFIC_WARPS], n_warps;
	uint32_t pc[TRAFFIC_PCS], n_pcs; /* 0: any */
	uint16_t lock[TRAFFIC_LOCKS];
	uint32_t n_locks; /* 0: any bits */
	uint32_t words;   /* how masks are made */
	uint8_t mask;
	uint32_t fences, epochs, burst; /* one in so many requests; 0: none. A burst's length */
	uint32_t writes, atomics, weak, blocks, subs, outside; /* of 16 */
	uint32_t barrier, barriers; /* the barrier's count; changes one in so many */
	/* A burst under way */
	uint32_t bursting;
	struct pf_request last;
};

/* Region (not larger than most_words), entries and report settings for a geometry's config whose
 * policy, lanes, ... are set. seed draws among shapes: a few words, whole sectors, anything. */
void traffic_shape(struct pf_slice_config *c, enum pf_metadata metadata, uint64_t seed,
		   uint32_t addr_bits, uint32_t most_words);
void traffic_init(struct traffic *t, const struct pf_slice_config *c, uint64_t seed,
		  uint32_t addr_bits);
void traffic_next(struct traffic *t, struct pf_request *r);

/* Address bits of a named geometry. */
uint32_t traffic_addr_bits(const char *geometry);
/* As the ports carry it. */
uint64_t traffic_tag_bits(const struct pf_geometry *g, const struct pf_tag *t);

enum traffic_stream {
	TRAFFIC_STORES,    /* whole sectors, each for the first time */
	TRAFFIC_SCATTERED, /* single words, each in a line of its own */
	TRAFFIC_HOT_WORD,
	TRAFFIC_HOT_GROUP, /* single words of four neighbours in turn */
	TRAFFIC_HOT_PAIR,  /* the same two words */
	TRAFFIC_HOT_SECTOR,
	TRAFFIC_HOT_RACE, /* one word, by two blocks in turn: each access races */
	TRAFFIC_OWNERS,   /* whole sectors, words owned by eight warps */
	TRAFFIC_FENCES,
	TRAFFIC_EIGHTH, /* as STORES, every eighth request a fence */
	TRAFFIC_HELD,   /* the owner of four lines reads them again and again */
	TRAFFIC_CACHED, /* single words of 128 lines in turn, by one warp */
	TRAFFIC_STREAMS
};
const char *traffic_stream_name(enum traffic_stream s);
/* Request i of the stream; all entries of the config's region are unwritten before, but those of
 * OWNERS are traffic_owner(). */
void traffic_streamed(const struct pf_slice_config *c, enum traffic_stream s, uint64_t i,
		      struct pf_request *r);
struct pf_entry traffic_owner(uint64_t index);

#ifdef __cplusplus
}
#endif

#endif
