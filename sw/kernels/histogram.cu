// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// histogram: how often each byte value occurs.
//
//   each block counts into 256 counters in shared memory, then adds them to the global ones
//
// Exercises: block-scope atomics on shared memory with heavy conflicts inside a warp (the input is
// skewed: half of all bytes are one value), device-scope atomics for the merge, byte access through
// wider loads, a grid-stride loop, a tail that is no multiple of four.
//
// usage: histogram [n]     bytes, 1..16777216
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                             \
	do {                                                                                    \
		cudaError_t e_ = (call);                                                        \
		if (e_ != cudaSuccess) {                                                        \
			printf("histogram: FAILED, line %d: %s\n", __LINE__, cudaGetErrorString(e_)); \
			exit(1);                                                                \
		}                                                                               \
	} while (0)

constexpr int BINS = 256, BLOCK = 128;

__global__ void histogram(const uint8_t *in, int n, unsigned *bins)
{
	__shared__ unsigned local[BINS];
	for (int bin = threadIdx.x; bin < BINS; bin += BLOCK)
		local[bin] = 0;
	__syncthreads();

	const uint32_t *words = (const uint32_t *)in;	// cudaMalloc aligns
	const int first = blockIdx.x * BLOCK + threadIdx.x, step = gridDim.x * BLOCK;
	for (int w = first; w < n / 4; w += step) {
		const uint32_t word = words[w];
		atomicAdd_block(&local[word & 0xff], 1u);
		atomicAdd_block(&local[word >> 8 & 0xff], 1u);
		atomicAdd_block(&local[word >> 16 & 0xff], 1u);
		atomicAdd_block(&local[word >> 24], 1u);
	}
	for (int i = n / 4 * 4 + first; i < n; i += step)	// the last 0 to 3 bytes
		atomicAdd_block(&local[in[i]], 1u);
	__syncthreads();

	for (int bin = threadIdx.x; bin < BINS; bin += BLOCK)
		if (local[bin] != 0)
			atomicAdd(&bins[bin], local[bin]);
}

int main(int argc, char **argv)
{
	const int n = argc > 1 ? atoi(argv[1]) : 30003;
	if (n < 1 || n > 1 << 24) {
		fprintf(stderr, "usage: histogram [n], n from 1 to 16777216\n");
		return 1;
	}
	std::vector<uint8_t> in(n);
	std::vector<unsigned> want(BINS, 0), got(BINS);
	unsigned random = 99;
	for (int i = 0; i < n; i++) {
		random = random * 1664525u + 1013904223u;
		in[i] = random >> 31 ? (uint8_t)(random >> 16) : 42;
		want[in[i]]++;
	}

	uint8_t *dev_in;
	unsigned *dev_bins;
	CHECK(cudaMalloc(&dev_in, n));
	CHECK(cudaMalloc(&dev_bins, BINS * sizeof(unsigned)));
	CHECK(cudaMemcpy(dev_in, in.data(), n, cudaMemcpyHostToDevice));
	CHECK(cudaMemset(dev_bins, 0, BINS * sizeof(unsigned)));
	histogram<<<12, BLOCK>>>(dev_in, n, dev_bins);
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpy(got.data(), dev_bins, BINS * sizeof(unsigned), cudaMemcpyDeviceToHost));
	CHECK(cudaFree(dev_in));
	CHECK(cudaFree(dev_bins));

	for (int bin = 0; bin < BINS; bin++) {
		if (got[bin] != want[bin]) {
			printf("histogram: FAILED at index %d: got %u want %u\n", bin, got[bin],
			       want[bin]);
			return 1;
		}
	}
	printf("histogram: ok, %d bytes, bin 42 holds %u\n", n, want[42]);
	return 0;
}
