// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// Atomics of block scope, threads of two blocks.
// expect: use atomicAdd() instead of atomicAdd_block() on line 9: the other thread is in another block
__global__ void count(int *n)
{
#ifndef FIX
	atomicAdd_block(n, 1);
#else
	atomicAdd(n, 1);
#endif
}

int main()
{
	int *n;

	cudaMalloc(&n, sizeof(*n));
	count<<<2, 1>>>(n);
	return cudaDeviceSynchronize();
}
