/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * partition: co-simulation of pf_partition (Verilated) and pf_partition (reference).
 *
 *   launches ─> load ─┬─ go, with any slots free ──┬─> unit
 *                     └─ wants and takes at random ┴─> reference
 *
 * Compared: every offer, pending and left after every go, and that each block starts once. Every go
 * is done a second time on a unit that came to the same reserves by other takes in another order.
 */
#include <algorithm>
#include <memory>
#include <vector>

#include "Vpf_partition.h"
#include "plain.h"
extern "C" {
#include "reference/pf_partition.h"
}

namespace
{

/* A unit with its reference model. */
class Dealer
{
      public:
	uint64_t now = 0, offers = 0, takes = 0, gos = 0;
	std::vector<uint32_t> got; /* slot in which each block started, counted from 1 */

	Dealer(VerilatedContext *context, const char *name, uint64_t timing);
	~Dealer();
	Dealer(const Dealer &) = delete;
	Dealer &operator=(const Dealer &) = delete;
	void reset();
	void load(const pf_partition_config &c, uint32_t blocks, const std::vector<bool> &enable);
	void go(const std::vector<bool> &free);
	void take_all(std::vector<uint32_t> slots);
	bool want(uint32_t slot, uint64_t *block);
	uint64_t pending() const
	{
		return pf_partition_pending(reference);
	}

      private:
	std::unique_ptr<Vpf_partition> dut;
	pf_partition *reference = nullptr;
	rng random = {};

