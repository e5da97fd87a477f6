/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * lines_checks: what the benches of pf_line_check and pf_block_check have in common: operations on
 * a few places, whose rows are given and taken as pf_meta_cache does, and the outputs of both.
 */
#ifndef LINES_CHECKS_H
#define LINES_CHECKS_H

#include <deque>

#include "lines_bench.h"
extern "C" {
#include "lines/check_pipe.h"
}

/* The first events of both; others follow. */
enum check_event { MULTI, NEAR, BEHIND, AT4, RACE, RACE_WAITS, CHECK_EVENTS };
#define CHECK_EVENT_NAMES "owners", "near", "behind", "late", "races", "races wait"

/* Bench has reset(), phase(), give(), eval(), compare(), note(), end() (an operation goes back) and
 * step(). */
template <class Bench, class Unit, class Model> class CheckBench : public LinesBench<Unit>
{
      public:
	using LinesBench<Unit>::LinesBench;

	void cycle()
	{
		Bench &b = static_cast<Bench &>(*this);

		if (this->now % PHASE_CYCLES == PHASE_CYCLES - 1)
			b.phase();
		if (this->now % (PHASE_CYCLES * RESETS) == PHASE_CYCLES)
			b.reset();
		b.give();
		this->unit->eval();
		b.eval();
		compare_pipe();
		b.compare();
		note_pipe();
		b.note();
		edge(b);
	}

      protected:
	enum { PLACES = 6, MASKS = 3, PHASE_CYCLES = 512, RESETS = 7 };

	Model model = {};
	std::deque<uint32_t> inside; /* places of operations that have not gone back */
	pf_fences count = {};
	unsigned late = 0; /* cycles until it is there */
	bool ready = false;

	void reset_pipe()
	{
		this->reset_unit();
		inside.clear();
		late = 0;
		ready = false;
	}

	/* One that comes is of this place; a few at a time, so that operations meet. */
	bool new_go(uint32_t *place)
	{
		check_go &go = model.in.go;

		go.valid = ready && inside.size() < CHECK_DEPTH && this->draw(0);
		if (!go.valid)
			return false;
		*place = this->below(4) ? (this->now / 64) % PLACES : this->below(PLACES);
		go.near = 0;
		for (unsigned i = 0; i < inside.size() && !go.near; i++)
			if (inside[inside.size() - 1 - i] == *place)
				go.near = i + 1;
		go.place = {.line = *place * 0x1111,
			    .beat = *place,
			    .pc = this->below(1 << 16),
			    .note = this->below(2)};
		go.op = lines_traffic_op(this->traffic);
		inside.push_back(*place);
		this->operations++;
		return true;
	}

	void give_pipe()
	{
		const check_go &go = model.in.go;
		Unit &u = *this->unit;

		u.go_valid_i = go.valid;
		put(u.go_line_i, go.place.line);
		put(u.go_pc_i, go.place.pc);
		put(u.go_words_i, go.op.words);
		put(u.go_sub_i, go.op.sub);
		put(u.go_tag_i, lines_pack_tag(this->traffic, &go.op.tag));
		put(u.go_self_i, lines_pack_fences(this->traffic, go.op.self));
		put(u.go_era_i, go.op.era);
		put(u.go_near_i, go.near ? 1U << (go.near - 1) : 0);
		u.race_ready_i = model.in.race_ready;
		model.in.count = count;
		model.in.counted = late == 0;
		if (late)
			model.in.count.blk ^= 1;
		put(u.count_i, lines_pack_fences(this->traffic, model.in.count));
		u.count_ok_i = model.in.counted;
	}

      private:
	void compare_pipe()
	{
		const Unit &u = *this->unit;

		this->same("go_ready", model.out.go_ready, u.go_ready_o);
		this->same("ret_valid", model.out.ret_valid, u.ret_valid_o);
		this->same("look_valid", model.out.look, u.look_valid_o);
		this->same("race_valid", model.out.race_valid, u.race_valid_o);
		this->same("checks", model.out.checks, u.checks_o);
		this->same("stall_owner", model.out.stall_owner, u.stall_owner_o);
		this->same("stall_report", model.out.race_valid && !model.in.race_ready,
			   u.stall_report_o);
		if (!model.out.look)
			return;
		this->same("look_owner", model.out.look_owner,
			   this->owner_of(u.look_block_o, u.look_warp_o));
		this->same("look_era", model.out.look_era, u.look_era_o);
	}

	void note_pipe()
	{
		const entry_check &c = model.pipe.check;

		this->seen[MULTI] += model.out.stall_owner;
		this->seen[NEAR] += model.in.go.valid && model.in.go.near;
		this->seen[BEHIND] += model.out.look && c.s1.behind;
		this->seen[AT4] += model.out.look && c.s1.at4 && c.in.near;
		this->seen[RACE] += model.out.race_valid && model.in.race_ready;
		this->seen[RACE_WAITS] += model.out.race_valid && !model.in.race_ready;
	}

	void edge(Bench &b)
	{
		if (model.out.ret_valid) {
			b.end(inside.front());
			inside.pop_front();
		}
		late -= late != 0;
		if (model.out.look) {
			count = lines_traffic_count(this->traffic, model.out.look_owner,
						    model.out.look_era);
			late = this->below(8) ? 0 : this->below(4);
		}
		ready = model.out.go_ready;
		b.step();
		this->clock();
	}
};

#endif
