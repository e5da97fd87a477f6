/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * integer: bit functions, products, averages, dot products, timers against plain C.
 */
#include "check.h"

#define N 12
__constant__ unsigned int a32[N] = {0, 1, 2, 0x80000000, 0xffffffff, 0x7fffffff,
				    0x12345678, 0x00800000, 77, 0xdeadbeef, 0xff00ff00, 0x80808080};

struct result {
	int popc, popcll, clz, clzll, ffs, ffsll, mulhi, mul24, rhadd, hadd, dp4a, dp2a_lo, dp2a_hi;
	unsigned int brev, perm, fl, flc, fr, frc, umulhi, umul24, sad, usad, urhadd, uhadd;
	unsigned int udp4a, udp2a_lo, udp2a_hi, fns, smin, umax;
	unsigned long long brevll, umul64hi;
	long long mul64hi, llmin;
	int clock_moves, named;
};

__global__ void run(result *out)
{
	int i = threadIdx.x / N, j = threadIdx.x % N;
	unsigned int a = a32[i], b = a32[j];
	unsigned long long w = (unsigned long long)a << 32 | b, x = (unsigned long long)b << 32 | a;
	result *r = out + threadIdx.x;
	long long before = clock64();
	clock_t tick = clock();

	r->popc = __popc(a);
	r->popcll = __popcll(w);
	r->clz = __clz((int)a);
	r->clzll = __clzll((long long)w);
	r->ffs = __ffs((int)a);
	r->ffsll = __ffsll((long long)w);
	r->brev = __brev(a);
	r->brevll = __brevll(w);
	r->perm = __byte_perm(a, b, 0x7214);
	r->fl = __funnelshift_l(a, b, a);
	r->flc = __funnelshift_lc(a, b, a);
	r->fr = __funnelshift_r(a, b, a);
	r->frc = __funnelshift_rc(a, b, a);
	r->mulhi = __mulhi((int)a, (int)b);
	r->umulhi = __umulhi(a, b);
	r->mul64hi = __mul64hi((long long)w, (long long)x);
	r->umul64hi = __umul64hi(w, x);
	r->mul24 = __mul24((int)a, (int)b);
	r->umul24 = __umul24(a, b);
	r->sad = __sad((int)a, (int)b, 5);
	r->usad = __usad(a, b, 5);
	r->rhadd = __rhadd((int)a, (int)b);
	r->hadd = __hadd((int)a, (int)b);
	r->urhadd = __urhadd(a, b);
	r->uhadd = __uhadd(a, b);
	r->dp4a = __dp4a((int)a, (int)b, 9);
	r->udp4a = __dp4a(a, b, 9U);
	r->dp2a_lo = __dp2a_lo((int)a, (int)b, 9);
	r->dp2a_hi = __dp2a_hi((int)a, (int)b, 9);
	r->udp2a_lo = __dp2a_lo(a, b, 9U);
	r->udp2a_hi = __dp2a_hi(a, b, 9U);
	r->fns = __fns(a, 3, 2);
	r->smin = (unsigned int)min((int)a, (int)b);
	r->umax = max(a, b);
	r->llmin = min((long long)w, (long long)x);
	r->named = umin(a, b) == min(a, b) && umax(a, b) == max(a, b) &&
		   llmin((long long)w, (long long)x) == r->llmin &&
		   llmax((long long)w, (long long)x) == max((long long)w, (long long)x) &&
		   ullmin(w, x) == (w < x ? w : x) && ullmax(w, x) == (w > x ? w : x) &&
		   labs((long)w) == abs((long)w) && llabs((long long)w) == abs((long long)w);
	__nanosleep(20);
	r->clock_moves = clock64() > before && clock() != tick - 1;
}

static int dot4(unsigned int a, unsigned int b, bool is_signed)
{
	int sum = 9;

	for (int k = 0; k < 4; k++) {
		unsigned int x = a >> 8 * k & 255, y = b >> 8 * k & 255;

		sum += is_signed ? (signed char)x * (signed char)y : (int)(x * y);
	}
	return sum;
}

static int dot2(unsigned int a, unsigned int b, int half, bool is_signed)
{
	long long sum = 9;

	for (int k = 0; k < 2; k++) {
		unsigned int x = a >> 16 * k & 65535, y = b >> (16 * half + 8 * k) & 255;

		sum += is_signed ? (short)x * (signed char)y : (int)(x * y);
	}
	return (int)sum;
}

static unsigned int reverse(unsigned int a)
{
	unsigned int r = 0;

	for (int k = 0; k < 32; k++)
		r |= (a >> k & 1) << (31 - k);
	return r;
}

