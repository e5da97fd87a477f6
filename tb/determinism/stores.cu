// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// stores: who wrote last, byte by byte; loads of what one has stored oneself; full logs.
#include "directed.cuh"

// All lanes of all warps to one word; two lanes to each of some bytes.
__global__ void tie(volatile u32 *p)
{
	volatile unsigned char *bytes = (volatile unsigned char *)(p + 4);

	p[0] = threadIdx.x;
	bytes[threadIdx.x % 32 / 2] = (unsigned char)threadIdx.x;
}

// Of one store the highest lane, of several warps the lowest.
static bool test_tie(buffer &b)
{
	bool right = true;

	tie<<<1, 256>>>(b.as<u32>());
	b.read();
	right &= b.word(0) == 31;
	for (unsigned i = 0; i < 16; i++)
		right &= b.host[16 + i] == 2 * i + 1;
	return right;
}

__device__ void store_width(unsigned char *p, u32 kind, u32 lane, u32 value)
{
	const u32 all = value * 0x01010101u;

	switch (kind) {
	case 0: p[lane * 3] = (unsigned char)value; break;
	case 1: ((volatile unsigned short *)p)[lane * 5] = (unsigned short)all; break;
	case 2: ((volatile u32 *)p)[lane * 2 + 1] = all; break;
	case 3: ((volatile u64 *)p)[lane] = (u64)all << 32 | all; break;
	default: ((uint4 *)p)[lane] = make_uint4(all, all, all, all); break;
	}
}

// Five widths over each other; the wider the lower the warp.
__global__ void widths(unsigned char *p, u32 warps)
{
	const u32 warp = threadIdx.x / 32;

	store_width(p, (warps - 1 - warp) % 5, threadIdx.x % 32, warp + 1);
}

static bool test_widths(buffer &b)
{
	enum { WARPS = 10 };
	static const u32 step[5] = {3, 10, 8, 8, 16}, at[5] = {0, 0, 4, 0, 0}, size[5] = {1, 2, 4, 8, 16};
	std::vector<unsigned char> want = b.host;

	widths<<<1, WARPS * 32>>>(b.p, WARPS);
	for (u32 w = WARPS; w-- > 0;) {
		const u32 k = (WARPS - 1 - w) % 5;

		for (u32 lane = 0; lane < 32; lane++)
			memset(&want[at[k] + lane * step[k]], (int)w + 1, size[k]);
	}
	b.read();
	return !strict || want == b.host;
}

// Each block's threads write byte `block` of the same words: nobody's byte is lost.
__global__ void bytes_of_words(unsigned char *p)
{
	p[threadIdx.x * 4 + blockIdx.x] = (unsigned char)(blockIdx.x * 50 + threadIdx.x);
}

static bool test_bytes_of_words(buffer &b)
{
	bool right = true;

	bytes_of_words<<<4, 256>>>(b.p);
	b.read();
	for (u32 i = 0; i < 1024; i++)
		right &= b.host[i] == (unsigned char)(i % 4 * 50 + i / 4);
	return right;
}

// Loads wider than what has been stored: partly of the log, partly of memory; lines shared with other warps and blocks.
__global__ void own(unsigned char *p, u32 *wrong)
{
	const u32 t = blockIdx.x * blockDim.x + threadIdx.x;
	volatile unsigned char *mine = p + 16 * t;
	u64 model[2];
	u32 bad = 0;

	for (u32 i = 0; i < 2; i++)
		model[i] = ((const volatile u64 *)mine)[i];
	for (u32 round = 0; round < 24; round++) {
		const u32 size = 1u << (round * 5 + t / 32) % 4, at = (round * 11 + t) % 16 & ~(size - 1);
		const u64 value = (t + 1) * 0x9e3779b97f4a7c15ull + round * 0x0123456789abcdefull;
		const u64 mask = (size == 8 ? ~0ull : (1ull << 8 * size) - 1) << 8 * (at % 8);

		switch (size) {
		case 1: mine[at] = (unsigned char)value; break;
		case 2: *(volatile unsigned short *)(mine + at) = (unsigned short)value; break;
		case 4: *(volatile u32 *)(mine + at) = (u32)value; break;
		default: *(volatile u64 *)(mine + at) = value; break;
		}
		model[at / 8] = (model[at / 8] & ~mask) | (value << 8 * (at % 8) & mask);
		switch (round % 4) {
		case 0: bad += mine[at] != (unsigned char)(model[at / 8] >> 8 * (at % 8)); break;
		case 1: bad += *(volatile unsigned short *)(mine + (at & 14)) !=
			       (unsigned short)(model[at / 8] >> 8 * (at % 8 & 6)); break;
		case 2: bad += ((volatile u32 *)mine)[at / 4] != (u32)(model[at / 8] >> 8 * (at % 8 & 4)); break;
		default: {
			u64 low, high;
			asm volatile("ld.volatile.global.v2.u64 {%0, %1}, [%2];" : "=l"(low), "=l"(high) : "l"(p + 16 * t));
			bad += low != model[0] || high != model[1];
		}
		}
	}
	if (bad)
		*wrong = 1;
}

