// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// Both fences are for the block only.
// expect: __threadfence() instead of __threadfence_block() on line 18, and __threadfence() instead of __threadfence_block() on line 23
#ifdef FIX
#define FENCE() __threadfence()
#else
#define FENCE() __threadfence_block()
#endif

__device__ int data, flag, out;

__global__ void handoff()
{
	if (blockIdx.x == 0) {
		data = 42;
		FENCE();
		atomicExch(&flag, 1);
	} else {
		while (atomicAdd(&flag, 0) == 0)
			;
		FENCE();
		out = data;
	}
}

int main()
{
	handoff<<<2, 1>>>();
	return cudaDeviceSynchronize();
}
