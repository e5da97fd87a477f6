// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// gcon: connected components of a graph. Blocks steal work from each other.
//
//   init       each vertex is a component of its own: component[v] = v         (by vertices)
//   link       for an edge, hang the higher of the two roots below the lower   (by edges)
//   compress   point each vertex straight at its root                          (by vertices)
//
// component[v] <= v always, so no chain has a loop, and in the end it is the lowest vertex of the
// component: the same in every run.
//
// Every block has an equal share of the items, a multiple of THREADS: so the last blocks have less,
// and steal. Thread 0 takes THREADS items at a time, first of its own share, then of the others':
//
//   thread 0 of block b         all threads of b     thread 0 of block c, done with its share
//   ------------- barrier ------+
//   head[b] += THREADS          |                    head[b] += 0         anything left?
//   block_ids[b] = whose share  |                    head[b] += THREADS   stolen
//   bases[b] = old head         |
//   ------------- barrier ------+
//                               bases[b]: work on it
//
// head is only accessed by atomics of device scope, block_ids by thread 0 with block scope, component
// by atomics of device scope after init; bases is ordered by the barriers. No lane leaves the loop's
// body early: in lock step the lanes of a warp must have met again at the barrier.
//
// Races:
//   1 init, 2 link, 4 compress   the barrier before thread 0 sets bases is missing: others may still
//                                have to read it. They then skip items; components may be wrong
//   3 link, 5 compress           a thief adds to the victim's head with block scope
//
// With a metadata entry for 16 words, words N = bytes / 64 words apart share one. component is
// allocated last, so that head and bases share their entries with vertices of few edges; before it, it would
// be the entries of vertex 0, which is looked at all the time. The ci size has N close to a multiple of the
// share: the blocks reach these vertices in the same turn, and other turns are left to find races in.
//
// usage: gcon [ci|paper|N] [SEED]     N: vertices; 3/2 as many edges
// Structure as in ScoR's graph-connectivity (Kamath, George, Basu, ISCA 2020), after Sutton et al.
// (IPDPS 2018).
#include <numeric>

#include "rmat.cuh"

#ifndef BLOCKS
#define BLOCKS 15
#endif
#include "stealing.cuh"

constexpr int THREADS = 400;		// the last warp is half empty
constexpr int DONE = -1;		// bases: nothing left

__global__ void init(int *component, work w)
{
	const int b = blockIdx.x;
	for (;;) {
		if (!racy(1))
			__syncthreads();
		if (threadIdx.x == 0) {
			int from = atomicAdd_block(&w.block_ids[b], 0), first = -1;
			if (from == b) {
				first = atomicAdd(&w.head[b], THREADS);
				if (first >= w.tail[b]) {
					first = -1;
					from = (b + 1) % BLOCKS;
				}
			}
			while (first < 0 && from != b) {
				if (atomicAdd(&w.head[from], 0) < w.tail[from])
					first = atomicAdd(&w.head[from], THREADS);
				if (first < 0 || first >= w.tail[from]) {
					first = -1;
					from = (from + 1) % BLOCKS;
				}
			}
			atomicExch_block(&w.block_ids[b], from);
			w.bases[b] = first < 0 ? DONE : first;	// race 1
		}
		__syncthreads();
		const int first = w.bases[b];	// race 1
		if (first == DONE)
			return;
		const int v = first + threadIdx.x;
		if (v < end_of_share(w, first)) {
			component[v] = v;
		}
	}
}

__global__ void link(const int *ends_u, const int *ends_v, int *component, work w)
{
	const int b = blockIdx.x;
	for (;;) {
		if (!racy(2))
			__syncthreads();
		if (threadIdx.x == 0) {
			int from = atomicAdd_block(&w.block_ids[b], 0), first = -1;
			if (from == b) {
				first = atomicAdd(&w.head[b], THREADS);	// race 3
				if (first >= w.tail[b]) {
					first = -1;
					from = (b + 1) % BLOCKS;
				}
			}
			while (first < 0 && from != b) {
				if (atomicAdd(&w.head[from], 0) < w.tail[from])	// race 3
					first = racy(3) ? atomicAdd_block(&w.head[from], THREADS)	// race 3
							: atomicAdd(&w.head[from], THREADS);
				if (first < 0 || first >= w.tail[from]) {
					first = -1;
					from = (from + 1) % BLOCKS;
				}
			}
			atomicExch_block(&w.block_ids[b], from);
			w.bases[b] = first < 0 ? DONE : first;	// race 2
		}
		__syncthreads();
		const int first = w.bases[b];	// race 2
		if (first == DONE)
			return;
		const int e = first + threadIdx.x;
		if (e < end_of_share(w, first)) {
			int u = atomicAdd(&component[ends_u[e]], 0), v = atomicAdd(&component[ends_v[e]], 0);
			while (u != v) {
				const int high = max(u, v), low = min(u, v);
				const int old = atomicCAS(&component[high], high, low);
				if (old == high || old == low)
					break;
				u = atomicAdd(&component[old], 0);	// high was no root
				v = atomicAdd(&component[low], 0);
			}
		}
	}
}

