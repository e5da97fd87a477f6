// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// Blocks that wait for each other: a home-made grid barrier with atomicInc and a volatile generation, used
// several times by resident blocks; threadfence and last-block-done reduction.
// expect: spinning_blocks ok
// arch: sm_60
#include <cstdio>

__device__ unsigned arrived = 0, doneBlocks = 0;
__device__ volatile unsigned generation = 0;

__device__ void gridBarrier()
{
	__syncthreads();
	if (threadIdx.x == 0) {
		unsigned my = generation;
		__threadfence();
		if (atomicInc(&arrived, gridDim.x - 1) == gridDim.x - 1) {
			generation = my + 1;
		} else {
			while (generation == my)
				;
		}
		__threadfence();
	}
	__syncthreads();
}

__global__ void rotate(volatile int *a, volatile int *b, int n, int times)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	for (int t = 0; t < times; t++) {
		volatile int *from = t % 2 ? b : a, *to = t % 2 ? a : b;
		if (i < n)
			to[i] = from[(i + 1) % n] + 1;
		gridBarrier();
	}
}

__global__ void sum(const int *in, int n, volatile int *partial, int *result)
{
	__shared__ bool last;
	__shared__ int s;
	if (threadIdx.x == 0)
		s = 0;
	__syncthreads();
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		atomicAdd(&s, in[i]);
	__syncthreads();
	if (threadIdx.x == 0) {
		partial[blockIdx.x] = s;
		__threadfence();
		last = atomicInc(&doneBlocks, gridDim.x) == gridDim.x - 1;
	}
	__syncthreads();
	if (last && threadIdx.x == 0) {
		int total = 0;
		for (unsigned k = 0; k < gridDim.x; k++)
			total += partial[k];
		*result = total;
		doneBlocks = 0;
	}
}

int main()
{
	const int n = 500, times = 6;
	int h[n], *a, *b, *partial, *result, total = 0, want = 0;
	for (int i = 0; i < n; i++)
		h[i] = i * 2;
	cudaMalloc(&a, sizeof h);
	cudaMalloc(&b, sizeof h);
	cudaMalloc(&partial, 8 * 4);
	cudaMalloc(&result, 4);
	cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
	rotate<<<8, 64>>>(a, b, n, times);
	sum<<<8, 64>>>(a, n, partial, result);
	cudaMemcpy(&total, result, 4, cudaMemcpyDeviceToHost);
	cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);
	for (int i = 0; i < n; i++) {
		want += h[i];
		if (h[i] != (i + times) % n * 2 + times) {
			printf("%d: %d\n", i, h[i]);
			return 1;
		}
	}
	printf("spinning_blocks %s\n", total == want ? "ok" : "wrong");
	return total != want;
}
