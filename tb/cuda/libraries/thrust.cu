/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * thrust: Debian's Thrust and CUB, against the host.
 */
#include <algorithm>
#include <cstdio>
#include <cub/cub.cuh>
#include <numeric>
#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/host_vector.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <vector>

const int N = 5000, BLOCK = 128;

struct square {
	__host__ __device__ int operator()(int x) const { return x * x; }
};

static int wrong;

static void check(bool good, const char *what)
{
	if (!good)
		printf("wrong: %s\n", what);
	wrong += !good;
}

__global__ void blocks(const int *in, int *sums, int *scans)
{
	typedef cub::BlockReduce<int, BLOCK> reduce;
	typedef cub::BlockScan<int, BLOCK> scan;
	__shared__ union {
		typename reduce::TempStorage reduce;
		typename scan::TempStorage scan;
	} t;
	int i = blockIdx.x * BLOCK + threadIdx.x, v = in[i], sum, before;

	sum = reduce(t.reduce).Sum(v);
	__syncthreads();
	scan(t.scan).ExclusiveSum(v, before);
	if (!threadIdx.x)
		sums[blockIdx.x] = sum;
	scans[i] = before;
}

template <class F> static void device_wide(const char *what, F f)
{
	void *scratch = nullptr;
	size_t bytes = 0;

	check(f(scratch, bytes) == cudaSuccess, what);
	check(cudaMalloc(&scratch, bytes) == cudaSuccess, what);
	check(f(scratch, bytes) == cudaSuccess, what);
	cudaFree(scratch);
}

/* Algorithms in device code: of the thread that calls them. */
__global__ void in_kernel(int *p, int n, int *out)
{
	out[0] = (int)thrust::count_if(thrust::device, p, p + n, [](int x) { return x % 3 == 0; });
	out[1] = thrust::reduce(thrust::device, p, p + n);
	thrust::sort(thrust::seq, p, p + n, thrust::greater<int>());
}

static void test_in_kernel()
{
	enum { LEN = 100 };
	int *p, *out;
	bool sorted = true;

	cudaMallocManaged(&p, LEN * sizeof(*p));
	cudaMallocManaged(&out, 2 * sizeof(*out));
	for (int i = 0; i < LEN; i++)
		p[i] = i * 37 % LEN;
	in_kernel<<<1, 1>>>(p, LEN, out);
	check(cudaDeviceSynchronize() == cudaSuccess, "algorithms in a kernel");
	for (int i = 0; i < LEN; i++)
		sorted &= p[i] == LEN - 1 - i;
	check(out[0] == 34 && out[1] == LEN * (LEN - 1) / 2, "count_if, reduce in a kernel");
	check(sorted, "sort in a kernel");
	cudaFree(p);
	cudaFree(out);
}

int main()
{
	std::vector<int> v(N), w;
	thrust::device_vector<int> a, b(N), key, value(N), out(N);

	for (int i = 0; i < N; i++)
		v[i] = i * 7919 % 1009 - 300;
	a = v;
	thrust::transform(a.begin(), a.end(), b.begin(), square());
	check(thrust::reduce(a.begin(), a.end()) == std::accumulate(v.begin(), v.end(), 0), "reduce");
	thrust::inclusive_scan(b.begin(), b.end(), b.begin());
	w = v;
	std::transform(w.begin(), w.end(), w.begin(), square());
	std::partial_sum(w.begin(), w.end(), w.begin());
	check(thrust::host_vector<int>(b) == thrust::host_vector<int>(w.begin(), w.end()), "transform, inclusive_scan");
	key = v;
	thrust::sequence(value.begin(), value.end());
	thrust::stable_sort_by_key(key.begin(), key.end(), value.begin());
	for (int i = 1; i < N; i++) {
		int before = value[i - 1], now = value[i];

		if (v[before] > v[now] || (v[before] == v[now] && before > now))
			check(false, "stable_sort_by_key");
	}
	device_wide("SortKeysDescending", [&](void *s, size_t &n) {
		return cub::DeviceRadixSort::SortKeysDescending(s, n, a.data().get(), out.data().get(), N);
	});
	w = v;
	std::sort(w.rbegin(), w.rend());
	check(thrust::host_vector<int>(out) == thrust::host_vector<int>(w.begin(), w.end()), "radix sort");
	device_wide("Max", [&](void *s, size_t &n) {
		return cub::DeviceReduce::Max(s, n, a.data().get(), out.data().get(), N);
	});
	check(out[0] == *std::max_element(v.begin(), v.end()), "max");
	blocks<<<4, BLOCK>>>(a.data().get(), value.data().get(), b.data().get());
	check(cudaDeviceSynchronize() == cudaSuccess, "blocks");
	check(value[2] == std::accumulate(v.begin() + 2 * BLOCK, v.begin() + 3 * BLOCK, 0), "block sum");
	check(b[3 * BLOCK + 5] == std::accumulate(v.begin() + 3 * BLOCK, v.begin() + 3 * BLOCK + 5, 0), "block scan");
	test_in_kernel();
	printf("thrust: %d wrong\n", wrong);
	return wrong != 0;
}
