// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// sync: threads that meet: barriers of all kinds with and without stores before them, exits, atomics, locks, flags.
#include "directed.cuh"

// Threads hand a word on to their mirror, across a barrier; `who`: only the first warps store.
__global__ void handover(u32 *p, u32 rounds, u32 who)
{
	const u32 n = blockDim.x, t = threadIdx.x;
	u32 *mine = p + blockIdx.x * n, sum = 0;

	for (u32 i = 0; i < rounds; i++) {
		if (t < who)
			mine[t] = t * 3 + i + blockIdx.x;
		__syncthreads();
		if (n - 1 - t < who)
			sum += mine[n - 1 - t];
		__syncthreads();
	}
	mine[t] = sum;
}

static bool handed(buffer &b, u32 threads, u32 who)
{
	enum { BLOCKS = 20, ROUNDS = 5 };
	bool right = true;

	handover<<<BLOCKS, threads>>>(b.as<u32>(), ROUNDS, who);
	b.read();
	for (u32 block = 0; block < BLOCKS; block++)
		for (u32 t = 0; t < threads; t++) {
			const u32 from = threads - 1 - t;
			u32 sum = 0;

			for (u32 i = 0; i < ROUNDS && from < who; i++)
				sum += from * 3 + i + block;
			right &= b.word(block * threads + t) == sum;
		}
	return right;
}

static bool test_handover(buffer &b)
{
	return handed(b, 128, 128) && handed(b, 100, 32) && handed(b, 33, 1);
}

// Nothing but shared memory before the barriers, and much to do: quanta must not end there, nor values be wrong.
__global__ void shared_only(u32 *p)
{
	__shared__ u32 s[128];
	u32 x = threadIdx.x + blockIdx.x;

	for (u32 i = 0; i < 20; i++) {
		s[threadIdx.x] = x;
		__syncthreads();
		x = x * 3 + s[(threadIdx.x + 33) % 128];
		__syncthreads();
	}
	p[blockIdx.x * 128 + threadIdx.x] = x;
}

static bool test_shared_only(buffer &b)
{
	bool right = true;

	shared_only<<<10, 128>>>(b.as<u32>());
	b.read();
	for (u32 block = 0; block < 10; block++) {
		u32 x[128], y[128];

		for (u32 t = 0; t < 128; t++)
			x[t] = t + block;
		for (u32 i = 0; i < 20; i++) {
			memcpy(y, x, sizeof(x));
			for (u32 t = 0; t < 128; t++)
				x[t] = x[t] * 3 + y[(t + 33) % 128];
		}
		for (u32 t = 0; t < 128; t++)
			right &= b.word(block * 128 + t) == x[t];
	}
	return right;
}

// Producers arrive and go on, consumers wait: two named barriers each round, data in global memory.
__global__ void named(volatile u32 *p)
{
	const u32 t = threadIdx.x % 64, block = blockIdx.x;
	volatile u32 *box = p + block * 256, *out = box + 64;

	for (u32 i = 0; i < 4; i++) {
		if (threadIdx.x < 64) { /* producers */
			box[t] = t * 10 + i;
			asm volatile("bar.arrive 3, 128;" ::: "memory");
			asm volatile("bar.sync 4, 128;" ::: "memory");
		} else {
			asm volatile("bar.sync 3, 128;" ::: "memory");
			out[t] = i ? out[t] + box[63 - t] : box[63 - t];
			asm volatile("bar.arrive 4, 128;" ::: "memory");
		}
	}
}

static bool test_named(buffer &b)
{
	bool right = true;

	named<<<12, 128>>>(b.as<u32>());
	b.read();
	for (u32 block = 0; block < 12; block++)
		for (u32 t = 0; t < 64; t++)
			right &= b.word(block * 256 + 64 + t) == 4 * (63 - t) * 10 + 6;
	return right;
}

