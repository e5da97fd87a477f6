/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * lines_line_arrive: pf_line_arrive with its pf_fence_counts (Verilated) and its model in
 * sim/lines, cycle for cycle.
 *
 * LOOK_BITS as LookW.
 *
 *   operations and fences of a few warps, epochs, flushes; pieces that stay inside for long, ──┬─>
 * unit and look up the fences of others └─> model
 *
 * Compared every cycle: all outputs.
 */
#include <vector>

#include "Vpf_line_arrive.h"
#include "lines_bench.h"
extern "C" {
#include "lines/arrive.h"
}

namespace
{

enum {
	LINES = 12,
	INSIDE = 128,
	WARPS = 6,
	PHASE_CYCLES = 1024,
	ERA_BITS = 4,
	CLEAR_CYCLES = 1 << LOOK_BITS
};
enum event {
	OPERATIONS,
	FENCES,
	FENCE_WAITS,
	SKIPS,
	LOOKS,
	LESS,
	EPOCHS,
	FLUSHES,
	FORGETS,
	WRAPS,
	MISSES
};
const bool ALL = LOOK_BITS >= PF_REF_FENCE_BLOCK_W + PF_REF_META_WARP_W; /* have a copy */
const char *const EVENT[] = {"operations",
			     "fences",
			     "fences wait",
			     "words skipped",
			     "looks",
			     "looks before a fence",
			     "forgotten",
			     "flushes",
			     "forgets",
			     "wraps",
			     ALL ? nullptr : "cycles without an answer",
			     nullptr};

class Bench : public LinesBench<Vpf_line_arrive>
{
      public:
	explicit Bench(const Options &o);
	~Bench()
	{
		arrive_free(&model);
	}
	void cycle();

      private:
	arrive model = {};
	line_access op = {};
	bool there = false, looked[FENCE_LOOKS] = {};
	uint64_t since = 0;           /* the reset */
	std::vector<uint32_t> inside; /* eras of pieces */

