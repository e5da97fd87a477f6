/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * rtl_sm: a Verilated pf_sm_unit behind an sm_port.
 */
#include "Vpf_sm_unit.h"
#include "shell.h"

namespace
{

const pf_bits TAG[] = SHELL_LAYOUT(TAG);

struct Unit {
	sm_port port; /* first: the unit's handle */
	std::unique_ptr<VerilatedContext> context;
	std::unique_ptr<Vpf_sm_unit> model;
	std::unique_ptr<ShellWave> wave;

	Unit(bool policy, const char *file);
	~Unit()
	{
		model->final();
	}
	void edge();
	void give();
	void look();
};

pf_tag unpack(uint64_t bits)
{
	pf_tag t = {};

	t.signature = static_cast<uint16_t>(shell_get(TAG[PF_TAG_LOCK], bits));
	t.barrier = shell_get(TAG[PF_TAG_BARRIER], bits);
	t.warp = shell_get(TAG[PF_TAG_WARP], bits);
	t.block = shell_get(TAG[PF_TAG_BLOCK], bits);
	t.strong = shell_get(TAG[PF_TAG_STRONG], bits);
	t.block_scope = shell_get(TAG[PF_TAG_BLOCK_SCOPE], bits);
	t.atomic = shell_get(TAG[PF_TAG_IS_ATOM], bits);
	t.write = shell_get(TAG[PF_TAG_WRITE], bits);
	return t;
}

void Unit::give()
{
	sm_port_in &in = port.in;

	model->evt_valid_i = in.event_valid;
	if (in.event_valid) {
		put(model->evt_kind_i, in.event.kind);
		put(model->evt_slot_i, in.event.slot);
		put(model->evt_warp_i, in.event.warp);
		put(model->evt_addr_i, in.event.address & 63);
		put(model->evt_device_i, in.event.device);
		put(model->evt_block_i, in.event.block);
	}
	model->req_valid_i = in.request_valid;
	if (in.request_valid) {
		put(model->req_slot_i, in.request.slot);
		put(model->req_warp_i, in.request.warp);
		put(model->req_strong_i, in.request.strong);
		put(model->req_block_scope_i, in.request.block_scope);
		put(model->req_is_atom_i, in.request.is_atom);
		put(model->req_write_i, in.request.write);
	}
	model->tag_ready_i = in.tag_ready;
	model->msg_ready_i = in.message_ready;
	in.event_valid = in.request_valid = in.tag_ready = in.message_ready = false;
}

void Unit::look()
{
	sm_port_out &out = port.out;

	out.event_ready = model->evt_ready_o;
	out.request_ready = model->req_ready_o;
	out.idle = model->idle_o;
	out.tag_valid = model->tag_valid_o;
	if (out.tag_valid)
		out.tag = unpack(model->tag_o);
	out.message_valid = model->msg_valid_o;
	if (out.message_valid) {
		out.message.epoch = model->msg_epoch_o;
		out.message.block = model->msg_block_o;
		out.message.warp = model->msg_warp_o;
		out.message.device = model->msg_device_o;
	}
}

void Unit::edge()
{
	give();
	model->clk_i = 1;
	model->eval();
	wave->dump(port.record, port.at, true);
	model->evt_valid_i = model->req_valid_i = 0;
	model->tag_ready_i = model->msg_ready_i = 0;
	model->clk_i = 0;
	model->eval();
	wave->dump(port.record, port.at, false);
	look();
}

Unit::Unit(bool policy, const char *file)
    : port{}, context(new VerilatedContext), model(new Vpf_sm_unit(context.get(), "sm")),
      wave(new ShellWave(context.get(), model.get(), file))
{
	model->cfg_policy_i = policy;
	model->clk_i = model->rst_ni = 1;
	model->clk_i = 0;
	model->eval();
	model->rst_ni = 0;
	model->eval();
	edge();
	model->rst_ni = 1;
	while (!port.out.idle || !port.out.event_ready)
		edge();
}

} // namespace

struct sm_port *shell_sm_create(bool policy, const char *wave)
{
	return &(new Unit(policy, wave))->port;
}

void shell_sm_destroy(struct sm_port *p)
{
	delete reinterpret_cast<Unit *>(p);
}

void shell_sm_step(struct sm_port *p)
{
	reinterpret_cast<Unit *>(p)->edge();
}

void shell_sm_wave_end(struct sm_port *p)
{
	reinterpret_cast<Unit *>(p)->wave->end();
}
