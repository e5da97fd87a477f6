// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// Dot product in many styles of copying: per-block partial sums finished on the host, zero-copy mapped host
// memory, device to device copies, cudaMemcpyDefault, memory information.
// expect: dot_product ok
// arch: sm_60
#include "cuda_runtime.h"
#include "device_launch_parameters.h"
#include <stdio.h>

#define imin(a, b) (a < b ? a : b)
static void HandleError(cudaError_t err, const char *file, int line)
{
	if (err != cudaSuccess) {
		printf("%s in %s at line %d\n", cudaGetErrorString(err), file, line);
		exit(EXIT_FAILURE);
	}
}
#define HANDLE_ERROR(err) (HandleError(err, __FILE__, __LINE__))

const int N = 3 * 1024;
const int threadsPerBlock = 128;
const int blocksPerGrid = imin(8, (N + threadsPerBlock - 1) / threadsPerBlock);

__global__ void dot(float *a, float *b, float *c)
{
	__shared__ float cache[threadsPerBlock];
	int tid = threadIdx.x + blockIdx.x * blockDim.x, cacheIndex = threadIdx.x;
	float temp = 0;
	while (tid < N) {
		temp += a[tid] * b[tid];
		tid += blockDim.x * gridDim.x;
	}
	cache[cacheIndex] = temp;
	__syncthreads();
	int i = blockDim.x / 2;
	while (i != 0) {
		if (cacheIndex < i)
			cache[cacheIndex] += cache[cacheIndex + i];
		__syncthreads();
		i /= 2;
	}
	if (cacheIndex == 0)
		c[blockIdx.x] = cache[0];
}

int main(void)
{
	float *a, *b, *partial, *dev_a, *dev_b, *dev_b2, *dev_c, c = 0, want = 0;
	size_t free_before, free_after, total;
	HANDLE_ERROR(cudaMemGetInfo(&free_before, &total));
	HANDLE_ERROR(cudaHostAlloc((void **)&a, N * sizeof(float), cudaHostAllocMapped));
	b = new float[N];
	partial = new float[blocksPerGrid];
	HANDLE_ERROR(cudaHostGetDevicePointer((void **)&dev_a, a, 0));
	HANDLE_ERROR(cudaMalloc((void **)&dev_b, N * sizeof(float)));
	HANDLE_ERROR(cudaMalloc((void **)&dev_b2, N * sizeof(float)));
	HANDLE_ERROR(cudaMalloc((void **)&dev_c, blocksPerGrid * sizeof(float)));
	HANDLE_ERROR(cudaMemGetInfo(&free_after, &total));
	for (int i = 0; i < N; i++) {
		a[i] = (float)(i % 32);
		b[i] = (float)(i % 7 - 3);
		want += a[i] * b[i];
	}
	HANDLE_ERROR(cudaMemcpy(dev_b2, b, N * sizeof(float), cudaMemcpyDefault));
	HANDLE_ERROR(cudaMemcpy(dev_b, dev_b2, N * sizeof(float), cudaMemcpyDeviceToDevice));
	dot<<<blocksPerGrid, threadsPerBlock>>>(dev_a, dev_b, dev_c);
	HANDLE_ERROR(cudaDeviceSynchronize());
	HANDLE_ERROR(cudaMemcpy(partial, dev_c, blocksPerGrid * sizeof(float), cudaMemcpyDeviceToHost));
	for (int i = 0; i < blocksPerGrid; i++)
		c += partial[i];
	bool ok = c == want && free_after < free_before && total >= free_before;
	printf("dot_product %s\n", ok ? "ok" : "wrong");
	HANDLE_ERROR(cudaFree(dev_b));
	HANDLE_ERROR(cudaFree(dev_b2));
	HANDLE_ERROR(cudaFree(dev_c));
	HANDLE_ERROR(cudaFreeHost(a));
	delete[] b;
	delete[] partial;
	return ok ? 0 : 1;
}
