/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_lock_table: the locks that one warp holds, as far as four entries and a hash tell.
 *
 *   CAS 0 -> 1 succeeded ──> insert ──┐
 *   fence ─────────────────> activate ├─> entries, oldest first ──> signature of the active ones
 *   Exch 0 ────────────────> release ─┘
 *
 * An entry is a six-bit hash, the low bits of address XOR key: key 0 for a lock taken with device
 * scope, block ID + 1 with block scope. Taking a device lock also enters it as the block's own, so
 * that it meets block-scope takers of the same block.
 *
 * Errs: two locks with the same hash are one, and the two bins may meet through two locks
 * (a race is missed); a fifth entry pushes the oldest out (a false alarm is possible).
 */
#ifndef PF_LOCK_TABLE_H
#define PF_LOCK_TABLE_H

#include "pf_reference.h"

enum { PF_MOST_LOCKS = 8 };

struct pf_lock_entry {
	uint8_t bin_a, bin_b; /* 0..7 each */
	bool block_scope, active;
};

/* All zero: empty. */
struct pf_lock_table {
	uint32_t n;
	struct pf_lock_entry entry[PF_MOST_LOCKS]; /* [0..n-1], oldest first */
};

enum pf_lock_scope { PF_LOCK_BLOCK, PF_LOCK_DEVICE };

/* What makes a block's locks its own: goes into the hash of entries of block scope. block: its ID,
 * before any truncation. Small IDs change one bin only. Keys that always change both (7 x 7 of
 * them) were tried: they tell {device, block} locks of one address from another block's, but device
 * locks of different addresses, two entries each, then meet six times as often. */
uint64_t pf_lock_key(uint64_t block);

/* key: pf_lock_key() of the warp's block. entries: 1..PF_MOST_LOCKS. */
void pf_lock_insert(struct pf_lock_table *t, uint32_t entries, uint64_t address, uint64_t key,
		    enum pf_lock_scope scope);
void pf_lock_release(struct pf_lock_table *t, uint64_t address, uint64_t key,
		     enum pf_lock_scope scope);
/* Beside the address those with bits 5:2 of `words`: what an instruction's lanes give back. */
void pf_lock_release_words(struct pf_lock_table *t, uint64_t address, uint16_t words, uint64_t key,
			   enum pf_lock_scope scope);
/* A fence: a device fence activates all entries, a block fence those of block scope. */
void pf_lock_activate(struct pf_lock_table *t, bool device);

/* Two 8-bit bins, A in the high byte: one bit of each for every active entry. */
uint16_t pf_lock_signature(const struct pf_lock_table *t);

/* The address with bits 5:2, its word of 64 bytes, replaced. */
static inline uint64_t pf_lock_word(uint64_t address, uint32_t word)
{
	return (address & ~UINT64_C(0x3c)) | (uint64_t)word << 2;
}

/* True when no lock can be in a set with this signature. */
static inline bool pf_lock_none(uint16_t signature)
{
	return !(signature & 0xff00) || !(signature & 0x00ff);
}

#endif
