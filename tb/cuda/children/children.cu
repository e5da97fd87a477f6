// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// children: launches by device code, held against the host or a closed form.
#include <algorithm>
#include <cstdio>
#include <vector>

static int wrong;
#define EXPECT(what, is, should) \
	do { \
		const long long is_ = (long long)(is), should_ = (long long)(should); \
		if (is_ != should_) { \
			wrong++; \
			printf("%s: %lld, not %lld\n", what, is_, should_); \
		} \
	} while (0)

// Recursion: each part is a grid of its own, in a stream of its own.
__global__ void quicksort(int *a, int left, int right, int depth, int *deepest)
{
	int i = left, j = right, pivot;

	atomicMax(deepest, depth);
	if (left >= right)
		return;
	pivot = a[left + (right - left) / 2];
	while (i <= j) {
		while (a[i] < pivot)
			i++;
		while (a[j] > pivot)
			j--;
		if (i <= j) {
			const int t = a[i];

			a[i++] = a[j];
			a[j--] = t;
		}
	}
	cudaStream_t s[2];
	for (cudaStream_t &x : s)
		cudaStreamCreateWithFlags(&x, cudaStreamNonBlocking);
	quicksort<<<1, 1, 0, s[0]>>>(a, left, j, depth + 1, deepest);
	quicksort<<<1, 1, 0, s[1]>>>(a, i, right, depth + 1, deepest);
	for (cudaStream_t x : s)
		cudaStreamDestroy(x);
}

static void sorts(int *mem)
{
	const int n = 300;
	std::vector<int> v(n);
	unsigned x = 1;

	for (int &e : v)
		e = (int)((x = x * 1103515245 + 12345) >> 16 & 1023);
	std::copy(v.begin(), v.end(), mem);
	mem[n] = 0;
	quicksort<<<1, 1>>>(mem, 0, n - 1, 0, mem + n);
	EXPECT("quicksort", cudaDeviceSynchronize(), cudaSuccess);
	std::sort(v.begin(), v.end());
	EXPECT("sorted", std::equal(v.begin(), v.end(), mem), true);
	EXPECT("deeper than 3", mem[n] > 3, true);
}

// Arguments are converted as in any call; kernels are templates, overloaded, in namespaces, static,
// declared only, and launched from functions that kernels call.
struct pair {
	char c;
	double d;
};
namespace deep {
namespace {
__global__ void hidden(int *out) { *out = 11; }
}
template <class T> __global__ void fill(T *out, T value, int n)
{
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		out[i] = value;
}
}
__global__ void later(float *out, float x, char c, pair p, const int *q, bool b, float4 v, short s);
static __global__ void own(int *out, int by = 4) { *out += by; }
__global__ void over(int *out, int) { *out = 1; }
__global__ void over(int *out, double) { *out = 2; }
template <int N> __global__ void down(int *out)
{
	out[N] = N * N;
	if (N > 0)
		down<(N > 0 ? N - 1 : 0)><<<1, 1>>>(out);
}
struct maker {
	int n;
	template <class T> __device__ void run(T *out, T value) const
	{
		deep::fill<<<1, 32>>>(out, value, n);
	}
};
#define LAUNCH(kernel, n, ...) kernel<<<1, n>>>(__VA_ARGS__)
__device__ void helper(int *out)
{
	const maker m{5};

	m.run(out, 7);
	deep::hidden<<<1, 1>>>(out + 5);
	LAUNCH(deep::fill<int>, 2, out + 6, 8, 2);
}
__global__ void arguments(float *f, int *out)
{
	pair p = {'x', 2.5};

	if (threadIdx.x)
		return;
	later<<<dim3(1), dim3(2, 1, 1), 16>>>(f, 3, 65, p, nullptr, 2, make_float4(1, 2, 3, 4), -7);
	helper(out);
	own<<<1, 1>>>(out + 8);
	for (int i = 0; i < 3; i++)
		own<<<1,
		      1>>>(out + 8,
			   i);
	over<<<1, 1>>>(out + 9, 1), over<<<1, 1>>>(out + 10, 1.0);
	down<4><<<1, 1>>>(out + 11);
}
__global__ void later(float *out, float x, char c, pair p, const int *q, bool b, float4 v, short s)
{
	extern __shared__ int room[];

	room[threadIdx.x] = 1;
	out[threadIdx.x] = x + c + p.c + (float)p.d + (q ? 1000 : 0) + b + v.x * 1000 + v.w + s +
			   room[threadIdx.x];
}

static void passes(int *mem)
{
	float *f = (float *)(mem + 100);

	std::fill(mem, mem + 100, 0);
	arguments<<<1, 2>>>(f, mem);
	EXPECT("arguments", cudaDeviceSynchronize(), cudaSuccess);
	for (int i = 0; i < 2; i++)
		EXPECT("converted", f[i] * 2, 2 * (3 + 65 + 'x' + 2.5 + 1 + 1000 + 4 - 7 + 1));
	for (int i = 0; i < 5; i++)
		EXPECT("template", mem[i], 7);
	EXPECT("namespace", mem[5], 11);
	EXPECT("macro", mem[6] + mem[7], 16);
	EXPECT("default argument, loop", mem[8], 4 + 0 + 1 + 2);
	EXPECT("overload", mem[9] * 10 + mem[10], 12);
	for (int i = 0; i <= 4; i++)
		EXPECT("instances", mem[11 + i], i * i);
}

