// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// A warp that fences 200 times; with an argument, two blocks that race on many words.
#include <cstdio>

__device__ unsigned word[1024];

__global__ void fences(int n)
{
	for (int i = 0; i < n; i++) {
		((volatile unsigned *)word)[threadIdx.x] = i;
		__threadfence();
	}
}

__global__ void races(void)
{
	for (int i = threadIdx.x; i < 1024; i += blockDim.x)
		word[i] = blockIdx.x;
}

int main(int argc, char **argv)
{
	if (argc > 1)
		races<<<2, 32>>>();
	else
		fences<<<1, 32>>>(200);
	printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
