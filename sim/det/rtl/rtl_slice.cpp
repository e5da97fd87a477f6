/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * rtl_slice: a Verilated pf_slice_unit behind a slice_port.
 *
 * mrsp_ready_o depends on bit 0 of mrsp_id_i. The two evaluations of a cycle look at one value of
 * it each, so both are known when the next cycle begins.
 */
#include "../../unit/rtl/shell.h"
#include "../port.h"
#include "Vpf_slice_unit.h"

using Slice = Shell<slice_port, Vpf_slice_unit>;

static const pf_bits TAG[] = SHELL_LAYOUT(TAG);

static uint64_t pack(const pf_tag &t)
{
	return packed(TAG[PF_TAG_LOCK], t.signature) | packed(TAG[PF_TAG_BARRIER], t.barrier) |
	       packed(TAG[PF_TAG_WARP], t.warp) | packed(TAG[PF_TAG_BLOCK], t.block) |
	       packed(TAG[PF_TAG_STRONG], t.strong) |
	       packed(TAG[PF_TAG_BLOCK_SCOPE], t.block_scope) |
	       packed(TAG[PF_TAG_IS_ATOM], t.atomic) | packed(TAG[PF_TAG_WRITE], t.write);
}

template <> const char *const Slice::NAME = "slice";

template <> void Slice::give()
{
	slice_port_in &in = port.in;

	model.req_valid_i = in.request_valid;
	if (in.request_valid) {
		put(model.req_kind_i, in.request.kind);
		put(model.req_sector_i, in.request.sector);
		put(model.req_word_mask_i, in.request.word_mask);
		put(model.req_sub_mask_i, in.request.sub_mask);
		put(model.req_tag_i, pack(in.request.tag));
		put(model.req_pc_i, in.request.pc);
	}
	if (in.memory.answer_valid)
		put(model.mrsp_id_i, in.memory.answer_id);
	give_memory(model, in.memory);
	model.reg_valid_i = in.reg_valid;
	model.reg_write_i = in.reg_write;
	put(model.reg_addr_i, in.reg_addr);
	model.reg_wdata_i = in.reg_data;
	in.request_valid = in.reg_valid = false;
}

/* A register access keeps its inputs over both evaluations. */
template <> void Slice::withdraw()
{
	slice_port_out &out = port.out;

	out.memory.answer_ready[model.mrsp_id_i & 1] = model.mrsp_ready_o;
	out.reg_ready = model.reg_ready_o;
	out.reg_data = model.reg_rdata_o;
	out.reg_error = model.reg_error_o;
	model.req_valid_i = 0;
	withdraw_memory(model);
	model.mrsp_id_i ^= 1;
}

template <> void Slice::look()
{
	slice_port_out &out = port.out;

	out.memory.answer_ready[model.mrsp_id_i & 1] = model.mrsp_ready_o;
	out.ready = model.req_ready_o;
	out.idle = model.idle_o;
	out.memory.read_id = model.mrd_id_o;
	out.write_kind = static_cast<enum slice_write>(model.mwr_kind_o);
	look_memory(model, out.memory);
}

template <> bool Slice::begun() const
{
	return port.out.idle;
}

unit_kind slice_shell = Slice::kind();
