/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * grid: sums that all blocks of a cooperative launch pass round, with a grid barrier between steps.
 * -DNO_GRID_SYNC, -DNO_TILE_SYNC: without a barrier that it needs.
 */
#include <cooperative_groups.h>
#include <cstdio>

namespace cg = cooperative_groups;

enum { BLOCKS = 12, THREADS = 64, STEPS = 5 };

__device__ int slot[2][BLOCKS];

__device__ void meet(const cg::grid_group &g)
{
#ifndef NO_GRID_SYNC
	g.sync();
#endif
}

__device__ void meet(const cg::thread_block_tile<8> &t)
{
#ifndef NO_TILE_SYNC
	t.sync();
#endif
}

/* Each block's number goes once round by a neighbour a step; ranks[0] is the sum of all ranks. */
__global__ void pass_round(int *out, unsigned long long *ranks)
{
	const cg::grid_group grid = cg::this_grid();
	const int next = (blockIdx.x + 1) % BLOCKS;

	if (threadIdx.x == 0)
		slot[0][blockIdx.x] = (int)blockIdx.x;
	for (int step = 0; step < STEPS; step++) {
		meet(grid);
		if (threadIdx.x == 0)
			slot[(step + 1) % 2][blockIdx.x] = slot[step % 2][next];
	}
	meet(grid);
	if (grid.thread_rank() == 0)
		for (int i = 0; i < BLOCKS; i++)
			out[i] = slot[STEPS % 2][i];
	atomicAdd(ranks, grid.thread_rank() + (grid.size() - BLOCKS * THREADS) + !grid.is_valid());
}

/* Neighbours in a tile hand values on through shared memory. */
__global__ void turn(int *out)
{
	__shared__ int room[THREADS];
	const cg::thread_block_tile<8> t = cg::tiled_partition<8>(cg::this_thread_block());
	const int first = threadIdx.x & ~7;

	room[threadIdx.x] = (int)threadIdx.x;
	meet(t);
	out[threadIdx.x] = room[first + (t.thread_rank() + 1) % 8];
}

__global__ void alone(int *valid)
{
	*valid = cg::this_grid().is_valid() + 2 * cg::this_multi_grid().is_valid();
}

__global__ void not_cooperative()
{
	cg::this_grid().sync();
}

static int wrong;

static void check(bool right, const char *what)
{
	if (!right)
		printf("wrong: %s\n", what);
	wrong += !right;
}

static void cooperative(int *out, unsigned long long *ranks)
{
	void *args[] = {&out, &ranks};

	for (int launch = 0; launch < 3; launch++) {
		*ranks = 0;
		check(cudaLaunchCooperativeKernel((void *)pass_round, BLOCKS, THREADS, args) ==
			      cudaSuccess, "a cooperative launch");
		check(cudaDeviceSynchronize() == cudaSuccess, "its end");
		check(*ranks == BLOCKS * THREADS * (BLOCKS * THREADS - 1ULL) / 2, "ranks in the grid");
		for (int i = 0; i < BLOCKS; i++)
			check(out[i] == (i + STEPS) % BLOCKS, "what went round");
	}
	cudaLaunchParams one = {(void *)pass_round, BLOCKS, THREADS, args, 0, 0};
	check(cudaLaunchCooperativeKernelMultiDevice(&one, 1) == cudaSuccess, "one of one device");
	check(cudaLaunchCooperativeKernelMultiDevice(&one, 2) == cudaErrorInvalidValue, "two of one");
	check(cudaGetLastError() == cudaErrorInvalidValue, "its error");
}

/* As many blocks as fit at once, and one more. */
static void sizes(int *valid)
{
	void *args[] = {&valid};
	int each = 0, sms = 0, can = 0;

	cudaDeviceGetAttribute(&can, cudaDevAttrCooperativeLaunch, 0);
	cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
	cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, alone, 256, 0);
	check(can == 1 && sms * each > 0, "attributes");
	check(cudaLaunchCooperativeKernel((void *)alone, sms * each, 256, args) == cudaSuccess, "all");
	check(*valid == 3, "is_valid");
	check(cudaLaunchCooperativeKernel((void *)alone, sms * each + 1, 256, args) ==
		      cudaErrorCooperativeLaunchTooLarge, "one more");
	check(cudaGetLastError() == cudaErrorCooperativeLaunchTooLarge, "its error");
	check(cudaLaunchCooperativeKernel((void *)alone, 1, 2048, args) ==
		      cudaErrorInvalidConfiguration, "a block that no launch may have");
	check(cudaGetLastError() == cudaErrorInvalidConfiguration, "its error");
	alone<<<1, 1>>>(valid);
	cudaDeviceSynchronize();
	check(*valid == 0, "not valid in another launch");
}

int main()
{
	unsigned long long *ranks;
	int *out;

	cudaMallocManaged(&out, THREADS * sizeof(int));
	cudaMallocManaged(&ranks, sizeof(*ranks));
	cooperative(out, ranks);
	turn<<<1, THREADS>>>(out);
	cudaDeviceSynchronize();
	for (int i = 0; i < THREADS; i++)
		check(out[i] == (i & ~7) + (i + 1) % 8, "what turned");
#ifndef RACES_ONLY
	sizes(out);
	not_cooperative<<<2, 32>>>();
	check(cudaDeviceSynchronize() != cudaSuccess, "a grid barrier in another launch");
#endif
	printf("grid: %d wrong\n", wrong);
	return wrong != 0;
}
