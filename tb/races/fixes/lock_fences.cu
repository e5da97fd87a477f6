// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// A lock without fences.
// expect: __threadfence() before line 21, which gives the lock back, and __threadfence() after line 11, which takes the lock
// causes: 1
__device__ int mutex, total, count;

__global__ void add()
{
	while (atomicCAS(&mutex, 0, 1) != 0)
		;
#ifdef FIX
	__threadfence();
#endif
	total = total + 1;
	count = count + 2;
#ifdef FIX
	__threadfence();
#endif
	atomicExch(&mutex, 0);
}

int main()
{
	add<<<4, 1>>>();
	return cudaDeviceSynchronize();
}
