// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// Race-free: the data are published by a fence of the right scope and a flag; then by a kernel's end.
#include <cstdio>

__device__ int flag;

__global__ void handoff(volatile int *data, int *out)
{
	if (blockIdx.x == 0) {
		data[0] = 42;
		__threadfence();
		atomicExch(&flag, 1);
	} else {
		while (atomicAdd(&flag, 0) == 0)
			;
		*out = data[0];
	}
}

__global__ void later(volatile int *data, int *out)
{
	__shared__ int tile[64];

	tile[threadIdx.x] = data[0];
	__syncthreads();
	if (threadIdx.x == 0)
		*out += tile[63];
}

int main()
{
	int *data, *out, got;

	cudaMalloc(&data, sizeof(int));
	cudaMalloc(&out, sizeof(int));
	handoff<<<2, 1>>>(data, out);
	later<<<1, 64>>>(data, out);
	cudaMemcpy(&got, out, sizeof(got), cudaMemcpyDeviceToHost);
	printf("%d\n", got);
	return got == 84 ? 0 : 1;
}
