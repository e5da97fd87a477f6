/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * rtl_z: a Verilated pf_zcommit behind a z_port.
 */
#include "../../unit/rtl/shell.h"
#include "../port.h"
#include "Vpf_zcommit.h"

using Z = Shell<z_port, Vpf_zcommit>;

template <> const char *const Z::NAME = "z";

template <> void Z::give()
{
	z_port_in &in = port.in;

	model.cfg_filter_i = port.filter;
	put(model.cfg_lines_i, port.lines);
	model.beg_valid_i = in.begin_valid;
	model.req_valid_i = in.request_valid;
	if (in.request_valid) {
		put(model.req_line_i, in.request.line);
		put(model.req_warp_i, in.request.warp);
		put_bytes(model.req_mask_i, in.request.mask);
		put_bytes(model.req_data_i, in.request.data);
	}
	model.res_ready_i = in.result_ready;
	if (in.memory.answer_valid)
		put(model.mrsp_id_i, in.memory.answer_id);
	give_memory(model, in.memory);
	in.begin_valid = in.request_valid = in.result_ready = false;
}

template <> void Z::withdraw()
{
	model.beg_valid_i = model.req_valid_i = model.res_ready_i = 0;
	withdraw_memory(model);
}

template <> void Z::look()
{
	z_port_out &out = port.out;

	out.ready = model.req_ready_o;
	out.begin_ready = model.beg_ready_o;
	out.idle = model.idle_o;
	out.quantum = model.quantum_o;
	out.events = model.evt_o;
	out.result_valid = model.res_valid_o;
	if (out.result_valid) {
		out.result.line = model.res_line_o;
		out.result.warp = model.res_warp_o;
		get_bytes(out.result.mask, model.res_mask_o);
		get_bytes(out.result.data, model.res_data_o);
	}
	out.memory.answer_ready[0] = out.memory.answer_ready[1] = model.mrsp_ready_o;
	out.memory.read_id = model.mrd_id_o;
	look_memory(model, out.memory);
}

template <> bool Z::begun() const
{
	return port.out.idle && port.out.begin_ready;
}

unit_kind z_shell = Z::kind();
