/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * lines_meta_cache: pf_meta_cache (Verilated) and its model in sim/lines, cycle for cycle.
 *
 *   requests for a few rows, or for many ──> bank ──> a pipeline that gives rows back, ──┬─> unit
 *   memory that answers late and in any order; flushes, forgets                          └─> model
 *
 * Compared every cycle: all outputs. -DSETS and so on: the parameters that the unit has.
 */
#include <cstring>
#include <deque>
#include <map>
#include <set>
#include <vector>

#include "Vpf_meta_cache.h"
#include "lines_bench.h"
extern "C" {
#include "lines/meta_cache.h"
}

namespace
{

enum { PHASE_CYCLES = 512, HISTORY = 16 };
enum event {
	HITS,
	MISSES,
	BEHIND,
	FETCHED,
	SPILLED,
	WAITED,
	PARKED,
	NEAR,
	FRESH,
	FLUSHED,
	FORGOTTEN
};
const char *const EVENT[] = {"hits",   "misses", "behind", "fetched", "spilled",   "waited",
			     "parked", "near",   "fresh",  "flushed", "forgotten", nullptr};

struct Operation {
	pf_beat row;
	uint32_t near;
	uint64_t ready; /* cycle */
};

struct Answer {
	uint32_t id, line;
};

class Bench : public LinesBench<Vpf_meta_cache>
{
      public:
	explicit Bench(const Options &o);
	~Bench()
	{
		meta_cache_free(&model);
	}
	void cycle();

      private:
	meta_cache model = {};
	std::map<uint32_t, pf_beat> memory;
	std::set<uint32_t> known; /* rows that were asked for since the last forget */
	std::deque<Operation> inside;
	std::deque<pf_beat> given; /* back: the last one first */
	std::vector<Answer> answers;
	pf_beat fill = {};
	uint32_t pay = 0, lines = 4;
	bool there = false, answering = false, stopped = false;