__global__ void compress(int *component, work w)
{
	const int b = blockIdx.x;
	for (;;) {
		if (!racy(4))
			__syncthreads();
		if (threadIdx.x == 0) {
			int from = atomicAdd_block(&w.block_ids[b], 0), first = -1;
			if (from == b) {
				first = atomicAdd(&w.head[b], THREADS);	// race 5
				if (first >= w.tail[b]) {
					first = -1;
					from = (b + 1) % BLOCKS;
				}
			}
			while (first < 0 && from != b) {
				if (atomicAdd(&w.head[from], 0) < w.tail[from])	// race 5
					first = racy(5) ? atomicAdd_block(&w.head[from], THREADS)	// race 5
							: atomicAdd(&w.head[from], THREADS);
				if (first < 0 || first >= w.tail[from]) {
					first = -1;
					from = (from + 1) % BLOCKS;
				}
			}
			atomicExch_block(&w.block_ids[b], from);
			w.bases[b] = first < 0 ? DONE : first;	// race 4
		}
		__syncthreads();
		const int first = w.bases[b];	// race 4
		if (first == DONE)
			return;
		const int v = first + threadIdx.x;
		if (v < end_of_share(w, first)) {
			int up = atomicAdd(&component[v], 0), above;
			while ((above = atomicAdd(&component[up], 0)) != up) {
				atomicCAS(&component[v], up, above);
				up = above;
			}
		}
	}
}

static int root(std::vector<int> &parent, int v)
{
	while (parent[v] != v)
		v = parent[v] = parent[parent[v]];
	return v;
}

int main(int argc, char **argv)
{
	unsigned long long seed, sum = 0;
	const int n = (int)size_argument(argc, argv, "vertices", 14200, 100000, 1 << 24, &seed);
	const int m = n < 2 ? 0 : (int)(n * 3l / 2);
	const std::vector<edge> edges = rmat(n, m, seed);
	std::vector<int> u(m), v(m), component(n), want(n);

	for (int e = 0; e < m; e++) {
		u[e] = edges[e].first;
		v[e] = edges[e].second;
	}
	int *d_u = ints(m, u.data()), *d_v = ints(m, v.data());
	const work vertices = shares(n, THREADS), links = shares(m, THREADS);
	int *d_component = ints(n);	// after the shares: see the header

	restart(vertices, DONE);
	init<<<BLOCKS, THREADS>>>(d_component, vertices);
	CHECK(cudaDeviceSynchronize());
	restart(links, DONE);
	link<<<BLOCKS, THREADS>>>(d_u, d_v, d_component, links);
	CHECK(cudaDeviceSynchronize());
	restart(vertices, DONE);
	compress<<<BLOCKS, THREADS>>>(d_component, vertices);
	CHECK(cudaDeviceSynchronize());
	CHECK(cudaMemcpy(component.data(), d_component, n * sizeof(int), cudaMemcpyDeviceToHost));

	std::iota(want.begin(), want.end(), 0);
	for (int e = 0; e < m; e++) {
		const int a = root(want, u[e]), b = root(want, v[e]);
		want[std::max(a, b)] = std::min(a, b);
	}
	int components = 0;
	for (int i = 0; i < n; i++) {
		if (component[i] != root(want, i)) {
			printf("gcon: FAILED, vertex %d is in component %d, not %d\n", i, component[i],
			       root(want, i));
			return 1;
		}
		components += component[i] == i;
		sum = sum * 31 + component[i];
	}
	printf("gcon: ok, %d vertices, %d edges, %d components, checksum %016llx\n", n, m, components,
	       sum);
	return 0;
}
