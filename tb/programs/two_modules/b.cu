// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
#include <stdio.h>

static __constant__ int table[3] = {7, 9, 11};
__device__ static int out[3];

static __global__ void kernel(int factor) { out[threadIdx.x] = table[threadIdx.x] * factor; }

void run_b(void)
{
	int h[3];
	kernel<<<1, 3>>>(2);
	cudaMemcpyFromSymbol(h, out, sizeof h);
	printf("b: %d %d %d\n", h[0], h[1], h[2]);
}
