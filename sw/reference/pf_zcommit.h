/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_zcommit: who writes each byte of memory last when a quantum's write logs are committed.
 *
 *   log entry (line, warp, mask, data) ─> row of the line ─> the same entry, its mask cut down to
 *                                          tag: quantum      the bytes that go to memory
 *                                          winner of each of the 128 bytes
 *
 * A byte passes when no lower warp has written it in the present quantum; its winner is then this
 * warp. So whatever the order in which entries arrive, a byte ends with the value of the lowest
 * warp that wrote it, and of one warp with the later value. A row of another quantum is as one that
 * was never written. Quantum numbers are 1 .. 2^quantum_bits - 1; after the last one all rows are
 * forgotten, and 1 is next.
 *
 * No clock, no Z-cache: rows of memory and rows of the cache are one here.
 */
#ifndef PF_ZCOMMIT_H
#define PF_ZCOMMIT_H

#include "pf_reference.h"

enum { PF_LINE_BYTES = 128, PF_LINE_MASK = PF_LINE_BYTES / 8 };

/* A request, and as well its result. Byte b of the line belongs to it when
 * mask[b / 8] >> (b % 8) & 1. */
struct pf_zrequest {
	uint32_t line, warp;
	uint8_t mask[PF_LINE_MASK];
	uint8_t data[PF_LINE_BYTES];
};

struct pf_zconfig {
	uint32_t lines;        /* lines of the region: 0 .. lines - 1 */
	uint32_t line_bits;    /* bits of a line number: lines <= 2^line_bits */
	uint32_t warp_bits;    /* bits of a warp's number, 1 to 16; all ones is nobody */
	uint32_t quantum_bits; /* 1 to 31 */
};

struct pf_zcommit;

/* As after reset: the first quantum is 1. NULL: a figure is out of its range. */
struct pf_zcommit *pf_zcommit_create(const struct pf_zconfig *c);
void pf_zcommit_destroy(struct pf_zcommit *z);
/* The commit mode of the next quantum begins. */
void pf_zcommit_begin(struct pf_zcommit *z);
uint32_t pf_zcommit_quantum(const struct pf_zcommit *z);
/* r->line is in the region, r->warp is not nobody. result may be r. */
void pf_zcommit_request(struct pf_zcommit *z, const struct pf_zrequest *r,
			struct pf_zrequest *result);
/* All ones of warp_bits: nobody in the present quantum. */
uint32_t pf_zcommit_winner(const struct pf_zcommit *z, uint32_t line, uint32_t byte);

#endif
