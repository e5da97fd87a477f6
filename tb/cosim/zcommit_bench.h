/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * zcommit_bench: a Verilated pf_zcommit with its depth memory, beside the reference model.
 *
 *   request ─┬─ accepted ─> pf_zcommit_request() ─> result expected, behind its line's others
 *            │            └> row as it is then: what a write back of the line may say
 *            └> unit <─ Gate on every channel ─> Memory ─> each row written is compared
 *                 └─ result ─> compared; its bytes go to the GPU's memory
 *
 * At the end of a quantum the GPU's memory is compared with what it must be by definition: the last
 * write of the lowest warp. What the reference model says does not enter there. The first
 * difference ends the run with Mismatch. With `twin`, a second unit gets the same inputs, but no
 * clock in cycles in which it is idle: its outputs must stay equal.
 */
#ifndef ZCOMMIT_BENCH_H
#define ZCOMMIT_BENCH_H

#include <array>
#include <deque>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "Vpf_zcommit.h"
#include "gate.h"
#include "memory.h"
extern "C" {
#include "reference/pf_zcommit.h"
}

struct Mismatch : std::runtime_error {
	using std::runtime_error::runtime_error;
};

enum Channel { CHANNEL_REQ, CHANNEL_RES, CHANNEL_MRD, CHANNEL_MRSP, CHANNEL_MWR, CHANNELS };
enum Event {
	EVENT_HIT,
	EVENT_MISS,
	EVENT_DEFERRED,
	EVENT_FETCHED,
	EVENT_SPILLED,
	EVENT_LOST,
	EVENT_WAITS,
	EVENT_SWEPT,
	EVENTS
};

constexpr uint32_t MOST_BEATS = 8;
using Row = std::array<pf_beat, MOST_BEATS>;

class ZBench
{
      public:
	Gate gate[CHANNELS];
	uint64_t now = 0; /* cycles */
	/* Since the bench began */
	uint64_t accepted = 0, results = 0, reads = 0, writes = 0, swept = 0, sweeps = 0;
	uint64_t begun = 0, longest = 0, lost = 0; /* quanta; cycles from a request to its result */
	uint64_t event[EVENTS] = {};

	ZBench(const pf_zconfig &widths, uint64_t seed, bool with_twin);
	~ZBench();
	ZBench(const ZBench &) = delete;
	ZBench &operator=(const ZBench &) = delete;

	/* A new run: reset, a region of so many lines, memory full of rubbish. */
	void configure(uint32_t lines, bool filter);
	/* The quantum in hand ends, is compared, and the next one begins. */
	void begin();
	/* Until it is accepted. */
	void request(const pf_zrequest &r);
	void cycle()
	{
		step(nullptr, false);
	}
	void drain();
	/* Drained: memory, rows, counts of events. */
	void compare();
	Memory &memory()
	{
		return *mem;
	}
	const pf_zcommit *model() const
	{
		return reference;
	}
	uint32_t lines() const
	{
		return config.lines;
	}

      private:
	struct Expected {
		pf_zrequest result;
		uint64_t since;
	};
	struct Owner {
		uint64_t quantum = 0; /* of the bench: never wraps */
		uint32_t warp = 0;
	};
	struct Last { /* valid and not taken: must be the same in the next cycle */
		bool held = false;
		uint64_t key = 0;
		std::vector<uint32_t> words;
	};

	pf_zconfig config;
	uint32_t beats;
	std::unique_ptr<VerilatedContext> context;
	std::unique_ptr<Vpf_zcommit> dut, twin;
	std::unique_ptr<Memory> mem;
	pf_zcommit *reference = nullptr;
	rng random, late; /* late: the memory's own */
	uint64_t progress = 0, outstanding = 0;
	bool answering = false, sweeping = false, filtering = false;
	std::map<uint32_t, std::deque<Expected>> expected;
	std::map<uint32_t, std::vector<Row>> row; /* of lines of this quantum, oldest first */
	std::vector<uint8_t> got, want;           /* the GPU's memory */
	std::vector<Owner> owner;
	std::vector<bool> is_swept;
	uint64_t swept_now = 0, missed_before = 0, fetched_before = 0;
	Last last[3];

	bool step(const pf_zrequest *r, bool beg); /* true: accepted */
	void drive(const pf_zrequest *r, bool beg);
	void rubbish();
	void copy_inputs();
	void eval(bool high);
	void same_outputs();
	void stays(unsigned channel, bool valid, bool ready, uint64_t key, const uint32_t *words,
		   unsigned n);
	void all_stay();
	void take_request(const pf_zrequest &r);
	void take_begin();
	void take_result();
	void take_write();
	void take_read();
	Row pack(uint32_t line) const;
	void compare_quantum();
	void rows_are_possible();
	void reset();
	[[noreturn]] void fail(const char *format, ...) const __attribute__((format(printf, 2, 3)));
};

#endif
