/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * shell: a Verilated unit behind its port: geometry, pins of any width, a cycle, the wave file.
 *
 * A cycle is two evaluations: clk_i 1 with the inputs of the cycle, then clk_i 0 without any valid
 * input. As next to no output depends on an input, all are read after the second (an exception is
 * read in withdraw(), after the first).
 *
 *   template <> const char *const Sm::NAME   of the model, in the wave
 *   template <> void Sm::give()              port -> inputs
 *   template <> void Sm::withdraw()          inputs no longer valid
 *   template <> void Sm::look()              outputs -> port
 *   template <> bool Sm::begun() const       the reset is over
 *   unit_kind sm_shell = Sm::kind();         with using Sm = Shell<sm_port, Vpf_sm_unit>
 */
#ifndef SIM_UNIT_RTL_SHELL_H
#define SIM_UNIT_RTL_SHELL_H

#include <cstring>
#include <memory>
#include <verilated.h>
#if VM_TRACE
#include <verilated_fst_c.h>
#endif

#include "../library.h"
#include "../sizes.h"

/* -DSHELL_GEOMETRY=TINY -DSHELL_NAME='"tiny"' */
#define SHELL_EXPANDED(name, N)    UNIT_GEOMETRY(name, N)
#define SHELL_SIZES(name, N)       SHELL_EXPANDED(name, N)
#define SHELL_LAYOUT(record)       SHELL_LAYOUT_OF(record, SHELL_GEOMETRY)
#define SHELL_LAYOUT_OF(record, N) SHELL_PASTED(record, N)
#define SHELL_PASTED(record, N)    PF_##record##_LAYOUT_##N

template <class Pin> void put(Pin &pin, uint64_t value)
{
	pin = static_cast<Pin>(value);
}

/* Bits from `lsb` on, at most 32 of them, of a pin of any width. */
template <class Pin> uint32_t bits(const Pin &pin, unsigned lsb, unsigned width)
{
	return static_cast<uint32_t>(static_cast<uint64_t>(pin) >> lsb & ((1ULL << width) - 1));
}

template <std::size_t Words> uint32_t bits(const VlWide<Words> &pin, unsigned lsb, unsigned width)
{
	uint64_t two = pin[lsb / 32];

	if (lsb / 32 + 1 < Words)
		two |= static_cast<uint64_t>(pin[lsb / 32 + 1]) << 32;
	return static_cast<uint32_t>(two >> lsb % 32 & ((1ULL << width) - 1));
}

/* Bits from `lsb` on, which were 0. */
template <class Pin> void add_bits(Pin &pin, unsigned lsb, uint32_t value)
{
	pin = static_cast<Pin>(pin | static_cast<uint64_t>(value) << lsb);
}

template <std::size_t Words> void add_bits(VlWide<Words> &pin, unsigned lsb, uint32_t value)
{
	const uint64_t two = static_cast<uint64_t>(value) << lsb % 32;

	pin[lsb / 32] |= static_cast<uint32_t>(two);
	if (two >> 32)
		pin[lsb / 32 + 1] |= static_cast<uint32_t>(two >> 32);
}

template <class Pin> void clear(Pin &pin)
{
	std::memset(&pin, 0, sizeof(pin));
}

/* A field of a packed record, in a pin of any width; put: its bits were 0. */
template <class Pin> uint32_t field(const Pin &pin, pf_bits b)
{
	return bits(pin, b.lsb, b.width);
}

template <class Pin> void put_field(Pin &pin, pf_bits b, uint32_t value)
{
	add_bits(pin, b.lsb, static_cast<uint32_t>(value & ((1ULL << b.width) - 1)));
}

/* A field's place in a packed record. */
inline uint64_t packed(pf_bits b, uint64_t value)
{
	return (value & ((1ULL << b.width) - 1)) << b.lsb;
}

