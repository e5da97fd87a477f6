/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * port: the pins of iGUARD's units (unit/port.h). Those of the SM's and of the slice's are det's;
 * the third makes accesses, whose lanes a few bits name, of an instruction's; the fourth is the
 * SM's that tells of a fence only slices that have to know.
 */
#ifndef SIM_IGUARD_PORT_H
#define SIM_IGUARD_PORT_H

#include "../det/port.h"
#include "reference/pf_iguard_group.h"

enum { IGUARD_SM_UNIT, IGUARD_SLICE_UNIT, IGUARD_GROUP, IGUARD_MULTICAST }; /* in the library */

/* pf_iguard_group. The host always takes a group that is there. */
struct group_port_out {
	bool ready, idle;
	bool valid, last; /* last: of its line */
	struct pf_iguard_group group;
};

struct group_port_in {
	bool valid;
	struct pf_iguard_lanes_access lanes; /* of a line */
};

struct group_port {
	struct group_port_out out;
	struct group_port_in in;
	struct wave_mark mark;
};

#endif
