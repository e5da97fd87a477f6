// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// One pair of lines that races 100,000 times is one race.
#include <cstdio>

__global__ void rounds(volatile int *p, int n)
{
#pragma unroll 4
	for (int i = 0; i < n; i++)
		p[blockIdx.x ^ 1] = p[blockIdx.x];
}

int main()
{
	int *p;

	cudaMalloc(&p, 2 * sizeof(int));
	rounds<<<2, 1>>>(p, 50000);
	printf("%d\n", cudaDeviceSynchronize());
	return 0;
}