	pf_beat random_row();
	void configure();
	void reset();
	void phase();
	void new_request();
	void give_request();
	void give_back();
	void give_memory();
	void give();
	void compare();
	void compare_go();
	void note();
	void edge();
	void edge_memory();
};

Bench::Bench(const Options &o) : LinesBench(o, EVENT)
{
	const meta_cache_config c = {.sets = SETS,
				     .requests = REQUESTS,
				     .depth = DEPTH,
				     .gen_bits = GEN_BITS,
				     .through = THROUGH,
				     .pay_size = sizeof(pay),
				     .init = {{1, 2, 3, 4}}};

	meta_cache_init(&model, &c);
	std::memcpy(unit->init_i.data(), &c.init, sizeof(c.init));
	put(unit->base_i, 0);
	reset();
	phase();
}

pf_beat Bench::random_row()
{
	pf_beat b;

	for (uint64_t &v : b.v)
		v = below(1U << 31) | static_cast<uint64_t>(below(1U << 31)) << 32;
	return b;
}

void Bench::reset()
{
	unit->rst_ni = 1;
	unit->clk_i = unit->req_valid_i = unit->go_ready_i = unit->ret_valid_i = unit->mrd_ready_i =
		0;
	unit->mrsp_valid_i = unit->mwr_ready_i = unit->flush_valid_i = unit->forget_valid_i = 0;
	unit->eval();
	unit->rst_ni = 0;
	unit->eval();
	unit->rst_ni = 1;
	unit->eval();
	meta_cache_reset(&model);
	known.clear();
	inside.clear();
	answers.clear();
	there = answering = stopped = false;
}

void Bench::phase()
{
	static const uint32_t LINES[] = {2, 6, 40, 400};

	new_paces();
	lines = LINES[below(4)];
}

void Bench::new_request()
{
	there = true;
	operations++;
	/* A set's lines lie far apart. */
	const uint32_t n = below(lines);

	model.in.req_line = below(2) ? n : (n % 8) * SETS + n / 8 % 2;
	model.in.req_fresh = !known.count(model.in.req_line) && below(2);
	known.insert(model.in.req_line);
	pay = below(1U << 31);
	model.in.req_pay = &pay;
}

void Bench::give_request()
{
	if (!there && !stopped && draw(0))
		new_request();
	model.in.req = there;
	unit->req_valid_i = there;
	put(unit->req_line_i, model.in.req_line);
	unit->req_fresh_i = model.in.req_fresh;
	put(unit->req_pay_i, pay);
	model.in.flush |= !there && !stopped && below(400) == 0;
	model.in.forget |= !there && !stopped && !model.in.flush && below(400) == 0;
	stopped = model.in.flush || model.in.forget;
	unit->flush_valid_i = model.in.flush;
	unit->forget_valid_i = model.in.forget;
}

/* The user's pipeline: who comes may go back in this very cycle. */
void Bench::give_back()
{
	static pf_beat row;

	if (model.out.go) {
		Operation o = {.row = *model.out.go_row,
			       .near = model.out.go_near,
			       .ready = now + (DEPTH > 1 ? below(DEPTH) : 0)};

		inside.push_back(o);
	}
	model.in.go_ready = DEPTH > 1 ? draw(1) : below(8) != 0;
	model.in.ret = !inside.empty() && inside.front().ready <= now && (DEPTH == 1 || draw(1));
	model.in.ret_changed = model.in.ret && below(3) != 0;
	if (model.in.ret) {
		row = inside.front().near ? given.at(inside.front().near - 1) : inside.front().row;
		row.v[0] += model.in.ret_changed;
	}
	model.in.ret_row = &row;
	unit->go_ready_i = model.in.go_ready;
	unit->ret_valid_i = model.in.ret;
	unit->ret_changed_i = model.in.ret_changed;
	std::memcpy(unit->ret_data_i.data(), &row, sizeof(row));
}

void Bench::give_memory()
{
	model.in.read_ready = draw(2);
	model.in.write_ready = draw(3);
	if (!answering && !answers.empty() && below(8) < pace[2]) {
		const uint32_t at = below(static_cast<uint32_t>(answers.size()));

		answering = true;
		model.in.fill_id = answers[at].id;
		if (!memory.count(answers[at].line))
			memory[answers[at].line] = random_row();
		fill = memory[answers[at].line];
		answers.erase(answers.begin() + at);
	}
	model.in.fill = answering;
	model.in.fill_row = &fill;
	unit->mrd_ready_i = model.in.read_ready;
	unit->mwr_ready_i = model.in.write_ready;
	unit->mrsp_valid_i = answering;
	put(unit->mrsp_id_i, model.in.fill_id);
	std::memcpy(unit->mrsp_data_i.data(), &fill, sizeof(fill));
}

void Bench::give()
{
	give_request();
	give_back();
	give_memory();
	unit->eval();
}

void Bench::compare_go()
{
	uint64_t should[4];

	same("go_line", model.out.go_line, unit->go_line_o);
	same("go_pay", *static_cast<const uint32_t *>(model.out.go_pay), unit->go_pay_o);
	if (DEPTH > 1)
		same("go_near", model.out.go_near ? 1U << (model.out.go_near - 1) : 0,
		     unit->go_near_o);
	if (model.out.go_near)
		return;
	std::memcpy(should, unit->go_data_o.data(), sizeof(should));
	for (unsigned i = 0; i < 4; i++)
		same("go_data", model.out.go_row->v[i], should[i]);
}

void Bench::compare()
{
	const bool fill_ready = meta_cache_fill_ready(&model);

	same("req_ready", model.out.req_ready, unit->req_ready_o);
	same("go_valid", model.out.go, unit->go_valid_o);
	if (model.out.go)
		compare_go();
	same("mrd_valid", model.out.read, unit->mrd_valid_o);
	if (model.out.read) {
		same("mrd_addr", model.out.read_line, unit->mrd_addr_o);
		same("mrd_id", model.out.read_id, unit->mrd_id_o);
	}
	same("mrsp_ready", fill_ready, unit->mrsp_ready_o);
	same("mwr_valid", model.out.write, unit->mwr_valid_o);
	if (model.out.write) {
		uint64_t should[4];

		same("mwr_addr", model.out.write_line, unit->mwr_addr_o);
		std::memcpy(should, unit->mwr_data_o.data(), sizeof(should));
		for (unsigned i = 0; i < 4; i++)
			same("mwr_data", model.out.write_row->v[i], should[i]);
	}
	same("flush_ready", model.out.flush_done, unit->flush_ready_o);
	same("forget_ready", meta_cache_forgets(&model), unit->forget_ready_o);
	same("evt", model.out.events, unit->evt_o);
	same("idle", model.out.idle, unit->idle_o);
}

void Bench::note()
{
	static const enum cache_event EVENTS[] = {CACHE_HIT,   CACHE_MISS,  CACHE_BEHIND,
						  CACHE_FETCH, CACHE_SPILL, CACHE_WAIT};

	for (unsigned i = 0; i < sizeof(EVENTS) / sizeof(*EVENTS); i++)
		seen[i] += (model.out.events & EVENTS[i]) != 0;
	seen[PARKED] += model.park;
	seen[NEAR] += DEPTH == 1 || (model.out.go && model.out.go_near);
	seen[FRESH] += model.rows.go && model.rows.go_fresh;
	seen[FLUSHED] += model.in.flush && model.out.flush_done;
	seen[FORGOTTEN] += meta_cache_forgets(&model);
}

void Bench::edge_memory()
{
	if (model.out.write && model.in.write_ready)
		memory[model.out.write_line] = *model.out.write_row;
	if (model.out.read && model.in.read_ready)
		answers.push_back({model.out.read_id, model.out.read_line});
	if (answering && meta_cache_fill_ready(&model))
		answering = false;
}

void Bench::edge()
{
	const bool forgets = meta_cache_forgets(&model), flushed = model.out.flush_done;

	there = there && !model.out.req_ready;
	edge_memory();
	if (model.in.ret) {
		given.push_front(*model.in.ret_row);
		if (given.size() > HISTORY)
			given.pop_back();
		inside.pop_front();
		/* Who waits for it counts from itself: the ones between are still to come. */
	}
	meta_cache_step(&model);
	if (forgets) {
		known.clear();
		model.in.forget = false;
	}
	model.in.flush = model.in.flush && !flushed;
	clock();
}

void Bench::cycle()
{
	if (now % PHASE_CYCLES == PHASE_CYCLES - 1)
		phase();
	if (now % (64 * PHASE_CYCLES) == PHASE_CYCLES)
		reset();
	give();
	compare();
	note();
	edge();
}

void campaign(const Options &o)
{
	run_bench<Bench>("lines_meta_cache", o);
}

} // namespace

int main(int argc, char **argv)
{
	return plain_main(argc, argv, "lines_meta_cache",
			  "pf_meta_cache (Verilated) against its model in sim/lines, every cycle.",
			  campaign);
}
