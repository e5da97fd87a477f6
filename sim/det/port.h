/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * port: the pins of the two units, as plain C that every engine shares.
 *
 *   det.c ── in: valid, data, ready ──> step() of an engine: one clock edge ──> out ──> det.c
 *
 * `out` is what the pins say in the cycle that begins; it holds until the next step(). `in` is what
 * is given in this cycle; step() uses it and sets every valid and ready of it to false. An engine's
 * own record begins with the port. Read by C and, in the Verilated shell, by C++.
 */
#ifndef SIM_DET_PORT_H
#define SIM_DET_PORT_H

#include "golden/pf_slice.h"
#include "golden/pf_sm.h"

struct sm_port_out {
	bool event_ready, request_ready, idle;
	bool tag_valid, message_valid;
	struct pf_tag tag;
	struct pf_message message;
};

struct sm_port_in {
	bool event_valid, request_valid, tag_ready, message_ready;
	struct pf_event event;
	struct pf_sm_request request;
};

struct sm_port {
	struct sm_port_out out;
	struct sm_port_in in;
	bool record; /* this cycle goes into the wave, */
	uint64_t at; /* under this number */
};

enum slice_write { SLICE_WRITE_META, SLICE_WRITE_RECORD, SLICE_WRITE_SWEEP };

struct slice_port_out {
	bool ready, idle;
	bool read_valid, write_valid;
	bool answer_ready[2]; /* by bit 0 of the answer's ID */
	bool reg_ready;
	uint32_t read_id;
	uint64_t read_beat, write_beat;
	enum slice_write write_kind;
	struct pf_beat write_data;
	uint32_t reg_data;
};

struct slice_port_in {
	bool request_valid, read_ready, write_ready, answer_valid, reg_valid;
	struct pf_request request;
	uint32_t answer_id;
	struct pf_beat answer_data;
	bool reg_write;
	uint8_t reg_addr;
	uint32_t reg_data;
};

struct slice_port {
	struct slice_port_out out;
	struct slice_port_in in;
	bool record;
	uint64_t at;
};

#endif
