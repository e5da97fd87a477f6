// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// Shared memory, and no __syncthreads() between the store and the neighbour's load: the oracle sees
// it, the detector has no metadata for shared memory.
#include <cstdio>

__global__ void reverse(int *out)
{
	__shared__ int tile[64];
	extern __shared__ char more[];

	tile[threadIdx.x] = threadIdx.x;
	out[threadIdx.x] = tile[63 - threadIdx.x];
	__syncthreads();
	if (threadIdx.x % 32 == 0)
		more[5] = 1;
}

int main()
{
	int *out;

	cudaMallocManaged(&out, 64 * sizeof(int));
	reverse<<<1, 64, 16>>>(out);
	cudaDeviceSynchronize();
	printf("%d\n", out[63]);
	return 0;
}
