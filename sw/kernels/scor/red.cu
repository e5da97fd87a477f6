// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// red: ScoR's reduction. The sum of n numbers in one launch, the threads of a block meeting in
// global memory by flags instead of barriers.
//
//   each block   every thread adds up its share of the input, writes part[thread], clears its flag;
//                a barrier; then halves, in global memory:
//
//     threads 128-255   part[t] = own + part[t + 256] ── F ─> flag[t] ──┐
//     threads  64-127   own += part[t + 256]      wait flag[t + 128] <──┘
//                       part[t] = own + part[t + 128] ── F ─> flag[t] ──┐
//     threads   32-63   ...                       wait flag[t + 64]  <──┘
//                       part[t] = own + part[t + 64] ── F ─> flag[t] ───┐      F: block fence
//     threads    0-31   ...                       wait flag[t + 32]  <──┘
//                       one warp: the rest without flags
//
//   thread 0     total[block] = sum ── device fence ─> ticket
//   last block   (by its ticket) sums the totals in the same way: total[0] is the result
//
// A fence follows each wait, too. part and total are volatile, flags are set and polled by atomics
// of block scope. All threads, not only thread 0, execute the device fence before the ticket.
// Lock step orders the last warp's steps; from sm_70 on, __syncwarp() does.
//
// Unlike ScoR's, the last block clears the tickets by an atomic: a plain store would race with the
// other blocks' tickets, which nothing orders before it (a release does not cover its own write).
//
//   race 1   no fence between part[32..63] and their flags. Clock by clock it is seen in the last
//            block's second tree only: in the first, warp 1's fence before the ticket comes before
//            warp 0's read
//   race 2   block fence before the ticket: the totals are read by another block
//   race 3 to 7 (red.its)   no __syncwarp() before the last warp's step of 16, 8, 4, 2, 1: races from sm_70 on
//
// usage: red [ci|paper|N] [SEED]
#include "scor.cuh"

#ifndef BLOCKS
#define BLOCKS 30
#endif
constexpr int THREADS = 512;

__device__ unsigned finished;	// blocks that have their total

/* The step of `half` lanes of the last warp may begin. */
__device__ inline void step_begins(unsigned lanes, int half)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 700
	const bool skips = (racy_alone(3) && half == 16) || (racy_alone(4) && half == 8) || (racy_alone(5) && half == 4) ||
			   (racy_alone(6) && half == 2) || (racy_alone(7) && half == 1);

	if (!skips)
		__syncwarp(lanes);
#endif
}

__device__ void raise(int *flag)
{
	atomicExch_block(flag, 1);
}

__device__ void wait(int *flag)
{
	while (atomicAdd_block(flag, 0) != 1)
		;
	__threadfence_block();
}

/* part[0] = sum of `own` over the block. */
__device__ void sum_of_block(volatile int *part, int *flag, int own)
{
	const int t = threadIdx.x;

	part[t] = own;
	flag[t] = 0;
	__syncthreads();
	if (t < 256) {
		own += part[t + 256];
		if (t >= 128) {
			part[t] = own;
			__threadfence_block();
			raise(&flag[t]);
		}
	}
	if (t < 128) {
		wait(&flag[t + 128]);
		own += part[t + 128];
		if (t >= 64) {
			part[t] = own;
			__threadfence_block();
			raise(&flag[t]);
		}
	}
	if (t < 64) {
		wait(&flag[t + 64]);
		own += part[t + 64];
		if (t >= 32) {
			part[t] = own;
			if (!racy(1))
				__threadfence_block();
			raise(&flag[t]);
		}
	}
	if (t < 32) {
		unsigned lanes = 0xffffffff;

		wait(&flag[t + 32]);
		own += part[t + 32];	// race 1
		part[t] = own;
		for (int half = 16; half > 0 && t < 2 * half; half /= 2) {
			step_begins(lanes, half);
			lanes >>= half;
			if (t < half) {
				own += part[t + half];	// race 3, 4, 5, 6, 7
				part[t] = own;
			}
		}
	}
}

/* part, flag: a place for each thread of the grid. total: one for each block. */
template <bool POWER_OF_2>
__global__ void reduce(const int *in, volatile int *total, volatile int *part, int *flag,
		       unsigned n)
{
	__shared__ bool last;
	const unsigned t = threadIdx.x;
	const unsigned first = blockIdx.x * THREADS;	// this block's in part and flag
	int own = 0;

	for (unsigned i = 2 * first + t; i < n; i += 2 * THREADS * gridDim.x) {
		own += in[i];
		if (POWER_OF_2 || i + THREADS < n)
			own += in[i + THREADS];
	}
	sum_of_block(part + first, flag + first, own);
	if (t == 0)
		total[blockIdx.x] = part[first];
	if (gridDim.x == 1)
		return;

	if (racy(2))
		__threadfence_block();
	else
		__threadfence();
	if (t == 0)
		last = atomicInc(&finished, gridDim.x) == gridDim.x - 1;
	__syncthreads();
	if (!last)
		return;

	own = 0;
	for (unsigned i = t; i < gridDim.x; i += THREADS)
		own += total[i];	// race 2
	sum_of_block(part + first, flag + first, own);
	if (t == 0) {
		total[0] = part[first];	// race 2
		atomicExch(&finished, 0);
	}
}

int main(int argc, char **argv)
{
	unsigned long long seed;
	const unsigned n = size_argument(argc, argv, "numbers", 1000000, 25600000, 1ul << 30, &seed);
	const size_t threads = (size_t)BLOCKS * THREADS;
	std::vector<int> in(n);
	numbers random(seed);
	unsigned expected = 0;
	int *d_in, *d_total, *d_part, *d_flag, sum;

	for (int &x : in) {
		x = (int)random.below(1000);
		expected += (unsigned)x;
	}
	CHECK(cudaMalloc(&d_in, n * sizeof(int)));
	CHECK(cudaMalloc(&d_total, BLOCKS * sizeof(int)));
	CHECK(cudaMalloc(&d_part, threads * sizeof(int)));
	CHECK(cudaMalloc(&d_flag, threads * sizeof(int)));
	CHECK(cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice));
	if (n & (n - 1) || n < 2 * THREADS)
		reduce<false><<<BLOCKS, THREADS>>>(d_in, d_total, d_part, d_flag, n);
	else
		reduce<true><<<BLOCKS, THREADS>>>(d_in, d_total, d_part, d_flag, n);
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpy(&sum, d_total, sizeof(int), cudaMemcpyDeviceToHost));
	CHECK(cudaFree(d_in));
	CHECK(cudaFree(d_total));
	CHECK(cudaFree(d_part));
	CHECK(cudaFree(d_flag));
	if ((unsigned)sum != expected) {
		printf("red: FAILED, the sum of %u numbers is %u, not %u\n", n, (unsigned)sum,
		       expected);
		return 1;
	}
	printf("red: ok, the sum of %u numbers is %u\n", n, expected);
	return 0;
}
