/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * waits: kernels in which threads wait for each other, each in a way of its own. All of them end
 * when every thread that can go on goes on sooner or later. Prints "NAME: ok" or what is wrong.
 */
#include <cstdio>
#include <cstdlib>
#include <cstring>

enum { FLAGS = 8192 };
__device__ int flag[FLAGS], lock[FLAGS], value[FLAGS];
__device__ unsigned ticket, serving, arrived, sense, sum;

#define THREAD  (blockIdx.x * blockDim.x + threadIdx.x)
#define THREADS (gridDim.x * blockDim.x)
#define SEE(x)  (*(volatile int *)&(x))

/* Another warp of the block, another block, another lane sets what all others wait for. */
__global__ void one_sets(int who)
{
	if (THREAD == who)
		SEE(flag[0]) = 1;
	else
		while (!SEE(flag[0]))
			;
	atomicAdd(&sum, 1);
}

__global__ void one_sets_atomic(int who)
{
	if (THREAD == who)
		atomicExch(&flag[0], 1);
	while (!atomicAdd(&flag[0], 0))
		;
	atomicAdd(&sum, 1);
}

/* Each thread waits for the one before it, or the one after it. */
__global__ void chain(int back)
{
	int i = back ? THREADS - 1 - THREAD : THREAD;

	while (i && !SEE(flag[i - 1]))
		;
	SEE(flag[i]) = 1;
	atomicAdd(&sum, 1);
}

__device__ __noinline__ bool is_set(int i)
{
	return SEE(flag[i]);
}

__global__ void chain_by_call(int back)
{
	int i = back ? THREADS - 1 - THREAD : THREAD;

	while (i && !is_set(i - 1))
		;
	SEE(flag[i]) = 1;
	atomicAdd(&sum, 1);
}

/* Much arithmetic between two looks. */
__global__ void chain_with_work(int back)
{
	int i = back ? THREADS - 1 - THREAD : THREAD;
	unsigned x = i;

	while (i && !SEE(flag[i - 1]))
		for (int k = 0; k < 50; k++)
			x = x * 1664525 + 1013904223;
	SEE(flag[i]) = 1 + (x == 12345);
	atomicAdd(&sum, 1);
}

__global__ void spin_lock(int rounds)
{
	for (int r = 0; r < rounds; r++) {
		while (atomicCAS(&lock[0], 0, 1))
			;
		__threadfence();
		SEE(value[0]) = SEE(value[0]) + 1;
		__threadfence();
		atomicExch(&lock[0], 0);
	}
	atomicAdd(&sum, 1);
}

__global__ void ticket_lock(int rounds)
{
	for (int r = 0; r < rounds; r++) {
		unsigned mine = atomicAdd(&ticket, 1);

		while (*(volatile unsigned *)&serving != mine)
			;
		__threadfence();
		SEE(value[0]) = SEE(value[0]) + 1;
		__threadfence();
		atomicAdd(&serving, 1);
	}
	atomicAdd(&sum, 1);
}

/* Back-off that doubles. */
__global__ void back_off(int rounds)
{
	for (int r = 0; r < rounds; r++) {
		unsigned ns = 8;

		while (atomicCAS(&lock[0], 0, 1)) {
			__nanosleep(ns);
			ns = ns < 256 ? 2 * ns : 256;
		}
		__threadfence();
		SEE(value[0]) = SEE(value[0]) + 1;
		__threadfence();
		atomicExch(&lock[0], 0);
	}
	atomicAdd(&sum, 1);
}

/* Waits by the clock between two looks. */
__global__ void by_clock(int ticks)
{
	int i = THREAD;

	while (i && !SEE(flag[i - 1])) {
		long long from = clock64();

		while (clock64() - from < ticks)
			;
	}
	SEE(flag[i]) = 1;
	atomicAdd(&sum, 1);
}

