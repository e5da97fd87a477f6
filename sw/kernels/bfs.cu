// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// bfs: distance of every vertex from vertex 0, one launch per level.
//
//   a thread takes a vertex of the frontier, claims each neighbour that nobody has reached yet
//   with atomicCAS, and appends the ones it won to the next frontier
//
// The graph is an R-MAT graph (a few vertices with very many edges), made in the program.
//
// Exercises: irregular loads through an index, loops of different length in each lane, contended
// device-scope compare-and-swap, a queue that grows by atomicAdd, launches that depend on a value
// read back from the device. The order in a frontier depends on the schedule; distances do not.
//
// usage: bfs [n]     vertices, rounded up to a power of two, 2..1048576
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

#define CHECK(call)                                                                             \
	do {                                                                                    \
		cudaError_t e_ = (call);                                                        \
		if (e_ != cudaSuccess) {                                                        \
			printf("bfs: FAILED, line %d: %s\n", __LINE__, cudaGetErrorString(e_)); \
			exit(1);                                                                \
		}                                                                               \
	} while (0)

constexpr int BLOCK = 128, EDGES_PER_VERTEX = 8;
constexpr int UNREACHED = -1;

struct graph {
	std::vector<int> first;		// first[v]..first[v + 1]: v's edges
	std::vector<int> target;
};

__global__ void expand(const int *first, const int *target, const int *frontier, int frontier_size,
		       int *level, int depth, int *next, int *next_size)
{
	const int i = blockIdx.x * BLOCK + threadIdx.x;
	if (i >= frontier_size)
		return;
	const int v = frontier[i];
	for (int e = first[v]; e < first[v + 1]; e++) {
		const int w = target[e];
		if (atomicCAS(&level[w], UNREACHED, depth) == UNREACHED)
			next[atomicAdd(next_size, 1)] = w;	// exactly one thread gets here for w
	}
}

static double next_random(unsigned long long *state)
{
	*state = *state * 6364136223846793005ull + 1442695040888963407ull;
	return (double)(*state >> 40) / (double)(1 << 24);
}

static graph make_graph(int scale)
{
	const int n = 1 << scale;
	unsigned long long random = 2026;
	std::vector<std::vector<int>> edges(n);
	for (int e = 0; e < n * EDGES_PER_VERTEX / 2; e++) {
		int v = 0, w = 0;
		for (int bit = 0; bit < scale; bit++) {	// quadrants with 57, 19, 19, 5 per cent
			const double r = next_random(&random);
			v = 2 * v + (r >= 0.76);
			w = 2 * w + ((r >= 0.57 && r < 0.76) || r >= 0.95);
		}
		edges[v].push_back(w);
		edges[w].push_back(v);
	}
	graph g;
	for (int v = 0; v < n; v++) {
		g.first.push_back((int)g.target.size());
		g.target.insert(g.target.end(), edges[v].begin(), edges[v].end());
	}
	g.first.push_back((int)g.target.size());
	return g;
}

static std::vector<int> reference(const graph &g)
{
	std::vector<int> level(g.first.size() - 1, UNREACHED), queue(1, 0);
	level[0] = 0;
	for (size_t head = 0; head < queue.size(); head++) {
		const int v = queue[head];
		for (int e = g.first[v]; e < g.first[v + 1]; e++) {
			if (level[g.target[e]] == UNREACHED) {
				level[g.target[e]] = level[v] + 1;
				queue.push_back(g.target[e]);
			}
		}
	}
	return level;
}

static int *to_device(const std::vector<int> &v)
{
	int *p;
	CHECK(cudaMalloc(&p, v.size() * sizeof(int) + 4));	// + 4: v may be empty
	CHECK(cudaMemcpy(p, v.data(), v.size() * sizeof(int), cudaMemcpyHostToDevice));
	return p;
}

int main(int argc, char **argv)
{
	const int least = argc > 1 ? atoi(argv[1]) : 1024;
	if (least < 2 || least > 1 << 20) {
		fprintf(stderr, "usage: bfs [n], n from 2 to 1048576\n");
		return 1;
	}
	int scale = 1;
	while (1 << scale < least)
		scale++;
	const graph g = make_graph(scale);
	const int n = 1 << scale;
	std::vector<int> level(n, UNREACHED), start(n, 0);
	level[0] = 0;

	int *first = to_device(g.first), *target = to_device(g.target), *dev_level = to_device(level);
	int *frontier = to_device(start), *next = to_device(start), *next_size;
	CHECK(cudaMalloc(&next_size, sizeof(int)));
	int size = 1, depth = 0, appended = 1;
	while (size > 0) {
		CHECK(cudaMemset(next_size, 0, sizeof(int)));
		expand<<<(size + BLOCK - 1) / BLOCK, BLOCK>>>(first, target, frontier, size, dev_level,
							      ++depth, next, next_size);
		CHECK(cudaGetLastError());
		CHECK(cudaMemcpy(&size, next_size, sizeof(int), cudaMemcpyDeviceToHost));
		appended += size;
		std::swap(frontier, next);
	}
	CHECK(cudaMemcpy(level.data(), dev_level, n * sizeof(int), cudaMemcpyDeviceToHost));
	for (int *p : {first, target, dev_level, frontier, next, next_size})
		CHECK(cudaFree(p));

	const std::vector<int> want = reference(g);
	int reached = 0;
	for (int v = 0; v < n; v++) {
		if (level[v] != want[v]) {
			printf("bfs: FAILED at index %d: got %d want %d\n", v, level[v], want[v]);
			return 1;
		}
		reached += level[v] != UNREACHED;
	}
	if (appended != reached) {	// a vertex that two threads claimed
		printf("bfs: FAILED at index %d: got %d vertices in frontiers want %d\n", n, appended, reached);
		return 1;
	}
	printf("bfs: ok, %d of %d vertices reached in %d levels\n", reached, n, depth);
	return 0;
}
