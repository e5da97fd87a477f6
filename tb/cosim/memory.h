/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * memory: what a slice unit sees of its L2: a window of beats of 32 bytes behind a port that
 * answers late and in any order.
 *
 *   read accepted ─> waits its latency ─> any of those due ─> answer
 *   write accepted ─> at once
 *
 * A read accepted after a write sees it. One accepted before may see it or not: that is drawn.
 */
#ifndef MEMORY_H
#define MEMORY_H

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/rng.h"
extern "C" {
#include "reference/pf_slice.h"
}

enum class Order { First, Any, Last };

class Memory
{
      public:
	struct Answer {
		uint32_t id;
		pf_beat data;
	};

	uint32_t least = 1, most = 1; /* latency, in cycles */
	Order order = Order::First;

	Memory(uint64_t first, uint64_t beats, rng *r) : base(first), beat(beats), random(r) {}
	/* Another window, with the habits of the one before. */
	Memory(uint64_t first, uint64_t beats, const Memory &before)
	    : least(before.least), most(before.most), order(before.order), base(first), beat(beats),
	      random(before.random)
	{
	}
	pf_beat &operator[](uint64_t address)
	{
		return beat[address - base];
	}
	bool has(uint64_t address) const
	{
		return address - base < beat.size();
	}
	uint64_t first() const
	{
		return base;
	}
	uint64_t size() const
	{
		return beat.size();
	}
	void read(uint64_t now, uint64_t address, uint32_t id);
	/* False: none is due. */
	bool answer(uint64_t now, Answer *a);
	bool quiet() const
	{
		return waiting.empty();
	}

      private:
	struct Read {
		uint64_t due, address;
		uint32_t id;
		bool late; /* takes its data when it answers */
		pf_beat data;
	};

	uint64_t base;
	std::vector<pf_beat> beat;
	std::vector<Read> waiting; /* in the order of arrival */
	rng *random;
};

#endif
