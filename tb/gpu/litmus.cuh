// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// litmus: what the tests of this folder share. A test is a few threads, its roles, and a few words; a launch has thousands of
// instances of it side by side, each with words of its own. Every thread plays one role of one instance, once:
//
//   block class    q % BLOCKS, q a permutation of the block's number      roles of one block class are of one block
//   warp class     warp % WARPS                                           roles of one warp class of one warp
//   lane class     lane % LANES
//
// Each launch draws how far apart an instance's words are, whether other words of their sectors are loaded first (so that L1
// has the sector), how many instances there are, how long threads dawdle, later roles more, and which blocks and lanes meet. Nothing
// of that is ordered with the test.
//
//   PROGRAM [LAUNCHES [BLOCKS [THREADS [DAWDLE [TEST]]]]]                 prints a line `TEST OUTCOME COUNT` for each outcome
//
// OUTCOME: the values that roles have put, then the last values of the first words; "-" is none.
#ifndef LITMUS_CUH
#define LITMUS_CUH

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#define LOAD(NAME, OP)                                                                                                       \
	__device__ __forceinline__ int NAME(const int *p)                                                                    \
	{                                                                                                                    \
		int v;                                                                                                       \
		asm volatile(OP ".u32 %0, [%1];" : "=r"(v) : "l"(p) : "memory");                                             \
		return v;                                                                                                    \
	}
#define STORE(NAME, OP)                                                                                                      \
	__device__ __forceinline__ void NAME(int *p, int v) { asm volatile(OP ".u32 [%0], %1;" ::"l"(p), "r"(v) : "memory"); }
#define FENCE(NAME, OP)                                                                                                      \
	__device__ __forceinline__ void NAME() { asm volatile(OP ";" ::: "memory"); }
#define EXCHANGE(NAME, OP)                                                                                                   \
	__device__ __forceinline__ int NAME(int *p, int v)                                                                   \
	{                                                                                                                    \
		int old;                                                                                                     \
		asm volatile(OP ".b32 %0, [%1], %2;" : "=r"(old) : "l"(p), "r"(v) : "memory");                               \
		return old;                                                                                                  \
	}

LOAD(ld, "ld")
LOAD(ld_volatile, "ld.volatile")
LOAD(ld_relaxed_cta, "ld.relaxed.cta")
LOAD(ld_relaxed_gpu, "ld.relaxed.gpu")
LOAD(ld_relaxed_sys, "ld.relaxed.sys")
LOAD(ld_acquire_cta, "ld.acquire.cta")
LOAD(ld_acquire_gpu, "ld.acquire.gpu")
STORE(st, "st")
STORE(st_volatile, "st.volatile")
STORE(st_relaxed_cta, "st.relaxed.cta")
STORE(st_relaxed_gpu, "st.relaxed.gpu")
STORE(st_relaxed_sys, "st.relaxed.sys")
STORE(st_release_cta, "st.release.cta")
STORE(st_release_gpu, "st.release.gpu")
FENCE(fence_acq_rel_cta, "fence.acq_rel.cta")
FENCE(fence_acq_rel_gpu, "fence.acq_rel.gpu")
EXCHANGE(exchange_acq_rel_gpu, "atom.acq_rel.gpu.exch")

// An instance's words, what it puts, and a word of shared memory of its block.
struct cell {
	int *base, *out, *mail;
	unsigned stride;

	__device__ int *x() const { return base; }
	__device__ int *y() const { return base + stride; }
	__device__ int *f() const { return base + 2 * (size_t)stride; }
	__device__ int *g() const { return base + 3 * (size_t)stride; }
	__device__ void put(int k, int v) const { out[k] = v; }
};

template <int BLOCKS, int WARPS, int LANES> struct place {
	enum { block_classes = BLOCKS, warp_classes = WARPS, lane_classes = LANES };
};
template <int N> struct blocks : place<N, 1, 1> {};
template <int N> struct warps : place<1, N, 1> {};
template <int N> struct lanes : place<1, 1, N> {};