	void edge();
	void wait_idle(uint32_t most);
	void take(uint32_t slot);
	void same();
};

Dealer::Dealer(VerilatedContext *context, const char *name, uint64_t timing)
    : dut(new Vpf_partition(context, name))
{
	rng_seed(&random, timing);
	reset();
}

Dealer::~Dealer()
{
	dut->final();
	pf_partition_destroy(reference);
}

void Dealer::edge()
{
	dut->clk_i = 1;
	dut->eval();
	dut->clk_i = 0;
	dut->eval();
	now++;
}

void Dealer::reset()
{
	dut->clk_i = dut->go_i = dut->load_valid_i = dut->want_valid_i = dut->take_valid_i = 0;
	dut->rst_ni = 1;
	dut->eval();
	dut->rst_ni = 0;
	edge();
	dut->rst_ni = 1;
}

void Dealer::wait_idle(uint32_t most)
{
	dut->eval();
	for (uint32_t n = 0; dut->busy_o; n++) {
		if (n > most)
			fail_at(now, "busy for more than %u cycles", most);
		edge();
	}
}

void Dealer::same()
{
	if (dut->pending_o != pf_partition_pending(reference) ||
	    dut->left_o != pf_partition_left(reference))
		fail_at(now, "pending %u left %d, reference %u %d", dut->pending_o, dut->left_o,
			static_cast<uint32_t>(pf_partition_pending(reference)),
			pf_partition_left(reference));
}

void Dealer::load(const pf_partition_config &c, uint32_t blocks, const std::vector<bool> &enable)
{
	std::unique_ptr<bool[]> use(new bool[c.slots]);

	for (uint32_t s = 0; s < c.slots; s++)
		use[s] = enable[s];
	pf_partition_destroy(reference);
	reference = pf_partition_create(&c);
	pf_partition_load(reference, blocks, use.get());
	got.assign(blocks, 0);

	wait_idle(2 * c.slots);
	dut->cfg_chunk_i = c.chunk_log2 & 15;
	dut->cfg_dwp_i = c.dwp;
	for (uint32_t s = 0; s < c.slots; s++)
		put_bit(dut->enable_i, s, enable[s]);
	put(dut->load_blocks_i, blocks);
	dut->load_valid_i = 1;
	dut->eval();
	while (!dut->load_ready_o)
		edge();
	edge();
	dut->load_valid_i = 0;
	wait_idle(c.slots + 3);
	same();
}

void Dealer::go(const std::vector<bool> &free)
{
	const uint32_t slots = static_cast<uint32_t>(free.size());
	std::unique_ptr<bool[]> idle(new bool[slots]);

	for (uint32_t s = 0; s < slots; s++) {
		idle[s] = free[s];
		put_bit(dut->free_i, s, free[s]);
	}
	dut->go_i = 1;
	edge();
	dut->go_i = 0;
	pf_partition_go(reference, idle.get());
	wait_idle(slots + 30);
	gos++;
	same();
}

bool Dealer::want(uint32_t slot, uint64_t *block)
{
	const bool there = pf_partition_offer(reference, slot, block);

	put(dut->want_slot_i, slot);
	dut->want_valid_i = 1;
	dut->eval();
	while (!dut->want_ready_o)
		edge();
	edge();
	dut->want_valid_i = 0;
	offers++;
	if (dut->offer_valid_o != there || (there && dut->offer_block_o != *block))
		fail_at(now, "slot %u: offer %d block %u, reference %d %u", slot, dut->offer_valid_o,
			dut->offer_block_o, there, static_cast<uint32_t>(*block));
	return there;
}

void Dealer::take(uint32_t slot)
{
	put(dut->take_slot_i, slot);
	dut->take_valid_i = 1;
	dut->eval();
	while (!dut->take_ready_o)
		edge();
	edge();
	dut->take_valid_i = 0;
	takes++;
	pf_partition_take(reference, slot);
}

/* One block for each mention of a slot, if it has so many; in any order, with any pauses. */
void Dealer::take_all(std::vector<uint32_t> slots)
{
	for (size_t i = slots.size(); i > 1; i--)
		std::swap(slots[i - 1], slots[rng_below(&random, static_cast<uint32_t>(i))]);
	for (const uint32_t s : slots) {
		uint64_t block;

		for (uint32_t n = rng_below(&random, 3); n; n--)
			edge();
		if (want(s, &block)) {
			if (got.at(block))
				fail_at(now, "block %u starts twice", static_cast<uint32_t>(block));
			got[block] = s + 1;
		}
		take(s);
	}
	for (uint32_t n = 0; n < 4; n++) /* the last take has ended */
		edge();
	same();
}

void launch(rng *r, Dealer *a, Dealer *b, uint32_t slots)
{
	pf_partition_config c = {slots, rng_below(r, 16), rng_below(r, 4) != 0};
	const uint32_t blocks =
		rng_below(r, 4) ? rng_below(r, 20 * slots) : rng_below(r, 2 * slots);
	std::vector<bool> enable(slots), free(slots);
	std::vector<uint32_t> slot;

	if (rng_below(r, 2))
		c.chunk_log2 = rng_below(r, 5);
	for (uint32_t s = 0; s < slots; s++)
		enable[s] = !s || rng_below(r, 8);
	a->load(c, blocks, enable);
	b->load(c, blocks, enable);
	for (uint32_t round = 0; a->pending() || round == 0; round++) {
		if (round > 4000)
			fail_at(a->now, "no end");
		for (uint32_t s = 0; s < slots; s++)
			free[s] = rng_below(r, 2);
		a->go(free);
		b->go(free);
		slot.clear();
		for (uint32_t n = rng_below(r, 6 * slots); n; n--)
			slot.push_back(rng_below(r, slots));
		a->take_all(slot);
		b->take_all(slot);
		if (a->got != b->got)
			fail_at(a->now, "other takes, other blocks");
		if (rng_below(r, 64) == 0)
			return; /* a launch that is given up */
	}
	slot.clear();
	for (uint32_t s = 0; s < slots; s++)
		slot.insert(slot.end(), std::min(blocks, 1U << c.chunk_log2), s);
	a->take_all(slot);
	b->take_all(slot);
	for (uint32_t i = 0; i < blocks; i++)
		if (!a->got[i] || a->got[i] != b->got[i])
			fail_at(a->now, "block %u never started", i);
}

void campaign(const Options &o)
{
	const uint32_t slots = SIZE(SMS) * SIZE(BLOCK_SLOTS);
	VerilatedContext context; /* one for both: 5.006 looks for scopes in the last */
	rng r;

	context.randReset(2);
	context.randSeed(static_cast<int>(o.seed % 1000000 + 1));

	Dealer a(&context, "a", o.seed), b(&context, "b", ~o.seed);

	rng_seed(&r, o.seed);
	for (uint32_t n = 0; a.offers + a.takes < o.checks; n++) {
		launch(&r, &a, &b, slots);
		if (n % 32 == 31) {
			a.reset();
			b.reset();
		}
	}
	printf("PASS partition " GEOMETRY " seed=%" PRIu64 " checks=%" PRIu64 " gos=%" PRIu64
	       " cycles=%" PRIu64 "\n",
	       o.seed, a.offers + a.takes, a.gos, a.now);
}

} // namespace

int main(int argc, char **argv)
{
	return plain_main(argc, argv, "partition",
			  "Co-simulate pf_partition, geometry " GEOMETRY
			  ", with its reference model; checks are offers and takes."
			  "\vExit codes: 0 no difference; 1 one was found; 2 wrong option.",
			  campaign);
}
