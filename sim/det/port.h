/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * port: the pins of the two units (unit/port.h).
 */
#ifndef SIM_DET_PORT_H
#define SIM_DET_PORT_H

#include "../unit/port.h"
#include "reference/pf_slice.h"
#include "reference/pf_sm.h"

enum { SM_UNIT, SM_MULTICAST, SLICE_UNIT, LINE_UNIT }; /* in the library */

/* Slices that a Verilated pf_sm_multicast can name; tag_after counts modulo SM_AFTER. */
enum { SM_SLICES_RTL = 128, SM_AFTER = 16 };

struct sm_port_out {
	bool event_ready, request_ready, idle;
	bool tag_valid, message_valid;
	struct pf_tag tag;
	uint32_t tag_after; /* messages of earlier events, modulo 16 */
	struct pf_message message;
	uint32_t message_slice; /* PF_TO_ALL */
	bool told;              /* pf_sm_multicast: a message more has left */
};

struct sm_port_in {
	bool event_valid, request_valid, tag_ready, message_ready;
	struct pf_event event;
	struct pf_sm_request request;
	uint32_t tag_slice; /* tag_ready: to whom its request goes */
};

struct sm_port {
	struct sm_port_out out;
	struct sm_port_in in;
	struct wave_mark mark;
	bool policy; /* changes in reset only */
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
	struct pf_request request;
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
