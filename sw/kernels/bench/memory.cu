// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// memory: a stream of coalesced loads and stores, then a gather through an index. For make bench: what
// memory operations cost; 37 per cent of the instructions are loads and stores to global memory.
// About 24 million warp instructions by default.
//
// usage: memory [n]     passes over the arrays, 1..100000
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                             \
	do {                                                                                    \
		cudaError_t e_ = (call);                                                        \
		if (e_ != cudaSuccess) {                                                        \
			printf("memory: FAILED, line %d: %s\n", __LINE__, cudaGetErrorString(e_)); \
			exit(1);                                                                \
		}                                                                               \
	} while (0)

constexpr int BLOCK = 256, PER_THREAD = 2, CHUNK = BLOCK * PER_THREAD;
constexpr int BLOCKS = 30, CHUNKS = 720, COUNT = CHUNKS * CHUNK;	// elements; a block does 24 chunks

__global__ void stream(const unsigned *a, const unsigned *b, unsigned *c)
{
	for (int chunk = blockIdx.x; chunk < CHUNKS; chunk += gridDim.x) {
		const int first = chunk * CHUNK + threadIdx.x;
		const unsigned *from_a = a + first, *from_b = b + first;
		unsigned *to = c + first;
#pragma unroll
		for (int i = 0; i < PER_THREAD; i++)	// constant distances: no address arithmetic
			to[i * BLOCK] = from_a[i * BLOCK] + from_b[i * BLOCK];
	}
}

__global__ void gather(const unsigned *a, const unsigned *index, unsigned *c)
{
	for (int chunk = blockIdx.x; chunk < CHUNKS; chunk += gridDim.x) {
		const int first = chunk * CHUNK + threadIdx.x;
		const unsigned *at = index + first;
		unsigned *to = c + first;
#pragma unroll
		for (int i = 0; i < PER_THREAD; i++)
			to[i * BLOCK] += a[at[i * BLOCK]];
	}
}

int main(int argc, char **argv)
{
	const int passes = argc > 1 ? atoi(argv[1]) : 110;
	if (passes < 1 || passes > 100000) {
		fprintf(stderr, "usage: memory [n], n from 1 to 100000\n");
		return 1;
	}
	std::vector<unsigned> a(COUNT), b(COUNT), index(COUNT), c(COUNT);
	unsigned random = 31;
	for (int i = 0; i < COUNT; i++) {
		random = random * 1664525u + 1013904223u;
		a[i] = random;
		b[i] = random ^ 0x55555555u;
		index[i] = (random >> 8) % COUNT;
	}

	const size_t bytes = COUNT * sizeof(unsigned);
	unsigned *dev_a, *dev_b, *dev_index, *dev_c;
	CHECK(cudaMalloc(&dev_a, bytes));
	CHECK(cudaMalloc(&dev_b, bytes));
	CHECK(cudaMalloc(&dev_index, bytes));
	CHECK(cudaMalloc(&dev_c, bytes));
	CHECK(cudaMemcpy(dev_a, a.data(), bytes, cudaMemcpyHostToDevice));
	CHECK(cudaMemcpy(dev_b, b.data(), bytes, cudaMemcpyHostToDevice));
	CHECK(cudaMemcpy(dev_index, index.data(), bytes, cudaMemcpyHostToDevice));
	for (int pass = 0; pass < passes; pass++) {
		// a and b change places, so that every pass has something new to store.
		stream<<<BLOCKS, BLOCK>>>(pass % 2 ? dev_b : dev_a, pass % 2 ? dev_a : dev_b, dev_c);
		gather<<<BLOCKS, BLOCK>>>(pass % 2 ? dev_b : dev_a, dev_index, dev_c);
	}
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpy(c.data(), dev_c, bytes, cudaMemcpyDeviceToHost));
	CHECK(cudaFree(dev_a));
	CHECK(cudaFree(dev_b));
	CHECK(cudaFree(dev_index));
	CHECK(cudaFree(dev_c));

	const std::vector<unsigned> &last = passes % 2 ? a : b;	// what the last pass gathered from
	for (int i = 0; i < COUNT; i++) {
		const unsigned want = a[i] + b[i] + last[index[i]];
		if (c[i] != want) {
			printf("memory: FAILED at index %d: got %u want %u\n", i, c[i], want);
			return 1;
		}
	}
	printf("memory: ok, %d elements, %d passes\n", COUNT, passes);
	return 0;
}
