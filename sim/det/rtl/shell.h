/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * shell: what the two Verilated units' shells share: geometry, ports of any width, the wave file.
 *
 * A cycle is two evaluations: clk_i 1 with the inputs of the cycle, then clk_i 0 without any valid
 * input. As no output but mrsp_ready_o depends on an input, all outputs are read after the second.
 */
#ifndef SIM_DET_RTL_SHELL_H
#define SIM_DET_RTL_SHELL_H

#include <memory>
#include <verilated.h>
#if VM_TRACE
#include <verilated_fst_c.h>
#endif

#include "rtl_api.h"

#if defined(PF_GEOMETRY_TINY)
#define SHELL_NAME           "tiny"
#define SHELL_LAYOUT(record) PF_##record##_LAYOUT_TINY
#define SHELL_FIELDS         RTL_FIELDS(TINY)
#elif defined(PF_GEOMETRY_WIDE)
#define SHELL_NAME           "wide"
#define SHELL_LAYOUT(record) PF_##record##_LAYOUT_WIDE
#define SHELL_FIELDS         RTL_FIELDS(WIDE)
#else
#define SHELL_NAME           "ref"
#define SHELL_LAYOUT(record) PF_##record##_LAYOUT_REF
#define SHELL_FIELDS         RTL_FIELDS(REF)
#endif

template <class Port> void put(Port &port, uint64_t value)
{
	port = static_cast<Port>(value);
}

inline uint64_t shell_put(pf_bits b, uint64_t value)
{
	return (value & ((1ULL << b.width) - 1)) << b.lsb;
}

inline uint32_t shell_get(pf_bits b, uint64_t bits)
{
	return static_cast<uint32_t>(bits >> b.lsb & ((1ULL << b.width) - 1));
}

/* The wave of one unit, if any: cycle n of its clock at n * PERIOD. */
class ShellWave
{
      public:
	template <class Model> ShellWave(VerilatedContext *context, Model *model, const char *file)
	{
#if VM_TRACE
		if (!file)
			return;
		context->traceEverOn(true);
		trace.reset(new VerilatedFstC);
		model->trace(trace.get(), 99);
		trace->open(file);
#else
		(void)context;
		(void)model;
		(void)file;
#endif
	}
	~ShellWave()
	{
		end();
	}
	void end()
	{
#if VM_TRACE
		if (trace)
			trace->close();
		trace.reset();
#endif
	}
	ShellWave(const ShellWave &) = delete;
	ShellWave &operator=(const ShellWave &) = delete;

	void dump(bool record, uint64_t at, bool high)
	{
#if VM_TRACE
		if (record && trace)
			trace->dump(at * PERIOD + (high ? 0 : PERIOD / 2));
#else
		(void)record;
		(void)at;
		(void)high;
#endif
	}

      private:
#if VM_TRACE
	enum { PERIOD = 1000 };
	std::unique_ptr<VerilatedFstC> trace;
#endif
};

struct sm_port *shell_sm_create(bool policy, const char *wave);
void shell_sm_destroy(struct sm_port *p);
void shell_sm_step(struct sm_port *p);
void shell_sm_wave_end(struct sm_port *p);
struct slice_port *shell_slice_create(const char *wave);
void shell_slice_destroy(struct slice_port *p);
void shell_slice_step(struct slice_port *p);
void shell_slice_wave_end(struct slice_port *p);

#endif
