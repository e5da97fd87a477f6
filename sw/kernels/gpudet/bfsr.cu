// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// bfsr: distance of every vertex from vertex 0, one launch a level, one thread a vertex; with a data race.
//
//   launch    active[own]?  visited[own] = true; each neighbour not visited: cost = own cost + 1, active = true
//   the race  a thread looks at active[own] and cost[own] while a neighbour of its vertex writes them, in the same
//             launch: a vertex that is made active early takes part a launch too soon, and may give its
//             neighbours a cost that is too high by one or more, over a right one
//
// It is the bug of section 1.1 of GPUDet's paper (ASPLOS 2013), which stood in a published program; bfsf is the
// program without it. Lines with the race end in the comment "race". The flags are bytes.
//
// Which vertices are wrong depends on the schedule. `bfsr: WRONG` and exit 1 is therefore no fault of the GPU;
// with deterministic execution every run gives the same answer, wrong or right.
//
// usage: bfsr [ci|paper|N] [SEED]   N: vertices
#include "graph.cuh"

__global__ void step(const int *first, const int *target, bool *active, bool *visited, int *cost, bool *over, int n)
{
	const int own = blockIdx.x * blockDim.x + threadIdx.x;
	if (own >= n || !active[own])							// race
		return;
	active[own] = false;								// race
	visited[own] = true;								// race
	for (int e = first[own]; e < first[own + 1]; e++) {
		const int next = target[e];
		if (!visited[next]) {							// race
			cost[next] = cost[own] + 1;					// race
			active[next] = true;						// race
			*over = true;							// all write the same
		}
	}
}

int main(int argc, char **argv)
{
	unsigned long long seed;
	const int n = (int)size_argument(argc, argv, "vertices", 8192, 262144, 10000000, &seed);
	const graph g = make_graph(n, seed);
	std::vector<int> cost(n, UNREACHED);
	std::vector<char> active(n, 0), visited(n, 0);
	cost[0] = 0;
	active[0] = 1;

	int *first = to_device(g.first), *target = to_device(g.target), *dev_cost = to_device(cost), launches = 0;
	bool *dev_active = (bool *)to_device(active), *dev_visited = (bool *)to_device(visited);
	bool *dev_over = device_array<bool>(1), over;
	do {
		CHECK(cudaMemset(dev_over, 0, sizeof(bool)));
		step<<<(n + THREADS - 1) / THREADS, THREADS>>>(first, target, dev_active, dev_visited, dev_cost,
							       dev_over, n);
		CHECK(cudaGetLastError());
		CHECK(cudaMemcpy(&over, dev_over, sizeof(bool), cudaMemcpyDeviceToHost));
	} while (over && ++launches < n);
	from_device(cost, dev_cost);

	const std::vector<int> want = reference(g);
	int wrong = 0;
	for (int v = 0; v < n; v++)
		wrong += cost[v] != want[v];
	fnv1a hash;
	hash.add(cost);
	if (wrong) {
		printf("bfsr: WRONG %d of %d levels, hash=%016llx\n", wrong, n, hash.state);
		return 1;
	}
	printf("bfsr: ok, %d vertices, hash=%016llx\n", n, hash.state);
	return 0;
}