/* A barrier of all blocks, by counter and sense. */
__global__ void grid_barrier(int rounds)
{
	for (int r = 0; r < rounds; r++) {
		__syncthreads();
		if (threadIdx.x == 0) {
			__threadfence();
			if (atomicAdd(&arrived, 1) == gridDim.x - 1) {
				arrived = 0;
				__threadfence();
				atomicAdd(&sense, 1);
			} else {
				while (*(volatile unsigned *)&sense == (unsigned)r)
					;
			}
		}
		__syncthreads();
	}
	atomicAdd(&sum, 1);
}

/* Two locks each, neighbours share one; who gets only one gives it back and tries again. */
__global__ void two_locks(int rounds)
{
	int a = THREAD, b = (a + 1) % THREADS;

	for (int r = 0; r < rounds;) {
		if (atomicCAS(&lock[a], 0, 1) == 0) {
			if (atomicCAS(&lock[b], 0, 1) == 0) {
				__threadfence();
				SEE(value[a]) = SEE(value[a]) + 1;
				r++;
				__threadfence();
				atomicExch(&lock[b], 0);
			}
			atomicExch(&lock[a], 0);
		}
	}
	atomicAdd(&sum, 1);
}

/* The same with a pause after a failure. */
__global__ void two_locks_pause(int rounds)
{
	int a = THREAD, b = (a + 1) % THREADS;

	for (int r = 0; r < rounds;) {
		bool done = false;

		if (atomicCAS(&lock[a], 0, 1) == 0) {
			if (atomicCAS(&lock[b], 0, 1) == 0) {
				done = true;
				r++;
				__threadfence();
				atomicExch(&lock[b], 0);
			}
			__threadfence();
			atomicExch(&lock[a], 0);
		}
		if (!done)
			__nanosleep(100);
	}
	atomicAdd(&sum, 1);
}

/* Lane i hands a token to lane i + 1 and waits until it is back. */
__global__ void token(int rounds)
{
	int i = THREAD, n = THREADS;

	for (int r = 0; r < rounds; r++) {
		while (SEE(flag[0]) != r * n + i)
			;
		__threadfence();
		SEE(flag[0]) = r * n + i + 1;
	}
	atomicAdd(&sum, 1);
}

/* Even lanes produce, odd lanes consume, one slot for each pair. */
__global__ void pairs(int rounds)
{
	int p = THREAD / 2;

	for (int r = 1; r <= rounds; r++) {
		if (THREAD % 2) {
			while (SEE(flag[p]) != r)
				;
			__threadfence();
			SEE(value[p]) = SEE(value[p]) + r;
			__threadfence();
			SEE(flag[p]) = -r;
		} else {
			SEE(flag[p]) = r;
			while (SEE(flag[p]) != -r)
				;
		}
	}
	atomicAdd(&sum, 1);
}

/* Groups of lanes that meet at a warp-level operation, and the other group sets what they wait for.
 */
__global__ void groups(int rounds)
{
	unsigned half = threadIdx.x % 32 < 16 ? 0xffff : 0xffff0000;
	int mine = THREAD / 16, other = mine ^ 1;

	for (int r = 1; r <= rounds; r++) {
		__syncwarp(half);
		if (threadIdx.x % 16 == 0)
			SEE(flag[mine]) = r;
		while (!__any_sync(half, SEE(flag[other]) >= r))
			;
	}
	atomicAdd(&sum, 1);
}

/* Each warp polls for work that the warps before it give out. */
__global__ void work_queue(int items)
{
	for (;;) {
		int i = atomicAdd(&ticket, 1);

		if (i >= items)
			break;
		while (i && !SEE(flag[i - 1]))
			;
		SEE(flag[i]) = 1;
	}
	atomicAdd(&sum, 1);
}

struct test {
	const char *name;
	void (*kernel)(int);
	int blocks, threads, argument;
	bool apart; /* lanes of a warp wait for each other */
};

