/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * port: the pins of the unit for shared memory (unit/port.h).
 *
 * Whether an operation is taken depends on it, and a race may be of one that is offered. So `out`
 * is of the cycle that step() has ended, and `in` stays as it is until its operation is taken.
 */
#ifndef SIM_SHARED_PORT_H
#define SIM_SHARED_PORT_H

#include "../unit/port.h"
#include "reference/pf_shared_port.h"

enum { SHARED_UNIT }; /* in the library */

/* Words of a bank in geometry tiny's library: as many as tiny's machine has, where the bench of
 * the unit has 16. */
enum { SHARED_WORDS_TINY = 3072 };

struct shared_port_out {
	bool taken, idle;   /* idle: nothing inside, and nothing to clear */
	bool race_valid;    /* it has been taken */
	bool forget, split; /* pulses */
	uint8_t lost;       /* words */
	struct pf_shared_told race;
};

struct shared_port_in {
	bool valid;
	struct pf_shared_op op;
	uint8_t warp;   /* slot of the SM */
	uint64_t warps; /* of the block */
};

struct shared_port {
	struct shared_port_out out;
	struct shared_port_in in;
	struct wave_mark mark;
};

#endif
