// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pairs: two accesses to one word, in this order whoever times them, and nothing that orders them
// but what the pair itself brings: every combination of two kinds of access, one or two blocks, and
// a fence of the first one or none. Each is a kernel of its own, so that each race is one of the
// report.
//
//   first thread    FIRST, FENCE, a while, flag = 1
//   second thread   until flag == 1; SECOND
#include "every.cuh"

enum { ST, ST_VOLATILE, ST_RELAXED, ST_RELAXED_BLOCK, ST_RELEASE, LD, LD_ACQUIRE_BLOCK, ATOM, ATOM_BLOCK, RED, CAS_FAILS,
       ST_BYTE, ST_HALF, ST_PAIR, LD_WIDE, KINDS };
enum { NO_FENCE, FENCE_BLOCK, FENCES };

template <int KIND> __device__ __forceinline__ unsigned access(unsigned *data)
{
	unsigned old = 0;
	unsigned long long wide = 0;

	if (KIND == ST)
		asm volatile("st.u32 [%0], 1;" ::"l"(data) : "memory");
	if (KIND == ST_VOLATILE)
		asm volatile("st.volatile.u32 [%0], 1;" ::"l"(data) : "memory");
	if (KIND == ST_RELAXED)
		asm volatile("st.relaxed.gpu.u32 [%0], 1;" ::"l"(data) : "memory");
	if (KIND == ST_RELAXED_BLOCK)
		asm volatile("st.relaxed.cta.u32 [%0], 1;" ::"l"(data) : "memory");
	if (KIND == ST_RELEASE)
		asm volatile("st.release.gpu.u32 [%0], 1;" ::"l"(data) : "memory");
	if (KIND == LD)
		asm volatile("ld.u32 %0, [%1];" : "=r"(old) : "l"(data) : "memory");
	if (KIND == LD_ACQUIRE_BLOCK)
		asm volatile("ld.acquire.cta.u32 %0, [%1];" : "=r"(old) : "l"(data) : "memory");
	if (KIND == ATOM)
		asm volatile("atom.add.u32 %0, [%1], 1;" : "=r"(old) : "l"(data) : "memory");
	if (KIND == ATOM_BLOCK)
		asm volatile("atom.relaxed.cta.add.u32 %0, [%1], 1;" : "=r"(old) : "l"(data) : "memory");
	if (KIND == RED)
		asm volatile("red.add.u32 [%0], 1;" ::"l"(data) : "memory");
	if (KIND == CAS_FAILS)
		asm volatile("atom.cas.b32 %0, [%1], 77, 78;" : "=r"(old) : "l"(data) : "memory");
	if (KIND == ST_BYTE)
		asm volatile("st.u8 [%0+1], 1;" ::"l"(data) : "memory");
	if (KIND == ST_HALF)
		asm volatile("st.volatile.u16 [%0+2], 1;" ::"l"(data) : "memory");
	if (KIND == ST_PAIR)
		asm volatile("st.v2.u32 [%0], {1, 1};" ::"l"(data) : "memory");
	if (KIND == LD_WIDE)
		asm volatile("ld.volatile.u64 %0, [%1];" : "=l"(wide) : "l"(data) : "memory");
	return old + (unsigned)wide;
}

// memory: data, flag and a word for what was read, on lines of their own
template <int FIRST, int SECOND, int FENCE> __global__ void pair(unsigned *memory)
{
	unsigned *data = memory, *flag = memory + 32, old;

	if (is_first()) {
		old = access<FIRST>(data);
		if (FENCE == FENCE_BLOCK)
			__threadfence_block();
		memory[64] = old;
		after_a_while(flag);
	} else if (is_second()) {
		await(flag);
		memory[96] = access<SECOND>(data);
	}
}

struct family {
	template <int I> static void launch(unsigned blocks, unsigned threads)
	{
		pair<I / (KINDS * FENCES), I / FENCES % KINDS, I % FENCES><<<blocks, threads>>>(memory);
	}
};

int main(int argc, char **argv)
{
	return every<family, KINDS * KINDS * FENCES>(argc, argv);
}