static const struct test tests[] = {
	{"another warp", one_sets, 1, 256, 255, true},
	{"a warp before", one_sets, 1, 256, 0, true},
	{"another block", one_sets, 30, 64, 30 * 64 - 1, true},
	{"another lane", one_sets, 1, 32, 31, true},
	{"the first lane", one_sets, 4, 32, 0, true},
	{"atomic poll", one_sets_atomic, 16, 96, 16 * 96 - 1, true},
	{"chain", chain, 4, 96, 0, true},
	{"chain, back", chain, 4, 96, 1, true},
	{"chain of warps", chain, 120, 1, 0, false},
	{"chain of warps, back", chain, 120, 1, 1, false},
	{"chain by call", chain_by_call, 2, 64, 0, true},
	{"chain by call, back", chain_by_call, 2, 64, 1, true},
	{"chain with work", chain_with_work, 2, 64, 0, true},
	{"chain with work, back", chain_with_work, 2, 64, 1, true},
	{"spin lock", spin_lock, 4, 64, 2, true},
	{"spin lock of warps", spin_lock, 120, 1, 5, false},
	{"ticket lock", ticket_lock, 4, 64, 2, true},
	{"ticket lock of warps", ticket_lock, 120, 1, 5, false},
	{"back-off", back_off, 4, 64, 2, true},
	{"back-off of warps", back_off, 60, 1, 5, false},
	{"by clock", by_clock, 2, 32, 500, true},
	{"by clock, warps", by_clock, 60, 1, 3000, false},
	{"grid barrier", grid_barrier, 120, 128, 10, false},
	{"two locks", two_locks, 1, 32, 2, true},
	{"two locks, warps", two_locks, 4, 96, 2, true},
	{"two locks of warps", two_locks, 60, 1, 5, false},
	{"two locks, pause", two_locks_pause, 4, 96, 2, true},
	{"two locks of warps, pause", two_locks_pause, 60, 1, 5, false},
	{"token", token, 1, 64, 4, true},
	{"token of warps", token, 60, 1, 4, false},
	{"pairs", pairs, 2, 64, 10, true},
	{"groups", groups, 4, 96, 10, true},
	{"work queue", work_queue, 8, 64, 2000, true},
};

static int run(const struct test *t)
{
	unsigned done = 0, zero = 0;
	static int zeros[FLAGS];

	cudaMemcpyToSymbol(flag, zeros, sizeof(zeros));
	cudaMemcpyToSymbol(lock, zeros, sizeof(zeros));
	cudaMemcpyToSymbol(value, zeros, sizeof(zeros));
	cudaMemcpyToSymbol(ticket, &zero, 4);
	cudaMemcpyToSymbol(serving, &zero, 4);
	cudaMemcpyToSymbol(arrived, &zero, 4);
	cudaMemcpyToSymbol(sense, &zero, 4);
	cudaMemcpyToSymbol(sum, &zero, 4);
	t->kernel<<<t->blocks, t->threads>>>(t->argument);
	cudaMemcpyFromSymbol(&done, sum, 4);
	if (done != (unsigned)(t->blocks * t->threads)) {
		printf("%s: %u of %d threads\n", t->name, done, t->blocks * t->threads);
		return 1;
	}
	printf("%s: ok\n", t->name);
	return 0;
}

/* waits [NAME...]: these, or all; the first argument "lockstep": those for lock step. */
int main(int argc, char **argv)
{
	const int n = sizeof(tests) / sizeof(*tests),
		  from = argc > 1 && !strcmp(argv[1], "lockstep");
	int bad = 0;

	for (int i = 0; i < n; i++) {
		bool wanted = argc <= 1 + from && !(from && tests[i].apart);

		for (int a = 1 + from; a < argc; a++)
			wanted |= !strcmp(argv[a], tests[i].name);
		if (wanted)
			bad |= run(&tests[i]);
		fflush(stdout);
	}
	return bad;
}