// Two halves of a block, each at a barrier of its own, at different paces; then all.
__global__ void partial(u32 *p)
{
	const u32 half = threadIdx.x / 64, t = threadIdx.x % 64;
	u32 *mine = p + blockIdx.x * 128 + half * 64, x = 0;

	for (u32 i = 0; i < 3 + 4 * half; i++) {
		mine[t] = t + i;
		asm volatile("bar.sync %0, 64;" ::"r"(1 + half) : "memory");
		x += mine[(t + 1) % 64];
		asm volatile("bar.sync %0, 64;" ::"r"(1 + half) : "memory");
	}
	mine[t] = x;
	__syncthreads();
	x += p[blockIdx.x * 128 + (1 - half) * 64 + t];
	__syncthreads();
	mine[t] = x;
}

static bool test_partial(buffer &b)
{
	bool right = true;

	partial<<<9, 128>>>(b.as<u32>());
	b.read();
	for (u32 block = 0; block < 9; block++)
		for (u32 t = 0; t < 64; t++) {
			const u32 next = (t + 1) % 64, want = 3 * next + 3 + 7 * next + 21;

			right &= b.word(block * 128 + t) == want && b.word(block * 128 + 64 + t) == want;
		}
	return right;
}

// Reductions at barriers, with stores before them.
__global__ void reduce(u32 *p)
{
	u32 *mine = p + blockIdx.x * 96;
	u32 x = 0;

	for (u32 i = 0; i < 4; i++) {
		mine[threadIdx.x] = threadIdx.x + i;
		x += __syncthreads_count(threadIdx.x > 40 + i);
		x += 1000 * __syncthreads_and(mine[95 - threadIdx.x] == 95 - threadIdx.x + i);
		x += 10000 * __syncthreads_or(threadIdx.x == 7);
	}
	mine[threadIdx.x] = x;
}

static bool test_reduce(buffer &b)
{
	bool right = true;

	reduce<<<11, 96>>>(b.as<u32>());
	b.read();
	for (u32 i = 0; i < 11 * 96; i++)
		right &= b.word(i) == 55 + 54 + 53 + 52 + 4000 + 40000;
	return right;
}

// A barrier in divergent code: the half of a warp waits for another warp, which has an atomic to do first: the quantum
// must end meanwhile.
__global__ void divergent(volatile u32 *p)
{
	volatile u32 *mine = p + blockIdx.x * 16;

	if (threadIdx.x < 16) {
		asm volatile("bar.sync 1, 64;" ::: "memory");
		mine[threadIdx.x] = p[4096 + blockIdx.x];
	} else if (threadIdx.x >= 32) {
		atomicAdd((u32 *)&p[4096 + blockIdx.x], 1);
		asm volatile("bar.sync 1, 64;" ::: "memory");
	}
}

static bool test_divergent(buffer &b)
{
	bool right = true;

	b.zero();
	divergent<<<9, 64>>>(b.as<u32>());
	b.read();
	for (u32 i = 0; i < 9 * 16; i++)
		right &= b.word(i) == 32;
	return right;
}

// Warps, and lanes of warps, that leave before the others' barriers; what they have stored is raced for.
__global__ void leave(u32 *p)
{
	const u32 t = threadIdx.x;
	u32 *mine = p + blockIdx.x * 256, x = 0;

	mine[t % 128] = t;
	if (t / 32 == blockIdx.x % 5 || t % 7 == 3)
		return;
	for (u32 i = 0; i < 3; i++) {
		mine[128 + t % 128] = t * i + mine[(t * 5) % 128];
		__syncthreads();
		x += mine[128 + (t * 3) % 128];
		if (t / 32 == i + 5)
			return;
		__syncthreads();
	}
	mine[t] = x;
}

static bool test_leave(buffer &b)
{
	leave<<<18, 256>>>(b.as<u32>());
	return true;
}

