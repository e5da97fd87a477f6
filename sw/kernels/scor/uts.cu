// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// uts: counts the nodes of unbalanced trees. Every block starts with the root of one tree; how many
// children a node has comes out of a hash, so nobody knows who will have how much to do.
//
//   a block's local stack   small; its own warps alone      lock, fences, atomics of block scope
//   a block's steal stack   what the local one has no       lock, fences, atomics of device scope
//                           room for; any warp takes
//
//   a warp, again and again:
//     look      lane 0: has the own local stack work, the own steal stack, anybody's steal stack?
//     pop       lane 0 locks | all fence | read top | a node for each lane | lane 0: top, avail,
//               fence, unlock
//     generate  likewise: the children of 32 nodes onto the own local stack; those that do not
//               fit there onto the own steal stack
//   A warp that found no work anywhere waits for the stacks of its own block, and leaves when the
//   block's other warps wait, too. Only the own block's warps put nodes onto a stack, and they come
//   back to look: whoever leaves early loses no work, and no block waits for one that may not be
//   resident.
//
// `avail` is how many nodes there are, for those that look without the lock; `top` is the same
// number under the lock. Data are volatile or atomic only; a node is one word.
//
//   race 1  generate takes the lock of a steal stack with block scope
//   race 2  ... adds to its avail with block scope
//   race 3  ... unlocks it with block scope
//   race 4  pop takes the lock of a steal stack with block scope
//   race 5  ... sets its avail with block scope
//   race 6  ... unlocks it with block scope
// Thieves are of other blocks, so none of the six is wide enough.
//
// usage: uts [ci|paper|N] [SEED]     N: levels of the trees
#include "scor.cuh"

#ifndef BLOCKS
#define BLOCKS 120
#endif
constexpr int GROUPS = (BLOCKS + 3) / 4;	// of four blocks, looked at together
constexpr int THREADS = 128, WARPS = THREADS / 32;
constexpr int MEAN = 3;			// children of a node; it has 0 to 2 * MEAN
constexpr int LOCAL_NODES = 64;		// a local stack's room
constexpr int STEAL_NODES = 4096;	// a steal stack's
constexpr int NONE = -1, OWN_LOCAL = -2, LEAVE = -3;	// beside numbers of blocks

struct stack {
	volatile int size;	// words of its nodes
	volatile int avail;
	volatile int top;
	int locked;
	int nodes, leaves;	// found by the owner's threads (local stacks)
};

struct pair {	// a block's
	stack local, steal;
};

/* A node in a word: level, number of children, and 16 bits that its children's are made from. */
__host__ __device__ inline int level_of(unsigned node)
{
	return node & 255;
}

__host__ __device__ inline int children_of(unsigned node)
{
	return node >> 8 & 255;
}

__host__ __device__ inline unsigned make_node(int level, int children, unsigned state)
{
	return level | children << 8 | state << 16;
}

__host__ __device__ inline unsigned child_of(unsigned node, int i, int levels)
{
	const int level = level_of(node) + 1;
	unsigned h = ((node >> 16) * 8 + i) * 2654435761u + level * 40503u;
	h = (h ^ h >> 15) * 2246822519u;
	h ^= h >> 13;
	const int children = level < levels - 1 ? (h & 0xffff) * (2 * MEAN + 1) >> 16 : 0;
	return make_node(level, children, h >> 16);
}

/* Lanes of a warp wait for each other where they do not run in lock step anyway. */
__device__ inline void together()
{
#if __CUDA_ARCH__ >= 700
	__syncwarp();
#else
	asm volatile("" ::: "memory");
#endif
}

__device__ inline int *word(const volatile int *p)
{
	return (int *)p;
}

/* Where lane 0 finds work: in the own local stack or in a block's steal stack. When there is none
 * anywhere it waits for the own block's; LEAVE: all warps of the block wait so. */
__device__ int look(pair *stacks, int *waiting)
{
	const int own = blockIdx.x;
	// each warp begins elsewhere
	int group = own / 4 + GROUPS * (threadIdx.x / 32) / WARPS;
	bool searched = false;
	for (;;) {
		int found = searched && atomicAdd_block(waiting, 0) == WARPS ? LEAVE : NONE;
		if (atomicAdd_block(word(&stacks[own].local.avail), 0) > 0)
			found = OWN_LOCAL;
		else if (atomicAdd(word(&stacks[own].steal.avail), 0) > 0) // race 5
			found = own;
		for (int i = 0; i < GROUPS && found == NONE && !searched; i++) {
			group = group + 1 < GROUPS ? group + 1 : group + 1 - GROUPS;
			const pair *p = &stacks[4 * group];
			int avail[4];
#pragma unroll
			for (int k = 0; k < 4; k++)	// on their way together
				avail[k] = atomicAdd(word(&p[k].steal.avail), 0); // race 2, 5
#pragma unroll
			for (int k = 3; k >= 0; k--)
				if (avail[k] > 0)
					found = 4 * group + k;
		}
		if (found == LEAVE)
			return found;
		if (found != NONE) {
			if (searched)
				atomicSub_block(waiting, 1);
			return found;
		}
		if (!searched)
			atomicAdd_block(waiting, 1);
		searched = true;
	}
}

