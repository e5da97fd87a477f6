// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// gcol: colours a graph so that no edge has one colour at both ends. Blocks steal work from each other.
//
//   until no edge clashes:
//     assign   a vertex without colour takes the lowest that is not forbidden    (by vertices)
//     detect   of two ends with the same colour the higher vertex loses it       (by edges)
//     forbid   a vertex without colour may not take its neighbours'              (by edges)
//
// Colours come in sets of 31, a bit each; a vertex whose set is all forbidden goes on to the next
// set. A loser keeps its bit, marked LOST, until it is assigned another: so what detect finds does
// not depend on its order, and the colours are the same in every run.
//
// Every block has an equal share of the items. Thread 0 takes THREADS at a time, first of its own
// share, then of the others':
//
//   thread 0 of block b         all threads of b     thread 0 of block c, done with its share
//   ------------- barrier ------+
//   head[b] += THREADS          |                    head[b] += 0         anything left?
//   block_ids[b] = whose share  |                    head[b] += THREADS   stolen
//   bases[b] = old head         |
//   ------------- barrier ------+
//                               bases[b]: work on it
//
// head is only accessed by atomics of device scope, block_ids by thread 0 with block scope; bases is
// ordered by the barriers. No lane leaves the loop's body early: in lock step the lanes of a warp
// must have met again at the barrier.
//
// Races, in assign (1, 2), detect (3, 4) and forbid (5, 6):
//   odd    thread 0 adds to its own head with block scope: thieves are in other blocks, and their
//          looking is reported, whether or not they find work to steal
//   even   the barrier after thread 0 set bases is missing: warps may work on the items of the turn
//          before again, and skip this turn's. The colouring may go wrong or need more rounds
//
// usage: gcol [ci|paper|N] [SEED]     N: vertices; 5/3 as many edges
// Structure as in ScoR's graph-coloring (Kamath, George, Basu, ISCA 2020), after Deveci et al.
// (IPDPS 2016).
#include "rmat.cuh"

#ifndef BLOCKS
#define BLOCKS 15
#endif
#include "stealing.cuh"

constexpr int THREADS = 256;
constexpr int NONE = -1, DONE = -2;	// bases: nothing taken yet, nothing left
constexpr int LOST = 1 << 31;		// vertex_color: the bits below are what it lost
constexpr int MAX_ROUNDS = 100;		// a racy build need not come to an end

struct graph {
	const int *u, *v;	// ends of each edge
	int *color_set;		// for each vertex: number of its set of colours
	int *vertex_color;	// its colour in the set, a bit; 0: none
	int *v_forbidden;	// colours of the set that neighbours have
	int *tv_forbidden;	// colour to keep off this time, if there is another
};

__global__ void assign_colors(graph g, work w)
{
	const int b = blockIdx.x;
	for (;;) {
		__syncthreads();
		if (threadIdx.x == 0) {
			int from = atomicAdd_block(&w.block_ids[b], 0), first = -1;
			if (from == b) {
				first = racy(1) ? atomicAdd_block(&w.head[b], THREADS)	// race 1
						: atomicAdd(&w.head[b], THREADS);
				if (first >= w.tail[b]) {
					first = -1;
					from = (b + 1) % BLOCKS;
				}
			}
			while (first < 0 && from != b) {
				if (atomicAdd(&w.head[from], 0) < w.tail[from])	// race 1
					first = atomicAdd(&w.head[from], THREADS);	// race 1
				if (first < 0 || first >= w.tail[from]) {
					first = -1;
					from = (from + 1) % BLOCKS;
				}
			}
			atomicExch_block(&w.block_ids[b], from);
			w.bases[b] = first < 0 ? DONE : first;	// race 2
		}
		if (!racy(2))
			__syncthreads();
		const int first = w.bases[b];	// race 2
		if (first == DONE)
			return;
		const int v = first + threadIdx.x;
		if (first != NONE && v < end_of_share(w, first)) {
			const int allowed = ~(g.v_forbidden[v] | LOST);
			const int preferred = allowed & ~g.tv_forbidden[v];
			if (g.vertex_color[v] <= 0 && allowed != 0) {
				const int choice = preferred != 0 ? preferred : allowed;
				g.vertex_color[v] = g.tv_forbidden[v] = choice & -choice;
			} else if (g.vertex_color[v] <= 0) {
				g.color_set[v]++;
				g.v_forbidden[v] = g.tv_forbidden[v] = g.vertex_color[v] = 0;
			}
		}
	}
}

__global__ void detect_conflicts(graph g, work w, int *complete)
{
	const int b = blockIdx.x;
	for (;;) {
		__syncthreads();
		if (threadIdx.x == 0) {
			int from = atomicAdd_block(&w.block_ids[b], 0), first = -1;
			if (from == b) {
				first = racy(3) ? atomicAdd_block(&w.head[b], THREADS)	// race 3
						: atomicAdd(&w.head[b], THREADS);
				if (first >= w.tail[b]) {
					first = -1;
					from = (b + 1) % BLOCKS;
				}
			}
			while (first < 0 && from != b) {
				if (atomicAdd(&w.head[from], 0) < w.tail[from])	// race 3
					first = atomicAdd(&w.head[from], THREADS);	// race 3
				if (first < 0 || first >= w.tail[from]) {
					first = -1;
					from = (from + 1) % BLOCKS;
				}
			}
			atomicExch_block(&w.block_ids[b], from);
			w.bases[b] = first < 0 ? DONE : first;	// race 4
		}
		if (!racy(4))
			__syncthreads();
		const int first = w.bases[b];	// race 4
		if (first == DONE)
			return;
		const int e = first + threadIdx.x;
		if (first != NONE && e < end_of_share(w, first)) {
			const int u = g.u[e], v = g.v[e];
			const int color_u = atomicAdd(&g.vertex_color[u], 0) & ~LOST;
			const int color_v = atomicAdd(&g.vertex_color[v], 0) & ~LOST;
			const bool clash = g.color_set[u] == g.color_set[v] && color_u == color_v;
			if (clash && color_u != 0)
				atomicOr(&g.vertex_color[max(u, v)], LOST);
			if (clash || color_u == 0 || color_v == 0)
				atomicExch(complete, 0);
		}
	}
}

