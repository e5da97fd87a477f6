// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// Odd-even transposition sort in one block, early exit by __syncthreads_count and _and, char keys, nested
// conditions, volatile shared memory.
// expect: odd_even_sort ok: !,,..deeehhilllnooorrttw
#include <algorithm>
#include <cstdio>
#include <string>

template <typename T, typename Less> __device__ bool orderPair(T &a, T &b, Less less)
{
	if (!less(b, a))
		return false;
	T t = a;
	a = b;
	b = t;
	return true;
}

struct ByValue { __device__ bool operator()(char a, char b) const { return a < b; } };

__global__ void sort(char *keys, int n, int *rounds)
{
	extern __shared__ char s[];
	int t = threadIdx.x, r = 0;
	for (int i = t; i < n; i += blockDim.x)
		s[i] = keys[i];
	__syncthreads();
	for (;; r++) {
		int swaps = 0;
		for (int phase = 0; phase < 2; phase++) {
			int i = 2 * t + phase;
			bool swapped = i + 1 < n && orderPair(s[i], s[i + 1], ByValue());
			swaps += __syncthreads_count(swapped);
		}
		if (__syncthreads_and(swaps == 0))
			break;
	}
	for (int i = t; i < n; i += blockDim.x)
		keys[i] = s[i];
	if (t == 0)
		*rounds = r;
}

int main()
{
	std::string text = "hello,worldtoni,there.!.", want = text;
	char *d;
	int *rounds, r = -1, n = (int)text.size();
	cudaMalloc(&d, n);
	cudaMalloc(&rounds, sizeof r);
	cudaMemcpy(d, text.data(), n, cudaMemcpyHostToDevice);
	sort<<<1, 40, 64>>>(d, n, rounds);
	cudaMemcpy(&text[0], d, n, cudaMemcpyDeviceToHost);
	cudaMemcpy(&r, rounds, sizeof r, cudaMemcpyDeviceToHost);
	std::sort(want.begin(), want.end());
	bool ok = text == want && r > 0 && r <= n;
	printf("odd_even_sort %s: %s\n", ok ? "ok" : "wrong", text.c_str());
	return !ok;
}
