/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * sides: iGUARD in the GPU's sockets, beside det's system.
 *
 *   sm_side.c     what happens in an SM, to its unit; tags and messages, to packets
 *   parts.c       an instruction's lanes, to accesses that a few bits name, and when they are there
 *   slice_side.c  packets, to requests of a slice's unit
 */
#ifndef SIM_IGUARD_SIDES_H
#define SIM_IGUARD_SIDES_H

#include "../det/sides.h"

/* lanes: they are threads, else warps. */
struct sm_side *iguard_sm_side(const struct sim_config *c, struct det_sm *unit, bool lanes,
			       uint8_t system);
/* What a packet is to the slice's unit: requests into its queue; and how many, at most. */
extern const struct det_packets iguard_packets;

#endif
