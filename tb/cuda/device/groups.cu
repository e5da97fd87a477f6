/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * groups: cooperative groups of every kind, against what their ranks say.
 */
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

#include "check.h"

namespace cg = cooperative_groups;

struct pair {
	double a;
	int b;
};

/* One row of results a thread. */
enum { RANK, SIZE, META_RANK, META_SIZE, SHFL, DOWN, UP, XOR, ANY, ALL, BALLOT, SUM, MAX, SCAN,
       BEFORE, PAIR, ROWS };

template <unsigned N> __global__ void tiles(int *out)
{
	const cg::thread_block block = cg::this_thread_block();
	const cg::thread_block_tile<N> t = cg::tiled_partition<N>(block);
	const int me = (int)block.thread_rank();
	const pair p = t.shfl(pair{me * 0.5, me}, 0);
	int *o = out + me * ROWS;

	o[RANK] = (int)t.thread_rank();
	o[SIZE] = (int)t.size();
	o[META_RANK] = (int)t.meta_group_rank();
	o[META_SIZE] = (int)t.meta_group_size();
	o[SHFL] = t.shfl(me, N - 1);
	o[DOWN] = t.shfl_down(me, 1);
	o[UP] = t.shfl_up(me, 1);
	o[XOR] = t.shfl_xor(me, 1);
	o[ANY] = t.any(t.thread_rank() == N - 1);
	o[ALL] = t.all(t.thread_rank() == 0);
	o[BALLOT] = (int)t.ballot(t.thread_rank() & 1);
	o[SUM] = cg::reduce(t, me, cg::plus<int>());
	o[MAX] = cg::reduce(t, me, cg::greater<int>());
	o[SCAN] = cg::inclusive_scan(t, me);
	o[BEFORE] = cg::exclusive_scan(t, me);
	o[PAIR] = (int)(p.a * 2) + p.b;
	t.sync();
}

template <int N> static void test_tiles()
{
	const int threads = 96;
	int *out = shared_array<int>(threads * ROWS);

	tiles<N><<<1, threads>>>(out);
	sync("tiles");
	for (int me = 0; me < threads; me++) {
		const int *o = out + me * ROWS, first = me / N * N, rank = me - first;
		int scan = 0;
		unsigned odd = 0;

		for (int i = first; i <= me; i++)
			scan += i;
		for (int i = 1; i < N; i += 2)
			odd |= 1U << i;
		check(o[RANK] == rank, "rank", me);
		check(o[SIZE] == N, "size", me);
		check(o[META_RANK] == me / N, "meta rank", me);
		check(o[META_SIZE] == threads / N, "meta size", me);
		check(o[SHFL] == first + N - 1, "shfl", me);
		check(o[DOWN] == (rank + 1 < N ? me + 1 : me), "shfl_down", me);
		check(o[UP] == (rank ? me - 1 : me), "shfl_up", me);
		check(o[XOR] == (N > 1 ? me ^ 1 : me), "shfl_xor", me);
		check(o[ANY] == 1, "any", me);
		check(o[ALL] == (N == 1), "all", me);
		check((unsigned)o[BALLOT] == odd, "ballot", me);
		check(o[SUM] == N * first + N * (N - 1) / 2, "reduce, plus", me);
		check(o[MAX] == first + N - 1, "reduce, greater", me);
		check(o[SCAN] == scan, "inclusive_scan", me);
		check(o[BEFORE] == scan - me, "exclusive_scan", me);
		check(o[PAIR] == 2 * first, "a value of 16 bytes", me);
	}
}

/* Threads whose rank is no multiple of three, in a warp. */
__global__ void coalesced(int *out)
{
	const int me = (int)threadIdx.x;

	if (me % 3 == 0)
		return;
	const cg::coalesced_group g = cg::coalesced_threads();
	const cg::coalesced_group part = cg::tiled_partition<4>(g);
	const cg::coalesced_group half = cg::binary_partition(g, me < 16);
	int *o = out + me * ROWS;

	o[RANK] = (int)g.thread_rank();
	o[SIZE] = (int)g.size();
	o[SHFL] = g.shfl(me, 2);
	o[DOWN] = g.shfl_down(me, 1);
	o[UP] = g.shfl_up(me, 2);
	o[BALLOT] = (int)g.ballot(me % 3 == 1);
	o[SUM] = cg::reduce(g, me, [](int a, int b) { return a + b; });
	o[SCAN] = cg::inclusive_scan(g, 1);
	o[META_RANK] = (int)part.meta_group_rank() * 8 + (int)part.thread_rank();
	o[META_SIZE] = (int)part.size();
	o[MAX] = (int)half.size() * 100 + (int)half.meta_group_rank();
	o[ANY] = g.any(me == 1);
	o[ALL] = g.all(me % 3);
	g.sync();
}

