/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * port: the pins of the three units, as plain C that every engine shares.
 *
 *   store.c, slice.c ── in: valid, data, ready ──> step() of an engine: one clock edge ──> out
 *
 * `out` is what the pins say in the cycle that begins; it holds until the next step(). `in` is what
 * is given in this cycle; step() uses it and sets every valid and ready of it to false. An engine's
 * own record begins with the port. Read by C and, in the Verilated shell, by C++.
 */
#ifndef SIM_COMMIT_PORT_H
#define SIM_COMMIT_PORT_H

#include <stdbool.h>
#include <stdint.h>

#include "golden/pf_report_unit.h"
#include "golden/pf_store_buffer.h"
#include "golden/pf_zcommit.h"

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
	bool answer_valid, entry_valid, read_valid, write_valid, beat_ready;
	uint32_t answer_kind, answer_warp, answer_left;
	struct pf_log_entry answer, entry; /* answer: mask and data */
	uint32_t entry_warp;
	uint32_t read_beat, write_beat;
	struct pf_beat write_data;
	uint32_t write_strobe; /* a bit a byte */
	uint32_t events;       /* pulses of the cycle that ended */
};

struct store_port_in {
	bool command_valid, answer_ready, entry_ready, read_ready, write_ready, beat_valid;
	uint32_t kind, warp;
	struct pf_log_entry command;
	struct pf_beat beat;
};

struct store_port {
	struct store_port_out out;
	struct store_port_in in;
};

/* Z-commit unit */

enum { Z_EVENTS = 8 };
enum z_event { Z_HIT, Z_MISS, Z_DEFERRED, Z_FETCHED, Z_SPILLED, Z_LOST, Z_WAITS, Z_SWEPT };

struct z_port_out {
	bool ready, begin_ready, idle;
	bool result_valid, read_valid, write_valid, answer_ready;
	uint32_t quantum;
	struct pf_zrequest result;
	uint32_t read_id;
	uint64_t read_beat, write_beat;
	struct pf_beat write_data;
	uint32_t events;
};

struct z_port_in {
	bool begin_valid, request_valid, result_ready, read_ready, write_ready, answer_valid;
	struct pf_zrequest request;
	uint32_t answer_id;
	struct pf_beat answer_data;
};

struct z_port {
	struct z_port_out out;
	struct z_port_in in;
	/* Pins that stay as they are while the unit is not idle. */
	bool filter;
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
	uint32_t mode, size;
	bool bta;
};

#endif