	bool waits() const
	{
		return !model.fences.counted[0] || !model.fences.counted[1];
	}
	void configure();
	void reset();
	void new_operation();
	void give_op();
	void give_pieces();
	void give_looks();
	void give_caches();
	void compare();
	void compare_out();
	void note();
	void edge();
};

Bench::Bench(const Options &o) : LinesBench(o, EVENT)
{
	const fence_counts_config c = {.geometry = pf_geometry_named(GEOMETRY),
				       .block_bits = PF_REF_FENCE_BLOCK_W,
				       .look_bits = LOOK_BITS,
				       .eras = 1 << ERA_BITS,
				       .most_inside = INSIDE};

	arrive_init(&model, &c);
	model.fences.scord = scord;
	unit->scord_i = scord;
	configure();
	reset();
	new_paces();
}

void Bench::configure()
{
	model.region = {.first = 1 + below(3),
			.last = 8 + below(4),
			.first_words = ~0U << below(32),
			.last_words = ~0U >> below(32)};
	put(unit->cfg_first_i, model.region.first);
	put(unit->cfg_last_i, model.region.last);
	put(unit->cfg_first_words_i, model.region.first_words);
	put(unit->cfg_last_words_i, model.region.last_words);
}

void Bench::reset()
{
	unit->rst_ni = 1;
	unit->clk_i = unit->op_valid_i = unit->out_ready_i = unit->flush_valid_i =
		unit->forget_valid_i = unit->empty_i = 0;
	unit->add_i = unit->end_i = unit->look_i = unit->flushed_i = unit->forgotten_i = 0;
	unit->eval();
	unit->rst_ni = 0;
	unit->eval();
	unit->rst_ni = 1;
	unit->eval();
	arrive_reset(&model);
	there = looked[0] = looked[1] = false;
	since = now;
	inside.clear();
	model.in.flush = model.in.forget = false;
}

void Bench::new_operation()
{
	there = true;
	operations++;
	op = {};
	op.kind = below(4) ? PF_REQ_ACCESS : below(300) ? PF_REQ_FENCE : PF_REQ_EPOCH;
	op.line = below(LINES);
	op.words = op.kind == PF_REQ_ACCESS ? lines_traffic_words(traffic) : 0;
	op.sub = below(2);
	op.tag = lines_traffic_op(traffic).tag;
	op.tag.warp = below(WARPS / 2);
	op.tag.block = below(2) << 4 | below(2); /* the same place in the file, or another */
	op.tag.sub_word = false;
	op.pc = below(1 << 20);
}

void Bench::give_op()
{
	/* In the unit, too, nothing comes before all counts are 0. */
	if (!there && now > since + CLEAR_CYCLES && draw(0))
		new_operation();
	model.in.op = there ? &op : nullptr;
	unit->op_valid_i = there;
	unit->op_kind_i = op.kind;
	put(unit->op_line_i, op.line);
	put(unit->op_words_i, op.words);
	unit->op_sub_i = op.sub;
	put(unit->op_tag_i, lines_pack_tag(traffic, &op.tag));
	put(unit->op_pc_i, op.pc);
	model.in.out_ready = draw(1);
	unit->out_ready_i = model.in.out_ready;
}

/* Up to two pieces end, none while a look waits; one may get another beside it. */
void Bench::give_pieces()
{
	uint32_t ends = 0, eras = 0;

	for (unsigned i = 0; i < FENCE_ENDS; i++) {
		model.in.end[i] = !waits() && inside.size() > 1 + i && draw(2) && below(2);
		if (!model.in.end[i])
			continue;
		const uint32_t at = below(static_cast<uint32_t>(inside.size()));

		model.in.end_era[i] = inside[at];
		inside.erase(inside.begin() + at);
		ends |= 1U << i;
		eras |= model.in.end_era[i] << ERA_BITS * i;
	}
	/* The last one ends alone. */
	if (!ends && !waits() && inside.size() == 1 && draw(2)) {
		model.in.end[0] = true;
		model.in.end_era[0] = eras = inside[0];
		inside.clear();
		ends = 1;
	}
	model.in.add = !inside.empty() && inside.size() < INSIDE / 2 && below(6) == 0;
	if (model.in.add) {
		model.in.add_era = inside.back();
		inside.push_back(model.in.add_era);
	}
	unit->add_i = model.in.add;
	put(unit->add_era_i, model.in.add_era);
	put(unit->end_i, ends);
	put(unit->end_era_i, eras);
}

void Bench::give_looks()
{
	uint32_t looks = 0, blocks = 0, warps = 0, eras = 0;

	for (unsigned i = 0; i < FENCE_LOOKS; i++) {
		model.fences.in.look[i] = model.fences.counted[i] && inside.size() > 3 && below(2);
		if (!model.fences.in.look[i])
			continue;
		/* Of a piece that stays. */
		model.fences.in.look_era[i] = inside[below(static_cast<uint32_t>(inside.size()))];
		model.fences.in.look_block[i] = below(2) << 4 | below(2);
		model.fences.in.look_warp[i] = below(WARPS / 2);
		looks |= 1U << i;
		blocks |= model.fences.in.look_block[i] << PF_REF_META_BLOCK_W * i;
		warps |= model.fences.in.look_warp[i] << PF_REF_META_WARP_W * i;
		eras |= model.fences.in.look_era[i] << ERA_BITS * i;
	}
	put(unit->look_i, looks);
	put(unit->look_block_i, blocks);
	put(unit->look_warp_i, warps);
	put(unit->look_era_i, eras);
}

void Bench::give_caches()
{
	model.in.flush |= now > since + CLEAR_CYCLES && below(3000) == 0 && !model.in.forget;
	model.in.forget |= now > since + CLEAR_CYCLES && below(6000) == 0 && !model.in.flush;
	unit->empty_i = model.in.empty;
	unit->flush_valid_i = model.in.flush;
	unit->forget_valid_i = model.in.forget;
	arrive_eval(&model);
	model.in.flushed = model.flushing ? model.ask & below(4) : 0;
	model.in.forgotten = model.forgetting ? model.ask & below(8) : 0;
	put(unit->flushed_i, model.in.flushed);
	put(unit->forgotten_i, model.in.forgotten);
	unit->eval();
}

void Bench::compare_out()
{
	const line_operation &o = model.out[0];
	const unsigned counts = 2 * PF_REF_META_BLK_FENCE_W, pc = PF_REF_RACE_PC_W,
		       tag = PF_REF_TAG_W;
	const uint32_t *bits = unit->out_op_o.data();
	const auto field = [bits](unsigned lsb, unsigned width) {
		uint64_t v = 0;

		for (unsigned b = 0; b < width; b++)
			v |= static_cast<uint64_t>(bits[(lsb + b) / 32] >> (lsb + b) % 32 & 1) << b;
		return v;
	};

	same("out_line", o.line, unit->out_line_o);
	same("era", o.op.era, field(0, ERA_BITS));
	same("self", lines_pack_fences(traffic, o.op.self), field(ERA_BITS, counts));
	same("pc", o.pc, field(ERA_BITS + counts, pc));
	same("tag", lines_pack_tag(traffic, &o.op.tag), field(ERA_BITS + counts + pc, tag));
	same("sub", o.op.sub, field(ERA_BITS + counts + pc + tag, 1));
	same("words", o.op.words, field(ERA_BITS + counts + pc + tag + 1, 32));
}

void Bench::compare()
{
	same("op_ready", model.op_ready, unit->op_ready_o);
	same("out_valid", model.n_out != 0, unit->out_valid_o);
	same("flush", model.flushing, unit->flush_o);
	same("forget", model.forgetting, unit->forget_o);
	same("ask", model.ask, unit->ask_o);
	same("flush_ready", model.flush_done, unit->flush_ready_o);
	same("forget_ready", model.forget_done, unit->forget_ready_o);
	same("skipped", model.skipped, unit->skipped_o);
	same("epoch", model.epoch, unit->epoch_o);
	same("wrapped", model.wrapped, unit->wrapped_o);
	same("stall_fence", model.stall_fence, unit->stall_fence_o);
	same("idle", arrive_idle(&model), unit->idle_o);
	if (model.n_out)
		compare_out();
	const unsigned counts = 2 * PF_REF_META_BLK_FENCE_W;
	same("look_ok", model.fences.counted[0] | model.fences.counted[1] << 1, unit->look_ok_o);
	for (unsigned i = 0; i < FENCE_LOOKS; i++)
		if (looked[i] && model.fences.counted[i])
			same("look", lines_pack_fences(traffic, model.fences.counts[i]),
			     static_cast<uint64_t>(unit->look_o) >> counts * i &
				     ((1U << counts) - 1));
}

void Bench::note()
{
	seen[OPERATIONS] += model.takes;
	seen[FENCES] += model.passes;
	seen[FENCE_WAITS] += model.stall_fence;
	seen[SKIPS] += model.skipped;
	for (unsigned i = 0; i < FENCE_LOOKS; i++) {
		seen[LOOKS] += model.fences.in.look[i];
		seen[LESS] +=
			model.fences.in.look[i] && model.fences.in.look_era[i] != model.fences.era;
	}
	seen[MISSES] += waits();
	seen[EPOCHS] += model.epoch;
	seen[FLUSHES] += model.flush_done;
	seen[FORGETS] += model.forget_done && model.in.forget;
	seen[WRAPS] += model.fences.wraps || !scord;
}

void Bench::edge()
{
	const bool leaves = model.n_out && model.in.out_ready;
	const uint32_t era = model.out[0].op.era;

	there = there && !model.op_ready;
	model.in.flush = model.in.flush && !model.flush_done;
	model.in.forget = model.in.forget && !model.forget_done;
	for (unsigned i = 0; i < FENCE_LOOKS; i++)
		looked[i] |= model.fences.in.look[i];
	arrive_step(&model);
	if (model.fences.in.epoch || model.fences.in.clear)
		looked[0] = looked[1] = false;
	if (leaves)
		inside.push_back(era);
	clock();
}

void Bench::cycle()
{
	if (now % PHASE_CYCLES == PHASE_CYCLES - 1)
		new_paces();
	if (now % (64 * PHASE_CYCLES) == PHASE_CYCLES)
		reset();
	model.in.empty = inside.empty(); /* before what ends in this cycle */
	give_op();
	give_pieces();
	give_looks();
	give_caches();
	compare();
	note();
	edge();
}

void campaign(const Options &o)
{
	run_bench<Bench>("lines_line_arrive", o);
}

} // namespace

int main(int argc, char **argv)
{
	return plain_main(argc, argv, "lines_line_arrive",
			  "pf_line_arrive (Verilated) against its model in sim/lines, every cycle.",
			  campaign);
}
