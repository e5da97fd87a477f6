// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pieces: warps that meet barriers in pieces, for sm_70: some lanes wait, others run on or wait elsewhere. Lanes of
// one warp write what others of it read, so the result tells where each was when others were released.
#include "directed.cuh"

// How long this takes, depends on time.
__device__ u32 dawdle(volatile u32 *p, u32 rounds)
{
	u32 x = 0;

	for (u32 i = 0; i < rounds; i++)
		x += p[4096 + (x + i * 33) % 2048] & 1;
	return x;
}

// Half of warp 0 waits for half of warp 1; the other half counts, and those released look how far it has come.
__global__ void half(volatile u32 *p, u32 rounds)
{
	const u32 warp = threadIdx.x / 32, lane = threadIdx.x % 32;
	volatile u32 *mine = p + blockIdx.x * 128;

	if (warp == 0) {
		if (lane < 16) {
			asm volatile("bar.sync 1, 32;" ::: "memory");
			mine[lane] = mine[64] + 1000 * mine[65];
		} else {
			for (u32 i = 0; i < rounds; i++)
				mine[64] = mine[64] + 1;
		}
	} else {
		const u32 x = dawdle(p, 1 + blockIdx.x % 4);

		if (lane < 16) {
			mine[65] = 7 + x;
			asm volatile("bar.sync 1, 32;" ::: "memory");
		}
	}
	__syncthreads();
	mine[96] = 1;
}

static bool test_half(buffer &b)
{
	bool right = true;

	b.zero();
	half<<<24, 64>>>(b.as<u32>(), 100);
	b.read();
	for (u32 block = 0; block < 24; block++)
		for (u32 lane = 0; lane < 16; lane++)
			right &= b.word(block * 128 + lane) / 1000 == 7 && b.word(block * 128 + 96) == 1;
	return right;
}

// Warp 0 waits at two barriers, a half at each; who is released first?
__global__ void two(volatile u32 *p)
{
	const u32 warp = threadIdx.x / 32, lane = threadIdx.x % 32;
	volatile u32 *mine = p + blockIdx.x * 64;

	for (u32 i = 0; i < 4; i++) {
		if (warp && dawdle(p, 1 + (blockIdx.x + i) % 2) == 1) /* it is 0: nothing in the log */
			mine[3] = i;
		if (warp == 0 && lane < 16) {
			asm volatile("bar.sync 1, 32;" ::: "memory");
			mine[0] = mine[0] * 3 + 1;
		} else if (warp == 0) {
			asm volatile("bar.sync 2, 32;" ::: "memory");
			mine[0] = mine[0] * 5 + 2;
		} else if (warp == 1 && lane < 16) {
			asm volatile("bar.sync 1, 32;" ::: "memory");
		} else if (warp == 2 && lane < 16) {
			asm volatile("bar.sync 2, 32;" ::: "memory");
		}
		__syncthreads();
	}
}

static bool test_two(buffer &b)
{
	b.zero();
	two<<<30, 96>>>(b.as<u32>());
	return true;
}

// Half of warp 0 waits for the other half, which waits for warp 1, which first has to do an atomic: the quantum must
// end meanwhile.
__global__ void behind(u32 *p)
{
	const u32 lane = threadIdx.x % 32;
	u32 x = 0;

	if (threadIdx.x < 32) {
		if (lane < 16)
			asm volatile("bar.sync 1, 32;" ::: "memory");
		__syncwarp();
		x = ((volatile u32 *)p)[1024 + blockIdx.x];
	} else if (lane < 16) {
		atomicAdd(&p[1024 + blockIdx.x], 1);
		asm volatile("bar.sync 1, 32;" ::: "memory");
	}
	__syncthreads();
	p[blockIdx.x * 64 + threadIdx.x] = x;
}

static bool test_behind(buffer &b)
{
	bool right = true;

	b.zero();
	behind<<<9, 64>>>(b.as<u32>());
	b.read();
	for (u32 block = 0; block < 9; block++)
		for (u32 t = 0; t < 64; t++)
			right &= b.word(block * 64 + t) == (t < 32 ? 16 : 0);
	return right;
}

// Lanes wait at a barrier with a count, others of their warp leave, before or after it lets go.
__global__ void leave(volatile u32 *p)
{
	const u32 warp = threadIdx.x / 32, lane = threadIdx.x % 32;
	volatile u32 *mine = p + blockIdx.x * 64;

	if (warp == 0 && lane >= 16) {
		for (u32 i = 0; i < 20; i++)
			mine[1] = mine[1] + dawdle(p, 1) + 1;
		return;
	}
	if (warp == 1) {
		mine[lane + 32] = lane;
		mine[2] = dawdle(p, blockIdx.x % 8 * 3);
	}
	asm volatile("bar.sync 1, 64;" ::: "memory");
	mine[lane % 16] = mine[1] + mine[lane + 32];
	__syncthreads();
	mine[20] = 1;
}

static bool test_leave(buffer &b)
{
	b.zero();
	leave<<<24, 64>>>(b.as<u32>());
	return true;
}

// Both halves of all warps race, each half of the block with barriers of its own, in their own numbers.
__global__ void chaos(volatile u32 *p, u32 seed, u32 steps)
{
	const u32 t = blockIdx.x * blockDim.x + threadIdx.x, warp = t / 32;
	const u32 side = (threadIdx.x >> seed % 5) & 1;
	u32 x = mixed(t + seed);

	for (u32 i = 0; i < steps; i++) {
		const u32 step = mixed(mixed(seed + warp * 2 + side) + i), at = mixed(x + i) % 96;
		const u32 meet = mixed(seed * 77 + blockIdx.x * 1000 + i * 2 + side) % 8;

		if (meet == 0 && side == 0)
			asm volatile("bar.sync 1, %0;" ::"r"(blockDim.x / 2) : "memory");
		if (meet == 0 && side == 1)
			asm volatile("bar.sync 2, %0;" ::"r"(blockDim.x / 2) : "memory");
		if (mixed(seed * 99 + blockIdx.x * 1000 + i) % 16 == 0)
			__syncthreads();
		if ((x ^ step) % 4 == 0) /* some lanes */
			continue;
		switch (step >> 8 & 7) {
		case 0: case 1: p[at] = x; break;
		case 2: ((volatile unsigned char *)p)[at * 4 + x % 4] = (unsigned char)x; break;
		case 3: case 4: x += p[at]; break;
		case 5: x ^= atomicAdd((u32 *)&p[at], x); break;
		case 6: __threadfence(); break;
		default: x = x * 5 + (u32)clock(); break;
		}
	}
	p[8192 + t % 4096] = x;
	__syncthreads();
}

static bool test_chaos(buffer &b)
{
	for (u32 seed = 1; seed < 7; seed++)
		chaos<<<4 + seed * 7 % 19, 64 * (1 + seed % 3)>>>(b.as<u32>(), seed, 40);
	return true;
}

static const test tests[] = {{"half", test_half},
			     {"two", test_two},
			     {"behind", test_behind},
			     {"leave", test_leave},
			     {"chaos", test_chaos}};

int main(int argc, char **argv)
{
	return run_tests(tests, argc, argv);
}
