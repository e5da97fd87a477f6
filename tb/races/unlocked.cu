// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// Block 0 takes the lock, block 1 forgets it.
#include <cstdio>

__device__ int mutex;
__device__ volatile int total;

__global__ void add()
{
	if (blockIdx.x == 0) {
		while (atomicCAS(&mutex, 0, 1) != 0)
			;
		__threadfence();
		total = total + 1;
		__threadfence();
		atomicExch(&mutex, 0);
	} else {
		total = total + 1;
		__threadfence();
	}
}

int main()
{
	add<<<2, 1>>>();
	printf("%d\n", cudaDeviceSynchronize());
	return 0;
}
