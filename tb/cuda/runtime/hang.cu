/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * hang: a kernel that never ends: deadlock, livelock, or merely long.
 */
#include <cstdio>
#include <cstring>

__global__ void half_a_barrier(int *p)
{
	/* Each half of the block waits for the other at a barrier of its own. */
	if (threadIdx.x < 32)
		asm volatile("bar.sync 1, 64;" ::: "memory");
	else
		asm volatile("bar.sync 2, 64;" ::: "memory");
	*p = 1;
}

__global__ void spin(volatile int *flag)
{
	while (*flag == 0) {
	}
}

__global__ void count(volatile int *p)
{
	for (int i = 0; i < 1 << 30; i++)
		*p = i;
}

int main(int argc, char **argv)
{
	const char *kind = argc > 1 ? argv[1] : "";
	int *p;

	cudaMalloc(&p, 4);
	cudaMemset(p, 0, 4);
	printf("started\n");
	if (!strcmp(kind, "deadlock"))
		half_a_barrier<<<1, 64>>>(p);
	else if (!strcmp(kind, "livelock"))
		spin<<<1, 32>>>(p);
	else
		count<<<1, 1>>>(p);
	cudaDeviceSynchronize();
	printf("ended\n");
	return 0;
}
