/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * rtl_store: a Verilated pf_store_buffer behind a store_port.
 */
#include "Vpf_store_buffer.h"
#include "shell.h"

namespace
{

struct Unit {
	store_port port; /* first: the unit's handle */
	std::unique_ptr<VerilatedContext> context;
	std::unique_ptr<Vpf_store_buffer> model;

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
	store_port_in &in = port.in;

	model->cmd_valid_i = in.command_valid;
	if (in.command_valid) {
		put(model->cmd_kind_i, in.kind);
		put(model->cmd_warp_i, in.warp);
		put(model->cmd_line_i, in.command.line);
		put_bytes(model->cmd_mask_i, in.command.mask);
		put_bytes(model->cmd_data_i, in.command.data);
	}
	model->ans_ready_i = in.answer_ready;
	model->ent_ready_i = in.entry_ready;
	model->mwr_ready_i = in.write_ready;
	model->mrd_ready_i = in.read_ready;
	model->mrsp_valid_i = in.beat_valid;
	if (in.beat_valid)
		put_bytes(model->mrsp_data_i, in.beat);
	in.command_valid = in.answer_ready = in.entry_ready = false;
	in.write_ready = in.read_ready = in.beat_valid = false;
}

void Unit::withdraw()
{
	model->cmd_valid_i = model->mrsp_valid_i = 0;
	model->ans_ready_i = model->ent_ready_i = model->mwr_ready_i = model->mrd_ready_i = 0;
}

void Unit::look()
{
	store_port_out &out = port.out;

	out.ready = model->cmd_ready_o;
	out.idle = model->idle_o;
	out.events = model->evt_o;
	out.beat_ready = model->mrsp_ready_o;
	out.answer_valid = model->ans_valid_o;
	if (out.answer_valid) {
		out.answer_kind = model->ans_kind_o;
		out.answer_warp = model->ans_warp_o;
		out.answer_left = model->ans_left_o;
		get_bytes(out.answer.mask, model->ans_mask_o);
		get_bytes(out.answer.data, model->ans_data_o);
	}
	out.entry_valid = model->ent_valid_o;
	if (out.entry_valid) {
		out.entry_warp = model->ent_warp_o;
		out.entry.line = model->ent_line_o;
		get_bytes(out.entry.mask, model->ent_mask_o);
		get_bytes(out.entry.data, model->ent_data_o);
	}
	out.read_valid = model->mrd_valid_o;
	out.read_beat = model->mrd_addr_o;
	out.write_valid = model->mwr_valid_o;
	if (!out.write_valid)
		return;
	out.write_beat = model->mwr_addr_o;
	out.write_strobe = model->mwr_strb_o;
	get_bytes(out.write_data, model->mwr_data_o);
}

Unit::Unit()
    : port{}, context(new VerilatedContext), model(new Vpf_store_buffer(context.get(), "store"))
{
	shell_reset(*this);
	while (!port.out.idle || !port.out.ready)
		shell_edge(*this);
}

Unit *unit(struct store_port *p)
{
	return reinterpret_cast<Unit *>(p);
}

} // namespace

struct store_port *shell_store_create()
{
	return &(new Unit)->port;
}

void shell_store_destroy(struct store_port *p)
{
	delete unit(p);
}

void shell_store_step(struct store_port *p)
{
	shell_edge(*unit(p));
}
