// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// The fence orders the two stores for the producer's own block only; the consumer is in another one.
#include <cstdio>

__device__ int flag[64];

__global__ void handoff(volatile int *data, int *out)
{
	const unsigned i = threadIdx.x, from = i ^ 1;

	if (blockIdx.x == 0) {
		data[i] = 42 + i;
		__threadfence_block();
		atomicExch(&flag[i], 1);
	} else {
		while (atomicAdd(&flag[from], 0) == 0)
			;
		out[i] = data[from];
	}
}

int main()
{
	int *data, *out;

	cudaMalloc(&data, 64 * sizeof(int));
	cudaMallocManaged(&out, 64 * sizeof(int));
	handoff<<<2, 64>>>(data, out);
	cudaDeviceSynchronize();
	printf("%d\n", out[1]);
	return 0;
}