// Atomics of every kind to few words of global and shared memory; generic addresses that are either.
__global__ void kinds(u32 *p, u32 *got)
{
	__shared__ u32 s[8];
	const u32 t = blockIdx.x * blockDim.x + threadIdx.x, at = t % 4;
	u32 x = 0;

	if (threadIdx.x < 8)
		s[threadIdx.x] = threadIdx.x;
	__syncthreads();
	x += atomicAdd(&p[at], t);
	x ^= atomicExch(&p[4 + at], t);
	x += atomicMin(&p[8 + at], t);
	x ^= atomicMax(&p[12 + at], t);
	x += atomicInc(&p[16 + at], 5);
	x ^= atomicDec(&p[20 + at], 7);
	x += atomicAnd(&p[24 + at], ~(t << 8));
	x ^= atomicOr(&p[28 + at], t);
	x += atomicXor(&p[32 + at], t * 77);
	x ^= atomicCAS(&p[36 + at], t % 3, t % 5);
	x += (u32)atomicAdd((u64 *)&p[40 + 2 * at], (u64)t << 20);
	x ^= (u32)atomicCAS((u64 *)&p[48 + 2 * at], 0ull, (u64)t);
	x += (u32)atomicExch((u64 *)&p[56 + 2 * at], (u64)t * t);
	x ^= (u32)atomicMax((u64 *)&p[64 + 2 * at], (u64)t * 12345);
	x += (u32)atomicAdd((float *)&p[72 + at], (float)(t % 16));
	x ^= atomicAdd((int *)&p[76 + at], -(int)t);
	atomicAdd(&s[at], t);
	u32 *either = t % 3 ? &s[4 + at] : &p[80 + at];
	const u32 was = atomicAdd(either, t % 100);
	x += t % 3 ? 0 : was; /* in which order warps come to shared memory, nobody says */
	__syncthreads();
	got[t] = x + s[t % 8];
}

static bool test_kinds(buffer &b)
{
	u32 sum[4] = {0}, most = 0;
	bool right = true;

	b.zero();
	kinds<<<7, 96>>>(b.as<u32>(), b.as<u32>() + 1024);
	b.read();
	for (u32 t = 0; t < 7 * 96; t++)
		sum[t % 4] += t, most = t;
	for (u32 i = 0; i < 4; i++)
		right &= b.word(i) == sum[i] && b.word(12 + i) == most - 3 + i && b.word(76 + i) == -sum[i];
	return right;
}

// A lock for each of a warp's lanes one after the other, across warps and blocks; a counter without atomics behind it.
__global__ void locks(volatile u32 *p)
{
	for (u32 lane = 0; lane < 2; lane++)
		if (threadIdx.x % 32 == lane * 13) {
			while (atomicCAS((u32 *)p, 0, 1))
				;
			__threadfence();
			p[1] = p[1] + 1;
			p[2 + p[1]] = blockIdx.x * 100 + threadIdx.x;
			__threadfence();
			atomicExch((u32 *)p, 0);
		}
}

static bool test_locks(buffer &b)
{
	b.zero();
	locks<<<6, 64>>>(b.as<u32>());
	b.read();
	return b.word(0) == 0 && b.word(1) == 24;
}

// All lanes of a warp want the lock.
__global__ void lane_locks(volatile u32 *p)
{
	bool done = false;

	while (!done)
		if (atomicCAS((u32 *)p, 0, 1) == 0) {
			__threadfence();
			p[1] = p[1] * 3 + threadIdx.x + blockIdx.x;
			p[2] = p[2] + 1;
			__threadfence();
			atomicExch((u32 *)p, 0);
			done = true;
		}
}

static bool test_lane_locks(buffer &b)
{
	b.zero();
	lane_locks<<<2, 16>>>(b.as<u32>());
	b.read();
	return b.word(0) == 0 && b.word(2) == 32;
}

// Without fences: a race, and not a lock; but it ends, in one way.
__global__ void loose_locks(volatile u32 *p)
{
	if (threadIdx.x % 32)
		return;
	while (atomicCAS((u32 *)p, 0, 1))
		;
	p[1] = p[1] + 1;
	p[2 + p[1] % 64] = blockIdx.x * 100 + threadIdx.x;
	p[0] = 0;
}

