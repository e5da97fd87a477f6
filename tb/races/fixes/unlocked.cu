// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// Block 1 forgets the lock that block 0 takes.
// expect: hold one and the same lock around line 16
__device__ int mutex, total;

__global__ void add()
{
#ifndef FIX
	if (blockIdx.x == 0)
#endif
		while (atomicCAS(&mutex, 0, 1) != 0)
			;
	__threadfence();
	total = total + 1;
	__threadfence();
#ifndef FIX
	if (blockIdx.x == 0)
#endif
		atomicExch(&mutex, 0);
}

int main()
{
	add<<<2, 1>>>();
	return cudaDeviceSynchronize();
}
