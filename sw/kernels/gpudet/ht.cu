// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// ht: N keys go into a hash table of N / 2 chains.
//
//   head[key % chains] --> node --> node --> END        a thread puts SHARE keys, each at the front of its chain
//
//   default     each chain has a lock
//   -DEXCH=1    no locks: the node becomes head by an exchange, and takes the head of before as its next
//
// Exercises: locks or exchanges on scattered words; the order of arrival stays visible in the chains.
// Check: each node is in the right chain once, with its key, in whatever order.
//
// usage: ht [ci|paper|N] [SEED]
#include "locks.cuh"
#include "gpudet.cuh"

#ifndef EXCH
#define EXCH 0
#endif
constexpr unsigned SHARE = 2, THREADS = 64, END = 0xffffffff;

struct node {
	unsigned key, next;
};

__global__ void insert(const unsigned *key, unsigned *head, int *lock, node *nodes, unsigned n,
		       unsigned chains)
{
	for (unsigned i = blockIdx.x * THREADS + threadIdx.x; i < n; i += gridDim.x * THREADS) {
		const unsigned chain = key[i] % chains;

		nodes[i].key = key[i];
		if (EXCH) {
			nodes[i].next = atomicExch(&head[chain], i);
			continue;
		}
		under_lock(lock, chain, [&] {
			volatile unsigned *first = &head[chain];
			nodes[i].next = *first;
			*first = i;
		});
	}
}

static bool table_right(const std::vector<unsigned> &key, const std::vector<unsigned> &head,
			const std::vector<node> &nodes)
{
	std::vector<bool> seen(nodes.size());
	size_t count = 0;

	for (size_t chain = 0; chain < head.size(); chain++)
		for (unsigned i = head[chain]; i != END; i = nodes[i].next, count++) {
			if (i >= nodes.size() || seen[i]) {
				printf("ht: FAILED, chain %zu leads to node %u %s\n", chain, i,
				       i < nodes.size() ? "again" : "of none");
				return false;
			}
			seen[i] = true;
			if (nodes[i].key != key[i] || key[i] % head.size() != chain) {
				printf("ht: FAILED, chain %zu: node %u has key %u, not %u\n", chain, i,
				       nodes[i].key, key[i]);
				return false;
			}
		}
	if (count != nodes.size())
		printf("ht: FAILED, %zu of %zu keys are in the table\n", count, nodes.size());
	return count == nodes.size();
}

int main(int argc, char **argv)
{
	unsigned long long seed;
	const unsigned n = size_argument(argc, argv, "keys", 15360, 245760, 1u << 24, &seed);
	const unsigned chains = n / 2 + 1;
	std::vector<unsigned> key(n), head(chains, END);
	std::vector<node> nodes(n, node{0, 0});
	numbers random(seed);
	fnv1a hash;

	for (unsigned &k : key)
		k = (unsigned)random.next();
	unsigned *d_key = to_device(key), *d_head = to_device(head);
	int *d_lock = to_device(std::vector<int>(chains));
	node *d_nodes = to_device(nodes);
	insert<<<(n + SHARE * THREADS - 1) / (SHARE * THREADS), THREADS>>>(d_key, d_head, d_lock, d_nodes, n,
									   chains);
	CHECK(cudaGetLastError());
	from_device(head, d_head);
	from_device(nodes, d_nodes);
	CHECK(cudaFree(d_key));
	CHECK(cudaFree(d_head));
	CHECK(cudaFree(d_lock));
	CHECK(cudaFree(d_nodes));

	if (!table_right(key, head, nodes))
		return 1;
	hash.add(head);
	hash.add(nodes);
	printf("ht: ok, %u keys in %u chains, hash=%016llx\n", n, chains, hash.state);
	return 0;
}
