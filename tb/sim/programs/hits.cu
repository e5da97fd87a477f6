// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// hits: races that only packets of L1 hits can find. A block reads words of a line; another one, on another SM, writes
// them all; then the first reads them again, from its L1, each by an instruction of its own.
#include <cstdio>

// Where it stands in the source, so that each is an instruction with a line of its own.
#define LOAD(v, p) asm volatile("ld.global.u32 %0, [%1];" : "=r"(v) : "l"(p))

__device__ void wait(long long cycles)
{
	const long long from = clock64();

	while (clock64() - from < cycles)
		;
}

__global__ void hits(int *line, int *sum)
{
	if (blockIdx.x == 0) {
		wait(10000);
		for (int i = 0; i < 32; i++)
			((volatile int *)line)[i] = i;
		return;
	}
	int v[10];

	for (int i = 0; i < 4; i++)
		LOAD(v[i], line + 8 * i);
	wait(30000);
	LOAD(v[4], line + 8);
	LOAD(v[5], line + 9);
	LOAD(v[6], line + 24);
	LOAD(v[7], line + 26);
	LOAD(v[8], line + 0);
	LOAD(v[9], line + 8); // is no race: the first one was
	for (int x : v)
		*sum += x;
}

int main()
{
	int *line, *sum;

	if (cudaMalloc(&line, 128) != cudaSuccess || cudaMalloc(&sum, 4) != cudaSuccess)
		return 2;
	hits<<<2, 1>>>(line, sum);
	return cudaDeviceSynchronize() == cudaSuccess ? 0 : 3;
}
