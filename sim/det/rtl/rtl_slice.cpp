/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * rtl_slice: a Verilated pf_slice_unit behind a slice_port.
 *
 * mrsp_ready_o depends on bit 0 of mrsp_id_i. The two evaluations of a cycle look at one value of
 * it each, so both are known when the next cycle begins.
 */
#include "Vpf_slice_unit.h"
#include "slice_pins.h"

using Slice = Shell<slice_port, Vpf_slice_unit>;

template <> const char *const Slice::NAME = "slice";

template <> void Slice::give()
{
	give_request(model, port.in);
	give_slice(model, port.in);
}

template <> void Slice::withdraw()
{
	port.out.memory.answer_ready[model.mrsp_id_i & 1] = model.mrsp_ready_o;
	withdraw_slice(model, port.out);
	model.mrsp_id_i ^= 1;
}

template <> void Slice::look()
{
	port.out.memory.answer_ready[model.mrsp_id_i & 1] = model.mrsp_ready_o;
	look_slice(model, port.out);
}

template <> bool Slice::begun() const
{
	return port.out.idle;
}

unit_kind slice_shell = Slice::kind();
