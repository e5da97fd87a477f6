// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// Recursive device functions: deep, divergent (each lane to its own depth), mutual, with arrays on the
// stack, and a quicksort per thread.
// expect: recursion ok
// arch: sm_60
#include <cstdio>

__host__ __device__ __noinline__ unsigned fibonacci(unsigned n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

__host__ __device__ bool odd(int n);
__host__ __device__ __noinline__ bool even(int n) { return n == 0 ? true : odd(n - 1); }
__host__ __device__ __noinline__ bool odd(int n) { return n == 0 ? false : even(n - 1); }

__host__ __device__ __noinline__ int hanoi(int n, int from, int to, int *peg)
{
	int local[4] = {from, to, 6 - from - to, n};
	if (n == 0)
		return 0;
	int moves = hanoi(n - 1, local[0], local[2], peg);
	peg[local[3] - 1] = to;
	return moves + 1 + hanoi(n - 1, local[2], local[1], peg);
}

__device__ __noinline__ void quicksort(int *v, int lo, int hi)
{
	if (lo >= hi)
		return;
	int pivot = v[(lo + hi) / 2], i = lo, j = hi;
	while (i <= j) {
		while (v[i] < pivot)
			i++;
		while (v[j] > pivot)
			j--;
		if (i <= j) {
			int t = v[i];
			v[i++] = v[j];
			v[j--] = t;
		}
	}
	quicksort(v, lo, j);
	quicksort(v, i, hi);
}

__global__ void recurse(unsigned *fib, bool *evens, int *moves, int *data)
{
	int t = threadIdx.x;
	fib[t] = fibonacci(t % 10);
	evens[t] = even(t % 17);
	int peg[6];
	moves[t] = hanoi(t % 7, 1, 3, peg);
	for (int k = 0; k < t % 7; k++)
		moves[t] += peg[k] == 3 ? 0 : 1000;
	quicksort(data + t * 20, 0, 19);
}

int main()
{
	enum { T = 40 };
	unsigned *fib, hf[T];
	bool *evens, he[T];
	int *moves, hm[T], *data, hd[T * 20];
	for (int i = 0; i < T * 20; i++)
		hd[i] = (i * 7919) % 1009;
	cudaMalloc(&fib, sizeof hf);
	cudaMalloc(&evens, sizeof he);
	cudaMalloc(&moves, sizeof hm);
	cudaMalloc(&data, sizeof hd);
	cudaMemcpy(data, hd, sizeof hd, cudaMemcpyHostToDevice);
	recurse<<<1, T>>>(fib, evens, moves, data);
	if (cudaDeviceSynchronize() != cudaSuccess)
		return 2;
	cudaMemcpy(hf, fib, sizeof hf, cudaMemcpyDeviceToHost);
	cudaMemcpy(he, evens, sizeof he, cudaMemcpyDeviceToHost);
	cudaMemcpy(hm, moves, sizeof hm, cudaMemcpyDeviceToHost);
	cudaMemcpy(hd, data, sizeof hd, cudaMemcpyDeviceToHost);
	for (int t = 0; t < T; t++) {
		if (hf[t] != fibonacci(t % 10) || he[t] != (t % 17 % 2 == 0) || hm[t] != (1 << t % 7) - 1) {
			printf("thread %d: %u %d %d\n", t, hf[t], he[t], hm[t]);
			return 1;
		}
		for (int k = 1; k < 20; k++)
			if (hd[t * 20 + k - 1] > hd[t * 20 + k])
				return 1;
	}
	puts("recursion ok");
	return 0;
}
