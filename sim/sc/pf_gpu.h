/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_gpu: the whole modelled GPU as one SystemC module.
 *
 *   PfGpu "gpu"
 *     clk_dram ─> dram_0  dram_1  ...      PfDram
 *     clk_l2   ─> slice_0 slice_1 ...      PfSlice: tap, L2 bank and the detector's slice unit
 *     clk_noc  ─> noc_0   noc_1            PfNoc: answers, requests
 *     clk_core ─> sm_0    sm_1    ...      PfSm: with L1 and the detector's SM unit
 *
 * No behaviour here: a unit's step is gpu_step_unit(), and when clocks have an edge at the same
 * time, their units step in the order of the picture: gpu.h's. So every statistic is that of the
 * plain loop.
 *
 * machine_launch() runs the kernel under SystemC, from either place:
 *
 *   sc_main, outside of sc_start()     it calls sc_start(), and returns when the launch has ended;
 *                                      the simulation is paused until the next launch
 *   an SC_THREAD of the platform       it waits; other processes go on
 *
 * Edges between launches are not handed to the units. Time that passes between them (in a thread)
 * shifts the clocks' phases, and with them the interleaving of what follows. sc_stop() while a
 * launch from sc_main runs is a fatal error: nothing could end the launch.
 */
#ifndef SIM_SC_PF_GPU_H
#define SIM_SC_PF_GPU_H

#include <memory>
#include <vector>

#include "model.h"
#include "step_order.h"

/* Unit `index` of a clock domain of a gpu. */
template <enum gpu_clock Clock> class PfGpuUnit : public PfUnit
{
      public:
	PfGpuUnit(const sc_core::sc_module_name &name, struct gpu *g, uint32_t index)
	    : PfUnit(name), gpu_(g), index_(index)
	{
	}

	void step() override
	{
		gpu_step_unit(gpu_, Clock, index_);
	}

      private:
	struct gpu *gpu_;
	uint32_t index_;
};

using PfDram = PfGpuUnit<GPU_DRAM>;
using PfSlice = PfGpuUnit<GPU_L2>;
using PfNoc = PfGpuUnit<GPU_NOC>;
using PfSm = PfGpuUnit<GPU_CORE>;

class PfGpu : public PfStepOrder
{
      public:
	/* g: made by gpu_create(), outlives this, has not run yet. unit: what one of gpu_period()'s
	 * units is in this simulation. */
	PfGpu(const sc_core::sc_module_name &name, struct gpu *g, const sc_core::sc_time &unit);
	~PfGpu() override;

	/* The unit that makes the periods those of c's frequencies, but for rounding to whole
	 * femtoseconds (and to SystemC's resolution); their ratios are exact in any case. */
	static sc_core::sc_time real_unit(const struct sim_config &c, const struct gpu *g);

	/* For modules that want to live on the GPU's clocks. */
	sc_core::sc_clock &clock(enum gpu_clock c)
	{
		return *clocks_[c];
	}
	bool running() const /* a launch is */
	{
		return running_;
	}

      protected:
	bool wanted() override;
	void edge_done(unsigned group) override;
	void instant_done() override;

      private:
	template <class Unit> void make(const char *name, enum gpu_clock c);
	void drive();

	struct gpu *gpu_;
	std::unique_ptr<sc_core::sc_clock> clocks_[GPU_CLOCKS];
	std::vector<std::unique_ptr<PfUnit>> members_;
	sc_core::sc_event done_{"done"};
	bool running_ = false, waited_for_ = false;
};

#endif
