// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// k nearest neighbours: distances as packed keys, insertion into a small sorted array per thread (local
// memory with dynamic indexing), merge in shared memory, struct of arrays with __restrict__.
// expect: knn ok
// arch: sm_60
#include <algorithm>
#include <cstdio>
#include <vector>

const int K = 5;
struct Cloud { const int *x, *y; int n; };

__device__ void insert(unsigned long long (&best)[K], unsigned long long key)
{
	int i = K - 1;
	if (key >= best[i])
		return;
	for (; i > 0 && best[i - 1] > key; --i)
		best[i] = best[i - 1];
	best[i] = key;
}

__global__ void knn(Cloud cloud, const int2 *query, int *answer)
{
	__shared__ unsigned long long all[64 * K];
	unsigned long long best[K];
	for (int i = 0; i < K; ++i)
		best[i] = ~0ull;
	const int2 q = query[blockIdx.x];
	for (int i = threadIdx.x; i < cloud.n; i += blockDim.x) {
		const long long dx = cloud.x[i] - q.x, dy = cloud.y[i] - q.y;
		insert(best, (unsigned long long)(dx * dx + dy * dy) << 20 | i);
	}
	for (int i = 0; i < K; ++i)
		all[threadIdx.x * K + i] = best[i];
	__syncthreads();
	if (threadIdx.x == 0) {
		for (int i = K; i < 64 * K; ++i)
			insert(best, all[i]);
		for (int i = 0; i < K; ++i)
			answer[blockIdx.x * K + i] = best[i] & 0xfffff;
	}
}

int main()
{
	const int n = 700, Q = 12;
	std::vector<int> x(n), y(n), got(Q * K);
	std::vector<int2> query(Q);
	unsigned r = 5;
	auto rnd = [&r] { return (int)((r = r * 1103515245u + 12345u) >> 20); };
	for (int i = 0; i < n; ++i) x[i] = rnd(), y[i] = rnd();
	for (auto &q : query) q.x = rnd(), q.y = rnd();
	int *dx, *dy, *da;
	int2 *dq;
	cudaMalloc(&dx, n * 4);
	cudaMalloc(&dy, n * 4);
	cudaMalloc(&dq, Q * sizeof(int2));
	cudaMalloc(&da, Q * K * 4);
	cudaMemcpy(dx, x.data(), n * 4, cudaMemcpyHostToDevice);
	cudaMemcpy(dy, y.data(), n * 4, cudaMemcpyHostToDevice);
	cudaMemcpy(dq, query.data(), Q * sizeof(int2), cudaMemcpyHostToDevice);
	knn<<<Q, 64>>>(Cloud{dx, dy, n}, dq, da);
	cudaMemcpy(got.data(), da, Q * K * 4, cudaMemcpyDeviceToHost);
	for (int q = 0; q < Q; ++q) {
		std::vector<std::pair<long long, int>> all;
		for (int i = 0; i < n; ++i) {
			long long a = x[i] - query[q].x, b = y[i] - query[q].y;
			all.push_back({a * a + b * b, i});
		}
		std::sort(all.begin(), all.end());
		for (int k = 0; k < K; ++k)
			if (got[q * K + k] != all[k].second) {
				printf("query %d: %d not %d\n", q, got[q * K + k], all[k].second);
				return 1;
			}
	}
	puts("knn ok");
	return 0;
}
