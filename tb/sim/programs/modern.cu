// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// modern: what a GPU of 132 SMs and 80 GB needs. Two blocks an SM; each says where it runs. With GIGABYTES the last word of
// so much memory is written by all blocks, the first one by an atomic: the former is a race.
//
// usage: modern [GIGABYTES]     prints the SMs that ran blocks
#include <cstdio>
#include <cstdlib>
#include <set>

enum { BLOCKS = 264 };

__global__ void where(unsigned *sm, unsigned *first, unsigned *last)
{
	unsigned id;

	asm volatile("mov.u32 %0, %%smid;" : "=r"(id));
	sm[blockIdx.x] = id;
	if (last) {
		atomicAdd(first, 1);
		*last = id;
	}
}

int main(int argc, char **argv)
{
	const size_t words = argc > 1 ? (size_t)atoi(argv[1]) << 28 : 0;
	unsigned *sm, *far = nullptr, host[BLOCKS], sum = 0;

	if (words && cudaMalloc(&far, words * sizeof(*far)))
		return puts("out of memory"), 2;
	cudaMalloc(&sm, sizeof(host));
	where<<<BLOCKS, 1>>>(sm, far, words ? far + words - 1 : nullptr);
	cudaMemcpy(host, sm, sizeof(host), cudaMemcpyDeviceToHost);
	if (words)
		cudaMemcpy(&sum, far, sizeof(sum), cudaMemcpyDeviceToHost);
	printf("%zu SMs, %u\n", std::set<unsigned>(host, host + BLOCKS).size(), sum);
	return 0;
}
