/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * behind_fault: the last thread of each launch reads a word too far, and only what its block does after
 * that races. The program asks for no error, or prints it with -e; with -n N it launches N times; with -m
 * it reads at an odd address.
 */
#include <cstdio>
#include <cstdlib>
#include <cstring>

__global__ void total(const char *index, int *sum, int n, int odd)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int add = *(const int *)(index + 4 * (i + 1) - odd * (i + 1 == n));

	__syncthreads();
	if (i + 1 == n || i + 33 == n) /* two warps of the last block */
		sum[0] = sum[0] + add;
}

int main(int argc, char **argv)
{
	int n = 256, launches = 1, odd = 0, errors = 0, *sum;
	char *index;

	for (int i = 1; i < argc; i++) {
		odd |= !strcmp(argv[i], "-m");
		errors |= !strcmp(argv[i], "-e");
		if (!strcmp(argv[i], "-n"))
			launches = atoi(argv[++i]);
	}
	cudaMalloc(&index, n * 4);
	cudaMalloc(&sum, 4);
	cudaMemset(index, 0, n * 4);
	cudaMemset(sum, 0, 4);
	for (int i = 0; i < launches; i++)
		total<<<4, 64>>>(index, sum, n, odd);
	cudaDeviceSynchronize();
	puts(errors ? cudaGetErrorName(cudaGetLastError()) : "done");
	return 0;
}
