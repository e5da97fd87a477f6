/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * sm_pins: what the Verilated SM units have in common: who is valid and ready; and ScoRD's events,
 * requests, tags, messages.
 */
#ifndef SIM_DET_RTL_SM_PINS_H
#define SIM_DET_RTL_SM_PINS_H

#include "../../unit/rtl/shell.h"
#include "../port.h"

inline pf_tag unpacked_tag(uint64_t tag)
{
	static const pf_bits TAG[] = SHELL_LAYOUT(TAG);
	const auto field = [tag](enum pf_tag_field f) {
		return bits(tag, TAG[f].lsb, TAG[f].width);
	};
	pf_tag t = {};

	t.signature = static_cast<uint16_t>(field(PF_TAG_LOCK));
	t.barrier = field(PF_TAG_BARRIER);
	t.warp = field(PF_TAG_WARP);
	t.block = field(PF_TAG_BLOCK);
	t.strong = field(PF_TAG_STRONG);
	t.block_scope = field(PF_TAG_BLOCK_SCOPE);
	t.atomic = field(PF_TAG_IS_ATOM);
	t.write = field(PF_TAG_WRITE);
	return t;
}

template <class Model> void give_sm_valid(Model &model, sm_port_in &in)
{
	model.evt_valid_i = in.event_valid;
	model.req_valid_i = in.request_valid;
	model.tag_ready_i = in.tag_ready;
	model.msg_ready_i = in.message_ready;
	in.event_valid = in.request_valid = in.tag_ready = in.message_ready = false;
}

template <class Model> void give_sm(Model &model, sm_port &port)
{
	sm_port_in &in = port.in;

	model.cfg_policy_i = port.policy;
	if (in.event_valid) {
		put(model.evt_kind_i, in.event.kind);
		put(model.evt_slot_i, in.event.slot);
		put(model.evt_warp_i, in.event.warp);
		put(model.evt_addr_i, in.event.address & 63);
		put(model.evt_words_i, in.event.words);
		put(model.evt_device_i, in.event.device);
		put(model.evt_block_i, in.event.block);
	}
	if (in.request_valid) {
		put(model.req_slot_i, in.request.slot);
		put(model.req_warp_i, in.request.warp);
		put(model.req_strong_i, in.request.strong);
		put(model.req_block_scope_i, in.request.block_scope);
		put(model.req_is_atom_i, in.request.is_atom);
		put(model.req_write_i, in.request.write);
	}
	give_sm_valid(model, in);
}

template <class Model> void withdraw_sm(Model &model)
{
	model.evt_valid_i = model.req_valid_i = 0;
	model.tag_ready_i = model.msg_ready_i = 0;
}

template <class Model> void look_sm_valid(const Model &model, sm_port_out &out)
{
	out.event_ready = model.evt_ready_o;
	out.request_ready = model.req_ready_o;
	out.idle = model.idle_o;
	out.tag_valid = model.tag_valid_o;
	out.message_valid = model.msg_valid_o;
}

template <class Model> void look_sm(const Model &model, sm_port_out &out)
{
	look_sm_valid(model, out);
	if (out.tag_valid)
		out.tag = unpacked_tag(model.tag_o);
	if (out.message_valid) {
		out.message.block = model.msg_block_o;
		out.message.warp = model.msg_warp_o;
		out.message.device = model.msg_device_o;
	}
}

#endif
