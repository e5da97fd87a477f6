// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// kernel_boundary: what one launch wrote, other blocks of the next one read and write, without a
// fence; in between the host does the same.
//
// No race: the end of a kernel orders everything. A detector that keeps entries from launch to
// launch would report each of the accesses.
#include <cstdio>

enum { BLOCKS = 8, ROUNDS = 40 };

__global__ void pass_on(volatile unsigned *x, unsigned round)
{
	const unsigned i = (blockIdx.x + round) % BLOCKS;

	x[i] = x[i] + 1;
}

int main()
{
	unsigned *x, host[BLOCKS] = {};

	if (cudaMalloc(&x, sizeof(host)) != cudaSuccess)
		return 2;
	cudaMemcpy(x, host, sizeof(host), cudaMemcpyHostToDevice);
	for (unsigned round = 0; round < ROUNDS; round++) {
		pass_on<<<BLOCKS, 1>>>(x, round);
		if (round % 10 == 0) {
			cudaMemcpy(host, x, sizeof(host), cudaMemcpyDeviceToHost);
			cudaMemcpy(x, host, sizeof(host), cudaMemcpyHostToDevice);
		}
	}
	cudaMemcpy(host, x, sizeof(host), cudaMemcpyDeviceToHost);
	for (unsigned i = 0; i < BLOCKS; i++)
		if (host[i] != ROUNDS) {
			printf("kernel_boundary: FAILED, x[%u] = %u\n", i, host[i]);
			return 2;
		}
	cudaFree(x);
	return 0;
}
