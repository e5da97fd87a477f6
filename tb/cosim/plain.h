/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * plain: options, ports and main() of a co-simulation that has no habits to choose, but for the
 * channel that is closed for long.
 */
#ifndef PLAIN_H
#define PLAIN_H

#include <argp.h>
#include <cinttypes>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>

#include <verilated.h>

#include "base/rng.h"
#include "pf_fields.h"

#ifndef GEOMETRY
#define GEOMETRY "ref"
#endif

struct Mismatch : std::runtime_error {
	using std::runtime_error::runtime_error;
};

struct Options {
	uint64_t seed = 1, checks = 100000;
	bool quiet = false;
	const char *const *channels = nullptr; /* that can be closed; ended by nullptr */
	int stall = -1;                        /* the one that is */
};

/* One size of this program's geometry: SIZE(WARPS). */
#define SIZE_ROW(name, NAME, size) \
	if (std::string(GEOMETRY) == #name) \
		return PF_##NAME##_##size;
#define SIZE(size) \
	[]() -> uint32_t { \
		SIZE_ROW(tiny, TINY, size) \
		SIZE_ROW(ref, REF, size) SIZE_ROW(modern, MODERN, size) return 0; \
	}()

/* Bits of a port, up to 64 bits wide or wider. */
template <class Port> void put(Port &port, uint64_t value)
{
	port = static_cast<Port>(value);
}

template <class Port> bool get_bit(const Port &port, uint32_t i)
{
	return static_cast<uint64_t>(port) >> i & 1;
}

template <std::size_t words> bool get_bit(const VlWide<words> &port, uint32_t i)
{
	return port.at(i / 32) >> i % 32 & 1;
}

template <class Port> void put_bit(Port &port, uint32_t i, bool value)
{
	const uint64_t bit = uint64_t{1} << i, was = port;

	port = static_cast<Port>(value ? was | bit : was & ~bit);
}

template <std::size_t words> void put_bit(VlWide<words> &port, uint32_t i, bool value)
{
	const uint32_t bit = 1U << i % 32, was = port.at(i / 32);

	port.at(i / 32) = value ? was | bit : was & ~bit;
}

[[noreturn]] inline void fail_at(uint64_t now, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
[[noreturn]] inline void fail_at(uint64_t now, const char *format, ...)
{
	char text[300], where[400];
	va_list ap;

	va_start(ap, format);
	vsnprintf(text, sizeof(text), format, ap);
	va_end(ap);
	snprintf(where, sizeof(where), "cycle %" PRIu64 ": %s", now, text);
	throw Mismatch(where);
}

inline error_t parse_plain(int key, char *arg, argp_state *state)
{
	Options *o = static_cast<Options *>(state->input);
	char *end = arg;
	uint64_t n = 0;

	if (key == 's' || key == 'c') {
		n = strtoull(arg, &end, 0);
		if (*end || end == arg || *arg == '-' || (key == 'c' && !n))
			argp_error(state, "'%s' is not a number that fits", arg);
	}
	switch (key) {
	case 's': o->seed = n; return 0;
	case 'c': o->checks = n; return 0;
	case 'q': o->quiet = true; return 0;
	case 'a':
		for (int i = 0; o->channels[i]; i++)
			if (std::string(arg) == o->channels[i])
				o->stall = i;
		if (o->stall < 0)
			argp_error(state, "'%s' is no channel", arg);
		return 0;
	case ARGP_KEY_ARG: argp_error(state, "'%s': no arguments, please", arg); return 0;
	default: return ARGP_ERR_UNKNOWN;
	}
}

/* campaign() prints the PASS line, or throws a Mismatch. */
inline int plain_main(int argc, char **argv, const char *unit, const char *doc,
		      void (*campaign)(const Options &), const char *const *channels = nullptr)
{
	std::string names;
	for (unsigned i = 0; channels && channels[i]; i++)
		names += std::string(i ? ", " : "close one for long, all others open: ") +
			 channels[i];
	const argp_option table[] = {
		{"seed", 's', "N", 0, "of everything random (default 1)", 0},
		{"checks", 'c', "N", 0, "at least so many (default 100000)", 0},
		{"quiet", 'q', nullptr, 0, "nothing to be quiet about: as for slice", 0},
		channels ? argp_option{"stall", 'a', "CHANNEL", 0, names.c_str(), 0}
			 : argp_option{},
		{}};
	const struct argp argp = {table, parse_plain, nullptr, doc, nullptr, nullptr, nullptr};
	Options o;

	o.channels = channels;
	argp_err_exit_status = 2;
	argp_parse(&argp, argc, argv, 0, nullptr, &o);
	try {
		campaign(o);
	} catch (const Mismatch &m) {
		printf("FAIL %s " GEOMETRY " seed=%" PRIu64 " %s\n", unit, o.seed, m.what());
		return 1;
	}
	return fflush(stdout) || ferror(stdout) ? 2 : 0;
}

#endif
