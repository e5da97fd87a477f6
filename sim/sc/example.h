/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * example: what example.cpp and its device share.
 *
 *   Settings ─> Device: memory, machine, kernels, gpu ── launch(), result() ──> Result
 */
#ifndef SIM_SC_EXAMPLE_H
#define SIM_SC_EXAMPLE_H

#include <string>
#include <vector>

#include "model.h"

struct Settings {
	struct sim_config sim;
	std::string ptx;
	std::vector<std::string> kernels;
	bool detector = false, inside = false;
	enum pf_policy policy = PF_SCORD;
	enum backend backend = BACKEND_RTL;
	enum pf_metadata metadata = PF_FULL;
	unsigned launches = 2;
};

/* What must not depend on who turns the clock. */
struct Result {
	std::vector<std::string> names; /* of counters */
	std::vector<uint64_t> counters;
	std::vector<uint32_t> memory;
	std::vector<std::string> races;
	uint64_t cycles;
};

/* A GPU with a buffer and its kernels. One at a time: device memory is mapped at a fixed address.
 */
class Device
{
      public:
	explicit Device(const Settings &s); /* std::runtime_error: what is wrong */
	~Device();
	Device(const Device &) = delete;
	Device &operator=(const Device &) = delete;

	struct gpu *gpu()
	{
		return gpu_;
	}
	void launch(const std::string &kernel); /* std::runtime_error likewise */
	void run(const Settings &s);            /* all launches */
	Result result() const;

      private:
	void close();
	void open(const Settings &s);

	struct gmem *memory_ = nullptr;
	struct machine *machine_ = nullptr;
	struct machine_module *module_ = nullptr;
	struct gpu *gpu_ = nullptr;
	uint64_t buffer_ = 0;
	std::vector<std::string> races_;
};

#endif
