// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// lib: a portfolio of swaptions under the LIBOR market model (Brace, Gatarek, Musiela; explicit Euler), by Monte Carlo.
// A thread follows one path of interest rates:
//
//   normal numbers -> STEPS steps of RATES forward rates, in the thread's own memory
//                  -> bonds and swaps at the end of the path -> what each option pays, discounted -> value[path]
//
// Exercises: long threads, arrays in local memory, exponentials, one global store at the end.
// Check: the host's path within 0.002. expf() is within 2 ulp on both sides; 16 steps of it, and the additions before
// it, leave a rate right in 2^-17; 16 rates of a bond, of 0.05 for a quarter each, 2e-6; OPTIONS times 100 of that.
//
// usage: lib [ci|paper|N] [SEED]
#include "exact.cuh"
#include "gpudet.cuh"
#include <cmath>

constexpr int STEPS = 16, RATES = 32, OPTIONS = 8, THREADS = 64;
constexpr float QUARTER = 0.25f, TWO_PI = 6.2831853f;

struct option {
	int length;
	float rate;
};
struct market {
	float volatility[RATES];
	option options[OPTIONS];
};
__constant__ market d_market;

/* One time step: rate[step + 1 ..] move, those before have been paid. */
__host__ __device__ inline void advance(const market &m, float *rate, int step, float normal)
{
	const float shock = times(sqrtf(QUARTER), normal);
	float drift = 0.0f;

	for (int i = step + 1; i < RATES; i++) {
		const float volatility = m.volatility[i - step - 1], variance = times(QUARTER, volatility);
		drift += times(variance, rate[i]) / (1.0f + times(QUARTER, rate[i]));
		const float growth = times(variance, drift) + times(volatility, shock - times(0.5f, variance));
		rate[i] = times(rate[i], expf(growth));
	}
}

/* What the options pay at the end of the path, discounted to its start. */
__host__ __device__ inline float payoff(const market &m, const float *rate)
{
	float bond[RATES], swap[RATES], price = 1.0f, sum = 0.0f, value = 0.0f, discount = 1.0f;

	for (int i = STEPS; i < RATES; i++) {
		price = price / (1.0f + times(QUARTER, rate[i]));
		sum += times(QUARTER, price);
		bond[i] = price;
		swap[i] = sum;
	}
	for (int o = 0; o < OPTIONS; o++) {
		const int last = STEPS + m.options[o].length - 1;
		const float worth = bond[last] + times(m.options[o].rate, swap[last]) - 1.0f;
		if (worth < 0.0f)
			value += times(-100.0f, worth);
	}
	for (int i = 0; i < STEPS; i++)
		discount = discount / (1.0f + times(QUARTER, rate[i]));
	return times(value, discount);
}

/* normal: of step s at [s * stride]. */
__host__ __device__ inline float path(const market &m, const float *normal, unsigned stride)
{
	float rate[RATES];

	for (int i = 0; i < RATES; i++)
		rate[i] = 0.05f;
	for (int step = 0; step < STEPS; step++)
		advance(m, rate, step, normal[(size_t)step * stride]);
	return payoff(m, rate);
}

__global__ void paths(const float *normal, float *value, unsigned n)
{
	const unsigned i = blockIdx.x * THREADS + threadIdx.x;

	if (i < n)
		value[i] = path(d_market, &normal[i], n);
}

/* Normal numbers, by Box and Muller. */
static float gauss(numbers &random)
{
	const float u = fraction(random) + 0.5f / (1 << 24), v = fraction(random);
	return sqrtf(-2.0f * logf(u)) * cosf(TWO_PI * v);
}

int main(int argc, char **argv)
{
	unsigned long long seed;
	const unsigned n = size_argument(argc, argv, "paths", 3840, 61440, 1u << 22, &seed);
	std::vector<float> normal((size_t)STEPS * n), value(n);
	numbers random(seed);
	market m;
	double sum = 0.0;
	fnv1a hash;

	for (float &z : normal)
		z = gauss(random);
	for (int i = 0; i < RATES; i++)
		m.volatility[i] = 0.2f + 0.1f * (float)(i % 4);
	for (int o = 0; o < OPTIONS; o++)
		m.options[o] = option{2 * (o + 1), 0.045f + 0.0025f * (float)(o % 4)};
	CHECK(cudaMemcpyToSymbol(d_market, &m, sizeof(m)));
	float *d_normal = to_device(normal), *d_value = to_device(value);
	paths<<<(n + THREADS - 1) / THREADS, THREADS>>>(d_normal, d_value, n);
	CHECK(cudaGetLastError());
	from_device(value, d_value);
	CHECK(cudaFree(d_normal));
	CHECK(cudaFree(d_value));

	for (unsigned i = 0; i < n; i++) {
		const float want = path(m, &normal[i], n);
		if (!(std::fabs(value[i] - want) <= 0.002f)) {
			printf("lib: FAILED at path %u: got %.9g want %.9g\n", i, value[i], want);
			return 1;
		}
		sum += value[i];
	}
	hash.add(value);
	printf("lib: ok, %u paths, worth %.4f, hash=%016llx\n", n, sum / n, hash.state);
	return 0;
}
