/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * lines_regs: pf_regs as pf_line_unit has it (Verilated) and its model in sim/lines, cycle for
 * cycle.
 *
 *   accesses to all registers, with values that fit and such that do not ──┬─> unit
 *   the state of what they rule                                           └─> model
 *
 * Compared every cycle: all outputs. RING_HEAD moves only between accesses: the model looks at it
 * at another time.
 */
#include "Vpf_regs.h"
#include "lines_bench.h"
extern "C" {
#include "lines/counters.h"
#include "lines/regs.h"
}

namespace
{

enum { ADDRESSES = 256, PHASE_CYCLES = 1024, MOST_INDEX = COUNTERS_ALL };
enum event { ACCEPTED, REFUSED, READS, COUNTS, SWEEPS, ENABLED, CLEARS };
const char *const EVENT[] = {"accepted", "refused", "reads",  "counters read",
			     "sweeps",   "enabled", "clears", nullptr};

class Bench : public LinesBench<Vpf_regs>
{
      public:
	explicit Bench(const Options &o);
	void cycle();

      private:
	regs model = {};
	bool there = false;
	uint32_t script = 0; /* steps of a driver that sets the unit up, left */

	void reset();
	uint32_t value_for(uint32_t address);
	void set_up();
	void new_access();
	void give_state();
	void give();
	void compare();
};

Bench::Bench(const Options &o) : LinesBench(o, EVENT)
{
	const pf_geometry *g = pf_geometry_named(GEOMETRY);
	const regs_config c = {.addr_bits = PF_REF_ADDR_W,
			       .tag_bits = g->tag_bits,
			       .epoch_bits = g->epoch_bits,
			       .lanes = PF_REF_LANES,
			       .lines = PF_REF_LINES};

	regs_init(&model, &c);
	reset();
}

void Bench::reset()
{
	unit->rst_ni = 1;
	unit->clk_i = unit->reg_valid_i = unit->idle_i = unit->drained_i = unit->sweeping_i =
		unit->cnt_ready_i = 0;
	unit->eval();
	unit->rst_ni = 0;
	unit->eval();
	unit->rst_ni = 1;
	unit->eval();
	regs_reset(&model);
	there = false;
}

/* Often one that fits. */
uint32_t Bench::value_for(uint32_t address)
{
	if (below(4) == 0)
		return below(2) ? below(1 << 30) << 2 | below(4) : below(64);
	switch (address & ~3U) {
	case PF_REG_CTRL:
		return below(4) ? (below(8) == 0) << 6 | below(8) << 3 | (model.ctrl & 2) | below(2)
				: below(128);
	case PF_REG_COMMAND: return below(4);
	case PF_REG_REGION_BASE: return below(1 << 10);
	case PF_REG_REGION_WORDS: return 1 + below(1 << 12);
	case PF_REG_ENTRIES: return 1 + below(1 << 12);
	case PF_REG_META_BASE: return 0x4000 + 2 * below(1 << 10);
	case PF_REG_RING_BASE: return below(4) ? 0x8000 + below(1 << 10) : 0x4000 + below(1 << 10);
	case PF_REG_RING_LOG2: return 1 + below(8);
	case PF_REG_RING_TAIL: return model.tail + below(8);
	default: return below(1 << 16);
	}
}

/* What a driver writes, one after the other. */
void Bench::set_up()
{
	static const uint8_t ORDER[] = {PF_REG_CTRL,      PF_REG_COMMAND,     PF_REG_RING_LOG2,
					PF_REG_RING_BASE, PF_REG_META_BASE,   PF_REG_REGION_BASE,
					PF_REG_ENTRIES,   PF_REG_REGION_WORDS};

	script--;
	model.in.write = true;
	model.in.address = ORDER[script % sizeof(ORDER)];
	switch (model.in.address) {
	case PF_REG_CTRL: model.in.data = script ? 1 | (model.ctrl & 2) : 0; break;
	case PF_REG_COMMAND: model.in.data = 1 + below(3); break;
	case PF_REG_ENTRIES: model.in.data = 0x1000; break;
	case PF_REG_RING_BASE: model.in.data = 0x8000; break;
	default: model.in.data = value_for(model.in.address); break;
	}
}

void Bench::new_access()
{
	there = true;
	operations++;
	if (!script && below(16) == 0)
		script = 8;
	if (script) {
		set_up();
		return;
	}
	model.in.write = below(2);
	model.in.address = below(8) ? 4 * below(PF_REG_COUNTERS / 4) : below(ADDRESSES);
	model.in.data = value_for(model.in.address);
}

void Bench::give_state()
{
	const bool enabled = model.ctrl & PF_REG_CTRL_ENABLE_MASK;

	model.in.idle = below(4) != 0;
	model.in.drained = !enabled && below(8) != 0;
	model.in.sweeping = below(16) == 0;
	model.in.ring_full = below(2);
	model.in.count_ready = model.count_valid && below(4) == 0;
	model.in.count_total = static_cast<uint64_t>(below(1 << 17)) << 31 | below(1 << 30);
	if (!there && below(4) == 0)
		model.in.ring_head = below(8) ? model.tail + below(12) : below(1 << 30) << 2;
	unit->idle_i = model.in.idle;
	unit->drained_i = model.in.drained;
	unit->sweeping_i = model.in.sweeping;
	unit->ring_full_i = model.in.ring_full;
	put(unit->epoch_i, 0);
	put(unit->ring_head_i, model.in.ring_head);
	unit->fits_i = 1;
	unit->cnt_ready_i = model.in.count_ready;
	put(unit->cnt_total_i, model.in.count_total);
}

void Bench::give()
{
	if (!there && below(4) == 0)
		new_access();
	give_state();
	model.in.valid = there;
	unit->reg_valid_i = there;
	unit->reg_write_i = model.in.write;
	put(unit->reg_addr_i, model.in.address);
	put(unit->reg_wdata_i, model.in.data);
	unit->eval();
}

void Bench::compare()
{
	same("ready", model.ready, unit->reg_ready_o);
	same("idle", model.idle, unit->idle_o);
	same("sweep", model.sweep, unit->cmd_sweep_o);
	same("clear", model.clear, unit->cmd_clear_o);
	same("cnt_valid", model.count_valid, unit->cnt_valid_o);
	if (model.count_valid)
		same("cnt_index", model.count_index, unit->cnt_index_o);
	if (model.ready)
		same("error", model.error, unit->reg_error_o);
	if (model.ready && !model.in.write)
		same("rdata", model.data, unit->reg_rdata_o);
	same("enable", model.ctrl & 1, unit->cfg_enable_o);
	same("count", model.count, unit->cfg_count_o);
	same("policy", model.scord, unit->cfg_policy_o);
	same("report_all", model.ctrl >> 4 & 1, unit->cfg_report_all_o);
	same("base", model.base, unit->cfg_base_o);
	same("words", model.words, unit->cfg_words_o);
	same("entries", model.entries, unit->cfg_entries_o);
	same("meta_base", model.meta_base, unit->cfg_meta_base_o);
	same("ring_base", model.ring_base, unit->cfg_ring_base_o);
	same("ring_log2", model.ring_log2, unit->cfg_ring_log2_o);
	same("ring_tail", model.tail, unit->cfg_ring_tail_o);
	seen[ACCEPTED] += model.ready && model.in.write && !model.error;
	seen[REFUSED] += model.ready && model.in.write && model.error;
	seen[READS] += model.ready && !model.in.write;
	seen[COUNTS] += model.in.count_ready;
	seen[SWEEPS] += model.sweep;
	seen[ENABLED] += model.ctrl & 1;
	seen[CLEARS] += model.clear;
}

void Bench::cycle()
{
	if (now % (32 * PHASE_CYCLES) == PHASE_CYCLES)
		reset();
	give();
	compare();
	there = there && !model.ready;
	regs_step(&model);
	clock();
}

void campaign(const Options &o)
{
	run_bench<Bench>("lines_regs", o);
}

} // namespace

int main(int argc, char **argv)
{
	return plain_main(argc, argv, "lines_regs",
			  "pf_regs (Verilated) against its model in sim/lines, every cycle.",
			  campaign);
}
