// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// BR: rounds of a colouring in one block: who has a neighbour of its own colour and a higher number takes the next one, read in the
// same round as others write; -DMENDED: barriers between reading and writing.
#include <cuda_runtime.h>

enum { NODES = 96 };
__device__ int colour[NODES];

__global__ void rounds(int *changes)
{
	const int t = threadIdx.x;

	for (int round = 0; round < 4; round++) {
		const int left = colour[(t + NODES - 1) % NODES], right = colour[(t + 1) % NODES];
		const int own = colour[t];

#ifdef MENDED
		__syncthreads();
#endif
		if ((left == own && t > 0) || (right == own && t % 2)) {
			colour[t] = own + 1;
			atomicAdd(changes, 1);
		}
#ifdef MENDED
		__syncthreads();
#endif
	}
}

int main()
{
	int *changes;

	cudaMalloc(&changes, sizeof(int));
	cudaMemset(changes, 0, sizeof(int));
	rounds<<<1, NODES>>>(changes);
	return cudaDeviceSynchronize() != cudaSuccess;
}
