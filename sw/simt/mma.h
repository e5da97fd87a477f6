/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * mma: which lane holds which element of a matrix, and the product. Private to mma.c, lower_mma.c.
 *
 *   wmma   element e of lane l is number 32 * e + l of the matrix, row by row: PTX leaves it open
 *   mma    as PTX says
 */
#ifndef SIMT_MMA_H
#define SIMT_MMA_H

#include "simt_int.h"

enum { MMA_REGS = 8 };

struct simt_mma_matrix {
	uint8_t type;       /* enum ptx_mma_type */
	uint8_t rows, cols; /* single bits: in words of 32 where they are summed over */
	uint8_t each;       /* elements of a lane */
	uint8_t n;          /* registers */
	simt_ref reg[MMA_REGS];
	const uint16_t *place; /* of element e of lane l: at 32 * e + l; NULL: just there */
};

struct simt_mma {
	struct simt_mma_matrix a, b, c, d;
	bool sat;
	bool differ; /* single bits: .xor, not .and */
};

struct mma_place {
	unsigned row, col;
};

/* Where mma's element e of lane l is in matrix 'a', 'b', 'c' or 'd'. */
struct mma_place mma_place(const struct simt_mma_matrix *x, char matrix, unsigned lane, unsigned e);

/* The handler of a product: i->u.mma. */
simt_fn mma_handler(enum ptx_mma_type type);
/* movmatrix: d, a */
void mma_transpose(struct simt_warp *w, const struct simt_insn *i, uint32_t mask);

#endif
