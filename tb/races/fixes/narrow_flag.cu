// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// The fences are right, the flag's atomics are for the block only.
// expect: atomicExch() instead of atomicExch_block() on line 15, and atomicAdd() instead of atomicAdd_block() on line 21
// expect: use atomicAdd() instead of atomicAdd_block() on line 21, and atomicExch() instead of atomicExch_block() on line 15
__device__ int data, flag, out;

__global__ void handoff()
{
	if (blockIdx.x == 0) {
		data = 42;
		__threadfence();
#ifndef FIX
		atomicExch_block(&flag, 1);
#else
		atomicExch(&flag, 1);
#endif
	} else {
#ifndef FIX
		while (atomicAdd_block(&flag, 0) == 0)
			;
#else
		while (atomicAdd(&flag, 0) == 0)
			;
#endif
		__threadfence();
		out = data;
	}
}

int main()
{
	handoff<<<2, 1>>>();
	return cudaDeviceSynchronize();
}