/* position of the second set bit at or above bit 3 */
static unsigned int find_nth(unsigned int a)
{
	int seen = 0;

	for (unsigned int k = 3; k < 32; k++)
		if (a >> k & 1 && ++seen == 2)
			return k;
	return 0xffffffffU;
}

static int s24(unsigned int a)
{
	return (int)(a << 8) >> 8;
}

static void compare(const result *r, unsigned int a, unsigned int b, int n)
{
	unsigned long long w = (unsigned long long)a << 32 | b, x = (unsigned long long)b << 32 | a;
	unsigned int s = a & 31, c = a < 32 ? a : 32;
	unsigned long long pair = (unsigned long long)b << 32 | a;
	long long sa = (int)a, sb = (int)b;

	check(r->popc == __builtin_popcount(a), "popc", n);
	check(r->popcll == __builtin_popcountll(w), "popcll", n);
	check(r->clz == (a ? __builtin_clz(a) : 32), "clz", n);
	check(r->clzll == (w ? __builtin_clzll(w) : 64), "clzll", n);
	check(r->ffs == __builtin_ffs((int)a), "ffs", n);
	check(r->ffsll == __builtin_ffsll((long long)w), "ffsll", n);
	check(r->brev == reverse(a), "brev", n);
	check(r->brevll == ((unsigned long long)reverse(b) << 32 | reverse(a)), "brevll", n);
	check(r->perm == ((b >> 24) << 24 | (a >> 16 & 255) << 16 | (a >> 8 & 255) << 8 | (b & 255)),
	      "byte_perm", n);
	check(r->fl == (unsigned int)(pair << s >> 32), "funnelshift_l", n);
	check(r->flc == (c == 32 ? a : (unsigned int)(pair << c >> 32)), "funnelshift_lc", n);
	check(r->fr == (unsigned int)(pair >> s), "funnelshift_r", n);
	check(r->frc == (c == 32 ? b : (unsigned int)(pair >> c)), "funnelshift_rc", n);
	check(r->mulhi == (int)(sa * sb >> 32), "mulhi", n);
	check(r->umulhi == (unsigned int)((unsigned long long)a * b >> 32), "umulhi", n);
	check(r->mul64hi == (long long)((__int128)(long long)w * (long long)x >> 64), "mul64hi", n);
	check(r->umul64hi == (unsigned long long)((unsigned __int128)w * x >> 64), "umul64hi", n);
	check(r->mul24 == (int)(unsigned int)((long long)s24(a) * s24(b)), "mul24", n);
	check(r->umul24 == (unsigned int)((a & 0xffffffULL) * (b & 0xffffff)), "umul24", n);
	check(r->sad == (unsigned int)(sa > sb ? sa - sb : sb - sa) + 5, "sad", n);
	check(r->usad == (a > b ? a - b : b - a) + 5, "usad", n);
	check(r->rhadd == (int)((sa + sb + 1) >> 1) && r->hadd == (int)((sa + sb) >> 1), "hadd", n);
	check(r->urhadd == (unsigned int)(((unsigned long long)a + b + 1) >> 1), "urhadd", n);
	check(r->uhadd == (unsigned int)(((unsigned long long)a + b) >> 1), "uhadd", n);
	check(r->dp4a == dot4(a, b, true) && (int)r->udp4a == dot4(a, b, false), "dp4a", n);
	check(r->dp2a_lo == dot2(a, b, 0, true) && r->dp2a_hi == dot2(a, b, 1, true), "dp2a", n);
	check((int)r->udp2a_lo == dot2(a, b, 0, false) && (int)r->udp2a_hi == dot2(a, b, 1, false),
	      "dp2a unsigned", n);
	check(r->fns == find_nth(a), "fns", n);
	check((int)r->smin == (sa < sb ? sa : sb) && r->umax == (a > b ? a : b), "min max", n);
	check(r->llmin == ((long long)w < (long long)x ? (long long)w : (long long)x), "llmin", n);
	check(r->clock_moves, "clock", n);
	check(r->named, "umin and its like", n);
}

int main()
{
	result *out = shared_array<result>(N * N);
	unsigned int a[N];

	check(cudaMemcpyFromSymbol(a, a32, sizeof(a)) == cudaSuccess, "cudaMemcpyFromSymbol");
	run<<<1, N * N>>>(out);
	sync("integer");
	for (int i = 0; i < N * N; i++)
		compare(out + i, a[i / N], a[i % N], i);
	return finish("integer");
}
