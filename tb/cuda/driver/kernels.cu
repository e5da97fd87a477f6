/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * kernels: what driver.c loads.
 */
extern "C" {

__device__ int counter = 7;
__constant__ int table[4];

__global__ void add(char bias, const int *a, const int *b, int *sum, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		sum[i] = a[i] + b[i] + bias + table[i % 4];
	if (!i)
		counter++;
}

/* Two blocks store to one word: a race. */
__global__ void racy(int *p)
{
	if (!threadIdx.x)
		*p = blockIdx.x;
}

__global__ void reverse(int *p)
{
	extern __shared__ int line[];

	line[threadIdx.x] = p[threadIdx.x];
	__syncthreads();
	p[threadIdx.x] = line[blockDim.x - 1 - threadIdx.x];
}
}
