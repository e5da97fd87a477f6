/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * lines_block_check: pf_block_check (Verilated) and its model in sim/lines, cycle for cycle.
 *
 *   a few beats, given and taken as pf_meta_cache does, ──┬─> unit
 *   some of them made of a line's classes                 └─> model
 *
 * Compared every cycle: all outputs; what is with a valid only with it.
 */
#include <cstring>
#include <deque>

#include "Vpf_block_check.h"
#include "lines_bench.h"
extern "C" {
#include "lines/block_check.h"
}

namespace
{

enum { BEATS = 6, MASKS = 3, PHASE_CYCLES = 512, RESETS = 7, BEATS_OF_LINE = 8 };

enum event { MULTI, NEAR, BEHIND, AT4, RACE, RACE_WAITS, MADE, CHANGED, QUIET, EVENTS };
const char *const EVENT[] = {"owners",     "near", "behind",  "late",  "races",
			     "races wait", "made", "changed", "quiet", nullptr};

struct Beat {
	uint64_t row[CHECK_ENTRIES];
	uint32_t mask[MASKS]; /* words that are accessed together */
	unsigned inside;
};

class Bench : public LinesBench<Vpf_block_check>
{
      public:
	explicit Bench(const Options &o);
	void cycle();

      private:
	block_check model = {};
	block_make make = {};
	Beat beat[BEATS] = {};
	std::deque<uint32_t> inside; /* beats of operations that have not gone back */
	bool ready = false;
	pf_fences count = {};

