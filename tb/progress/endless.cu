/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * endless: kernels for the impatient. "count": warps wait for a flag that nobody sets and count their
 * tries in memory, so that something changes all the time; one race before that. "spin": they only
 * wait. "long": many blocks that end, about N thousand instructions each.
 */
#include <cstdio>
#include <cstdlib>
#include <cstring>

__device__ int flag, raced, tries[4096];

__global__ void count()
{
	if (threadIdx.x == 0)
		raced = blockIdx.x;
	if (threadIdx.x >= 64)
		__syncthreads();
	while (!*(volatile int *)&flag)
		atomicAdd(&tries[blockIdx.x], 1);
	__syncthreads();
}

__global__ void spin()
{
	while (!*(volatile int *)&flag)
		;
}

__global__ void work(int n, int *out)
{
	unsigned x = threadIdx.x;

	for (int i = 0; i < n * 100; i++)
		x = x * 1664525 + 1013904223;
	out[blockIdx.x] = x;
}

int main(int argc, char **argv)
{
	int *out;

	cudaMalloc(&out, 4 * 4096);
	puts("started");
	fflush(stdout);
	if (argc > 1 && !strcmp(argv[1], "count"))
		count<<<200, 96>>>();
	else if (argc > 1 && !strcmp(argv[1], "spin"))
		spin<<<200, 64>>>();
	else
		work<<<1000, 64>>>(argc > 2 ? atoi(argv[2]) : 100, out);
	printf("ended %d\n", (int)cudaDeviceSynchronize());
	return 0;
}
