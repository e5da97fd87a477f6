// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// hangs: ways not to end.
//
// usage: hangs deadlock|livelock|fault|long
#include <cstdio>
#include <cstring>

// Two warps, two barriers: each waits for the other at one where it will not come.
__global__ void deadlock(int *)
{
	if (threadIdx.x < 32)
		asm volatile("bar.sync 1, 64;" ::: "memory");
	else
		asm volatile("bar.sync 2, 64;" ::: "memory");
}

// Nobody sets the flag.
__global__ void livelock(int *flag)
{
	while (atomicAdd(flag, 0) == 0)
		;
}

__global__ void fault(int *p)
{
	p[(1LL << 40) + threadIdx.x] = 1;
}

// Ends, after a while.
__global__ void long_one(int *p)
{
	for (int i = 0; i < 100000; i++)
		atomicAdd(p, 1);
}

int main(int argc, char **argv)
{
	void (*const kernels[])(int *) = {deadlock, livelock, fault, long_one};
	const char *const names[] = {"deadlock", "livelock", "fault", "long"};
	int *p;

	if (argc != 2 || cudaMalloc(&p, 4096) != cudaSuccess || cudaMemset(p, 0, 4096) != cudaSuccess)
		return 2;
	for (int i = 0; i < 4; i++)
		if (!strcmp(argv[1], names[i]))
			kernels[i]<<<2, 64>>>(p);
	const cudaError_t e = cudaDeviceSynchronize();

	printf("%s\n", cudaGetErrorName(e));
	return e == cudaSuccess ? 0 : 7;
}
