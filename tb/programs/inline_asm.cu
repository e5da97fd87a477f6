// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// Inline PTX as programs write it: acquire and release accesses, fences, lane and warp identifiers, bit
// fields, predicates, carry chains, video of several outputs, and a message passed between blocks.
// expect: inline_asm ok
#include <cstdio>

__device__ unsigned load_acquire(const unsigned *p)
{
	unsigned v;
	asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(v) : "l"(p) : "memory");
	return v;
}

__device__ void store_release(unsigned *p, unsigned v)
{
	asm volatile("st.release.gpu.global.u32 [%0], %1;" : : "l"(p), "r"(v) : "memory");
}

__device__ __forceinline__ unsigned lane_id()
{
	unsigned r;
	asm("mov.u32 %0, %%laneid;" : "=r"(r));
	return r;
}

// Block 0 writes a message, block 1 waits for it. Both are resident.
__global__ void pass(unsigned *flag, unsigned *message, unsigned *got)
{
	if (blockIdx.x == 0) {
		message[threadIdx.x] = threadIdx.x * 3 + 1;
		asm volatile("fence.acq_rel.gpu;" ::: "memory");
		__syncthreads();
		if (threadIdx.x == 0)
			store_release(flag, 1);
	} else {
		if (threadIdx.x == 0)
			while (load_acquire(flag) == 0)
				;
		__syncthreads();
		got[threadIdx.x] = message[threadIdx.x] + lane_id();
	}
}

__global__ void bits(unsigned *o, unsigned a, unsigned b)
{
	unsigned long long wide;
	asm("bfe.u32 %0, %1, 4, 8;" : "=r"(o[0]) : "r"(a));
	asm("bfi.b32 %0, %1, %2, 8, 4;" : "=r"(o[1]) : "r"(b), "r"(a));
	asm("{\n\t.reg .pred p;\n\tsetp.lt.u32 p, %1, %2;\n\tselp.u32 %0, 11, 22, p;\n\t}" : "=r"(o[2]) : "r"(a), "r"(b));
	asm("add.cc.u32 %0, %2, %3;\n\taddc.u32 %1, %2, 0;" : "=r"(o[3]), "=r"(o[4]) : "r"(a), "r"(~b));
	asm("mul.wide.u32 %0, %1, %2;" : "=l"(wide) : "r"(a), "r"(b));
	o[5] = (unsigned)(wide >> 32) ^ (unsigned)wide;
	asm("brev.b32 %0, %1;" : "=r"(o[6]) : "r"(a));
	asm("prmt.b32 %0, %1, %2, 0x5140;" : "=r"(o[7]) : "r"(a), "r"(b));
	asm("lop3.b32 %0, %1, %2, %3, 0x96;" : "=r"(o[8]) : "r"(a), "r"(b), "r"(0xff00ff00u));
	asm volatile("red.global.add.u32 [%0], %1;" : : "l"(o + 9), "r"(5u) : "memory");
	asm("mad.lo.s32 %0, %1, %2, %3;" : "=r"(o[10]) : "r"(7), "r"(-3), "r"(100));
	asm("sad.u32 %0, %1, %2, %3;" : "=r"(o[11]) : "r"(a), "r"(b), "r"(1u));
	asm("{\n\t.reg .b8 q<4>;\n\tmov.b32 {q0, q1, q2, q3}, %1;\n\tmov.b32 %0, {q3, q2, q1, q0};\n\t}" : "=r"(o[12]) : "r"(a));
	unsigned short half;
	asm("{\n\t.reg .b8 q<2>;\n\tmov.b16 {q0, q1}, %1;\n\tmov.b16 %0, {q1, q0};\n\t}" : "=h"(half) : "h"((unsigned short)b));
	o[13] = half;
}

int main()
{
	unsigned *flag, *message, *got, h[64], o[14] = {};
	cudaMalloc(&flag, 4);
	cudaMalloc(&message, sizeof h);
	cudaMalloc(&got, sizeof h);
	cudaMemset(flag, 0, 4);
	pass<<<2, 64>>>(flag, message, got);
	cudaMemcpy(h, got, sizeof h, cudaMemcpyDeviceToHost);
	for (unsigned i = 0; i < 64; i++)
		if (h[i] != i * 3 + 1 + i % 32)
			return 1;
	cudaMemset(got, 0, sizeof h);
	const unsigned a = 0x12345678u, b = 0x9abcdef0u;
	bits<<<1, 1>>>(got, a, b);
	if (cudaMemcpy(o, got, sizeof o, cudaMemcpyDeviceToHost) != cudaSuccess)
		return 2;
	const unsigned long long w = (unsigned long long)a * b, s = (unsigned long long)a + ~b;
	const unsigned want[14] = {0x67, 0x12345078u, 11, (unsigned)s, a + (unsigned)(s >> 32), (unsigned)(w >> 32) ^ (unsigned)w,
				   0x1e6a2c48u, 0xde56f078u, a ^ b ^ 0xff00ff00u, 5, 79, b - a + 1, 0x78563412u, 0xf0deu};
	for (int i = 0; i < 14; i++)
		if (o[i] != want[i]) {
			printf("%d: %08x not %08x\n", i, o[i], want[i]);
			return 1;
		}
	puts("inline_asm ok");
	return 0;
}
