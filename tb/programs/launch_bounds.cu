// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// __launch_bounds__, __restrict__, __noinline__, __forceinline__, #pragma unroll, __CUDA_ARCH__ sections.
// expect: launch_bounds ok
// stderr: launch refused: kernel .*the kernel was compiled for at most
// arch: sm_60
#include <cstdio>

#ifndef __CUDACC__
#error "this is not a CUDA compiler"
#endif

template <int N> __device__ __forceinline__ float horner(const float (&c)[N], float x)
{
	float r = 0;
#pragma unroll
	for (int i = N - 1; i >= 0; --i)
		r = r * x + c[i];
	return r;
}

__host__ __device__ int where()
{
#ifdef __CUDA_ARCH__
	return __CUDA_ARCH__ >= 600 ? 2 : 1;
#else
	return 0;
#endif
}

__device__ __noinline__ float twice(float x) { return x + x; }

__global__ void __launch_bounds__(128, 4) poly(const float *__restrict__ x, float *__restrict__ y, int n, int *side)
{
	const float c[] = {1.0f, 0.5f, 0.25f, 2.0f};
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		y[i] = twice(horner(c, __ldg(&x[i])));
	if (i == 0)
		*side = where();
}

__launch_bounds__(64) __global__ void small(int *p) { p[threadIdx.x] = 1; }

int main()
{
	const int n = 300;
	float hx[n], hy[n], *x, *y;
	int *side, s = -1;
	for (int i = 0; i < n; i++)
		hx[i] = (i - 150) * 0.25f;	// small dyadic numbers: all steps exact
	cudaMalloc(&x, sizeof hx);
	cudaMalloc(&y, sizeof hy);
	cudaMalloc(&side, 1024);
	cudaMemcpy(x, hx, sizeof hx, cudaMemcpyHostToDevice);
	poly<<<3, 128>>>(x, y, n, side);
	cudaMemcpy(hy, y, sizeof hy, cudaMemcpyDeviceToHost);
	cudaMemcpy(&s, side, sizeof s, cudaMemcpyDeviceToHost);
	if (s != 2 || where() != 0)
		return 2;
	for (int i = 0; i < n; i++) {
		double v = hx[i], want = 2 * (1 + v * (0.5 + v * (0.25 + v * 2)));
		if (hy[i] != (float)want) {
			printf("%d: %.9g not %.9g\n", i, hy[i], want);
			return 1;
		}
	}
	small<<<1, 65>>>(side);	// more threads than the kernel was built for
	if (cudaGetLastError() == cudaSuccess)
		return 3;
	small<<<1, 64>>>(side);
	if (cudaGetLastError() != cudaSuccess || cudaDeviceSynchronize() != cudaSuccess)
		return 4;
	puts("launch_bounds ok");
	return 0;
}
