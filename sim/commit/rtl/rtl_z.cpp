/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * rtl_z: a Verilated pf_zcommit behind a z_port.
 */
#include "Vpf_zcommit.h"
#include "shell.h"

namespace
{

struct Unit {
	z_port port; /* first: the unit's handle */
	std::unique_ptr<VerilatedContext> context;
	std::unique_ptr<Vpf_zcommit> model;

	Unit();
	~Unit()
	{
		model->final();
	}
	void reset();
	void give();
	void withdraw();
	void look();
};

void Unit::give()
{
	z_port_in &in = port.in;

	model->cfg_filter_i = port.filter;
	put(model->cfg_lines_i, port.lines);
	model->beg_valid_i = in.begin_valid;
	model->req_valid_i = in.request_valid;
	if (in.request_valid) {
		put(model->req_line_i, in.request.line);
		put(model->req_warp_i, in.request.warp);
		put_bytes(model->req_mask_i, in.request.mask);
		put_bytes(model->req_data_i, in.request.data);
	}
	model->res_ready_i = in.result_ready;
	model->mrd_ready_i = in.read_ready;
	model->mwr_ready_i = in.write_ready;
	model->mrsp_valid_i = in.answer_valid;
	if (in.answer_valid) {
		put(model->mrsp_id_i, in.answer_id);
		put_bytes(model->mrsp_data_i, in.answer_data);
	}
	in.begin_valid = in.request_valid = in.result_ready = false;
	in.read_ready = in.write_ready = in.answer_valid = false;
}

void Unit::withdraw()
{
	model->beg_valid_i = model->req_valid_i = model->mrsp_valid_i = 0;
	model->res_ready_i = model->mrd_ready_i = model->mwr_ready_i = 0;
}

void Unit::look()
{
	z_port_out &out = port.out;

	out.ready = model->req_ready_o;
	out.begin_ready = model->beg_ready_o;
	out.idle = model->idle_o;
	out.quantum = model->quantum_o;
	out.events = model->evt_o;
	out.answer_ready = model->mrsp_ready_o;
	out.result_valid = model->res_valid_o;
	if (out.result_valid) {
		out.result.line = model->res_line_o;
		out.result.warp = model->res_warp_o;
		get_bytes(out.result.mask, model->res_mask_o);
		get_bytes(out.result.data, model->res_data_o);
	}
	out.read_valid = model->mrd_valid_o;
	out.read_beat = model->mrd_addr_o;
	out.read_id = model->mrd_id_o;
	out.write_valid = model->mwr_valid_o;
	if (!out.write_valid)
		return;
	out.write_beat = model->mwr_addr_o;
	get_bytes(out.write_data, model->mwr_data_o);
}

void Unit::reset()
{
	shell_reset(*this);
	while (!port.out.idle || !port.out.begin_ready)
		shell_edge(*this);
}

Unit::Unit() : port{}, context(new VerilatedContext), model(new Vpf_zcommit(context.get(), "z"))
{
	reset();
}

Unit *unit(struct z_port *p)
{
	return reinterpret_cast<Unit *>(p);
}

} // namespace

struct z_port *shell_z_create()
{
	return &(new Unit)->port;
}

void shell_z_destroy(struct z_port *p)
{
	delete unit(p);
}

void shell_z_step(struct z_port *p)
{
	shell_edge(*unit(p));
}

void shell_z_reset(struct z_port *p)
{
	unit(p)->reset();
}
