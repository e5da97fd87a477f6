// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// The README's example of a hang: the consumer waits for a flag that the producer never sets.
#include <cstdio>

__device__ int data;
__device__ volatile int flag;

__global__ void handoff(int *out)
{
	if (blockIdx.x == 0) {
		data = 42;
		__threadfence();
	} else {
		while (flag == 0)
			;
		*out = data;
	}
}

int main()
{
	int *out;

	cudaMallocManaged(&out, sizeof(int));
	handoff<<<2, 1>>>(out);
	cudaDeviceSynchronize();
	printf("%d\n", *out);
	return 0;
}
