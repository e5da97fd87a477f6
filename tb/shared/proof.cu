// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// Launches of which it can be known beforehand that no two threads conflict in shared memory, and such of which
// it can not: the one that is named is launched twice.
#include <cstdio>
#include <cstring>

const int N = 128;

// Each warp reads what another one has written before the barrier.
__global__ void tile(int *data)
{
	__shared__ int word[N];

	data += blockIdx.x * N;
	word[threadIdx.x] = data[threadIdx.x];
	__syncthreads();
	data[threadIdx.x] = word[N - 1 - threadIdx.x];
}

// The same, without a barrier.
__global__ void no_barrier(int *data)
{
	__shared__ int word[N];

	data += blockIdx.x * N;
	word[threadIdx.x] = data[threadIdx.x];
	data[threadIdx.x] = word[N - 1 - threadIdx.x];
}

// Bytes side by side, four lanes a word.
__global__ void bytes(int *data)
{
	__shared__ unsigned char byte[N];

	data += blockIdx.x * N;
	byte[threadIdx.x] = (unsigned char)data[threadIdx.x];
	__syncthreads();
	data[threadIdx.x] = byte[N - 1 - threadIdx.x];
}

// Four lanes a word all the same, but not in order: words are not told apart.
__global__ void mixed_bytes(int *data)
{
	__shared__ unsigned char byte[N];

	data += blockIdx.x * N;
	byte[threadIdx.x ^ 1] = (unsigned char)data[threadIdx.x];
	__syncthreads();
	data[threadIdx.x] = byte[threadIdx.x];
}

// A warp that has exited is not ordered by the barrier of the others.
__global__ void left_early(int *data)
{
	__shared__ int word[N];

	data += blockIdx.x * N;
	word[threadIdx.x] = data[threadIdx.x];
	if (threadIdx.x < 32)
		return;
	__syncthreads();
	data[threadIdx.x] = word[N - 1 - threadIdx.x];
}

// Two lanes of one store.
__global__ void one_store(int *data)
{
	__shared__ int word[N];

	data += blockIdx.x * N;
	word[threadIdx.x / 2] = data[threadIdx.x];
	__syncthreads();
	data[threadIdx.x] = word[threadIdx.x / 2];
}

// A barrier of half the block, twice: each half keeps to its own words.
__global__ void halves(int *data)
{
	__shared__ int word[N];
	const int half = threadIdx.x / 64;

	data += blockIdx.x * N;
	word[threadIdx.x] = data[threadIdx.x];
	asm volatile("bar.sync %0, 64;" ::"r"(half + 1) : "memory");
	data[threadIdx.x] = word[threadIdx.x ^ 63];
}

// Lanes of a warp, with a __syncwarp() between or without.
__global__ void warp(int *data, bool sync)
{
	__shared__ int word[N];

	data += blockIdx.x * N;
	word[threadIdx.x] = data[threadIdx.x];
	if (sync)
		__syncwarp();
	data[threadIdx.x] = word[threadIdx.x ^ 31];
}

// Shared memory in order, global memory not: the launch depends on its order, and has to be looked at.
__global__ void elsewhere(int *data)
{
	__shared__ int word[N];

	word[threadIdx.x] = data[0];
	__syncthreads();
	data[0] = word[N - 1 - threadIdx.x];
}

// Part of the block's last warp has no threads.
__global__ void odd(int *data)
{
	__shared__ int word[N];

	data += blockIdx.x * N;
	word[threadIdx.x] = data[threadIdx.x];
	__syncwarp();
	const int next = word[threadIdx.x ^ 1];
	__syncthreads();
	data[threadIdx.x] = next + word[99 - threadIdx.x];
}

__constant__ int table[4] = {1, 2, 3, 4};

// Constant memory is no global memory.
__global__ void constants(int *data)
{
	__shared__ int word[N];

	data += blockIdx.x * N;
	word[threadIdx.x] = table[threadIdx.x % 4];
	__syncthreads();
	data[threadIdx.x] = word[N - 1 - threadIdx.x];
}

int main(int argc, char **argv)
{
	const char *name = argc > 1 ? argv[1] : "";
	int *data;

	cudaMalloc(&data, 4 * N * sizeof(int));
	cudaMemset(data, 0, 4 * N * sizeof(int));
	for (int i = 0; i < 2; i++) {
#define IS(kernel) !strcmp(name, #kernel)) kernel<<<4, N>>>
		if (IS(tile)(data);
		else if (IS(no_barrier)(data);
		else if (IS(bytes)(data);
		else if (IS(mixed_bytes)(data);
		else if (IS(left_early)(data);
		else if (IS(one_store)(data);
		else if (IS(halves)(data);
		else if (IS(elsewhere)(data);
		else if (IS(constants)(data);
		else if (!strcmp(name, "warp")) warp<<<4, N>>>(data, false);
		else if (!strcmp(name, "synced_warp")) warp<<<4, N>>>(data, true);
		else if (!strcmp(name, "odd")) odd<<<1, 100>>>(data);
		else {
			fprintf(stderr, "usage: proof KERNEL\n");
			return 1;
		}
	}
	return cudaDeviceSynchronize();
}
