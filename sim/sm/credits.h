/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * credits: which of an SM's messages all their slices have taken in.
 *
 *   begin ─> to, for each slice ─> end           messages are 1, 2, ...
 *   came, of a slice: its oldest has arrived ──> arrived: all up to this one
 *
 * A slice takes in an SM's messages in the order in which they were sent to it.
 */
#ifndef SIM_SM_CREDITS_H
#define SIM_SM_CREDITS_H

#include <stdbool.h>
#include <stdint.h>

struct credit_queue; /* of a slice */

struct credits {
	struct credit_queue *slice;
	uint32_t slices;
	uint32_t *left; /* ring: copies under way of the messages after `arrived` */
	uint32_t mask;
	uint64_t begun, arrived;
};

void credits_init(struct credits *c, uint32_t slices);
void credits_free(struct credits *c);
/* A message, its copies, and that there are no more of these. */
void credits_begin(struct credits *c);
void credits_to(struct credits *c, uint32_t slice);
void credits_end(struct credits *c);
/* A slice has taken one in; true: `arrived` has grown. */
bool credits_came(struct credits *c, uint32_t slice);

#endif
