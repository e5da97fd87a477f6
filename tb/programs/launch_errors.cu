// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// Launches that cannot work are refused with the right code, reported once, and the next one works.
// expect: launch_errors ok
// stderr: launch refused: kernel mark.*block \(4096,1,1\): a block has at most
// arch: sm_60
#include <cstdio>

__global__ void mark(int *p) { atomicAdd(p, 1); }

#define EXPECT(c) do { if (!(c)) { printf("not so: %s (%s)\n", #c, cudaGetErrorName(cudaPeekAtLastError())); return 1; } } while (0)

int main()
{
	int *d, h = -1;
	cudaMalloc(&d, 4);
	cudaMemset(d, 0, 4);
	mark<<<1, 4096>>>(d);
	EXPECT(cudaPeekAtLastError() == cudaErrorInvalidConfiguration);
	EXPECT(cudaGetLastError() == cudaErrorInvalidConfiguration);
	EXPECT(cudaGetLastError() == cudaSuccess);
	mark<<<0, 32>>>(d);
	EXPECT(cudaGetLastError() == cudaErrorInvalidConfiguration);
	mark<<<1, 0>>>(d);
	EXPECT(cudaGetLastError() == cudaErrorInvalidConfiguration);
	mark<<<dim3(1, 70000), 1>>>(d);
	EXPECT(cudaGetLastError() == cudaErrorInvalidConfiguration);
	mark<<<1, dim3(1, 1, 65)>>>(d);
	EXPECT(cudaGetLastError() == cudaErrorInvalidConfiguration);
	EXPECT(cudaMalloc((void **)NULL, 4) == cudaErrorInvalidValue);
	EXPECT(cudaMemcpy(d, NULL, 4, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
	EXPECT(cudaFree(&h) != cudaSuccess);
	EXPECT(cudaFree(NULL) == cudaSuccess);
	cudaGetLastError();
	mark<<<3, 40>>>(d);
	EXPECT(cudaDeviceSynchronize() == cudaSuccess);
	EXPECT(cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost) == cudaSuccess);
	EXPECT(h == 120);
	EXPECT(cudaFree(d) == cudaSuccess);
	EXPECT(cudaFree(d) != cudaSuccess);
	puts("launch_errors ok");
	return 0;
}
