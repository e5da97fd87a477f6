// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// A device assert that fails: message with file, line, block and thread; sticky error 710.
// expect: cudaErrorAssert: device-side assert triggered
// expect: afterwards: cudaErrorAssert
// exit: 6
// stderr: assert_fails.cu:17.*block: \[1,0,0\], thread: \[5,0,0\] Assertion .v != 37. failed
#include <cassert>
#include <cstdio>

__global__ void checked(int *out)
{
	int v = blockIdx.x * 32 + threadIdx.x;
	// A comment, so that
	// the line number
	assert(v != 37);
	out[v] = v;
}

int main()
{
	int *d;
	cudaMalloc(&d, 64 * sizeof(int));
	checked<<<2, 32>>>(d);
	cudaError_t e = cudaDeviceSynchronize();
	printf("%s: %s\n", cudaGetErrorName(e), cudaGetErrorString(e));
	int x;
	printf("afterwards: %s\n", cudaGetErrorName(cudaMemcpy(&x, d, 4, cudaMemcpyDeviceToHost)));
	return e == cudaErrorAssert ? 0 : 1;
}
