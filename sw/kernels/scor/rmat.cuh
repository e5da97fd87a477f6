// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// R-MAT graphs (Chakrabarti, Zhan, Faloutsos 2004), with GTgraph's default probabilities.
//
//            v: low half   high half
//   u: low      a = 0.45   b = 0.15    An edge falls into a quarter of the adjacency matrix, then into
//      high     c = 0.15   d = 0.25    a quarter of that, and so on down to one element.
//
// Low numbers get many edges. The matrix's side is the next power of two: edges beyond the last
// vertex, and from a vertex to itself, are thrown again. Parallel edges stay. The list is in order of
// u, as graph files are.
#ifndef RMAT_CUH
#define RMAT_CUH

#include <algorithm>
#include <utility>
#include <vector>

#include "scor.cuh"

typedef std::pair<int, int> edge;

/* `edges` edges between vertices 0 to vertices - 1; vertices is at least 2. */
inline std::vector<edge> rmat(int vertices, int edges, unsigned long long seed)
{
	std::vector<edge> list;
	numbers random(seed);

	while ((int)list.size() < edges) {
		int u = 0, v = 0;
		for (int side = 1; side < vertices; side *= 2) {
			const unsigned percent = random.below(100);
			u = 2 * u + (percent >= 60);
			v = 2 * v + (percent >= 60 ? percent >= 75 : percent >= 45);
		}
		if (u < vertices && v < vertices && u != v)
			list.push_back(edge(u, v));
	}
	std::sort(list.begin(), list.end());
	return list;
}

#endif
