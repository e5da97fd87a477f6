/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * rtl_store: a Verilated pf_store_buffer behind a store_port.
 */
#include "../../unit/rtl/shell.h"
#include "../port.h"
#include "Vpf_store_buffer.h"

using Store = Shell<store_port, Vpf_store_buffer>;

template <> const char *const Store::NAME = "store";

template <> void Store::give()
{
	store_port_in &in = port.in;

	model.cmd_valid_i = in.command_valid;
	if (in.command_valid) {
		put(model.cmd_kind_i, in.kind);
		put(model.cmd_warp_i, in.warp);
		put(model.cmd_line_i, in.command.line);
		put_bytes(model.cmd_mask_i, in.command.mask);
		put_bytes(model.cmd_data_i, in.command.data);
	}
	model.ans_ready_i = in.answer_ready;
	model.ent_ready_i = in.entry_ready;
	give_memory(model, in.memory);
	in.command_valid = in.answer_ready = in.entry_ready = false;
}

template <> void Store::withdraw()
{
	model.cmd_valid_i = model.ans_ready_i = model.ent_ready_i = 0;
	withdraw_memory(model);
}

template <> void Store::look()
{
	store_port_out &out = port.out;

	out.ready = model.cmd_ready_o;
	out.idle = model.idle_o;
	out.events = model.evt_o;
	out.answer_valid = model.ans_valid_o;
	if (out.answer_valid) {
		out.answer_kind = model.ans_kind_o;
		out.answer_warp = model.ans_warp_o;
		out.answer_left = model.ans_left_o;
		get_bytes(out.answer.mask, model.ans_mask_o);
		get_bytes(out.answer.data, model.ans_data_o);
	}
	out.entry_valid = model.ent_valid_o;
	if (out.entry_valid) {
		out.entry_warp = model.ent_warp_o;
		out.entry.line = model.ent_line_o;
		get_bytes(out.entry.mask, model.ent_mask_o);
		get_bytes(out.entry.data, model.ent_data_o);
	}
	out.memory.answer_ready[0] = out.memory.answer_ready[1] = model.mrsp_ready_o;
	out.write_strobe = model.mwr_strb_o;
	look_memory(model, out.memory);
}

template <> bool Store::begun() const
{
	return port.out.idle && port.out.ready;
}

unit_kind store_shell = Store::kind();