static bool test_own(buffer &b)
{
	u32 *wrong, host = 0;

	CHECK(cudaMalloc(&wrong, 4));
	CHECK(cudaMemset(wrong, 0, 4));
	own<<<6, 160>>>(b.p, wrong);
	CHECK(cudaMemcpy(&host, wrong, 4, cudaMemcpyDeviceToHost));
	CHECK(cudaFree(wrong));
	return !host;
}

// More lines than a log has, of each warp; the lines' first words are raced for, the others are everyone's own.
__global__ void full(u32 *p, u32 lines)
{
	const u32 warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
	const u32 lane = threadIdx.x % 32;

	for (u32 round = 0; round < 2; round++)
		for (u32 line = lane; line < lines; line += 32) {
			p[line * 32] = warp * 1000 + round;
			p[line * 32 + 1 + warp % 31] = warp < 31 ? line * 31 + warp : 0;
			if (p[line * 32 + 1 + warp % 31] != line * 31 + warp && warp < 31)
				p[line * 32 + 1 + warp % 31] = 0xffffffff;
		}
}

static bool test_full(buffer &b)
{
	bool right = true;

	full<<<2, 64>>>(b.as<u32>(), BUFFER / 128);
	b.read();
	for (u32 line = 0; line < BUFFER / 128; line++)
		for (u32 w = 0; w < 4; w++)
			right &= b.word(line * 32 + 1 + w) == line * 31 + w;
	return right;
}

// A block that follows another in its slot, in the same quantum, finds the log as that one has left it: a line a lane.
__global__ void follow(u32 *p)
{
	p[(blockIdx.x * 32 + threadIdx.x) * 32] = blockIdx.x + 1;
}

static bool test_follow(buffer &)
{
	const u32 lines = 500 * 32;
	u32 *p, *host = (u32 *)malloc(lines * 128);
	bool right = true;

	CHECK(cudaMalloc(&p, lines * 128));
	CHECK(cudaMemset(p, 0, lines * 128));
	follow<<<lines / 32, 32>>>(p);
	CHECK(cudaMemcpy(host, p, lines * 128, cudaMemcpyDeviceToHost));
	for (u32 i = 0; i < lines; i++)
		right &= host[i * 32] == i / 32 + 1;
	CHECK(cudaFree(p));
	free(host);
	return right;
}

// A later quantum beats an earlier one, whoever it was.
__global__ void later(volatile u32 *p)
{
	const u32 warp = threadIdx.x / 32;
	u32 x = threadIdx.x;

	for (u32 i = 0; i < warp * 700; i++)
		x = x * 5 + 1;
	p[0] = x == 0x12345678 ? 0 : warp + 1;
}

static bool test_later(buffer &b)
{
	later<<<1, 64>>>(b.as<u32>());
	b.read();
	return !strict || b.word(0) == 2;
}

// Loads and stores of all widths at random places that all threads share: whatever is read is used.
__global__ void mess(unsigned char *p, u32 rounds, u32 bytes)
{
	u64 x = (blockIdx.x * blockDim.x + threadIdx.x + 1) * 0x9e3779b97f4a7c15ull;

	for (u32 i = 0; i < rounds; i++) {
		const u32 at = (u32)(x >> 40) % bytes, what = (u32)(x >> 33) % 10;

		x = x * 0x5851f42d4c957f2dull + 0x14057b7ef767814full;
		switch (what) {
		case 0: p[at] = (unsigned char)(x >> 32); break;
		case 1: *(unsigned short *)(p + (at & ~1u)) = (unsigned short)(x >> 32); break;
		case 2: *(u32 *)(p + (at & ~3u)) = (u32)(x >> 32); break;
		case 3: *(u64 *)(p + (at & ~7u)) = x; break;
		case 4: *(uint4 *)(p + (at & ~15u)) = make_uint4((u32)x, (u32)(x >> 32), at, i); break;
		case 5: x ^= p[at]; break;
		case 6: x += *(volatile unsigned short *)(p + (at & ~1u)); break;
		case 7: x ^= *(volatile u32 *)(p + (at & ~3u)); break;
		case 8: x += *(u64 *)(p + (at & ~7u)); break;
		default: {
			const uint4 v = *(uint4 *)(p + (at & ~15u));

			x ^= (u64)v.x << 32 ^ v.y ^ (u64)v.z << 16 ^ v.w;
		}
		}
	}
	*(u64 *)(p + bytes + (threadIdx.x % 64) * 8) = x;
}

static bool test_mess(buffer &b)
{
	mess<<<5, 128>>>(b.p, 24, 512);
	mess<<<20, 64>>>(b.p, 8, 8192);
	return true;
}

static const test tests[] = {{"tie", test_tie},     {"widths", test_widths}, {"bytes_of_words", test_bytes_of_words},
			     {"own", test_own},     {"full", test_full},     {"later", test_later},
			     {"follow", test_follow}, {"mess", test_mess}};

int main(int argc, char **argv)
{
	return run_tests(tests, argc, argv);
}
