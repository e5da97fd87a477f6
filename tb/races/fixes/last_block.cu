// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// The last block adds up what the others stored; neither side has a fence.
// expect: __threadfence() before line 15, which writes the flag, and __threadfence() after line 15, which reads the flag
__device__ int partial[4], sum;
__device__ unsigned count;

__global__ void add()
{
	partial[blockIdx.x] = blockIdx.x + 1;
#ifdef FIX
	__threadfence();
#endif
	if (atomicAdd(&count, 1) == gridDim.x - 1) {
#ifdef FIX
		__threadfence();
#endif
		for (unsigned i = 0; i < gridDim.x; i++)
			sum += partial[i];
	}
}

int main()
{
	add<<<4, 1>>>();
	return cudaDeviceSynchronize();
}
