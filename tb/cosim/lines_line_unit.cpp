/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * lines_line_unit: pf_line_unit (Verilated) and its model in sim/lines, pin for pin, cycle for
 * cycle.
 *
 *   a driver that sets it up, halts it under traffic, drains it, reads its counters ──┬─> unit
 *   accesses to few lines or to many, fences, epochs; memory that answers late       └─> model
 *
 * Compared every cycle: all outputs.
 */
#include <algorithm>
#include <cstring>
#include <map>
#include <vector>

#include "Vpf_line_unit.h"
#include "lines_bench.h"
extern "C" {
#include "lines/line_unit.h"
#include "pf_regs.h"
#include "unit/sizes.h"
}

namespace
{

enum { PHASE_CYCLES = 3000, EPISODE_CYCLES = 15000 };

/* What fits into the unit's memory: beats; lines, blocks. */
struct Size {
	uint32_t meta_base, ring_base, ring_log2, first, lines, blocks;
};
const Size SMALL = {0x100, 0x700, 4, 16, 16, 24}, LARGE = {0x10000, 0x40000, 6, 256, 2000, 2000};
enum event { ACCESSES, FENCES, EPOCHS, READS, WRITES, RECORDS, FORGOT, WRAPS, HALTS, COUNTERS, FENCED };
const char *const EVENT[] = {"accesses",      "fences",  "epochs",          "beats read",
			     "beats written", "records", "lines forgotten", "counts wrapped", "episodes",
			     "counters read", "drained under fences", nullptr};
enum { DRAIN_CYCLES = 1 << 17 };
enum channel { REQ, MRD, MWR, MRSP };
const char *const CHANNEL[] = {"req", "mrd", "mwr", "mrsp", nullptr};

struct Answer {
	uint32_t id;
	uint64_t beat;
	uint64_t due;
};

/* A driver's next access to a register. */
struct Access {
	bool write;
	uint8_t address;
	uint32_t data;
};

class Bench : public LinesBench<Vpf_line_unit>
{
      public:
	explicit Bench(const Options &o);
	~Bench()
	{
		line_unit.destroy(model);
	}
	void cycle();

      private:
	slice_port *model;
	std::map<uint64_t, pf_beat> memory;
	std::vector<Answer> answers;
	std::vector<Access> driver; /* the next one last */
	pf_request request = {};
	bool there = false, running = false, stopping = false;
	bool fenced = false; /* from the halt on: fences without end, no access */
	bool lone = false;   /* one warp does most fences: its counts wrap */
	pf_tag fencer = {};
	uint32_t words = 0, first = 0, ctrl = 0, spread = 8, latency = 30;
	uint64_t episode = 0, halted = 0;

