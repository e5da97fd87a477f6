// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// reduction: the sum and the greatest of n numbers, in two ways.
//
//   tree      each block halves its values in shared memory, a barrier per step;
//             one 64-bit atomicAdd and one atomicMax per block
//   shuffle   each warp reduces in registers, the warps of a block meet in shared memory once
//
// Exercises: shared memory, barriers inside a loop with fewer and fewer active threads, shuffles
// with a full member mask, 64-bit and signed atomics on global memory, grid-stride loops.
// No step relies on a warp running in lock step.
//
// usage: reduction [n]     1..16777216
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                             \
	do {                                                                                    \
		cudaError_t e_ = (call);                                                        \
		if (e_ != cudaSuccess) {                                                        \
			printf("reduction: FAILED, line %d: %s\n", __LINE__, cudaGetErrorString(e_)); \
			exit(1);                                                                \
		}                                                                               \
	} while (0)

constexpr int BLOCK = 128, WARPS = BLOCK / 32;
constexpr unsigned FULL = 0xffffffffu;

struct result {
	unsigned long long sum;	// modulo 2^64: the two's complement sum
	int greatest;
};

// What one thread sees of the input.
__device__ void gather(const int *in, int n, long long *sum, int *greatest)
{
	*sum = 0;
	*greatest = INT_MIN;
	for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += gridDim.x * BLOCK) {
		*sum += in[i];
		*greatest = max(*greatest, in[i]);
	}
}

__global__ void reduce_tree(const int *in, int n, result *out)
{
	__shared__ long long sums[BLOCK];
	__shared__ int greatests[BLOCK];
	const int t = threadIdx.x;
	long long sum;
	int greatest;

	gather(in, n, &sum, &greatest);
	sums[t] = sum;
	greatests[t] = greatest;
	for (int half = BLOCK / 2; half > 0; half /= 2) {
		__syncthreads();	// down to the last step: warps need not run in lock step
		if (t < half) {
			sums[t] += sums[t + half];
			greatests[t] = max(greatests[t], greatests[t + half]);
		}
	}
	if (t == 0) {
		atomicAdd(&out->sum, (unsigned long long)sums[0]);
		atomicMax(&out->greatest, greatests[0]);
	}
}

__device__ void reduce_warp(long long *sum, int *greatest)
{
	for (int distance = 16; distance > 0; distance /= 2) {
		*sum += __shfl_down_sync(FULL, *sum, distance);
		*greatest = max(*greatest, __shfl_down_sync(FULL, *greatest, distance));
	}
}

__global__ void reduce_shuffle(const int *in, int n, result *out)
{
	__shared__ long long sums[32];
	__shared__ int greatests[32];
	const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
	long long sum;
	int greatest;

	gather(in, n, &sum, &greatest);
	reduce_warp(&sum, &greatest);
	if (lane == 0) {
		sums[warp] = sum;
		greatests[warp] = greatest;
	}
	__syncthreads();
	if (warp == 0) {
		sum = lane < WARPS ? sums[lane] : 0;
		greatest = lane < WARPS ? greatests[lane] : INT_MIN;
		reduce_warp(&sum, &greatest);
		if (lane == 0) {
			atomicAdd(&out->sum, (unsigned long long)sum);
			atomicMax(&out->greatest, greatest);
		}
	}
}

int main(int argc, char **argv)
{
	const int n = argc > 1 ? atoi(argv[1]) : 20011;
	if (n < 1 || n > 1 << 24) {
		fprintf(stderr, "usage: reduction [n], n from 1 to 16777216\n");
		return 1;
	}
	std::vector<int> in(n);
	unsigned random = 12345;
	result want = {0, INT_MIN};
	for (int i = 0; i < n; i++) {
		random = random * 1664525u + 1013904223u;
		in[i] = (int)random;
		want.sum += (unsigned long long)(long long)in[i];
		want.greatest = in[i] > want.greatest ? in[i] : want.greatest;
	}

	int *dev_in;
	result *dev_out;
	CHECK(cudaMalloc(&dev_in, n * sizeof(int)));
	CHECK(cudaMalloc(&dev_out, 2 * sizeof(result)));
	CHECK(cudaMemcpy(dev_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice));
	const result nothing[2] = {{0, INT_MIN}, {0, INT_MIN}};
	CHECK(cudaMemcpy(dev_out, nothing, sizeof(nothing), cudaMemcpyHostToDevice));
	const int blocks = n / (BLOCK * 4) + 1 < 60 ? n / (BLOCK * 4) + 1 : 60;
	reduce_tree<<<blocks, BLOCK>>>(dev_in, n, &dev_out[0]);
	CHECK(cudaGetLastError());
	reduce_shuffle<<<blocks, BLOCK>>>(dev_in, n, &dev_out[1]);
	CHECK(cudaGetLastError());
	result got[2];
	CHECK(cudaMemcpy(got, dev_out, sizeof(got), cudaMemcpyDeviceToHost));
	CHECK(cudaFree(dev_in));
	CHECK(cudaFree(dev_out));

	for (int way = 0; way < 2; way++) {
		if (got[way].sum != want.sum || got[way].greatest != want.greatest) {
			printf("reduction: FAILED at index %d: got %lld, %d want %lld, %d\n", way,
			       (long long)got[way].sum, got[way].greatest, (long long)want.sum,
			       want.greatest);
			return 1;
		}
	}
	printf("reduction: ok, %d numbers, sum %lld, greatest %d\n", n, (long long)want.sum,
	       want.greatest);
	return 0;
}