static bool test_loose_locks(buffer &b)
{
	b.zero();
	loose_locks<<<10, 64>>>(b.as<u32>());
	b.read();
	return b.word(0) == 0;
}

// Each block waits for a flag of the one before it, with and without fences; all are resident.
__global__ void chain(volatile u32 *p, bool fence)
{
	volatile u32 *flag = p + 1024;

	if (blockIdx.x)
		while (!flag[blockIdx.x - 1])
			;
	if (fence)
		__threadfence();
	p[blockIdx.x * 32 + threadIdx.x] = (blockIdx.x ? p[(blockIdx.x - 1) * 32 + threadIdx.x] : 0) + threadIdx.x + 1;
	if (fence)
		__threadfence();
	__syncthreads();
	if (!threadIdx.x)
		flag[blockIdx.x] = 1;
}

static bool test_chain(buffer &b)
{
	bool right = true;

	b.zero();
	chain<<<4, 32>>>(b.as<u32>(), true);
	b.read();
	for (u32 i = 0; i < 4 * 32; i++)
		right &= b.word(i) == (i / 32 + 1) * (i % 32 + 1);
	CHECK(cudaMemset(b.p + 4096, 0, 4096));
	chain<<<4, 32>>>(b.as<u32>(), false);
	return right;
}

// All blocks meet, by a counter.
__global__ void grid_barrier(u32 *p, volatile u32 *count, u32 rounds)
{
	const u32 n = gridDim.x * blockDim.x, t = blockIdx.x * blockDim.x + threadIdx.x;
	u32 x = 0;

	for (u32 i = 1; i <= rounds; i++) {
		((volatile u32 *)p)[t] = t + i;
		__threadfence();
		__syncthreads();
		if (!threadIdx.x) {
			atomicAdd((u32 *)count, 1);
			while (*count < (2 * i - 1) * gridDim.x)
				;
		}
		__syncthreads();
		x += ((volatile u32 *)p)[n - 1 - t];
		__syncthreads();
		if (!threadIdx.x) {
			atomicAdd((u32 *)count, 1);
			while (*count < 2 * i * gridDim.x)
				;
		}
		__syncthreads();
	}
	p[t] = x;
}

static bool test_grid_barrier(buffer &b)
{
	bool right = true;

	b.zero();
	grid_barrier<<<4, 64>>>(b.as<u32>(), b.as<u32>() + 4096, 3);
	b.read();
	for (u32 t = 0; t < 4 * 64; t++)
		right &= b.word(t) == 3 * (4 * 64 - 1 - t) + 6;
	return right;
}

// Store, fence, load in two threads, crosswise: not both may miss the other's store. Of a block, and of two.
__global__ void crosswise(volatile u32 *p, u32 rounds)
{
	const u32 warp = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, n = gridDim.x * (blockDim.x / 32);
	const u32 lane = threadIdx.x % 32, pair = warp / 2, side = warp % 2;

	for (u32 i = 0; i < rounds; i++) { /* with the neighbour, then with the warp at the other end */
		volatile u32 *mine = p + i * 1024 + (i % 2 ? warp : 2 * pair + side) * 32;
		volatile u32 *other = p + i * 1024 + (i % 2 ? n - 1 - warp : 2 * pair + !side) * 32;

		for (u32 j = 0; j < (warp * 7 + i * 3) % 11; j++)
			p[14336 + warp] = p[14336 + warp] + 1;
		mine[lane] = 1;
		if (warp % 4 == 3)
			__threadfence_system();
		else
			__threadfence();
		p[8192 + i * 512 + warp * 32 + lane] = other[lane];
	}
}

