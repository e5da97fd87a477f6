/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * rtl_quantum: a Verilated pf_quantum behind a quantum_port.
 */
#include "../../unit/rtl/shell.h"
#include "../port.h"
#include "Vpf_quantum.h"

using Quantum = Shell<quantum_port, Vpf_quantum>;

enum { WHY_BITS = 3 };

static constexpr unit_geometry GEOMETRY = SHELL_SIZES(SHELL_NAME, SHELL_GEOMETRY);

static_assert(GEOMETRY.size.warps <= sizeof(quantum_port_out::why), "more warps than the port has");

template <> const char *const Quantum::NAME = "quantum";

template <> void Quantum::give()
{
	quantum_port_in &in = port.in;

	put(model.mode_i, port.mode);
	put(model.cfg_size_i, port.size);
	model.cfg_bta_i = port.bta;
	put(model.issue_i, in.issue);
	model.start_i = in.start;
	model.ser_next_i = in.serial_next;
	model.evt_valid_i = in.event_valid;
	if (in.event_valid) {
		put(model.evt_kind_i, in.kind);
		put(model.evt_warp_i, in.warp);
		put(model.evt_slot_i, in.slot);
	}
	in.event_valid = in.start = in.serial_next = false;
	in.issue = 0;
}

template <> void Quantum::withdraw()
{
	model.evt_valid_i = model.start_i = model.ser_next_i = 0;
	put(model.issue_i, 0);
}

template <> void Quantum::look()
{
	quantum_port_out &out = port.out;

	out.event_ready = model.evt_ready_o;
	out.done = model.done_o;
	out.run = model.run_o;
	out.live = model.live_o;
	out.serial_valid = model.ser_valid_o;
	out.serial_any = model.ser_any_o;
	out.serial_warp = model.ser_warp_o;
	for (unsigned w = 0; w < GEOMETRY.size.warps; w++)
		out.why[w] = static_cast<uint8_t>(bits(model.why_o, WHY_BITS * w, WHY_BITS));
}

template <> bool Quantum::begun() const
{
	return true;
}

/* run_o and ser_valid_o depend on the mode. */
static void mode_has_changed(void *port)
{
	Quantum &u = *Quantum::of(port);

	put(u.model.mode_i, u.port.mode);
	u.model.eval();
	u.look();
}

unit_kind quantum_shell = Quantum::kind(mode_has_changed);
