// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// example: kernels on the modelled GPU, by the plain loop and under SystemC: everything must be
// equal.
//
//   Device ─> launches, gpu's own loop ──────────────> Result ─┐
//   Device ─> PfGpu, launches from sc_main or a thread ─> Result ─┴─> table, exit code
//
// Exit codes: 0 equal, 1 not, 2 wrong command line or configuration.

#include <getopt.h>

#include <chrono>
#include <cinttypes>
#include <functional>
#include <memory>
#include <stdexcept>

#include "example.h"
#include "pf_gpu.h"

namespace
{
const char help[] =
	"Usage: systemc-example [OPTION...] [FILE.ptx]\n"
	"Runs kernels twice, by the model's own loop and under SystemC, and compares every\n"
	"statistic, memory and race reports.\n\n"
	"  --config NAME    ref, tiny, or a file (default tiny)\n"
	"  --set KEY=VALUE  one parameter; may be repeated\n"
	"  --detector NAME  off (default), scord-paper or scord\n"
	"  --backend NAME   what the detector is: rtl (default), model or compare\n"
	"  --metadata HOW   full (default) or cached16\n"
	"  --kernel NAME    smooth, tally, or one of FILE.ptx; may be repeated (default both)\n"
	"  --launches N     of each kernel, 1..1000 (default 2)\n"
	"  --inside         launch from an SC_THREAD, not from sc_main\n"
	"  --help           this text\n\n"
	"FILE.ptx: kernels with parameters (unsigned *data, unsigned n); default: the one\n"
	"beside this program. Exit codes: 0 all equal, 1 not, 2 wrong usage.\n";

int choice(const char *option, const char *given, std::initializer_list<const char *> names)
{
	int i = 0;

	for (const char *n : names) {
		if (!strcmp(given, n))
			return i;
		i++;
	}
	throw std::invalid_argument(std::string(option) + ": no such choice: " + given);
}

unsigned count(const char *option, const char *given)
{
	char *end;
	const unsigned long n = strtoul(given, &end, 10);

	if (*end || end == given || n < 1 || n > 1000)
		throw std::invalid_argument(std::string(option) + ": 1..1000, not " + given);
	return static_cast<unsigned>(n);
}

void detector(Settings &s, const char *name)
{
	const int i = choice("--detector", name, {"off", "scord-paper", "scord"});

	s.detector = i > 0;
	s.policy = i == 1 ? PF_SCORD_PAPER : PF_SCORD;
}

// false: --help
bool options(Settings &s, int argc, char **argv)
{
	enum { CONFIG = 1, SET, DETECTOR, BACKEND, METADATA, KERNEL, LAUNCHES, INSIDE, HELP };
	static const struct option names[] = {
		{"config", 1, nullptr, CONFIG},     {"set", 1, nullptr, SET},
		{"detector", 1, nullptr, DETECTOR}, {"backend", 1, nullptr, BACKEND},
		{"metadata", 1, nullptr, METADATA}, {"kernel", 1, nullptr, KERNEL},
		{"launches", 1, nullptr, LAUNCHES}, {"inside", 0, nullptr, INSIDE},
		{"help", 0, nullptr, HELP},         {nullptr, 0, nullptr, 0}};
	static const enum backend backends[] = {BACKEND_RTL, BACKEND_MODEL, BACKEND_COMPARE};
	std::vector<std::string> sets;
	const char *config = "tiny";
	struct diag diag = {""};

	for (int o; (o = getopt_long(argc, argv, "", names, nullptr)) != -1;) {
		switch (o) {
		case CONFIG: config = optarg; break;
		case SET: sets.push_back(optarg); break;
		case DETECTOR: detector(s, optarg); break;
		case BACKEND:
			s.backend = backends[choice("--backend", optarg, {"rtl", "model", "compare"})];
			break;
		case METADATA:
			s.metadata = choice("--metadata", optarg, {"full", "cached16"})
					     ? PF_CACHED16
					     : PF_FULL;
			break;
		case KERNEL: s.kernels.push_back(optarg); break;
		case LAUNCHES: s.launches = count("--launches", optarg); break;
		case INSIDE: s.inside = true; break;
		case HELP: fputs(help, stdout); return false;
		default: throw std::invalid_argument("--help lists the options");
		}
	}
	if (argc - optind > 1)
		throw std::invalid_argument("one PTX file at most");
	s.ptx = optind < argc ? argv[optind] : std::string(argv[0]) + ".ptx";
	if (s.kernels.empty())
		s.kernels = {"smooth", "tally"};
	bool bad = sim_config_read(&s.sim, config, &diag) != 0;
	for (const std::string &one : sets)
		bad = bad || sim_config_set(&s.sim, "--set", one.c_str(), &diag);
	if (bad || sim_config_check(&s.sim, &diag))
		throw std::invalid_argument(diag.text);
	return true;
}

// The part of a platform that launches kernels.
SC_MODULE(Host)
{
	std::function<void()> work;
	std::string error;

	Host(const sc_core::sc_module_name &name, std::function<void()> what)
	    : sc_module(name), work(std::move(what))
	{
		SC_HAS_PROCESS(Host);
		SC_THREAD(main);
		set_stack_size(1 << 20); // the machine's executor runs on it
	}

	void main()
	{
		try {
			work();
		} catch (const std::runtime_error &e) {
			error = e.what();
		}
		sc_core::sc_pause(); // sc_start() returns to sc_main
	}
};

struct Timed {
	Result result;
	double seconds;
	sc_core::sc_time simulated;
};

Timed plain(const Settings &s)
{
	const auto begin = std::chrono::steady_clock::now();
	Device device(s);

	device.run(s);
	const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
	return {device.result(), took.count(), sc_core::SC_ZERO_TIME};
}

Timed systemc(const Settings &s)
{
	const auto begin = std::chrono::steady_clock::now();
	Device device(s);
	PfGpu gpu("gpu", device.gpu(), PfGpu::real_unit(s.sim, device.gpu()));

	if (s.inside) {
		Host host("host", [&] { device.run(s); });

		sc_core::sc_start();
		if (!host.error.empty())
			throw std::runtime_error(host.error);
	} else {
		device.run(s);
	}
	const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
	return {device.result(), took.count(), sc_core::sc_time_stamp()};
}

// Prints the differences; how many there are.
size_t compare(const Result &a, const Result &b)
{
	size_t counters = 0, words = 0;

	for (size_t i = 0; i < a.names.size(); i++) {
		if (a.counters[i] == b.counters[i])
			continue;
		if (counters++ < 20)
			printf("differs: %-32s %14" PRIu64 " %14" PRIu64 "\n", a.names[i].c_str(),
			       a.counters[i], b.counters[i]);
	}
	for (size_t i = 0; i < a.memory.size(); i++)
		words += a.memory[i] != b.memory[i];
	const bool races = a.races != b.races;

	printf("%zu counters: %zu differ; %zu words of memory: %zu differ; race reports: %s\n",
	       a.names.size(), counters, a.memory.size(), words, races ? "differ" : "equal");
	return counters + words + races;
}

void table(const Timed &a, const Timed &b)
{
	printf("%-24s %14s %14s\n", "", "plain loop", "SystemC");
	printf("%-24s %14" PRIu64 " %14" PRIu64 "\n", "core cycles", a.result.cycles,
	       b.result.cycles);
	printf("%-24s %14zu %14zu\n", "race reports", a.result.races.size(), b.result.races.size());
	printf("%-24s %14s %14s\n", "simulated time", "", b.simulated.to_string().c_str());
	printf("%-24s %14.3f %14.3f\n", "seconds", a.seconds, b.seconds);
	printf("%-24s %14.0f %14.0f\n", "core cycles a second",
	       static_cast<double>(a.result.cycles) / a.seconds,
	       static_cast<double>(b.result.cycles) / b.seconds);
}
} // namespace

int sc_main(int argc, char **argv)
{
	Settings s = {};

	sc_core::sc_set_time_resolution(1, sc_core::SC_FS);
	try {
		if (!options(s, argc, argv))
			return 0;
		const Timed a = plain(s), b = systemc(s);

		table(a, b);
		return compare(a.result, b.result) ? 1 : 0;
	} catch (const std::invalid_argument &e) {
		fprintf(stderr, "systemc-example: %s\n", e.what());
		return 2;
	} catch (const std::runtime_error &e) {
		fprintf(stderr, "systemc-example: %s\n", e.what());
		return 1;
	}
}
