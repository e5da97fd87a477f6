// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// No fence on either side of a flag; five results are handed over: one cause.
// expect: __threadfence() before line 22, which writes the flag, and __threadfence() after line 24, which reads the flag
// causes: 1
__device__ int a, b, c[64], flag, out;

__global__ void handoff()
{
	if (blockIdx.x == 0) {
		c[threadIdx.x] = threadIdx.x;
		if (threadIdx.x == 0) {
			a = 1;
			b = 2;
		}
		__syncthreads();
#ifdef FIX
		__threadfence();
#endif
		if (threadIdx.x == 0)
			atomicExch(&flag, 1);
	} else if (threadIdx.x == 0) {
		while (atomicAdd(&flag, 0) == 0)
			;
#ifdef FIX
		__threadfence();
#endif
		out = a + b;
		out += c[3];
		out += c[40];
	}
}

int main()
{
	handoff<<<2, 64>>>();
	return cudaDeviceSynchronize();
}
