/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * slice_pins: what the Verilated slice units have in common: memory, registers, and ScoRD's
 * requests.
 *
 *   give():     give_request(), give_slice()
 *   withdraw(): withdraw_slice()
 *   look():     look_slice(), and when an answer can be taken
 */
#ifndef SIM_DET_RTL_SLICE_PINS_H
#define SIM_DET_RTL_SLICE_PINS_H

#include "../../unit/rtl/shell.h"
#include "../port.h"

inline uint64_t packed_tag(const pf_tag &t)
{
	static const pf_bits TAG[] = SHELL_LAYOUT(TAG);

	return packed(TAG[PF_TAG_LOCK], t.signature) | packed(TAG[PF_TAG_BARRIER], t.barrier) |
	       packed(TAG[PF_TAG_WARP], t.warp) | packed(TAG[PF_TAG_BLOCK], t.block) |
	       packed(TAG[PF_TAG_STRONG], t.strong) |
	       packed(TAG[PF_TAG_BLOCK_SCOPE], t.block_scope) |
	       packed(TAG[PF_TAG_IS_ATOM], t.atomic) | packed(TAG[PF_TAG_WRITE], t.write);
}

template <class Model> void give_request(Model &model, const slice_port_in &in)
{
	if (!in.request_valid)
		return;
	put(model.req_kind_i, in.request.kind);
	put(model.req_sector_i, in.request.sector);
	put(model.req_word_mask_i, in.request.word_mask);
	put(model.req_sub_mask_i, in.request.sub_mask);
	put(model.req_tag_i, packed_tag(in.request.tag));
	put(model.req_pc_i, in.request.pc);
}

template <class Model> void give_slice(Model &model, slice_port_in &in)
{
	model.req_valid_i = in.request_valid;
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
template <class Model> void withdraw_slice(Model &model, slice_port_out &out)
{
	out.reg_ready = model.reg_ready_o;
	out.reg_data = model.reg_rdata_o;
	out.reg_error = model.reg_error_o;
	model.req_valid_i = 0;
	withdraw_memory(model);
}

template <class Model> void look_slice(const Model &model, slice_port_out &out)
{
	out.ready = model.req_ready_o;
	out.idle = model.idle_o;
	static_assert(sizeof(model.mrd_id_o) <= sizeof(uint16_t), "MEMORY_IDS");
	out.memory.read_id = model.mrd_id_o;
	out.write_kind = static_cast<enum slice_write>(model.mwr_kind_o);
	look_memory(model, out.memory);
}

#endif