	uint32_t some_words()
	{
		return 1 + below(15);
	}
	void new_row(Beat &b);
	void new_make();
	void reset();
	void phase();
	void give();
	void access(uint32_t n);
	void compare();
	void compare_ret();
	void compare_race();
	void edge();
	void note();
};

Bench::Bench(const Options &o) : LinesBench(o, EVENT)
{
	block_check_init(&model, pf_geometry_named(GEOMETRY));
	block_check_policy(&model, scord);
	unit->cfg_policy_i = scord;
	reset();
	phase();
}

void Bench::new_row(Beat &b)
{
	for (unsigned i = 0; i < CHECK_ENTRIES; i++)
		b.row[i] = i && below(2) ? b.row[i - 1] : lines_traffic_entry(traffic);
}

void Bench::new_make()
{
	make.words = lines_traffic_words(traffic);
	make.before = lines_traffic_row(traffic);
	for (uint64_t &n : make.next)
		n = lines_traffic_entry(traffic);
}

void Bench::reset()
{
	reset_unit();
	block_check_reset(&model);
	inside.clear();
	for (Beat &b : beat) {
		b.inside = 0;
		new_row(b);
	}
	ready = false;
}

void Bench::phase()
{
	new_paces();
	for (Beat &b : beat)
		for (uint32_t &m : b.mask)
			m = some_words();
}

void Bench::access(uint32_t n)
{
	Beat &b = beat[n];

	if (!b.inside && below(6) == 0)
		new_row(b);
	model.in.go_near = 0;
	for (unsigned i = 0; i < inside.size(); i++)
		if (inside[inside.size() - 1 - i] == n) {
			model.in.go_near = i + 1;
			break;
		}
	model.in.go_line = n * 0x1111;
	model.in.go_beat = n;
	model.in.go_pc = below(1 << 16);
	model.in.go_note = below(2);
	model.in.go_op = lines_traffic_op(traffic);
	model.in.go_op.words = below(8) ? b.mask[below(3) ? 0 : below(MASKS)] : some_words();
	model.in.go_op.make = !model.in.go_near && below(16) == 0;
	if (model.in.go_op.make)
		new_make();
	model.in.make = &make;
	std::memcpy(model.in.go_row, b.row, sizeof(b.row));
	b.inside++;
	inside.push_back(n);
	operations++;
}

void Bench::give()
{
	uint64_t row[4];

	model.in.go_valid = ready && inside.size() < CHECK_DEPTH && draw(0);
	if (model.in.go_valid) {
		access(below(4) ? (now / 64) % BEATS : below(BEATS));
		std::memcpy(unit->go_row_i.data(), model.in.go_row, sizeof(model.in.go_row));
		put(unit->go_make_i, model.in.go_op.make);
		put(unit->go_line_i, model.in.go_line);
		put(unit->go_beat_i, model.in.go_beat);
		put(unit->go_pc_i, model.in.go_pc);
		put(unit->go_note_i, model.in.go_note);
		give_op(model.in.go_op, model.in.go_near);
		put(unit->make_class_i,
		    static_cast<uint64_t>(make.before.high) << 32 | make.before.low);
		put(unit->make_words_i, make.words);
		lines_pack_row(&make.before, row);
		std::memcpy(unit->make_entry_i.data(), row, sizeof(unit->make_entry_i));
		check_row next = {};
		std::memcpy(next.entry, make.next, sizeof(make.next));
		lines_pack_row(&next, row);
		std::memcpy(unit->make_next_i.data(), row, sizeof(unit->make_next_i));
	}
	model.in.race_ready = draw(1);
	model.in.count = count;
	unit->go_valid_i = model.in.go_valid;
	unit->race_ready_i = model.in.race_ready;
	put(unit->count_i, lines_pack_fences(traffic, count));
}

void Bench::compare_ret()
{
	uint64_t should[CHECK_ENTRIES];

	std::memcpy(should, unit->ret_row_o.data(), sizeof(should));
	for (unsigned i = 0; i < CHECK_ENTRIES; i++)
		same("ret_row", model.out.ret_row.entry[i], should[i]);
	same("ret_changed", model.out.ret_changed, unit->ret_changed_o);
	same("ret_beat", model.out.ret_beat, unit->ret_beat_o);
	same("ret_quiet", model.out.ret_quiet, unit->ret_quiet_o);
	same("ret_note", model.out.ret_note, unit->ret_note_o);
	same("done_era", model.out.done_era, unit->done_era_o);
}

void Bench::compare_race()
{
	const block_check_race &r = model.out.race;

	same("race_lanes", r.lanes, unit->race_lanes_o);
	same("race_sub", r.sub ? 15 : 0, unit->race_sub_o);
	same("race_sector", r.line << 2 | r.beat >> 1, unit->race_sector_o);
	same("race_entry", (r.beat & 1) << 2, unit->race_entry_o);
	same("race_pc", r.pc, unit->race_pc_o);
	same("race_tag", lines_pack_tag(traffic, r.tag), unit->race_tag_o);
	same("race_owner", r.owner, owner_of(unit->race_owner_block_o, unit->race_owner_warp_o));
	for (unsigned i = 0; i < CHECK_ENTRIES; i++) {
		if (!(r.lanes >> i & 1))
			continue;
		same("race_row", r.row[i], unit->race_row_o >> 5 * i & 31);
		for (unsigned b = 0; b < 23; b++)
			same("race_before", r.before[i] >> b & 1,
			     get_bit(unit->race_before_o, 23 * i + b));
	}
}

void Bench::compare()
{
	same("go_ready", model.out.go_ready, unit->go_ready_o);
	same("ret_valid", model.out.ret_valid, unit->ret_valid_o);
	same("done", model.out.ret_valid, unit->done_o);
	same("look_valid", model.out.look, unit->look_valid_o);
	same("race_valid", model.out.race_valid, unit->race_valid_o);
	same("checks", model.out.checks, unit->checks_o);
	same("stall_owner", model.out.stall_owner, unit->stall_owner_o);
	same("stall_report", model.out.race_valid && !model.in.race_ready, unit->stall_report_o);
	same("idle", !model.inside, unit->idle_o);
	if (model.out.look) {
		same("look_owner", model.out.look_owner,
		     owner_of(unit->look_block_o, unit->look_warp_o));
		same("look_era", model.out.look_era, unit->look_era_o);
	}
	if (model.out.ret_valid)
		compare_ret();
	if (model.out.race_valid)
		compare_race();
}

void Bench::note()
{
	seen[MULTI] += model.out.stall_owner;
	seen[NEAR] += model.in.go_valid && model.in.go_near;
	seen[BEHIND] += model.out.look && model.check.s1.behind;
	seen[AT4] += model.out.look && model.check.s1.at4 && model.check.in.near;
	seen[RACE] += model.out.race_valid && model.in.race_ready;
	seen[RACE_WAITS] += model.out.race_valid && !model.in.race_ready;
	seen[MADE] += model.in.go_valid && model.in.go_op.make;
	seen[CHANGED] += model.out.ret_valid && model.out.ret_changed;
	seen[QUIET] += model.out.ret_valid && model.out.ret_quiet;
}

void Bench::edge()
{
	if (model.out.ret_valid) {
		Beat &b = beat[inside.front()];

		std::memcpy(b.row, model.out.ret_row.entry, sizeof(b.row));
		b.inside--;
		inside.pop_front();
	}
	if (model.out.look)
		count = lines_traffic_count(traffic, model.out.look_owner, model.out.look_era);
	ready = model.out.go_ready;
	block_check_step(&model);
	clock();
}

void Bench::cycle()
{
	if (now % PHASE_CYCLES == PHASE_CYCLES - 1)
		phase();
	if (now % (PHASE_CYCLES * RESETS) == PHASE_CYCLES)
		reset();
	give();
	unit->eval();
	block_check_eval(&model);
	compare();
	note();
	edge();
}

void campaign(const Options &o)
{
	run_bench<Bench>("lines_block_check", o);
}

} // namespace

int main(int argc, char **argv)
{
	return plain_main(argc, argv, "lines_block_check",
			  "pf_block_check (Verilated) against its model in sim/lines, every cycle.",
			  campaign);
}
