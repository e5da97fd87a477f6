// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// The graph of bfsr and bfsf: undirected, edges between vertices drawn evenly; and its levels.
#ifndef GRAPH_CUH
#define GRAPH_CUH

#include "gpudet.cuh"

constexpr int THREADS = 256, UNREACHED = -1, EDGES_PER_VERTEX = 6;

struct graph {
	std::vector<int> first;		// first[v]..first[v + 1]: v's edges
	std::vector<int> target;
};

inline graph make_graph(int n, unsigned long long seed)
{
	numbers random(seed);
	std::vector<std::vector<int>> edges(n);
	for (int e = 0; e < n * (EDGES_PER_VERTEX / 2); e++) {
		const int v = (int)random.below(n), w = (int)random.below(n);
		edges[v].push_back(w);
		edges[w].push_back(v);
	}
	graph g;
	for (const std::vector<int> &own : edges) {
		g.first.push_back((int)g.target.size());
		g.target.insert(g.target.end(), own.begin(), own.end());
	}
	g.first.push_back((int)g.target.size());
	return g;
}

/* Distance of every vertex from vertex 0, or UNREACHED. */
inline std::vector<int> reference(const graph &g)
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

#endif
