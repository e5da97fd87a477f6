// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// The flag may become visible before the data: no fence between them.
#include <cstdio>

__device__ int flag;

__global__ void handoff(volatile int *data, int *out)
{
	if (blockIdx.x == 0) {
		data[2] = 42;
		atomicExch(&flag, 1);
	} else {
		while (atomicAdd(&flag, 0) == 0)
			;
		*out = data[2];
	}
}

int main()
{
	int *data, *out;

	cudaMalloc(&data, 4 * sizeof(int));
	cudaMallocManaged(&out, sizeof(int));
	handoff<<<2, 1>>>(data, out);
	cudaDeviceSynchronize();
	printf("%d\n", *out);
	return 0;
}
