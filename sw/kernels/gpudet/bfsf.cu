// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// bfsf: distance of every vertex from vertex 0, two launches a level, one thread a vertex; bfsr without its race.
//
//   expand    active[own]?    each neighbour not visited: cost = own cost + 1, reached = true
//   settle    reached[own]?   visited[own] = active[own] = true
//
// What one launch reads of another vertex it does not write, so an order of threads cannot be seen: where two
// threads write the same cost or flag they write the same value. The flags are bytes.
// What GPUDet meets in it: kernels so short that most quanta end with their threads.
//
// Check: the levels of a search on the host.
//
// usage: bfsf [ci|paper|N] [SEED]   N: vertices
#include "graph.cuh"

__global__ void expand(const int *first, const int *target, bool *active, const bool *visited, bool *reached,
		       int *cost, int n)
{
	const int own = blockIdx.x * blockDim.x + threadIdx.x;
	if (own >= n || !active[own])
		return;
	active[own] = false;
	for (int e = first[own]; e < first[own + 1]; e++) {
		const int next = target[e];
		if (!visited[next]) {
			cost[next] = cost[own] + 1;
			reached[next] = true;
		}
	}
}

__global__ void settle(bool *active, bool *visited, bool *reached, bool *over, int n)
{
	const int own = blockIdx.x * blockDim.x + threadIdx.x;
	if (own >= n || !reached[own])
		return;
	active[own] = true;
	visited[own] = true;
	reached[own] = false;
	*over = true;
}

int main(int argc, char **argv)
{
	unsigned long long seed;
	const int n = (int)size_argument(argc, argv, "vertices", 15360, 262144, 10000000, &seed);
	const graph g = make_graph(n, seed);
	std::vector<int> cost(n, UNREACHED);
	std::vector<char> active(n, 0), reached(n, 0);
	cost[0] = 0;
	active[0] = 1;

	int *first = to_device(g.first), *target = to_device(g.target), *dev_cost = to_device(cost), levels = 0;
	bool *dev_active = (bool *)to_device(active), *dev_visited = (bool *)to_device(active);
	bool *dev_reached = (bool *)to_device(reached), *dev_over = device_array<bool>(1), over;
	const int blocks = (n + THREADS - 1) / THREADS;
	do {
		CHECK(cudaMemset(dev_over, 0, sizeof(bool)));
		expand<<<blocks, THREADS>>>(first, target, dev_active, dev_visited, dev_reached, dev_cost, n);
		settle<<<blocks, THREADS>>>(dev_active, dev_visited, dev_reached, dev_over, n);
		CHECK(cudaGetLastError());
		CHECK(cudaMemcpy(&over, dev_over, sizeof(bool), cudaMemcpyDeviceToHost));
	} while (over && ++levels < n);
	from_device(cost, dev_cost);

	const std::vector<int> want = reference(g);
	const size_t wrong = first_difference(cost, want);
	if (wrong < cost.size()) {
		printf("bfsf: FAILED, vertex %zu: got %d want %d\n", wrong, cost[wrong], want[wrong]);
		return 1;
	}
	fnv1a hash;
	hash.add(cost);
	printf("bfsf: ok, %d vertices, %d levels, hash=%016llx\n", n, levels, hash.state);
	return 0;
}
