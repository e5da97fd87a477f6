/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * rtl_line: a Verilated pf_line_unit behind a slice_port.
 */
#include "Vpf_line_unit.h"
#include "slice_pins.h"

using Line = Shell<slice_port, Vpf_line_unit>;

template <> const char *const Line::NAME = "lines";

template <> void Line::give()
{
	give_request(model, port.in);
	give_slice(model, port.in);
}

template <> void Line::withdraw()
{
	withdraw_slice(model, port.out);
}

template <> void Line::look()
{
	port.out.memory.answer_ready[0] = port.out.memory.answer_ready[1] = model.mrsp_ready_o;
	look_slice(model, port.out);
}

template <> bool Line::begun() const
{
	return port.out.idle;
}

unit_kind line_shell = Line::kind();
