/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * port: the pins of the three units (unit/port.h).
 */
#ifndef SIM_GPUDET_PORT_H
#define SIM_GPUDET_PORT_H

#include "../unit/port.h"
#include "reference/pf_store_buffer.h"
#include "reference/pf_zcommit.h"

enum { STORE_UNIT, Z_UNIT, QUANTUM_UNIT }; /* in the library */

/* Store buffer. Kinds: of commit_sb_kind. Beats of the log memory: {warp, entry, 8 beats}. */

enum { STORE_EVENTS = 7, STORE_ENTRY_BEATS = 8 };
enum store_event {
	STORE_MAYBE,
	STORE_SEARCHED,
	STORE_MERGED,
	STORE_APPENDED,
	STORE_FORWARDED,
	STORE_IN_VAIN,
	STORE_OPEN
};

struct store_port_out {
	bool ready, idle;
	bool answer_valid, entry_valid;
	uint32_t answer_kind, answer_warp, answer_left;
	struct pf_log_entry answer, entry; /* answer: mask and data */
	uint32_t entry_warp;
	struct memory_out memory; /* answers in order, without IDs */
	uint32_t write_strobe;    /* a bit a byte */
	uint32_t events;          /* pulses of the cycle that ended */
};

struct store_port_in {
	bool command_valid, answer_ready, entry_ready;
	uint32_t kind, warp;
	struct pf_log_entry command;
	struct memory_in memory;
};

struct store_port {
	struct store_port_out out;
	struct store_port_in in;
	struct wave_mark mark;
};

/* Z-commit unit */

enum { Z_EVENTS = 8 };
enum z_event { Z_HIT, Z_MISS, Z_DEFERRED, Z_FETCHED, Z_SPILLED, Z_LOST, Z_WAITS, Z_SWEPT };

struct z_port_out {
	bool ready, begin_ready, idle, result_valid;
	uint32_t quantum;
	struct pf_zrequest result;
	struct memory_out memory;
	uint32_t events;
};

struct z_port_in {
	bool begin_valid, request_valid, result_ready;
	struct pf_zrequest request;
	struct memory_in memory;
};

struct z_port {
	struct z_port_out out;
	struct z_port_in in;
	struct wave_mark mark;
	bool filter; /* these stay while the unit is not idle */
	uint64_t lines;
};

/* Quantum unit. Masks: a bit a warp. */

struct quantum_port_out {
	bool event_ready, done, serial_valid, serial_any;
	uint64_t run;
	uint8_t why[64]; /* pf_stop */
	uint32_t serial_warp, live;
};

struct quantum_port_in {
	bool event_valid, start, serial_next;
	uint32_t kind, warp, slot;
	uint64_t issue;
};

struct quantum_port {
	struct quantum_port_out out;
	struct quantum_port_in in;
	struct wave_mark mark;
	uint32_t mode, size;
	bool bta;
};

#endif