// A test of VALUES values and of FINALS last values; the rest is what `role` does with the words of `c`
#define TEST(NAME, PLACE, VALUES, FINALS, ...)                                                                               \
	struct NAME : PLACE {                                                                                                \
		enum { values = VALUES, finals = FINALS };                                                                   \
		static __device__ void run(int role, const struct cell &c) __VA_ARGS__                                       \
	};

struct setup {
	unsigned seed, step, stride, warm, dawdle, lag, factor, turn, patience;
	int *cells, *outs, *gate;
};

enum { SLOTS = 4, SECTOR = 8, FAR = 32, DIGITS = 6 };

__device__ __host__ __forceinline__ unsigned mix(unsigned v)
{
	v ^= v >> 16;
	v *= 0x7feb352du;
	v ^= v >> 15;
	v *= 0x846ca68bu;
	return v ^ v >> 16;
}

// All blocks begin together, as far as they run at once; relaxed atomics order nothing.
__device__ __forceinline__ void begin_together(const struct setup &s)
{
	if (threadIdx.x == 0) {
		atomicAdd(s.gate, 1);
		for (unsigned n = 0; n < s.patience && ld_relaxed_gpu(s.gate) < (int)gridDim.x; n++)
			;
	}
	__syncthreads();
}

template <class TEST> __global__ void litmus(struct setup s)
{
	__shared__ int mail[1024];
	const unsigned B = TEST::block_classes, W = TEST::warp_classes, L = TEST::lane_classes;
	const unsigned q = (blockIdx.x * s.factor + s.seed) % gridDim.x, warp = threadIdx.x / 32, lane = threadIdx.x % 32;
	const unsigned role = (q % B * W + warp % W) * L + lane % L;
	const unsigned in_warp = L == 1 ? (lane + role * s.turn) % 32 : lane / L;
	const unsigned in_block = warp / W * (32 / L) + in_warp;
	const unsigned instance = q / B * (blockDim.x / 32 / W) * (32 / L) + in_block;
	unsigned idle = s.seed ^ mix(blockIdx.x * blockDim.x + threadIdx.x);
	struct cell c;

	c.stride = s.stride;
	c.base = s.cells + (size_t)instance * s.step;
	c.out = s.outs + (size_t)instance * DIGITS;
	c.mail = mail + in_block;
	// The last word of each sector is nobody's, and zero.
	for (unsigned k = 0; s.warm && k < SLOTS; k++)
		idle += (unsigned)ld((int *)((size_t)(c.base + (size_t)k * s.stride) | 28));
	begin_together(s);
	for (unsigned n = s.dawdle ? mix(idle) % (s.dawdle * (role ? role * s.lag : 1)) : 0; n; n--)
		idle = idle * 1664525 + 1013904223;
	if (idle && !s.patience) // never, but compilers do not know
		*s.gate = (int)idle;
	TEST::run((int)role, c);
}

// The words as the next launch finds them.
template <class TEST> __global__ void last_values(struct setup s, unsigned instances)
{
	const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

	for (int k = 0; i < instances && k < (int)TEST::finals; k++)
		s.outs[(size_t)i * DIGITS + TEST::values + k] = s.cells[(size_t)i * s.step + (size_t)k * s.stride];
}

static void must(cudaError_t error, const char *what)
{
	if (error == cudaSuccess)
		return;
	fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
	exit(2);
}

static unsigned argument(int argc, char **argv, int k, unsigned otherwise)
{
	return argc > k ? (unsigned)strtoul(argv[k], nullptr, 0) : otherwise;
}

static void print_outcomes(const char *name, int digits, const std::vector<unsigned long long> &count)
{
	for (size_t v = 0; v < count.size(); v++) {
		if (!count[v])
			continue;
		printf("%s ", name);
		for (int k = 0; k < digits; k++) {
			const int digit = (int)(v >> 3 * k & 7) - 1;

			if (k)
				putchar(':');
			putchar(digit < 0 ? '-' : '0' + digit);
		}
		printf(" %llu\n", count[v]);
	}
}