static bool test_crosswise(buffer &b)
{
	enum { WARPS = 16, ROUNDS = 8 };
	bool right = true;

	b.zero();
	crosswise<<<4, 128>>>(b.as<u32>(), ROUNDS);
	b.read();
	for (u32 i = 0; i < ROUNDS; i++)
		for (u32 w = 0; w < WARPS; w++) {
			const u32 v = i % 2 ? WARPS - 1 - w : w ^ 1;

			for (u32 l = 0; l < 32; l++)
				right &= b.word(8192 + i * 512 + w * 32 + l) || b.word(8192 + i * 512 + v * 32 + l);
		}
	return right;
}

// Data in global memory, handed on by a flag in shared memory, which everybody sees at once: behind a fence, by an
// atomic, by a releasing store, by a releasing atomic. And crosswise, one side in each memory: there what each sees depends
// on time, as shared memory does, and is no part of the result.
__global__ void by_shared(volatile u32 *p)
{
	__shared__ u32 flags[4], ball;
	volatile u32 *flag = flags, *mine = p + blockIdx.x * 256, *seen = p + 8192 + blockIdx.x * 256;
	const u32 t = threadIdx.x, at = (u32)__cvta_generic_to_shared(flags);
	u32 x;

	if (t < 4)
		flag[t] = 0;
	if (t == 5)
		ball = 0;
	__syncthreads();
	if (t == 0) {
		mine[0] = 10;
		__threadfence_block();
		flag[0] = 1;
		mine[32] = 11;
		__threadfence();
		atomicExch(&flags[1], 1);
		mine[64] = 12;
		asm volatile("st.release.cta.shared.u32 [%0], 1;" ::"r"(at + 8) : "memory");
		mine[96] = 13;
		asm volatile("atom.release.cta.shared.exch.b32 %0, [%1], 1;" : "=r"(x) : "r"(at + 12) : "memory");
	} else if (t == 32) {
		u32 got[4]; /* a store before the next fence would end the quantum there */

#pragma unroll
		for (u32 i = 0; i < 4; i++) {
			while (!flag[i])
				;
			__threadfence_block();
			got[i] = mine[i * 32];
		}
#pragma unroll
		for (u32 i = 0; i < 4; i++)
			seen[i] = got[i];
	} else if (t == 64) { /* a store in global memory, a load of shared */
		mine[128] = 1;
		__threadfence_block();
		seen[4] = *(volatile u32 *)&ball;
	} else if (t == 96) {
		for (u32 i = 0; i < blockIdx.x; i++)
			mine[192] = mine[192] + i;
		*(volatile u32 *)&ball = 1;
		__threadfence_block();
		seen[5] = mine[128];
	}
}

static bool test_by_shared(buffer &b)
{
	bool right = true;

	b.zero();
	by_shared<<<24, 128>>>(b.as<u32>());
	b.read();
	for (u32 block = 0; block < 24; block++) {
		const u32 seen = 8192 + block * 256;

		for (u32 i = 0; i < 4; i++)
			right &= b.word(seen + i) == 10 + i;
		right &= b.word(seen + 4) || b.word(seen + 5);
		CHECK(cudaMemset(b.p + 4 * (seen + 4), 0, 8));
	}
	b.read();
	return right;
}

// Fences and atomics in between racing loads and stores, by each warp's own pace.
__global__ void paces(volatile u32 *p)
{
	const u32 warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
	u32 x = threadIdx.x;

	for (u32 i = 0; i < 12; i++) {
		x += p[x % 64];
		p[(x >> 3) % 64] = x + i;
		if ((i * 7 + warp) % 5 == 0)
			__threadfence();
		if ((i * 3 + warp) % 7 == 0)
			x ^= atomicAdd((u32 *)&p[64 + x % 8], x);
		if ((i + warp) % 11 == 0)
			__threadfence_block();
		p[x % 16] = i;
	}
	p[128 + blockIdx.x * blockDim.x + threadIdx.x] = x;
}

static bool test_paces(buffer &b)
{
	paces<<<17, 96>>>(b.as<u32>());
	return true;
}

