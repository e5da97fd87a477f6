// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// Device lambdas and functors handed to template kernels, captures by value of several types.
// expect: lambdas ok
#include <functional>
#include <iostream>
#include <vector>

template <typename F> __global__ void for_each_index(int n, F f)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		f(i);
}

template <typename F> void parallel_for(int n, F f) { for_each_index<<<3, 96>>>(n, f); }

class Axpy {
	float a_;
	const float *x_;
	float *y_;
public:
	Axpy(float a, const float *x, float *y) : a_(a), x_(x), y_(y) {}
	__device__ void operator()(int i) const { y_[i] += a_ * x_[i]; }
};

int main()
{
	const int n = 1000;
	float *x, *y;
	cudaMalloc(&x, n * sizeof *x);
	cudaMalloc(&y, n * sizeof *y);
	const struct { int shift; double scale; char tag; } conf = {2, 0.5, 'q'};
	parallel_for(n, [=] __device__(int i) {
		x[i] = (float)((i >> conf.shift) * conf.scale);
		y[i] = conf.tag;
	});
	parallel_for(n, Axpy(4.0f, x, y));
	int square = 0;
	auto clamp = [] __host__ __device__(float v) { return v > 300.0f ? 300.0f : v; };
	parallel_for(n, [=] __device__(int i) mutable {
		square = i * i;
		y[i] = clamp(y[i]) + (square & 1);
	});
	std::vector<float> h(n);
	cudaMemcpy(h.data(), y, n * sizeof(float), cudaMemcpyDeviceToHost);
	std::function<float(int)> want = [&](int i) { return clamp('q' + 4.0f * (float)((i >> 2) * 0.5)) + (i & 1); };
	for (int i = 0; i < n; ++i)
		if (h[i] != want(i)) {
			std::cout << i << ": " << h[i] << " is not " << want(i) << "\n";
			return 1;
		}
	std::cout << "lambdas ok\n";
}