/* Up to 32 nodes, one for each lane, from the own local stack; returns how many. */
__device__ int pop_local(stack *s, int *nodes, unsigned *node)
{
	const int lane = threadIdx.x % 32;
	if (lane == 0)
		while (atomicCAS_block(&s->locked, 0, 1) != 0)
			;
	__threadfence_block();
	together();
	const int top = s->top, n = min(top, 32);
	if (lane < n)
		*node = atomicAdd_block(&nodes[top - 1 - lane], 0);
	together();
	if (lane == 0) {
		s->top = top - n;
		atomicSub_block(word(&s->avail), n);
		__threadfence_block();
		atomicExch_block(&s->locked, 0);
	}
	return n;
}

/* ... from anybody's steal stack. */
__device__ int pop_steal(stack *s, int *nodes, unsigned *node)
{
	const int lane = threadIdx.x % 32;
	if (lane == 0) {
		if (racy(4))
			while (atomicCAS_block(&s->locked, 0, 1) != 0) // race 3, 4
				;
		else
			while (atomicCAS(&s->locked, 0, 1) != 0) // race 1, 3, 6
				;
	}
	__threadfence();
	together();
	const int top = s->top, n = min(top, 32); // race 1, 3, 4, 6
	if (lane < n)
		*node = atomicAdd(&nodes[top - 1 - lane], 0);
	together();
	if (lane == 0) {
		s->top = top - n; // race 1, 3, 4, 6
		if (racy(5))
			atomicExch_block(word(&s->avail), top - n); // race 5
		else
			atomicExch(word(&s->avail), top - n); // race 2
		__threadfence();
		if (racy(6))
			atomicExch_block(&s->locked, 0); // race 6
		else
			atomicExch(&s->locked, 0); // race 1, 3, 4
	}
	return n;
}

/* The children of the warp's nodes (a lane without one passes 0) go onto the block's stacks. */
__device__ void generate(stack *local, int *local_nodes, stack *steal, int *steal_nodes,
			 unsigned node, int levels, int *count)
{
	const int lane = threadIdx.x % 32, mine = children_of(node);
	if (lane == 0)
		*(volatile int *)count = 0;
	together();
	const int first = mine > 0 ? atomicAdd_block(count, mine) : 0;
	together();
	const int all = *(volatile int *)count;
	if (all == 0)
		return;

	if (lane == 0)
		while (atomicCAS_block(&local->locked, 0, 1) != 0)
			;
	__threadfence_block();
	together();
	int top = local->top;
	const int here = min(all, local->size - top);
	for (int i = 0; i < mine && first + i < here; i++)
		atomicExch_block(&local_nodes[top + first + i], (int)child_of(node, i, levels));
	together();
	if (lane == 0) {
		local->top = top + here;
		atomicAdd_block(word(&local->avail), here);
		__threadfence_block();
		atomicExch_block(&local->locked, 0);
	}
	if (all == here)
		return;

	if (lane == 0) {
		if (racy(1))
			while (atomicCAS_block(&steal->locked, 0, 1) != 0) // race 1, 6
				;
		else
			while (atomicCAS(&steal->locked, 0, 1) != 0) // race 4, 6
				;
	}
	__threadfence();
	together();
	top = steal->top; // race 1, 3, 4, 6
	const int there = min(all - here, steal->size - top);
	for (int i = max(here - first, 0); i < mine && first + i - here < there; i++)
		atomicExch(&steal_nodes[top + first + i - here], (int)child_of(node, i, levels));
	together();
	if (lane == 0) {
		steal->top = top + there; // race 1, 3, 4, 6
		if (racy(2))
			atomicAdd_block(word(&steal->avail), there); // race 2
		else
			atomicAdd(word(&steal->avail), there); // race 5
		__threadfence();
		if (racy(3))
			atomicExch_block(&steal->locked, 0); // race 3
		else
			atomicExch(&steal->locked, 0); // race 4, 6
	}
}

__global__ void search(pair *stacks, int *local_nodes, int *steal_nodes, unsigned *sums,
		       int levels)
{
	__shared__ int waiting, from[WARPS], count[WARPS];
	const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, own = blockIdx.x;
	stack *const my_local = &stacks[own].local, *const my_steal = &stacks[own].steal;
	int *const my_local_nodes = local_nodes + own * LOCAL_NODES;
	int *const my_steal_nodes = steal_nodes + own * STEAL_NODES;
	unsigned sum = 0;
	int nodes = 0, leaves = 0;

	if (threadIdx.x == 0)
		waiting = 0;
	__syncthreads();
	for (;;) {
		if (lane == 0)
			*(volatile int *)&from[warp] = look(stacks, &waiting);
		together();
		const int place = *(volatile int *)&from[warp];
		together();
		if (place == LEAVE)
			break;
		unsigned node = 0;
		const int n = place == OWN_LOCAL
				      ? pop_local(my_local, my_local_nodes, &node)
				      : pop_steal(&stacks[place].steal,
						  steal_nodes + place * STEAL_NODES, &node);
		if (n == 0)	// others were faster
			continue;
		if (lane < n) {
			nodes++;
			leaves += children_of(node) == 0;
			sum += node * 2654435761u;
		}
		generate(my_local, my_local_nodes, my_steal, my_steal_nodes, node, levels,
			 &count[warp]);
	}
	if (nodes > 0) {
		atomicAdd_block(&my_local->nodes, nodes);
		atomicAdd_block(&my_local->leaves, leaves);
		atomicAdd_block(&sums[own], sum);
	}
}

