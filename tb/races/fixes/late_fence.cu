// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// The producer's fence comes after the flag, the consumer has none.
// expect: __threadfence() before line 16, which writes the flag: that of line 18 comes too late, and __threadfence() after line 21, which reads the flag
// kind: missing fence (device scope)
__device__ int data, flag, out;

__global__ void handoff()
{
	if (blockIdx.x == 0) {
		data = 42;
#ifdef FIX
		__threadfence();
#endif
		atomicExch(&flag, 1);
#ifndef FIX
		__threadfence();
#endif
	} else {
		while (atomicAdd(&flag, 0) == 0)
			;
#ifdef FIX
		__threadfence();
#endif
		out = data;
	}
}

int main()
{
	handoff<<<2, 1>>>();
	return cudaDeviceSynchronize();
}
