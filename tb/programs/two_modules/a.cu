// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// Two .cu files whose kernels and device variables have the same names and stay apart.
// expect: a: 3 6 9
// expect: b: 14 18 22
#include <stdio.h>

static __constant__ int table[3] = {1, 2, 3};
__device__ static int out[3];

static __global__ void kernel(int factor) { out[threadIdx.x] = table[threadIdx.x] * factor; }

void run_b(void);

int main(void)
{
	int h[3];
	kernel<<<1, 3>>>(3);
	cudaMemcpyFromSymbol(h, out, sizeof h);
	printf("a: %d %d %d\n", h[0], h[1], h[2]);
	run_b();
	return 0;
}
