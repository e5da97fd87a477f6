// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// chain: each of 400 blocks waits for the one before it, changes what that one left, and tells the
// next one. Fences, flags and volatile accesses are right: no race.
//
// There are more blocks than scord-paper can name (128), more than slots on the machine, so that
// blocks take over old ones' slots, and each block fences often enough for counters to wrap.
// scord may not report anything.
#include <cstdio>

enum { BLOCKS = 400, FENCES = 21 };

__global__ void chain(volatile unsigned *x, unsigned *flag)
{
	const unsigned b = blockIdx.x;

	if (threadIdx.x == 0) {
		while (b && atomicAdd(&flag[b - 1], 0) == 0)
			;
		x[0] = x[0] + 1;
		x[1 + b] = b ? x[b] + 1 : 1;
		for (unsigned i = 0; i < FENCES; i++)
			__threadfence();
		atomicExch(&flag[b], 1);
	}
}

int main()
{
	unsigned *x, *flag, host[2];

	if (cudaMalloc(&x, (1 + BLOCKS) * sizeof(*x)) != cudaSuccess ||
	    cudaMalloc(&flag, BLOCKS * sizeof(*flag)) != cudaSuccess)
		return 2;
	cudaMemset(x, 0, (1 + BLOCKS) * sizeof(*x));
	cudaMemset(flag, 0, BLOCKS * sizeof(*flag));
	chain<<<BLOCKS, 32>>>(x, flag);
	cudaMemcpy(&host[0], x, sizeof(*x), cudaMemcpyDeviceToHost);
	if (cudaMemcpy(&host[1], x + BLOCKS, sizeof(*x), cudaMemcpyDeviceToHost) != cudaSuccess)
		return 2;
	cudaFree(flag);
	cudaFree(x);
	if (host[0] != BLOCKS || host[1] != BLOCKS) {
		printf("chain: FAILED, %u and %u\n", host[0], host[1]);
		return 2;
	}
	return 0;
}
