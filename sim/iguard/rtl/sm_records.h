/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * sm_records: what iGUARD's Verilated SM units have in common: events, accesses, tags, messages. Of
 * a lock's address the low bits count.
 */
#ifndef SIM_IGUARD_RTL_SM_RECORDS_H
#define SIM_IGUARD_RTL_SM_RECORDS_H

#include "../../det/rtl/sm_pins.h"
#include "record_pins.h"

template <class Model> void give_event(Model &model, const struct pf_iguard_sm_event &e)
{
	put(model.evt_kind_i, e.kind);
	put(model.evt_slot_i, e.slot);
	put(model.evt_warp_i, e.warp);
	put(model.evt_device_i, e.device);
	put(model.evt_alone_i, e.lane != PF_IGUARD_ALL);
	put(model.evt_lane_i, e.lane % 32);
	put(model.evt_several_i, e.several);
	put(model.evt_addr_i, e.address & 63);
}

template <class Model> void give_access(Model &model, const pf_iguard_sm_request &r)
{
	const pf_iguard_side &s = r.tag.by.side;

	put(model.req_slot_i, r.slot);
	put(model.req_warp_i, r.warp);
	put(model.req_lane_i, s.lane);
	put(model.req_step_i, r.tag.by.step);
	put(model.req_size_i, s.size);
	put(model.req_several_i, r.tag.several);
	put(model.req_block_scope_i, s.block_scope);
	put(model.req_is_atom_i, s.atomic);
	put(model.req_polls_i, s.polls);
	put(model.req_write_i, r.tag.write);
}

template <class Model> void give_iguard_sm(Model &model, sm_port &port)
{
	put(model.cfg_sm_i, port.sm);
	if (port.in.event_valid)
		give_event(model, port.in.iguard_event);
	if (port.in.request_valid)
		give_access(model, port.in.iguard_request);
	give_sm_valid(model, port.in);
}

template <class Model> void look_iguard_sm(const Model &model, sm_port_out &out)
{
	look_sm_valid(model, out);
	if (out.tag_valid)
		out.iguard_tag = tag_of(model.tag_o);
	out.tag_after = model.tag_after_o;
	if (out.message_valid)
		out.iguard_message = message_of(model.msg_o);
}

#endif
