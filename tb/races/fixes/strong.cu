// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// ScoRD's rules want strong accesses where fences order them: only its detector reports this one.
// run: --detector scord
// expect: declare the data volatile, or use atomics: weak accesses on the other side's write and line 25
#ifdef FIX
#define DATA volatile int
#else
#define DATA int
#endif

__device__ DATA data;
__device__ int flag, out;

__global__ void handoff()
{
	if (blockIdx.x == 0) {
		data = 42;
		__threadfence();
		atomicExch(&flag, 1);
	} else {
		while (atomicAdd(&flag, 0) == 0)
			;
		out = data;
	}
}

int main()
{
	handoff<<<2, 1>>>();
	return cudaDeviceSynchronize();
}