// Clocks: what they tell has to do with the program only.
__global__ void clocks(u64 *p)
{
	volatile u32 *words = (volatile u32 *)(p + 4096);
	const u32 t = blockIdx.x * blockDim.x + threadIdx.x;
	u64 x = 0;

	for (u32 i = 0; i < 3; i++) {
		x = x * 31 + clock64();
		words[t % 8] = (u32)x + words[(t + i) % 8];
		if (t % 5 == i)
			__threadfence();
	}
	p[t] = x + clock();
}

static bool test_clocks(buffer &b)
{
	clocks<<<24, 64>>>(b.as<u64>());
	return true;
}

// Anything, by chance: each warp its own steps, some lanes of it; barriers for the whole block; some warps leave early.
__global__ void chaos(volatile u32 *p, u32 seed, u32 steps)
{
	const u32 t = blockIdx.x * blockDim.x + threadIdx.x, warp = t / 32;
	u32 x = mixed(t + seed);

	for (u32 i = 0; i < steps; i++) {
		const u32 step = mixed(mixed(seed + warp) + i), at = mixed(x + i) % 96;

		if (mixed(seed * 77 + blockIdx.x * 1000 + i) % 6 == 0)
			__syncthreads();
		if (step >> 24 == 0)
			return;
		if ((x ^ step) % 4 == 0) /* some lanes */
			continue;
		switch (step >> 8 & 15) {
		case 0: case 1: p[at] = x; break;
		case 2: ((volatile unsigned char *)p)[at * 4 + x % 4] = (unsigned char)x; break;
		case 3: ((volatile unsigned short *)p)[at * 2 + x % 2] = (unsigned short)x; break;
		case 4: ((volatile u64 *)p)[at / 2] = (u64)x << 20; break;
		case 5: case 6: x += p[at]; break;
		case 7: x ^= ((const u32 *)p)[at]; break;
		case 8: x += ((volatile unsigned char *)p)[at * 4 + i % 4]; break;
		case 9: x ^= atomicAdd((u32 *)&p[at], x); break;
		case 10: atomicXor((u32 *)&p[at], x); break;
		case 11: x += atomicCAS((u32 *)&p[at], p[at], x); break;
		case 12: x ^= (u32)atomicExch((u64 *)p + at / 2, (u64)x << 7); break;
		case 13: __threadfence(); break;
		case 14: p[128 + x % 4096] = step; break;
		default: x = x * 5 + (u32)clock(); break;
		}
	}
	p[8192 + t % 4096] = x;
}

static bool test_chaos(buffer &b)
{
	for (u32 seed = 1; seed < 6; seed++)
		chaos<<<4 + seed * 7 % 11, 32 * (1 + seed % 4)>>>(b.as<u32>(), seed, 25);
	return true;
}

static bool test_more_chaos(buffer &b)
{
	for (u32 seed = 6; seed < 30; seed++)
		chaos<<<1 + seed * 7 % 60, 32 * (1 + seed % 4)>>>(b.as<u32>(), seed, 20 + seed % 40);
	return true;
}

static const test tests[] = {{"handover", test_handover},
			     {"shared_only", test_shared_only},
			     {"named", test_named},
			     {"partial", test_partial},
			     {"reduce", test_reduce},
			     {"divergent", test_divergent},
			     {"leave", test_leave},
			     {"kinds", test_kinds},
			     {"locks", test_locks},
			     {"lane_locks", test_lane_locks},
			     {"loose_locks", test_loose_locks},
			     {"chain", test_chain},
			     {"crosswise", test_crosswise},
			     {"by_shared", test_by_shared},
			     {"grid_barrier", test_grid_barrier},
			     {"paces", test_paces},
			     {"clocks", test_clocks},
			     {"chaos", test_chaos},
			     {"more_chaos", test_more_chaos, true}};

int main(int argc, char **argv)
{
	return run_tests(tests, argc, argv);
}
