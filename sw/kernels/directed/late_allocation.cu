// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// late_allocation: two blocks write one word that was allocated after the first launch.
//
// A race. scord-paper sizes its metadata from the heap as it is at the first launch and does not look
// at what comes later.
#include <cstdio>

__global__ void write(volatile unsigned *x)
{
	*x = blockIdx.x;
}

int main()
{
	unsigned *early, *late;

	if (cudaMalloc(&early, 4096) != cudaSuccess)
		return 2;
	write<<<1, 1>>>(early);
	if (cudaMalloc(&late, 4096) != cudaSuccess)
		return 2;
	write<<<2, 1>>>(late);
	if (cudaDeviceSynchronize() != cudaSuccess)
		return 2;
	cudaFree(late);
	cudaFree(early);
	return 0;
}
