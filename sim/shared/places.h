/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * places: what a unit keeps of a program counter: the number of the instruction among those of its
 * kernel that may touch shared memory, from 1 on. A driver loads them with the kernel's code.
 *
 * Where there are more than numbers, they begin anew, and then a number may be several places.
 */
#ifndef SIM_SHARED_PLACES_H
#define SIM_SHARED_PLACES_H

#include "simt/simt.h"

struct places {
	uint32_t *number; /* [pc]; 0: it does not touch shared memory */
	uint32_t *pc;     /* [number]: PF_SHARED_NO_PC: several, or none */
	uint32_t numbers; /* largest */
	size_t cap;
};

/* bits: of a number, 1 to 16. All zero: empty. */
void places_load(struct places *p, const struct simt_kernel *k, uint32_t bits);
void places_free(struct places *p);

#endif
