// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_gpu: clocks, units and the two ways to run a launch; pf_gpu.h.
//
//   machine_launch() ─> gpu ─> drive(): sc_start() or wait() ─ instants ... gpu_done() ─> back

#include "pf_gpu.h"

#include <algorithm>
#include <cmath>
#include <string>

using namespace sc_core;

sc_time PfGpu::real_unit(const struct sim_config &c, const struct gpu *g)
{
	// A unit is 1 / lcm of the frequencies; period * frequency gives the lcm back, in MHz.
	const double mhz = static_cast<double>(gpu_period(g, GPU_CORE)) * c.clock.core;

	return sc_time(std::max(1.0, std::round(1e9 / mhz)), SC_FS);
}

template <class Unit> void PfGpu::make(const char *name, enum gpu_clock c)
{
	for (uint32_t i = 0; i < gpu_units(gpu_, c); i++) {
		const std::string own = std::string(name) + "_" + std::to_string(i);

		members_.push_back(std::make_unique<Unit>(own.c_str(), gpu_, i));
		members_.back()->clk(*clocks_[c]);
		add(*members_.back());
	}
}

PfGpu::PfGpu(const sc_module_name &name, struct gpu *g, const sc_time &unit)
    : PfStepOrder(name), gpu_(g)
{
	static const char *const names[GPU_CLOCKS] = {"clk_dram", "clk_l2", "clk_noc", "clk_core"};
	const struct gpu_driver driver = {
		this, [](void *ctx, struct gpu *) { static_cast<PfGpu *>(ctx)->drive(); }};

	if (unit == SC_ZERO_TIME)
		SC_REPORT_FATAL("photofinish", "the GPU's unit of time is below SystemC's "
					       "resolution: sc_set_time_resolution(1, SC_FS)");
	for (unsigned i = 0; i < GPU_CLOCKS; i++) {
		const auto c = static_cast<enum gpu_clock>(i);

		clocks_[i] = std::make_unique<sc_clock>(
			names[i], static_cast<double>(gpu_period(g, c)) * unit, 0.5,
			static_cast<double>(gpu_phase(g, c)) * unit);
	}
	make<PfDram>("dram", GPU_DRAM);
	make<PfSlice>("slice", GPU_L2);
	make<PfNoc>("noc", GPU_NOC);
	make<PfSm>("sm", GPU_CORE);
	gpu_set_driver(g, &driver);
}

PfGpu::~PfGpu()
{
	const struct gpu_driver none = {nullptr, nullptr};

	gpu_set_driver(gpu_, &none);
}

bool PfGpu::wanted()
{
	return running_;
}

void PfGpu::edge_done(unsigned group)
{
	gpu_step_end(gpu_, static_cast<enum gpu_clock>(group));
}

// After an instant is as good as before the next: nothing of the GPU moves in between.
void PfGpu::instant_done()
{
	if (!gpu_done(gpu_))
		return;
	running_ = false;
	if (waited_for_)
		done_.notify(SC_ZERO_TIME);
	else
		sc_pause();
}

void PfGpu::drive()
{
	if (gpu_done(gpu_))
		return;
	running_ = true;
	waited_for_ = sc_get_status() == SC_RUNNING;
	if (waited_for_) {
		wait(done_);
		return;
	}
	while (running_) {
		// Again when somebody else has paused it: the launch must end first.
		if (sc_get_status() == SC_STOPPED)
			SC_REPORT_FATAL("photofinish", "sc_stop() while a launch runs");
		sc_start();
	}
}
