// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// ITS: a sum over a warp in global memory, which lock step used to order; -DMENDED: __syncwarp() between its steps.
#include <cuda_runtime.h>

__device__ int part[4 * 64];

__global__ void sum(int *out)
{
	int *p = part + blockIdx.x * 64;
	const int t = threadIdx.x;

	p[t] = t;
	__syncthreads();
	if (t >= 32)
		return;
	for (int half = 32; half > 0; half /= 2) {
		if (t < half)
			p[t] += p[t + half];
#ifdef MENDED
		__syncwarp();
#endif
	}
	if (t == 0)
		out[blockIdx.x] = p[0];
}

int main()
{
	int *out;

	cudaMalloc(&out, 4 * sizeof(int));
	sum<<<4, 64>>>(out);
	return cudaDeviceSynchronize() != cudaSuccess;
}
