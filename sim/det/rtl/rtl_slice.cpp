/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * rtl_slice: a Verilated pf_slice_unit behind a slice_port.
 *
 * mrsp_ready_o depends on bit 0 of mrsp_id_i. The two evaluations of a cycle look at one value of
 * it each, so both are known when the next cycle begins.
 */
#include "Vpf_slice_unit.h"
#include "shell.h"

namespace
{

const pf_bits TAG[] = SHELL_LAYOUT(TAG);

struct Unit {
	slice_port port; /* first: the unit's handle */
	std::unique_ptr<VerilatedContext> context;
	std::unique_ptr<Vpf_slice_unit> model;
	std::unique_ptr<ShellWave> wave;

	explicit Unit(const char *file);
	~Unit()
	{
		model->final();
	}
	void edge();
	void give();
	void look();
};

uint64_t pack(const pf_tag &t)
{
	return shell_put(TAG[PF_TAG_LOCK], t.signature) |
	       shell_put(TAG[PF_TAG_BARRIER], t.barrier) | shell_put(TAG[PF_TAG_WARP], t.warp) |
	       shell_put(TAG[PF_TAG_BLOCK], t.block) | shell_put(TAG[PF_TAG_STRONG], t.strong) |
	       shell_put(TAG[PF_TAG_BLOCK_SCOPE], t.block_scope) |
	       shell_put(TAG[PF_TAG_IS_ATOM], t.atomic) | shell_put(TAG[PF_TAG_WRITE], t.write);
}

template <class Wide> void put_beat(Wide &wide, const pf_beat &b)
{
	for (unsigned i = 0; i < PF_BEAT_ENTRIES; i++) {
		wide[2 * i] = static_cast<uint32_t>(b.v[i]);
		wide[2 * i + 1] = static_cast<uint32_t>(b.v[i] >> 32);
	}
}

template <class Wide> pf_beat beat_of(const Wide &wide)
{
	pf_beat b;

	for (unsigned i = 0; i < PF_BEAT_ENTRIES; i++)
		b.v[i] = wide[2 * i] | static_cast<uint64_t>(wide[2 * i + 1]) << 32;
	return b;
}

void Unit::give()
{
	slice_port_in &in = port.in;

	model->req_valid_i = in.request_valid;
	if (in.request_valid) {
		put(model->req_kind_i, in.request.kind);
		put(model->req_sector_i, in.request.sector);
		put(model->req_word_mask_i, in.request.word_mask);
		put(model->req_sub_mask_i, in.request.sub_mask);
		put(model->req_tag_i, pack(in.request.tag));
		put(model->req_pc_i, in.request.pc);
	}
	model->mrsp_valid_i = in.answer_valid;
	if (in.answer_valid) {
		put(model->mrsp_id_i, in.answer_id);
		put_beat(model->mrsp_data_i, in.answer_data);
	}
	model->mrd_ready_i = in.read_ready;
	model->mwr_ready_i = in.write_ready;
	model->reg_valid_i = in.reg_valid;
	model->reg_write_i = in.reg_write;
	put(model->reg_addr_i, in.reg_addr);
	model->reg_wdata_i = in.reg_data;
	in.request_valid = in.answer_valid = in.read_ready = in.write_ready = in.reg_valid = false;
}

void Unit::look()
{
	slice_port_out &out = port.out;

	out.ready = model->req_ready_o;
	out.idle = model->idle_o;
	out.read_valid = model->mrd_valid_o;
	out.read_beat = model->mrd_addr_o;
	out.read_id = model->mrd_id_o;
	out.write_valid = model->mwr_valid_o;
	if (!out.write_valid)
		return;
	out.write_kind = static_cast<enum slice_write>(model->mwr_kind_o);
	out.write_beat = model->mwr_addr_o;
	out.write_data = beat_of(model->mwr_data_o);
}

/* A register access keeps its inputs over both evaluations: idle_o depends on reg_valid_i. */
void Unit::edge()
{
	slice_port_out &out = port.out;

	give();
	model->clk_i = 1;
	model->eval();
	wave->dump(port.record, port.at, true);
	out.answer_ready[model->mrsp_id_i & 1] = model->mrsp_ready_o;
	out.reg_ready = model->reg_ready_o;
	out.reg_data = model->reg_rdata_o;
	model->req_valid_i = model->mrsp_valid_i = 0;
	model->mrd_ready_i = model->mwr_ready_i = 0;
	model->mrsp_id_i ^= 1;
	model->clk_i = 0;
	model->eval();
	wave->dump(port.record, port.at, false);
	out.answer_ready[model->mrsp_id_i & 1] = model->mrsp_ready_o;
	look();
}

Unit::Unit(const char *file)
    : port{}, context(new VerilatedContext), model(new Vpf_slice_unit(context.get(), "slice")),
      wave(new ShellWave(context.get(), model.get(), file))
{
	model->clk_i = 0;
	model->rst_ni = 1;
	model->eval();
	model->rst_ni = 0;
	model->eval();
	edge();
	model->rst_ni = 1;
	do
		edge();
	while (!port.out.idle);
}

} // namespace

struct slice_port *shell_slice_create(const char *wave)
{
	return &(new Unit(wave))->port;
}

void shell_slice_destroy(struct slice_port *p)
{
	delete reinterpret_cast<Unit *>(p);
}

void shell_slice_step(struct slice_port *p)
{
	reinterpret_cast<Unit *>(p)->edge();
}

void shell_slice_wave_end(struct slice_port *p)
{
	reinterpret_cast<Unit *>(p)->wave->end();
}