// What a launch draws of its number: words side by side, in sectors or lines of their own, or all x, then all y and so on.
static void draw(struct setup *s, unsigned number, unsigned instances, unsigned dawdle)
{
	static const unsigned factors[] = {1, 5, 7, 13, 17, 19}, strides[] = {1, SECTOR, FAR};
	const unsigned layout = number % 5;

	s->seed = mix(number + 1);
	s->stride = layout < 3 ? strides[layout] : instances * (layout == 3 ? SECTOR : FAR);
	s->step = layout == 0 ? SECTOR : layout < 3 ? SLOTS * s->stride : s->stride / instances;
	s->warm = s->seed & 1;
	s->dawdle = dawdle >> (s->seed >> 1 & 3) * 2;
	s->factor = factors[(s->seed >> 3) % 6];
	s->turn = s->seed >> 8 & 31;
	s->lag = 1u << (s->seed >> 13 & 3) * 2;
	s->patience = 20000;
}

template <class TEST> static void run(const char *name, int argc, char **argv)
{
	const unsigned launches = argument(argc, argv, 1, 300), most_blocks = argument(argc, argv, 2, 264);
	const unsigned most_threads = argument(argc, argv, 3, 256), dawdle = argument(argc, argv, 4, 400);
	const unsigned B = TEST::block_classes, W = TEST::warp_classes, L = TEST::lane_classes;
	const unsigned most = most_blocks / B * (most_threads / 32 / W) * (32 / L);
	const int digits = TEST::values + TEST::finals;
	std::vector<unsigned long long> count((size_t)1 << 3 * digits);
	std::vector<int> got((size_t)most * DIGITS);
	struct setup s;

	if (argc > 5 && strcmp(argv[5], name))
		return;
	if (most_blocks % 12 || most_threads % 64 || most_threads > 1024) {
		fprintf(stderr, "%s: BLOCKS is a multiple of 12, THREADS one of 64 up to 1024\n", name);
		exit(2);
	}
	must(cudaMalloc(&s.cells, (size_t)most * SLOTS * FAR * sizeof(int)), name);
	must(cudaMalloc(&s.outs, got.size() * sizeof(int)), name);
	must(cudaMalloc(&s.gate, sizeof(int)), name);
	for (unsigned l = 0; l < launches; l++) {
		const bool few = l % 2 && most_blocks % 24 == 0 && most_threads % 256 == 0;
		const unsigned blocks = few ? most_blocks / 2 : most_blocks, threads = few ? most_threads / 4 : most_threads;
		const unsigned instances = blocks / B * (threads / 32 / W) * (32 / L);
		const size_t outs = (size_t)instances * DIGITS;

		draw(&s, l, instances, dawdle);
		must(cudaMemset(s.cells, 0, (size_t)instances * SLOTS * (s.step < FAR ? SECTOR : FAR) * sizeof(int)), name);
		must(cudaMemset(s.outs, 0xff, outs * sizeof(int)), name);
		must(cudaMemset(s.gate, 0, sizeof(int)), name);
		litmus<TEST><<<blocks, threads>>>(s);
		if (TEST::finals)
			last_values<TEST><<<(instances + 255) / 256, 256>>>(s, instances);
		must(cudaMemcpy(got.data(), s.outs, outs * sizeof(int), cudaMemcpyDeviceToHost), name);
		for (unsigned i = 0; i < instances; i++) {
			size_t v = 0;

			for (int k = 0; k < digits; k++)
				v |= (size_t)(got[(size_t)i * DIGITS + k] + 1 & 7) << 3 * k;
			count[v]++;
		}
	}
	print_outcomes(name, digits, count);
	cudaFree(s.cells);
	cudaFree(s.outs);
	cudaFree(s.gate);
}

#define RUN(NAME) run<NAME>(#NAME, argc, argv)

#endif
