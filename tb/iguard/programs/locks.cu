// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// IL: every thread adds to a sum under the lock of its sum, taken lane by lane; one of the blocks takes another lock; -DMENDED: the same one.
#include <cuda_runtime.h>

enum { SUMS = 4 };
__device__ int lock[2 * SUMS], sum[SUMS];

__global__ void add()
{
	const int which = threadIdx.x % SUMS;
#ifdef MENDED
	int *mine = &lock[which];
#else
	int *mine = &lock[which + (blockIdx.x == 1 ? SUMS : 0)];
#endif

	for (bool done = false; !done;) {
		if (atomicCAS(mine, 0, 1) == 0) {
			__threadfence();
			sum[which]++;
			__threadfence();
			atomicExch(mine, 0);
			done = true;
		}
	}
}

int main()
{
	add<<<3, 32>>>();
	return cudaDeviceSynchronize() != cudaSuccess;
}
