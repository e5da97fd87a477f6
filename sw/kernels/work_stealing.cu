// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// work_stealing: blocks share a tree of tasks through one double-ended queue each.
//
//   a task is a range of items; a long one is split in two, a short one is done by the whole block
//   own queue: push and pop at the bottom          other queues: steal at the top, by atomicCAS
//
// All work starts in block 0's queue; the others live on what they steal. A counter of unfinished
// items ends the program; no block waits for a particular other one.
//
// Exercises: a lock-free protocol between blocks. Fences of device scope order (a) the task before
// the new bottom in push, (b) the new bottom before the look at top in pop, (c) the look at top before
// the look at bottom in steal; the last task goes to whoever wins the compare-and-swap. All shared
// words are accessed by atomics alone: top, bottom and slots are read and written without a lock. Also: one thread that works while its block waits
// at a barrier, shared-memory broadcast, atomics for the result.
//
// usage: work_stealing [n]     items, 1..1048576
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                             \
	do {                                                                                    \
		cudaError_t e_ = (call);                                                        \
		if (e_ != cudaSuccess) {                                                        \
			printf("work_stealing: FAILED, line %d: %s\n", __LINE__,                \
			       cudaGetErrorString(e_));                                         \
			exit(1);                                                                \
		}                                                                               \
	} while (0)

constexpr int BLOCKS = 8, BLOCK = 64;
constexpr unsigned SHORT = 128;		// items of a task that is not split any more
constexpr unsigned SLOTS = 32;		// a queue holds at most one task per level of the tree

typedef unsigned long long task;	// first item << 32 | items; 0: no task

struct queue {
	unsigned top, bottom;	// tasks are in slots top..bottom-1, modulo SLOTS
	task slot[SLOTS];
};

template <typename T> __device__ T load(T *p)
{
	return atomicAdd(p, T(0));
}

template <typename T> __device__ void store(T *p, T v)
{
	atomicExch(p, v);
}

__device__ void push(queue *q, task t)
{
	const unsigned bottom = load(&q->bottom);
	store(&q->slot[bottom % SLOTS], t);
	__threadfence();
	store(&q->bottom, bottom + 1);
}

__device__ task pop(queue *q)
{
	const unsigned bottom = load(&q->bottom) - 1;
	store(&q->bottom, bottom);	// thieves keep off that slot from here on ...
	__threadfence();
	const unsigned top = load(&q->top);
	if ((int)(bottom - top) < 0) {
		store(&q->bottom, top);	// it was empty
		return 0;
	}
	task t = load(&q->slot[bottom % SLOTS]);
	if (bottom == top) {	// ... unless it is the last one: one of us gets it
		if (atomicCAS(&q->top, top, top + 1) != top)
			t = 0;
		store(&q->bottom, top + 1);
	}
	return t;
}

__device__ task steal(queue *q)
{
	const unsigned top = load(&q->top);
	__threadfence();
	const unsigned bottom = load(&q->bottom);
	if ((int)(bottom - top) <= 0)
		return 0;
	__threadfence();
	const task t = load(&q->slot[top % SLOTS]);
	return atomicCAS(&q->top, top, top + 1) == top ? t : 0;
}

// The next task from anywhere, or 0 when all items are done.
__device__ task find_task(queue *queues, unsigned *unfinished)
{
	task t = pop(&queues[blockIdx.x]);
	for (unsigned victim = blockIdx.x + 1; t == 0 && load(unfinished) != 0; victim++)
		t = steal(&queues[victim % gridDim.x]);
	return t;
}

__host__ __device__ inline unsigned value_of(unsigned item)
{
	return (item ^ item >> 5) * 2654435761u >> 20;
}

__global__ void work(queue *queues, unsigned *unfinished, unsigned *visits,
		     unsigned long long *sum)
{
	__shared__ task current;
	for (;;) {
		if (threadIdx.x == 0)
			current = find_task(queues, unfinished);
		__syncthreads();
		const unsigned first = (unsigned)(current >> 32), items = (unsigned)current;
		__syncthreads();	// all have read it before thread 0 writes the next one
		if (items == 0)
			return;
		if (items > SHORT) {
			if (threadIdx.x == 0) {
				const unsigned half = items / 2;
				push(&queues[blockIdx.x], (task)first << 32 | half);
				push(&queues[blockIdx.x], (task)(first + half) << 32 | (items - half));
			}
			continue;
		}
		unsigned long long part = 0;
		for (unsigned i = threadIdx.x; i < items; i += BLOCK) {
			part += value_of(first + i);
			atomicAdd(&visits[first + i], 1u);
		}
		atomicAdd(sum, part);
		__syncthreads();
		if (threadIdx.x == 0)
			atomicSub(unfinished, items);
	}
}

int main(int argc, char **argv)
{
	const int n = argc > 1 ? atoi(argv[1]) : 8000;
	if (n < 1 || n > 1 << 20) {
		fprintf(stderr, "usage: work_stealing [n], n from 1 to 1048576\n");
		return 1;
	}
	queue *queues;
	unsigned *unfinished, *dev_visits;
	unsigned long long *dev_sum, sum;
	const unsigned items = (unsigned)n, one_task = 1;
	const task root = items;
	CHECK(cudaMalloc(&queues, BLOCKS * sizeof(queue)));
	CHECK(cudaMalloc(&unfinished, sizeof(unsigned)));
	CHECK(cudaMalloc(&dev_visits, n * sizeof(unsigned)));
	CHECK(cudaMalloc(&dev_sum, sizeof(sum)));
	CHECK(cudaMemset(queues, 0, BLOCKS * sizeof(queue)));
	CHECK(cudaMemset(dev_visits, 0, n * sizeof(unsigned)));
	CHECK(cudaMemset(dev_sum, 0, sizeof(sum)));
	CHECK(cudaMemcpy((void *)&queues->slot[0], &root, sizeof(root), cudaMemcpyHostToDevice));
	CHECK(cudaMemcpy((void *)&queues->bottom, &one_task, sizeof(one_task), cudaMemcpyHostToDevice));
	CHECK(cudaMemcpy(unfinished, &items, sizeof(items), cudaMemcpyHostToDevice));
	work<<<BLOCKS, BLOCK>>>(queues, unfinished, dev_visits, dev_sum);
	CHECK(cudaGetLastError());
	std::vector<unsigned> visits(n);
	CHECK(cudaMemcpy(visits.data(), dev_visits, n * sizeof(unsigned), cudaMemcpyDeviceToHost));
	CHECK(cudaMemcpy(&sum, dev_sum, sizeof(sum), cudaMemcpyDeviceToHost));
	CHECK(cudaFree(queues));
	CHECK(cudaFree(unfinished));
	CHECK(cudaFree(dev_visits));
	CHECK(cudaFree(dev_sum));

	unsigned long long want = 0;
	for (unsigned i = 0; i < items; i++) {
		want += value_of(i);
		if (visits[i] != 1) {
			printf("work_stealing: FAILED at index %u: got %u visits want 1\n", i, visits[i]);
			return 1;
		}
	}
	if (sum != want) {
		printf("work_stealing: FAILED at index %d: got sum %llu want %llu\n", n, sum, want);
		return 1;
	}
	printf("work_stealing: ok, %d items, sum %llu\n", n, sum);
	return 0;
}
