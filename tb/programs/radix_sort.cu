// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// LSD radix sort of key-value pairs, four bits a pass, one block: ranks by ballot within warps, counters in
// shared memory; stability is checked.
// expect: radix_sort ok
// arch: sm_60
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <utility>
#include <vector>

constexpr int RADIX = 16, WARPS = 8, THREADS = WARPS * 32;

__global__ void __launch_bounds__(THREADS) pass(const uint64_t *in, uint64_t *out, int n, int shift)
{
	__shared__ int total[RADIX], start[RADIX], inWarp[WARPS][RADIX];
	const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
	if (threadIdx.x < RADIX)
		total[threadIdx.x] = 0;
	__syncthreads();
	for (int i = threadIdx.x; i < n; i += THREADS)
		atomicAdd(&total[in[i] >> shift & (RADIX - 1)], 1);
	__syncthreads();
	if (threadIdx.x == 0)
		for (int d = 0, sum = 0; d < RADIX; sum += total[d++])
			start[d] = sum;
	__syncthreads();
	for (int base = 0; base < n; base += THREADS) {
		const int i = base + threadIdx.x;
		const uint64_t v = i < n ? in[i] : ~0ull;
		const int digit = i < n ? (int)(v >> shift & (RADIX - 1)) : -1;
		int rank = 0;
		for (int d = 0; d < RADIX; d++) {
			const unsigned same = __ballot_sync(~0u, digit == d);
			if (digit == d)
				rank = __popc(same & ((1u << lane) - 1));
			if (lane == d)
				inWarp[warp][d] = __popc(same);
		}
		__syncthreads();
		if (digit >= 0) {
			int at = start[digit] + rank;
			for (int w = 0; w < warp; w++)
				at += inWarp[w][digit];
			out[at] = v;
		}
		__syncthreads();
		if (threadIdx.x < RADIX)
			for (int w = 0; w < WARPS; w++)
				start[threadIdx.x] += inWarp[w][threadIdx.x];
		__syncthreads();
	}
}

int main()
{
	const int n = 1500;
	std::vector<uint64_t> h(n), want;
	unsigned r = 1;
	for (int i = 0; i < n; i++) {
		r = r * 1664525u + 1013904223u;
		h[i] = (uint64_t)i << 32 | (r >> 16 & 0xfff);	// value above, key in the low 12 bits
	}
	want = h;
	std::stable_sort(want.begin(), want.end(), [](uint64_t a, uint64_t b) { return (uint32_t)a < (uint32_t)b; });
	uint64_t *a, *b;
	cudaMalloc(&a, n * 8);
	cudaMalloc(&b, n * 8);
	cudaMemcpy(a, h.data(), n * 8, cudaMemcpyHostToDevice);
	for (int shift = 0; shift < 12; shift += 4) {
		pass<<<1, THREADS>>>(a, b, n, shift);
		std::swap(a, b);
	}
	if (cudaMemcpy(h.data(), a, n * 8, cudaMemcpyDeviceToHost) != cudaSuccess)
		return 2;
	printf("radix_sort %s\n", h == want ? "ok" : "wrong");
	return h != want;
}
