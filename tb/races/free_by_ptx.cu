// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// Idioms that PTX's memory model allows, and the rules of ScoRD's benchmarks do not.
//
//   free_by_ptx reset | sum | ticket
#include <cstdio>
#include <cstring>

__device__ unsigned left, next, data;
__device__ volatile unsigned turn;
__device__ int part[16], sum;

// The last block gives the ticket back by a plain store: it has observed all other blocks' atomics.
__global__ void reset()
{
	if (atomicInc(&left, gridDim.x) == gridDim.x - 1)
		left = 0;
}

__global__ void sum_up()
{
	__shared__ bool last;

	if (threadIdx.x == 0) {
		part[blockIdx.x] = blockIdx.x + 1;
		__threadfence();
		last = atomicInc(&left, gridDim.x) == gridDim.x - 1;
	}
	__syncthreads();
	if (last && threadIdx.x == 0) {
		__threadfence();
		for (unsigned i = 0; i < gridDim.x; i++)
			sum += part[i];
		left = 0;
	}
}

// A ticket lock that polls by a volatile load.
__global__ void ticket()
{
	const unsigned mine = atomicAdd(&next, 1);

	while (turn != mine)
		;
	__threadfence();
	data = data + 1;
	__threadfence();
	atomicAdd((unsigned *)&turn, 1);
}

int main(int argc, char **argv)
{
	const char *which = argc > 1 ? argv[1] : "";
	unsigned n = 0;
	int s = 0;

	if (!strcmp(which, "reset")) {
		reset<<<8, 1>>>();
		cudaMemcpyFromSymbol(&n, left, sizeof(n));
		printf("%u\n", n);
	} else if (!strcmp(which, "sum")) {
		sum_up<<<8, 64>>>();
		cudaMemcpyFromSymbol(&s, sum, sizeof(s));
		printf("%d\n", s);
	} else {
		ticket<<<4, 1>>>();
		cudaMemcpyFromSymbol(&n, data, sizeof(n));
		printf("%u\n", n);
	}
	return cudaDeviceSynchronize() != cudaSuccess;
}
