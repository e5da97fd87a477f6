/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * language: what C++ programs lean on: <cmath> in and out of std, integer arguments, lambdas,
 * templates, constexpr, classes with virtual-free inheritance, device new and delete, memcpy,
 * nested functions, static shared and dynamic shared memory, printf.
 */
#include <algorithm>
#include <iostream>
#include <memory>
#include <vector>

#include "check.h"

using namespace std;

template <int N> struct factorial {
	static constexpr int value = N * factorial<N - 1>::value;
};
template <> struct factorial<0> {
	static constexpr int value = 1;
};

constexpr int square(int x) { return x * x; }

struct base {
	int v;
	__host__ __device__ explicit base(int x) : v(x) {}
};

struct derived : base {
	__host__ __device__ explicit derived(int x) : base(x + 1) {}
	__host__ __device__ int operator()(int y) const { return v * y; }
};

template <class F> __global__ void apply(F f, double *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		out[i] = f(i);
}

__host__ __device__ double mixed(int i)
{
	float x = i * 0.25f;

	return sqrt(i) + pow(x, 2) + std::pow(2.0, i) + exp(1) + std::abs(-x) + abs(-i) +
	       max(i, 3) + min(x, 2.0f) + fmax(i, 2.5) + floor(x) + std::ceil(x) + fabs(-x) +
	       isnan(x) + std::isinf(x) + atan2(1, i + 1) + std::sin(x) + cosf(x) + round(x) +
	       fmod(i, 3) + std::max(i, 7) + ldexp(1.0, i) + signbit(-x) + log(i + 1) + hypot(3, i);
}

__global__ __launch_bounds__(64, 2) void memory_tricks(int *out)
{
	extern __shared__ int dynamic[];
	__shared__ int fixed[64];
	int t = threadIdx.x;
	int *heap = new int[4];
	int copy[4];

	for (int k = 0; k < 4; k++)
		heap[k] = t * 10 + k;
	memcpy(copy, heap, sizeof(copy));
	memset(heap, 0xff, 2 * sizeof(int));
	memmove(copy + 1, copy, 2 * sizeof(int));
	dynamic[t] = copy[2] + heap[0];
	fixed[t] = copy[3] + heap[1];
	delete[] heap;
	__syncthreads();
	out[t] = dynamic[63 - t] * 1000 + fixed[63 - t];
	int *m = (int *)malloc(sizeof(int));
	*m = 5;
	out[t] += *m;
	free(m);
	assert(out[t] > 0);
}

static __device__ __noinline__ int recurse(int n)
{
	return n < 2 ? 1 : n * recurse(n - 1);
}

__global__ void calls(int *out)
{
	out[threadIdx.x] = recurse(threadIdx.x % 8) + factorial<5>::value + square(3);
	if (threadIdx.x == 2)
		printf("thread %d of %s, %.2f, %c, %lld\n", threadIdx.x, "calls", 1.5, 'x', 1LL << 40);
}

int main()
{
	double *d = shared_array<double>(32);
	int *n = shared_array<int>(64), fact = 1;
	auto lambda = [=] __device__(int i) { return i * 2.0; };
	shared_ptr<vector<int>> p = make_shared<vector<int>>(3);

	apply<<<1, 32>>>(lambda, d, 32);
	sync("lambda");
	for (int i = 0; i < 32; i++)
		check(d[i] == i * 2.0, "lambda", i);
	apply<<<2, 16>>>(derived(4), d, 32);
	sync("functor");
	for (int i = 0; i < 32; i++)
		check(d[i] == i * 5.0, "functor", i);
	apply<<<1, 32>>>([] __device__(int i) { return mixed(i); }, d, 30);
	sync("mixed");
	for (int i = 0; i < 30; i++)
		check(fabs(d[i] - mixed(i)) <= 1e-6 * mixed(i), "mixed", i);
	memory_tricks<<<1, 64, 64 * sizeof(int)>>>(n);
	sync("memory tricks");
	for (int t = 0; t < 64; t++)
		check(n[63 - t] == ((t * 10 + 1) - 1) * 1000 + (t * 10 + 3) - 1 + 5, "tricks", t);
	calls<<<1, 8>>>(n);
	sync("calls");
	for (int i = 0; i < 8; i++) {
		fact *= i ? i : 1;
		check(n[i] == fact + 120 + 9, "calls", i);
	}
	cout << "size " << p->size() << endl;
	return finish("language");
}
