// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// Double precision: Simpson's rule on several functions, Newton iteration, fma, conversions, rounding
// intrinsics, special values.
// expect: double_math ok
// arch: sm_60
#include <cmath>
#include <cstdio>

struct Sine { __device__ double operator()(double x) const { return sin(x); } };
struct Gauss { __device__ double operator()(double x) const { return exp(-x * x); } };
struct Inverse { __device__ double operator()(double x) const { return 1.0 / (1.0 + x); } };

template <class F> __global__ void simpson(F f, double a, double b, int n, double *out)
{
	__shared__ double s[64];
	double h = (b - a) / n, acc = 0;
	for (int i = threadIdx.x; i <= n; i += 64)
		acc += f(a + i * h) * (i == 0 || i == n ? 1 : i % 2 ? 4 : 2);
	s[threadIdx.x] = acc;
	__syncthreads();
	if (threadIdx.x == 0) {
		for (int i = 1; i < 64; i++)
			acc += s[i];
		*out = acc * h / 3;
	}
}

__global__ void odds(double *o, double x)
{
	o[0] = sqrt(x);
	o[1] = fma(x, x, -4.0);
	o[2] = (double)(long long)(x * 1e15) - (double)(int)x + (float)x;
	o[3] = floor(-x) + ceil(x + 0.5) + trunc(-2.7) + rint(2.5) + round(2.5);
	o[4] = fmin(x, NAN) + fmax(x, -INFINITY);
	o[5] = isnan(x - NAN) + 2 * isinf(x / 0.0) + 4 * isfinite(x);
	o[6] = pow(x, 10.0) + cbrt(27.0) + hypot(3.0, 4.0) + log2(8.0) + atan2(0.0, 1.0);
	o[7] = __ddiv_rn(1.0, 3.0) - __dmul_rn(1.0, 1.0 / 3.0) + __longlong_as_double(__double_as_longlong(x));
	double r = x;
	for (int i = 0; i < 6; i++)
		r = 0.5 * (r + x / r);
	o[8] = r;
	o[9] = fmod(7.5, x) + copysign(1.0, -x) + ldexp(1.0, 4) + fabs(-x);
}

static int differs(const char *what, double got, double want, double tolerance)
{
	if (fabs(got - want) <= tolerance)
		return 0;
	printf("%s: %.17g, not %.17g\n", what, got, want);
	return 1;
}

int main()
{
	double *d, h[10];
	int bad = 0;
	cudaMalloc(&d, sizeof h);
	simpson<<<1, 64>>>(Sine(), 0.0, M_PI, 256, d);
	simpson<<<1, 64>>>(Gauss(), -1.0, 1.0, 256, d + 1);
	simpson<<<1, 64>>>(Inverse(), 0.0, 1.0, 256, d + 2);
	cudaMemcpy(h, d, 3 * sizeof(double), cudaMemcpyDeviceToHost);
	bad += differs("sine", h[0], 2.0, 1e-8);
	bad += differs("gauss", h[1], 1.493648265624854, 1e-8);
	bad += differs("inverse", h[2], log(2.0), 1e-9);
	odds<<<1, 1>>>(d, 2.0);
	if (cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost) != cudaSuccess)
		return 2;
	const double want[10] = {sqrt(2.0), 0, 2e15, -2 + 3 - 2 + 2 + 3, 4, 7, 1024 + 3 + 5 + 3, 2.0, sqrt(2.0), 1.5 - 1 + 16 + 2};
	for (int i = 0; i < 10; i++)
		bad += differs("odds", h[i], want[i], i == 6 ? 1e-10 : i >= 7 && i <= 8 ? 1e-15 : 0);
	printf("double_math %s\n", bad ? "wrong" : "ok");
	return bad != 0;
}
