// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// platform: an L2 bank and its DRAM channel in somebody else's platform, without SMs.
//
//   Traffic ─> in ─> PfL2Alone ─> to_dram ─> PfDramAlone
//      ^── out <─────────┘└──────── fills <──────┘         PfStepOrder: DRAM, L2, Traffic
//
// Traffic first reads one sector twice, by itself: a miss, then a hit, whose latency l2.h promises.
// Then it reads and writes at random, as fast as the queue takes it. Exit code 1: an answer was
// lost, or the hit took another time.

#include <cinttypes>
#include <memory>

#include "parts.h"

namespace
{
class Traffic : public PfUnit
{
      public:
	Traffic(const sc_core::sc_module_name &name, struct pkt_pool *pool, PfLink &requests,
		PfLink &answers, unsigned packets)
	    : PfUnit(name), pool_(pool), requests_(requests), answers_(answers), left_(packets)
	{
	}

	void step() override
	{
		while (struct pkt *k = answers_.pop()) {
			last_ = now - k->born;
			total += last_;
			answered++;
			pkt_free(pool_, k);
		}
		if (sent == 1 && answered == 1 && !miss)
			miss = last_;
		if (sent == 2 && answered == 2 && !hit)
			hit = last_;
		// The first two alone, the others while there is room.
		if (left_ && !requests_.full() && (sent >= 2 ? hit != 0 : sent == answered))
			send();
		now++;
		if (!left_ && answered == sent)
			sc_core::sc_pause();
	}

	uint64_t sent = 0, answered = 0, miss = 0, hit = 0, total = 0, now = 0;

      private:
	void send()
	{
		struct pkt *k = pkt_alloc(pool_);

		random_ = random_ * 6364136223846793005U + 1442695040888963407U;
		k->kind = sent >= 2 && random_ >> 62 == 0 ? PKT_WRITE : PKT_READ;
		k->addr = sent < 2 ? 0 : (random_ >> 33) % 8192 * SECTOR;
		k->word_mask = 0xff;
		k->bytes = SECTOR;
		k->born = now;
		requests_.push(k);
		sent++;
		left_--;
	}

	struct pkt_pool *pool_;
	PfLink &requests_, &answers_;
	uint64_t left_, last_ = 0, random_ = 1;
};

// The stand-alone parts have counters, too.
void print(const PfPart &l2, const PfPart &dram)
{
	std::unique_ptr<struct stats, decltype(&stats_destroy)> s(stats_create(), stats_destroy);

	l2.stats(s.get());
	dram.stats(s.get());
	stats_text(s.get(), stdout);
}
} // namespace

int sc_main(int argc, char **argv)
{
	using sc_core::sc_time;
	struct sim_config c;
	struct diag diag = {""};
	struct pkt_pool pool = {};

	if (argc > 2 || sim_config_read(&c, argc == 2 ? argv[1] : "ref", &diag)) {
		fprintf(stderr, "systemc-platform: %s\n",
			argc > 2 ? "usage: systemc-platform [CONFIG]" : diag.text);
		return 2;
	}
	sc_core::sc_clock clk_l2("clk_l2", 1000.0 / c.clock.l2, sc_core::SC_NS);
	sc_core::sc_clock clk_dram("clk_dram", 1000.0 / c.clock.dram, sc_core::SC_NS);
	PfLink in("in", c.l2.in_queue), out("out", c.l2.out_queue);
	PfLink to_dram("to_dram", c.l2.dram_queue), fills("fills", c.l2.fill_queue);
	PfDramAlone dram("dram", c.dram, 0, &pool, {&to_dram}, {&fills});
	PfL2Alone l2("l2", c.l2, 0, &pool, {&in, &out, &to_dram, &fills});
	Traffic traffic("traffic", &pool, in, out, 100000);
	PfStepOrder order("order");

	dram.clk(clk_dram);
	l2.clk(clk_l2);
	traffic.clk(clk_l2);
	order.add(dram);
	order.add(l2);
	order.add(traffic);
	sc_core::sc_start(sc_time(1, sc_core::SC_SEC));

	const uint64_t expected = (c.l2.latency > 1 ? c.l2.latency : 1) + 1; // to the next edge
	const bool good = traffic.sent == traffic.answered && traffic.sent == 100000 &&
			  traffic.hit == expected && traffic.miss > traffic.hit;

	print(l2, dram);
	printf("\n%" PRIu64 " requests, %" PRIu64 " answers in %" PRIu64
	       " L2 clocks (%s); miss %" PRIu64 ", hit %" PRIu64 " (promised %" PRIu64
	       "), mean %.1f clocks: %s\n",
	       traffic.sent, traffic.answered, traffic.now,
	       sc_core::sc_time_stamp().to_string().c_str(), traffic.miss, traffic.hit, expected,
	       static_cast<double>(traffic.total) / static_cast<double>(traffic.answered),
	       good ? "as it should be" : "WRONG");
	pkt_pool_free(&pool);
	return good ? 0 : 1;
}
