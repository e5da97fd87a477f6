// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// device: a modelled GPU through libphotofinish, without the CUDA runtime; example.h.
//
//   sim_config ─> machine_config ─> machine ─┬─> gpu_create() ─> gpu
//   PTX ─> ptx_parse() ─> machine_load() ────┘
//
// Nothing here knows of SystemC.

#include <fstream>
#include <sstream>
#include <stdexcept>

#include "example.h"

namespace
{
// example.cu; as much memory as the detector of `tiny` can watch
constexpr uint32_t WORDS = 7680, THREADS = 64, BLOCKS = WORDS / 2 / THREADS;

// The machine that has the model's size.
struct machine_config machine_of(const struct sim_config &c, unsigned target)
{
	struct machine_config m;

	machine_config_default(&m);
	m.sms = c.sm.count;
	m.threads_per_sm = c.sm.threads;
	m.blocks_per_sm = c.sm.block_slots;
	m.shared_per_sm = c.sm.shared_bytes;
	if (m.shared_per_block > m.shared_per_sm)
		m.shared_per_block = m.shared_per_sm;
	m.seed = c.seed;
	m.mode = target < 70 ? SIMT_LOCKSTEP : SIMT_ITS;
	return m;
}

std::string read(const std::string &file)
{
	std::ifstream f(file);
	std::stringstream text;

	if (!(text << f.rdbuf()))
		throw std::runtime_error(file + ": cannot be read");
	return text.str();
}

void on_race(void *ctx, const struct gpu_race *r)
{
	const struct det_record &d = r->record;
	std::ostringstream text;

	text << "slice " << d.slice << " address " << std::hex << r->addr << std::dec << " pc "
	     << d.pc << " row " << d.row << " kind " << d.kind << " block " << d.owner.block << "/"
	     << d.tag.block << " warp " << d.owner.warp << "/" << d.tag.warp;
	static_cast<std::vector<std::string> *>(ctx)->push_back(text.str());
}
} // namespace

Device::Device(const Settings &s)
{
	try {
		open(s);
	} catch (...) {
		close();
		throw;
	}
}

Device::~Device()
{
	close();
}

void Device::open(const Settings &s)
{
	const std::string text = read(s.ptx);
	struct diag diag = {""};
	struct ptx_module *ptx = ptx_parse(text.data(), text.size(), s.ptx.c_str(), &diag);
	struct det_setup det = {};

	if (!ptx)
		throw std::runtime_error(diag.text);
	const struct machine_config config = machine_of(s.sim, ptx->target);

	memory_ = gmem_create(UINT64_C(1) << 30, false, &diag);
	machine_ = memory_ ? machine_create(&config, memory_, &diag) : nullptr;
	module_ = machine_ ? machine_load(machine_, ptx, &diag) : nullptr;
	if (!module_) {
		ptx_free(ptx);
		throw std::runtime_error(diag.text);
	}
	det.backend = s.backend;
	det.policy = s.policy;
	det.metadata = s.metadata;
	det.sim = &s.sim;
	struct system_setup setup = {};

	setup.sim = &s.sim;
	setup.det = s.detector ? &det : nullptr;
	setup.backend = s.backend;
	gpu_ = gpu_create(&setup, machine_, memory_, &diag);
	if (!gpu_)
		throw std::runtime_error(diag.text);
	buffer_ = gmem_alloc(memory_, WORDS * sizeof(uint32_t), 256, GMEM_DEVICE, nullptr);
	auto *words =
		static_cast<uint32_t *>(gmem_host(memory_, buffer_, WORDS * sizeof(uint32_t)));
	for (uint32_t i = 0; i < WORDS; i++)
		words[i] = i < 128 ? 0 : i * 2654435761U >> 20; // counters and lock are 0
}

void Device::close()
{
	gpu_destroy(gpu_);
	if (module_)
		machine_unload(machine_, module_);
	if (machine_)
		machine_destroy(machine_);
	if (memory_)
		gmem_destroy(memory_);
}

void Device::launch(const std::string &kernel)
{
	static const char *const status[] = {"ok", "fault", "deadlock", "livelock", "limit"};
	const uint32_t grid[3] = {BLOCKS, 1, 1}, block[3] = {THREADS, 1, 1};
	const struct simt_kernel *k = machine_kernel(module_, kernel.c_str());
	struct machine_fault fault = {};
	const struct {
		uint64_t data;
		uint32_t n, none;
	} parameters = {buffer_, WORDS, 0};

	if (!k)
		throw std::runtime_error(kernel + ": no such kernel");
	if (k->param_bytes > sizeof(parameters))
		throw std::runtime_error(kernel +
					 ": its parameters are not (unsigned *, unsigned)");
	const enum machine_status end =
		machine_launch(machine_, k, grid, block, 0, &parameters, &fault);

	if (end != MACHINE_OK)
		throw std::runtime_error(kernel + ": " + status[end] + ": " + fault.text);
	gpu_races(gpu_, on_race, &races_);
	if (gpu_mismatch(gpu_))
		throw std::runtime_error(std::string("Verilog and reference model differ: ") +
					 gpu_mismatch(gpu_));
}

void Device::run(const Settings &s)
{
	for (unsigned i = 0; i < s.launches; i++)
		for (const std::string &k : s.kernels)
			launch(k);
}

Result Device::result() const
{
	const struct stats *s = gpu_stats(gpu_);
	const void *words = gmem_host(memory_, buffer_, WORDS * sizeof(uint32_t));
	Result r;

	r.counters.resize(stats_count(s));
	stats_values(s, r.counters.data());
	for (size_t i = 0; i < r.counters.size(); i++)
		r.names.push_back(stats_name(s, i));
	r.memory.resize(WORDS);
	memcpy(r.memory.data(), words, WORDS * sizeof(uint32_t));
	r.races = races_;
	r.cycles = gpu_cycles(gpu_);
	return r;
}
