// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// A kernel that writes past its buffer: error 700 at the next synchronisation, and one message that
// names kernel, thread and line; the program goes on and handles it.
// expect: sync: cudaErrorIllegalAddress
// expect: copy: cudaErrorIllegalAddress
// stderr: out_of_bounds.cu:16
// exit: 6
#include <stdio.h>

__global__ void overrun(int *p, int n)
{
	int i = threadIdx.x;
	if (i < 32)
		p[(size_t)i * n] = i;
}

int main()
{
	int *d, h;
	cudaMalloc((void **)&d, 128);
	overrun<<<1, 64>>>(d, 1 << 26);
	cudaError_t e = cudaDeviceSynchronize();
	printf("sync: %s\n", cudaGetErrorName(e));
	printf("copy: %s\n", cudaGetErrorName(cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost)));
	return e == cudaErrorIllegalAddress ? 7 : 1;
}
