// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// other: the second half of main.cu. RACY: its kernel stores from every thread to one word.
#include "shared.h"

__device__ int counter;
__constant__ int factor[4];
static __device__ int hidden = 1000;
static __device__ int helper(int x) { return largest(x, x - 1) + hidden; }
__device__ int twice(int x) { return 2 * x; }
static __device__ int minus(int x) { return -x; }
static __device__ int hundred(int x) { return 100 * x; }
__device__ function table[2] = {minus, hundred};
extern __shared__ int tile[];
__device__ int reversed(int i) { return tile[THREADS - 1 - i]; }

__global__ void second(int *p)
{
	p[threadIdx.x] = helper(p[threadIdx.x]);
#ifdef RACY
	hidden = threadIdx.x;	// the race
#endif
	if (threadIdx.x == 0)
		counter++;
}

static __global__ void third(int *p)
{
	p[threadIdx.x] += 10000;
	if (threadIdx.x == 0)
		counter++;
}

void launch_third(int *p) { third<<<1, THREADS>>>(p); }
