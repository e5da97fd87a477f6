// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// ticket_lock: counters and logs protected by first-come, first-served locks of two scopes.
//
//   block lock    in shared memory, taken by the warps of one block:   atomics and fences of block scope
//   device lock   in global memory, taken by warps of all blocks:      atomics and fences of device scope
//
//   acquire: ticket = next++ (atomic); wait until serving == ticket; fence
//   release: fence; serving++ (only the owner writes it)
//
// Exercises: spinning, scoped atomics, both fences, volatile data under a lock. One lane of a warp
// contends: lanes of one warp that wait for each other hang a machine without independent thread
// scheduling. The narrower scope is enough for the block's own data and wrong for the device's.
// Check: a lost update leaves a counter short; a critical section that was entered out of turn leaves
// a log out of order.
//
// usage: ticket_lock [n]     times each warp takes each lock, 1..10000
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#define CHECK(call)                                                                             \
	do {                                                                                    \
		cudaError_t e_ = (call);                                                        \
		if (e_ != cudaSuccess) {                                                        \
			printf("ticket_lock: FAILED, line %d: %s\n", __LINE__,                  \
			       cudaGetErrorString(e_));                                         \
			exit(1);                                                                \
		}                                                                               \
	} while (0)

constexpr int BLOCKS = 6, WARPS = 4, BLOCK = 32 * WARPS;

struct ticket_lock {
	unsigned next;
	unsigned serving;
};

// What a lock protects: how many were here, and with which ticket each came.
struct protected_log {
	unsigned count;
	unsigned *ticket;
};

__device__ void append(volatile unsigned *count, volatile unsigned *log, unsigned ticket)
{
	const unsigned at = *count;	// a read and a write that nobody may come between
	log[at] = ticket;
	*count = at + 1;
}

__device__ unsigned lock_block(ticket_lock *lock)
{
	const unsigned ticket = atomicAdd_block(&lock->next, 1u);
	while (atomicAdd_block(&lock->serving, 0u) != ticket)
		;
	__threadfence_block();
	return ticket;
}

__device__ void unlock_block(ticket_lock *lock, unsigned ticket)
{
	__threadfence_block();
	atomicExch_block(&lock->serving, ticket + 1);
}

__device__ unsigned lock_device(ticket_lock *lock)
{
	const unsigned ticket = atomicAdd(&lock->next, 1u);
	while (atomicAdd(&lock->serving, 0u) != ticket)
		;
	__threadfence();
	return ticket;
}

__device__ void unlock_device(ticket_lock *lock, unsigned ticket)
{
	__threadfence();
	atomicExch(&lock->serving, ticket + 1);
}

// logs[0..BLOCKS-1]: one for each block; logs[BLOCKS]: the device's.
__global__ void contend(protected_log *logs, ticket_lock *device_lock, int rounds)
{
	__shared__ ticket_lock block_lock;
	if (threadIdx.x == 0)
		block_lock.next = block_lock.serving = 0;
	__syncthreads();
	if (threadIdx.x % 32 == 0) {
		protected_log *own = &logs[blockIdx.x], *all = &logs[BLOCKS];
		for (int round = 0; round < rounds; round++) {
			unsigned ticket = lock_block(&block_lock);
			append(&own->count, own->ticket, ticket);
			unlock_block(&block_lock, ticket);

			ticket = lock_device(device_lock);
			append(&all->count, all->ticket, ticket);
			unlock_device(device_lock, ticket);
		}
	}
}

int main(int argc, char **argv)
{
	const int rounds = argc > 1 ? atoi(argv[1]) : 6;
	if (rounds < 1 || rounds > 10000) {
		fprintf(stderr, "usage: ticket_lock [n], n from 1 to 10000\n");
		return 1;
	}
	const unsigned per_block = WARPS * rounds, total = BLOCKS * per_block;

	unsigned *dev_tickets;		// the blocks' logs, then the device's
	protected_log *dev_logs, logs[BLOCKS + 1];
	ticket_lock *dev_lock;
	CHECK(cudaMalloc(&dev_tickets, 2 * total * sizeof(unsigned)));
	CHECK(cudaMalloc(&dev_logs, sizeof(logs)));
	CHECK(cudaMalloc(&dev_lock, sizeof(ticket_lock)));
	memset(logs, 0, sizeof(logs));	// with what lies between members: memory is compared whole
	for (int b = 0; b <= BLOCKS; b++)
		logs[b].ticket = dev_tickets + b * per_block;
	CHECK(cudaMemset(dev_tickets, 0xff, 2 * total * sizeof(unsigned)));
	CHECK(cudaMemcpy(dev_logs, logs, sizeof(logs), cudaMemcpyHostToDevice));
	CHECK(cudaMemset(dev_lock, 0, sizeof(ticket_lock)));
	contend<<<BLOCKS, BLOCK>>>(dev_logs, dev_lock, rounds);
	CHECK(cudaGetLastError());
	std::vector<unsigned> tickets(2 * total);
	CHECK(cudaMemcpy(tickets.data(), dev_tickets, 2 * total * sizeof(unsigned),
			 cudaMemcpyDeviceToHost));
	CHECK(cudaMemcpy(logs, dev_logs, sizeof(logs), cudaMemcpyDeviceToHost));
	CHECK(cudaFree(dev_tickets));
	CHECK(cudaFree(dev_logs));
	CHECK(cudaFree(dev_lock));

	for (int b = 0; b <= BLOCKS; b++) {
		const unsigned want = b < BLOCKS ? per_block : total;
		if (logs[b].count != want) {
			printf("ticket_lock: FAILED at index %d: got %u want %u\n", b, logs[b].count, want);
			return 1;
		}
		for (unsigned i = 0; i < want; i++) {
			const unsigned got = tickets[b * per_block + i];
			if (got != i) {
				printf("ticket_lock: FAILED at index %u: got %u want %u (log %d)\n", i,
				       got, i, b);
				return 1;
			}
		}
	}
	printf("ticket_lock: ok, %d blocks x %d warps x %d rounds\n", BLOCKS, WARPS, rounds);
	return 0;
}
