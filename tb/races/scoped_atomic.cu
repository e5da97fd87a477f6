// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// Two blocks count with atomics that are atomic inside one block only.
#include <cstdio>

__global__ void count(int *n)
{
	atomicAdd_block(n, 1);
}

int main()
{
	int *n;

	cudaMallocManaged(&n, sizeof(int));
	count<<<2, 1>>>(n);
	cudaDeviceSynchronize();
	printf("%d\n", *n);
	return 0;
}
