/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * lines_line_check: pf_line_check (Verilated) and its model in sim/lines, cycle for cycle.
 *
 *   a few lines, their rows given and taken as pf_meta_cache does ──┬─> unit
 *                                                                   └─> model
 *
 * Compared every cycle: all outputs; what is with a valid only with it.
 */
#include <cstring>

#include "Vpf_line_check.h"
#include "lines_checks.h"
extern "C" {
#include "lines/line_check.h"
}

namespace
{

enum { BLOCK_BITS = 12 };
enum event { BLOCK = CHECK_EVENTS, BLOCK_WAITS, MADE, FORGOT, CHANGED };
const char *const EVENT[] = {CHECK_EVENT_NAMES, "blocks",  "blocks wait", "made",
			     "forgot",          "changed", nullptr};

class Bench : public CheckBench<Bench, Vpf_line_check, line_check>
{
      public:
	explicit Bench(const Options &o);
	void reset();
	void phase();
	void give();
	void eval()
	{
		line_check_eval(&model);
	}
	void compare();
	void note();
	void end(uint32_t n);
	void step();

      private:
	struct Line {
		check_row row;
		uint32_t mask[MASKS]; /* words that are accessed together */
		unsigned inside;
	};
	Line line[PLACES] = {};
	uint32_t next_block = 0;

	void access(uint32_t n);
	void compare_ret();
	void compare_blk();
	void compare_race();
};

Bench::Bench(const Options &o) : CheckBench(o, EVENT)
{
	line_check_init(&model, pf_geometry_named(GEOMETRY));
	line_check_policy(&model, scord);
	unit->cfg_policy_i = scord;
	reset();
	phase();
}

void Bench::reset()
{
	reset_pipe();
	line_check_reset(&model);
	for (Line &l : line) {
		l.inside = 0;
		l.row = lines_traffic_row(traffic);
	}
}

void Bench::phase()
{
	new_paces();
	for (Line &l : line) {
		for (uint32_t &m : l.mask)
			m = lines_traffic_words(traffic);
		if (!l.inside && below(2))
			l.row = lines_traffic_row(traffic);
	}
}

void Bench::access(uint32_t n)
{
	Line &l = line[n];

	if (!l.inside && below(l.row.block ? 2 : 6) == 0)
		l.row = lines_traffic_row(traffic);
	model.in.go.op.words =
		below(8) ? l.mask[below(3) ? 0 : below(MASKS)] : lines_traffic_words(traffic);
	model.in.go_row = l.row;
	l.inside++;
	const pf_beat row = check_row_pack(&l.row);
	std::memcpy(unit->go_row_i.data(), &row, sizeof(row));
}

void Bench::give()
{
	uint32_t n;

	if (new_go(&n))
		access(n);
	model.in.blk_ready = draw(1);
	model.in.race_ready = draw(2);
	model.in.free_valid = draw(3);
	model.in.free_block = next_block;
	unit->blk_ready_i = model.in.blk_ready;
	unit->free_valid_i = model.in.free_valid;
	put(unit->free_block_i, next_block);
	give_pipe();
}

void Bench::compare_ret()
{
	const pf_beat row = check_row_pack(&model.out.ret_row);
	pf_beat should;

	std::memcpy(&should, unit->ret_row_o.data(), sizeof(should));
	for (unsigned i = 0; i < PF_BEAT_ENTRIES; i++)
		same("ret_row", row.v[i], should.v[i]);
	same("ret_changed", model.out.ret_changed, unit->ret_changed_o);
	same("forgot", model.out.forgot, unit->forgot_o);
}

void Bench::compare_blk()
{
	const line_check_block &b = model.out.blk;
	const uint32_t touched = check_classes(b.before, b.op->words);

	same("blk_block", b.block, unit->blk_block_o);
	same("blk_make", b.make, unit->blk_make_o);
	same("blk_line", b.line, unit->blk_line_o);
	same("blk_pc", b.pc, unit->blk_pc_o);
	same("blk_words", b.op->words, unit->blk_words_o);
	same("blk_sub", b.op->sub, unit->blk_sub_o);
	same("blk_tag", lines_pack_tag(traffic, &b.op->tag), unit->blk_tag_o);
	same("blk_self", lines_pack_fences(traffic, b.op->self), unit->blk_self_o);
	same("blk_era", b.op->era, unit->blk_era_o);
	if (!b.make)
		return;
	same("blk_class", static_cast<uint64_t>(b.before->high) << 32 | b.before->low,
	     unit->blk_class_o);
	for (unsigned i = 0; i < LINE_CLASSES; i++) {
		same("blk_entry", b.before->entry[i],
		     slot(unit->blk_entry_o.data(), i, PF_REF_LINE_ROW_FIRST_W));
		if (touched >> i & 1)
			same("blk_next", b.next[i],
			     slot(unit->blk_next_o.data(), i, PF_REF_LINE_ROW_FIRST_W));
	}
}

void Bench::compare_race()
{
	const line_check_race &r = model.out.race;

	same("race_line", r.line, unit->race_line_o);
	same("race_pc", r.pc, unit->race_pc_o);
	same("race_sub", r.sub, unit->race_sub_o);
	same("race_tag", lines_pack_tag(traffic, r.tag), unit->race_tag_o);
	same("race_owner", r.owner, owner_of(unit->race_owner_block_o, unit->race_owner_warp_o));
	for (unsigned i = 0; i < LINE_CLASSES; i++) {
		same("race_words", r.words[i], unit->race_words_o[i]);
		if (!r.words[i])
			continue;
		same("race_row", r.row[i], unit->race_row_o >> 5 * i & 31);
		for (unsigned b = 0; b < 23; b++)
			same("race_before", r.before[i] >> b & 1,
			     get_bit(unit->race_before_o, 23 * i + b));
	}
}

void Bench::compare()
{
	same("done", model.out.done, unit->done_o);
	same("free_take", model.out.free_take, unit->free_take_o);
	same("expanded", model.out.free_take, unit->expanded_o);
	same("forgot", model.out.forgot, unit->forgot_o);
	same("blk_valid", model.out.blk.valid, unit->blk_valid_o);
	same("stall_block", model.out.stall_block, unit->stall_block_o);
	same("idle", line_check_idle(&model), unit->idle_o);
	if (model.out.done)
		same("done_era", model.out.done_era, unit->done_era_o);
	if (model.out.ret_valid)
		compare_ret();
	if (model.out.blk.valid)
		compare_blk();
	if (model.out.race_valid)
		compare_race();
}

void Bench::note()
{
	seen[BLOCK] += model.out.blk.valid && !model.out.blk.make;
	seen[BLOCK_WAITS] += model.out.stall_block;
	seen[MADE] += model.out.free_take;
	seen[FORGOT] += model.out.forgot;
	seen[CHANGED] += model.out.ret_valid && model.out.ret_changed;
}

void Bench::end(uint32_t n)
{
	line[n].row = model.out.ret_row;
	line[n].inside--;
}

void Bench::step()
{
	if (model.out.free_take)
		next_block = (next_block + 1) % (1 << BLOCK_BITS);
	line_check_step(&model);
}

void campaign(const Options &o)
{
	run_bench<Bench>("lines_line_check", o);
}

} // namespace

int main(int argc, char **argv)
{
	return plain_main(argc, argv, "lines_line_check",
			  "pf_line_check (Verilated) against its model in sim/lines, every cycle.",
			  campaign);
}