/* Bytes of a wide pin, little endian as this machine. */
template <class Wide, class Bytes> void put_bytes(Wide &pin, const Bytes &bytes)
{
	static_assert(sizeof(pin) == sizeof(bytes), "a pin of other width");
	std::memcpy(&pin[0], &bytes, sizeof(bytes));
}

template <class Wide, class Bytes> void get_bytes(Bytes &bytes, const Wide &pin)
{
	static_assert(sizeof(pin) == sizeof(bytes), "a pin of other width");
	std::memcpy(&bytes, &pin[0], sizeof(bytes));
}

/* Memory pins; mrd_id_o and mrsp_id_i, where there are IDs, are the unit's own affair. */

template <class Model> void give_memory(Model &model, memory_in &in)
{
	model.mrd_ready_i = in.read_ready;
	model.mwr_ready_i = in.write_ready;
	model.mrsp_valid_i = in.answer_valid;
	if (in.answer_valid)
		put_bytes(model.mrsp_data_i, in.answer_data);
	in.read_ready = in.write_ready = in.answer_valid = false;
}

template <class Model> void withdraw_memory(Model &model)
{
	model.mrsp_valid_i = model.mrd_ready_i = model.mwr_ready_i = 0;
}

template <class Model> void look_memory(const Model &model, memory_out &out)
{
	out.read_valid = model.mrd_valid_o;
	out.read_beat = model.mrd_addr_o;
	out.write_valid = model.mwr_valid_o;
	if (!out.write_valid)
		return;
	out.write_beat = model.mwr_addr_o;
	get_bytes(out.write_data, model.mwr_data_o);
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

	void dump(const wave_mark &mark, bool high)
	{
#if VM_TRACE
		if (mark.record && trace)
			trace->dump(mark.at * PERIOD + (high ? 0 : PERIOD / 2));
#else
		(void)mark;
		(void)high;
#endif
	}

      private:
#if VM_TRACE
	enum { PERIOD = 1000 };
	std::unique_ptr<VerilatedFstC> trace;
#endif
};

template <class Port, class Model> struct Shell {
	Port port{}; /* first: the unit's handle */
	VerilatedContext context;
	Model model;
	ShellWave wave;

	explicit Shell(const char *file) : model(&context, NAME), wave(&context, &model, file)
	{
		reset();
	}
	~Shell()
	{
		model.final();
	}

	static const char *const NAME;
	void give();
	void withdraw();
	void look();
	bool begun() const;

	void edge()
	{
		give();
		model.clk_i = 1;
		model.eval();
		wave.dump(port.mark, true);
		withdraw();
		model.clk_i = 0;
		model.eval();
		wave.dump(port.mark, false);
		look();
	}

	void reset()
	{
		model.clk_i = 0;
		model.rst_ni = 1;
		model.eval();
		model.rst_ni = 0;
		model.eval();
		edge();
		model.rst_ni = 1;
		do
			edge();
		while (!begun());
	}

	static Shell *of(void *port)
	{
		return reinterpret_cast<Shell *>(port);
	}

	/* look: NULL, or what a change of pins that stay asks for. */
	static unit_kind kind(void (*look)(void *port) = nullptr)
	{
		return {[](const char *file) -> void * { return &(new Shell(file))->port; },
			[](void *p) { delete of(p); },
			[](void *p) { of(p)->edge(); },
			[](void *p) { of(p)->reset(); },
			look,
			[](void *p) { of(p)->wave.end(); }};
	}
};

/* The library's one symbol, given the kinds in their order. */
#define SHELL_LIBRARY(symbol, ...) \
	extern "C" __attribute__((visibility("default"))) const unit_api *symbol(void) \
	{ \
		static const unit_kind *const kind[] = {__VA_ARGS__}; \
		static const unit_geometry geometry = SHELL_SIZES(SHELL_NAME, SHELL_GEOMETRY); \
		static const unit_api api = {UNIT_API, VM_TRACE, geometry.name, \
					     unit_fields(&geometry), kind}; \
		return &api; \
	}

#endif
