// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// parent: launches kernels that another file defines (child.cu), from a function of that file, too.
#include <cstdio>

__global__ void child(int *p, float x);
__device__ void launch(int *p);
static __global__ void own(int *p) { p[2] = 30; }

__global__ void parent(int *p)
{
	child<<<1, 1>>>(p, 10);
	launch(p + 1);
	own<<<1, 1>>>(p);
}

int main()
{
	int *p;

	cudaMallocManaged(&p, 64);
	parent<<<1, 1>>>(p);
	if (cudaDeviceSynchronize() != cudaSuccess)
		return 1;
	printf("parent: %d wrong\n", (p[0] != 11) + (p[1] != 21) + (p[2] != 30));
	return 0;
}