static void count_tree(unsigned node, int levels, long *nodes, long *leaves, unsigned *sum)
{
	++*nodes;
	*leaves += children_of(node) == 0;
	*sum += node * 2654435761u;
	for (int i = 0; i < children_of(node); i++)
		count_tree(child_of(node, i, levels), levels, nodes, leaves, sum);
}

int main(int argc, char **argv)
{
	unsigned long long seed;
	const int levels = (int)size_argument(argc, argv, "levels of the trees", 4, 9, 10, &seed);
	numbers random(seed);
	std::vector<int> roots(BLOCKS * LOCAL_NODES);
	std::vector<pair> stacks(4 * GROUPS);
	// small trees shall overflow, too
	const int local_size = levels < 6 ? LOCAL_NODES / 16 : LOCAL_NODES;
	long want_nodes = 0, want_leaves = 0;
	unsigned want_sum = 0;
	for (int b = 0; b < BLOCKS; b++) {
		const unsigned root = make_node(0, levels > 1 ? MEAN : 0, random.below(65536));
		count_tree(root, levels, &want_nodes, &want_leaves, &want_sum);
		roots[b * LOCAL_NODES] = (int)root;
		stacks[b].local.size = local_size;
		stacks[b].local.avail = stacks[b].local.top = 1;
		stacks[b].steal.size = STEAL_NODES;
	}

	const size_t bytes = stacks.size() * sizeof(pair);
	pair *dev_stacks;
	int *local_nodes, *steal_nodes;
	unsigned *dev_sums;
	CHECK(cudaMalloc(&dev_stacks, bytes));
	CHECK(cudaMalloc(&local_nodes, roots.size() * sizeof(int)));
	CHECK(cudaMalloc(&steal_nodes, BLOCKS * STEAL_NODES * sizeof(int)));
	CHECK(cudaMalloc(&dev_sums, BLOCKS * sizeof(unsigned)));
	CHECK(cudaMemcpy(dev_stacks, stacks.data(), bytes, cudaMemcpyHostToDevice));
	CHECK(cudaMemcpy(local_nodes, roots.data(), roots.size() * sizeof(int),
			 cudaMemcpyHostToDevice));
	CHECK(cudaMemset(dev_sums, 0, BLOCKS * sizeof(unsigned)));
	search<<<BLOCKS, THREADS>>>(dev_stacks, local_nodes, steal_nodes, dev_sums, levels);
	CHECK(cudaGetLastError());
	CHECK(cudaDeviceSynchronize());
	std::vector<unsigned> sums(BLOCKS);
	CHECK(cudaMemcpy(stacks.data(), dev_stacks, bytes, cudaMemcpyDeviceToHost));
	CHECK(cudaMemcpy(sums.data(), dev_sums, BLOCKS * sizeof(unsigned), cudaMemcpyDeviceToHost));
	CHECK(cudaFree(dev_stacks));
	CHECK(cudaFree(local_nodes));
	CHECK(cudaFree(steal_nodes));
	CHECK(cudaFree(dev_sums));

	long nodes = 0, leaves = 0;
	unsigned sum = 0;
	for (int b = 0; b < BLOCKS; b++) {
		nodes += stacks[b].local.nodes;
		leaves += stacks[b].local.leaves;
		sum += sums[b];
	}
	for (int i = 0; i < 2 * BLOCKS; i++) {
		const stack *st = i % 2 ? &stacks[i / 2].steal : &stacks[i / 2].local;
		if (st->top != 0 || st->avail != 0 || st->locked != 0) {
			printf("uts: FAILED, %s stack of block %d ends with top %d, avail %d, "
			       "locked %d\n",
			       i % 2 ? "steal" : "local", i / 2, st->top, st->avail, st->locked);
			return 1;
		}
	}
	if (nodes != want_nodes || leaves != want_leaves || sum != want_sum) {
		printf("uts: FAILED, got %ld nodes, %ld leaves, sum %08x, want %ld, %ld, %08x\n",
		       nodes, leaves, sum, want_nodes, want_leaves, want_sum);
		return 1;
	}
	printf("uts: ok, %d trees of %d levels, %ld nodes, %ld leaves, checksum %08x\n", BLOCKS,
	       levels, nodes, leaves, sum);
	return 0;
}
