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

#include "Vpf_block_check.h"
#include "lines_checks.h"
extern "C" {
#include "lines/block_check.h"
}

namespace
{

enum event { MADE = CHECK_EVENTS, CHANGED, QUIET };
const char *const EVENT[] = {CHECK_EVENT_NAMES, "made", "changed", "quiet", nullptr};

class Bench : public CheckBench<Bench, Vpf_block_check, block_check>
{
      public:
	explicit Bench(const Options &o);
	void reset();
	void phase();
	void give();
	void eval()
	{
		block_check_eval(&model);
	}
	void compare();
	void note();
	void end(uint32_t n);
	void step()
	{
		block_check_step(&model);
	}

      private:
	struct Beat {
		uint64_t row[CHECK_ENTRIES];
		uint32_t mask[MASKS]; /* words that are accessed together */
		unsigned inside;
	};
	Beat beat[PLACES] = {};
	block_make make = {};

	uint32_t some_words()
	{
		return 1 + below(15);
	}
	void new_row(Beat &b);
	void new_make();
	void access(uint32_t n);
	void compare_ret();
	void compare_race();
};

Bench::Bench(const Options &o) : CheckBench(o, EVENT)
{
	block_check_init(&model, pf_geometry_named(GEOMETRY));
	block_check_policy(&model, scord);
	unit->cfg_policy_i = scord;
	model.in.make = &make;
	reset();
	phase();
}

void Bench::reset()
{
	reset_pipe();
	block_check_reset(&model);
	for (Beat &b : beat) {
		b.inside = 0;
		new_row(b);
	}
}

void Bench::phase()
{
	new_paces();
	for (Beat &b : beat)
		for (uint32_t &m : b.mask)
			m = some_words();
}

void Bench::new_row(Beat &b)
{
	for (unsigned i = 0; i < CHECK_ENTRIES; i++)
		b.row[i] = i && below(2) ? b.row[i - 1] : lines_traffic_entry(traffic);
}

void Bench::new_make()
{
	check_row next = {};

	make.words = lines_traffic_words(traffic);
	make.before = lines_traffic_row(traffic);
	for (uint64_t &n : make.next)
		n = lines_traffic_entry(traffic);
	std::memcpy(next.entry, make.next, sizeof(make.next));
	const pf_beat before = check_row_pack(&make.before), gets = check_row_pack(&next);

	std::memcpy(unit->make_entry_i.data(), &before, sizeof(unit->make_entry_i));
	std::memcpy(unit->make_next_i.data(), &gets, sizeof(unit->make_next_i));
	put(unit->make_class_i, static_cast<uint64_t>(make.before.high) << 32 | make.before.low);
	put(unit->make_words_i, make.words);
}

void Bench::access(uint32_t n)
{
	check_op &op = model.in.go.op;
	Beat &b = beat[n];

	if (!b.inside && below(6) == 0)
		new_row(b);
	op.words = below(8) ? b.mask[below(3) ? 0 : below(MASKS)] : some_words();
	op.make = !model.in.go.near && below(16) == 0;
	if (op.make)
		new_make();
	std::memcpy(model.in.go_row, b.row, sizeof(b.row));
	b.inside++;
	std::memcpy(unit->go_row_i.data(), b.row, sizeof(b.row));
	put(unit->go_make_i, op.make);
	put(unit->go_beat_i, n);
	put(unit->go_note_i, model.in.go.place.note);
}

void Bench::give()
{
	uint32_t n;

	if (new_go(&n))
		access(n);
	model.in.race_ready = draw(1);
	give_pipe();
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
	same("done", model.out.ret_valid, unit->done_o);
	same("idle", !model.pipe.inside, unit->idle_o);
	if (model.out.ret_valid)
		compare_ret();
	if (model.out.race_valid)
		compare_race();
}

void Bench::note()
{
	seen[MADE] += model.in.go.valid && model.in.go.op.make;
	seen[CHANGED] += model.out.ret_valid && model.out.ret_changed;
	seen[QUIET] += model.out.ret_valid && model.out.ret_quiet;
}

void Bench::end(uint32_t n)
{
	std::memcpy(beat[n].row, model.out.ret_row.entry, sizeof(beat[n].row));
	beat[n].inside--;
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
