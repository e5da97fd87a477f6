// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// window: each thread adds up a window of a tile in shared memory that others have filled, as convolutions do. For make
// bench: what it costs a checker that a word is written once and then read by many warps.
// About 2 million warp instructions by default.
//
// usage: window [n]     tiles, 1..100000
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                             \
	do {                                                                                    \
		cudaError_t e_ = (call);                                                        \
		if (e_ != cudaSuccess) {                                                        \
			printf("window: FAILED, line %d: %s\n", __LINE__, cudaGetErrorString(e_)); \
			exit(1);                                                                \
		}                                                                               \
	} while (0)

constexpr int BLOCK = 256, WIDTH = 160, TILE = BLOCK + WIDTH;

__global__ void sums(const unsigned *in, unsigned *out)
{
	__shared__ unsigned tile[TILE];
	const int first = blockIdx.x * BLOCK;
	unsigned sum = 0;

	for (int i = threadIdx.x; i < TILE; i += BLOCK)
		tile[i] = in[first + i];
	__syncthreads();
#pragma unroll 1
	for (int i = 0; i < WIDTH; i++)
		sum += tile[threadIdx.x + (i ^ (threadIdx.x & 1))];	// lanes go their own ways
	out[first + threadIdx.x] = sum;
}

int main(int argc, char **argv)
{
	const int tiles = argc > 1 ? atoi(argv[1]) : 200;
	if (tiles < 1 || tiles > 100000) {
		fprintf(stderr, "usage: window [n], n from 1 to 100000\n");
		return 1;
	}
	std::vector<unsigned> in(tiles * BLOCK + WIDTH), out(tiles * BLOCK);
	unsigned random = 7;
	for (unsigned &x : in)
		x = random = random * 1664525u + 1013904223u;
	unsigned *d_in, *d_out;
	CHECK(cudaMalloc(&d_in, in.size() * sizeof(unsigned)));
	CHECK(cudaMalloc(&d_out, out.size() * sizeof(unsigned)));
	CHECK(cudaMemcpy(d_in, in.data(), in.size() * sizeof(unsigned), cudaMemcpyHostToDevice));
	sums<<<tiles, BLOCK>>>(d_in, d_out);
	CHECK(cudaMemcpy(out.data(), d_out, out.size() * sizeof(unsigned), cudaMemcpyDeviceToHost));
	for (int i = 0; i < tiles * BLOCK; i++) {
		unsigned sum = 0;
		for (int k = 0; k < WIDTH; k++)
			sum += in[i + k];
		if (out[i] != sum) {
			printf("window: FAILED, element %d: %u instead of %u\n", i, out[i], sum);
			return 1;
		}
	}
	printf("window: ok, %d tiles\n", tiles);
}
