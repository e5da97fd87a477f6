// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// r110: ScoR's cellular automaton, rule 110, on a row of n cells with 0 beyond both ends.
//
// Thread t of the grid owns cells t, t + threads, t + 2 threads ...; it is the neighbour of threads
// t - 1 and t + 1, around the grid's end. One launch is one step:
//
//   all cells    copy = cells                      copy is volatile
//   publish      fence ─> done[t] = step           device scope: the block's first and last thread
//   left         wait done[t - 1], fence           device scope: the block's first two threads
//   all cells    cells = copy of the left one
//   right        wait done[t + 1], fence           device scope: the block's last two threads
//   all cells    cells = rule(left one, copy, copy of the right one)
//
//   thread    ... 1021  1022  1023 │ 0     1     2 ...     of block b │ b + 1
//   sets its own  .cta  .cta  .gpu │ .gpu  .cta  .cta
//   polls left    .cta  .cta  .cta │ .gpu  .gpu  .cta
//   polls right   .cta  .gpu  .gpu │ .cta  .cta  .cta
//
// All blocks must be resident: blocks wait for each other in a ring. A row longer than the grid
// takes one step, a shorter one ten (-DSTEPS=n: n).
//
//   race 1   the border threads publish after a fence of block scope. Seen where the next block
//            reads its left neighbour's copy: there the other warp's next device fence is far away.
//            Reads of the right neighbour come after that fence: only the oracle reports them
//   race 2   the last two threads poll their right neighbour with block scope. Seen by a detector
//            when a block polls before the next one has set its flag or looked at it. With cells
//            for all blocks nobody is so late; with 3000 most blocks have none, and run ahead.
//            The oracle sees it always, and reads of copy that such a poll does not order
//
// usage: r110 [ci|paper|N] [SEED]
#include "scor.cuh"

#ifndef BLOCKS
#define BLOCKS 15
#endif
#ifndef STEPS
#define STEPS 0
#endif
constexpr int THREADS = 1024, GRID = BLOCKS * THREADS;

__device__ inline bool on_border()
{
	return threadIdx.x == 0 || threadIdx.x == THREADS - 1;
}

__global__ void step_110(int *cells, volatile int *copy, int *done, const int n, const int step)
{
	const int b = threadIdx.x, t = blockIdx.x * THREADS + b;

	for (int i = t; i < n; i += GRID)
		copy[i] = cells[i];

	if (on_border()) {
		if (racy(1))
			__threadfence_block();
		else
			__threadfence();
		atomicExch(&done[t], step);	// race 2
	} else {
		__threadfence_block();
		atomicExch_block(&done[t], step);
	}

	if (b <= 1) {
		while (atomicAdd(&done[(t + GRID - 1) % GRID], 0) != step)	// race 2
			;
		__threadfence();
	} else {
		while (atomicAdd_block(&done[t - 1], 0) != step)
			;
		__threadfence_block();
	}
	/* Reads of neighbours stand there twice, as each race has lines of its own. */
	for (int i = t; i < n; i += GRID) {
		if (i == 0)
			cells[i] = 0;
		else if (racy(1))
			cells[i] = copy[i - 1];	// race 1
		else
			cells[i] = copy[i - 1];	// race 2
	}

	if (b >= THREADS - 2) {
		int *right = &done[(t + 1) % GRID];

		if (racy(2))
			while (atomicAdd_block(right, 0) != step)	// race 2
				;
		else
			while (atomicAdd(right, 0) != step)
				;
		__threadfence();
	} else {
		while (atomicAdd_block(&done[t + 1], 0) != step)
			;
		__threadfence_block();
	}
	for (int i = t; i < n; i += GRID) {
		int v = cells[i] << 2 | copy[i] << 1;

		if (i + 1 < n) {
			if (racy(1))
				v |= copy[i + 1];	// race 1
			else
				v |= copy[i + 1];	// race 2
		}
		cells[i] = 110 >> v & 1;
	}
}

/* The same on the host. */
static void step_on_host(std::vector<int> &cells)
{
	int left = 0;

	for (size_t i = 0; i < cells.size(); i++) {
		const int here = cells[i];
		const int right = i + 1 < cells.size() ? cells[i + 1] : 0;

		cells[i] = 110 >> (left << 2 | here << 1 | right) & 1;
		left = here;
	}
}

int main(int argc, char **argv)
{
	unsigned long long seed;
	const int n = (int)size_argument(argc, argv, "cells", 3000, 2500000, 1ul << 28, &seed);
	const int steps = STEPS ? STEPS : n < GRID ? 10 : 1;
	const size_t bytes = n * sizeof(int);
	std::vector<int> cells(n), result(n);
	numbers random(seed);
	int *d_cells, *d_copy, *d_done, wrong = 0, ones = 0;

	for (int &x : cells)
		x = (int)random.below(2);
	CHECK(cudaMalloc(&d_cells, bytes));
	CHECK(cudaMalloc(&d_copy, bytes));
	CHECK(cudaMalloc(&d_done, GRID * sizeof(int)));
	CHECK(cudaMemcpy(d_cells, cells.data(), bytes, cudaMemcpyHostToDevice));
	CHECK(cudaMemset(d_done, 0, GRID * sizeof(int)));
	for (int step = 1; step <= steps; step++) {
		step_110<<<BLOCKS, THREADS>>>(d_cells, d_copy, d_done, n, step);
		step_on_host(cells);
	}
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpy(result.data(), d_cells, bytes, cudaMemcpyDeviceToHost));
	for (int i = 0; i < n; i++) {
		wrong += result[i] != cells[i];
		ones += result[i];
	}
	if (wrong) {
		printf("r110: FAILED, %d of %d cells\n", wrong, n);
		return 1;
	}
	printf("r110: ok, %d of %d cells are 1 after %d steps\n", ones, n, steps);
	return 0;
}
