/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_barrier_file: counts barriers, so that accesses of one block on two sides of one are told
 * apart.
 *
 *   scord-paper  one count for each warp of a block slot, bumped when lane 0 of the warp executes
 *                any barrier; starts at 0 with each block
 *   scord        one count for each block slot, bumped when a barrier of the block completes; a
 *                slot's next block goes on counting
 *
 * Errs: a barrier that not all warps joined counts for all (a race is missed); a count that
 * wraps makes two sides look like one (a false alarm), so scord starts an epoch then.
 */
#ifndef PF_BARRIER_FILE_H
#define PF_BARRIER_FILE_H

#include "pf_reference.h"

struct pf_barrier_file {
	uint32_t *count;
	uint32_t n, bits;
};

void pf_barrier_init(struct pf_barrier_file *f, uint32_t n, uint32_t bits); /* all 0 */
void pf_barrier_free(struct pf_barrier_file *f);
/* True when the count wrapped to 0. */
bool pf_barrier_bump(struct pf_barrier_file *f, uint32_t i);
void pf_barrier_clear(struct pf_barrier_file *f, uint32_t i);

static inline uint32_t pf_barrier_id(const struct pf_barrier_file *f, uint32_t i)
{
	return f->count[i];
}

#endif
