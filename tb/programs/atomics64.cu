// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// 64-bit atomics on global and shared memory, signed and unsigned minimum and maximum, wrapping
// increment and decrement, exchange, bit operations, float and double addition.
// expect: atomics64 ok
// arch: sm_60
#include <cstdio>

typedef unsigned long long u64;

struct State {
	u64 sum, max, min, bits_or, bits_and, bits_xor, exch, cas;
	long long smin, smax;
	int imin, imax;
	unsigned inc, dec, sub, umax;
	float f;
	double d;
};

__global__ void all(State *s, int n)
{
	__shared__ u64 block_sum;
	if (threadIdx.x == 0)
		block_sum = 0;
	__syncthreads();
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		u64 v = (u64)i << 33 | i;
		atomicAdd(&block_sum, v);
		atomicMax(&s->max, v);
		atomicMin(&s->min, v + 5);
		atomicOr(&s->bits_or, 1ull << (i % 64));
		atomicAnd(&s->bits_and, ~(1ull << (i % 50)));
		atomicXor(&s->bits_xor, v);
		atomicExch(&s->exch, v | 1ull << 63);
		atomicCAS(&s->cas, (u64)0, v + 77);
		atomicMin(&s->smin, (long long)-i);
		atomicMax(&s->smax, (long long)(i - n));
		atomicMin(&s->imin, 3 - i);
		atomicMax(&s->imax, i - 1000000);
		atomicInc(&s->inc, 9);		// 0..9 and round again
		atomicDec(&s->dec, 6);
		atomicSub(&s->sub, 3u);
		atomicMax(&s->umax, (unsigned)-1 - i);
		atomicAdd(&s->f, 0.5f);
		atomicAdd(&s->d, 0.25);
	}
	__syncthreads();
	if (threadIdx.x == 0)
		atomicAdd(&s->sum, block_sum);
}

int main()
{
	State h = {}, *d;
	const int n = 300;
	h.min = ~0ull;
	h.bits_and = ~0ull;
	h.smax = -1ll << 60;
	h.imin = h.imax = -2000000;
	h.imin = 100;
	h.sub = 5;
	cudaMalloc(&d, sizeof h);
	cudaMemcpy(d, &h, sizeof h, cudaMemcpyHostToDevice);
	all<<<5, 64>>>(d, n);
	if (cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost) != cudaSuccess)
		return 2;
	u64 sum = 0, x = 0;
	unsigned inc = 0, dec = 0;
	for (u64 i = 0; i < n; i++) {
		sum += i << 33 | i;
		x ^= i << 33 | i;
		inc = inc >= 9 ? 0 : inc + 1;
		dec = dec == 0 || dec > 6 ? 6 : dec - 1;
	}
#define EXPECT(c) do { if (!(c)) { printf("not so: %s\n", #c); return 1; } } while (0)
	EXPECT(h.sum == sum);
	EXPECT(h.max == (299ull << 33 | 299));
	EXPECT(h.min == 5);
	EXPECT(h.bits_or == ~0ull);
	EXPECT(h.bits_and == ~0ull << 50);
	EXPECT(h.bits_xor == x);
	EXPECT(h.exch >> 63 == 1 && (h.exch << 1 >> 34) == (h.exch & 0x1ff));
	EXPECT(h.cas >= 77 && ((h.cas - 77) >> 33) == ((h.cas - 77) & 0x1ff));
	EXPECT(h.smin == -299 && h.smax == -1);
	EXPECT(h.imin == -296 && h.imax == 299 - 1000000);
	EXPECT(h.inc == inc && h.dec == dec);
	EXPECT(h.sub == 5u - 900u && h.umax == 0xffffffffu);
	EXPECT(h.f == 150.0f && h.d == 75.0);
	puts("atomics64 ok");
	return 0;
}
