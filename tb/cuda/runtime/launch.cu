/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * launch: shapes, arguments, templates, lambdas, dynamic shared memory, wrong launches.
 */
#include <functional>
#include <vector>

#include "expect.h"

using namespace std;

struct __align__(16) big {
	double d[5];
	char c;
};

__global__ void where(uint4 *out)
{
	unsigned long block = blockIdx.x + (unsigned long)gridDim.x *
						   (blockIdx.y + (unsigned long)gridDim.y * blockIdx.z);
	unsigned thread =
		threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);

	out[block * blockDim.x * blockDim.y * blockDim.z + thread] =
		make_uint4(threadIdx.x, threadIdx.z, blockIdx.y, blockIdx.z);
}

__global__ void arguments(double *out, char a, big b, short c, float4 d, bool e, long long f)
{
	out[0] = a;
	out[1] = b.d[4] + b.c;
	out[2] = c;
	out[3] = d.x + d.w;
	out[4] = e;
	out[5] = (double)f;
}

template <int N> struct ints {
	int v[N];
};

template <class T> __global__ void last_of(int *out, const T t, int n)
{
	*out = t.v[n] + t.v[0];
}

template <typename T, int N> __global__ void fill(T *p, T v)
{
	for (int i = threadIdx.x; i < N; i += blockDim.x)
		p[i] = v + (T)i;
}

template <typename F> __global__ void each(int n, F f)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		f(i);
}

extern __shared__ int dynamic[];

__global__ void reverse(int *p)
{
	__shared__ volatile int fixed[3];

	if (threadIdx.x == 0)
		fixed[0] = 1;
	dynamic[threadIdx.x] = p[threadIdx.x];
	__syncthreads();
	p[threadIdx.x] = dynamic[blockDim.x - 1 - threadIdx.x] + fixed[0];
}

__global__ void __launch_bounds__(64) bounded(int *p)
{
	*p = 1;
}

static void shapes()
{
	uint4 *out;
	dim3 grid(2, 3, 2), block(5, 2, 4);
	int threads = 5 * 2 * 4, blocks = 12, bad = 0;

	cudaMallocManaged(&out, sizeof(*out) * threads * blocks);
	where<<<grid, block>>>(out);
	OK(cudaDeviceSynchronize());
	for (int b = 0; b < blocks; b++)
		for (int t = 0; t < threads; t++) {
			uint4 v = out[b * threads + t];

			bad += v.x != (unsigned)t % 5 || v.y != (unsigned)t / 10 ||
			       v.z != (unsigned)b / 2 % 3 || v.w != (unsigned)b / 6;
		}
	EXPECT(bad == 0);
	cudaFree(out);
}

static void values()
{
	double *out;
	big b = {{0, 0, 0, 0, 2.5}, 3};

	cudaMallocManaged(&out, 6 * sizeof(double));
	arguments<<<1, 1>>>(out, -7, b, -300, make_float4(1, 2, 3, 0.5f), true, -(1LL << 40));
	OK(cudaDeviceSynchronize());
	EXPECT(out[0] == -7 && out[1] == 5.5 && out[2] == -300 && out[3] == 1.5 && out[4] == 1 &&
	       out[5] == -1099511627776.0);
	cudaFree(out);
}

static void generic()
{
	float *f;
	long long *l;
	int *seen, factor = 3;

	cudaMallocManaged(&f, 100 * sizeof(*f));
	cudaMallocManaged(&l, 10 * sizeof(*l));
	cudaMallocManaged(&seen, 100 * sizeof(*seen));
	fill<float, 100><<<1, 32>>>(f, 0.5f);
	fill<long long, 10><<<1, 64>>>(l, -4);
	each<<<4, 32>>>(100, [=] __device__(int i) { seen[i] = i * factor; });
	OK(cudaDeviceSynchronize());
	EXPECT(f[99] == 99.5f && l[9] == 5 && seen[99] == 297);
	cudaFree(f);
	cudaFree(l);
	cudaFree(seen);
}

static void shared_memory()
{
	int *p;

	cudaMallocManaged(&p, 256 * sizeof(int));
	for (int i = 0; i < 256; i++)
		p[i] = i;
	reverse<<<1, 256, 256 * sizeof(int)>>>(p);
	OK(cudaDeviceSynchronize());
	EXPECT(p[0] == 256 && p[255] == 1);
	reverse<<<1, 1, 49152>>>(p); /* with the static part too much */
	EXPECT(cudaGetLastError() == cudaErrorInvalidValue);
	cudaFree(p);
}

static void wrong()
{
	int *p;
	void *args[] = {&p};

	cudaMallocManaged(&p, 256 * sizeof(int));
	*p = 0;
	bounded<<<0, 1>>>(p);
	EXPECT(cudaPeekAtLastError() == cudaErrorInvalidConfiguration);
	EXPECT(cudaGetLastError() == cudaErrorInvalidConfiguration);
	EXPECT(cudaGetLastError() == cudaSuccess);
	bounded<<<1, 2048>>>(p);
	EXPECT(cudaGetLastError() == cudaErrorInvalidConfiguration);
	bounded<<<dim3(1, 70000), 1>>>(p);
	EXPECT(cudaGetLastError() == cudaErrorInvalidConfiguration);
	bounded<<<1, 65>>>(p); /* more than its launch bounds */
	EXPECT(cudaGetLastError() != cudaSuccess);
	GIVES(cudaLaunchKernel((const void *)args, dim3(1), dim3(1), args, 0, 0),
	      cudaErrorInvalidDeviceFunction);
	OK(cudaDeviceSynchronize());
	EXPECT(*p == 0);
	OK(cudaLaunchKernel((const void *)bounded, dim3(1), dim3(1), args, 0, 0));
	OK(cudaDeviceSynchronize());
	EXPECT(*p == 1);
	cudaFree(p);
}

/* 32764 bytes with the pointer and the number: as many as CUDA 12.1 takes; then four more. */
static void large()
{
	static ints<8188> m = {{7}};
	static ints<8189> more;
	int *out;

	OK(cudaMallocManaged(&out, sizeof(*out)));
	m.v[8187] = 35;
	last_of<<<1, 1>>>(out, m, 8187);
	OK(cudaDeviceSynchronize());
	EXPECT(*out == 42);
	last_of<<<1, 1>>>(out, more, 0);
	EXPECT(cudaGetLastError() == cudaErrorInvalidValue);
	cudaFree(out);
}

int main()
{
	large();
	shapes();
	values();
	generic();
	shared_memory();
	wrong();
	return expect_result();
}
