/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * lane_order: a race only when lane 1's atomic goes before lane 0's: then both draw ticket 0.
 */
#include <cstdio>

__global__ void draw(unsigned *next, unsigned *who)
{
	unsigned ticket = atomicAdd(next, 1 - threadIdx.x);

	who[ticket] = threadIdx.x;
}

int main()
{
	unsigned *next, *who, n;

	cudaMalloc(&next, 4);
	cudaMalloc(&who, 8);
	cudaMemset(next, 0, 4);
	draw<<<1, 2>>>(next, who);
	cudaMemcpy(&n, next, 4, cudaMemcpyDeviceToHost);
	printf("%u\n", n);
}
