// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// The producer has its fence, the consumer has none.
// expect: fix      __threadfence() after line 16, which reads the flag
// kind: missing fence (device scope)
__device__ int data, flag, out;

__global__ void handoff()
{
	if (blockIdx.x == 0) {
		data = 42;
		__threadfence();
		*(volatile int *)&flag = 1;
	} else {
		while (*(volatile int *)&flag == 0)
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