	void reset();
	void phase();
	void set_up();
	void wind_up();
	void drive();
	bool is_done(const slice_port_in &access, uint32_t data);
	void new_request();
	void give();
	void meet();
	void give_memory();
	void compare();
	void compare_memory();
	void edge();
};

Bench::Bench(const Options &o) : LinesBench(o, EVENT)
{
	never = scord ? 0 : 1U << WRAPS; /* scord-paper's just go round */
	model = line_unit_create(pf_geometry_named(GEOMETRY), &unit_geometry_named(GEOMETRY)->size);
	reset();
	phase();
}

void Bench::reset()
{
	unit->rst_ni = 1;
	unit->clk_i = unit->req_valid_i = unit->reg_valid_i = unit->mrd_ready_i =
		unit->mrsp_valid_i = unit->mwr_ready_i = 0;
	unit->eval();
	unit->rst_ni = 0;
	unit->eval();
	unit->rst_ni = 1;
	unit->eval();
	while (!unit->idle_o) {
		unit->clk_i = 1;
		unit->eval();
		unit->clk_i = 0;
		unit->eval();
	}
	line_unit.reset(model);
	answers.clear();
	driver.clear();
	there = running = stopping = false;
}

void Bench::phase()
{
	static const uint32_t SPREAD[] = {4, 40, 1500, 3000}, LATENCY[] = {1, 30, 200};

	new_paces();
	spread = SPREAD[below(4)];
	latency = LATENCY[below(3)];
}

/* A region, a table, a sweep, and off. */
void Bench::set_up()
{
	const Size &size = SIZE(ADDR_W) < 20 ? SMALL : LARGE;
	const uint32_t lines = 1 + below(below(2) ? 16 : size.lines),
		       policy = scord ? PF_REG_CTRL_SCORD_MASK : 0;
	ctrl = policy | (below(4) ? 0 : PF_REG_CTRL_REPORT_ALL_MASK);
	const uint32_t blocks = below(2) ? size.blocks : 0;
	const uint32_t base = below(2) ? 0 : below(size.first);

	uint32_t entries = 4 * (lines + lines / 256 + 3 + 8 * blocks);

	words = lines * 32 - below(32);
	entries = std::max(entries, (words >> pf_geometry_named(GEOMETRY)->tag_bits) + 1);
	first = base < 4 ? base : base - below(4);
	driver = {
		{true, PF_REG_CTRL, ctrl | PF_REG_CTRL_ENABLE_MASK},
		{true, PF_REG_COMMAND, PF_REG_COMMAND_SWEEP_MASK},
		{true, PF_REG_CTRL, ctrl},
		{true, PF_REG_RING_LOG2, 3 + below(size.ring_log2)},
		{true, PF_REG_RING_BASE, size.ring_base},
		{true, PF_REG_META_BASE, size.meta_base},
		{true, PF_REG_ENTRIES, entries},
		{true, PF_REG_REGION_WORDS, words},
		{true, PF_REG_REGION_BASE, base},
	};
	episode = now;
	lone = below(2);
	fencer = lines_traffic_op(traffic).tag;
	running = true;
	stopping = false;
}

/* Halt, look at all, and what was read of the ring. */
void Bench::wind_up()
{
	stopping = true;
	fenced = below(2);
	halted = now;
	for (unsigned i = 0; i < PF_COUNTERS; i++) {
		driver.push_back({false, static_cast<uint8_t>(PF_REG_COUNTERS + 8 * i + 4), 0});
		driver.push_back({false, static_cast<uint8_t>(PF_REG_COUNTERS + 8 * i), 0});
	}
	for (unsigned at = PF_REG_DROPPED; at <= PF_REG_FORGOTTEN; at += 4)
		driver.push_back({false, static_cast<uint8_t>(at), 0});
	driver.push_back({false, PF_REG_RING_HEAD, 0});
	driver.push_back({false, PF_REG_STATUS, 0});
	driver.push_back({true, PF_REG_CTRL, ctrl});
}

/* STATUS is read until the unit is drained. */
bool Bench::is_done(const slice_port_in &access, uint32_t data)
{
	if (!access.reg_write && access.reg_addr == PF_REG_FORGOTTEN)
		seen[FORGOT] = std::max<uint64_t>(seen[FORGOT], data);
	if (!access.reg_write && access.reg_addr == PF_REG_WRAPS)
		seen[WRAPS] = std::max<uint64_t>(seen[WRAPS], data);
	if (access.reg_write || access.reg_addr != PF_REG_STATUS)
		return true;
	if (data & PF_REG_STATUS_DRAINED_MASK) {
		seen[FENCED] += fenced;
		return true;
	}
	if (now > halted + DRAIN_CYCLES)
		fail_at(now, "not drained %d cycles after the halt", DRAIN_CYCLES);
	return false;
}

/* COMMAND waits for a drained unit, CTRL.enable for one that was swept. */
void Bench::drive()
{
	slice_port_in &in = model->in;

	if (driver.empty() || in.reg_valid)
		return;
	const Access &a = driver.back();
	const bool waits =
		a.write && (a.address != PF_REG_CTRL || a.data & PF_REG_CTRL_ENABLE_MASK);

	if (waits && !unit->idle_o)
		return;
	in.reg_valid = true;
	in.reg_write = a.write;
	in.reg_addr = a.address;
	in.reg_data = a.data;
	seen[COUNTERS] += !a.write;
}

/* In `modern` four warps have the same place among the copies of fence counts. */
void Bench::meet()
{
	const pf_geometry *g = pf_geometry_named(GEOMETRY);
	const uint32_t n = below(4);

	request.tag.block = pf_truncate(request.tag.block ^ n << 5, g->block_bits);
	request.tag.warp =
		pf_truncate(request.tag.warp ^ (n & 1) << 3 ^ (n & 2) << 1, g->warp_bits);
}

void Bench::new_request()
{
	const check_op op = lines_traffic_op(traffic);
	const uint32_t kind = below(200);

	there = true;
	operations++;
	request = {};
	request.kind = kind == 0 && below(8) == 0 ? PF_REQ_EPOCH
		       : kind < 12                ? PF_REQ_FENCE
						  : PF_REQ_ACCESS;
	if (stopping && fenced)
		request.kind = PF_REQ_FENCE;
	request.sector = first + (below(4) ? below(spread) : below(words / 8 + 4));
	request.sector %= 1U << (SIZE(ADDR_W) - 5);
	request.word_mask = below(3) ? 255 : below(256);
	request.sub_mask = below(6) ? 0 : below(256);
	request.tag = op.tag;
	request.tag.sub_word = false;
	meet();
	if (lone && request.kind == PF_REQ_FENCE && below(4)) {
		request.tag.block = fencer.block;
		request.tag.warp = fencer.warp;
	}
	request.pc = 8 * below(60);
	seen[ACCESSES] += request.kind == PF_REQ_ACCESS;
	seen[FENCES] += request.kind == PF_REQ_FENCE;
	seen[EPOCHS] += request.kind == PF_REQ_EPOCH;
}

void Bench::give_memory()
{
	memory_in &m = model->in.memory;

	m.read_ready = draw(MRD);
	m.write_ready = draw(MWR);
	m.answer_valid = false;
	const bool answer = draw(MRSP) && model->out.memory.answer_ready[0];
	for (unsigned i = 0; i < answers.size() && !m.answer_valid && answer; i++)
		if (answers[i].due <= now) {
			m.answer_valid = true;
			m.answer_id = answers[i].id;
			m.answer_data = memory[answers[i].beat];
			answers.erase(answers.begin() + i);
		}
	unit->mrd_ready_i = m.read_ready;
	unit->mwr_ready_i = m.write_ready;
	unit->mrsp_valid_i = m.answer_valid;
	put(unit->mrsp_id_i, m.answer_id);
	std::memcpy(unit->mrsp_data_i.data(), &m.answer_data, sizeof(m.answer_data));
}

void Bench::give()
{
	slice_port_in &in = model->in;

	/* Seldom while it is set up, which waits until nothing is inside. */
	if (!there && running && (driver.empty() || stopping || below(64) == 0) &&
	    ((stopping && fenced) || draw(REQ)))
		new_request();
	/* As the simulation does: what it offers is taken. */
	in.request_valid = there && model->out.ready;
	in.request = request;
	unit->req_valid_i = in.request_valid;
	unit->req_kind_i = request.kind;
	put(unit->req_sector_i, request.sector);
	put(unit->req_word_mask_i, request.word_mask);
	put(unit->req_sub_mask_i, request.sub_mask);
	put(unit->req_tag_i, lines_pack_tag(traffic, &request.tag));
	put(unit->req_pc_i, request.pc);
	there = there && !in.request_valid;
	drive();
	unit->reg_valid_i = in.reg_valid;
	unit->reg_write_i = in.reg_write;
	put(unit->reg_addr_i, in.reg_addr);
	put(unit->reg_wdata_i, in.reg_data);
	give_memory();
	unit->eval();
}

void Bench::compare_memory()
{
	const memory_out &m = model->out.memory;
	pf_beat should;

	same("mrd_valid", m.read_valid, unit->mrd_valid_o);
	if (m.read_valid) {
		same("mrd_addr", m.read_beat, unit->mrd_addr_o);
		same("mrd_id", m.read_id, unit->mrd_id_o);
	}
	same("mrsp_ready", m.answer_ready[0], unit->mrsp_ready_o);
	same("mwr_valid", m.write_valid, unit->mwr_valid_o);
	if (!m.write_valid)
		return;
	same("mwr_kind", model->out.write_kind, unit->mwr_kind_o);
	same("mwr_addr", m.write_beat, unit->mwr_addr_o);
	std::memcpy(&should, unit->mwr_data_o.data(), sizeof(should));
	for (unsigned i = 0; i < PF_BEAT_ENTRIES; i++)
		same("mwr_data", m.write_data.v[i], should.v[i]);
}

void Bench::compare()
{
	same("req_ready", model->out.ready, unit->req_ready_o);
	same("idle", model->out.idle, unit->idle_o);
	same("reg_ready", model->out.reg_ready, unit->reg_ready_o);
	if (model->out.reg_ready) {
		same("reg_error", model->out.reg_error, unit->reg_error_o);
		if (!model->in.reg_write)
			same("reg_rdata", model->out.reg_data, unit->reg_rdata_o);
	}
	compare_memory();
}

void Bench::edge()
{
	const memory_out m = model->out.memory;
	const memory_in &in = model->in.memory;
	const bool ends = model->in.reg_valid && model->out.reg_ready,
		   reads = m.read_valid && in.read_ready;
	const bool writes = m.write_valid && in.write_ready;
	const slice_write kind = model->out.write_kind;
	const slice_port_in held = model->in;
	const bool done = ends && is_done(held, model->out.reg_data);

	if (reads)
		answers.push_back({m.read_id, m.read_beat, now + latency / 2 + below(latency)});
	if (writes)
		memory[m.write_beat] = m.write_data;
	seen[READS] += reads;
	seen[WRITES] += writes && kind == SLICE_WRITE_META;
	seen[RECORDS] += writes && kind == SLICE_WRITE_RECORD;
	line_unit.step(model);
	clock();
	if (done)
		driver.pop_back();
	else if (!ends && held.reg_valid) { /* it stays */
		model->in.reg_valid = true;
		model->in.reg_write = held.reg_write;
		model->in.reg_addr = held.reg_addr;
		model->in.reg_data = held.reg_data;
	}
}

void Bench::cycle()
{
	if (now % PHASE_CYCLES == PHASE_CYCLES - 1)
		phase();
	if (running && !stopping && !driver.empty())
		episode = now; /* it begins when the unit is set up */
	if (!running && driver.empty() && unit->idle_o)
		set_up();
	else if (running && !stopping && now > episode + EPISODE_CYCLES && driver.empty())
		wind_up();
	else if (stopping && driver.empty()) {
		running = stopping = false;
		seen[HALTS]++;
	}
	give();
	compare();
	edge();
}

void campaign(const Options &o)
{
	run_bench<Bench>("lines_line_unit", o);
}

} // namespace

int main(int argc, char **argv)
{
	return plain_main(argc, argv, "lines_line_unit",
			  "pf_line_unit (Verilated) against its model in sim/lines, every cycle.",
			  campaign, CHANNEL);
}
