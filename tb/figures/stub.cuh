// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// A campaign's application in short, for test_figures.sh: APP is its name, DOES what it does when no race is injected
// (0 its work, 1 something wrong, 2 hang, 3 fault).
#include "scor.cuh"

#ifndef BLOCKS
#define BLOCKS 15
#endif

__global__ void count(unsigned *sum)
{
	if (racy(1))
		atomicAdd_block(sum, 1); // race 1
	else
		atomicAdd(sum, 1);
	if (racy(2))
		atomicAdd_block(sum + 1, 1); // race 2
	else
		atomicAdd(sum + 1, 1);
	if (racy(3))
		atomicAdd_block(sum + 2, 1);
	if (DOES == 2 && RACE == 0)
		while (atomicAdd(sum, 0) != 0)
			;
	if (DOES == 3 && RACE == 0)
		sum[1 << 20] = 1;
}

int main(int argc, char **argv)
{
	unsigned long long seed;
	const unsigned n = size_argument(argc, argv, "launches", 1, 2, 100, &seed);
	unsigned *sum, got = 0;

	CHECK(cudaMalloc(&sum, 3 * sizeof(unsigned)));
	CHECK(cudaMemset(sum, 0, 3 * sizeof(unsigned)));
	for (unsigned i = 0; i < n; i++)
		count<<<BLOCKS, 32>>>(sum);
	CHECK(cudaDeviceSynchronize());
	CHECK(cudaMemcpy(&got, sum, sizeof got, cudaMemcpyDeviceToHost));
	if (got != n * BLOCKS * 32 || DOES == 1) {
		printf(APP ": FAILED, %u\n", got);
		return 1;
	}
	printf(APP ": ok, %u\n", got);
	return 0;
}
