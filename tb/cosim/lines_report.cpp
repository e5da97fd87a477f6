/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * lines_report: pf_report (Verilated) and its model in sim/lines, cycle for cycle.
 *
 *   races of few places in the code, a ring that is read late, memory that is slow ──┬─> unit
 *                                                                                   └─> model
 *
 * Compared every cycle: all outputs; a record, whole, while it is there.
 */
#include <cstring>

#include "Vpf_report.h"
#include "lines_bench.h"
extern "C" {
#include "lines/report.h"
}

namespace
{

enum { PHASE_CYCLES = 1024, PLACES = 100, SHOWN_BITS = 23 };
enum event { RECORDS, REPEATED, DROPPED, WAITED, CLEARED };
const char *const EVENT[] = {"records", "repeated", "dropped", "record waits", "clears", nullptr};
const uint8_t ROWS[] = {PF_R3, PF_R4, PF_R5, PF_R6, PF_R10, PF_W3, PF_W5, PF_W6, PF_W7, PF_W9};

class Bench : public LinesBench<Vpf_report>
{
      public:
	explicit Bench(const Options &o);
	~Bench()
	{
		report_free(&model);
	}
	void cycle();

      private:
	report model = {};
	race_group race = {};
	pf_tag tag = {};
	bool there = false;

	void reset();
	void configure();
	void new_race();
	void give();
	void compare();
	void edge();
};

Bench::Bench(const Options &o) : LinesBench(o, EVENT)
{
	report_init(&model, pf_geometry_named(GEOMETRY), PF_REF_RACE_PC_W, PF_REF_SEEN);
	configure();
	reset();
	new_paces();
}

void Bench::configure()
{
	model.config.ring_log2 = 1 + below(6);
	model.config.ring_base = 0x1000;
	model.config.report_all = below(4) == 0;
	put(unit->cfg_ring_log2_i, model.config.ring_log2);
	put(unit->cfg_ring_base_i, model.config.ring_base);
	unit->cfg_report_all_i = model.config.report_all;
	unit->cfg_irq_enable_i = 0;
	unit->race_shift_i = 0;
}

void Bench::reset()
{
	unit->rst_ni = 1;
	unit->clk_i = unit->clear_i = unit->race_valid_i = unit->rwr_ready_i = 0;
	unit->eval();
	unit->rst_ni = 0;
	unit->eval();
	unit->rst_ni = 1;
	unit->eval();
	report_reset(&model);
	model.config.ring_tail = 0;
	there = false;
}

void Bench::new_race()
{
	there = true;
	operations++;
	tag = lines_traffic_op(traffic).tag;
	race.lanes = 1 + below(15);
	race.sub = below(2);
	race.word = below(1 << 20) << 2;
	race.owner = below(1 << 12);
	race.pc = below(PLACES) * 8;
	race.tag = &tag;
	for (unsigned i = 0; i < CHECK_ENTRIES; i++) {
		race.row[i] = ROWS[below(sizeof(ROWS))];
		race.before[i] = below(1U << SHOWN_BITS);
		put(unit->race_row_i, (static_cast<uint32_t>(unit->race_row_i) & ~(31U << 5 * i)) |
					      static_cast<uint32_t>(race.row[i]) << 5 * i);
		for (unsigned b = 0; b < SHOWN_BITS; b++)
			put_bit(unit->race_before_i, SHOWN_BITS * i + b, race.before[i] >> b & 1);
	}
	put(unit->race_lanes_i, race.lanes);
	put(unit->race_sub_i, race.sub ? 15 : 0);
	put(unit->race_sector_i, race.word / 8);
	put(unit->race_entry_i, race.word % 8);
	put(unit->race_owner_block_i, race.owner >> pf_geometry_named(GEOMETRY)->warp_bits);
	put(unit->race_owner_warp_i,
	    race.owner & ((1U << pf_geometry_named(GEOMETRY)->warp_bits) - 1));
	put(unit->race_tag_i, lines_pack_tag(traffic, &tag));
	put(unit->race_pc_i, race.pc);
}

void Bench::give()
{
	if (!there && draw(0))
		new_race();
	model.in.race = there ? &race : nullptr;
	model.in.record_ready = draw(1);
	model.in.clear = !there && !model.busy && below(512) == 0;
	if (below(16) < pace[2] && model.head != model.config.ring_tail)
		model.config.ring_tail += 1 + below(model.head - model.config.ring_tail);
	unit->race_valid_i = there;
	unit->rwr_ready_i = model.in.record_ready;
	unit->clear_i = model.in.clear;
	put(unit->cfg_ring_tail_i, model.config.ring_tail);
	unit->eval();
	report_eval(&model);
}

void Bench::compare()
{
	if (there)
		same("race_ready", model.race_ready, unit->race_ready_o);
	same("rwr_valid", model.record_valid, unit->rwr_valid_o);
	same("head", model.head, unit->ring_head_o);
	same("kinds", model.kinds, unit->kinds_o);
	same("dropped", model.dropped, unit->dropped_o);
	same("repeated", model.repeated, unit->repeated_o);
	same("recorded", model.recorded, unit->recorded_o);
	same("full", model.full, unit->full_o);
	same("idle", !there && !model.busy, unit->idle_o);
	if (model.record_valid) {
		const pf_beat is = report_record(&model, pf_geometry_named(GEOMETRY));
		pf_beat should = {};

		std::memcpy(&should, unit->rwr_data_o.data(), sizeof(unit->rwr_data_o));
		for (unsigned i = 0; i < PF_BEAT_ENTRIES; i++)
			same("record", is.v[i], should.v[i]);
		same("rwr_addr", report_record_beat(&model), unit->rwr_addr_o);
	}
	seen[RECORDS] += model.recorded;
	seen[REPEATED] += model.repeated;
	seen[DROPPED] += model.dropped;
	seen[WAITED] += model.record_valid && !model.in.record_ready;
	seen[CLEARED] += model.in.clear;
}

void Bench::edge()
{
	const bool clears = model.in.clear;

	there = there && !model.race_ready;
	report_step(&model);
	if (clears)
		model.config.ring_tail = 0;
	clock();
}

void Bench::cycle()
{
	if (now % PHASE_CYCLES == PHASE_CYCLES - 1)
		new_paces();
	if (now % (32 * PHASE_CYCLES) == PHASE_CYCLES) {
		configure();
		reset();
	}
	give();
	compare();
	edge();
}

void campaign(const Options &o)
{
	run_bench<Bench>("lines_report", o);
}

} // namespace

int main(int argc, char **argv)
{
	return plain_main(argc, argv, "lines_report",
			  "pf_report (Verilated) against its model in sim/lines, every cycle.",
			  campaign);
}
