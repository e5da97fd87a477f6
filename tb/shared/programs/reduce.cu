// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// A block's sum by halves: no barrier between a step and the next.
#include <cstdio>

__global__ void sum(const int *in, int *out)
{
	__shared__ int part[256];
	const int t = threadIdx.x;

	part[t] = in[blockIdx.x * 256 + t];
	__syncthreads();
	for (int half = 128; half > 0; half /= 2) {
		if (t < half)
			part[t] += part[t + half];
#ifdef MENDED
		__syncthreads();
#endif
	}
	if (t == 0)
		out[blockIdx.x] = part[0];
}

int main()
{
	int *in, *out;

	cudaMalloc(&in, 4 * 256 * sizeof(int));
	cudaMalloc(&out, 4 * sizeof(int));
	cudaMemset(in, 0, 4 * 256 * sizeof(int));
	sum<<<4, 256>>>(in, out);
	return cudaDeviceSynchronize();
}
