/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * rtl_quantum: a Verilated pf_quantum behind a quantum_port.
 */
#include "Vpf_quantum.h"
#include "shell.h"

namespace
{

enum { WHY_BITS = 3 };

struct Unit {
	quantum_port port; /* first: the unit's handle */
	std::unique_ptr<VerilatedContext> context;
	std::unique_ptr<Vpf_quantum> model;

	Unit();
	~Unit()
	{
		model->final();
	}
	void give();
	void withdraw();
	void look();
};

void Unit::give()
{
	quantum_port_in &in = port.in;

	put(model->mode_i, port.mode);
	put(model->cfg_size_i, port.size);
	model->cfg_bta_i = port.bta;
	put(model->issue_i, in.issue);
	model->start_i = in.start;
	model->ser_next_i = in.serial_next;
	model->evt_valid_i = in.event_valid;
	if (in.event_valid) {
		put(model->evt_kind_i, in.kind);
		put(model->evt_warp_i, in.warp);
		put(model->evt_slot_i, in.slot);
	}
	in.event_valid = in.start = in.serial_next = false;
	in.issue = 0;
}

void Unit::withdraw()
{
	model->evt_valid_i = model->start_i = model->ser_next_i = 0;
	put(model->issue_i, 0);
}

void Unit::look()
{
	quantum_port_out &out = port.out;
	static_assert(SHELL_WARPS <= sizeof(out.why), "more warps than the port has");

	out.event_ready = model->evt_ready_o;
	out.done = model->done_o;
	out.run = model->run_o;
	out.live = model->live_o;
	out.serial_valid = model->ser_valid_o;
	out.serial_any = model->ser_any_o;
	out.serial_warp = model->ser_warp_o;
	for (unsigned w = 0; w < SHELL_WARPS; w++)
		out.why[w] = static_cast<uint8_t>(bits(model->why_o, WHY_BITS * w, WHY_BITS));
}

Unit::Unit()
    : port{}, context(new VerilatedContext), model(new Vpf_quantum(context.get(), "quantum"))
{
	port.size = 1;
	shell_reset(*this);
}

Unit *unit(struct quantum_port *p)
{
	return reinterpret_cast<Unit *>(p);
}

} // namespace

struct quantum_port *shell_quantum_create()
{
	return &(new Unit)->port;
}

void shell_quantum_destroy(struct quantum_port *p)
{
	delete unit(p);
}

void shell_quantum_step(struct quantum_port *p)
{
	shell_edge(*unit(p));
}

/* run_o and ser_valid_o depend on the mode. */
void shell_quantum_look(struct quantum_port *p)
{
	Unit &u = *unit(p);

	put(u.model->mode_i, p->mode);
	u.model->eval();
	u.look();
}
