/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * lines_coalesce: pf_coalesce (Verilated) and its model in sim/lines, cycle for cycle.
 *
 *   accesses to a few lines, whole and in pieces, fences and epochs between them ──┬─> unit
 *                                                                                 └─> model
 *
 * Compared every cycle: all outputs. -DPLACES: as the unit has them.
 */
#include "Vpf_coalesce.h"
#include "lines_bench.h"
extern "C" {
#include "lines/coalesce.h"
}

namespace
{

enum { AGE = 32, LINES = 9, PHASE_CYCLES = 512 };
enum event { JOINED, SPLIT, AGED, PUSHED, FENCES, WAITED };
const char *const EVENT[] = {
	"joined",       "split", "left by age", "pushed out", "fences and epochs",
	"output waits", nullptr};

class Bench : public LinesBench<Vpf_coalesce>
{
      public:
	explicit Bench(const Options &o);
	void cycle();

      private:
	coalesce model = {};
	pf_request request = {};
	const uint32_t places = PLACES;
	bool there = false;
	unsigned left = 0; /* sectors of the access that are to come */

	void reset();
	void new_request();
	void give();
	void compare();
	void note();
};

Bench::Bench(const Options &o) : LinesBench(o, EVENT)
{
	coalesce_init(&model, places, AGE);
	reset();
	new_paces();
}

void Bench::reset()
{
	unit->rst_ni = 1;
	unit->clk_i = unit->req_valid_i = unit->op_ready_i = 0;
	unit->eval();
	unit->rst_ni = 0;
	unit->eval();
	unit->rst_ni = 1;
	unit->eval();
	coalesce_reset(&model);
	there = false;
	left = 0;
}

void Bench::new_request()
{
	there = true;
	operations++;
	if (left) {
		left--;
		request.sector = (request.sector & ~3ULL) | ((request.sector + 1) & 3);
		if (below(8) == 0)
			request.word_mask = below(256);
		return;
	}
	const check_op op = lines_traffic_op(traffic);

	request = {};
	request.kind = below(24) ? PF_REQ_ACCESS : below(4) ? PF_REQ_FENCE : PF_REQ_EPOCH;
	request.sector = below(LINES) * 4 + below(4);
	request.word_mask = below(3) ? 255 : below(256);
	request.sub_mask = below(4) ? 0 : below(256);
	request.tag = op.tag;
	request.tag.sub_word = false;
	request.pc = below(3);
	left = request.kind == PF_REQ_ACCESS && below(2) ? 3 : 0;
}

void Bench::give()
{
	if (!there && draw(0))
		new_request();
	model.in.req_valid = there;
	model.in.req = &request;
	model.in.op_ready = draw(1);
	unit->req_valid_i = there;
	unit->req_kind_i = request.kind;
	put(unit->req_sector_i, request.sector);
	put(unit->req_word_mask_i, request.word_mask);
	put(unit->req_sub_mask_i, request.sub_mask);
	put(unit->req_tag_i, lines_pack_tag(traffic, &request.tag));
	put(unit->req_pc_i, request.pc);
	unit->op_ready_i = model.in.op_ready;
	unit->eval();
}

void Bench::compare()
{
	same("req_ready", model.ready, unit->req_ready_o);
	same("op_valid", model.op_valid, unit->op_valid_o);
	same("idle", model.idle, unit->idle_o);
	if (!model.op_valid)
		return;
	same("op_kind", model.op.kind, unit->op_kind_o);
	same("op_line", model.op.line, unit->op_line_o);
	same("op_words", model.op.words, unit->op_words_o);
	same("op_tag", lines_pack_tag(traffic, &model.op.tag), unit->op_tag_o);
	if (model.op.kind == PF_REQ_ACCESS)
		same("op_sub", model.op.sub, unit->op_sub_o);
	if (model.op.kind == PF_REQ_ACCESS)
		same("op_pc", model.op.pc, unit->op_pc_o);
}

/* What came to pass in this cycle. */
void Bench::note()
{
	const bool free = !model.op_valid || model.in.op_ready;
	uint32_t due = 0, aged = 0, sectors = 0;

	for (const join_place &p : model.join.place) {
		due += p.valid && p.due;
		aged += p.valid && !p.due && p.age == AGE - 1;
	}
	for (unsigned i = 0; i < 4; i++)
		sectors += (model.op.words >> 8 * i & 255) != 0;
	seen[JOINED] += model.op_valid && model.in.op_ready && sectors > 1;
	seen[SPLIT] += model.split;
	seen[AGED] += aged;
	seen[PUSHED] += free && !due && model.join.n_valid == places && model.n_req;
	seen[FENCES] += model.op_valid && model.in.op_ready && model.op.kind != PF_REQ_ACCESS;
	seen[WAITED] += model.op_valid && !model.in.op_ready;
}

void Bench::cycle()
{
	if (now % PHASE_CYCLES == PHASE_CYCLES - 1)
		new_paces();
	if (now % (32 * PHASE_CYCLES) == PHASE_CYCLES)
		reset();
	give();
	compare();
	note();
	there = there && !model.ready;
	coalesce_step(&model);
	clock();
}

void campaign(const Options &o)
{
	run_bench<Bench>("lines_coalesce", o);
}

} // namespace

int main(int argc, char **argv)
{
	return plain_main(argc, argv, "lines_coalesce",
			  "pf_coalesce (Verilated) against its model in sim/lines, every cycle.",
			  campaign);
}
