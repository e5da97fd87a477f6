// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// Dynamic shared memory carved into several arrays of different types, beside static shared memory; the
// same extern array declared in two kernels; size chosen at run time; too much of it is an error.
// expect: dynamic_shared ok
// stderr: launch refused: kernel void reverse
// arch: sm_60
#include <cstdio>

extern __shared__ unsigned char raw[];

__global__ void three_arrays(int *out, int n)
{
	double *d = reinterpret_cast<double *>(raw);
	int *i = reinterpret_cast<int *>(d + n);
	char *c = reinterpret_cast<char *>(i + n);
	__shared__ int total;
	int t = threadIdx.x;
	if (t == 0)
		total = 0;
	d[t] = t * 0.5;
	i[t] = t * t;
	c[t] = (char)(t % 100);
	__syncthreads();
	int r = n - 1 - t;
	atomicAdd(&total, (int)(2 * d[r]) + i[r] - c[r]);
	__syncthreads();
	if (t == 0)
		out[blockIdx.x] = total;
}

template <typename T> struct SharedMemory {
	__device__ operator T *() const { return reinterpret_cast<T *>(raw); }
};

template <typename T> __global__ void reverse(T *data, int n)
{
	T *s = SharedMemory<T>();
	int t = threadIdx.x;
	s[t] = data[t];
	__syncthreads();
	data[t] = s[n - 1 - t];
}

int main()
{
	int *out, h[2], want = 0;
	const int n = 120;
	cudaMalloc(&out, sizeof h);
	three_arrays<<<2, n, n * (sizeof(double) + sizeof(int) + 1)>>>(out, n);
	cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
	for (int t = 0; t < n; t++)
		want += t + t * t - t % 100;
	if (h[0] != want || h[1] != want)
		return 1;
	long long v[64], *d;
	for (int i = 0; i < 64; i++)
		v[i] = 1LL << i;
	cudaMalloc(&d, sizeof v);
	cudaMemcpy(d, v, sizeof v, cudaMemcpyHostToDevice);
	reverse<<<1, 64, sizeof v>>>(d, 64);
	cudaMemcpy(v, d, sizeof v, cudaMemcpyDeviceToHost);
	for (int i = 0; i < 64; i++)
		if (v[i] != 1LL << (63 - i))
			return 2;
	reverse<<<1, 64, 1 << 20>>>(d, 64);
	if (cudaGetLastError() == cudaSuccess)
		return 3;
	if (cudaGetLastError() != cudaSuccess)	// reported once
		return 4;
	printf("dynamic_shared ok\n");
	return 0;
}
