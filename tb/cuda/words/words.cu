/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * words: accesses of 16 and 128 bits, and sums of 16-bit floats in memory. Blocks of threads add to
 * what they share; the host knows the sums. -DRACY: the 128 bits are written as two halves;
 * -DMIXED: of the 128 bits, half is also one of 64, which PTX takes for a race.
 */
#include <cstdio>

struct alignas(16) pair {
	unsigned long long lo, hi;
};

__device__ pair exchange(pair *p, pair v)
{
	pair old;

	asm volatile("{\n\t.reg .b128 %%v, %%old;\n\tmov.b128 %%v, {%3, %4};\n\t"
		     "atom.relaxed.gpu.global.exch.b128 %%old, [%2], %%v;\n\t"
		     "mov.b128 {%0, %1}, %%old;\n\t}"
		     : "=l"(old.lo), "=l"(old.hi)
		     : "l"(p), "l"(v.lo), "l"(v.hi)
		     : "memory");
	return old;
}

__device__ pair swap(pair *p, pair is, pair v)
{
	pair old;

	asm volatile("{\n\t.reg .b128 %%is, %%v, %%old;\n\tmov.b128 %%is, {%3, %4};\n\t"
		     "mov.b128 %%v, {%5, %6};\n\t"
		     "atom.acq_rel.gpu.cas.b128 %%old, [%2], %%is, %%v;\n\t"
		     "mov.b128 {%0, %1}, %%old;\n\t}"
		     : "=l"(old.lo), "=l"(old.hi)
		     : "l"(p), "l"(is.lo), "l"(is.hi), "l"(v.lo), "l"(v.hi)
		     : "memory");
	return old;
}

/* Weak, through a register of 128 bits */
__device__ void copy(pair *to, const pair *from)
{
	asm volatile("{\n\t.reg .b128 %%v, %%w;\n\tld.global.b128 %%v, [%1];\n\tmov.b128 %%w, %%v;\n\t"
		     "st.global.b128 [%0], %%w;\n\t}" ::"l"(to), "l"(from)
		     : "memory");
}

__device__ pair look(pair *p)
{
	pair v;

	asm volatile("{\n\t.reg .b128 %%v;\n\tld.relaxed.gpu.global.b128 %%v, [%2];\n\t"
		     "mov.b128 {%0, %1}, %%v;\n\t}"
		     : "=l"(v.lo), "=l"(v.hi)
		     : "l"(p)
		     : "memory");
	return v;
}

struct all {
	pair sum, chain, seen, table[64], copied[64];
	unsigned int torn;
	unsigned short half, bfloat, lock;
	unsigned int halves, bfloats, guarded, plain;
};

/* lo counts, hi has three times as much: whoever sees anything else saw half an access. */
__global__ void wide(all *m)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	pair is = {0, 0}, v;

	for (;;) {
		v = {is.lo + 1, is.hi + 3};
		pair old = swap(&m->sum, is, v);
		if (old.lo == is.lo && old.hi == is.hi)
			break;
		is = old;
	}
	v = exchange(&m->chain, {(unsigned long long)i, ~(unsigned long long)i});
	if (v.hi != ~v.lo)
		atomicAdd(&m->torn, 1U);
#ifdef RACY
	m->seen.lo = i;
	m->seen.hi = ~i;
#endif
#ifdef MIXED
	atomicMax(&m->chain.lo, 0ULL);
#endif
	v = look(&m->chain);
	if (v.hi != ~v.lo)
		atomicAdd(&m->torn, 1U);
	copy(&m->copied[i], &m->table[i]);
}

__global__ void small(all *m)
{
	const unsigned short one = 0x3c00, two = 0x4000;
	unsigned short got = 1;
	unsigned int old;

	asm volatile("red.relaxed.gpu.global.add.noftz.f16 [%0], %1;" ::"l"(&m->half), "h"(one) : "memory");
	asm volatile("{\n\t.reg .b16 %%o;\n\tatom.global.add.noftz.bf16 %%o, [%0], %1;\n\t}" ::"l"(&m->bfloat),
		     "h"((unsigned short)0x3f80)
		     : "memory");
	asm volatile("atom.global.add.noftz.f16x2 %0, [%1], %2;"
		     : "=r"(old)
		     : "l"(&m->halves), "r"((unsigned)two << 16 | one)
		     : "memory");
	asm volatile("red.global.add.noftz.bf16x2 [%0], %1;" ::"l"(&m->bfloats), "r"(0x3f80bf80U) : "memory");
	for (int turn = 0; turn < 32; turn++) {
		if (threadIdx.x % 32 != turn)
			continue;
		do
			asm volatile("atom.acquire.gpu.global.cas.b16 %0, [%1], %2, %3;"
				     : "=h"(got)
				     : "l"(&m->lock), "h"((unsigned short)0), "h"((unsigned short)1)
				     : "memory");
		while (got);
		m->guarded++;
		asm volatile("st.release.gpu.global.u16 [%0], %1;" ::"l"(&m->lock), "h"((unsigned short)0)
			     : "memory");
	}
}

static int wrong;

static void is(const char *what, unsigned long long got, unsigned long long want)
{
	if (got == want)
		return;
	printf("%s: %llx, not %llx\n", what, got, want);
	wrong++;
}

int main()
{
	all *m;

	if (cudaMallocManaged(&m, sizeof(*m)))
		return 2;
	memset(m, 0, sizeof(*m));
	m->chain.hi = ~0ULL;
	for (int i = 0; i < 64; i++)
		m->table[i] = {(unsigned long long)i << 40, 7ULL * i};
	wide<<<2, 32>>>(m);
	small<<<2, 32>>>(m);
	if (cudaDeviceSynchronize())
		return 2;
	is("compare and swap, lower half", m->sum.lo, 64);
	is("compare and swap, upper half", m->sum.hi, 192);
	is("halves of different accesses", m->torn, 0);
	for (int i = 0; i < 64; i++) {
		is("copied, lower half", m->copied[i].lo, m->table[i].lo);
		is("copied, upper half", m->copied[i].hi, m->table[i].hi);
	}
	is("f16", m->half, 0x5400);         /* 64 */
	is("bf16", m->bfloat, 0x4280);
	is("f16x2", m->halves, 0x58005400); /* 128, 64 */
	is("bf16x2", m->bfloats, 0x4280c280);
	is("under a lock of 16 bits", m->guarded, 64);
	printf("words: %d wrong\n", wrong);
	return wrong != 0;
}
