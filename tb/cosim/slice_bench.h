/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * slice_bench: a Verilated pf_slice_unit with its memory, beside the reference slice.
 *
 *   request ─┬─ accepted ─> pf_slice_request() ─> records expected, entries
 *            └─> unit <─ Gate on every channel ─> Memory ─> each record compared as it is written,
 *                                                           each entry when the unit is drained
 *
 * The first difference ends the run with Mismatch. With `twin`, a second unit gets the same inputs,
 * but no clock in cycles in which it is idle: its outputs must stay equal.
 */
#ifndef SLICE_BENCH_H
#define SLICE_BENCH_H

#include <deque>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>

#include "Vpf_slice_unit.h"
#include "gate.h"
#include "memory.h"
#include "pf_regs.h"
#include "reference/pf_driver.h"
#if VM_TRACE
#include <verilated_fst_c.h>
#endif

struct Mismatch : std::runtime_error {
	using std::runtime_error::runtime_error;
};

enum Channel { CHANNEL_REQ, CHANNEL_MRD, CHANNEL_MRSP, CHANNEL_MWR, CHANNELS };

/* What the CTRL register says beside enable, policy and report_all. */
struct Extra {
	bool whole_line, write_always, irq;
};

class SliceBench
{
      public:
	Gate gate[CHANNELS];
	bool one_port = false; /* memory takes a read or a write in a cycle, not both */
	/* If set, requests flow while registers are read and written, too. */
	std::function<void(pf_request *)> source;
	/* If set, told before the reference begins anew, and whether its counts, too. */
	std::function<void(bool)> before_anew;
	pf_slice reference = {};
	uint64_t now = 0; /* cycles */
	/* Since the run began */
	uint64_t reads = 0, writes = 0, records = 0, swept = 0, accepted = 0;
	uint64_t halts = 0, restarts = 0, driven_restarts = 0, refusals = 0; /* in all */

	SliceBench(uint64_t seed, bool with_twin, const std::string &wave, uint64_t from,
		   uint64_t cycles);
	~SliceBench();
	SliceBench(const SliceBench &) = delete;
	SliceBench &operator=(const SliceBench &) = delete;

	/* A new run: registers written, memory swept, reference slice anew. */
	void configure(const pf_slice_config &c, const Extra &e);
	/* What the driver does under traffic: halt() until drained, then control() to go on, or
	 * reconfigure() (a new region; counters go on) and control(). */
	void halt();
	void reconfigure(const pf_slice_config &c, const Extra &e, bool clear);
	void control(const Extra &e, bool enable);
	/* The same with pf_driver, from halt to start. */
	void restart(const pf_slice_config &c, const Extra &e, bool clear);
	/* Until it is accepted. */
	void request(const pf_request &r);
	void cycle()
	{
		step(nullptr);
	}
	void drain();
	/* Drained: entries, counters, status. */
	void compare();
	uint32_t reg_read(uint32_t address);
	void reg_write(uint32_t address, uint32_t value);
	/* A cycle, with a request of the source, if there is one. */
	void flow();
	/* An access that must be answered with an error. */
	void reg_refused(bool write, uint32_t address, uint32_t value);
	uint64_t counter(uint32_t i);
	/* As a driver reads the ring: what is new is counted as read. */
	void read_ring();
	/* Sets metadata on both sides, while drained. */
	void poke(uint64_t index, const pf_entry &e);
	Memory &memory()
	{
		return *mem;
	}

      private:
	std::unique_ptr<VerilatedContext> context;
	std::unique_ptr<Vpf_slice_unit> dut, twin;
	std::unique_ptr<Memory> mem, fresh; /* fresh: of the next region */
	rng random, late;                   /* late: the memory's own */
	uint64_t meta_base = 0, ring_base = 0, fresh_meta = 0, fresh_ring = 0, progress = 0;
	const pf_slice_config *planned = nullptr;
	std::deque<std::pair<uint64_t, pf_beat>> expected;
	bool running = false, answering = false, turn = false, reg_done = false, reg_error = false;
	bool halted = false;  /* CTRL.enable is 0 */
	bool held = false;    /* the last request taken was a fence or an epoch that enters */
	bool waiting = false; /* `offered` waits to be taken */
	pf_request offered = {}, next = {};
	bool has_next = false; /* `next` came from the source, and is not taken */
	uint32_t reg_data = 0;
	Extra extra = {};
#if VM_TRACE
	VerilatedFstC trace;
	uint64_t trace_from = 0, trace_end = 0;
#endif

	bool step(const pf_request *r); /* true: accepted */
	void finish();                  /* until what the source gave is taken */
	void wait_for(uint32_t status);
	void write_when_drained(uint32_t address, uint32_t value);
	void write_region(const pf_slice_config &c);
	void new_reference(const pf_slice_config &c, bool clear);
	void allowed_to_wait() const;
	void drive(const pf_request *r);
	void share();
	void eval(bool high);
	void same_outputs();
	void take_write(uint64_t address, const pf_beat &data, uint32_t kind);
	void take_record(uint64_t address, const pf_beat &data);
	void take_request(const pf_request &r);
	void access(bool write, uint32_t address, uint32_t value);
	void answered(const char *what, uint32_t address, bool error) const;
	void fill_memory(uint64_t beats, uint64_t ring);
	void move();
	bool driven(bool write, uint32_t address, uint32_t *data);
	void driver_done(const pf_driver &d, pf_driver_end end) const;
	void entries_equal();
	void counter_equal(uint32_t i, uint64_t want);
	void reset();
	[[noreturn]] void fail(const char *format, ...) const __attribute__((format(printf, 2, 3)));
};

#endif
