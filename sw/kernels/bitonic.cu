// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// bitonic: sorts unsigned keys with a bitonic network.
//
//   merge length 2, 4, ... n; in each, distances length/2, ... 1: compare key i with key i + distance
//   long distances: one launch per step on global memory
//   distances inside a block's 512 keys: all steps in shared memory, a barrier between them
//
// Exercises: many launches in order on one stream, barriers in loops, data-dependent exchanges (the
// lanes of a warp diverge at every step), access patterns that change with the step.
// Keys past n are padded with the greatest one.
//
// usage: bitonic [n]     1..1048576
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                             \
	do {                                                                                    \
		cudaError_t e_ = (call);                                                        \
		if (e_ != cudaSuccess) {                                                        \
			printf("bitonic: FAILED, line %d: %s\n", __LINE__, cudaGetErrorString(e_)); \
			exit(1);                                                                \
		}                                                                               \
	} while (0)

constexpr unsigned BLOCK = 256, BLOCK_KEYS = 2 * BLOCK;	// a thread handles one pair

// Puts the pair-th pair of this step in order. index: place of keys[0] in the whole array.
__device__ void exchange(unsigned *keys, unsigned pair, unsigned distance, unsigned length,
			 unsigned index)
{
	const unsigned low = 2 * pair - (pair & (distance - 1)), high = low + distance;
	const bool ascending = ((index + low) & length) == 0;
	const unsigned a = keys[low], b = keys[high];
	if ((a > b) == ascending) {
		keys[low] = b;
		keys[high] = a;
	}
}

__global__ void step_global(unsigned *keys, unsigned distance, unsigned length)
{
	exchange(keys, blockIdx.x * BLOCK + threadIdx.x, distance, length, 0);
}

// All steps that stay inside one block's keys, for merge lengths first_length..last_length.
__global__ void steps_shared(unsigned *keys, unsigned first_length, unsigned last_length)
{
	__shared__ unsigned local[BLOCK_KEYS];
	const unsigned t = threadIdx.x, index = blockIdx.x * BLOCK_KEYS;

	local[t] = keys[index + t];
	local[t + BLOCK] = keys[index + t + BLOCK];
	for (unsigned length = first_length; length <= last_length; length *= 2) {
		for (unsigned distance = min(length, BLOCK_KEYS) / 2; distance > 0; distance /= 2) {
			__syncthreads();
			exchange(local, t, distance, length, index);
		}
	}
	__syncthreads();
	keys[index + t] = local[t];
	keys[index + t + BLOCK] = local[t + BLOCK];
}

int main(int argc, char **argv)
{
	const int n = argc > 1 ? atoi(argv[1]) : 4000;
	if (n < 1 || n > 1 << 20) {
		fprintf(stderr, "usage: bitonic [n], n from 1 to 1048576\n");
		return 1;
	}
	unsigned padded = BLOCK_KEYS;
	while (padded < (unsigned)n)
		padded *= 2;
	std::vector<unsigned> keys(padded, 0xffffffffu);
	unsigned random = 17;
	for (int i = 0; i < n; i++) {
		random = random * 1664525u + 1013904223u;
		keys[i] = random >> (i % 3 == 0 ? 20 : 0);	// with duplicates
	}
	std::vector<unsigned> want(keys);

	unsigned *dev;
	CHECK(cudaMalloc(&dev, padded * sizeof(unsigned)));
	CHECK(cudaMemcpy(dev, keys.data(), padded * sizeof(unsigned), cudaMemcpyHostToDevice));
	const unsigned blocks = padded / BLOCK_KEYS;
	steps_shared<<<blocks, BLOCK>>>(dev, 2, BLOCK_KEYS);
	CHECK(cudaGetLastError());
	for (unsigned length = 2 * BLOCK_KEYS; length <= padded; length *= 2) {
		for (unsigned distance = length / 2; distance >= BLOCK_KEYS; distance /= 2) {
			step_global<<<blocks, BLOCK>>>(dev, distance, length);
			CHECK(cudaGetLastError());
		}
		steps_shared<<<blocks, BLOCK>>>(dev, length, length);
		CHECK(cudaGetLastError());
	}
	CHECK(cudaMemcpy(keys.data(), dev, padded * sizeof(unsigned), cudaMemcpyDeviceToHost));
	CHECK(cudaFree(dev));

	std::sort(want.begin(), want.end());
	for (unsigned i = 0; i < padded; i++) {
		if (keys[i] != want[i]) {
			printf("bitonic: FAILED at index %u: got %u want %u\n", i, keys[i], want[i]);
			return 1;
		}
	}
	printf("bitonic: ok, %d keys\n", n);
	return 0;
}
