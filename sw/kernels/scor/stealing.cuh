// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// What gcol and gcon have in common: items in shares, one for each block, and blocks that steal.
//
//   host     shares() once for vertices, once for edges; restart() before each launch
//   device   thread 0 of a block takes items of head[share]; bases tells the others of its block
//
// The loop that takes and steals stands in each kernel: every race that can be injected there has lines
// of its own. BLOCKS is the program's.
#ifndef STEALING_CUH
#define STEALING_CUH

#include <algorithm>
#include <vector>

#include "scor.cuh"

/* Items 0 to items - 1, `share` for each block. */
struct work {
	int *head;		// of each share: first item not taken yet
	const int *tail;	// of each share: end
	int *bases;		// for each block: first of the items it works on
	int *block_ids;		// for each block: whose share it takes from
	int share, items;
};

/* End of the share that item `first` is in. Found from that number alone, so that a warp which sees
 * the items of another turn (a barrier is missing) still works on items of its own block only. */
__device__ inline int end_of_share(work w, int first)
{
	return min(first / w.share * w.share + w.share, w.items);
}

/* Device memory for n ints: `from`, or zeros. */
static int *ints(int n, const int *from = nullptr)
{
	int *p;
	CHECK(cudaMalloc(&p, std::max(n, 1) * sizeof(int)));
	if (from != nullptr)
		CHECK(cudaMemcpy(p, from, n * sizeof(int), cudaMemcpyHostToDevice));
	else
		CHECK(cudaMemset(p, 0, n * sizeof(int)));
	return p;
}

/* Equal shares, multiples of `unit`: with more than 1 the last blocks may have less. */
static work shares(int items, int unit)
{
	work w;
	w.items = items;
	w.share = (items + BLOCKS * unit - 1) / (BLOCKS * unit) * unit;
	std::vector<int> tail(BLOCKS);
	for (int b = 0; b < BLOCKS; b++)
		tail[b] = std::min((b + 1) * w.share, items);
	w.head = ints(BLOCKS);
	w.tail = ints(BLOCKS, tail.data());
	w.bases = ints(BLOCKS);
	w.block_ids = ints(BLOCKS);
	return w;
}

/* Before each launch: nothing is taken yet, and bases say `base`. */
static void restart(work w, int base)
{
	std::vector<int> head(BLOCKS), ids(BLOCKS), bases(BLOCKS, base);
	for (int b = 0; b < BLOCKS; b++) {
		head[b] = b * w.share;
		ids[b] = b;
	}
	CHECK(cudaMemcpy(w.head, head.data(), BLOCKS * sizeof(int), cudaMemcpyHostToDevice));
	CHECK(cudaMemcpy(w.bases, bases.data(), BLOCKS * sizeof(int), cudaMemcpyHostToDevice));
	CHECK(cudaMemcpy(w.block_ids, ids.data(), BLOCKS * sizeof(int), cudaMemcpyHostToDevice));
}

#endif
