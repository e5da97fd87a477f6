// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// main: a program whose device code is in two files (other.cu): functions, variables, constants, kernels and function
// pointers of the other, static ones of the same name in both, and dynamic shared memory that both declare.
#include <cstdio>

#include "shared.h"

static __device__ int hidden = 5;	// other.cu has one of its own
namespace { __device__ int nameless; }
static __device__ int helper(int x) { return x + 1; }
extern __shared__ int tile[];

__global__ void first(int *p)
{
	const int i = threadIdx.x;
	tile[i] = twice(helper(i)) * factor[1] + hidden + table[i & 1](i) + largest(i, 3);
	__syncthreads();
	p[i] = tile[i] + reversed(i) + nameless;
	if (i == 0)
		counter++;
}

int main()
{
	const int three[4] = {0, 3, 0, 0}, seven = 7, one = 1;
	int *p, v[THREADS], count = 0, wrong = 0;
	cudaMalloc(&p, sizeof(v));
	cudaMemcpyToSymbol(hidden, &seven, sizeof(seven));
	cudaMemcpyToSymbol(nameless, &one, sizeof(one));
	cudaMemcpyToSymbol(factor, three, sizeof(three));
	first<<<1, THREADS, sizeof(v)>>>(p);
	second<<<1, THREADS>>>(p);
	launch_third(p);
	const cudaError_t e = cudaMemcpy(v, p, sizeof(v), cudaMemcpyDeviceToHost);
	if (e != cudaSuccess)
		printf("separate: %s\n", cudaGetErrorString(e));
	cudaMemcpyFromSymbol(&count, counter, sizeof(count));
	wrong += count != 3;
	for (int i = 0; i < THREADS; i++) {
		auto inner = [&](int t) { return 6 * (t + 1) + 7 + (t & 1 ? 100 * t : -t) + (t > 3 ? t : 3); };
		wrong += v[i] != inner(i) + inner(THREADS - 1 - i) + 1 + 1000 + 10000;
	}
	printf("separate: %d wrong\n", wrong);
	return wrong != 0;
}
