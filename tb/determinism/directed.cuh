// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// What the directed programs of this folder have in common.
//
//   PROGRAM [strict] [NAME...]    all tests, or those named: "NAME hash=..." each; exit 1 if one is wrong
//
// strict: also what is so only when all that a kernel does fits into one quantum and one log.
// A test returns whether what must be so is so; the hash is of all memory that it has written.
#ifndef DIRECTED_CUH
#define DIRECTED_CUH

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#define CHECK(call) \
	do { \
		const cudaError_t error_ = (call); \
		if (error_ != cudaSuccess) { \
			printf("%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorName(error_)); \
			exit(2); \
		} \
	} while (0)

enum { BUFFER = 1 << 16 };

typedef unsigned int u32;
typedef unsigned long long u64;

static bool strict;

__device__ u32 mixed(u32 x)
{
	x = (x ^ x >> 15) * 0x2c1b3c6du;
	x = (x ^ x >> 12) * 0x297a2d39u;
	return x ^ x >> 15;
}

/* Device memory of BUFFER bytes, byte i is fill(i); what it holds at the end. */
struct buffer {
	unsigned char *p;
	std::vector<unsigned char> host;

	static unsigned char fill(size_t i) { return (unsigned char)(i * 7 + (i >> 8)); }
	buffer() : host(BUFFER)
	{
		for (size_t i = 0; i < BUFFER; i++)
			host[i] = fill(i);
		CHECK(cudaMalloc(&p, BUFFER));
		CHECK(cudaMemcpy(p, host.data(), BUFFER, cudaMemcpyHostToDevice));
	}
	template <typename T> T *as() { return (T *)p; }
	void read() { CHECK(cudaMemcpy(host.data(), p, BUFFER, cudaMemcpyDeviceToHost)); }
	u32 word(size_t i) const
	{
		u32 w;
		memcpy(&w, &host[4 * i], 4);
		return w;
	}
	void zero() { CHECK(cudaMemset(p, 0, BUFFER)); }
};

struct test {
	const char *name;
	bool (*run)(buffer &b);
	bool on_demand; /* only if named */
};

static u64 hash_of(const std::vector<unsigned char> &bytes)
{
	u64 h = 0xcbf29ce484222325ull;

	for (unsigned char c : bytes)
		h = (h ^ c) * 0x100000001b3ull;
	return h;
}

static bool wanted(const test &t, int argc, char **argv)
{
	const int first = 1 + (argc > 1 && !strcmp(argv[1], "strict"));

	for (int i = first; i < argc; i++)
		if (!strcmp(argv[i], t.name))
			return true;
	return first >= argc && !t.on_demand;
}

template <size_t N> int run_tests(const test (&tests)[N], int argc, char **argv)
{
	bool good = true;

	strict = argc > 1 && !strcmp(argv[1], "strict");
	for (const test &t : tests) {
		if (!wanted(t, argc, argv))
			continue;
		buffer b;
		const bool right = t.run(b);

		CHECK(cudaDeviceSynchronize());
		b.read();
		printf("%s hash=%016llx%s\n", t.name, hash_of(b.host), right ? "" : " WRONG");
		good &= right;
		CHECK(cudaFree(b.p));
	}
	return good ? 0 : 1;
}

#endif
