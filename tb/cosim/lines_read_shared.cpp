/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * lines_read_shared: pf_read_shared (Verilated) and its model in sim/lines, cycle for cycle.
 *
 *   operations on a few blocks, their pieces sent and checked some cycles later ──┬─> unit
 *                                                                                └─> model
 *
 * Compared every cycle: all outputs.
 */
#include <deque>

#include "Vpf_read_shared.h"
#include "lines_bench.h"
extern "C" {
#include "lines/read_shared.h"
}

namespace
{

enum { BLOCKS = 7, BEATS = 8, MOST_OUT = 64, PHASE_CYCLES = 1024 };
enum event { SKIPPED, TAKEN, REFUSED, WROTE, RETURNED, FORGOT };
const char *const EVENT[] = {"skipped",  "places taken", "refused", "other operations",
			     "returned", "forgotten",    nullptr};

struct Piece {
	uint32_t token, beat;
};

class Bench : public LinesBench<Vpf_read_shared>
{
      public:
	explicit Bench(const Options &o);
	void cycle();

      private:
	read_shared model = {};
	std::deque<Piece> out;
	uint32_t left = 0; /* beats of the operation that were not sent */
	bool there = false;

	void reset();
	void new_operation();
	void give();
	void compare();
	void edge();
};

Bench::Bench(const Options &o) : LinesBench(o, EVENT)
{
	unit->scord_i = 0;
	reset();
	new_paces();
}

void Bench::reset()
{
	unit->rst_ni = 1;
	unit->clk_i = unit->op_valid_i = unit->back_i = unit->piece_i = unit->forget_i = 0;
	unit->eval();
	unit->rst_ni = 0;
	unit->eval();
	unit->rst_ni = 1;
	unit->eval();
	read_shared_reset(&model);
	out.clear();
	there = false;
}

void Bench::new_operation()
{
	there = true;
	operations++;
	model.in.op_block = below(4) ? below(3) : below(BLOCKS);
	model.in.op_load = below(16) != 0;
	model.in.op_make = below(64) == 0;
	model.in.op_words = below(2) ? lines_traffic_words(traffic) : 0xff;
	left = 0;
	for (unsigned b = 0; b < BEATS; b++)
		left |= (model.in.op_make || model.in.op_words >> 4 * b & 15) << b;
}

void Bench::give()
{
	if (!there && draw(0))
		new_operation();
	model.in.op_valid = there;
	unit->op_valid_i = there;
	put(unit->op_block_i, model.in.op_block);
	put(unit->op_words_i, model.in.op_words);
	unit->op_make_i = model.in.op_make;
	unit->op_sub_i = 0;
	put(unit->op_tag_i, model.in.op_load ? 0 : 1ULL << (PF_REF_TAG_W - 1)); /* write */
	read_shared_eval(&model);
	model.in.piece = there && !model.skip && left && draw(1) && out.size() < MOST_OUT;
	model.in.op_ready =
		there && (model.skip ? draw(2) : model.in.piece && !(left & (left - 1)));
	model.in.back = !out.empty() && draw(3);
	model.in.back_token = NO_TOKEN;
	if (model.in.back) {
		model.in.back_token = out.front().token;
		model.in.back_beat = out.front().beat;
		model.in.back_quiet = below(4) ? 15 : below(16);
	}
	model.in.forget = !there && out.empty() && below(256) == 0;
	unit->piece_i = model.in.piece;
	unit->op_ready_i = model.in.op_ready;
	unit->back_i = model.in.back;
	put(unit->back_token_i,
	    model.in.back_token == NO_TOKEN ? 0 : SHARED_PLACES | model.in.back_token);
	put(unit->back_beat_i, model.in.back_beat);
	put(unit->back_quiet_i, model.in.back_quiet);
	unit->forget_i = model.in.forget;
	unit->eval();
}

void Bench::compare()
{
	same("skip", model.skip, unit->skip_o);
	same("token", model.token == NO_TOKEN ? 0 : SHARED_PLACES | model.token, unit->token_o);
	seen[SKIPPED] += model.skip && model.in.op_ready;
	seen[TAKEN] += model.want && model.give && model.in.piece;
	seen[REFUSED] += model.refused;
	seen[WROTE] += there && !model.in.op_load;
	seen[RETURNED] += model.in.back && model.in.back_token != NO_TOKEN;
	seen[FORGOT] += model.in.forget;
}

void Bench::edge()
{
	if (model.in.piece) {
		out.push_back({model.token, static_cast<uint32_t>(__builtin_ctz(left))});
		left &= left - 1;
	}
	if (model.in.back)
		out.pop_front();
	there = there && !model.in.op_ready;
	read_shared_step(&model);
	clock();
}

void Bench::cycle()
{
	if (now % PHASE_CYCLES == PHASE_CYCLES - 1)
		new_paces();
	if (now % (32 * PHASE_CYCLES) == PHASE_CYCLES)
		reset();
	give();
	compare();
	edge();
}

void campaign(const Options &o)
{
	run_bench<Bench>("lines_read_shared", o);
}

} // namespace

int main(int argc, char **argv)
{
	return plain_main(argc, argv, "lines_read_shared",
			  "pf_read_shared (Verilated) against its model in sim/lines, every cycle.",
			  campaign);
}
