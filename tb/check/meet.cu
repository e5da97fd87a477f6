// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// meet NAME: warps whose lanes meet at two operations, which is right from sm_70 on, and such whose lanes do not. Names that
// begin with ok_ are right: each thread then has what the others made.
#include <cstdio>
#include <cstring>

enum { THREADS = 64 };

// A vote, a match, a reduction and a shuffle in each branch, other operands in both.
__global__ void ok_branches(int *a)
{
	const int i = threadIdx.x, l = i % 32;
	int got, any, sum, same;
	if (l % 3 == 0) {
		any = __any_sync(~0u, l == 3);
		same = __match_any_sync(~0u, l / 8);
		sum = __shfl_down_sync(~0u, l * 2, 4);
		got = __shfl_sync(~0u, l + 100, l / 2);
		a[i] = 1;
	} else {
		any = __any_sync(~0u, l > 40);
		same = __match_any_sync(~0u, (l + 24) / 8 - 3);
		sum = __shfl_down_sync(~0u, l * 3, 4);
		got = __shfl_sync(~0u, l + 200, 31 - l);
		a[i] = 2;
	}
	const int from = l % 3 == 0 ? l / 2 : 31 - l, next = l + 4 < 32 ? l + 4 : l;
	a[i] = any && same == 0xff << l / 8 * 8 && sum == next * (next % 3 == 0 ? 2 : 3) && got == from + (from % 3 == 0 ? 100 : 200);
}

// Half a warp at a time; lane 5 has left.
__global__ void ok_halves(int *a)
{
	__shared__ volatile int s[THREADS];
	const int i = threadIdx.x, l = i % 32;
	const unsigned m = l < 16 ? 0xffff : 0xffff0000;
	a[i] = 1;
	s[i] = 0;
	if (l == 5)
		return;
	if (l % 2 == 0) {
		s[i] = i + 1;
		__syncwarp(m);
	} else {
		__syncwarp(m);
		a[i] = s[i - 1] == i;
	}
}

// Who leaves the loop meets the others from behind it.
__global__ void ok_loop(int *a)
{
	__shared__ int s[THREADS];
	const int i = threadIdx.x;
	int k = 0, sum = 0;
	s[i] = 0;
	for (; k < i % 4; k++) {
		s[i] = k;
		__syncwarp();
		sum += s[i ^ 4];
		__syncwarp();
	}
	for (; k < 4; k++) {
		s[i] = k * 2;
		__syncwarp();
		sum += s[i ^ 4];
		__syncwarp();
	}
	int want = 0;
	for (k = 0; k < 4; k++)
		want += k < i % 4 ? k : k * 2;
	a[i] = sum == want;
}

// Only what stands behind the other half's operation is its race.
__global__ void racy(int *a)
{
	const int i = threadIdx.x;
	if (i % 2 == 0) {
		__syncwarp();
		a[i] = i;
	} else {
		__syncwarp();
		a[i] = a[i - 1];
	}
}

// A third of each warp at a barrier: those that meet did come.
__global__ void third(int *a)
{
	const int i = threadIdx.x;
	if (i % 3 == 0)
		__syncwarp(); // one
	else if (i % 3 == 1)
		__syncwarp(); // two
	else
		__syncthreads();
	a[i] = i;
}

// ... and the same where it goes round them, and leaves.
__global__ void third_round(int *a)
{
	const int i = threadIdx.x;
	if (i % 3 == 0)
		__syncwarp(); // one
	else if (i % 3 == 1)
		__syncwarp(); // two
	a[i] = i;
}

__global__ void kinds(int *a)
{
	const int i = threadIdx.x;
	if (i % 2 == 0)
		a[i] = __any_sync(~0u, i > 3);
	else
		a[i] = __all_sync(~0u, i > 3);
}

__global__ void trips(int *a)
{
	const int i = threadIdx.x;
	for (int k = 0; k < i % 4; k++) {
		a[i] = k;
		__syncwarp();
	}
	__syncthreads();
	a[i] = i;
}

int main(int argc, char **argv)
{
#define K(name) {#name, name}
	static const struct {
		const char *name;
		void (*run)(int *);
	} kernels[] = {K(ok_branches), K(ok_halves), K(ok_loop), K(racy), K(third), K(third_round), K(kinds), K(trips)};
	int *a, got[THREADS], right = 0;

	cudaMalloc(&a, sizeof(got));
	cudaMemset(a, 0, sizeof(got));
	for (auto &k : kernels)
		if (argc > 1 && !strcmp(k.name, argv[1])) {
			k.run<<<1, THREADS>>>(a);
			cudaMemcpy(got, a, sizeof(got), cudaMemcpyDeviceToHost);
			for (int t : got)
				right += t == 1;
			printf("%s %d\n", k.name, right);
			cudaFree(a);
			return 0;
		}
	return 2;
}
