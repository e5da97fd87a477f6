/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * prelude: what every file of generated programs includes. The same file is compiled three ways:
 * as CUDA (kernels and the comparison), and as plain C++ by another compiler, where host.h runs
 * each kernel thread by thread and the results are written to a file that the first one compares
 * with.
 */
#ifndef IDIOMS_PRELUDE_H
#define IDIOMS_PRELUDE_H

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

using i8 = int8_t;
using u8 = uint8_t;
using i16 = int16_t;
using u16 = uint16_t;
using i32 = int32_t;
using u32 = uint32_t;
using i64 = long long; /* as the 64-bit atomics spell it */
using u64 = unsigned long long;

#ifdef __CUDA__
#include "device.h"
#else
#include "host.h"
#endif

/* Words that the threads of a program share: WORDS of each kind. */
enum { WORDS = 512 };

struct args {
	const u64 *in; /* one for each thread */
	u64 *out;      /* likewise */
	u32 *w;        /* zero at first */
	u64 *q;        /* zero at first */
	u64 *m;        /* anything at first */
	u32 rounds;    /* a small number that the compiler does not know */
	u32 zero;      /* likewise */
};

HD inline u64 mix(u64 h, u64 v)
{
	h = (h ^ v) * 0x9e3779b97f4a7c15ull;
	return h ^ (h >> 29);
}

/* Lanes of the warp of thread t that run, when threads 0 to live-1 of its block do. */
HD inline u32 warp_mask(u32 t, u32 live)
{
	u32 n = live - (t & ~31u);
	return n >= 32 ? ~0u : (1u << n) - 1;
}

HD inline u32 bits(float f)
{
	u32 u;
	memcpy(&u, &f, 4);
	return f != f ? 0x7fc00000u : u; /* every NaN is one NaN */
}
HD inline u64 bits(double f)
{
	u64 u;
	memcpy(&u, &f, 8);
	return f != f ? 0x7ff8000000000000ull : u;
}

struct program {
	unsigned seed, lanes;
	void (*run)(args a);
};

/* Results of one program: lanes and three times WORDS words of 64 bits. */
inline size_t result_words(const program *p)
{
	return p->lanes + 3 * (size_t)WORDS;
}

inline void fill(args *a, const program *p, u64 *in, u64 *m)
{
	for (unsigned i = 0; i < p->lanes; i++)
		in[i] = mix(mix(i, 77), p->seed) >> (i % 7 * 8);
	for (unsigned i = 0; i < WORDS; i++)
		m[i] = mix(mix(i, 5), p->seed);
	a->rounds = 2 + p->seed % 3;
	a->zero = 0;
}

#endif