__global__ void forbid_colors(graph g, work w)
{
	const int b = blockIdx.x;
	for (;;) {
		__syncthreads();
		if (threadIdx.x == 0) {
			int from = atomicAdd_block(&w.block_ids[b], 0), first = -1;
			if (from == b) {
				first = racy(5) ? atomicAdd_block(&w.head[b], THREADS)	// race 5
						: atomicAdd(&w.head[b], THREADS);
				if (first >= w.tail[b]) {
					first = -1;
					from = (b + 1) % BLOCKS;
				}
			}
			while (first < 0 && from != b) {
				if (atomicAdd(&w.head[from], 0) < w.tail[from])	// race 5
					first = atomicAdd(&w.head[from], THREADS);	// race 5
				if (first < 0 || first >= w.tail[from]) {
					first = -1;
					from = (from + 1) % BLOCKS;
				}
			}
			atomicExch_block(&w.block_ids[b], from);
			w.bases[b] = first < 0 ? DONE : first;	// race 6
		}
		if (!racy(6))
			__syncthreads();
		const int first = w.bases[b];	// race 6
		if (first == DONE)
			return;
		const int e = first + threadIdx.x;
		if (first != NONE && e < end_of_share(w, first)) {
			const int u = g.u[e], v = g.v[e];
			const int color_u = g.vertex_color[u], color_v = g.vertex_color[v];
			const bool same = g.color_set[u] == g.color_set[v];
			if (same && color_u <= 0 && color_v > 0)
				atomicOr(&g.v_forbidden[u], color_v);
			if (same && color_v <= 0 && color_u > 0)
				atomicOr(&g.v_forbidden[v], color_u);
		}
	}
}

int main(int argc, char **argv)
{
	unsigned long long seed, sum = 0;
	const int n = (int)size_argument(argc, argv, "vertices", 1000, 30000, 1 << 24, &seed);
	const int m = n < 2 ? 0 : (int)(n * 5l / 3);
	const std::vector<edge> edges = rmat(n, m, seed);
	std::vector<int> u(m), v(m), set(n), color(n);

	for (int e = 0; e < m; e++) {
		u[e] = edges[e].first;
		v[e] = edges[e].second;
	}
	graph g = {ints(m, u.data()), ints(m, v.data()), ints(n), ints(n), ints(n), ints(n)};
	work vertices = shares(n, 1), links = shares(m, 1);
	int *d_complete = ints(1), complete = 0, rounds = 0;

	while (!complete && rounds++ < MAX_ROUNDS) {
		complete = 1;
		CHECK(cudaMemcpy(d_complete, &complete, sizeof(int), cudaMemcpyHostToDevice));
		restart(vertices, NONE);
		assign_colors<<<BLOCKS, THREADS>>>(g, vertices);
		CHECK(cudaDeviceSynchronize());
		restart(links, NONE);
		detect_conflicts<<<BLOCKS, THREADS>>>(g, links, d_complete);
		CHECK(cudaDeviceSynchronize());
		restart(links, NONE);
		forbid_colors<<<BLOCKS, THREADS>>>(g, links);
		CHECK(cudaDeviceSynchronize());
		CHECK(cudaMemcpy(&complete, d_complete, sizeof(int), cudaMemcpyDeviceToHost));
	}
	CHECK(cudaMemcpy(set.data(), g.color_set, n * sizeof(int), cudaMemcpyDeviceToHost));
	CHECK(cudaMemcpy(color.data(), g.vertex_color, n * sizeof(int), cudaMemcpyDeviceToHost));
	if (!complete) {
		printf("gcol: FAILED, still incomplete after %d rounds\n", MAX_ROUNDS);
		return 1;
	}
	int most = 0;
	for (int i = 0; i < n; i++) {
		if (color[i] <= 0 || (color[i] & (color[i] - 1)) != 0) {
			printf("gcol: FAILED, vertex %d has no colour\n", i);
			return 1;
		}
		most = std::max(most, set[i] * 31 + __builtin_ctz(color[i]) + 1);
		sum = sum * 31 + set[i] * 31ull + color[i];
	}
	for (int e = 0; e < m; e++)
		if (set[u[e]] == set[v[e]] && color[u[e]] == color[v[e]]) {
			printf("gcol: FAILED, vertices %d and %d have the same colour\n", u[e], v[e]);
			return 1;
		}
	printf("gcol: ok, %d vertices, %d edges, %d colours in %d rounds, checksum %016llx\n", n, m,
	       most, rounds, sum);
	return 0;
}
