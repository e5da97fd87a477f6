/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * rtl_slice: a Verilated pf_iguard_unit behind a slice_port.
 *
 * Answers wait in a FIFO in front of the engine, so mrsp_ready_o depends on no ID.
 */
#include "Vpf_iguard_unit.h"
#include "../../det/rtl/slice_pins.h"
#include "record_pins.h"

using Slice = Shell<slice_port, Vpf_iguard_unit>;

template <> const char *const Slice::NAME = "slice";

static void give_request(Vpf_iguard_unit &model, const pf_iguard_request &r)
{
	model.req_message_i = r.is_message;
	if (r.is_message) {
		put_message(model.req_tag_i, r.message);
		return;
	}
	put(model.req_sector_i, r.sector);
	put(model.req_words_i, r.words);
	put(model.req_bytes_i, r.tag.by.side.bytes);
	put_tag(model.req_tag_i, r.tag);
	put(model.req_pc_i, r.pc);
}

template <> void Slice::give()
{
	if (port.in.request_valid)
		give_request(model, port.in.iguard_request);
	give_slice(model, port.in);
}

template <> void Slice::withdraw()
{
	withdraw_slice(model, port.out);
}

template <> void Slice::look()
{
	port.out.memory.answer_ready[0] = port.out.memory.answer_ready[1] = model.mrsp_ready_o;
	look_slice(model, port.out);
}

template <> bool Slice::begun() const
{
	return port.out.idle;
}

unit_kind iguard_slice_shell = Slice::kind();
