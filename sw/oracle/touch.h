/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * touch: which lanes of an operation touch which words.
 */
#ifndef TOUCH_H
#define TOUCH_H

#include "../simt/simt.h"
#include "access.h"

enum { TOUCH_MAX = 128 }; /* 32 lanes x 16 bytes */

struct touch {
	uint64_t addr;
	uint32_t lanes;
	uint32_t bytes; /* 4: a word; 1, 2: part of one */
};

/* Touches of the lanes (at least one), in order of the lowest lane. When each lane has its own
 * place in one regular pattern, shift and phase say it, and *lanes of all touches stay apart;
 * else shift is ACCESS_LANES. apart: no pattern, please. */
unsigned touch_list(const struct simt_op *op, uint32_t lanes, bool apart, struct touch *t,
		    uint8_t *shift, uint8_t *phase);
/* Words of lanes (at least one) that follow each other and lie side by side, each lane in whole
 * ones of its own: from the lowest lane's address on. 0: they do not. */
unsigned touch_row(const struct simt_op *op, uint32_t lanes, uint8_t *shift, uint8_t *phase);

#endif
