// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// The usual CAS loop that makes atomicMax for float and atomicAdd for double out of integer atomics.
// expect: float max 998.75 at 799, double sum 400.00
#include <cfloat>
#include <cstdio>

__device__ float atomicMaxFloat(float *address, float value)
{
	int *as_int = (int *)address;
	int old = *as_int, assumed;
	do {
		assumed = old;
		if (__int_as_float(assumed) >= value)
			break;
		old = atomicCAS(as_int, assumed, __float_as_int(value));
	} while (assumed != old);
	return __int_as_float(old);
}

__device__ double myAtomicAdd(double *address, double val)
{
	unsigned long long int *address_as_ull = (unsigned long long int *)address;
	unsigned long long int old = *address_as_ull, assumed;
	do {
		assumed = old;
		old = atomicCAS(address_as_ull, assumed, __double_as_longlong(val + __longlong_as_double(assumed)));
	} while (assumed != old);
	return __longlong_as_double(old);
}

// value and index in one word
__device__ void argmax(unsigned long long *best, float v, unsigned index)
{
	atomicMax(best, (unsigned long long)__float_as_uint(v) << 32 | index);
}

__global__ void kernel(const float *in, int n, float *max, double *sum, unsigned long long *best)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		atomicMaxFloat(max, in[i]);
		myAtomicAdd(sum, 0.5);
		if (in[i] > 0)
			argmax(best, in[i], i);
	}
}

int main()
{
	const int n = 800;
	float h[n], *in, *max, hm = -FLT_MAX;
	double *sum, hs;
	unsigned long long *best, hb;
	for (int i = 0; i < n; i++)
		h[i] = i * 1.25f * (i % 3 == 1 ? 1 : -1);
	cudaMalloc(&in, sizeof h);
	cudaMalloc(&max, sizeof *max);
	cudaMalloc(&sum, sizeof *sum);
	cudaMalloc(&best, sizeof *best);
	cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
	cudaMemcpy(max, &hm, sizeof hm, cudaMemcpyHostToDevice);
	cudaMemset(sum, 0, sizeof *sum);
	cudaMemset(best, 0, sizeof *best);
	kernel<<<4, 256>>>(in, n, max, sum, best);
	cudaMemcpy(&hm, max, sizeof hm, cudaMemcpyDeviceToHost);
	cudaMemcpy(&hs, sum, sizeof hs, cudaMemcpyDeviceToHost);
	cudaMemcpy(&hb, best, sizeof hb, cudaMemcpyDeviceToHost);
	printf("float max %.2f at %u, double sum %.2f\n", hm, (unsigned)hb, hs);
	return 0;
}
