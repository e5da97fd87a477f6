// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// One block makes a table, the other one uses it.
#include <cstdio>

__global__ void publish(float *table, float *sum, int *ready)
{
	if (blockIdx.x == 0) {
		table[threadIdx.x] = 1.0f / (threadIdx.x + 1);
		__syncthreads();
		if (threadIdx.x == 0) {
			__threadfence_block();
			atomicExch(ready, 1);
		}
	} else {
		while (atomicAdd(ready, 0) == 0)
			;
		__threadfence();
		atomicAdd(sum, table[threadIdx.x]);
	}
}

int main()
{
	float *table, *sum, result;
	int *ready;

	cudaMalloc(&table, 64 * sizeof(float));
	cudaMalloc(&sum, sizeof(float));
	cudaMalloc(&ready, sizeof(int));
	cudaMemset(sum, 0, sizeof(float));
	cudaMemset(ready, 0, sizeof(int));
	publish<<<2, 64>>>(table, sum, ready);
	cudaMemcpy(&result, sum, sizeof(float), cudaMemcpyDeviceToHost);
	printf("%f\n", result);
	return 0;
}
