// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// 1dc: convolution of N numbers with a filter of 9, one thread for each of the 9 * N products.
//
//   products  0 1 2 .. 8 | 9 .. 17 | ...     nine in a row belong to one output
//   blocks    [ 1024 of them ][ 1024 ] ...   the grid takes 1024 for each block, then the next lot
//
//   output inside a block's 1024     only this block adds to it: atomicAdd of block scope
//   output across a boundary         two blocks add to it:       atomicAdd of device scope
//
// No other synchronisation: a launch before sets the outputs to 0.
//
// Race (1dc.races): 1  all additions are of block scope
//
// Check: inputs and filter are integers up to 100, so sums stay below 2^24: exact in a float in any
// order, and to be met exactly.
//
// Every thread reads the nine words of the filter: all warps of the GPU meet at one slice, whose detector checks
// one after the other. -DCONSTANT_FILTER keeps the filter in constant memory, which no detector watches: what
// is then left of the overhead is that of the additions (docs/scord.md).
//
// usage: 1dc [ci|paper|N] [SEED]   N: length of the input
#include "scor.cuh"

#ifndef BLOCKS
#define BLOCKS 15
#endif

constexpr int THREADS = 1024, TAPS = 9;

#ifdef CONSTANT_FILTER
__constant__ float constant_filter[TAPS];
#define FILTER constant_filter
#else
#define FILTER filter
#endif

__global__ void clear(float *out, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		out[i] = 0;
}

__global__ void convolve(const float *in, const float *filter, float *out, int n, int taps)
{
	const int products = n * taps;

	for (int from = blockIdx.x * blockDim.x; from < products; from += gridDim.x * blockDim.x) {
		const int product = from + threadIdx.x, to = from + blockDim.x;
		if (product >= products)
			return;
		const int tap = product % taps, at = product / taps, source = at + tap - taps / 2;
		if (source < 0 || source >= n)
			continue;
		const float term = in[source] * FILTER[tap];
		const bool inside = at * taps >= from && (at + 1) * taps <= to;
		if (inside || racy(1))
			atomicAdd_block(&out[at], term);			// race 1
		else
			atomicAdd(&out[at], term);
	}
}

int main(int argc, char **argv)
{
	unsigned long long seed;
	const int n = (int)size_argument(argc, argv, "length of input", 40000, 1000000, 50000000,
					 &seed);
	numbers random(seed);
	std::vector<float> in(n), filter(TAPS), out(n);
	for (float &x : in)
		x = (float)random.below(201) - 100;
	for (float &x : filter)
		x = (float)random.below(201) - 100;

	float *dev_in, *dev_filter, *dev_out;
	CHECK(cudaMalloc(&dev_in, n * sizeof(float)));
	CHECK(cudaMalloc(&dev_filter, TAPS * sizeof(float)));
	CHECK(cudaMalloc(&dev_out, n * sizeof(float)));
	CHECK(cudaMemcpy(dev_in, in.data(), n * sizeof(float), cudaMemcpyHostToDevice));
	CHECK(cudaMemcpy(dev_filter, filter.data(), TAPS * sizeof(float), cudaMemcpyHostToDevice));
#ifdef CONSTANT_FILTER
	CHECK(cudaMemcpyToSymbol(constant_filter, filter.data(), TAPS * sizeof(float)));
#endif
	clear<<<BLOCKS, THREADS>>>(dev_out, n);
	convolve<<<BLOCKS, THREADS>>>(dev_in, dev_filter, dev_out, n, TAPS);
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpy(out.data(), dev_out, n * sizeof(float), cudaMemcpyDeviceToHost));

	double checksum = 0;
	for (int at = 0; at < n; at++) {
		float want = 0;
		for (int tap = 0; tap < TAPS; tap++) {
			const int source = at + tap - TAPS / 2;
			if (source >= 0 && source < n)
				want += in[source] * filter[tap];
		}
		if (out[at] != want) {
			printf("1dc: FAILED, output %d: got %g want %g\n", at, out[at], want);
			return 1;
		}
		checksum += (double)want * (at % 1000 + 1);
	}
	printf("1dc: ok, %d x %d, checksum %.0f\n", n, TAPS, checksum);
	return 0;
}
