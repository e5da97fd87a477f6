// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// DR: a hash table: who gets a place by compare-and-swap writes the value there, and whoever finds the key reads it at once;
// -DMENDED: the value is waited for, behind fences.
#include <cuda_runtime.h>

enum { PLACES = 256, KEYS = 96 };
__device__ int key[PLACES], ready[PLACES];
__device__ int value[PLACES];

__global__ void insert(int *found)
{
	const int mine = 1 + threadIdx.x;

	for (int at = mine * 37 % PLACES;; at = (at + 1) % PLACES) {
		const int there = atomicCAS(&key[at], 0, mine);

		if (there == 0) {
			value[at] = mine * mine;
#ifdef MENDED
			__threadfence();
			atomicExch(&ready[at], 1);
#endif
			return;
		}
		if (there == mine) {
#ifdef MENDED
			while (atomicAdd(&ready[at], 0) == 0)
				;
			__threadfence();
#endif
			atomicAdd(&found[mine], value[at]);
			return;
		}
	}
}

int main()
{
	int *found;

	cudaMalloc(&found, (KEYS + 1) * sizeof(int));
	cudaMemset(found, 0, (KEYS + 1) * sizeof(int));
	insert<<<3, KEYS>>>(found);
	return cudaDeviceSynchronize() != cudaSuccess;
}
