// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// DR: all blocks read a number, and one of them, having read it, changes it; -DMENDED: a kernel of its own does.
#include <cuda_runtime.h>

__device__ int number = 3;

__global__ void read(int *out)
{
	out[blockIdx.x] = number;
#ifndef MENDED
	if (blockIdx.x == gridDim.x - 1)
		number = out[blockIdx.x] + 1;
#endif
}

__global__ void change()
{
	number++;
}

int main()
{
	int *out;

	cudaMalloc(&out, 8 * sizeof(int));
	read<<<8, 1>>>(out);
#ifdef MENDED
	change<<<1, 1>>>();
#endif
	return cudaDeviceSynchronize() != cudaSuccess;
}
