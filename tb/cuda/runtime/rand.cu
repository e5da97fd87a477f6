/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * rand: curand.h: the numbers of curand_kernel.h's sequence 0, by the array.
 */
#include <cmath>
#include <curand.h>
#include <curand_kernel.h>
#include <vector>

#include "expect.h"

enum { N = 64, MANY = 20000 };

template <class S> __global__ void same(unsigned int *bits, float *floats, double *doubles)
{
	S s;

	curand_init(99, 0, 5, &s);
	for (int i = 0; i < N; i++)
		bits[i] = curand(&s);
	for (int i = 0; i < N; i++)
		floats[i] = curand_uniform(&s);
	for (int i = 0; i < N; i++)
		doubles[i] = curand_uniform_double(&s);
}

template <class S> static void compare(curandRngType_t type)
{
	curandGenerator_t g, h;
	cudaStream_t stream;
	unsigned int *bits, *want_bits, again[N];
	float *floats, *want_floats;
	double *doubles, *want_doubles;
	bool equal = true;

	OK(cudaStreamCreate(&stream));
	OK(cudaMallocManaged(&want_bits, N * 4));
	OK(cudaMallocManaged(&want_floats, N * 4));
	OK(cudaMallocManaged(&want_doubles, N * 8));
	OK(cudaMallocManaged(&bits, N * 4));
	OK(cudaMallocManaged(&floats, N * 4));
	OK(cudaMallocManaged(&doubles, N * 8));
	same<S><<<1, 1>>>(want_bits, want_floats, want_doubles);
	EXPECT(!curandCreateGenerator(&g, type));
	EXPECT(!curandSetStream(g, stream));
	EXPECT(!curandSetPseudoRandomGeneratorSeed(g, 99));
	EXPECT(!curandSetGeneratorOffset(g, 5));
	EXPECT(!curandGenerate(g, bits, N));
	EXPECT(!curandGenerateUniform(g, floats, N));
	EXPECT(!curandGenerateUniformDouble(g, doubles, N));
	OK(cudaDeviceSynchronize());
	for (int i = 0; i < N; i++)
		equal &= bits[i] == want_bits[i] && floats[i] == want_floats[i] &&
			 doubles[i] == want_doubles[i];
	EXPECT(equal);
	EXPECT(!curandCreateGeneratorHost(&h, type));
	EXPECT(!curandSetPseudoRandomGeneratorSeed(h, 99));
	EXPECT(!curandSetGeneratorOffset(h, 6));
	EXPECT(!curandGenerate(h, again, N));
	EXPECT(again[0] == bits[1] && again[N - 2] == bits[N - 1]);
	OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
	EXPECT(curandGenerate(g, bits, N) == CURAND_STATUS_LAUNCH_FAILURE);
	OK(cudaStreamDestroy(stream));
	EXPECT(!curandDestroyGenerator(g) && !curandDestroyGenerator(h));
	cudaFree(bits), cudaFree(floats), cudaFree(doubles);
	cudaFree(want_bits), cudaFree(want_floats), cudaFree(want_doubles);
}

template <class T> static bool moments(const std::vector<T> &v, double mean, double variance)
{
	double sum = 0, squares = 0;

	for (T x : v) {
		sum += x;
		squares += (double)x * x;
	}
	sum /= v.size();
	squares = squares / v.size() - sum * sum;
	if (fabs(sum - mean) > 0.05 * sqrt(variance) || fabs(squares / variance - 1) > 0.1)
		printf("mean %g, variance %g\n", sum, squares);
	return fabs(sum - mean) <= 0.05 * sqrt(variance) && fabs(squares / variance - 1) <= 0.1;
}

static void distributions(curandRngType_t type)
{
	std::vector<float> f(MANY);
	std::vector<double> d(MANY);
	std::vector<unsigned int> u(MANY);
	curandGenerator_t g;

	EXPECT(!curandCreateGeneratorHost(&g, type));
	EXPECT(!curandGenerateUniform(g, f.data(), MANY) && moments(f, 0.5, 1 / 12.));
	EXPECT(!curandGenerateNormal(g, f.data(), MANY, 3, 2) && moments(f, 3, 4));
	EXPECT(!curandGenerateNormalDouble(g, d.data(), MANY, -3, 2) && moments(d, -3, 4));
	EXPECT(!curandGenerateLogNormal(g, f.data(), MANY, 0, 0.25f));
	for (float &x : f)
		x = logf(x);
	EXPECT(moments(f, 0, 0.0625));
	EXPECT(!curandGenerateLogNormalDouble(g, d.data(), MANY, 1, 0.25));
	for (double &x : d)
		x = log(x);
	EXPECT(moments(d, 1, 0.0625));
	EXPECT(!curandGeneratePoisson(g, u.data(), MANY, 4) && moments(u, 4, 4));
	EXPECT(!curandGeneratePoisson(g, u.data(), MANY, 1000) && moments(u, 1000, 1000));
	EXPECT(!curandDestroyGenerator(g));
}

static void misuse()
{
	curandGenerator_t g;
	int version = 0;
	float f[3];
	unsigned int u;

	EXPECT(!curandGetVersion(&version) && version == CURAND_VERSION);
	EXPECT(curandCreateGenerator(&g, CURAND_RNG_PSEUDO_MTGP32) == CURAND_STATUS_TYPE_ERROR);
	EXPECT(curandCreateGenerator(&g, CURAND_RNG_QUASI_SOBOL32) == CURAND_STATUS_TYPE_ERROR);
	EXPECT(curandGenerate(NULL, &u, 1) == CURAND_STATUS_NOT_INITIALIZED);
	EXPECT(!curandCreateGenerator(&g, CURAND_RNG_PSEUDO_DEFAULT));
	EXPECT(curandGenerateNormal(g, f, 3, 0, 1) == CURAND_STATUS_LENGTH_NOT_MULTIPLE);
	EXPECT(curandGenerate(g, &u, 1) == CURAND_STATUS_LAUNCH_FAILURE); /* of the host */
	EXPECT(cudaGetLastError() == cudaErrorInvalidValue);
	EXPECT(curandGeneratePoisson(g, &u, 1, -1) == CURAND_STATUS_OUT_OF_RANGE);
	EXPECT(curandSetGeneratorOrdering(g, CURAND_ORDERING_QUASI_DEFAULT) ==
	       CURAND_STATUS_OUT_OF_RANGE);
	EXPECT(!curandSetGeneratorOrdering(g, CURAND_ORDERING_PSEUDO_BEST));
	EXPECT(!curandDestroyGenerator(g));
}

int main()
{
	compare<curandStateXORWOW_t>(CURAND_RNG_PSEUDO_DEFAULT);
	compare<curandStateMRG32k3a_t>(CURAND_RNG_PSEUDO_MRG32K3A);
	compare<curandStatePhilox4_32_10_t>(CURAND_RNG_PSEUDO_PHILOX4_32_10);
	distributions(CURAND_RNG_PSEUDO_XORWOW);
	distributions(CURAND_RNG_PSEUDO_MRG32K3A);
	distributions(CURAND_RNG_PSEUDO_PHILOX4_32_10);
	misuse();
	return expect_result();
}
