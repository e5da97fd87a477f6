// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// AS: blocks take work from their own share by an atomic of block scope, and steal from others; -DMENDED: of device scope.
#include <cuda_runtime.h>

enum { BLOCKS = 6, SHARE = 24 };
__device__ int next[BLOCKS];

__device__ int take(int share)
{
#ifdef MENDED
	return atomicAdd(&next[share], 1);
#else
	return share == (int)blockIdx.x ? atomicAdd_block(&next[share], 1) : atomicAdd(&next[share], 1);
#endif
}

__global__ void work(int *done)
{
	for (int i = 0; i < BLOCKS; i++) {
		const int share = (blockIdx.x + i) % BLOCKS;

		for (int item; (item = take(share)) < SHARE;)
			atomicAdd(&done[share * SHARE + item], 1);
	}
}

int main()
{
	int *done;

	cudaMalloc(&done, BLOCKS * SHARE * sizeof(int));
	cudaMemset(done, 0, BLOCKS * SHARE * sizeof(int));
	work<<<BLOCKS, 32>>>(done);
	return cudaDeviceSynchronize() != cudaSuccess;
}
