// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// mm: C = A x B of integers, with 30 columns in B and C; sums meet under locks of two scopes.
//
//   item = a row of A, a chunk (a quarter) of its columns; blocks take them in turns
//
//   warp 0  A[row][k] * B[k][lane] ─┐ block lock of the lane
//   warp 1  with its columns k of A ┼──> partial[block][lane] ─ barrier ─ warp 0 ─┐ device lock
//   warp 2                          │                                             ├──> C[row][lane]
//   warp 3                         ─┘       blocks with other chunks of the row ──┘
//
//   block lock    one for each block and lane: CAS, Exch and fences of block scope; taken for
//                 every product
//   device lock   128, number (row * 30 + column) % 128: CAS, Exch and fences of device scope;
//                 taken for every sum; the chunks of a row meet here
//
// A lane takes its own lock, so all lanes of a warp wait at the same time. Taking the lock, the
// work under it and giving it back lie in one turn of the loop: lanes in lock step cannot wait for
// each other.
//
// ScoRD's lock table has room for two device locks, or four of a block: of a warp's thirty it keeps
// the last. That does no harm to block locks, which a warp gets all at once or not at all, so that
// all warps keep the same ones. Device locks are got in parts, as rows share some of them and the
// packets of several SMs mix. Side by side, as in ScoR, those kept would differ: a false report, of
// scord as of scord-paper. Here they are 64 bytes apart. ScoRD's hash looks at the low six bits of
// the address, and so takes them all for one.
//
// Races (mm.races): 1  warp 3 works on without a fence when it has got the block lock
//                   2  warp 1 gives the block lock back without a fence
//                   3  the device lock is taken by a CAS of block scope
//                   4  the fence after taking the device lock is of block scope
// 1 and 2 are one warp's each. If no warp fenced after taking the lock, ScoRD would know of no
// lock, and the fences before giving it back would satisfy its fence rules; if no warp fenced
// before giving it back, all reports would be about that. Either of 3 and 4 leaves C unprotected.
//
// usage: mm [ci|paper|N] [SEED]   N: columns of A and rows of B; A has N * 8 / 5 rows
#include "scor.cuh"

#ifndef BLOCKS
#define BLOCKS 120
#endif

constexpr int THREADS = 128, WARPS = THREADS / 32, WIDTH = 30, CHUNKS = 4;
constexpr int APART = 16;	// device locks, in words

/* Has this lane to take another turn of its loop? In lock step a warp waits for all its lanes by
 * itself. From sm_70 on lanes that lost would try again while others work, and ScoRD has one lock
 * table for all of them. */
__device__ bool again(bool mine)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 700
	return __any_sync((1u << WIDTH) - 1, mine);
#else
	return mine;
#endif
}

__device__ void add_to_block(volatile int *sum, int *lock, int product, int warp)
{
	for (bool done = false; again(!done);) {
		if (done || atomicCAS_block(lock, 0, 1) != 0)
			continue;
		if (!racy(1) || warp != 3)
			__threadfence_block();
		const int old = *sum;				// race 1, 2
		*sum = old + product;				// race 1, 2
		if (!racy(2) || warp != 1)
			__threadfence_block();
		atomicExch_block(lock, 0);
		done = true;
	}
}

__device__ void add_to_device(volatile int *sum, int *lock, int part)
{
	for (bool done = false; again(!done);) {
		if (done)
			continue;
		const int taken = racy(3) ? atomicCAS_block(lock, 0, 1)	// race 3
					  : atomicCAS(lock, 0, 1);
		if (taken != 0)
			continue;
		if (racy(4))
			__threadfence_block();
		else
			__threadfence();
		const int old = *sum;				// race 3, 4
		*sum = old + part;				// race 3, 4
		__threadfence();
		atomicExch(lock, 0);				// race 3
		done = true;
	}
}

// `strip`: columns of a chunk that a warp takes.
__global__ void multiply(const int *a, const int *b, volatile int *c, int rows, int inner,
			 int strip, volatile int *partial, int *block_lock, int *device_lock)
{
	const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
	const int own = blockIdx.x * 32 + lane;

	for (int item = blockIdx.x; item < rows * CHUNKS; item += gridDim.x) {
		const int row = item / CHUNKS, chunk = item % CHUNKS;
		const int first = (chunk * WARPS + warp) * strip;
		if (warp == 0)
			partial[own] = 0;
		__syncthreads();
		for (int k = first; k < first + strip; k++)
			if (k < inner && lane < WIDTH)
				add_to_block(&partial[own], &block_lock[own],
					     a[row * inner + k] * b[k * WIDTH + lane], warp);
		__syncthreads();
		if (warp == 0 && lane < WIDTH) {
			const int at = row * WIDTH + lane;
			add_to_device(&c[at], &device_lock[at % THREADS * APART], partial[own]);
		}
		__syncthreads();
	}
}

int main(int argc, char **argv)
{
	unsigned long long seed;
	const int inner = (int)size_argument(argc, argv, "columns of A", 48, 500, 4000, &seed);
	const int rows = inner * 8 / 5, parts = CHUNKS * WARPS, strip = (inner + parts - 1) / parts;
	numbers random(seed);
	std::vector<int> a(rows * inner), b(inner * WIDTH), c(rows * WIDTH);
	for (int &x : a)
		x = (int)random.below(201) - 100;
	for (int &x : b)
		x = (int)random.below(201) - 100;

	int *dev_a, *dev_b, *dev_c, *dev_partial, *block_lock, *device_lock;
	CHECK(cudaMalloc(&dev_a, a.size() * sizeof(int)));
	CHECK(cudaMalloc(&dev_b, b.size() * sizeof(int)));
	CHECK(cudaMalloc(&dev_c, c.size() * sizeof(int)));
	CHECK(cudaMalloc(&dev_partial, BLOCKS * 32 * sizeof(int)));
	CHECK(cudaMalloc(&block_lock, BLOCKS * 32 * sizeof(int)));
	CHECK(cudaMalloc(&device_lock, THREADS * APART * sizeof(int)));
	CHECK(cudaMemcpy(dev_a, a.data(), a.size() * sizeof(int), cudaMemcpyHostToDevice));
	CHECK(cudaMemcpy(dev_b, b.data(), b.size() * sizeof(int), cudaMemcpyHostToDevice));
	CHECK(cudaMemset(dev_c, 0, c.size() * sizeof(int)));
	CHECK(cudaMemset(block_lock, 0, BLOCKS * 32 * sizeof(int)));
	CHECK(cudaMemset(device_lock, 0, THREADS * APART * sizeof(int)));
	multiply<<<BLOCKS, THREADS>>>(dev_a, dev_b, dev_c, rows, inner, strip, dev_partial,
				      block_lock, device_lock);
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpy(c.data(), dev_c, c.size() * sizeof(int), cudaMemcpyDeviceToHost));

	long long sum = 0;
	for (int row = 0; row < rows; row++) {
		for (int column = 0; column < WIDTH; column++) {
			const int got = c[row * WIDTH + column];
			int want = 0;
			for (int k = 0; k < inner; k++)
				want += a[row * inner + k] * b[k * WIDTH + column];
			if (got != want) {
				printf("mm: FAILED, row %d column %d: got %d want %d\n", row,
				       column, got, want);
				return 1;
			}
			sum += (long long)got * (row + column + 1);
		}
	}
	printf("mm: ok, %d x %d and %d x %d, checksum %lld\n", rows, inner, inner, WIDTH, sum);
	return 0;
}
