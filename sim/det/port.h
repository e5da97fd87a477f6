/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * port: the pins of an SM's unit and of a slice's (unit/port.h), ScoRD's or iGUARD's: they differ
 * in what an event, an access, a tag and a message are.
 */
#ifndef SIM_DET_PORT_H
#define SIM_DET_PORT_H

#include "../unit/port.h"
#include "reference/pf_iguard_slice.h"
#include "reference/pf_slice.h"
#include "reference/pf_sm.h"

enum { SM_UNIT, SM_MULTICAST, SLICE_UNIT, LINE_UNIT }; /* in the library */

/* Slices that a Verilated pf_sm_multicast can name; tag_after counts modulo SM_AFTER. */
enum { SM_SLICES_RTL = 128, SM_AFTER = 16 };

struct sm_port_out {
	bool event_ready, request_ready, idle;
	bool tag_valid, message_valid;
	union {
		struct pf_tag tag;
		struct pf_iguard_tag iguard_tag; /* by.side.block: from 1 on */
	};
	uint32_t tag_after; /* messages of earlier events, modulo 16 */
	union {
		struct pf_message message;
		struct pf_iguard_message iguard_message;
	};
	uint32_t message_slice; /* PF_TO_ALL */
	bool told;              /* pf_sm_multicast: a message more has left */
};

struct sm_port_in {
	bool event_valid, request_valid, tag_ready, message_ready;
	union {
		struct pf_event event;
		struct pf_iguard_sm_event iguard_event;
	};
	union {
		struct pf_sm_request request;
		struct pf_iguard_sm_request iguard_request;
	};
	uint32_t tag_slice; /* tag_ready: to whom its request goes */
};

struct sm_port {
	struct sm_port_out out;
	struct sm_port_in in;
	struct wave_mark mark;
	bool policy; /* ScoRD's; changes in reset only */
	uint32_t sm; /* iGUARD's: the SM's number; likewise */
};

enum slice_write { SLICE_WRITE_META, SLICE_WRITE_RECORD, SLICE_WRITE_SWEEP };

struct slice_port_out {
	bool ready, idle, reg_ready, reg_error;
	struct memory_out memory;
	enum slice_write write_kind;
	uint32_t reg_data;
};

struct slice_port_in {
	bool request_valid, reg_valid, reg_write;
	union {
		struct pf_request request;
		struct pf_iguard_request iguard_request; /* tag.by.side.block: from 1 on */
	};
	struct memory_in memory;
	uint8_t reg_addr;
	uint32_t reg_data;
};

struct slice_port {
	struct slice_port_out out;
	struct slice_port_in in;
	struct wave_mark mark;
};

#endif
