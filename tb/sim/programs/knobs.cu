// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// knobs: accesses of every kind that costs a detector something, the same in every run: loads that hit in L1 or merge
// in its MSHRs, streaming loads, whole and single stores, atomics, fences; nobody waits for anybody.
//
// Check: sums on the host.
#include <cstdio>
#include <vector>

constexpr int BLOCKS = 60, THREADS = 128, ROUNDS = 8, N = BLOCKS * THREADS;

__global__ void traffic(const int *table, const int *in, int *out, int *hist, int *scattered)
{
	const int t = blockIdx.x * THREADS + threadIdx.x;
	int sum = 0;

	for (int r = 0; r < ROUNDS; r++) {
		sum += table[(threadIdx.x + r) % 256];		// all warps of an SM: hits and merges
		sum += in[r * N + t];				// once
		out[r * N + t] = sum;				// whole sectors
		if (r % 4 == 3)
			__threadfence();
	}
	atomicAdd(&hist[t % 64], sum);
	scattered[16 * t] = sum;
}

int main()
{
	std::vector<int> in(ROUNDS * N), table(256), hist(64), want(64);
	int *d_table, *d_in, *d_out, *d_hist, *d_scattered;

	for (size_t i = 0; i < in.size(); i++)
		in[i] = (int)(i * 2654435761U >> 20);
	for (int i = 0; i < 256; i++)
		table[i] = i * i;
	if (cudaMalloc(&d_table, 256 * 4) || cudaMalloc(&d_in, in.size() * 4) || cudaMalloc(&d_out, in.size() * 4) ||
	    cudaMalloc(&d_hist, 64 * 4) || cudaMalloc(&d_scattered, 64 * N))
		return 1;
	cudaMemcpy(d_table, table.data(), 256 * 4, cudaMemcpyHostToDevice);
	cudaMemcpy(d_in, in.data(), in.size() * 4, cudaMemcpyHostToDevice);
	cudaMemset(d_hist, 0, 64 * 4);
	traffic<<<BLOCKS, THREADS>>>(d_table, d_in, d_out, d_hist, d_scattered);
	if (cudaMemcpy(hist.data(), d_hist, 64 * 4, cudaMemcpyDeviceToHost) != cudaSuccess)
		return 1;
	for (int t = 0; t < N; t++)
		for (int r = 0; r < ROUNDS; r++)
			want[t % 64] += in[r * N + t] + table[(t % THREADS + r) % 256];
	if (hist != want) {
		printf("knobs: FAILED\n");
		return 1;
	}
	printf("knobs: ok\n");
	return 0;
}
