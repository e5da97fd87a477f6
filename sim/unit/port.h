/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * port: what the ports of all units have in common, as plain C that every backend shares.
 *
 *   host ── in: valid, data, ready ──> step() of a backend: one clock edge ──> out ──> host
 *
 * A port begins with `out` and `in`. `out` is what the pins say in the cycle that begins; it holds
 * until the next step(). `in` is what is given in this cycle; step() uses it and sets every valid
 * and ready of it to false. A backend's own record begins with the port, which is its handle. Read
 * by C and, in the Verilated shell, by C++.
 */
#ifndef SIM_UNIT_PORT_H
#define SIM_UNIT_PORT_H

#include <stdbool.h>
#include <stdint.h>

#include "reference/pf_report_unit.h"

/* What a backend does with one kind of unit. NULL: nothing to do. */
struct unit_kind {
	void *(*create)(const char *wave); /* after reset, idle; wave: FST file, or NULL */
	void (*destroy)(void *port);
	void (*step)(void *port);
	void (*reset)(void *port); /* as after create() */
	void (*look)(void *port);  /* pins that stay have changed within a cycle */
	void (*wave_end)(
		void *port); /* the wave is complete and closed; the unit goes on without */
};

/* Memory pins, in beats of 32 bytes. */

struct memory_out {
	bool read_valid, write_valid;
	bool answer_ready[2]; /* by bit 0 of the answer's ID */
	uint32_t read_id;
	uint64_t read_beat, write_beat;
	struct pf_beat write_data;
};

struct memory_in {
	bool read_ready, write_ready, answer_valid;
	uint32_t answer_id;
	struct pf_beat answer_data;
};

/* A cycle's place in a wave. */
struct wave_mark {
	bool record;
	uint64_t at; /* its number */
};

#endif
