/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * wide: tiles of more than one warp, against what their ranks say; split barriers of a grid; one
 * thread for a group; sums that go to an atomic. With a name defined a step is missing, which is a
 * race:
 *
 *   NO_WIDE_SYNC   a tile's threads do not wait for each other
 *   NARROW_TILE    they wait in tiles of a warp
 *   NO_WAIT        the grid's threads arrive and do not wait
 */
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cstdio>

namespace cg = cooperative_groups;

enum { THREADS = 624, RANK, META, SHFL, ANY, ALL, SUM, MOST, SCAN, BEFORE, PAIR, ROWS };

struct pair {
	double a;
	int b;
};

/* What cuda::atomic has and groups use, for who has no libcu++. */
enum class order { relaxed, other };
struct counter {
	int value;
	__device__ int load(order) const
	{
		return *(const volatile int *)&value;
	}
	__device__ void store(int v, order)
	{
		atomicExch(&value, v);
	}
	__device__ bool compare_exchange_weak(int &old, int v, order, order)
	{
		const int was = atomicCAS(&value, old, v), wanted = old;

		old = was;
		return was == wanted;
	}
};

template <unsigned N, class Tile> __device__ void fill(const Tile &t, int *o)
{
	const int me = (int)threadIdx.x;
	const pair p = t.shfl(pair{me * 0.5, me}, 33);

	o[RANK] = (int)t.thread_rank();
	o[META] = (int)(t.meta_group_rank() * 100 + t.meta_group_size());
	o[SHFL] = t.shfl(me, 1);
	o[ANY] = t.any(t.thread_rank() == 40);
	o[ALL] = t.all(t.thread_rank() < 60);
	o[SUM] = cg::reduce(t, me, cg::plus<int>());
	o[MOST] = cg::reduce(t, me, cg::greater<int>());
	/* op that is associative and not commutative: the last of two */
	o[SCAN] =
		cg::inclusive_scan(t, me) + cg::inclusive_scan(t, me, [](int, int b) { return b; });
	o[BEFORE] = cg::exclusive_scan(t, me);
	o[PAIR] = (int)(p.a * 2) + p.b;
	t.sync();
}

template <unsigned N> __global__ void tiles(int *out)
{
	__shared__ cg::block_tile_memory<THREADS> memory;
	const cg::thread_block block = cg::this_thread_block(memory);
	const cg::thread_block_tile<N> t = cg::tiled_partition<N>(block);

	fill<N>(t, out + threadIdx.x * ROWS);
}

/* Without memory of the program's own, and of a tile. */
template <unsigned N> __global__ void tiles_of_tile(int *out)
{
	const auto all = cg::tiled_partition<512>(cg::this_thread_block());
	const auto t = cg::tiled_partition<N>(all);

	all.sync();
	fill<N>(t, out + (blockIdx.x * 512 + threadIdx.x) * ROWS);
	all.sync();
}

static int wrong;

static void check(bool right, const char *what, int at)
{
	if (!right && wrong < 20)
		printf("wrong: %s, %d\n", what, at);
	wrong += !right;
}

static void rows(const int *out, int n, int threads, int of)
{
	check(cudaDeviceSynchronize() == cudaSuccess, "launch", n);
	for (int me = 0; me < threads; me++) {
		const int *o = out + me * ROWS, first = me / n * n;
		const int end = first + n < threads ? first + n : threads;
		int sum = 0, scan = 0;

		for (int i = first; i < end; i++)
			sum += i, scan += i <= me ? i : 0;
		check(o[RANK] == me - first, "rank", me);
		check(o[META] == (me % of) / n * 100 + (of + n - 1) / n, "meta", me);
		check(o[SHFL] == first + 1, "shfl", me);
		check(o[ANY] == (end - first > 40), "any", me);
		check(o[ALL] == (end - first <= 60), "all", me);
		check(o[SUM] == sum, "sum", me);
		check(o[MOST] == end - 1, "most", me);
		check(o[SCAN] == scan + me, "inclusive_scan", me);
		check(o[BEFORE] == scan - me, "exclusive_scan", me);
		check(o[PAIR] == 2 * (first + 33), "a value of 16 bytes", me);
	}
}

template <unsigned N> static void test_tiles(int *out)
{
	tiles<N><<<1, THREADS>>>(out);
	rows(out, N, THREADS, THREADS);
	tiles_of_tile<N><<<2, 512>>>(out);
	rows(out, N, 512, 512);
	rows(out + 512 * ROWS, N, 512, 512);
}