static void test_coalesced()
{
	int *out = shared_array<int>(32 * ROWS), n = 0, sum = 0, low = 0;

	coalesced<<<1, 32>>>(out);
	sync("coalesced");
	for (int me = 0; me < 32; me++)
		if (me % 3)
			n++, sum += me, low += me < 16;
	for (int me = 0, rank = 0; me < 32; me++) {
		const int *o = out + me * ROWS;

		if (me % 3 == 0)
			continue;
		check(o[RANK] == rank, "rank", me);
		check(o[SIZE] == n, "size", me);
		check(o[SHFL] == 4, "shfl: the third one", me);
		check(o[DOWN] == (rank + 1 < n ? me + (me % 3 == 1 ? 1 : 2) : me), "shfl_down", me);
		check(o[UP] == (rank >= 2 ? me - 3 : me), "shfl_up", me);
		check(o[BALLOT] == 0x155555, "ballot: every other rank", me);
		check(o[SUM] == sum, "reduce", me);
		check(o[SCAN] == rank + 1, "inclusive_scan", me);
		check(o[META_RANK] == rank / 4 * 8 + rank % 4, "part's ranks", me);
		check(o[META_SIZE] == (rank / 4 == n / 4 ? n % 4 : 4), "part's size", me);
		check(o[MAX] == (me < 16 ? low * 100 + 1 : (n - low) * 100), "binary_partition", me);
		check(o[ANY] == 1 && o[ALL] == 1, "any, all", me);
		rank++;
	}
}

/* By value, as any group. */
__device__ int sum_of(cg::thread_group g, int *scratch, int v)
{
	const unsigned rank = (unsigned)g.thread_rank();

	for (unsigned half = (unsigned)g.size() / 2; half; half /= 2) {
		scratch[rank] = v;
		g.sync();
		if (rank < half)
			v += scratch[rank + half];
		g.sync();
	}
	return v;
}

__global__ void any_group(int *out)
{
	__shared__ int scratch[128];
	const cg::thread_block block = cg::this_thread_block();
	const cg::thread_group sixteen = cg::tiled_partition(block, 16);
	const int me = (int)cg::thread_rank(block);
	const int whole = sum_of(block, scratch, me);
	int *mine = scratch + me / 16 * 16, part;

	block.sync();
	part = sum_of(sixteen, mine, me);
	if (sixteen.thread_rank() == 0)
		out[1 + me / 16] = part;
	if (me == 0)
		out[0] = whole;
	if (me == 127)
		out[9] = (int)(block.group_index().x + block.thread_index().x + block.dim_threads().x +
			       cg::group_size(block) + cg::is_valid(sixteen));
	cg::sync(block);
}

static void test_any_group()
{
	int *out = shared_array<int>(10);

	any_group<<<1, 128>>>(out);
	sync("any group");
	check(out[0] == 127 * 64, "a block as a group", 0);
	for (int i = 0; i < 8; i++)
		check(out[1 + i] == 16 * 16 * i + 120, "a part as a group", i);
	check(out[9] == 127 + 128 + 128 + 1, "a block's own", 0);
}

__global__ void copied(const int *from, int *to, int n)
{
	extern __shared__ int room[];
	const cg::thread_block block = cg::this_thread_block();

	cg::memcpy_async(block, room, from, sizeof(int) * (unsigned)n);
	cg::wait(block);
	for (int i = (int)threadIdx.x; i < n; i += (int)blockDim.x)
		to[i] = room[n - 1 - i];
	block.sync();
	cg::memcpy_async(block, room, n - 1, from + 1, n);
	cg::wait_prior<0>(block);
	for (int i = (int)threadIdx.x; i < n - 1; i += (int)blockDim.x)
		to[n + i] = room[i];
}

static void test_copies()
{
	const int n = 101;
	int *from = shared_array<int>(n), *to = shared_array<int>(2 * n);

	for (int i = 0; i < n; i++)
		from[i] = i * i;
	copied<<<1, 64, n * sizeof(int)>>>(from, to, n);
	sync("memcpy_async");
	for (int i = 0; i < n; i++)
		check(to[i] == from[n - 1 - i], "bytes", i);
	for (int i = 0; i < n - 1; i++)
		check(to[n + i] == from[i + 1], "elements", i);
}

#ifdef TEST_SM_70
__global__ void labels(int *out)
{
	const cg::thread_block_tile<32> w = cg::tiled_partition<32>(cg::this_thread_block());
	const cg::coalesced_group g = cg::labeled_partition(w, (int)threadIdx.x * 7 % 5);
	int agree;

	out[threadIdx.x * 4] = (int)g.thread_rank();
	out[threadIdx.x * 4 + 1] = (int)g.size() * 10 + (int)g.meta_group_rank();
	out[threadIdx.x * 4 + 2] = (int)w.match_any(threadIdx.x / 8);
	w.match_all(3, agree);
	out[threadIdx.x * 4 + 3] = agree + (int)g.match_any(1) * 2;
}

static void test_labels()
{
	int *out = shared_array<int>(128);

	labels<<<1, 32>>>(out);
	sync("labeled_partition");
	for (int i = 0; i < 32; i++) {
		const int n = (31 - i % 5) / 5 + 1;

		check(out[i * 4] == i / 5, "rank", i);
		check(out[i * 4 + 1] == n * 10 + i % 5, "size and number", i);
		check((unsigned)out[i * 4 + 2] == 0xffU << i / 8 * 8, "match_any", i);
		check(out[i * 4 + 3] == 1 + ((1 << n) - 1) * 2, "match_all", i);
	}
}
#else
static void test_labels() {}
#endif

int main()
{
	test_tiles<1>();
	test_tiles<2>();
	test_tiles<4>();
	test_tiles<8>();
	test_tiles<16>();
	test_tiles<32>();
	test_coalesced();
	test_any_group();
	test_copies();
	test_labels();
	return finish("groups");
}
