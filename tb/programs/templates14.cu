// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// C++14 templates: kernels with type, value and functor parameters, constexpr, generic lambdas on the
// host, return type deduction, explicit and implicit instantiation, a kernel picked through a pointer.
// expect: templates14 ok
// arch: sm_60
#include <array>
#include <cstdint>
#include <cstdio>
#include <type_traits>
#include <vector>

template <typename T> constexpr T identity_of_min = T(1) << (sizeof(T) * 8 - 2);

template <typename T, int N> struct Vec {
	T v[N];
	__host__ __device__ constexpr T dot(const Vec &o) const
	{
		T s{};
		for (int i = 0; i < N; ++i)
			s += v[i] * o.v[i];
		return s;
	}
};

struct Plus { template <typename T> __host__ __device__ auto operator()(T a, T b) const { return a + b; } };
struct Minimum { template <typename T> __host__ __device__ auto operator()(T a, T b) const { return b < a ? b : a; } };

template <int BLOCK, typename T, typename Op>
__global__ void fold(const T *in, int n, T init, T *out, Op op)
{
	__shared__ T s[BLOCK];
	T acc = init;
	for (int i = threadIdx.x; i < n; i += BLOCK)
		acc = op(acc, in[i]);
	s[threadIdx.x] = acc;
	__syncthreads();
#pragma unroll
	for (int d = BLOCK / 2; d > 0; d >>= 1) {
		if (threadIdx.x < d)
			s[threadIdx.x] = op(s[threadIdx.x], s[threadIdx.x + d]);
		__syncthreads();
	}
	if (threadIdx.x == 0)
		*out = s[0];
}

template <typename T, int N> __global__ void dots(const Vec<T, N> *a, const Vec<T, N> *b, T *out, int n)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = a[i].dot(b[i]);
}

template <bool Square> __device__ std::enable_if_t<Square, int> power(int x) { return x * x; }
template <bool Square> __device__ std::enable_if_t<!Square, int> power(int x) { return x; }
template <bool Square> __global__ void powers(int *p) { p[threadIdx.x] = power<Square>(threadIdx.x); }
template __global__ void powers<true>(int *);

template <typename T, typename Op> bool check_fold(T init, Op op)
{
	std::vector<T> h(777);
	unsigned r = 1;
	for (auto &x : h)
		x = static_cast<T>((r = r * 69069u + 1) >> 20);
	T want = init, got{}, *d, *o;
	for (auto x : h)
		want = op(want, x);
	cudaMalloc(&d, h.size() * sizeof(T));
	cudaMalloc(&o, sizeof(T));
	cudaMemcpy(d, h.data(), h.size() * sizeof(T), cudaMemcpyHostToDevice);
	fold<64><<<1, 64>>>(d, (int)h.size(), init, o, op);
	cudaMemcpy(&got, o, sizeof(T), cudaMemcpyDeviceToHost);
	cudaFree(d);
	cudaFree(o);
	return got == want;
}

template <typename T, int N> bool check_dots()
{
	constexpr int n = 100;
	std::array<Vec<T, N>, n> a, b;
	auto fill = [](auto &arr, int salt) {
		for (int i = 0; i < n; ++i)
			for (int k = 0; k < N; ++k)
				arr[i].v[k] = static_cast<T>((i * 7 + k * salt) % 11);
	};
	fill(a, 3);
	fill(b, 5);
	Vec<T, N> *da, *db;
	T *dout, out[n];
	cudaMalloc(&da, sizeof a);
	cudaMalloc(&db, sizeof b);
	cudaMalloc(&dout, sizeof out);
	cudaMemcpy(da, a.data(), sizeof a, cudaMemcpyHostToDevice);
	cudaMemcpy(db, b.data(), sizeof b, cudaMemcpyHostToDevice);
	dots<T, N><<<4, 32>>>(da, db, dout, n);
	cudaMemcpy(out, dout, sizeof out, cudaMemcpyDeviceToHost);
	for (int i = 0; i < n; ++i)
		if (out[i] != a[i].dot(b[i]))
			return false;
	return true;
}

int main()
{
	bool ok = check_fold<int>(0, Plus{}) && check_fold<double>(0, Plus{}) && check_fold<uint64_t>(0, Plus{}) &&
		  check_fold<short>(identity_of_min<short>, Minimum{}) && check_fold<float>(1e9f, Minimum{});
	ok = ok && check_dots<int, 3>() && check_dots<float, 4>() && check_dots<unsigned char, 5>();
	int *d, h[2][16];
	cudaMalloc(&d, sizeof h[0]);
	void (*kernels[2])(int *) = {powers<true>, powers<false>};
	for (int k = 0; k < 2; ++k) {
		kernels[k]<<<1, 16>>>(d);
		cudaMemcpy(h[k], d, sizeof h[k], cudaMemcpyDeviceToHost);
		for (int i = 0; i < 16; ++i)
			ok = ok && h[k][i] == (k == 0 ? i * i : i);
	}
	std::puts(ok ? "templates14 ok" : "templates14 wrong");
	return ok ? 0 : 1;
}