// Order: a block's stream 0, and the tail behind all.
__global__ void append(int *list, int value) { list[++list[0]] = value; }
__global__ void nested(int *list)
{
	append<<<1, 1>>>(list, 2);
	append<<<1, 1, 0, cudaStreamTailLaunch>>>(list, 4);
	append<<<1, 1>>>(list, 3);
}
__global__ void order(int *list)
{
	append<<<1, 1, 0, cudaStreamTailLaunch>>>(list, 6);
	append<<<1, 1>>>(list, 1);
	nested<<<1, 1>>>(list);
	append<<<1, 1>>>(list, 5);
	append<<<1, 1, 0, cudaStreamTailLaunch>>>(list, 7);
}
__global__ void forget(int *out)
{
	deep::fill<<<1, 32, 0, cudaStreamFireAndForget>>>(out, 3, 40);
	cudaMemcpyAsync(out + 50, out + 48, 8, cudaMemcpyDeviceToDevice, 0);
	cudaMemsetAsync(out + 60, 1, 8, 0);
}

static void orders(int *mem)
{
	mem[0] = 0;
	order<<<1, 1>>>(mem);
	EXPECT("order", cudaDeviceSynchronize(), cudaSuccess);
	EXPECT("appended", mem[0], 7);
	for (int i = 1; i <= 7; i++)
		EXPECT("in order", mem[i], i);
	mem[48] = 5, mem[49] = 6;
	forget<<<1, 1>>>(mem);
	append<<<1, 1>>>(mem, 9); // list[4] = 9: after all of the grid before it
	EXPECT("forget", cudaDeviceSynchronize(), cudaSuccess);
	EXPECT("fire and forget", mem[4] * 10 + mem[39], 93);
	EXPECT("copied", mem[50] * 10 + mem[51], 56);
	EXPECT("set", mem[61], 0x01010101);
}

// Errors are the launching thread's.
__global__ void big(int *p)
{
	__shared__ int s[100];

	s[threadIdx.x] = *p;
	p[1] = s[0];
}
__global__ void __launch_bounds__(64) bounded(int *) {}
__global__ void errors(int *out)
{
	const unsigned n = threadIdx.x;
	cudaStream_t gone;

	cudaStreamCreateWithFlags(&gone, cudaStreamNonBlocking);
	cudaStreamDestroy(gone);
	if (n == 0)
		big<<<0, 1>>>(out);
	else if (n == 1)
		big<<<1, 1025>>>(out);
	else if (n == 2)
		big<<<1, 1, 100000>>>(out);
	else if (n == 3)
		bounded<<<1, 65>>>(out);
	else if (n == 4)
		big<<<1, 1, 0, gone>>>(out);
	else if (n == 5)
		out[20] = cudaStreamCreateWithFlags(&gone, 0);
	out[n] = cudaPeekAtLastError();
	out[n] += 1000 * (cudaGetLastError() == out[n]);
	out[n + 10] = cudaGetLastError();
}
__global__ void many(int *out)
{
	for (int i = 0; i < 5; i++)
		own<<<1, 1>>>(out, 1);
	out[1] = cudaGetLastError();
}

static void fails(int *mem)
{
	static const int codes[] = {cudaErrorInvalidConfiguration, cudaErrorInvalidConfiguration,
				    cudaErrorInvalidValue, cudaErrorLaunchOutOfResources,
				    cudaErrorInvalidResourceHandle, cudaSuccess};
	size_t limit = 0;

	errors<<<1, 6>>>(mem);
	EXPECT("errors", cudaDeviceSynchronize(), cudaSuccess);
	for (int i = 0; i < 6; i++) {
		EXPECT("error", mem[i], 1000 + codes[i]);
		EXPECT("asked for once", mem[10 + i], cudaSuccess);
	}
	EXPECT("stream flags", mem[20], cudaErrorInvalidValue);
	cudaDeviceGetLimit(&limit, cudaLimitDevRuntimePendingLaunchCount);
	EXPECT("limit", limit, 2048);
	cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 3);
	mem[0] = 0;
	many<<<1, 1>>>(mem);
	EXPECT("many", cudaDeviceSynchronize(), cudaSuccess);
	EXPECT("as many as may wait", mem[0], 3);
	EXPECT("too many", mem[1], cudaErrorLaunchPendingCountExceeded);
	cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, limit);
}

int main()
{
	int *mem;

	cudaMallocManaged(&mem, 4096);
	sorts(mem);
	passes(mem);
	orders(mem);
	fails(mem);
	printf("children: %d wrong\n", wrong);
	return wrong != 0;
}