/* A tile's threads hand values on, as any group. */
__global__ void turn(int *out)
{
	__shared__ int room[256];
#ifdef NARROW_TILE
	const auto t = cg::tiled_partition<32>(cg::this_thread_block());
#else
	const auto t = cg::tiled_partition<128>(cg::this_thread_block());
#endif
	const cg::thread_group g = t;

	room[threadIdx.x] = (int)threadIdx.x;
#ifndef NO_WIDE_SYNC
	g.sync();
#endif
	out[threadIdx.x] = room[threadIdx.x ^ 64] + (int)g.size() * 1000;
}

/* Blocks hand values on; between arriving and waiting each does what is its own. */
__global__ void split(int *out, int *mine)
{
	const cg::grid_group grid = cg::this_grid();
	const unsigned me = (unsigned)grid.thread_rank(), n = (unsigned)grid.size();

	for (int round = 0; round < 3; round++) {
		out[round * n + me] = (int)me + round;
		auto token = grid.barrier_arrive();
		mine[me] += 1;
#ifdef NO_WAIT
		(void)token;
#else
		grid.barrier_wait(static_cast<decltype(token) &&>(token));
#endif
		mine[me] += out[round * n + (me + 70) % n];
	}
}

__global__ void one(counter *c, int *out)
{
	const auto block = cg::this_thread_block();
	const auto tile = cg::tiled_partition<32>(block);
	const auto wide = cg::tiled_partition<64>(block);
	const int me = (int)threadIdx.x;

	cg::invoke_one(
		block, [=](int v) { atomicAdd(&out[0], v); }, 5);
	out[1 + me] = cg::invoke_one_broadcast(
		tile, [=](int a, int b) { return a * b + me; }, 3, 7);
	cg::reduce_update_async(tile, c[0], 1, cg::plus<int>());
	cg::reduce_update_async(wide, c[1], me, cg::greater<int>());
	if (wide.meta_group_rank() == 1)
		cg::reduce_store_async(wide, c[2], 2, cg::plus<int>());
	out[1 + blockDim.x + me] = cg::inclusive_scan_update(wide, c[3], 1);
	out[1 + 2 * blockDim.x + me] = cg::exclusive_scan_update(tile, c[4], 2, cg::plus<int>());
}

static void test_one(int *out)
{
	enum { N = 128 };
	counter *c;
	bool seen[N + 1] = {}, twos[N + 1] = {};

	cudaMallocManaged(&c, 5 * sizeof(*c));
	cudaMemset(c, 0, 5 * sizeof(*c));
	out[0] = 0;
	one<<<1, N>>>(c, out);
	check(cudaDeviceSynchronize() == cudaSuccess, "launch", 1);
	check(out[0] == 5, "invoke_one", 0);
	check(c[0].value == N && c[1].value == N - 1 && c[2].value == 128, "reduce", c[2].value);
	check(c[3].value == N && c[4].value == 2 * N, "scan_update", c[3].value);
	for (int i = 0; i < N; i++) {
		const int a = out[1 + N + i], b = out[1 + 2 * N + i];

		check(out[1 + i] == 21 + i / 32 * 32, "invoke_one_broadcast", i);
		check(a >= 1 && a <= N && !seen[a], "inclusive_scan_update", i);
		seen[a >= 1 && a <= N ? a : 0] = true;
		check(b >= 0 && b < 2 * N && !(b & 1) && !twos[b / 2], "exclusive_scan_update", i);
		twos[b >= 0 && b < 2 * N ? b / 2 : N] = true;
	}
}

int main()
{
	int *out, *mine;
	void *args[] = {&out, &mine};

	cudaMallocManaged(&out, 1024 * ROWS * sizeof(int));
	cudaMallocManaged(&mine, 128 * sizeof(int));
#ifndef RACES_ONLY
	test_tiles<64>(out);
	test_tiles<128>(out);
	test_tiles<256>(out);
	test_tiles<512>(out);
	test_one(out);
#endif
	turn<<<1, 256>>>(out);
	check(cudaDeviceSynchronize() == cudaSuccess, "launch", 0);
#ifndef NARROW_TILE
	for (int i = 0; i < 256; i++)
		check(out[i] == (i ^ 64) + 128000, "turn", i);
#endif
	cudaMemset(mine, 0, 128 * sizeof(int));
	check(cudaLaunchCooperativeKernel((void *)split, 4, 32, args) == cudaSuccess, "split", 0);
	check(cudaDeviceSynchronize() == cudaSuccess, "split", 1);
#ifndef NO_WAIT
	for (int i = 0; i < 128; i++)
		check(mine[i] == 3 + 3 * ((i + 70) % 128) + 3, "split", i);
#endif
	printf("wide: %d wrong\n", wrong);
	return wrong != 0;
}
