// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// Monte Carlo pi with a generator per thread, states kept in global memory between two launches.
// expect: pi estimate is the host's
// arch: sm_60
#include <cstdint>
#include <cstdio>

struct Lcg {
	uint64_t s;
	__host__ __device__ void seed(uint64_t n) { s = n * 0x9E3779B97F4A7C15ull + 1; }
	__host__ __device__ float uniform()
	{
		s = s * 6364136223846793005ull + 1442695040888963407ull;
		uint32_t x = (uint32_t)(((s >> 18) ^ s) >> 27), rot = (uint32_t)(s >> 59);
		x = x >> rot | x << ((0u - rot) & 31);
		return (x >> 8) * (1.0f / 16777216.0f);
	}
};

__global__ void setup(Lcg *g)
{
	int id = threadIdx.x + blockIdx.x * blockDim.x;
	g[id].seed(id);
}

__global__ void throwDarts(Lcg *state, int n, unsigned long long *hits)
{
	int id = threadIdx.x + blockIdx.x * blockDim.x;
	Lcg local = state[id];
	unsigned inside = 0;
	for (int i = 0; i < n; i++) {
		float x = local.uniform(), y = local.uniform();
		if (__fadd_rn(__fmul_rn(x, x), __fmul_rn(y, y)) <= 1.0f)
			inside++;
	}
	state[id] = local;
	atomicAdd(hits, (unsigned long long)inside);
}

int main()
{
	const int T = 512, n = 50;
	Lcg *g;
	unsigned long long *hits, h = 0, want = 0;
	cudaMalloc(&g, T * sizeof(Lcg));
	cudaMalloc(&hits, sizeof h);
	cudaMemcpy(hits, &h, sizeof h, cudaMemcpyHostToDevice);
	setup<<<T / 128, 128>>>(g);
	throwDarts<<<T / 128, 128>>>(g, n, hits);
	throwDarts<<<T / 64, 64>>>(g, n, hits);
	cudaMemcpy(&h, hits, sizeof h, cudaMemcpyDeviceToHost);
	for (int t = 0; t < T; t++) {
		Lcg l;
		l.seed(t);
		for (int i = 0; i < 2 * n; i++) {
			volatile float x = l.uniform(), y = l.uniform();
			volatile float xx = x * x, yy = y * y;
			want += xx + yy <= 1.0f;
		}
	}
	double pi = 4.0 * h / (2.0 * n * T);
	if (h != want || pi < 3.0 || pi > 3.3) {
		printf("%llu hits, not %llu\n", h, want);
		return 1;
	}
	printf("pi estimate is the host's\n");
	return 0;
}
