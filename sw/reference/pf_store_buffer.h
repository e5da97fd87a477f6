/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_store_buffer: the write logs of the warps of one SM, which keep each warp by itself in
 * parallel mode.
 *
 *   store ─> entry of its line in the warp's log: made, or merged into (a later byte wins)
 *   load  ─> bytes of its line that the log has ─┐ the Bloom filter says when it has none,
 *                                                └ and spares the search
 *   commit ─> entries, oldest first; then the log is cleared
 *
 * A line is at most once in a log.
 *
 * Errs: never. A line that the Bloom filter takes for another costs a search in vain.
 */
#ifndef PF_STORE_BUFFER_H
#define PF_STORE_BUFFER_H

#include <stdbool.h>
#include <stdint.h>

enum { PF_LOG_LINE_BYTES = 128, PF_LOG_MASK_BYTES = 16 };

struct pf_store_config {
	uint32_t warps, entries; /* warps, and entries of each warp's log */
	uint32_t bloom_bits;     /* bits of each warp's filter; 0: exact, it is never wrong */
	uint32_t bloom_ways;     /* sub-arrays of the filter, of 2^n bits each */
	uint32_t line_bits;      /* bits of a line's number */
	uint32_t open;           /* open lines of each warp, a power of 2; 0: as 1 */
};

/* Byte b is there if mask[b / 8] >> b % 8 & 1. */
struct pf_log_entry {
	uint32_t line;
	uint8_t mask[16];
	uint8_t data[128];
};

/* What the hardware did for one store or load. Some lines of a log are open: their entries and
 * masks lie in the SM, so that no search is needed. A line is open from its last store, or a load
 * that had to search for it, until another one takes its place, which is a hash of the line. */
struct pf_store_cost {
	bool maybe;        /* the Bloom filter does not say no */
	bool open;         /* the line is open */
	bool found;        /* some entry is it */
	uint32_t searched; /* headers read: newest to oldest, until found or all */
};

/* Bit of sub-array `way` that stands for a line. */
uint32_t pf_bloom_hash(const struct pf_store_config *c, uint32_t line, uint32_t way);

struct pf_store_buffer;

struct pf_store_buffer *pf_store_buffer_create(const struct pf_store_config *c);
void pf_store_buffer_destroy(struct pf_store_buffer *b);

/* e has at least one byte. The warp's log must have room, even where the line turns out to be in
 * it. cost may be NULL, here and for a load. */
void pf_store_buffer_store(struct pf_store_buffer *b, uint32_t warp, const struct pf_log_entry *e,
			   struct pf_store_cost *cost);
/* want: line and mask. got: the wanted bytes that the log has; other bytes of data are 0. */
void pf_store_buffer_load(struct pf_store_buffer *b, uint32_t warp, const struct pf_log_entry *want,
			  struct pf_log_entry *got, struct pf_store_cost *cost);

uint32_t pf_store_buffer_used(const struct pf_store_buffer *b, uint32_t warp);
uint32_t pf_store_buffer_left(const struct pf_store_buffer *b, uint32_t warp);
/* Entry i, 0 the oldest; valid until the next store of the warp. */
const struct pf_log_entry *pf_store_buffer_entry(const struct pf_store_buffer *b, uint32_t warp,
						 uint32_t i);
void pf_store_buffer_clear(struct pf_store_buffer *b, uint32_t warp);

#endif
