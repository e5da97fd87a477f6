// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// sites: lanes of a warp that meet at two instructions of one kind, as PTX lets them from sm_70 on (syncwarp, ballot, shuffle) and
// CUDA does not (syncthreads); and lanes or a warp that leave while others wait.
//
//   PROGRAM [TEST]      prints a line `TEST OUTCOME THREADS`: "right" if every thread has what the others made
#include <cuda_runtime.h>

#include <cstdio>
#include <cstring>

enum { THREADS = 64 };

__global__ void syncwarp(int *out)
{
	__shared__ volatile int word[THREADS];
	const int t = threadIdx.x;

	word[t] = 0;
	__syncthreads();
	if (t % 2 == 0) {
		word[t] = t + 1;
		__syncwarp();
	} else {
		__syncwarp();
		word[t] = word[t - 1];
	}
	__syncwarp();
	out[t] = word[t] == (t & ~1) + 1;
}

__global__ void ballot(int *out)
{
	const int t = threadIdx.x;
	unsigned votes;

	if (t % 2 == 0) {
		votes = __ballot_sync(~0u, t % 4 == 0);
		out[t] = 1;
	} else {
		votes = __ballot_sync(~0u, t % 4 == 1);
		out[t] = 2;
	}
	out[t] = votes == 0x33333333u;
}

__global__ void shuffle(int *out)
{
	const int t = threadIdx.x;
	int got;

	if (t % 2 == 0) {
		got = __shfl_xor_sync(~0u, t + 100, 1);
		out[t] = 1;
	} else {
		got = __shfl_xor_sync(~0u, t + 200, 1);
		out[t] = 2;
	}
	out[t] = got == (t ^ 1) + (t % 2 ? 100 : 200);
}

__global__ void syncthreads(int *out)
{
	__shared__ volatile int word[THREADS];
	const int t = threadIdx.x;

	if (t % 2 == 0) {
		word[t] = t + 1;
		__syncthreads();
	} else {
		__syncthreads();
		word[t] = word[(t + 31) % THREADS] - (t + 31) % THREADS + t;
	}
	__syncthreads();
	out[t] = word[t] == t + 1;
}

__global__ void lanes_leave_syncthreads(int *out)
{
	__shared__ volatile int word[THREADS];
	const int t = threadIdx.x;

	word[t] = t;
	out[t] = 1;
	if (t % 2)
		return;
	__syncthreads();
	out[t] = word[(t + 32) % THREADS] == (t + 32) % THREADS;
}

__global__ void warp_leaves_syncthreads(int *out)
{
	const int t = threadIdx.x;

	out[t] = 1;
	if (t >= 32)
		return;
	__syncthreads();
	__syncthreads();
}

__global__ void lanes_leave_syncwarp(int *out)
{
	__shared__ volatile int word[THREADS];
	const int t = threadIdx.x;

	word[t] = t;
	out[t] = 1;
	if (t % 2)
		return;
	__syncwarp();
	out[t] = word[t ^ 2] == (t ^ 2);
}

static int one(const char *name, void (*kernel)(int *), const char *only)
{
	int *out, got[THREADS], right = 0;

	if (only && strcmp(only, name))
		return 0;
	if (cudaMalloc(&out, sizeof(got)) || cudaMemset(out, 0, sizeof(got)))
		return 2;
	kernel<<<1, THREADS>>>(out);
	if (cudaMemcpy(got, out, sizeof(got), cudaMemcpyDeviceToHost)) {
		fprintf(stderr, "%s: %s\n", name, cudaGetErrorString(cudaGetLastError()));
		return 2;
	}
	for (int t = 0; t < THREADS; t++)
		right += got[t];
	printf("sites_%s %s %d\n", name, right == THREADS ? "right" : "wrong", right);
	return right != THREADS;
}

int main(int argc, char **argv)
{
	const char *only = argc > 1 ? argv[1] : nullptr;
	int bad = 0;

#define ONE(NAME) bad |= one(#NAME, NAME, only)
	ONE(syncwarp);
	ONE(ballot);
	ONE(shuffle);
	ONE(lanes_leave_syncwarp);
	ONE(lanes_leave_syncthreads);
	ONE(warp_leaves_syncthreads);
	ONE(syncthreads);
	return bad;
}
